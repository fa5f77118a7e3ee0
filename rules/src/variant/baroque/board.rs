//! The pieces of Baroque on a board: bitboards by kind and by color.

use core::fmt;

use crate::{Color, Glyph, Variant, board};

/// A kind of piece, named after the way it captures (baroque Q1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `p`
    Pincer,
    /// `r`
    Coordinator,
    /// `n`
    Leaper,
    /// `b`
    Chameleon,
    /// `q`
    Withdrawer,
    /// `m`
    Immobilizer,
    /// `k`
    King,
}

/// A piece: its side and its kind.
pub(super) type Piece = board::Piece<Kind>;

/// Pieces on their squares; never two on one.
pub(super) type Board = board::Board<Kind, { Kind::ALL.len() }>;

impl Kind {
    pub(super) const ALL: [Kind; 7] = [
        Kind::Pincer,
        Kind::Coordinator,
        Kind::Leaper,
        Kind::Chameleon,
        Kind::Withdrawer,
        Kind::Immobilizer,
        Kind::King,
    ];
}

impl board::PieceKind for Kind {
    const ALL: &'static [Kind] = &Kind::ALL;
    const PAWN: Kind = Kind::Pincer;

    fn of(looks: Glyph) -> Option<Kind> {
        let color = looks.color()?;
        let mut kinds = Kind::ALL.into_iter();
        kinds.find(|&role| glyph(Piece { color, role }) == looks)
    }

    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }

    fn letter(self) -> char {
        match self {
            Kind::Pincer => 'P',
            Kind::Coordinator => 'R',
            Kind::Leaper => 'N',
            Kind::Chameleon => 'B',
            Kind::Withdrawer => 'Q',
            Kind::Immobilizer => 'M',
            Kind::King => 'K',
        }
    }
}

impl fmt::Display for Kind {
    /// Writes the name in words: `long leaper`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = Piece {
            color: Color::White,
            role: *self,
        };
        f.write_str(glyph(piece).name_in(Variant::Baroque))
    }
}

/// Returns the glyph, drawn as the seed does: the pieces of chess, and an upside-down rook.
pub(super) fn glyph(Piece { color, role }: Piece) -> Glyph {
    match role {
        Kind::Pincer => Glyph::Pawn(color),
        Kind::Coordinator => Glyph::Rook(color),
        Kind::Leaper => Glyph::Knight(color),
        Kind::Chameleon => Glyph::Bishop(color),
        Kind::Withdrawer => Glyph::Queen(color),
        Kind::Immobilizer => Glyph::Immobilizer(color),
        Kind::King => Glyph::King(color),
    }
}
