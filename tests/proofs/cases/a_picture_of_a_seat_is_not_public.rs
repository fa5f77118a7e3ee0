// E0308 What one side sees is never a picture for everyone.

use api::{Drawing, Picture, Public};
use rules::{Color, Game, View};

fn leak(game: &Game, draw: fn(&View) -> Drawing) -> Picture<Public> {
    Picture::public(&game.seat_view(Color::White), draw)
}

fn main() {}
