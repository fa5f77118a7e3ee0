//! The look of a picture.

use std::{fmt, str::FromStr, sync::Arc};

use rules::{ByColor, Color, Square};

use crate::{Captions, Theme, grid::Grid};

/// The look of a picture, apart from its content.
#[derive(Clone)]
pub struct Look {
    /// The width of the picture.
    pub size: Size,
    /// The colors.
    pub theme: Theme,
    /// The side at the bottom of the board.
    pub bottom: Color,
    /// The names of the players. Long names are shortened. Signs that the embedded fonts lack are omitted; if they lack
    /// a letter, the name of the side replaces the name.
    pub names: ByColor<String>,
    /// The other texts.
    pub captions: Arc<dyn Captions>,
}

/// The highlights for a player who chooses a move, or has chosen an illegal one.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// The chosen piece.
    pub chosen: Option<Square>,
    /// The target squares of the chosen piece.
    pub targets: Vec<Square>,
    /// The squares that make a move illegal.
    pub causes: Vec<Square>,
    /// Kings in danger, besides those in check.
    pub threatened: Vec<Square>,
}

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

#[cfg(test)]
mod tests;
