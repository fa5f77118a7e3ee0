//! Records as frames to be shown again: what somebody saw of a game, decision after decision.

use render::Frames;
use rules::{Game, Next, Record, ReplayError, View};

/// What `see` sees of the game of a record: at the start, after each decision once all of it is done, and at the end.
///
/// What chance brings in the midst of a decision is not for every eye, so there is no view of that; how many there are
/// tells no more than the public moves do.
///
/// # Errors
///
/// An input is impossible where it stands.
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
        game.play(*input).ok_or(ReplayError { at })?;
    }
    // Where the start itself is still to be drawn, there is nothing but that.
    Ok(frames.unwrap_or_else(|| Frames::new(see(&game))))
}

#[cfg(test)]
mod tests;
