//! What is Chakart's own in what people write for a decision.
//!
//! Captions are written as the seed does: `x` stands for a capture and for an object that is met, and a pawn's diagonal
//! always has it. An egg adds the letter of its effect, `Rxf6*W`, when it is told what happened. `Q~d5` is a stealth move,
//! `K*e5` a shell, `a1<>b2` a swap, `N@d4` a drop. What is read is wider: with or without the letter of an effect.

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
    variant::Viewer,
};

impl Notation for Position {
    type Kind = Role;

    /// Swaps, and drops in exact notation.
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

    /// Takes `*W` off the end.
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

    /// An `x` says nothing: what is met is not known before.
    fn sign(text: &str) -> Option<Sign> {
        match text {
            "" | "-" | "x" | "X" | ":" => Some(Sign::Move),
            "~" => Some(Sign::Stealth),
            "*" => Some(Sign::Shell),
            _ => None,
        }
    }
}

/// A legal decision in short notation, from what the side to decide knows; coordinates if it is not legal.
pub(super) fn caption(position: &Position, action: Action) -> String {
    let sight = Sight::of_decider(position);
    let legal = moves::list(position, &sight);
    if !legal.contains(&action) {
        return action.to_string();
    }
    let has_cross = has_cross(position, action, sight.foe | sight.objects);
    shortest(position, &legal, action, has_cross)
}

/// What everybody may read of a decision: what was made of it, told apart from what everybody takes to be possible.
pub(super) fn public_caption(position: &Position, action: Action) -> String {
    let made = position.made(action);
    let occupied = position.board.occupied() | position.objects.all();
    match made {
        // That a queen went unseen is public, where to is not (chakart C47).
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

/// Whether a caption has an `x`, if pieces and objects are on these squares.
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
