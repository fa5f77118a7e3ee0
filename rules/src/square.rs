//! Squares of the board.

use core::{fmt, str::FromStr};

/// A square of the 8x8 board, in the order a1, b1, ... h1, a2, ... h8.
///
/// ```
/// use rules::Square;
///
/// let square: Square = "e4".parse()?;
/// assert_eq!((square.file(), square.rank(), square.index()), (4, 3, 28));
/// assert_eq!(Square::new(4, 3), Some(square));
/// assert_eq!(square.to_string(), "e4");
/// # Ok::<(), rules::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square on a file (0 for a) and a rank (0 for rank 1), if both are on the board.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 {
            Some(Square(rank * 8 + file))
        } else {
            None
        }
    }

    /// Returns the square with this index, 0 for a1, 7 for h1, 63 for h8; higher bits are ignored.
    #[inline]
    pub const fn from_index(index: u8) -> Square {
        Square(index & 63)
    }

    /// Returns the index: 0 for a1, 7 for h1, 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the file: 0 for the a-file, 7 for the h-file.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the rank: 0 for rank 1, 7 for rank 8.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Returns all squares, a1 first, h8 last.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64).map(Square)
    }

    /// Tells whether the square is light: h1 is, a1 is not.
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }
}

impl fmt::Debug for Square {
    /// Writes the name, as `Display` does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// The error for a text that is no square such as `e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter from a to h and a digit from 1 to 8, such as e4")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `e4` or `E4`.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        Square::new(file, rank.wrapping_sub(b'1')).ok_or(ParseSquareError)
    }
}

#[cfg(test)]
mod tests;
