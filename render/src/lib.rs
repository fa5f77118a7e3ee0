//! Draws a view of a game as a picture and tells it as text.
//!
//! ```
//! use render::{Look, Renderer, Size, Theme};
//! use rules::{ByColor, Color, Game, Setup};
//!
//! let game = Game::new(&"berolina".parse::<Setup>()?);
//! let names = ByColor { white: "Ann".to_string(), black: "Bob".to_string() };
//! let look = Look { size: Size::default(), theme: Theme::Light, bottom: Color::White, names };
//! let png = Renderer::new().png(game.public_view().as_view(), &look);
//! let alternative = render::text::alt(game.public_view().as_view(), &look.names);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The way of a picture is `View -> Scene -> pixels -> PNG`:
//!
//! - `scene` says which tile stands where. It is pure geometry, and the whole picture is a grid of tiles: squares,
//!   coordinates, the strip of each seat.
//! - `raster` draws one tile, `palette` reduces its colors to the few of its theme, and `stream` packs it as the bits
//!   of a PNG file. A [`Renderer`] does that once for each tile and keeps the result.
//! - A picture then is packed tiles put together, and `png` makes a file of it.
//!
//! A [`Film`] of views becomes an animation: `gif` draws the same tiles onto one screen and writes what is new of each
//! frame. A [`Diagram`] explains a rule by marks and arrows on a board.
//!
//! This crate knows a [`rules::View`] and nothing else of a game, so a picture cannot show what its audience may not
//! know. Everything drawn is embedded: no file is read and no font of the system is used, and equal input gives equal
//! bytes. Pictures have a twin in words, made from the same view: [`text`]. What the rules say of a move
//! that is no picture of a view is put in English by [`words`].

mod art;
mod cache;
mod diagram;
mod film;
mod font;
mod gif;
mod look;
mod palette;
mod png;
mod raster;
mod renderer;
mod scene;
mod sheet;
mod stream;
#[cfg(test)]
mod testing;
pub mod text;
mod theme;
pub mod words;

use rules::{Color, Square};

/// The square at a point of a picture of this size with this side at the bottom: `x` pixels from its left edge, `y` from
/// its top.
pub fn square_at(size: Size, bottom: Color, x: u32, y: u32) -> Option<Square> {
    scene::Grid::new(size).square_at(bottom, x, y)
}

pub use crate::{
    diagram::{Board, Diagram, Mark},
    film::Film,
    look::{Hints, Look, ParseSizeError, Size},
    renderer::Renderer,
    theme::{ParseThemeError, Theme},
};
