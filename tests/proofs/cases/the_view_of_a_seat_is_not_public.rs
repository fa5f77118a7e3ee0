// E0308 What one side sees does not pass for what everybody sees.

fn leak(game: &rules::Game) -> rules::PublicView {
    game.seat_view(rules::Color::White)
}

fn main() {}
