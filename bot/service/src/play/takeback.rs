//! The extent of a takeback.

#[cfg(test)]
mod tests;

use rules::{Color, Game, GameInput, Next, Record};

/// The last inputs that led to a position: all since the last turn of a side began.
pub struct Takeback {
    /// The number of these inputs.
    pub n_inputs: u32,
    /// The number of turns that had been finished before them.
    pub turns: u32,
}

impl Takeback {
    /// Returns the inputs that a takeback would undo for a side at the end of a record. Returns `None` if the side has decided
    /// nothing yet, or if the record cannot be played.
    pub fn of(record: &Record, seat: Color) -> Option<Takeback> {
        let line = record.line();
        let mut game = Game::new(&record.setup);
        // The index at which the last turn of the side began, and the number of turns that had been finished then.
        let mut last: Option<(usize, u32)> = None;
        for (at, &input) in line.iter().enumerate() {
            let turns = game.turns();
            let is_own =
                matches!(input, GameInput::Action(_)) && game.next() == Next::Decision(seat);
            if is_own && last.is_none_or(|(_, of)| of != turns) {
                last = Some((at, turns));
            }
            game.play(input)?;
        }
        let (first, turns) = last?;
        Some(Takeback {
            n_inputs: u32::try_from(line.len() - first).ok()?,
            turns,
        })
    }
}
