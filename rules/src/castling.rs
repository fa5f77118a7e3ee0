//! Castling as in chess: the squares of king and rook, and the castling rights.

use alloc::string::String;
use core::fmt;

use crate::{Bitboard, Color, Field, Flaw, Glyph, Placed, Square, attacks, zobrist};

/// One of the two castlings of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wing {
    /// Castling with the rook of the h-file.
    Short,
    /// Castling with the rook of the a-file.
    Long,
}

/// The squares of king and rook when a side castles.
#[derive(Clone, Copy)]
pub(crate) struct Castling {
    pub(crate) wing: Wing,
    pub(crate) king: Square,
    pub(crate) king_to: Square,
    pub(crate) rook: Square,
    /// The target of the rook, which is also the square that the king crosses.
    pub(crate) rook_to: Square,
}

/// The castling rights of both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rights(u8);

/// The name of the castling rights in keys.
const RIGHTS: u64 = 63;

impl Wing {
    pub(crate) const ALL: [Wing; 2] = [Wing::Short, Wing::Long];

    /// Returns its notation: `O-O`.
    pub(crate) const fn caption(self) -> &'static str {
        match self {
            Wing::Short => "O-O",
            Wing::Long => "O-O-O",
        }
    }

    /// Reads `O-O`, `0-0-0`, `oo`: letters or zeros, with or without hyphens.
    pub(crate) fn read(text: &str) -> Option<Wing> {
        match text.replace('-', "").replace(['o', '0'], "O").as_str() {
            "OO" => Some(Wing::Short),
            "OOO" => Some(Wing::Long),
            _ => None,
        }
    }
}

impl Castling {
    #[inline(always)]
    pub(crate) const fn new(color: Color, wing: Wing) -> Castling {
        let home = 8 * color.home_rank();
        let (king_to, rook, rook_to) = match wing {
            Wing::Short => (6, 7, 5),
            Wing::Long => (2, 0, 3),
        };
        Castling {
            wing,
            king: Square::from_index(home + 4),
            king_to: Square::from_index(home + king_to),
            rook: Square::from_index(home + rook),
            rook_to: Square::from_index(home + rook_to),
        }
    }

    /// Returns the castling that has the squares of this king's move, if there is one.
    #[inline(always)]
    pub(crate) fn of_king_move(color: Color, from: Square, to: Square) -> Option<Castling> {
        let wing = if from < to { Wing::Short } else { Wing::Long };
        let castling = Castling::new(color, wing);
        (castling.king == from && castling.king_to == to).then_some(castling)
    }
}

impl Rights {
    pub(crate) const NONE: Rights = Rights(0);
    pub(crate) const ALL: Rights = Rights(0b1111);

    const fn bit(color: Color, wing: Wing) -> u8 {
        1 << (2 * color as u8 + wing as u8)
    }

    #[inline(always)]
    pub(crate) fn has(self, color: Color, wing: Wing) -> bool {
        self.0 & Rights::bit(color, wing) != 0
    }

    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the share of the rights in the key of a position.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        zobrist::word(RIGHTS, self.0.into())
    }

    /// Returns the rights that fulfil a condition.
    pub(crate) fn of(is_held: impl Fn(Color, Wing) -> bool) -> Rights {
        all()
            .filter(|&(color, wing)| is_held(color, wing))
            .fold(Rights::NONE, |rights, (color, wing)| {
                rights.with(color, wing)
            })
    }

    fn with(self, color: Color, wing: Wing) -> Rights {
        Rights(self.0 | Rights::bit(color, wing))
    }

    /// Returns the rights left after a piece left or entered this square: a king or its partner moved, or the partner was
    /// captured.
    #[inline(always)]
    pub(crate) fn after(self, square: Square) -> Rights {
        Rights(self.0 & KEPT[square.index()])
    }

    /// Returns every right that is held, in the order of texts.
    pub(crate) fn held(self) -> impl Iterator<Item = (Color, Wing)> {
        all().filter(move |&(color, wing)| self.has(color, wing))
    }

    /// Returns the squares of the pieces that castle with their king, for every right that is held.
    pub(crate) fn rooks(self) -> Bitboard {
        let castlings = self.held().map(|(color, wing)| Castling::new(color, wing));
        castlings.map(|castling| castling.rook).collect()
    }

    /// Returns the castlings of a side that is not in check. The squares between king and partner are empty, and the king
    /// crosses and enters safe squares only.
    #[inline(always)]
    pub(crate) fn castlings(
        self,
        color: Color,
        occupied: Bitboard,
        is_safe: impl Fn(Square) -> bool,
    ) -> impl Iterator<Item = Castling> {
        let held = Wing::ALL
            .into_iter()
            .filter(move |&wing| self.has(color, wing));
        held.map(move |wing| Castling::new(color, wing))
            .filter(move |castling| {
                (attacks::between(castling.king, castling.rook) & occupied).is_empty()
                    && is_safe(castling.rook_to)
                    && is_safe(castling.king_to)
            })
    }

    /// Reads `-` or letters of `KQkq`; the error is the flaw of the text.
    pub(crate) fn read(text: &str) -> Result<Rights, Flaw> {
        let flaw = || Flaw::Malformed {
            field: Field::Castling,
            found: text.into(),
        };
        if text == "-" {
            return Ok(Rights::NONE);
        }
        if text.is_empty() {
            return Err(flaw());
        }
        text.chars().try_fold(Rights::NONE, |rights, letter| {
            let (color, wing) = all()
                .find(|&(color, wing)| right_letter(color, wing) == letter)
                .ok_or_else(flaw)?;
            if rights.has(color, wing) {
                Err(flaw())
            } else {
                Ok(rights.with(color, wing))
            }
        })
    }
}

impl fmt::Display for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self
            .held()
            .map(|(color, wing)| right_letter(color, wing))
            .collect();
        f.write_str(if letters.is_empty() { "-" } else { &letters })
    }
}

/// Returns the flaw of a right that is held while its king or its partner is not on its start square.
pub(crate) fn flaw_of_right(color: Color, wing: Wing, partner: Glyph) -> Flaw {
    let Castling { king, rook, .. } = Castling::new(color, wing);
    Flaw::CastlingRight {
        right: right_letter(color, wing),
        king: Placed {
            glyph: Glyph::King(color),
            at: king,
        },
        partner: Placed {
            glyph: partner,
            at: rook,
        },
    }
}

/// Returns the letter of a right in texts.
fn right_letter(color: Color, wing: Wing) -> char {
    color.symbol(match wing {
        Wing::Short => 'k',
        Wing::Long => 'q',
    })
}

/// Returns all rights in the order of texts.
fn all() -> impl Iterator<Item = (Color, Wing)> {
    Color::ALL
        .into_iter()
        .flat_map(|color| Wing::ALL.into_iter().map(move |wing| (color, wing)))
}

/// The rights that a move from or to each square keeps.
static KEPT: [u8; 64] = {
    let mut kept = [Rights::ALL.0; 64];
    let mut n = 0;
    while n < 4 {
        let (color, wing) = (Color::ALL[n / 2], Wing::ALL[n % 2]);
        let castling = Castling::new(color, wing);
        kept[castling.king.index()] &= !Rights::bit(color, wing);
        kept[castling.rook.index()] &= !Rights::bit(color, wing);
        n += 1;
    }
    kept
};
