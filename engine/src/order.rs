//! Move ordering.

use rules::{Action, PendingDecision, Role};

use crate::{
    action_code::ActionCode,
    candidate::{Candidate, PieceTo},
    evaluate::Playable,
    exchange,
    history::{HistoryNode, Memory},
};

/// The score of captures that lose nothing; others have the negative one, and come last.
const LOUD: i32 = 1 << 24;
/// The score of killer moves; answers have half of it.
const KILLER: i32 = 1 << 22;

/// Scores an action for move ordering.
#[inline(always)]
pub(crate) fn judge<P: Playable>(
    position: &P,
    action: Action,
    memory: &Memory,
    here: HistoryNode,
) -> Candidate {
    let code = ActionCode::of(action);
    let taken = taken(position, action);
    let is_losing = taken.is_some() && !exchange::gains_at_least(position, action, 0);
    let piece_to = PieceTo::of(position, action);
    let history = match taken {
        Some(taken) => memory.of_capture(piece_to, taken),
        None => memory.of_quiet(here, code, piece_to),
    };
    let promise = match taken {
        Some(taken) => {
            let rank = if is_losing { -LOUD } else { LOUD };
            rank + 16 * taken - worth_of_mover(position, action) + history / 4
        }
        None if memory.is_killer(here.ply, code) => KILLER + history,
        None if memory.is_answer(here, code) => KILLER / 2 + history,
        None => history,
    };
    Candidate {
        action,
        promise,
        taken,
        is_losing,
        piece_to,
        history,
    }
}

/// Returns the gain of a capture, or of a promotion to a major piece, in hundredths of a pawn. Returns `None` for a quiet action.
#[inline(always)]
fn taken<P: Playable>(position: &P, action: Action) -> Option<i32> {
    let is_major = matches!(
        action,
        Action::Move {
            promotion: Some(Role::Queen | Role::King),
            ..
        }
    );
    let is_loud = is_major || !position.captured(action).is_empty();
    is_loud.then(|| exchange::gain(position, action))
}

fn worth_of_mover<P: Playable>(position: &P, action: Action) -> i32 {
    match action {
        Action::Move { from, .. } | Action::Define { from, .. } => position.worth_at(from),
        _ => 0,
    }
}

/// Returns whether a decision has so many similar options that the search replaces it by its expected gain.
pub(crate) fn is_wide(pending: PendingDecision) -> bool {
    matches!(
        pending,
        PendingDecision::Swap | PendingDecision::DropPlace(_)
    )
}
