//! Sets of squares, one bit each.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Color, Square};

/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8. Iteration takes the squares out of a copy, a1 first.
///
/// ```
/// use rules::{Bitboard, Square};
///
/// let corners: Bitboard = ["a1", "h1", "a8", "h8"].iter().filter_map(|name| name.parse::<Square>().ok()).collect();
/// assert_eq!(corners.len(), 4);
/// assert!(corners.contains("a8".parse()?));
/// assert_eq!((corners & Bitboard::rank(0)).map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "h1"]);
/// # Ok::<(), rules::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(pub(crate) u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = 0x8080_8080_8080_8080;

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// Ranks 1 and 8.
    pub const EDGE_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

    /// Returns all squares of a rank, 0 for rank 1.
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xff << (8 * (rank & 7)))
    }

    /// Returns all squares of a file, 0 for the a-file.
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(FILE_A << (file & 7))
    }

    /// Tells whether a square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Tells whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Tells whether the set has two squares or more.
    #[inline(always)]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the lowest square of the set.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(self.lowest())
        }
    }

    /// Returns the highest square of the set.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::from_index(63 - self.0.leading_zeros() as u8))
        }
    }

    /// Returns the lowest square of a set that is not empty.
    #[inline(always)]
    const fn lowest(self) -> Square {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// Moves every square one rank forward, as `color` sees it, and drops those that leave the board.
    #[inline(always)]
    pub const fn ahead(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Moves every square one rank up, and drops those that leave the board.
    #[inline(always)]
    pub const fn north(self) -> Bitboard {
        self.ahead(Color::White)
    }

    /// Moves every square one rank down, and drops those that leave the board.
    #[inline(always)]
    pub const fn south(self) -> Bitboard {
        self.ahead(Color::Black)
    }

    /// Moves every square one file toward the a-file.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !FILE_A) >> 1)
    }

    /// Moves every square one file toward the h-file.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !FILE_H) << 1)
    }
}

/// Returns one bit for each square, that of a1 the lowest.
impl From<Bitboard> for u64 {
    #[inline(always)]
    fn from(squares: Bitboard) -> u64 {
        squares.0
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        let squares = squares.into_iter().map(Bitboard::from);
        squares.fold(Bitboard::EMPTY, |set, square| set | square)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Removes and returns the lowest square of the set.
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
