use rules::{DrawReason, WinReason};

use super::*;

/// Returns the score of games, each `+`, `=` or `-` for the first program, which has White in every other game.
fn score(games: &str) -> String {
    let mut score = Score::default();
    for (n, game) in games.chars().enumerate() {
        let first = Color::ALL[n % 2];
        let won = |winner| Outcome::Won {
            winner,
            reason: WinReason::Checkmate,
        };
        let outcome = match game {
            '+' => won(first),
            '-' => won(!first),
            _ => Outcome::Drawn {
                reason: DrawReason::Stalemate,
            },
        };
        score.add(outcome, first);
    }
    score.to_string()
}

#[test]
fn wins_draws_and_losses_are_those_of_the_first_program() {
    assert_eq!(score(""), "0 won, 0 drawn, 0 lost");
    assert_eq!(score("+"), "1 won, 0 drawn, 0 lost");
    assert_eq!(score("+="), "75.0 %, 1 won, 1 drawn, 0 lost");
}

#[test]
fn the_interval_follows_from_the_spread_between_pairs() {
    // Each pair is worth half, so the pairs do not differ.
    assert_eq!(
        score("+-+-==-+"),
        "50.0 % (95 %: 50.0 to 50.0), 3 won, 2 drawn, 3 lost"
    );
    // Four pairs with 100, 50, 50 and 0 percent: 50 ± 1.96 · 40.82 / 2.
    assert_eq!(
        score("+++-==--"),
        "50.0 % (95 %: 10.0 to 90.0), 3 won, 2 drawn, 3 lost"
    );
    assert_eq!(
        score("++--"),
        "50.0 % (95 %: 0.0 to 100.0), 2 won, 0 drawn, 2 lost"
    );
}

#[test]
fn a_game_without_its_partner_does_not_count_for_the_percentage() {
    assert_eq!(score("+=-"), "75.0 %, 1 won, 1 drawn, 1 lost");
}
