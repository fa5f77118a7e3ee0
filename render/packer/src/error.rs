//! The reasons why pixels cannot be packed.

use std::{error, fmt};

/// The reason why pixels cannot be packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackError {
    /// The pixels of a tile are no rows of its width.
    NotRows {
        /// The number of pixels.
        n_pixels: usize,
        /// The width of the tile.
        width: usize,
    },
    /// The picture is too wide.
    TooWide {
        /// The width of the picture.
        width: usize,
        /// The maximum width.
        max: usize,
    },
    /// The tiles of a band are not exactly as wide as the picture together, or not all of one height.
    Uneven {
        /// The number of the band, from 0.
        band: usize,
    },
    /// A color is 128 or more.
    Color(u8),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::NotRows { n_pixels, width } => {
                write!(
                    f,
                    "{n_pixels} pixels are no rows of {width}; pass one or more whole rows"
                )
            }
            PackError::TooWide { width, max } => {
                write!(
                    f,
                    "a picture of {width} pixels is too wide; at most {max} are possible"
                )
            }
            PackError::Uneven { band } => write!(
                f,
                "band {band} does not cover the picture; pass tiles of one height that are together as wide as the picture"
            ),
            PackError::Color(color) => {
                write!(f, "color {color} is too high; use a palette of 128 colors")
            }
        }
    }
}

impl error::Error for PackError {}
