//! Sets of squares, one bit each.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Color, Square};

/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bitboard(pub(crate) u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = 0x8080_8080_8080_8080;

impl Bitboard {
    pub(crate) const EMPTY: Bitboard = Bitboard(0);
    pub(crate) const FULL: Bitboard = Bitboard(!0);
    /// Ranks 1 and 8.
    pub(crate) const EDGE_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

    /// All squares of a rank, 0 for rank 1.
    pub(crate) const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xff << (8 * (rank & 7)))
    }

    /// All squares of a file, 0 for the a-file.
    pub(crate) const fn file(file: u8) -> Bitboard {
        Bitboard(FILE_A << (file & 7))
    }

    #[inline(always)]
    pub(crate) const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are two squares or more.
    #[inline(always)]
    pub(crate) const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square of the set.
    #[inline(always)]
    pub(crate) const fn first(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(self.lowest())
        }
    }

    /// The highest square of the set.
    #[inline(always)]
    pub(crate) const fn last(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::from_index(63 - self.0.leading_zeros() as u8))
        }
    }

    /// The lowest square of a set that is not empty.
    #[inline(always)]
    const fn lowest(self) -> Square {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// Every square moved one forward, as `color` sees it; what leaves the board is gone.
    #[inline(always)]
    pub(crate) const fn ahead(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Every square moved one rank up; what leaves the board is gone.
    #[inline(always)]
    pub(crate) const fn north(self) -> Bitboard {
        self.ahead(Color::White)
    }

    /// Every square moved one rank down; what leaves the board is gone.
    #[inline(always)]
    pub(crate) const fn south(self) -> Bitboard {
        self.ahead(Color::Black)
    }

    /// Every square moved one file toward the a-file.
    #[inline(always)]
    pub(crate) const fn west(self) -> Bitboard {
        Bitboard((self.0 & !FILE_A) >> 1)
    }

    /// Every square moved one file toward the h-file.
    #[inline(always)]
    pub(crate) const fn east(self) -> Bitboard {
        Bitboard((self.0 & !FILE_H) << 1)
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes the lowest square out of the set.
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

macro_rules! operators {
    ($($Op:ident $op:ident $OpAssign:ident $op_assign:ident,)*) => { $(
        impl $Op for Bitboard {
            type Output = Bitboard;

            #[inline(always)]
            fn $op(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$op(other.0))
            }
        }

        impl $OpAssign for Bitboard {
            #[inline(always)]
            fn $op_assign(&mut self, other: Bitboard) {
                self.0.$op_assign(other.0);
            }
        }
    )* };
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign,
    BitOr bitor BitOrAssign bitor_assign,
    BitXor bitxor BitXorAssign bitxor_assign,
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}
