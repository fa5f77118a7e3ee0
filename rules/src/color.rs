//! The two sides, and a pair of values, one for each side.

use core::{
    fmt,
    ops::{Index, IndexMut, Not},
    str::FromStr,
};

use crate::Square;

/// One of the two sides. A *seat* is the side that a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// Returns the name in lower case, as written in texts: `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// Returns the rank on which its king starts: 0 is rank 1.
    pub(crate) const fn home_rank(self) -> u8 {
        match self {
            Color::White => 0,
            Color::Black => 7,
        }
    }

    /// Returns the rank on which its pawns start: 0 is rank 1.
    pub(crate) const fn second_rank(self) -> u8 {
        match self {
            Color::White => 1,
            Color::Black => 6,
        }
    }

    /// Returns the side of a piece by its letter in a position text: upper case is White's.
    pub(crate) const fn of_symbol(symbol: char) -> Color {
        if symbol.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Returns the letter of the side to move in position texts: `w` or `b`.
    pub(crate) const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// Returns the letter of a piece of this side in a position text.
    pub(crate) const fn symbol(self, letter: char) -> char {
        match self {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Returns the rank of a square as this side counts: 0 is its home rank.
    pub const fn relative_rank(self, square: Square) -> u8 {
        square.rank().abs_diff(self.home_rank())
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// The error for a text that names no side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseColorError;

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a side is written white or black")
    }
}

impl core::error::Error for ParseColorError {}

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `white`, `black`, `w` or `b` in any case.
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        if text.eq_ignore_ascii_case("white") || text.eq_ignore_ascii_case("w") {
            Ok(Color::White)
        } else if text.eq_ignore_ascii_case("black") || text.eq_ignore_ascii_case("b") {
            Ok(Color::Black)
        } else {
            Err(ParseColorError)
        }
    }
}

/// A pair of values, one for each side.
///
/// ```
/// use rules::{ByColor, Color};
///
/// let mut clocks = ByColor::from_fn(|_| 300);
/// clocks[Color::Black] -= 5;
/// assert_eq!((clocks[Color::White], clocks[!Color::White]), (300, 295));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> ByColor<T> {
    /// Builds a pair by calling `make` for each side.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor {
            white: make(Color::White),
            black: make(Color::Black),
        }
    }

    /// Builds a pair from the value of this side and that of the other side.
    ///
    /// ```
    /// use rules::{ByColor, Color};
    ///
    /// let names = ByColor::of(Color::Black, "Ann", "Bob");
    /// assert_eq!((names.white, names.black), ("Bob", "Ann"));
    /// ```
    pub fn of(color: Color, value: T, other: T) -> ByColor<T> {
        match color {
            Color::White => ByColor {
                white: value,
                black: other,
            },
            Color::Black => ByColor {
                white: other,
                black: value,
            },
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}
