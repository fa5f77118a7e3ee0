//! The faults by which a program loses a game away from the board.

use rules::{Color, Conclusion};

use super::lines::LineFlaw;

/// A fault of a program. Its text continues a sentence about the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    /// It did not answer `go` within its time.
    #[error("ran out of time")]
    OutOfTime,
    /// It did not answer another command in time.
    #[error("did not answer \"{0}\"")]
    Silent(&'static str),
    /// It did not read its input in time.
    #[error("did not read its input")]
    Deaf,
    /// It played a move without `go`.
    #[error("answered before it was asked")]
    Early,
    /// Its move is illegal, or no move. The text is a quote.
    #[error("played {0}, which is illegal")]
    Illegal(String),
    /// Its output has a flaw.
    #[error(transparent)]
    Output(#[from] LineFlaw),
    /// Its process ended, or closed its output.
    #[error("died: {0}")]
    Died(String),
}

impl Fault {
    /// Returns the conclusion of a game that this side loses by the fault. Records have no closer word for most faults than
    /// resignation.
    pub(super) fn conclusion(&self, loser: Color) -> Conclusion {
        match self {
            Fault::OutOfTime | Fault::Silent(_) | Fault::Deaf => Conclusion::OutOfTime(loser),
            Fault::Early | Fault::Illegal(_) | Fault::Output(_) | Fault::Died(_) => {
                Conclusion::Resigned(loser)
            }
        }
    }
}
