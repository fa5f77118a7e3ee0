//! The kinds of decision that a game waits for.

use crate::{Role, Square};

/// The kind of decision that the side to decide has to make. It is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PendingDecision {
    /// An ordinary move.
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
