//! How a picture is to look.

use std::{fmt, str::FromStr, sync::Arc};

use rules::{ByColor, Color, Square};

use crate::{Captions, Theme, grid::Grid};

/// How a picture is to look, apart from what it shows.
#[derive(Clone)]
pub struct Look {
    /// How wide the picture is.
    pub size: Size,
    /// Its colors.
    pub theme: Theme,
    /// The side at the bottom of the board.
    pub bottom: Color,
    /// Who plays each side. Names too long are shortened; signs that the embedded fonts lack are left out, and if they
    /// lack a letter of a name, the side stands in its place.
    pub names: ByColor<String>,
    /// What is written besides.
    pub captions: Arc<dyn Captions>,
}

/// What a picture points out to somebody who is about to choose, or has chosen what is illegal.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// The piece that is chosen.
    pub chosen: Option<Square>,
    /// Where it may go.
    pub targets: Vec<Square>,
    /// What forbids a move.
    pub causes: Vec<Square>,
    /// Kings that are in danger, beside those in check.
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

    /// The size at which the colors of a theme are chosen; they fit all sizes.
    pub(crate) const PALETTE: Size = Size(300);

    /// A width from 180 to 2160 pixels.
    pub const fn new(width: u32) -> Option<Size> {
        if Size::MIN.0 <= width && width <= Size::MAX.0 {
            Some(Size(width))
        } else {
            None
        }
    }

    /// The width in pixels.
    pub const fn width(self) -> u32 {
        self.0
    }

    /// How high the picture of a view is, in pixels.
    pub fn height(self) -> u32 {
        Grid::new(self).height()
    }
}

impl Default for Size {
    /// 720 pixels.
    fn default() -> Size {
        Size(720)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is no size of a picture.
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

    /// Reads the width in pixels: `720`.
    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        text.parse().ok().and_then(Size::new).ok_or(ParseSizeError)
    }
}

#[cfg(test)]
mod tests;
