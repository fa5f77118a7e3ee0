//! Move ordering.

use rules::{Action, PendingDecision, Role};

use crate::{
    action_code::ActionCode,
    candidate::{Candidate, PieceTo},
    evaluate::Playable,
    exchange,
    history::{HistoryNode, Memory},
};

const FIRST: i32 = 1 << 30;
const LOUD: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;

/// Scores an action for move ordering; `first` is the action from the transposition table.
#[inline(always)]
pub(crate) fn judge<P: Playable>(
    position: &P,
    action: Action,
    memory: &Memory,
    here: HistoryNode,
    first: ActionCode,
) -> Candidate {
    let code = ActionCode::of(action);
    let taken = taken(position, action);
    let is_losing = taken.is_some() && !exchange::gains(position, action, 0);
    let piece_to = PieceTo::of(position, action);
    let history = match taken {
        Some(taken) => memory.of_capture(piece_to, taken),
        None => memory.of_quiet(here, code, piece_to),
    };
    let promise = match taken {
        _ if code == first => FIRST,
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

/// Returns the value of the captured pieces and of a promotion to a major piece, in hundredths of a pawn. Returns
/// `None` for a quiet action.
#[inline(always)]
fn taken<P: Playable>(position: &P, action: Action) -> Option<i32> {
    let victims = position.captured(action);
    let promoted = match action {
        Action::Move {
            promotion: Some(Role::Queen | Role::King),
            ..
        } => 800,
        _ => 0,
    };
    if victims.is_empty() && promoted == 0 {
        return None;
    }
    let taken: i32 = victims.map(|at| position.worth_at(at)).sum();
    Some(taken + promoted)
}

fn worth_of_mover<P: Playable>(position: &P, action: Action) -> i32 {
    match action {
        Action::Move { from, .. } | Action::Define { from, .. } => position.worth_at(from),
        _ => 0,
    }
}

/// Swaps the candidate with the highest score to the front, and returns it.
#[inline(always)]
pub(crate) fn pick(rest: &mut [Candidate]) -> Option<Candidate> {
    let mut best = 0;
    for at in 1..rest.len() {
        if rest[at].promise > rest[best].promise {
            best = at;
        }
    }
    if rest.is_empty() {
        return None;
    }
    rest.swap(0, best);
    Some(rest[0])
}

/// Returns whether a decision has so many similar options that the search replaces it by its expected gain.
pub(crate) fn is_wide(pending: PendingDecision) -> bool {
    matches!(
        pending,
        PendingDecision::Swap | PendingDecision::DropPlace(_)
    )
}
