//! What people write for a decision.
//!
//! Captions are the short notation of chess, as the seed writes it: `Nf6`, `Rxf6`, `fxe4`, `e8=Q`; `x` stands for a
//! capture and for an object that is met, and a pawn's diagonal always has it. An egg adds the letter of its effect,
//! `Rxf6*W`, when it is told what happened. `Q~d5` is a stealth move, `K*e5` a shell, `a1<>b2` a swap, `N@d4` a drop.
//!
//! What is read is wider: coordinates (`e2e4`, `E2-E4`, `e7e8q`, `d1~d5`, `e1*e5`) and short notation in any case, blanks
//! anywhere, with or without `x`, `=` and the letter of an effect. A capital B is a bishop if one can go there, else the
//! b-file; a small b may be either, and is ambiguous when both can. Coordinates in letters of one case are coordinates
//! and nothing else, but `B2c3` may also be a bishop of the second rank. A caption is the shortest form that is read back
//! as its decision.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use super::{
    generate::{self, Sight},
    position::Position,
};
use crate::{
    Action, Effect, ReadActionError, Role, Square,
    bitboard::Bitboard,
    notation::{Origin, is_capital, meant, split_promotion},
    variant::Viewer,
};

/// The longest text worth reading, in bytes.
const MAX_LEN: usize = 32;

/// A legal decision in short notation, from what the side to decide knows; coordinates if it is not legal.
pub(super) fn caption(position: &Position, action: Action) -> String {
    let sight = Sight::of_decider(position);
    let legal = generate::list(position, &sight);
    if !legal.contains(&action) {
        return action.to_string();
    }
    let meets = match action {
        Action::Move { to, .. } => (sight.foe | sight.objects).contains(to),
        _ => false,
    };
    shortest(position, &legal, action, meets)
}

/// What everybody may read of a decision: what was made of it, told apart from what everybody takes to be possible.
pub(super) fn public_caption(position: &Position, action: Action) -> String {
    let made = position.made(action);
    let occupied = position.board.occupied() | position.objects.all();
    match made {
        // That a queen went unseen is public, where to is not (chakart C47).
        Action::Stealth { from, to } if !occupied.contains(to) => format!("Q{from}~"),
        _ => {
            let mut possible = generate::list(position, &Sight::new(position, Viewer::Public));
            if !possible.contains(&made) {
                possible.push(made);
            }
            let meets = match made {
                Action::Move { to, .. } => occupied.contains(to),
                _ => false,
            };
            shortest(position, &possible, made, meets)
        }
    }
}

fn shortest(position: &Position, legal: &[Action], action: Action, meets: bool) -> String {
    let is_read_back = |form: &String| read(position, legal, form) == Ok(action);
    let form = forms(position, action, meets)
        .into_iter()
        .find(is_read_back);
    form.unwrap_or_else(|| action.to_string())
}

/// The ways to write a decision, shortest first.
fn forms(position: &Position, action: Action, meets: bool) -> Vec<String> {
    let origins = |from: Square| {
        let name = from.to_string();
        let (file, rank) = name.split_at(1);
        [
            String::new(),
            file.to_string(),
            rank.to_string(),
            name.clone(),
        ]
    };
    match action {
        Action::Move {
            from,
            to,
            promotion,
        } => {
            let becomes = promotion.map_or(String::new(), |into| format!("={}", into.letter()));
            let role = position
                .board
                .get(from)
                .map_or(Role::Pawn, |piece| piece.role);
            let [none, file, rank, name] = origins(from);
            let (letter, origins, cross) = match role {
                Role::Pawn if from.file() == to.file() => (String::new(), vec![none, name], ""),
                Role::Pawn => (String::new(), vec![file, name], "x"),
                _ => {
                    let cross = if meets { "x" } else { "" };
                    (
                        role.letter().to_string(),
                        vec![none, file, rank, name],
                        cross,
                    )
                }
            };
            let write = |origin| format!("{letter}{origin}{cross}{to}{becomes}");
            origins.into_iter().map(write).collect()
        }
        Action::Stealth { from, to } => origins(from)
            .map(|origin| format!("Q{origin}~{to}"))
            .to_vec(),
        Action::Shell { from, to } => origins(from)
            .map(|origin| format!("K{origin}*{to}"))
            .to_vec(),
        Action::Swap { .. } | Action::Drop { .. } | Action::Define { .. } | Action::Lose { .. } => {
            vec![action.to_string()]
        }
    }
}

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
    let text = without_effect(text.trim_end_matches(['+', '#', '!', '?']));
    if let Some((one, other)) = text.split_once("<>") {
        return match (one.parse(), other.parse()) {
            (Ok(one), Ok(other)) => Ok(Action::swap(one, other)),
            _ => Err(ReadActionError::Malformed),
        };
    }
    if text.contains('@') {
        return text.parse().map_err(|_| ReadActionError::Malformed);
    }
    let words = Words::split(text).ok_or(ReadActionError::Malformed)?;
    words.resolve(position, legal)
}

/// Takes `*W` off the end.
fn without_effect(text: &str) -> &str {
    let is_effect = |letter: char| {
        let letter = letter.to_ascii_uppercase();
        Effect::ALL
            .into_iter()
            .any(|effect| effect.letter() == letter)
    };
    let rest = text
        .strip_suffix(is_effect)
        .and_then(|rest| rest.strip_suffix('*'));
    rest.unwrap_or(text)
}

/// How a piece gets where it goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Move,
    Stealth,
    Shell,
}

/// The parts of a text: what moves, how, where to, and what it becomes.
struct Words<'a> {
    /// A letter, a square, parts of them, or nothing.
    head: &'a str,
    way: Way,
    to: Square,
    /// Whether head and target begin with letters of one case.
    is_in_one_case: bool,
    promotion: Option<Role>,
}

impl<'a> Words<'a> {
    fn split(text: &'a str) -> Option<Words<'a>> {
        let (text, promotion) = split_promotion(text)?;
        let (head, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let (head, way) = match head.char_indices().next_back() {
            Some((at, '~')) => (&head[..at], Way::Stealth),
            Some((at, '*')) => (&head[..at], Way::Shell),
            _ => {
                let bare = head.strip_suffix(['x', 'X', ':', '-']);
                (bare.unwrap_or(head), Way::Move)
            }
        };
        Some(Words {
            head,
            way,
            to: to.parse().ok()?,
            is_in_one_case: is_capital(head) == is_capital(to),
            promotion,
        })
    }

    fn resolve(&self, position: &Position, legal: &[Action]) -> Result<Action, ReadActionError> {
        let coordinates = self.coordinates();
        if let Some(action) = coordinates.filter(|_| self.is_in_one_case) {
            return Ok(action);
        }
        let by_letter = self.by_letter(position, legal);
        let by_square = self.by_square(position, legal);
        if by_letter.is_none() && by_square.is_none() && coordinates.is_none() {
            return Err(ReadActionError::Malformed);
        }
        let mut found = by_letter.unwrap_or_default();
        // A capital B is a bishop if it can be.
        if found.is_empty() || !is_capital(self.head) {
            found.extend(by_square.unwrap_or_default());
        }
        meant(found, coordinates, legal)
    }

    /// From square to square, which need not be legal.
    fn coordinates(&self) -> Option<Action> {
        let (from, to) = (self.head.parse().ok()?, self.to);
        match (self.way, self.promotion) {
            (Way::Move, promotion) => Some(Action::Move {
                from,
                to,
                promotion,
            }),
            (Way::Stealth, None) => Some(Action::Stealth { from, to }),
            (Way::Shell, None) => Some(Action::Shell { from, to }),
            _ => None,
        }
    }

    /// The legal decisions that fit if the text begins with the letter of a piece; `None` if it does not.
    fn by_letter(&self, position: &Position, legal: &[Action]) -> Option<Vec<Action>> {
        let letter = self.head.chars().next()?;
        let role = Role::from_letter(letter)?;
        let origin = Origin::read(&self.head[1..])?;
        Some(self.fitting(legal, position.board.role(role), |from| origin.fits(from)))
    }

    /// The legal pawn moves that fit if the text begins with a file or with the target, which then is straight ahead;
    /// `None` if it does not.
    fn by_square(&self, position: &Position, legal: &[Action]) -> Option<Vec<Action>> {
        let origin = Origin::read(self.head).filter(|origin| origin.rank.is_none())?;
        let file = origin.file.unwrap_or(self.to.file());
        let pawns = position.board.role(Role::Pawn);
        Some(self.fitting(legal, pawns, |from| from.file() == file))
    }

    fn fitting(
        &self,
        legal: &[Action],
        pieces: Bitboard,
        comes_from: impl Fn(Square) -> bool,
    ) -> Vec<Action> {
        let fits = |&&action: &&Action| {
            let (way, from, to, promotion) = match action {
                Action::Move {
                    from,
                    to,
                    promotion,
                } => (Way::Move, from, to, promotion),
                Action::Stealth { from, to } => (Way::Stealth, from, to, None),
                Action::Shell { from, to } => (Way::Shell, from, to, None),
                Action::Swap { .. }
                | Action::Drop { .. }
                | Action::Define { .. }
                | Action::Lose { .. } => {
                    return false;
                }
            };
            way == self.way
                && to == self.to
                && pieces.contains(from)
                && comes_from(from)
                && (self.promotion.is_none() || self.promotion == promotion)
        };
        legal.iter().filter(fits).copied().collect()
    }
}

#[cfg(test)]
mod tests;
