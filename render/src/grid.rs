//! The measures of pictures.

use std::{fmt, str::FromStr};

use rules::{Color, Square};

/// The width of a picture in pixels; its height follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u32);

impl Size {
    /// The narrowest picture.
    pub const MIN: Size = Size(180);
    /// The widest picture.
    pub const MAX: Size = Size(2160);

    /// The size for which the colors of a theme are chosen; they fit all sizes.
    pub(crate) const PALETTE: Size = Size(300);

    /// Makes a size from a width of 180 to 2160 pixels.
    pub const fn new(width: u32) -> Option<Size> {
        if Size::MIN.0 <= width && width <= Size::MAX.0 {
            Some(Size(width))
        } else {
            None
        }
    }

    /// Returns the width in pixels.
    pub const fn width(self) -> u32 {
        self.0
    }

    /// Returns the height of the picture of a view, in pixels.
    pub fn height(self) -> u32 {
        Grid::new(self).height()
    }
}

impl Default for Size {
    /// Returns 720 pixels.
    fn default() -> Size {
        Size(720)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not the size of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSizeError;

impl fmt::Display for ParseSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a size is a width in pixels from {} to {}, such as 720",
            Size::MIN,
            Size::MAX
        )
    }
}

impl std::error::Error for ParseSizeError {}

impl FromStr for Size {
    type Err = ParseSizeError;

    /// Parses the width in pixels: `720`.
    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        text.parse().ok().and_then(Size::new).ok_or(ParseSizeError)
    }
}

/// The measures of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    pub(crate) width: u32,
    /// The side of a square.
    pub(crate) square: u32,
    /// The width of the frame on each side of the board.
    pub(crate) left: u32,
    pub(crate) right: u32,
    /// The height of the letters of the files.
    pub(crate) files: u32,
    /// The font size of the coordinates.
    pub(crate) coordinate: f32,
    /// The height of a seat's strip.
    pub(crate) seat: u32,
    /// The width of a slot in a strip.
    pub(crate) slot: u32,
    /// The width of the end of a strip that has slots.
    pub(crate) end: u32,
}

impl Grid {
    pub(crate) fn new(size: Size) -> Grid {
        Grid::of_width(size.width())
    }

    /// Makes the measures of a board of this width, which can be a part of a picture.
    pub(crate) fn of_width(width: u32) -> Grid {
        let square = (width - width / 30 * 2) / 8;
        let frame = width - square * 8;
        Grid {
            width,
            square,
            left: frame / 2,
            right: frame - frame / 2,
            files: frame / 2,
            coordinate: width as f32 / 40.0,
            seat: square * 5 / 8,
            slot: width / 11,
            end: frame - frame / 2 + width / 90,
        }
    }

    /// Makes the measures of a board without a frame, which is up to seven pixels narrower than the size.
    pub(crate) fn bare(size: Size) -> Grid {
        let square = size.width() / 8;
        let width = square * 8;
        Grid {
            width,
            square,
            left: 0,
            right: 0,
            files: 0,
            coordinate: square as f32 * 0.23,
            end: width / 90,
            ..Grid::of_width(width)
        }
    }

    /// Makes the measures of a small board of this width. Its coordinates take relatively more space, so that they are
    /// readable.
    pub(crate) fn of_small_board(width: u32) -> Grid {
        let left = width / 16;
        let square = (width - left - width / 60) / 8;
        Grid {
            square,
            left,
            right: width - left - square * 8,
            files: left,
            coordinate: left as f32 * 0.8,
            ..Grid::of_width(width)
        }
    }

    /// Returns the height of the picture of a view: eight ranks, the letters of the files, and the strips of both
    /// seats.
    pub(crate) fn height(&self) -> u32 {
        8 * self.square + self.files + 2 * self.seat
    }

    /// Returns the square at a point of the picture, counted from the top left corner, if there is one.
    pub(crate) fn square_at(&self, bottom: Color, x: u32, y: u32) -> Option<Square> {
        let column = x.checked_sub(self.left)? / self.square;
        let row = y.checked_sub(self.seat)? / self.square;
        let (column, row) = (u8::try_from(column).ok()?, u8::try_from(row).ok()?);
        match bottom {
            Color::White => Square::new(column, 7_u8.checked_sub(row)?),
            Color::Black => Square::new(7_u8.checked_sub(column)?, row),
        }
    }

    /// Returns the unit of details: a pixel in a picture of 720 pixels width.
    pub(crate) fn unit(&self) -> f32 {
        self.width as f32 / 720.0
    }
}

#[cfg(test)]
mod tests;
