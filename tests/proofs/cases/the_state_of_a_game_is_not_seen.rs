// E0616 There is no way to the hidden part of a game but a view.

fn leak(game: &rules::Game) {
    let _ = &game.state;
}

fn main() {}
