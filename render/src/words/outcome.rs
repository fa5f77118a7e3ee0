//! How a game ended, in words.

use rules::{Color, DrawReason, Outcome, WinReason};

/// A clause without a final dot: `White wins by checkmate`.
pub fn outcome(outcome: Outcome) -> String {
    told(
        outcome,
        |color| color.to_string(),
        |color| color.to_string(),
    )
}

/// The same with other names for winner and loser.
pub(crate) fn told(
    outcome: Outcome,
    winning: impl Fn(Color) -> String,
    losing: impl Fn(Color) -> String,
) -> String {
    match outcome {
        Outcome::Won { winner, reason } => {
            let (winner, loser) = (winning(winner), losing(!winner));
            match reason {
                WinReason::Checkmate => format!("{winner} wins by checkmate"),
                WinReason::KingsCaptured => format!("{winner} wins, {loser} has no king left"),
                WinReason::NoDecision => format!("{winner} wins, {loser} has no decision left"),
                WinReason::RecycledIntoCheck => {
                    format!("{winner} wins, {loser} recycled into check")
                }
                #[cfg(feature = "hill")]
                WinReason::KingOnHill => format!("{winner} wins, king on the hill"),
                WinReason::Resignation => format!("{winner} wins, {loser} resigned"),
            }
        }
        Outcome::Drawn { reason } => match reason {
            DrawReason::Stalemate => "drawn by stalemate",
            DrawReason::Repetition => "drawn by threefold repetition",
            DrawReason::FiftyMoves => "drawn by the fifty-move rule",
            DrawReason::DeadPosition => "drawn, neither side can mate",
            DrawReason::Agreement => "drawn by agreement",
            DrawReason::TurnLimit => "drawn by the turn limit",
        }
        .to_string(),
    }
}
