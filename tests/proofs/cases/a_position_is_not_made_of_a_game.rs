// E0308 Positions are made of setups and of what a seat was told; no way leads to them from a game.

fn leak(game: &rules::Game) -> Option<rules::chakart::Position> {
    rules::Setup::start_position(game)
}

fn main() {}
