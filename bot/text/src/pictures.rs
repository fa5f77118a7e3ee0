//! The texts on pictures.

use render::{Captions, Mark, Standing};
use rules::{Color, Outcome, PendingDecision, WinReason};

use super::{Language, Text, messages as room, outcomes, pieces};

impl Captions for Language {
    fn side(&self, color: Color) -> String {
        self.localize(&pieces::color(color))
    }

    fn standing(&self, color: Color, standing: Standing) -> Option<String> {
        let text = match standing {
            Standing::Waits => return None,
            Standing::ToDecide { check, pending } => to_decide(check, pending),
            Standing::Over(Outcome::Won { winner, reason }) if winner == color => won(reason),
            Standing::Over(Outcome::Won { reason, .. }) => lost(reason),
            Standing::Over(outcome) => outcomes::outcome(outcome),
        };
        Some(self.localize(&text))
    }

    fn mark(&self, mark: Mark) -> String {
        self.localize(&self::mark(mark))
    }
}

/// Returns the meaning of a mark: `slide`.
pub(super) fn mark(mark: Mark) -> Text {
    match mark {
        Mark::Slide => room::picture_slide(),
        Mark::Leap => room::picture_leap(),
        Mark::MoveOnly => room::picture_move_only(),
        Mark::CaptureOnly => room::picture_capture_only(),
        Mark::Noted => room::picture_noted(),
    }
}

fn to_decide(is_check: bool, pending: PendingDecision) -> Text {
    match pending {
        PendingDecision::Move if is_check => room::picture_move_check(),
        PendingDecision::Move => room::picture_move(),
        PendingDecision::MoveAgain => room::picture_move_again(),
        PendingDecision::KingPlace => room::picture_king_place(),
        PendingDecision::LostPiece(_) => room::picture_lost_piece(),
        PendingDecision::Swap => room::picture_swap(),
        PendingDecision::DropPlace(role) => room::picture_drop_place(pieces::role(role).a()),
        PendingDecision::Promotion { .. } => room::picture_promotion(),
    }
}

fn won(reason: WinReason) -> Text {
    match reason {
        WinReason::Checkmate => room::picture_won_checkmate(),
        WinReason::Resignation => room::picture_won_resignation(),
        WinReason::OutOfTime => room::picture_won_out_of_time(),
        // The strip of the other side gives the reason.
        WinReason::KingsCaptured
        | WinReason::NoDecision
        | WinReason::RecycledIntoCheck
        | WinReason::VariantRule => room::picture_won(),
    }
}

fn lost(reason: WinReason) -> Text {
    match reason {
        WinReason::Checkmate => room::picture_lost_checkmate(),
        WinReason::Resignation => room::picture_lost_resignation(),
        WinReason::OutOfTime => room::picture_lost_out_of_time(),
        WinReason::KingsCaptured => room::picture_lost_kings_captured(),
        WinReason::NoDecision => room::picture_lost_no_decision(),
        WinReason::RecycledIntoCheck => room::picture_lost_recycled_into_check(),
        WinReason::VariantRule => room::picture_lost(),
    }
}

#[cfg(test)]
mod tests {
    use rules::DrawReason;

    use super::*;

    #[test]
    fn a_strip_uses_the_language_of_its_reader() {
        let to_move = Standing::ToDecide {
            check: true,
            pending: PendingDecision::Move,
        };
        let drawn = Standing::Over(Outcome::Drawn {
            reason: DrawReason::Agreement,
        });
        let won = Standing::Over(Outcome::Won {
            winner: Color::Black,
            reason: WinReason::Resignation,
        });
        for (tag, standing, expected) in [
            ("en", to_move, "in check, to move"),
            ("es", to_move, "en jaque, le toca"),
            ("fr", drawn, "nulle par accord"),
            ("fr", won, "abandonne"),
        ] {
            let language: Language = tag.parse().expect("a language");
            let strip_text = language.standing(Color::White, standing);
            assert_eq!(strip_text.as_deref(), Some(expected), "{tag}");
        }
        assert_eq!(
            Language::ENGLISH.standing(Color::White, Standing::Waits),
            None
        );
    }
}
