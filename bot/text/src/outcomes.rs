//! Outcomes of games.

use rules::{ByColor, DrawReason, Outcome, WinReason};

use super::{
    Arg, Text, arg, messages as room,
    pieces::{called, player},
};

/// Renders an outcome as a clause without a final dot: `White wins by checkmate`.
pub fn outcome(outcome: Outcome) -> Text {
    match outcome {
        Outcome::Won { winner, reason } => won(reason, winner, !winner),
        Outcome::Drawn { reason } => match reason {
            DrawReason::Stalemate => room::outcome_stalemate(),
            DrawReason::Repetition => room::outcome_repetition(),
            DrawReason::FiftyMoves => room::outcome_fifty_moves(),
            DrawReason::DeadPosition => room::outcome_dead_position(),
            DrawReason::Agreement => room::outcome_agreement(),
            DrawReason::TurnLimit => room::outcome_turn_limit(),
        },
        Outcome::Aborted => room::outcome_aborted(),
    }
}

/// Renders an outcome with the names of players: `Ann (White) wins by checkmate`.
pub fn outcome_between(ended: Outcome, names: &ByColor<String>) -> Text {
    match ended {
        Outcome::Won { winner, reason } => {
            won(reason, player(winner, names), called(!winner, names))
        }
        Outcome::Drawn { .. } | Outcome::Aborted => outcome(ended),
    }
}

fn won(reason: WinReason, winner: impl Into<Arg>, loser: impl Into<Arg>) -> Text {
    match reason {
        WinReason::Checkmate => room::outcome_checkmate(winner),
        WinReason::KingsCaptured => {
            room::outcome_kings_captured(arg::loser(loser), arg::winner(winner))
        }
        WinReason::NoDecision => room::outcome_no_decision(arg::loser(loser), arg::winner(winner)),
        WinReason::RecycledIntoCheck => {
            room::outcome_recycled_into_check(arg::loser(loser), arg::winner(winner))
        }
        WinReason::VariantRule => room::outcome_variant_rule(winner),
        WinReason::Resignation => room::outcome_resignation(arg::loser(loser), arg::winner(winner)),
        WinReason::OutOfTime => room::outcome_out_of_time(arg::loser(loser), arg::winner(winner)),
    }
}
