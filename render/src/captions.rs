//! The texts on pictures.

use rules::{Color, Outcome, PendingDecision};

use crate::Mark;

/// A source of the texts on pictures, in the language of the reader.
pub trait Captions: Send + Sync {
    /// Returns the name of a side: `White`. A strip shows it next to the name of the player.
    fn side(&self, color: Color) -> String;

    /// Returns the status of a side for its strip, if any: `to move`, `checkmated`. The score of a finished game stands
    /// before it.
    fn standing(&self, color: Color, standing: Standing) -> Option<String>;

    /// Returns the meaning of a mark, for the legend of a diagram: `move only`.
    fn mark(&self, mark: Mark) -> String;
}

/// Captions without any words.
#[derive(Clone, Copy, Debug)]
pub struct Wordless;

impl Captions for Wordless {
    fn side(&self, _color: Color) -> String {
        String::new()
    }

    fn standing(&self, _color: Color, _standing: Standing) -> Option<String> {
        None
    }

    fn mark(&self, _mark: Mark) -> String {
        String::new()
    }
}

/// The status of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The other side is to decide.
    Waits,
    /// This side is to decide.
    ToDecide {
        /// True if its king is in check.
        check: bool,
        /// The kind of decision.
        pending: PendingDecision,
    },
    /// The game is over.
    Over(Outcome),
}
