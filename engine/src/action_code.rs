//! Numeric codes of actions, for tables.

use rules::{Action, Role, Square};

/// A unique number for an action; 0 for no action.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ActionCode(u32);

/// The number of values of [`ActionCode::place`].
pub(crate) const N_PLACES: usize = 70 * 64;

impl ActionCode {
    pub(crate) const NONE: ActionCode = ActionCode(0);

    #[inline(always)]
    pub(crate) fn of(action: Action) -> ActionCode {
        let code = match action {
            Action::Move {
                from,
                to,
                promotion,
            } => pair(from, to) | role(promotion) << 12,
            Action::Define {
                role: what,
                from,
                to,
            } => pair(from, to) | role(Some(what)) << 12 | 1 << 16,
            Action::Stealth { from, to } => pair(from, to) | 2 << 16,
            Action::Shell { from, to } => pair(from, to) | 3 << 16,
            Action::Swap { a, b } => pair(a, b) | 4 << 16,
            Action::Drop { role: what, to } => {
                (64 + what as u32) << 6 | to.index() as u32 | 5 << 16
            }
            Action::Lose { role: what } => what as u32 | 6 << 16,
        };
        ActionCode(code | 1 << 20)
    }

    /// Returns a code for the origin and the target of the action, less than [`N_PLACES`]. Ignores the kind of action,
    /// except for a drop.
    #[inline(always)]
    pub(crate) fn place(self) -> usize {
        let place = match self.0 >> 16 & 7 {
            5 => self.0 & 0x1fff,
            _ => self.0 & 0xfff,
        };
        place as usize
    }

    pub(crate) fn to_bits(self) -> u32 {
        self.0
    }

    pub(crate) fn from_bits(bits: u32) -> ActionCode {
        ActionCode(bits)
    }
}

#[inline(always)]
fn pair(from: Square, to: Square) -> u32 {
    (from.index() as u32) << 6 | to.index() as u32
}

/// Returns a code for a role; 0 for no role.
#[inline(always)]
fn role(role: Option<Role>) -> u32 {
    role.map_or(0, |role| role as u32 + 1)
}
