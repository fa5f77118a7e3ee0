//! What people write for a move.
//!
//! Captions are in the style of the seed, and tell what else leaves the board (baroque Q38):
//!
//! - a piece has its letter, then as much of where it came from as is needed, and where it goes: `Rc5`, `Nbd2`, `Q4e1`;
//! - a pincer has its letter, both squares, as in `Pc2c4`: pincers come from far and from all sides;
//! - the victims stand behind the move, `Pc2c4(c5,d4)`; what the king steps upon is taken as in chess, `Kxe5`;
//! - `+` for check, `#` for mate.
//!
//! What is read is wider: coordinates (`c2c4`, `C2-C4`) and short notation in any case, blanks anywhere, with or without
//! the `P` of a pincer, `x`, victims, `+`, `#`, `!` and `?`. A capital B is a chameleon if one can go there, else the
//! b-file; a small b may be either, and is ambiguous when both can. Coordinates in small letters are coordinates and
//! nothing else.

use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use super::{
    board::Kind,
    plain_step,
    position::{Position, Step},
};
use crate::{Action, Position as _, board::Kind as _, ReadActionError, Square, notation::Origin};

/// The longest text worth reading, in bytes: a move with as many victims as there can be.
const MAX_LEN: usize = 64;

/// Reads what a person typed.
pub(super) fn read(
    position: &Position,
    legal: &[Action],
    text: &str,
) -> Result<Action, ReadActionError> {
    if text.len() > MAX_LEN {
        return Err(ReadActionError::Malformed);
    }
    let text: String = text
        .chars()
        .filter(|symbol| !symbol.is_whitespace())
        .collect();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let words = Words::split(without_victims(text));
    match words.map(|words| words.resolve(position, legal)) {
        Some(Err(ReadActionError::Malformed)) | None => {
            text.parse().map_err(|_| ReadActionError::Malformed)
        }
        Some(resolved) => resolved,
    }
}

/// A legal move in short notation; its plain text if it is not legal.
pub(super) fn caption(position: &Position, action: Action) -> String {
    let legal = position.legal_list();
    let (Some(step), true) = (plain_step(action), legal.contains(&action)) else {
        return action.to_string();
    };
    let kind = position.board.role_at(step.from).unwrap_or(Kind::Pincer);
    let is_read_back = |form: &String| read(position, &legal, form) == Ok(action);
    let form = forms(position, kind, step).into_iter().find(is_read_back);
    let victims = match kind {
        Kind::King => Vec::new(),
        _ => victims(position, kind, step),
    };
    let next = position.moved(kind, step);
    form.unwrap_or_else(|| action.to_string()) + &list_of(&victims) + check_sign(&next)
}

/// What a move captures, in the order of the alphabet.
pub(super) fn victims(position: &Position, kind: Kind, step: Step) -> Vec<Square> {
    let mut victims: Vec<Square> = position.victims(kind, step).collect();
    victims.sort_by_key(|square| (square.file(), square.rank()));
    victims
}

/// `(c5,d4)`, or nothing.
fn list_of(victims: &[Square]) -> String {
    let names: Vec<String> = victims.iter().map(ToString::to_string).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("({})", names.join(","))
    }
}

fn check_sign(next: &Position) -> &'static str {
    if next.checkers().is_empty() {
        ""
    } else if next.has_legal_action() {
        "+"
    } else {
        "#"
    }
}

/// The ways to write a move, shortest first.
fn forms(position: &Position, kind: Kind, step: Step) -> Vec<String> {
    let Step { from, to } = step;
    let file = from.to_string()[..1].to_owned();
    let rank = from.to_string()[1..].to_owned();
    let origins = match kind {
        Kind::Pincer => vec![from.to_string()],
        _ => vec![String::new(), file, rank, from.to_string()],
    };
    let is_step_upon = kind == Kind::King && !position.victims(kind, step).is_empty();
    let cross = if is_step_upon { "x" } else { "" };
    let write = |origin| format!("{}{origin}{cross}{to}", kind.letter());
    origins.into_iter().map(write).collect()
}

/// Takes `(c5,d4)` off the end: victims follow from the move, so it does not matter what a person says of them.
fn without_victims(text: &str) -> &str {
    text.strip_suffix(')')
        .and_then(|text| text.rsplit_once('('))
        .map_or(text, |(text, _)| text)
}

/// The parts of a text: what moves and where to.
struct Words<'a> {
    /// A letter, a square, parts of them, or nothing.
    head: &'a str,
    is_capture: bool,
    to: Square,
}

impl<'a> Words<'a> {
    fn split(text: &'a str) -> Option<Words<'a>> {
        let (head, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let bare = head.trim_end_matches(['x', 'X', ':']);
        Some(Words {
            head: bare.strip_suffix('-').unwrap_or(bare),
            is_capture: bare.len() < head.len(),
            to: to.parse().ok()?,
        })
    }

    fn resolve(&self, position: &Position, legal: &[Action]) -> Result<Action, ReadActionError> {
        let by_letter = self.by_letter(position, legal);
        let by_file = self.by_file(position, legal);
        let coordinates = self.coordinates();
        if by_letter.is_none() && by_file.is_none() && coordinates.is_none() {
            return Err(ReadActionError::Malformed);
        }
        let is_small = !self
            .head
            .starts_with(|symbol: char| symbol.is_ascii_uppercase());
        let mut found = by_letter.unwrap_or_default();
        match coordinates {
            // A move such as b2c3 may also be meant for a chameleon on the second rank, but then it begins with a capital.
            Some(action) if is_small || found.is_empty() => return Ok(action),
            Some(action) if legal.contains(&action) && !found.contains(&action) => {
                found.push(action)
            }
            _ => {}
        }
        if is_small || found.is_empty() {
            found.extend(by_file.unwrap_or_default());
        }
        match found[..] {
            [] => Err(ReadActionError::NoSuchMove),
            [action] => Ok(action),
            _ => Err(ReadActionError::Ambiguous(found)),
        }
    }

    /// From square to square, which need not be legal.
    fn coordinates(&self) -> Option<Action> {
        Some(Action::Move {
            from: self.head.parse().ok()?,
            to: self.to,
            promotion: None,
        })
    }

    /// The legal moves that fit if the text begins with the letter of a piece; `None` if it does not.
    fn by_letter(&self, position: &Position, legal: &[Action]) -> Option<Vec<Action>> {
        let kind = Kind::from_letter(self.head.chars().next()?)?;
        let origin = Origin::read(&self.head[1..])?;
        Some(self.fitting(position, legal, kind, origin))
    }

    /// The legal moves of pincers that fit if the text begins with a file or with the target; `None` if it does not.
    fn by_file(&self, position: &Position, legal: &[Action]) -> Option<Vec<Action>> {
        let origin = Origin::read(self.head).filter(|origin| origin.rank.is_none())?;
        Some(self.fitting(position, legal, Kind::Pincer, origin))
    }

    fn fitting(
        &self,
        position: &Position,
        legal: &[Action],
        kind: Kind,
        origin: Origin,
    ) -> Vec<Action> {
        let fits = |step: Step| {
            step.to == self.to
                && origin.fits(step.from)
                && position.board.role(kind).contains(step.from)
                && (!self.is_capture || !position.victims(kind, step).is_empty())
        };
        let legal = legal.iter().copied();
        legal
            .filter(|&action| plain_step(action).is_some_and(fits))
            .collect()
    }
}

#[cfg(test)]
mod tests;
