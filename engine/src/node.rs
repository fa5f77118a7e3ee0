//! A node of the search: its window, its static evaluation, and its depth.

use crate::{
    action_code::ActionCode,
    table::{Bound, Entry},
    value::{INFINITE, SURE, Value},
};

/// The alpha-beta window, for the side to decide.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    pub(crate) const FULL: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// Returns the window from the perspective of the other side.
    pub(crate) fn reversed(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Returns whether the window is a null window.
    pub(crate) fn is_narrow(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Returns the relation of a result in this window to the true value.
    pub(crate) fn bound_of(self, value: Value) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Makes a null window that tests for a value above `alpha`.
    pub(crate) fn above(alpha: Value) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }
}

/// A node whose actions are searched.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) window: Window,
    /// The action to search first, from the transposition table.
    pub(crate) first: ActionCode,
    pub(crate) eval: Eval,
    /// True if the search expects an action that is too good for the other side, so that the others need no search.
    pub(crate) is_cut: bool,
    /// An action to leave out, in a search for the value of the others.
    pub(crate) excluded: ActionCode,
    /// True if the static evaluation is better than two plies ago, or if none is known from there. False in check.
    pub(crate) is_improving: bool,
}

/// The static evaluation of a position.
#[derive(Clone, Copy)]
pub(crate) struct Eval {
    /// The evaluation as computed, in hundredths of a pawn; `None` in check.
    pub(crate) raw: Option<i32>,
    /// The evaluation for the side to decide, corrected.
    pub(crate) corrected: Value,
    /// The best guess of the value: the corrected evaluation, or a tighter bound from the table.
    pub(crate) sight: Value,
}

impl Eval {
    /// The evaluation of a position in check: unknown.
    pub(crate) const IN_CHECK: Eval = Eval {
        raw: None,
        corrected: -INFINITE,
        sight: -INFINITE,
    };

    pub(crate) fn is_in_check(self) -> bool {
        self.raw.is_none()
    }
}

/// Returns the static evaluation, or the bound from the table if it is tighter.
pub(crate) fn tightened(eval: Value, entry: Entry) -> Value {
    match entry.bound {
        _ if entry.value.abs() >= SURE => eval,
        Bound::Exact => entry.value,
        Bound::Lower => eval.max(entry.value),
        Bound::Upper => eval.min(entry.value),
    }
}
