//! The order in which a node tries its actions.

use core::ops::{ControlFlow, Range};

use crate::{
    action_code::ActionCode,
    candidate::Candidate,
    evaluate::Playable,
    history::{HistoryNode, Memory},
    order::judge,
};

/// Gives the candidates of a node one after the other, the most promising one first. It tries the action from the transposition
/// table before it generates any other, because that one is often enough. The candidates stand on the stack of the search;
/// the node truncates the stack to [`Picker::begin`] at its end.
pub(crate) struct Picker {
    here: HistoryNode,
    /// The action from the transposition table; none after it was found to be illegal here.
    first: ActionCode,
    is_noisy: bool,
    stage: Stage,
    /// The index of the first candidate on the stack, and that of the next one.
    begin: usize,
    next: usize,
}

/// What a picker does next.
enum Stage {
    First,
    Generate,
    Pick,
}

impl Picker {
    /// Makes a picker of all actions.
    pub(crate) fn of_all(candidates: &[Candidate], here: HistoryNode, first: ActionCode) -> Picker {
        let begin = candidates.len();
        Picker {
            here,
            first,
            is_noisy: false,
            stage: Stage::First,
            begin,
            next: begin,
        }
    }

    /// Makes a picker of the captures, and of the promotions to a major piece.
    pub(crate) fn of_noisy(
        candidates: &[Candidate],
        here: HistoryNode,
        first: ActionCode,
    ) -> Picker {
        Picker {
            is_noisy: true,
            ..Picker::of_all(candidates, here, first)
        }
    }

    /// Returns the node.
    pub(crate) fn here(&self) -> HistoryNode {
        self.here
    }

    /// Returns the number of candidates that it has given.
    pub(crate) fn n_given(&self) -> usize {
        self.next - self.begin
    }

    /// Returns the index on the stack at which its candidates begin.
    pub(crate) fn begin(&self) -> usize {
        self.begin
    }

    /// Returns the place on the stack of the candidates before the last one that it has given.
    pub(crate) fn earlier(&self) -> Range<usize> {
        self.begin..self.next - 1
    }

    /// Gives the next candidate; `None` at the end.
    pub(crate) fn next<P: Playable>(
        &mut self,
        position: &P,
        memory: &Memory,
        candidates: &mut Vec<Candidate>,
    ) -> Option<Candidate> {
        if matches!(self.stage, Stage::First) {
            self.stage = Stage::Generate;
            self.push_first(position, memory, candidates);
        }
        if matches!(self.stage, Stage::Generate) && candidates.len() == self.next {
            self.stage = Stage::Pick;
            self.push_rest(position, memory, candidates);
        }
        let candidate = pick(&mut candidates[self.next..])?;
        self.next += 1;
        Some(candidate)
    }

    /// Pushes the action from the transposition table, if it is one of the actions here.
    fn push_first<P: Playable>(
        &mut self,
        position: &P,
        memory: &Memory,
        candidates: &mut Vec<Candidate>,
    ) {
        let action = self.first.action();
        let candidate = action
            .filter(|&first| position.is_legal(first))
            .map(|action| judge(position, action, memory, self.here))
            .filter(|first| first.is_loud() || !self.is_noisy);
        match candidate {
            Some(candidate) => candidates.push(candidate),
            None => self.first = ActionCode::NONE,
        }
    }

    /// Pushes all actions but the first one.
    fn push_rest<P: Playable>(
        &self,
        position: &P,
        memory: &Memory,
        candidates: &mut Vec<Candidate>,
    ) {
        let push = |action| {
            if ActionCode::of(action) != self.first {
                let candidate = judge(position, action, memory, self.here);
                if candidate.is_loud() || !self.is_noisy {
                    candidates.push(candidate);
                }
            }
            ControlFlow::<()>::Continue(())
        };
        let _ = if self.is_noisy {
            position.noisy_actions(push)
        } else {
            position.legal_actions(push)
        };
    }
}

/// Swaps the candidate with the highest score to the front, and returns it.
#[inline(always)]
fn pick(rest: &mut [Candidate]) -> Option<Candidate> {
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
