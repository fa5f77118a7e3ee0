//! The next input of a game, and the kinds of decision.

use crate::{Chance, Color, Outcome, Role, Square};

/// The next input of a game: an action, a chance outcome, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// An action of this side.
    Decision(Color),
    /// A chance outcome, picked by the caller.
    Chance(Chance),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// The kind of decision that the side to decide has to make. It is public.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PendingDecision {
    /// An ordinary move.
    #[default]
    Move,
    /// One more ordinary move in the same turn (chakart C40).
    MoveAgain,
    /// The start square of the king (bario B6).
    KingPlace,
    /// The role of the undefined piece that was captured on this square (bario B20).
    LostPiece(Square),
    /// The two pieces that swap squares (chakart C36).
    Swap,
    /// The square on which this piece is dropped (chakart C38).
    DropPlace(Role),
    /// The promotion of the pawn that is forced to its last rank (chakart C49).
    Promotion {
        /// The square of the pawn.
        from: Square,
        /// The square to which it is forced.
        to: Square,
    },
}
