// E0277 A view shows what it holds to nobody who did not ask for it.

fn leak(game: &rules::Game) -> String {
    format!("{}", game.truth().as_view())
}

fn main() {}
