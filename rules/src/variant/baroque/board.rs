//! The pieces of Baroque on a board: bitboards by kind and by color.

use alloc::vec::Vec;
use core::fmt;

use super::show::glyph;
use crate::{
    ByColor, Color, Flaw, Square, Variant,
    bitboard::Bitboard,
    board::{read_ranks, write_ranks},
};

/// What a piece is, named after the way it captures (baroque Q1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
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

/// A piece: whose it is and what it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) color: Color,
    pub(super) kind: Kind,
}

/// Pieces on their squares; never two on one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    kinds: [Bitboard; Kind::ALL.len()],
    colors: ByColor<Bitboard>,
}

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

    /// The upper-case letter.
    pub(super) const fn letter(self) -> char {
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

    /// The kind with this letter, in either case.
    pub(super) fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Kind {
    /// The name in words: `long leaper`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = Piece {
            color: Color::White,
            kind: *self,
        };
        f.write_str(glyph(piece).name_in(Variant::Baroque))
    }
}

impl Board {
    pub(super) const EMPTY: Board = Board {
        kinds: [Bitboard::EMPTY; Kind::ALL.len()],
        colors: ByColor {
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
        },
    };

    /// The squares with pieces of this kind.
    #[inline(always)]
    pub(super) fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// The squares with pieces of this side.
    #[inline(always)]
    pub(super) fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The squares with pieces of this side and kind.
    #[inline(always)]
    pub(super) fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// The squares with pieces.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors.white | self.colors.black
    }

    /// What stands on a square.
    pub(super) fn get(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.color(color).contains(square))?;
        let kind = self.kind_at(square)?;
        Some(Piece { color, kind })
    }

    /// What kind of piece stands on a square.
    #[inline(always)]
    pub(super) fn kind_at(&self, square: Square) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|&kind| self.kind(kind).contains(square))
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn place(&mut self, color: Color, kind: Kind, square: Square) {
        self.kinds[kind as usize] |= Bitboard::from(square);
        self.colors[color] |= Bitboard::from(square);
    }

    /// A piece of this side and kind goes from a square to another, and those of the other side on `victims` are gone.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        color: Color,
        kind: Kind,
        (from, to): (Square, Square),
        victims: Bitboard,
    ) {
        if !victims.is_empty() {
            self.colors[!color] &= !victims;
            for pieces in &mut self.kinds {
                *pieces &= !victims;
            }
        }
        let path = Bitboard::from(from) | Bitboard::from(to);
        self.kinds[kind as usize] ^= path;
        self.colors[color] ^= path;
    }

    /// Reads the first field of a position text; the error has every reason why it is none.
    pub(super) fn read(text: &str) -> Result<Board, Vec<Flaw>> {
        let mut board = Board::EMPTY;
        for (square, symbol, kind) in read_ranks(text, Kind::from_letter)? {
            board.place(Color::of_symbol(symbol), kind, square);
        }
        Ok(board)
    }
}

impl fmt::Display for Board {
    /// The first field of a position text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_ranks(f, |square| {
            self.get(square)
                .map(|piece| piece.color.symbol(piece.kind.letter()))
        })
    }
}
