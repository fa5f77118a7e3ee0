//! The index of each action, for tables and for learning programs.

use crate::{Action, Role, Square};

const N_SQUARES: usize = 64;
/// The number of pairs of an origin and a target, which is the size of a block of indices.
const N_PAIRS: usize = N_SQUARES * N_SQUARES;
const N_ROLES: usize = Role::ALL.len();

/// The block of moves without a promotion. The other constants are the first block of each kind of action.
const MOVES: usize = 0;
const PROMOTIONS: usize = MOVES + 1;
const DEFINITIONS: usize = PROMOTIONS + N_ROLES;
const STEALTH: usize = DEFINITIONS + N_ROLES;
const SHELL: usize = STEALTH + 1;
const SWAPS: usize = SHELL + 1;
/// The first index of the drops, which have no origin.
const DROPS: usize = (SWAPS + 1) * N_PAIRS;
/// The first index of the losses, which have no square.
const LOSSES: usize = DROPS + N_ROLES * N_SQUARES;

impl Action {
    /// The number of indices of actions: each [`Action::index`] is less.
    pub const N_INDICES: usize = LOSSES + N_ROLES;

    /// Returns the index of the action. It does not depend on the variant or the position, and it is the same in every
    /// version of this crate, so the policy of a learning program can have an entry for each index.
    ///
    /// `pair` is 64 times [`Square::index`] of the first square, plus that of the second. `role` is the position in
    /// [`Role::ALL`].
    ///
    /// | indices | action | index |
    /// | --- | --- | --- |
    /// | 0 to 4,095 | [`Action::Move`] without a promotion | `pair` |
    /// | 4,096 to 28,671 | [`Action::Move`] with a promotion | 4,096 × (1 + `role`) + `pair` |
    /// | 28,672 to 53,247 | [`Action::Define`] | 4,096 × (7 + `role`) + `pair` |
    /// | 53,248 to 57,343 | [`Action::Stealth`] | 53,248 + `pair` |
    /// | 57,344 to 61,439 | [`Action::Shell`] | 57,344 + `pair` |
    /// | 61,440 to 65,535 | [`Action::Swap`] | 61,440 + `pair` |
    /// | 65,536 to 65,919 | [`Action::Drop`] | 65,536 + 64 × `role` + [`Square::index`] of the target |
    /// | 65,920 to 65,925 | [`Action::Lose`] | 65,920 + `role` |
    ///
    /// ```
    /// use rules::Action;
    ///
    /// let action: Action = "e2e4".parse()?;
    /// assert_eq!(action.index(), 64 * 12 + 28);
    /// assert_eq!(Action::from_index(action.index()), Some(action));
    /// # Ok::<(), rules::ParseActionError>(())
    /// ```
    #[inline(always)]
    pub const fn index(self) -> usize {
        match self {
            Action::Move {
                from,
                to,
                promotion: None,
            } => of_pair(MOVES, from, to),
            Action::Move {
                from,
                to,
                promotion: Some(role),
            } => of_pair(PROMOTIONS + role as usize, from, to),
            Action::Define { role, from, to } => of_pair(DEFINITIONS + role as usize, from, to),
            Action::Stealth { from, to } => of_pair(STEALTH, from, to),
            Action::Shell { from, to } => of_pair(SHELL, from, to),
            Action::Swap { a, b } => of_pair(SWAPS, a, b),
            Action::Drop { role, to } => DROPS + role as usize * N_SQUARES + to.index(),
            Action::Lose { role } => LOSSES + role as usize,
        }
    }

    /// Returns the action with this index. `None` if the index is not below [`Action::N_INDICES`], or is that of a swap
    /// whose squares are equal or in the wrong order.
    pub fn from_index(index: usize) -> Option<Action> {
        let (block, pair) = (index / N_PAIRS, index % N_PAIRS);
        let (from, to) = (square(pair / N_SQUARES), square(pair % N_SQUARES));
        let plain = |promotion| Action::Move {
            from,
            to,
            promotion,
        };
        match block {
            MOVES => Some(plain(None)),
            PROMOTIONS..DEFINITIONS => Some(plain(Some(Role::ALL[block - PROMOTIONS]))),
            DEFINITIONS..STEALTH => Some(Action::Define {
                role: Role::ALL[block - DEFINITIONS],
                from,
                to,
            }),
            STEALTH => Some(Action::Stealth { from, to }),
            SHELL => Some(Action::Shell { from, to }),
            SWAPS => {
                let swap = Action::Swap { a: from, b: to };
                (from != to && swap == Action::swap(from, to)).then_some(swap)
            }
            _ if index < LOSSES => Some(Action::Drop {
                role: Role::ALL[(index - DROPS) / N_SQUARES],
                to: square(index % N_SQUARES),
            }),
            _ => {
                let role = *Role::ALL.get(index - LOSSES)?;
                Some(Action::Lose { role })
            }
        }
    }
}

#[inline(always)]
const fn of_pair(block: usize, one: Square, other: Square) -> usize {
    block * N_PAIRS + one.index() * N_SQUARES + other.index()
}

fn square(index: usize) -> Square {
    Square::from_index(index as u8)
}

#[cfg(test)]
mod tests;
