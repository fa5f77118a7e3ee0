//! What kind of decision a game waits for.

use crate::{Role, Square};

/// What the side to decide has to decide. Everybody may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PendingDecision {
    /// An ordinary move.
    Move,
    /// One more ordinary move in the same turn (chakart C40).
    MoveAgain,
    /// On which square the king begins (bario B6).
    KingPlace,
    /// Which piece was captured here, undefined as it was (bario B20).
    LostPiece(Square),
    /// Which two pieces change places (chakart C36).
    Swap,
    /// Where this piece comes onto the board (chakart C38).
    DropPlace(Role),
    /// What the pawn becomes that is forced to its last rank (chakart C49).
    Promotion {
        /// Where it stands.
        from: Square,
        /// Where it is forced to.
        to: Square,
    },
}
