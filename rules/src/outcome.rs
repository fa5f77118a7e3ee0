//! The ways in which games end.

use core::fmt;

use crate::Color;

/// The outcome of a game.
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
    /// A win of one side.
    Won {
        /// The side that won.
        winner: Color,
        /// The reason.
        reason: WinReason,
    },
    /// A draw.
    Drawn {
        /// The reason.
        reason: DrawReason,
    },
    /// The game was aborted before it had really begun, and does not count.
    Aborted,
}

/// The reason why one side won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The loser's king is attacked and no move saves it.
    Checkmate,
    /// The loser has no king left.
    KingsCaptured,
    /// The loser is to decide and has no legal action.
    NoDecision,
    /// The loser's own recycle left their king in check.
    RecycledIntoCheck,
    /// The winner's king stands in the middle.
    #[cfg(feature = "hill")]
    KingOnHill,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    OutOfTime,
}

impl WinReason {
    /// Returns the name in lower case, as written in texts: `checkmate`.
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

/// The reason for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The same position occurred for the third time.
    Repetition,
    /// A hundred plies passed without a capture or a pawn move.
    FiftyMoves,
    /// Neither side has the pieces to mate.
    DeadPosition,
    /// Both sides agreed.
    Agreement,
    /// The game reached the turn limit that its referee allows.
    TurnLimit,
}

impl DrawReason {
    /// Returns the name in lower case, as written in texts: `stalemate`.
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

/// An end that does not come from the rules of the board, but from the players or their referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conclusion {
    /// This side resigned.
    Resigned(Color),
    /// Both sides agreed to a draw.
    DrawAgreed,
    /// The game is a draw after this number of turns.
    TurnLimit,
    /// The time of this side ran out, and the other side claimed the win.
    OutOfTime(Color),
    /// The game was aborted before it had really begun.
    Aborted,
}

impl Conclusion {
    /// All conclusions.
    pub const ALL: [Conclusion; 7] = [
        Conclusion::Resigned(Color::White),
        Conclusion::Resigned(Color::Black),
        Conclusion::DrawAgreed,
        Conclusion::TurnLimit,
        Conclusion::OutOfTime(Color::White),
        Conclusion::OutOfTime(Color::Black),
        Conclusion::Aborted,
    ];

    /// Returns the outcome of this conclusion.
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
    /// Returns the side that won, if any.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Won { winner, .. } => Some(winner),
            Outcome::Drawn { .. } | Outcome::Aborted => None,
        }
    }

    /// Returns `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that does not count.
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
    /// Writes the score and the reason: `1-0 checkmate`, `* aborted`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self {
            Outcome::Won { reason, .. } => reason.name(),
            Outcome::Drawn { reason } => reason.name(),
            Outcome::Aborted => "aborted",
        };
        write!(f, "{} {reason}", self.score())
    }
}
