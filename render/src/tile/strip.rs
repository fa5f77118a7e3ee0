//! The strip above or below a board: the player, the status, and the items of the side.

use rules::{Color, Glyph, Outcome, Power, Status, View};

use crate::{Captions, Standing};

/// The player and the status of a side.
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(Debug))]
pub(crate) struct SideStrip {
    /// The side.
    pub(crate) color: Color,
    /// The name of the player.
    pub(crate) name: String,
    /// The name of the side.
    pub(crate) side: String,
    /// The status text.
    pub(crate) status: Option<String>,
    /// True if the strip is highlighted.
    pub(crate) is_active: bool,
    /// The number of slots that follow.
    pub(crate) n_slots: u32,
}

/// An item of a side next to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holding {
    /// Pieces in reserve, with their number.
    Reserve(Glyph, u8),
    /// A power; true if the side still has it.
    Power(Power, bool),
}

impl Holding {
    pub(crate) const POWERS: [Holding; 4] = [
        Holding::Power(Power::Shell, true),
        Holding::Power(Power::Shell, false),
        Holding::Power(Power::Stealth, true),
        Holding::Power(Power::Stealth, false),
    ];

    /// Returns all items of a side, always in the same order.
    pub(crate) fn of(color: Color, view: &View) -> impl Iterator<Item = Holding> {
        let reserve = view.reserves[color].iter();
        let powers = view.powers[color].iter();
        reserve
            .filter(|(_, count)| *count > 0)
            .map(|(glyph, count)| Holding::Reserve(*glyph, *count))
            .chain(powers.map(|(power, left)| Holding::Power(*power, *left)))
    }
}

impl Standing {
    pub(crate) fn of(color: Color, view: &View) -> Standing {
        match view.status {
            Status::Over(outcome) => Standing::Over(outcome),
            Status::ToDecide(side) if side == color => Standing::ToDecide {
                check: view.is_in_check(color),
                pending: view.pending,
            },
            Status::ToDecide(_) | Status::ToRoll => Standing::Waits,
        }
    }

    /// Returns whether the strip of this color is highlighted.
    pub(crate) fn is_active(self, color: Color) -> bool {
        match self {
            Standing::Waits => false,
            Standing::ToDecide { .. } => true,
            Standing::Over(outcome) => outcome.winner() == Some(color),
        }
    }

    /// Returns the score of this color after the game is over.
    fn score(self, color: Color) -> Option<&'static str> {
        match self {
            Standing::Waits | Standing::ToDecide { .. } | Standing::Over(Outcome::Aborted) => None,
            Standing::Over(Outcome::Won { winner, .. }) if winner == color => Some("1"),
            Standing::Over(Outcome::Won { .. }) => Some("0"),
            Standing::Over(Outcome::Drawn { .. }) => Some("½"),
        }
    }

    /// Returns the status text for the strip of this color, if any.
    pub(crate) fn status_text(self, color: Color, captions: &dyn Captions) -> Option<String> {
        let words = captions.standing(color, self);
        let parts: Vec<_> = self
            .score(color)
            .into_iter()
            .chain(words.as_deref())
            .collect();
        (!parts.is_empty()).then(|| parts.join("   "))
    }
}
