//! The signs in a picture that a chess player may not know.

use rules::{Color, Glyph, Square, View};

use super::{steps, taken};
use crate::tile::Holding;

/// A sign in the picture of a view that a chessboard does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureSign {
    /// A question mark: an undefined piece.
    Undefined,
    /// Pieces and numbers next to the names: the reserve of a side.
    Reserve,
    /// Ice around a piece that cannot move.
    Frozen,
    /// A dashed frame with a mask around a piece or object that the other side does not see.
    Unseen,
    /// A pale piece or object, which the last turn removed from its square.
    Gone,
    /// Numbers: the steps of the last turn, in order.
    Steps,
    /// Signs next to the names: the powers that each side can use once in a game.
    Powers,
}

impl PictureSign {
    /// Returns the signs in the picture of a view.
    pub fn of(view: &View) -> Vec<PictureSign> {
        let is_undefined = |cell: &Option<Glyph>| matches!(cell, Some(Glyph::Undefined(_)));
        let is_gone = |at: Square| view.glyph(at).is_none() && taken(view, at).is_some();
        let holds = |is_it: fn(Holding) -> bool| {
            let sides = Color::ALL.into_iter();
            sides.flat_map(|color| Holding::of(color, view)).any(is_it)
        };
        let is_reserve = |it| matches!(it, Holding::Reserve(..));
        let is_power = |it| matches!(it, Holding::Power(..));
        [
            (PictureSign::Undefined, view.cells.iter().any(is_undefined)),
            (PictureSign::Reserve, holds(is_reserve)),
            (PictureSign::Frozen, !view.marks.frozen.is_empty()),
            (PictureSign::Unseen, !view.marks.stealth.is_empty()),
            (PictureSign::Gone, Square::all().any(is_gone)),
            (PictureSign::Steps, !steps(view).is_empty()),
            (PictureSign::Powers, holds(is_power)),
        ]
        .into_iter()
        .filter_map(|(sign, is_there)| is_there.then_some(sign))
        .collect()
    }
}
