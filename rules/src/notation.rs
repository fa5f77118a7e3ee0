//! What the short notations of all variants have in common.

use alloc::vec::Vec;

use crate::{Action, ReadActionError, Role, Square};

/// Where a piece comes from, as far as a text says.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) file: Option<u8>,
    pub(crate) rank: Option<u8>,
}

impl Origin {
    /// Reads a file, a rank, both or nothing.
    pub(crate) fn read(text: &str) -> Option<Origin> {
        let file = |symbol: u8| (b'a'..=b'h').contains(&symbol).then(|| symbol - b'a');
        let rank = |symbol: u8| (b'1'..=b'8').contains(&symbol).then(|| symbol - b'1');
        let (file, rank) = match *text.to_ascii_lowercase().as_bytes() {
            [] => (None, None),
            [symbol] if symbol.is_ascii_digit() => (None, Some(rank(symbol)?)),
            [symbol] => (Some(file(symbol)?), None),
            [one, other] => (Some(file(one)?), Some(rank(other)?)),
            _ => return None,
        };
        Some(Origin { file, rank })
    }

    /// Whether the text says nothing of it.
    pub(crate) fn is_open(self) -> bool {
        self.file.is_none() && self.rank.is_none()
    }

    /// Whether a piece on this square may be meant.
    pub(crate) fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

/// Whether a text begins with a capital letter.
pub(crate) fn is_capital(text: &str) -> bool {
    text.starts_with(|symbol: char| symbol.is_ascii_uppercase())
}

/// Takes `=Q`, `=q` or `q` off the end; `None` if something else stands there.
pub(crate) fn split_promotion(text: &str) -> Option<(&str, Option<Role>)> {
    let last = text.chars().next_back()?;
    if last.is_ascii_digit() {
        return Some((text, None));
    }
    let role = Role::from_letter(last)?;
    let rest = &text[..text.len() - 1];
    Some((rest.strip_suffix('=').unwrap_or(rest), Some(role)))
}

/// The action that a text means which is read as each of `found` in short notation, and perhaps as coordinates. Those
/// need not be legal where they are all that it can be.
pub(crate) fn meant(
    mut found: Vec<Action>,
    coordinates: Option<Action>,
    legal: &[Action],
) -> Result<Action, ReadActionError> {
    match coordinates {
        Some(action) if found.is_empty() => return Ok(action),
        Some(action) if legal.contains(&action) && !found.contains(&action) => found.push(action),
        _ => {}
    }
    match found[..] {
        [] => Err(ReadActionError::NoSuchMove),
        [action] => Ok(action),
        _ => Err(ReadActionError::Ambiguous(found)),
    }
}
