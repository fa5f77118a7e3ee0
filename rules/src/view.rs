//! What somebody may know of a game: plain owned data, and nothing that leads back to the game.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::{ByColor, Color, Effect, Outcome, PendingDecision, Role, Square, Variant};

/// What one audience may know of a game at one moment.
///
/// Everything shown or told to people is made from a view. It is a picture of the game, not a kind of game: nothing
/// can be played on it.
#[derive(Clone, PartialEq, Eq)]
pub struct View {
    /// The rules played.
    pub variant: Variant,
    /// How many inputs (actions, outcomes of chance, a conclusion) led here.
    pub ply: usize,
    /// What stands on each square, indexed by [`Square::index`].
    pub cells: [Option<Glyph>; 64],
    /// Squares to be highlighted.
    pub marks: Marks,
    /// What each side may do once in a game and whether it still may; nothing where the rules know no such powers.
    pub powers: ByColor<Vec<(Power, bool)>>,
    /// What the undefined pieces of each side may still become and how many times; nothing where the rules know no
    /// reserves.
    pub reserves: ByColor<Vec<(Glyph, u8)>>,
    /// Who is to decide, or how it ended.
    pub status: Status,
    /// What that side has to decide; an ordinary move where nobody has to.
    pub pending: PendingDecision,
    /// The last turn, if there was one.
    pub turn: Option<Turn>,
    /// How many turns were finished, by both sides together, those before the start position counted.
    pub turns: u32,
    /// The position text, as far as this audience may know it.
    pub position: String,
}

impl View {
    /// What stands on a square.
    pub fn glyph(&self, square: Square) -> Option<Glyph> {
        self.cells[square.index()]
    }

    /// Whether a king of this side is shown in check.
    pub fn is_in_check(&self, color: Color) -> bool {
        let mut kings = self.marks.check.iter().filter_map(|at| self.glyph(*at));
        kings.any(|king| king.color() == Some(color))
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "View({}, ply {})", self.variant, self.ply)
    }
}

/// What stands on a square, as pictures and captions name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Glyph {
    /// A king.
    King(Color),
    /// A queen.
    Queen(Color),
    /// A rook.
    Rook(Color),
    /// A bishop.
    Bishop(Color),
    /// A knight.
    Knight(Color),
    /// A pawn that captures diagonally.
    Pawn(Color),
    /// A pawn that captures straight ahead.
    BerolinaPawn(Color),
    /// The immobilizer of Baroque.
    Immobilizer(Color),
    /// A mushroom, which belongs to nobody like all objects.
    Mushroom,
    /// An egg.
    Egg,
    /// A banana.
    Banana,
    /// A bomb.
    Bomb,
    /// A piece of Bario that has yet to become a queen, rook, bishop or knight.
    Undefined(Color),
}

/// Something that a side may do once in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Power {
    /// A king captures from afar.
    Shell,
    /// A queen moves unseen.
    Stealth,
}

impl Power {
    /// Its name: `shell`.
    pub const fn name(self) -> &'static str {
        match self {
            Power::Shell => "shell",
            Power::Stealth => "stealth",
        }
    }
}

impl Glyph {
    /// Every glyph, for tables that must not miss one.
    pub const ALL: [Glyph; 22] = [
        Glyph::King(Color::White),
        Glyph::Queen(Color::White),
        Glyph::Rook(Color::White),
        Glyph::Bishop(Color::White),
        Glyph::Knight(Color::White),
        Glyph::Pawn(Color::White),
        Glyph::BerolinaPawn(Color::White),
        Glyph::King(Color::Black),
        Glyph::Queen(Color::Black),
        Glyph::Rook(Color::Black),
        Glyph::Bishop(Color::Black),
        Glyph::Knight(Color::Black),
        Glyph::Pawn(Color::Black),
        Glyph::BerolinaPawn(Color::Black),
        Glyph::Immobilizer(Color::White),
        Glyph::Immobilizer(Color::Black),
        Glyph::Mushroom,
        Glyph::Egg,
        Glyph::Banana,
        Glyph::Bomb,
        Glyph::Undefined(Color::White),
        Glyph::Undefined(Color::Black),
    ];

    /// Whose piece it is; nobody's for an object.
    pub const fn color(self) -> Option<Color> {
        match self {
            Glyph::King(color)
            | Glyph::Queen(color)
            | Glyph::Rook(color)
            | Glyph::Bishop(color)
            | Glyph::Knight(color)
            | Glyph::Pawn(color)
            | Glyph::BerolinaPawn(color)
            | Glyph::Immobilizer(color)
            | Glyph::Undefined(color) => Some(color),
            Glyph::Mushroom | Glyph::Egg | Glyph::Banana | Glyph::Bomb => None,
        }
    }

    /// The pieces of chess, those of White.
    pub const OF_CHESS: [Glyph; 6] = [
        Glyph::King(Color::White),
        Glyph::Queen(Color::White),
        Glyph::Rook(Color::White),
        Glyph::Bishop(Color::White),
        Glyph::Knight(Color::White),
        Glyph::Pawn(Color::White),
    ];

    /// Its role in chess, if it has one.
    pub const fn role(self) -> Option<Role> {
        match self {
            Glyph::King(_) => Some(Role::King),
            Glyph::Queen(_) => Some(Role::Queen),
            Glyph::Rook(_) => Some(Role::Rook),
            Glyph::Bishop(_) => Some(Role::Bishop),
            Glyph::Knight(_) => Some(Role::Knight),
            Glyph::Pawn(_) | Glyph::BerolinaPawn(_) => Some(Role::Pawn),
            _ => None,
        }
    }

    /// Its name in a variant, without the color: the `bishop` of chess is the `chameleon` of Baroque, whose pieces are named
    /// after the way they capture (baroque Q1).
    pub const fn name_in(self, variant: Variant) -> &'static str {
        match (variant, self) {
            (Variant::Baroque, Glyph::Pawn(_)) => "pincer",
            (Variant::Baroque, Glyph::Rook(_)) => "coordinator",
            (Variant::Baroque, Glyph::Knight(_)) => "long leaper",
            (Variant::Baroque, Glyph::Bishop(_)) => "chameleon",
            (Variant::Baroque, Glyph::Queen(_)) => "withdrawer",
            _ => self.name(),
        }
    }

    /// The name of its drawing, without the color: `bishop`.
    pub const fn name(self) -> &'static str {
        match self {
            Glyph::King(_) => "king",
            Glyph::Queen(_) => "queen",
            Glyph::Rook(_) => "rook",
            Glyph::Bishop(_) => "bishop",
            Glyph::Knight(_) => "knight",
            Glyph::Pawn(_) | Glyph::BerolinaPawn(_) => "pawn",
            Glyph::Immobilizer(_) => "immobilizer",
            Glyph::Mushroom => "mushroom",
            Glyph::Egg => "egg",
            Glyph::Banana => "banana",
            Glyph::Bomb => "bomb",
            Glyph::Undefined(_) => "undefined piece",
        }
    }
}

/// Squares to be highlighted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Where the last turn began and ended, and where it turned a piece to the other side, as far as the audience knows.
    pub last: Vec<Square>,
    /// Kings in check.
    pub check: Vec<Square>,
    /// Pieces that cannot move for the time being.
    pub frozen: Vec<Square>,
    /// Queens that stand there unseen by the other side; the audience may know them.
    pub stealth: Vec<Square>,
}

/// What the game waits for, as the audience may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// This side is to decide.
    ToDecide(Color),
    /// Chance is to bring something.
    ToRoll,
    /// Nothing: it is over.
    Over(Outcome),
}

/// One turn, told.
#[derive(Clone, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it was.
    pub color: Color,
    /// The number of the move, counted as in chess: White's first and Black's first are both 1.
    pub number: u32,
    /// The turn in short notation, such as `Nf3+`.
    pub caption: String,
    /// What happened, in order.
    pub facts: Vec<Fact>,
}

/// One thing that happened in a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// A piece went from a square to another.
    Moved {
        /// What moved, as it was before the move.
        glyph: Glyph,
        /// Where from.
        from: Square,
        /// Where to.
        to: Square,
    },
    /// A piece was taken off the board.
    Captured {
        /// What was captured.
        glyph: Glyph,
        /// Where it stood.
        at: Square,
    },
    /// A pawn became something else where it stands.
    Promoted {
        /// What it became.
        into: Glyph,
        /// Where.
        at: Square,
    },
    /// A new piece came onto the board.
    Dropped {
        /// What it is.
        glyph: Glyph,
        /// Where.
        at: Square,
    },
    /// Two pieces changed places.
    Swapped {
        /// One square.
        a: Square,
        /// The other.
        b: Square,
    },
    /// A queen went where not everybody sees her.
    Stole {
        /// The queen.
        glyph: Glyph,
        /// Where from.
        from: Square,
        /// Where to, if the audience may know it.
        to: Option<Square>,
    },
    /// A queen that was unseen is seen again.
    Appeared {
        /// The queen.
        glyph: Glyph,
        /// Where she stands.
        at: Square,
    },
    /// A king shot from afar.
    Shot {
        /// Where the king stands.
        from: Square,
        /// What was hit.
        at: Square,
    },
    /// A shot burst on an object.
    Burst {
        /// The object, gone now.
        object: Glyph,
        /// Where it lay.
        at: Square,
    },
    /// The piece that moves met an object, which is used up.
    Ate {
        /// The object.
        object: Glyph,
        /// Where it lay.
        at: Square,
        /// Whether the audience did not know until then that anything lay there (chakart H7).
        unseen: bool,
    },
    /// An object made the piece go on to another square.
    Slipped {
        /// The piece.
        glyph: Glyph,
        /// Where from.
        from: Square,
        /// Where to.
        to: Square,
    },
    /// An object was left behind.
    Left {
        /// The object.
        object: Glyph,
        /// Where it lies.
        at: Square,
    },
    /// An egg had this effect.
    Drew(Effect),
    /// The piece went back to where the decision began.
    Returned {
        /// The piece.
        glyph: Glyph,
        /// Where from.
        from: Square,
        /// Where to.
        to: Square,
    },
    /// The piece that moves left the board.
    Vanished {
        /// The piece.
        glyph: Glyph,
        /// Where it stood.
        at: Square,
    },
    /// A piece cannot move until its owner has decided once more.
    Froze {
        /// The piece.
        glyph: Glyph,
        /// Where it stands.
        at: Square,
    },
    /// A piece that could not move can again.
    Freed {
        /// The piece.
        glyph: Glyph,
        /// Where it stands.
        at: Square,
    },
    /// A piece changed its color.
    Recolored {
        /// The piece in its new color.
        glyph: Glyph,
        /// Where it stands.
        at: Square,
    },
    /// This is to be dropped.
    Brought(Role),
    /// The bonus could not be used and is lost.
    BonusLost,
    /// An undefined piece became something.
    Defined {
        /// What it became.
        glyph: Glyph,
        /// Where it stood.
        at: Square,
    },
    /// A captured undefined piece turned out to be this one.
    Lost {
        /// What it was, gone from the reserve.
        glyph: Glyph,
        /// Where it stood.
        at: Square,
    },
    /// All pieces of this side became undefined again.
    Reset(Color),
}

/// What everybody may know; it may be posted in a channel.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicView(pub(crate) View);

impl PublicView {
    /// The data of the view.
    pub fn as_view(&self) -> &View {
        &self.0
    }
}

impl fmt::Debug for PublicView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Public{:?}", self.0)
    }
}

/// What one side may know; it may only be whispered to the person on that seat.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatView {
    pub(crate) seat: Color,
    pub(crate) view: View,
}

impl SeatView {
    /// Whose view it is.
    pub fn seat(&self) -> Color {
        self.seat
    }

    /// The data of the view.
    pub fn as_view(&self) -> &View {
        &self.view
    }
}

impl fmt::Debug for SeatView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat{:?}", self.view)
    }
}

/// The whole truth of a game. It cannot be printed, which `tests/proofs` proves; what is done with it is done on purpose.
pub struct Truth(pub(crate) View);

impl Truth {
    /// Everything there is to see.
    pub fn as_view(&self) -> &View {
        &self.0
    }
}

#[cfg(test)]
mod tests;
