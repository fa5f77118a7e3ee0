//! The part of a game that an audience may know: plain owned data, without a way back to the game.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::{
    ByColor, Color, Effect, Glyph, Outcome, PendingDecision, Power, Role, Square, Variant,
};

/// The part of a game that one audience may know at one moment.
///
/// Every picture and message for people is made from a view. A view is a copy of data about the game, not a game: it accepts no
/// inputs.
#[derive(Clone, PartialEq, Eq)]
pub struct View {
    /// The variant.
    pub variant: Variant,
    /// The number of inputs so far (actions, chance outcomes, takebacks, a conclusion).
    pub n_inputs: usize,
    /// The glyph on each square, indexed by [`Square::index`].
    pub cells: [Option<Glyph>; 64],
    /// The squares to be highlighted.
    pub marks: Marks,
    /// The powers of each side that it has once in a game; true for those that are unspent. Empty where the rules have no
    /// powers.
    pub powers: ByColor<Vec<(Power, bool)>>,
    /// The kinds that the undefined pieces of each side can still become, and their counts. Empty where the rules have no
    /// reserves.
    pub reserves: ByColor<Vec<(Glyph, u8)>>,
    /// The side to decide, or the outcome.
    pub status: Status,
    /// The kind of decision that this side has to make; an ordinary move where no side has to decide.
    pub pending: PendingDecision,
    /// The last turn, if there was one.
    pub turn: Option<Turn>,
    /// The number of finished turns of both sides together, including those before the start position.
    pub turns: u32,
    /// The position text, as far as this audience may know it.
    pub position: String,
}

impl View {
    /// Returns the glyph on a square.
    pub fn glyph(&self, square: Square) -> Option<Glyph> {
        self.cells[square.index()]
    }

    /// Tells whether a king of this side is shown in check.
    pub fn is_in_check(&self, color: Color) -> bool {
        let mut kings = self.marks.check.iter().filter_map(|at| self.glyph(*at));
        kings.any(|king| king.color() == Some(color))
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "View({}, {} inputs)", self.variant, self.n_inputs)
    }
}

/// The squares to be highlighted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The origin and the end of the last turn, and the squares where it recolored a piece, as far as the audience knows.
    pub last: Vec<Square>,
    /// The kings in check.
    pub check: Vec<Square>,
    /// The pieces that cannot move for the time being.
    pub frozen: Vec<Square>,
    /// The frozen pieces that another piece freezes, each with the square of that piece.
    pub freezers: Vec<(Square, Square)>,
    /// The queens, bananas and bombs that the other side does not see; the audience may know them.
    pub stealth: Vec<Square>,
}

/// The next input of the game, as far as the audience may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// This side is to decide.
    ToDecide(Color),
    /// A chance outcome is next.
    ToRoll,
    /// The game is over.
    Over(Outcome),
}

/// A turn, with its caption and its facts.
#[derive(Clone, PartialEq, Eq)]
pub struct Turn {
    /// The side of the turn.
    pub color: Color,
    /// The number of the move, counted as in chess: White's first and Black's first are both 1.
    pub number: u32,
    /// The turn in short notation, such as `Nf3+`.
    pub caption: String,
    /// The facts, in order.
    pub facts: Vec<Fact>,
}

/// A fact of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// A piece moved from one square to another.
    Moved {
        /// The piece, as it was before the move.
        glyph: Glyph,
        /// The origin square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// A piece was removed from the board.
    Captured {
        /// The captured piece.
        glyph: Glyph,
        /// The square of the piece.
        at: Square,
    },
    /// A pawn was promoted on its square.
    Promoted {
        /// The piece that it became.
        into: Glyph,
        /// The square of the promotion.
        at: Square,
    },
    /// A new piece was dropped onto the board.
    Dropped {
        /// The dropped piece.
        glyph: Glyph,
        /// The target square.
        at: Square,
    },
    /// Two pieces swapped squares.
    Swapped {
        /// One square.
        a: Square,
        /// The other square.
        b: Square,
    },
    /// A queen moved unseen by a part of the audience.
    Stole {
        /// The queen.
        glyph: Glyph,
        /// The origin square.
        from: Square,
        /// The target square, if the audience may know it.
        to: Option<Square>,
    },
    /// An unseen queen became visible again.
    Appeared {
        /// The queen.
        glyph: Glyph,
        /// The square of the queen.
        at: Square,
    },
    /// A king shot the shell.
    Shot {
        /// The square of the king.
        from: Square,
        /// The square that was hit.
        at: Square,
    },
    /// A shell burst on an object.
    Burst {
        /// The object, which is now removed.
        object: Glyph,
        /// The square of the object.
        at: Square,
    },
    /// The piece that moves met an object, which is used up.
    Ate {
        /// The object.
        object: Glyph,
        /// The square of the object.
        at: Square,
        /// True if the audience did not know of the object before (chakart H7).
        unseen: bool,
    },
    /// An object forced the piece on to another square.
    Slipped {
        /// The piece.
        glyph: Glyph,
        /// The origin square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// An object was left behind.
    Left {
        /// The object.
        object: Glyph,
        /// The square of the object.
        at: Square,
    },
    /// An egg had this effect.
    Drew(Effect),
    /// The piece went back to the square where the action began.
    Returned {
        /// The piece.
        glyph: Glyph,
        /// The square that it left.
        from: Square,
        /// The square to which it returned.
        to: Square,
    },
    /// The piece that moves left the board.
    Vanished {
        /// The piece.
        glyph: Glyph,
        /// The square of the piece.
        at: Square,
    },
    /// A piece cannot move until its owner has decided once more.
    Froze {
        /// The piece.
        glyph: Glyph,
        /// The square of the piece.
        at: Square,
    },
    /// A frozen piece can move again.
    Freed {
        /// The piece.
        glyph: Glyph,
        /// The square of the piece.
        at: Square,
    },
    /// A piece changed its color.
    Recolored {
        /// The piece in its new color.
        glyph: Glyph,
        /// The square of the piece.
        at: Square,
    },
    /// This role is to be dropped.
    Brought(Role),
    /// The bonus could not be used and is lost.
    BonusLost,
    /// An undefined piece became a defined one.
    Defined {
        /// The piece that it became.
        glyph: Glyph,
        /// The square of the piece.
        at: Square,
    },
    /// The owner named the role of a captured undefined piece.
    Lost {
        /// The piece that left the reserve.
        glyph: Glyph,
        /// The square of the capture.
        at: Square,
    },
    /// All pieces of this side became undefined again.
    Reset(Color),
}

/// The view of the public; it may be posted in a channel.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicView(pub(crate) View);

impl PublicView {
    /// Returns the data of the view.
    pub fn as_view(&self) -> &View {
        &self.0
    }
}

impl fmt::Debug for PublicView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Public{:?}", self.0)
    }
}

/// The view of one side; it may only be shown in private to the person on that seat.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatView {
    pub(crate) seat: Color,
    pub(crate) view: View,
}

impl SeatView {
    /// Returns the seat of the view.
    pub fn seat(&self) -> Color {
        self.seat
    }

    /// Returns the data of the view.
    pub fn as_view(&self) -> &View {
        &self.view
    }
}

impl fmt::Debug for SeatView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat{:?}", self.view)
    }
}

/// A viewer of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// The public: sees everything that is not secret.
    Public,
    /// The person on a seat.
    Seat(Color),
    /// A viewer with full knowledge.
    Truth,
}

impl Viewer {
    /// Tells whether the viewer is the person on this seat, or knows everything that they know.
    pub(crate) fn is(self, seat: Color) -> bool {
        self == Viewer::Truth || self == Viewer::Seat(seat)
    }
}

/// The whole truth of a game. It cannot be printed, as `tests/proofs` proves, so every use is deliberate.
pub struct Truth(pub(crate) View);

impl Truth {
    /// Returns the data of the whole truth.
    pub fn as_view(&self) -> &View {
        &self.0
    }
}

#[cfg(test)]
mod tests;
