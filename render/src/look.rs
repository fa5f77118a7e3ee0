//! The look of a picture.

use std::sync::Arc;

use rules::{ByColor, Color, Square};

use crate::{Captions, Size, Theme};

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

/// The highlights for the choice of a move, or after the choice of an illegal one.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// The chosen piece.
    pub chosen: Option<Square>,
    /// The target squares of the chosen piece.
    pub targets: Vec<Square>,
    /// The squares that make a move illegal.
    pub causes: Vec<Square>,
}
