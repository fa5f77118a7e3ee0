//! What is written on pictures.

use rules::{Color, Outcome, PendingDecision};

use crate::Mark;

/// Puts into words what is written on pictures, in the language of who looks at them.
pub trait Captions: Send + Sync {
    /// What a side is called: `White`. A strip says so beside the name of who plays it.
    fn side(&self, color: Color) -> String;

    /// What the strip of a side says of it, if anything: `to move`, `checkmated`. The score of a game that is over stands
    /// before that.
    fn standing(&self, color: Color, standing: Standing) -> Option<String>;

    /// What the legend of a diagram says of a mark: `move only`.
    fn mark(&self, mark: Mark) -> String;
}

/// No words at all.
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

/// How a side stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The other side is to decide.
    Waits,
    /// This side is to decide.
    ToDecide {
        /// Whether its king is in check.
        check: bool,
        /// What it has to decide.
        pending: PendingDecision,
    },
    /// The game is over.
    Over(Outcome),
}
