//! What a takeback takes back.

#[cfg(test)]
mod tests;

use rules::{Color, Game, GameInput, Next, Record};

/// The last of the inputs that led to a position: all since the last turn of a side began.
pub struct Takeback {
    /// How many they are.
    pub n_inputs: u32,
    /// How many turns had been finished before them.
    pub turns: u32,
}

impl Takeback {
    /// What would be taken back for a side at the end of a record; nothing if it has decided nothing yet, or the record
    /// cannot be played.
    pub fn of(record: &Record, seat: Color) -> Option<Takeback> {
        let line = record.line();
        let mut game = Game::new(&record.setup);
        // Where the last turn of the side began, and how many turns had been finished then.
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
