//! Draws a view of a game as a picture.
//!
//! ```
//! use std::sync::Arc;
//!
//! use render::{Look, Renderer, Scene, Size, Theme, Wordless};
//! use rules::{ByColor, Color, Game, Setup};
//!
//! let game = Game::new(&"berolina".parse::<Setup>()?);
//! let names = ByColor { white: "Ann".to_string(), black: "Bob".to_string() };
//! let look = Look {
//!     size: Size::default(),
//!     theme: Theme::LIGHT,
//!     bottom: Color::White,
//!     names,
//!     captions: Arc::new(Wordless),
//! };
//! let scene = Scene::new(game.public_view().as_view(), &look);
//! let (mut png, mut svg) = (Vec::new(), Vec::new());
//! let renderer = Renderer::new();
//! renderer.png(&scene, &mut png)?;
//! renderer.svg(&scene, &mut svg)?;
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The texts on a picture come from [`Captions`], in any language. The feature `text` draws them, and the names of the players.
//! Without it, a picture has its coordinates and numbers, but no other text.
//!
//! A [`Renderer`] draws a [`Scene`]: a view, a [`Diagram`] that explains a rule by marks and arrows on a board, a contact
//! sheet, or a [`Canvas`] on which the caller draws. It draws [`Frames`] of views as an animation. A [`Theme`] defines other
//! colors, and a [`PieceSet`] other pieces.
//!
//! The pipeline of a picture is `View -> Scene -> Sketch -> pixels -> PNG`, or from the sketch straight to SVG:
//!
//! - `tiling` places the tiles of a view. It is pure geometry, and the whole picture is a grid of tiles: squares,
//!   coordinates, the strip of each seat.
//! - `sketch` defines the shapes of a tile. `raster` paints it as pixels, `svg` writes it as a document.
//! - `palette` reduces the colors of a painted tile to those of its theme. The crate `packer` compresses the tile to the bits of
//!   a PNG file. A renderer does that once for each tile and caches the result.
//! - A picture then consists of packed tiles, and `png` makes a file from them. An animation draws the same tiles onto one
//!   screen, and `gif` writes the changes of each frame. A diagram or a canvas is painted and written as a whole.
//!
//! This crate gets only a [`rules::View`] of a game, so a picture cannot show information that is hidden from its audience. It
//! embeds all drawings and fonts, and reads no file of the system. Equal input gives equal bytes.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod cache;
mod canvas;
mod captions;
mod diagram;
#[cfg(feature = "text")]
mod font;
#[cfg(not(feature = "text"))]
#[path = "font/none.rs"]
mod font;
mod frames;
mod gif;
mod grid;
mod letters;
mod look;
mod mark;
mod palette;
mod pieces;
mod png;
mod raster;
mod renderer;
mod scene;
mod sheet;
mod sketch;
mod sprite;
mod style;
mod svg;
mod symbol;
#[cfg(test)]
mod testing;
mod theme;
mod tile;
mod tiling;

use std::io;

use rules::{Color, Square};

/// Returns the square at a point of a picture of this size with this side at the bottom: `x` pixels from its left edge,
/// `y` from its top.
///
/// ```
/// use render::{Size, square_at};
/// use rules::Color;
///
/// let square = square_at(Size::default(), Color::White, 30, 60);
/// assert_eq!(square, "a8".parse().ok());
/// assert_eq!(square_at(Size::default(), Color::White, 0, 0), None);
/// ```
pub fn square_at(size: Size, bottom: Color, x: u32, y: u32) -> Option<Square> {
    grid::Grid::new(size).square_at(bottom, x, y)
}

/// Runs a [`Renderer`] method with a buffer in memory, which cannot fail, and returns the bytes.
pub fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory takes everything");
    bytes
}

pub use crate::{
    canvas::{BoardExtent, Canvas, Weight},
    captions::{Captions, Standing, Wordless},
    diagram::{ArrowKind, Diagram, DiagramBoard},
    frames::Frames,
    grid::{ParseSizeError, Size},
    look::{Hints, Look},
    mark::Mark,
    pieces::{PieceFlaw, PieceSet, PieceSetError},
    renderer::Renderer,
    scene::Scene,
    sprite::Sprite,
    style::PieceStyle,
    theme::{Inks, ParseThemeError, Rgb, Squares, Strip, Theme},
    tiling::PictureSign,
};
