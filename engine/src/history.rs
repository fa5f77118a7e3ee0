//! History heuristics: how often an action was good in the search so far.

use rules::Color;

use crate::{
    action_code::{ActionCode, N_PLACES},
    candidate::{Candidate, MAX_PLY, N_PIECE_TOS, PieceTo},
};

/// The maximum of a history score.
const MOST_HISTORY: i32 = 1 << 14;
/// The number of classes of captured material.
const N_PRIZES: usize = 8;
/// The number of entries for pawn structures, in the tables of corrections and of quiet actions.
const N_CORRECTIONS: usize = 1 << 14;
const N_PAWN_HISTORIES: usize = 1 << 10;
/// The weight of one hundredth of a pawn in a correction.
const GRAIN: i32 = 256;
/// The maximum correction of a static evaluation, in hundredths of a pawn.
const MOST_CORRECTION: i32 = 100;

/// The killer moves and the history scores.
pub(crate) struct Memory {
    killers: [[ActionCode; 2]; MAX_PLY],
    history: Vec<[i16; N_PLACES]>,
    /// The last good answer to the move of each side and place.
    answers: Vec<ActionCode>,
    /// The scores of quiet actions after the last action and after the one before, by both pieces and targets.
    continuations: [Vec<[i16; N_PIECE_TOS]>; 2],
    /// The scores of captures, by piece, target and captured material.
    captures: Vec<[i16; N_PRIZES]>,
    /// The scores of quiet actions with a pawn structure, by piece and target.
    with_pawns: Vec<[i16; 2 * N_PIECE_TOS]>,
    /// The mean error of the static evaluation for a pawn structure, in hundredths of a pawn times [`GRAIN`].
    corrections: Vec<[i16; 2]>,
}

/// A node of the search, as histories see it.
#[derive(Clone, Copy)]
pub(crate) struct HistoryNode {
    pub(crate) us: Color,
    pub(crate) ply: usize,
    /// The hash of the pawns.
    pub(crate) pawns: u64,
    /// The action that led to it.
    pub(crate) before: ActionCode,
    /// The pieces and targets of the last two actions, the last one first.
    pub(crate) trail: [PieceTo; 2],
}

impl HistoryNode {
    /// Returns the index of the pawn structure in the scores of quiet actions.
    #[inline(always)]
    fn pawn_structure(self) -> usize {
        self.pawns as usize % N_PAWN_HISTORIES
    }
}

impl Memory {
    pub(crate) fn new() -> Memory {
        let continuation = || vec![[0; N_PIECE_TOS]; 2 * N_PIECE_TOS + 1];
        Memory {
            killers: [[ActionCode::NONE; 2]; MAX_PLY],
            history: vec![[0; N_PLACES]; 2],
            answers: vec![ActionCode::NONE; 2 * N_PLACES],
            continuations: [continuation(), continuation()],
            captures: vec![[0; N_PRIZES]; 2 * N_PIECE_TOS],
            with_pawns: vec![[0; 2 * N_PIECE_TOS]; N_PAWN_HISTORIES],
            corrections: vec![[0; 2]; N_CORRECTIONS],
        }
    }

    /// Clears all data.
    pub(crate) fn clear(&mut self) {
        *self = Memory::new();
    }

    /// Prepares for the search of another position: clears the killer moves, and reduces the scores in `history` to a quarter.
    /// The other tables keep their values. Each depends on a part of the position that a move of the game rarely changes: the
    /// actions before, the captured material, or the pawns.
    pub(crate) fn fade(&mut self) {
        self.killers = [[ActionCode::NONE; 2]; MAX_PLY];
        for value in self.history.iter_mut().flatten() {
            *value /= 4;
        }
    }

    /// Returns the score of a quiet action: its own, with these pawns, and as a continuation of the last two actions.
    #[inline(always)]
    pub(crate) fn of_quiet(&self, here: HistoryNode, code: ActionCode, piece_to: PieceTo) -> i32 {
        let mut score = i32::from(self.history[here.us as usize][code.place()]);
        score += i32::from(self.with_pawns[here.pawn_structure()][piece_to.index()]);
        for (table, before) in self.continuations.iter().zip(here.trail) {
            score += i32::from(table[before.index()][piece_to.column()]);
        }
        score
    }

    /// Returns the score of a capture of this much material, in hundredths of a pawn.
    #[inline(always)]
    pub(crate) fn of_capture(&self, piece_to: PieceTo, taken: i32) -> i32 {
        self.captures[piece_to.index()][prize(taken)].into()
    }

    /// Returns whether an action is a killer move of this ply.
    pub(crate) fn is_killer(&self, ply: usize, code: ActionCode) -> bool {
        self.killers[ply.min(MAX_PLY - 1)].contains(&code)
    }

    /// Returns whether an action was the last good answer to the action before.
    pub(crate) fn is_answer(&self, here: HistoryNode, code: ActionCode) -> bool {
        here.before != ActionCode::NONE
            && self.answers[here.us as usize * N_PLACES + here.before.place()] == code
    }

    /// Rewards an action that caused a beta cutoff, and penalizes those tried before it.
    pub(crate) fn reward(
        &mut self,
        here: HistoryNode,
        depth: i32,
        best: Candidate,
        worse: &[Candidate],
    ) {
        let bonus = (160 * depth - 60).clamp(40, 1600);
        if best.taken.is_none() {
            self.note_killer(here, ActionCode::of(best.action));
        }
        self.learn(here, best, bonus);
        for &other in worse {
            // A good capture says nothing about the quiet actions, which were to come later.
            if best.taken.is_none() || other.taken.is_some() {
                self.learn(here, other, -bonus);
            }
        }
    }

    fn note_killer(&mut self, here: HistoryNode, best: ActionCode) {
        let killers = &mut self.killers[here.ply.min(MAX_PLY - 1)];
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
        if here.before != ActionCode::NONE {
            self.answers[here.us as usize * N_PLACES + here.before.place()] = best;
        }
    }

    fn learn(&mut self, here: HistoryNode, of: Candidate, bonus: i32) {
        if let Some(taken) = of.taken {
            return adjust(&mut self.captures[of.piece_to.index()][prize(taken)], bonus);
        }
        let code = ActionCode::of(of.action);
        adjust(&mut self.history[here.us as usize][code.place()], bonus);
        let with_pawns = &mut self.with_pawns[here.pawn_structure()];
        adjust(&mut with_pawns[of.piece_to.index()], bonus);
        for (table, before) in self.continuations.iter_mut().zip(here.trail) {
            adjust(&mut table[before.index()][of.piece_to.column()], bonus);
        }
    }

    /// Returns the mean error of static evaluations with these pawns, for the side to move, in hundredths of a pawn.
    pub(crate) fn correction(&self, us: Color, pawns: u64) -> i32 {
        i32::from(self.corrections[pawns as usize % N_CORRECTIONS][us as usize]) / GRAIN
    }

    /// Learns the error of a static evaluation with these pawns from a search of this depth.
    pub(crate) fn correct(&mut self, us: Color, pawns: u64, error: i32, depth: i32) {
        let value = &mut self.corrections[pawns as usize % N_CORRECTIONS][us as usize];
        let most = MOST_CORRECTION * GRAIN;
        let weight = (depth + 1).clamp(1, 16);
        let error = (error * GRAIN).clamp(-4 * most, 4 * most);
        let mean = (i32::from(*value) * (GRAIN - weight) + error * weight) / GRAIN;
        *value = mean.clamp(-most, most) as i16;
    }
}

/// Returns the class of captured material.
#[inline(always)]
fn prize(taken: i32) -> usize {
    (taken / 128).clamp(0, N_PRIZES as i32 - 1) as usize
}

/// Moves a score by a bonus or a penalty; the closer it is to its limit, the less.
fn adjust(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST_HISTORY) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: HistoryNode = HistoryNode {
        us: Color::White,
        ply: 2,
        pawns: 0,
        before: ActionCode::NONE,
        trail: [PieceTo::NONE; 2],
    };

    fn candidate(action: &str, taken: Option<i32>) -> Candidate {
        Candidate {
            action: action.parse().expect("an action"),
            promise: 0,
            taken,
            is_losing: false,
            piece_to: PieceTo(3),
            history: 0,
        }
    }

    /// Returns the score of a candidate as the search reads it.
    fn score(memory: &Memory, of: Candidate) -> i32 {
        match of.taken {
            Some(taken) => memory.of_capture(of.piece_to, taken),
            None => memory.of_quiet(NODE, ActionCode::of(of.action), of.piece_to),
        }
    }

    #[test]
    fn a_score_moves_with_its_bonus_and_stays_within_its_limit() {
        for bonus in [-1600, -40, 40, 1600] {
            let mut value = 0;
            adjust(&mut value, bonus);
            assert_eq!(i32::from(value), bonus);
            for _ in 0..2000 {
                adjust(&mut value, bonus);
                assert!(i32::from(value).abs() <= MOST_HISTORY, "{value}");
            }
            assert!(
                i32::from(value) * bonus.signum() > MOST_HISTORY / 2,
                "{value}"
            );
        }
    }

    #[test]
    fn a_correction_has_the_sign_of_the_error_and_stays_within_its_limit() {
        for (error, limit) in [(10_000, MOST_CORRECTION), (-10_000, -MOST_CORRECTION)] {
            let mut memory = Memory::new();
            memory.correct(Color::White, 7, error, 0);
            let first = memory.correction(Color::White, 7);
            assert_eq!(first.signum(), error.signum());
            for _ in 0..100 {
                memory.correct(Color::White, 7, error, 20);
            }
            assert_eq!(memory.correction(Color::White, 7), limit);
            assert_eq!(memory.correction(Color::Black, 7), 0);
            assert_eq!(memory.correction(Color::White, 8), 0);
        }
    }

    #[test]
    fn a_good_capture_does_not_penalize_the_quiet_actions_before_it() {
        let mut memory = Memory::new();
        let (quiet, bad_capture) = (candidate("a2a3", None), candidate("b2c3", Some(100)));
        let good_capture = candidate("d1d8", Some(900));
        memory.reward(NODE, 5, good_capture, &[quiet, bad_capture]);
        assert!(score(&memory, good_capture) > 0);
        assert!(score(&memory, bad_capture) < 0);
        assert_eq!(score(&memory, quiet), 0);
        assert!(!memory.is_killer(NODE.ply, ActionCode::of(good_capture.action)));
    }

    #[test]
    fn a_good_quiet_action_becomes_a_killer_and_penalizes_every_action_before_it() {
        let mut memory = Memory::new();
        let (quiet, capture) = (candidate("a2a3", None), candidate("b2c3", Some(100)));
        let good = Candidate {
            piece_to: PieceTo(4),
            ..candidate("d1d8", None)
        };
        memory.reward(NODE, 5, good, &[quiet, capture]);
        assert!(score(&memory, good) > 0);
        assert!(score(&memory, quiet) < 0);
        assert!(score(&memory, capture) < 0);
        assert!(memory.is_killer(NODE.ply, ActionCode::of(good.action)));
    }
}
