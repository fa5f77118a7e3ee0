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

/// Generates an enum of reasons from a table, with the list of all reasons and their names.
macro_rules! define_reasons {
    (
        $(#[doc = $about:literal])+
        $Reasons:ident, such as $example:literal:
        $($(#[doc = $doc:literal])+ $Reason:ident => $name:literal;)+
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Reasons {
            $($(#[doc = $doc])+ $Reason,)+
        }

        impl $Reasons {
            /// All reasons.
            pub const ALL: &'static [$Reasons] = &[$($Reasons::$Reason,)+];

            #[doc = concat!("Returns the name in lower case, as written in texts: `", $example, "`.")]
            pub const fn name(self) -> &'static str {
                match self {
                    $($Reasons::$Reason => $name,)+
                }
            }
        }
    };
}

define_reasons! {
    /// The reason why one side won.
    WinReason, such as "checkmate":
    /// The loser's king is attacked and no move saves it.
    Checkmate => "checkmate";
    /// The loser has no king left.
    KingsCaptured => "kings-captured";
    /// The loser is to decide and has no legal action.
    NoDecision => "no-decision";
    /// The loser's own recycle left their king in check.
    RecycledIntoCheck => "recycled-into-check";
    /// A rule of a variant outside of this crate. No [`crate::Game`] ends in this way.
    VariantRule => "variant-rule";
    /// The loser resigned.
    Resignation => "resignation";
    /// The loser's time ran out.
    OutOfTime => "out-of-time";
}

define_reasons! {
    /// The reason for a draw.
    DrawReason, such as "stalemate":
    /// The side to move is not in check and has no legal move.
    Stalemate => "stalemate";
    /// The same position occurred for the third time.
    Repetition => "repetition";
    /// A hundred plies passed without a capture or a pawn move.
    FiftyMoves => "fifty-moves";
    /// Neither side has the pieces to mate.
    DeadPosition => "dead-position";
    /// Both sides agreed.
    Agreement => "agreement";
    /// The game reached the turn limit that its referee allows.
    TurnLimit => "turn-limit";
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

    /// Returns the return of each side, White's first, as learning programs use it: 1 for a win, -1 for a loss, 0 for a draw
    /// and for a game that does not count.
    ///
    /// ```
    /// use rules::{Color, Conclusion};
    ///
    /// let outcome = Conclusion::Resigned(Color::White).outcome();
    /// assert_eq!(outcome.returns(), [-1.0, 1.0]);
    /// assert_eq!(Conclusion::DrawAgreed.outcome().returns()[Color::Black as usize], 0.0);
    /// ```
    pub const fn returns(self) -> [f64; 2] {
        match self.winner() {
            Some(Color::White) => [1.0, -1.0],
            Some(Color::Black) => [-1.0, 1.0],
            None => [0.0, 0.0],
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
