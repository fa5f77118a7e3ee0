//! The actions of a node, as move ordering and histories see them.

use rules::Action;

use crate::evaluate::Playable;

/// The maximum ply for which the search keeps data.
pub(crate) const MAX_PLY: usize = 96;
/// The number of kinds of pieces; the last one stands for all others.
const N_KINDS: usize = 8;
/// The number of pairs of a kind of piece and a target square.
pub(crate) const N_PIECE_TOS: usize = N_KINDS * 64;

/// A side, a kind of its pieces, and a target square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PieceTo(pub(crate) u16);

impl PieceTo {
    /// No action, for example a null move or the root.
    pub(crate) const NONE: PieceTo = PieceTo(2 * N_PIECE_TOS as u16);

    #[inline(always)]
    pub(crate) fn of<P: Playable>(position: &P, action: Action) -> PieceTo {
        let mover = |from| position.piece_at(from).and_then(P::kind);
        let (kind, to) = match action {
            Action::Define { role, to, .. } | Action::Drop { role, to } => {
                (Some(role as usize), to.index())
            }
            Action::Move { from, to, .. }
            | Action::Stealth { from, to }
            | Action::Shell { from, to } => (mover(from), to.index()),
            Action::Swap { b, .. } => (None, b.index()),
            Action::Lose { role } => (None, role as usize),
        };
        let kind = kind.unwrap_or(N_KINDS - 1).min(N_KINDS - 1);
        let side = position.side_to_move() as usize;
        PieceTo((side * N_PIECE_TOS + kind * 64 + to) as u16)
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// Returns the index without the side.
    #[inline(always)]
    pub(crate) fn column(self) -> usize {
        self.index() % N_PIECE_TOS
    }
}

/// An action with its score for move ordering.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) action: Action,
    pub(crate) promise: i32,
    /// The value of captures and a promotion in hundredths of a pawn; `None` for a quiet action.
    pub(crate) taken: Option<i32>,
    /// True for a capture after which the exchange on its square loses material.
    pub(crate) is_losing: bool,
    pub(crate) piece_to: PieceTo,
    /// The history score.
    pub(crate) history: i32,
}

impl Candidate {
    /// Returns whether it is a capture or promotion.
    pub(crate) fn is_loud(&self) -> bool {
        self.taken.is_some()
    }
}
