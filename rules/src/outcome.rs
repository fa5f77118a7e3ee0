//! How games end.

use core::fmt;

use crate::Color;

/// How a game ended.
///
/// ```
/// use rules::{Color, Outcome, WinReason};
///
/// let outcome = Outcome::Won { winner: Color::Black, reason: WinReason::Checkmate };
/// assert_eq!((outcome.winner(), outcome.score()), (Some(Color::Black), "0-1"));
/// assert_eq!(outcome.to_string(), "0-1 checkmate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Won {
        /// The side that won.
        winner: Color,
        /// Why.
        reason: WinReason,
    },
    /// Nobody won.
    Drawn {
        /// Why.
        reason: DrawReason,
    },
    /// It was broken off before it had really begun, and counts for nothing.
    Aborted,
}

/// Why one side won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The loser's king is attacked and no move saves it.
    Checkmate,
    /// The loser's last king is gone.
    KingsCaptured,
    /// The loser is to decide and cannot.
    NoDecision,
    /// The loser's own recycle left his king in check.
    RecycledIntoCheck,
    /// The winner's king stands in the middle.
    #[cfg(feature = "hill")]
    KingOnHill,
    /// The loser gave up.
    Resignation,
    /// The loser's time was over.
    OutOfTime,
}

impl WinReason {
    /// The name in lower case, as written in texts: `checkmate`.
    pub const fn name(self) -> &'static str {
        match self {
            WinReason::Checkmate => "checkmate",
            WinReason::KingsCaptured => "kings-captured",
            WinReason::NoDecision => "no-decision",
            WinReason::RecycledIntoCheck => "recycled-into-check",
            #[cfg(feature = "hill")]
            WinReason::KingOnHill => "king-on-hill",
            WinReason::Resignation => "resignation",
            WinReason::OutOfTime => "out-of-time",
        }
    }
}

/// Why nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The same position stood on the board for the third time.
    Repetition,
    /// A hundred half-moves passed without a capture or a pawn move.
    FiftyMoves,
    /// Neither side has the pieces to mate.
    DeadPosition,
    /// Both sides agreed.
    Agreement,
    /// As many turns were played as whoever referees the game allows.
    TurnLimit,
}

impl DrawReason {
    /// The name in lower case, as written in texts: `stalemate`.
    pub const fn name(self) -> &'static str {
        match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::Repetition => "repetition",
            DrawReason::FiftyMoves => "fifty-moves",
            DrawReason::DeadPosition => "dead-position",
            DrawReason::Agreement => "agreement",
            DrawReason::TurnLimit => "turn-limit",
        }
    }
}

/// An end that the rules of the board do not bring about: people do, or whoever referees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conclusion {
    /// This side gave up.
    Resigned(Color),
    /// Both sides agreed to a draw.
    DrawAgreed,
    /// It is a draw after so many turns.
    TurnLimit,
    /// The time of this side was over, and the other side claimed the win.
    OutOfTime(Color),
    /// It was broken off before it had really begun.
    Aborted,
}

impl Conclusion {
    /// The outcome this conclusion makes.
    pub fn outcome(self) -> Outcome {
        match self {
            Conclusion::Resigned(loser) => Outcome::Won {
                winner: !loser,
                reason: WinReason::Resignation,
            },
            Conclusion::OutOfTime(loser) => Outcome::Won {
                winner: !loser,
                reason: WinReason::OutOfTime,
            },
            Conclusion::Aborted => Outcome::Aborted,
            Conclusion::DrawAgreed => Outcome::Drawn {
                reason: DrawReason::Agreement,
            },
            Conclusion::TurnLimit => Outcome::Drawn {
                reason: DrawReason::TurnLimit,
            },
        }
    }
}

impl Outcome {
    /// The side that won, if any.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Won { winner, .. } => Some(winner),
            Outcome::Drawn { .. } | Outcome::Aborted => None,
        }
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for what counts for nothing.
    pub const fn score(self) -> &'static str {
        match self {
            Outcome::Won {
                winner: Color::White,
                ..
            } => "1-0",
            Outcome::Won {
                winner: Color::Black,
                ..
            } => "0-1",
            Outcome::Drawn { .. } => "1/2-1/2",
            Outcome::Aborted => "*",
        }
    }
}

impl fmt::Display for Outcome {
    /// The score and the reason: `1-0 checkmate`, `* aborted`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self {
            Outcome::Won { reason, .. } => reason.name(),
            Outcome::Drawn { reason } => reason.name(),
            Outcome::Aborted => "aborted",
        };
        write!(f, "{} {reason}", self.score())
    }
}
