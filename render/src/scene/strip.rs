//! The strip above or below a board: who plays that side, how it stands, and what it has at hand.

use rules::{Color, Glyph, Outcome, Power, Status, View};

use crate::{Captions, Standing};

/// Who plays a side and how it stands.
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(Debug))]
pub(crate) struct SideStrip {
    /// Whose it is.
    pub(crate) color: Color,
    /// Who plays that side.
    pub(crate) name: String,
    /// What the side is called.
    pub(crate) side: String,
    /// What is told of it.
    pub(crate) told: Option<String>,
    /// Whether it stands out.
    pub(crate) is_active: bool,
    /// How many slots follow.
    pub(crate) n_slots: u32,
}

/// What a side has at hand beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holding {
    /// Pieces in reserve and how many.
    Reserve(Glyph, u8),
    /// A power, and whether the side still has it.
    Power(Power, bool),
}

impl Holding {
    pub(super) const POWERS: [Holding; 4] = [
        Holding::Power(Power::Shell, true),
        Holding::Power(Power::Shell, false),
        Holding::Power(Power::Stealth, true),
        Holding::Power(Power::Stealth, false),
    ];

    /// All that a side has, always in the same order.
    pub(super) fn of(color: Color, view: &View) -> impl Iterator<Item = Holding> {
        let reserve = view.reserves[color].iter();
        let powers = view.powers[color].iter();
        reserve
            .filter(|(_, count)| *count > 0)
            .map(|(glyph, count)| Holding::Reserve(*glyph, *count))
            .chain(powers.map(|(power, left)| Holding::Power(*power, *left)))
    }
}

impl Standing {
    pub(super) fn of(color: Color, view: &View) -> Standing {
        match view.status {
            Status::Over(outcome) => Standing::Over(outcome),
            Status::ToDecide(side) if side == color => Standing::ToDecide {
                check: view.is_in_check(color),
                pending: view.pending,
            },
            Status::ToDecide(_) | Status::ToRoll => Standing::Waits,
        }
    }

    /// Whether the strip of this color stands out.
    pub(crate) fn is_active(self, color: Color) -> bool {
        match self {
            Standing::Waits => false,
            Standing::ToDecide { .. } => true,
            Standing::Over(outcome) => outcome.winner() == Some(color),
        }
    }

    /// The score of this color, once the game is over.
    fn score(self, color: Color) -> Option<&'static str> {
        match self {
            Standing::Waits | Standing::ToDecide { .. } | Standing::Over(Outcome::Aborted) => None,
            Standing::Over(Outcome::Won { winner, .. }) if winner == color => Some("1"),
            Standing::Over(Outcome::Won { .. }) => Some("0"),
            Standing::Over(Outcome::Drawn { .. }) => Some("½"),
        }
    }

    /// What the strip of this color says, if anything.
    pub(super) fn told(self, color: Color, captions: &dyn Captions) -> Option<String> {
        let words = captions.standing(color, self);
        let parts: Vec<_> = self
            .score(color)
            .into_iter()
            .chain(words.as_deref())
            .collect();
        (!parts.is_empty()).then(|| parts.join("   "))
    }
}
