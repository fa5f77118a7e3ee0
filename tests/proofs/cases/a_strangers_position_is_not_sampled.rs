// E0277 The guesses of a seat are never positions of another crate.

fn leak<P: rules::Position>(history: &rules::SeatHistory) -> Option<P> {
    history.sample(&mut || 0)
}

fn main() {}
