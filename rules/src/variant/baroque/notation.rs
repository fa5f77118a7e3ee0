//! The peculiarities of Baroque's notation.
//!
//! Captions are in the style of the seed, and list the other pieces that leave the board (baroque Q38):
//!
//! - a pincer has its letter and both squares, as in `Pc2c4`, because pincers come from a distance and from all sides;
//! - the victims stand behind the move, `Pc2c4(c5,d4)`; a capture by the king is written as in chess, `Kxe5`.
//!
//! In the text that is read, the `P` of a pincer and the victims are optional.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    board::Kind,
    position::{Path, Position, plain_step},
};
use crate::{
    Action, ReadActionError, Square,
    notation::{Notation, Sign},
};

impl Notation for Position {
    type Kind = Kind;

    const NAMES_PAWNS: bool = true;
    const PAWNS_KEEP_FILE: bool = false;
    /// The length of a move with the greatest number of victims.
    const MAX_LEN: usize = 64;

    /// Reads exact coordinates of actions that Baroque does not have, so that the reason against them can be given.
    fn read_special(&self, text: &str) -> Option<Result<Action, ReadActionError>> {
        let action = text.parse().ok();
        action
            .filter(|&action| plain_step(action).is_none())
            .map(Ok)
    }

    /// Strips `(c5,d4)` from the end.
    fn without_effects(text: &str) -> &str {
        text.strip_suffix(')')
            .and_then(|text| text.rsplit_once('('))
            .map_or(text, |(text, _)| text)
    }

    fn sign(text: &str) -> Option<Sign> {
        match text.strip_prefix('-').unwrap_or(text) {
            "" => Some(Sign::Move),
            text if text.trim_matches(['x', 'X', ':']).is_empty() => Some(Sign::Capture),
            _ => None,
        }
    }

    fn victim_list(&self, action: Action) -> String {
        let names: Vec<String> =
            match plain_step(action).map(|step| (self.kind_at(step.from), step)) {
                Some((Some(kind), step)) if kind != Kind::King => {
                    let victims = victims(self, kind, step).into_iter();
                    victims.map(|square| square.to_string()).collect()
                }
                _ => Vec::new(),
            };
        if names.is_empty() {
            String::new()
        } else {
            format!("({})", names.join(","))
        }
    }
}

/// Returns the victims of a move, in alphabetical order.
pub(super) fn victims(position: &Position, kind: Kind, step: Path) -> Vec<Square> {
    let mut victims: Vec<Square> = position.victims(kind, step).collect();
    victims.sort_by_key(|square| (square.file(), square.rank()));
    victims
}

#[cfg(test)]
mod tests;
