// E0277 The truth does not come into a log by accident.

fn leak(game: &rules::Game) -> String {
    format!("{:?}", game.truth())
}

fn main() {}
