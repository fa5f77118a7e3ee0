//! Numeric codes of actions, for tables.

use rules::{Action, Role, Square};

/// A unique number for an action: its index plus 1; 0 for no action.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ActionCode(u32);

/// The number of pairs of an origin and a target.
const N_PAIRS: u32 = 64 * 64;
/// The code of the first action without an origin: a drop of a pawn on a1.
const FIRST_DROP: u32 = ActionCode::of(Action::Drop {
    role: Role::Pawn,
    to: Square::from_index(0),
})
.0;

/// The number of values of [`ActionCode::place`].
pub(crate) const N_PLACES: usize = N_PAIRS as usize + Action::N_INDICES + 1 - FIRST_DROP as usize;

impl ActionCode {
    pub(crate) const NONE: ActionCode = ActionCode(0);

    #[inline(always)]
    pub(crate) const fn of(action: Action) -> ActionCode {
        ActionCode(action.index() as u32 + 1)
    }

    /// Returns a code for the origin and the target of the action, less than [`N_PLACES`]. Ignores the kind of action,
    /// except for a drop and a loss.
    #[inline(always)]
    pub(crate) fn place(self) -> usize {
        let place = match self.0.checked_sub(FIRST_DROP) {
            Some(rest) => N_PAIRS + rest,
            None => self.0.wrapping_sub(1) % N_PAIRS,
        };
        place as usize
    }

    /// Returns the action of the code; `None` for no action.
    #[inline(always)]
    pub(crate) fn action(self) -> Option<Action> {
        Action::from_index(self.0.checked_sub(1)? as usize)
    }

    pub(crate) fn to_bits(self) -> u32 {
        self.0
    }

    pub(crate) fn from_bits(bits: u32) -> ActionCode {
        ActionCode(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_share_a_place_exactly_if_they_have_the_same_origin_and_target() {
        let place = |text: &str| {
            let action = text.parse().expect("an action");
            ActionCode::of(action).place()
        };
        for text in ["e7e8=Q", "N@e7e8", "e7~e8", "e7*e8", "e7<>e8"] {
            assert_eq!(place(text), place("e7e8"), "{text}");
        }
        for (text, expected) in [("a1b1", 1), ("h8h8", 4_095), ("P@a1", 4_096), ("-K", 4_485)] {
            assert_eq!(place(text), expected, "{text}");
        }
        assert_eq!(N_PLACES, 4_486);
    }

    #[test]
    fn a_code_gives_its_action_back() {
        for text in ["e2e4", "e7e8=Q", "N@d4", "d1~d5", "a1<>b2", "-N"] {
            let action = text.parse().expect("an action");
            assert_eq!(ActionCode::of(action).action(), Some(action), "{text}");
        }
        assert_eq!(ActionCode::NONE.action(), None);
    }
}
