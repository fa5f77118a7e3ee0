//! Records as frames of a replay: the views of a game, decision after decision.

use render::Frames;
use rules::{Game, Next, Record, ReplayError, View};

/// Returns the views that `see` has of the game of a record. They are at the start, after each complete decision, and at the
/// end.
///
/// A chance outcome within a decision can be secret, so there is no view of it. The number of views reveals no more than the
/// public moves.
///
/// # Errors
///
/// An input is illegal at its place.
pub fn frames(record: &Record, see: impl Fn(&Game) -> View) -> Result<Frames, ReplayError> {
    let mut game = Game::new(&record.setup);
    let mut frames: Option<Frames> = None;
    for at in 0..=record.inputs.len() {
        if !matches!(game.next(), Next::Chance(_)) {
            match &mut frames {
                Some(frames) => frames.push(see(&game)),
                None => frames = Some(Frames::new(see(&game))),
            }
        }
        let Some(input) = record.inputs.get(at) else {
            break;
        };
        game.apply(*input).map_err(|_| ReplayError { at })?;
    }
    // If the start itself is still to be rolled, its view is the only one.
    Ok(frames.unwrap_or_else(|| Frames::new(see(&game))))
}

#[cfg(test)]
mod tests;
