//! The peculiarities of Chakart's notation.
//!
//! Captions are written as the seed does: `x` stands for a capture and for an object that is met, and a pawn's diagonal
//! move always has it. An egg adds the letter of its effect, `Rxf6*W`, once the effect is known. `Q~d5` is a stealth move,
//! `K*e5` a shell, `a1<>b2` a swap, `N@d4` a drop. In the text that is read, the letter of an effect is optional.

use alloc::{
    format,
    string::{String, ToString},
};

use super::{
    moves::{self, Sight},
    position::Position,
};
use crate::{
    Action, Bitboard, Effect, ReadActionError, Role,
    notation::{Notation, Sign, shortest},
    view::Viewer,
};

impl Notation for Position {
    type Kind = Role;

    /// Reads swaps, and drops in exact notation.
    fn read_special(&self, text: &str) -> Option<Result<Action, ReadActionError>> {
        let text = Self::without_effects(text);
        let action = if let Some((one, other)) = text.split_once("<>") {
            one.parse()
                .and_then(|one| Ok(Action::swap(one, other.parse()?)))
                .ok()
        } else if text.contains('@') {
            text.parse().ok()
        } else {
            return None;
        };
        Some(action.ok_or(ReadActionError::Malformed))
    }

    /// Strips `*W` from the end.
    fn without_effects(text: &str) -> &str {
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

    /// Returns the sign. An `x` has no meaning, because the mover does not know in advance whether the piece meets an object.
    fn sign(text: &str) -> Option<Sign> {
        match text {
            "" | "-" | "x" | "X" | ":" => Some(Sign::Move),
            "~" => Some(Sign::Stealth),
            "*" => Some(Sign::Shell),
            _ => None,
        }
    }
}

/// Returns a legal action in short notation, from the knowledge of the side to decide; coordinates if it is not legal.
pub(super) fn caption(position: &Position, action: Action) -> String {
    let sight = Sight::of_decider(position);
    let legal = moves::list(position, &sight);
    if !legal.contains(&action) {
        return action.to_string();
    }
    let has_cross = has_cross(position, action, sight.foe | sight.objects);
    shortest(position, &legal, action, has_cross)
}

/// Returns the public caption of an action: the action as it was carried out, made unambiguous among the actions that look
/// possible to the public.
pub(super) fn public_caption(position: &Position, action: Action) -> String {
    let made = position.made(action);
    let occupied = position.board.occupied() | position.objects.all();
    match made {
        // The public knows that a queen moved unseen, but not her target (chakart C47).
        Action::Stealth { from, to } if !occupied.contains(to) => format!("Q{from}~"),
        _ => {
            let mut possible = moves::list(position, &Sight::new(position, Viewer::Public));
            if !possible.contains(&made) {
                possible.push(made);
            }
            let has_cross = has_cross(position, made, occupied);
            shortest(position, &possible, made, has_cross)
        }
    }
}

/// Tells whether a caption has an `x`, if pieces and objects are on these squares.
fn has_cross(position: &Position, action: Action, occupied: Bitboard) -> bool {
    let Action::Move { from, to, .. } = action else {
        return false;
    };
    match position.kind_at(from) {
        Some(Role::Pawn) => from.file() != to.file(),
        _ => occupied.contains(to),
    }
}

#[cfg(test)]
mod tests;
