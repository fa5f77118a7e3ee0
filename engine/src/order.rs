//! Move ordering.

use rules::{Action, Bitboard, Color, PendingDecision, Role};

use crate::{
    action_code::{ActionCode, N_PLACES},
    evaluate::Playable,
};

/// An action with its score for move ordering.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) action: Action,
    pub(crate) promise: i32,
    /// True for a capture or promotion.
    pub(crate) is_loud: bool,
}

/// The maximum ply for which the search keeps data.
pub(crate) const MAX_PLY: usize = 96;

const FIRST: i32 = 1 << 30;
const LOUD: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const MOST_HISTORY: i32 = 1 << 14;

/// The killer moves, the history scores and the counter moves.
pub(crate) struct Memory {
    killers: [[ActionCode; 2]; MAX_PLY],
    history: Vec<[i16; N_PLACES]>,
    /// The last good answer to the move of each side and place.
    answers: Vec<ActionCode>,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory {
            killers: [[ActionCode::NONE; 2]; MAX_PLY],
            history: vec![[0; N_PLACES]; 2],
            answers: vec![ActionCode::NONE; 2 * N_PLACES],
        }
    }

    /// Clears all data.
    pub(crate) fn clear(&mut self) {
        *self = Memory::new();
    }

    /// Clears the killer moves, and reduces the history scores to a quarter.
    pub(crate) fn fade(&mut self) {
        self.killers = [[ActionCode::NONE; 2]; MAX_PLY];
        for value in self.history.iter_mut().flatten() {
            *value /= 4;
        }
    }

    #[inline(always)]
    fn of(&self, us: Color, code: ActionCode) -> i32 {
        self.history[us as usize][code.place()].into()
    }

    /// Returns whether an action is a killer move of this ply.
    pub(crate) fn is_killer(&self, ply: usize, code: ActionCode) -> bool {
        self.killers[ply.min(MAX_PLY - 1)].contains(&code)
    }

    /// Rewards a quiet action that caused a beta cutoff, and penalizes the quiet ones tried before it.
    pub(crate) fn reward(
        &mut self,
        us: Color,
        (ply, depth): (usize, i32),
        before: ActionCode,
        best: ActionCode,
        worse: &[Candidate],
    ) {
        let killers = &mut self.killers[ply.min(MAX_PLY - 1)];
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
        if before != ActionCode::NONE {
            self.answers[us as usize * N_PLACES + before.place()] = best;
        }
        let bonus = (16 * depth * depth).min(1600);
        self.learn(us, best, bonus);
        for other in worse.iter().filter(|other| !other.is_loud) {
            self.learn(us, ActionCode::of(other.action), -bonus);
        }
    }

    fn learn(&mut self, us: Color, code: ActionCode, bonus: i32) {
        let value = &mut self.history[us as usize][code.place()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MOST_HISTORY) as i16;
    }

    fn is_answer(&self, us: Color, before: ActionCode, code: ActionCode) -> bool {
        before != ActionCode::NONE && self.answers[us as usize * N_PLACES + before.place()] == code
    }
}

/// The node of the search whose actions are ordered.
#[derive(Clone, Copy)]
pub(crate) struct OrderedNode {
    pub(crate) ply: usize,
    /// The action that led to it.
    pub(crate) before: ActionCode,
    /// The action to search first, from the transposition table.
    pub(crate) first: ActionCode,
}

/// Scores an action for move ordering.
pub(crate) fn judge<P: Playable>(
    position: &P,
    action: Action,
    memory: &Memory,
    node: OrderedNode,
) -> Candidate {
    let code = ActionCode::of(action);
    let loud = loudness(position, action);
    let us = position.side_to_move();
    let promise = if code == node.first {
        FIRST
    } else if let Some(gain) = loud {
        LOUD + gain
    } else if memory.is_killer(node.ply, code) {
        KILLER + memory.of(us, code)
    } else if memory.is_answer(us, node.before, code) {
        KILLER / 2 + memory.of(us, code)
    } else {
        memory.of(us, code)
    };
    Candidate {
        action,
        promise,
        is_loud: loud.is_some(),
    }
}

/// Scores a capture or promotion by the total value of its victims, and prefers the less valuable mover. Returns `None`
/// for a quiet action.
#[inline(always)]
fn loudness<P: Playable>(position: &P, action: Action) -> Option<i32> {
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
    let mover = match action {
        Action::Move { from, .. } | Action::Define { from, .. } => position.worth_at(from),
        _ => 0,
    };
    Some(16 * (taken + promoted) - mover)
}

/// Returns the maximum gain of a capture or promotion, in hundredths of a pawn.
pub(crate) fn gain<P: Playable>(position: &P, action: Action) -> i32 {
    let victims: Bitboard = position.captured(action);
    let promoted = match action {
        Action::Move {
            promotion: Some(_), ..
        } => 900,
        _ => 0,
    };
    promoted + victims.map(|at| position.worth_at(at)).sum::<i32>()
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

/// Returns whether a decision has many similar options, so that the search tries only those with the highest scores.
pub(crate) fn is_wide(pending: PendingDecision) -> bool {
    matches!(
        pending,
        PendingDecision::Swap | PendingDecision::DropPlace(_)
    )
}
