//! The strip above or below a board: who plays that side, how it stands, and what it has at hand.

use rules::{
    Color, DrawReason, Glyph, Outcome, PendingDecision, Power, Role, Status, View, WinReason,
};

/// Who plays a side and how it stands.
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(Debug))]
pub(crate) struct SideStrip {
    /// Whose it is.
    pub(crate) color: Color,
    /// Who plays that side.
    pub(crate) name: String,
    /// What is told of it.
    pub(crate) standing: Standing,
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

/// What a strip tells of its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Standing {
    /// The other side is to decide.
    Waits,
    /// This side is to decide.
    ToDecide {
        /// Whether its king is in check.
        check: bool,
        /// What it has to decide.
        pending: PendingDecision,
    },
    /// The game is over.
    Over(Outcome),
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

    /// What the strip of this color says, if anything.
    pub(crate) fn told(self, color: Color) -> Option<&'static str> {
        match self {
            Standing::Waits => None,
            Standing::ToDecide { check, pending } => Some(match pending {
                PendingDecision::Move if check => "in check, to move",
                PendingDecision::Move => "to move",
                PendingDecision::MoveAgain => "to move again",
                PendingDecision::KingPlace => "to place the king",
                PendingDecision::LostPiece(_) => "to name the piece lost",
                PendingDecision::Swap => "to swap two pieces",
                PendingDecision::DropPlace(Role::Pawn) => "to place a pawn",
                PendingDecision::DropPlace(Role::Knight) => "to place a knight",
                PendingDecision::DropPlace(Role::Bishop) => "to place a bishop",
                PendingDecision::DropPlace(Role::Rook) => "to place a rook",
                PendingDecision::DropPlace(Role::Queen) => "to place a queen",
                PendingDecision::DropPlace(Role::King) => "to place a king",
                PendingDecision::Promotion { .. } => "to promote",
            }),
            Standing::Over(Outcome::Won { winner, reason }) => {
                Some(match (winner == color, reason) {
                    (true, WinReason::Checkmate) => "1   won by checkmate",
                    (true, WinReason::Resignation) => "1   won by resignation",
                    #[cfg(feature = "hill")]
                    (true, WinReason::KingOnHill) => "1   king on the hill",
                    // The strip of the other side says why.
                    (
                        true,
                        WinReason::KingsCaptured
                        | WinReason::NoDecision
                        | WinReason::RecycledIntoCheck,
                    ) => "1   won",
                    (false, WinReason::Checkmate) => "0   checkmated",
                    (false, WinReason::Resignation) => "0   resigned",
                    #[cfg(feature = "hill")]
                    (false, WinReason::KingOnHill) => "0   lost the hill",
                    (false, WinReason::KingsCaptured) => "0   no king left",
                    (false, WinReason::NoDecision) => "0   cannot move",
                    (false, WinReason::RecycledIntoCheck) => "0   recycled into check",
                })
            }
            Standing::Over(Outcome::Drawn { reason }) => Some(match reason {
                DrawReason::Stalemate => "½   drawn by stalemate",
                DrawReason::Repetition => "½   drawn by repetition",
                DrawReason::FiftyMoves => "½   drawn by fifty moves",
                DrawReason::DeadPosition => "½   drawn, no mate possible",
                DrawReason::Agreement => "½   drawn by agreement",
                DrawReason::TurnLimit => "½   drawn by the turn limit",
            }),
        }
    }
}
