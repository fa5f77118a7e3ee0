//! What is Baroque's own in what people write for a move.
//!
//! Captions are in the style of the seed, and tell what else leaves the board (baroque Q38):
//!
//! - a pincer has its letter, both squares, as in `Pc2c4`: pincers come from far and from all sides;
//! - the victims stand behind the move, `Pc2c4(c5,d4)`; what the king steps upon is taken as in chess, `Kxe5`.
//!
//! What is read is wider: with or without the `P` of a pincer and victims.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    board::Kind,
    plain_step,
    position::{Path, Position},
};
use crate::{
    Action, ReadActionError, Square,
    notation::{Notation, Sign},
};

impl Notation for Position {
    type Kind = Kind;

    const NAMES_PAWNS: bool = true;
    const PAWNS_KEEP_FILE: bool = false;
    /// A move with as many victims as there can be.
    const MAX_LEN: usize = 64;

    /// Exact coordinates of what nobody does in Baroque, so that it can be said why.
    fn read_special(&self, text: &str) -> Option<Result<Action, ReadActionError>> {
        let action = text.parse().ok();
        action
            .filter(|&action| plain_step(action).is_none())
            .map(Ok)
    }

    /// Takes `(c5,d4)` off the end.
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

/// What a move captures, in the order of the alphabet.
pub(super) fn victims(position: &Position, kind: Kind, step: Path) -> Vec<Square> {
    let mut victims: Vec<Square> = position.victims(kind, step).collect();
    victims.sort_by_key(|square| (square.file(), square.rank()));
    victims
}

#[cfg(test)]
mod tests;
