//! Tests with nothing but the public interface of `rules`: move counts, ends, random walks, and a search.

use std::ops::ControlFlow;

use rules::{Action, Color, DrawReason, Glyph, Outcome, Position as _, WinReason, attacks, perft};
use testkit::{Random, check_actions};

use super::{Position, hill};

/// The value of a win at the end of the search; quicker ones are worth more.
const WIN: i32 = 1000;

/// Returns the position after legal actions from the start.
#[track_caller]
fn played(actions: &str) -> Position {
    let mut position = Position::start();
    for action in actions.split_whitespace() {
        let action = action.parse().expect("it is an action");
        assert!(position.is_legal(action), "{action} in {position}");
        position = position.play_unchecked(action);
    }
    position
}

#[test]
fn its_moves_are_those_of_chess() {
    let counts = [1, 2, 3, 4].map(|depth| perft(&Position::start(), depth));
    assert_eq!(counts, [20, 400, 8902, 197_281]);
}

#[test]
fn a_game_ends_by_mate_by_stalemate_and_by_a_king_on_the_hill() {
    let won = |winner, reason| Some(Outcome::Won { winner, reason });
    let stalemate = Some(Outcome::Drawn {
        reason: DrawReason::Stalemate,
    });
    for (actions, outcome) in [
        ("e2e4 a7a6 e1e2 b7b6 e2e3 c7c6", None),
        (
            "e2e4 a7a6 e1e2 b7b6 e2e3 c7c6 e3d4",
            won(Color::White, WinReason::VariantRule),
        ),
        (
            "a2a3 e7e6 b2b3 e8e7 c2c3 e7d6 a3a4 d6d5",
            won(Color::Black, WinReason::VariantRule),
        ),
        (
            "f2f3 e7e5 g2g4 d8h4",
            won(Color::Black, WinReason::Checkmate),
        ),
        (
            "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 a5c7 a6h6 h2h4 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
            stalemate,
        ),
    ] {
        let position = played(actions);
        assert_eq!(position.outcome(), outcome, "{position}");
        assert_eq!(position.has_legal_action(), outcome.is_none(), "{position}");
    }
}

#[test]
fn random_walks_agree_with_themselves() {
    let mut random = Random::new(1);
    for _ in 0..10 {
        let mut position = Position::start();
        for _ in 0..100 {
            let actions = check_actions(&position);
            assert_eq!(
                position.outcome().is_some(),
                actions.is_empty(),
                "{position}"
            );
            if actions.is_empty() {
                break;
            }
            position = position.play_unchecked(*random.pick(&actions));
        }
    }
}

#[test]
fn a_key_depends_on_the_position_and_not_on_the_way_to_it() {
    let position = played("g1f3 g8f6 b1c3");
    assert_eq!(position.key(), played("b1c3 g8f6 g1f3").key());
    assert_ne!(position.key(), played("b1c3 g8f6 g1h3").key());
    assert_eq!(Position::start().key(), played("g1f3 g8f6 f3g1 f6g8").key());
}

/// A search for any variant without chance whose sides alternate, with its static evaluation for the side to move.
struct Search<P>(fn(&P) -> i32);

impl<P: rules::Position> Search<P> {
    /// Returns the value for the side to move, by alpha-beta.
    fn value(&self, position: &P, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if let Some(outcome) = position.outcome() {
            let value = WIN + depth as i32;
            return match outcome.winner() {
                Some(winner) if winner == position.side_to_move() => value,
                Some(_) => -value,
                None => 0,
            };
        }
        if depth == 0 {
            return self.0(position);
        }
        let _ = position.successors(|_, next| {
            alpha = alpha.max(-self.value(next, depth - 1, -beta, -alpha));
            if alpha >= beta {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        alpha
    }

    /// Returns the best action; `None` if the game is over.
    fn best(&self, position: &P, depth: u32) -> Option<Action> {
        let (mut best, mut alpha) = (None, -2 * WIN);
        let _ = position.successors(|action, next| {
            let value = -self.value(next, depth - 1, -2 * WIN, -alpha);
            if value > alpha {
                (best, alpha) = (Some(action), value);
            }
            ControlFlow::<()>::Continue(())
        });
        best
    }
}

/// Returns the pieces of the side to move and the steps of the other king to the hill, less those of the other side.
fn evaluate(position: &Position) -> i32 {
    let (us, them) = (position.turn, !position.turn);
    let pieces = |color| position.pieces(color).len() as i32;
    10 * (pieces(us) - pieces(them)) + steps_to_hill(position, them) - steps_to_hill(position, us)
}

fn steps_to_hill(position: &Position, color: Color) -> i32 {
    let king = position.squares(Glyph::King(color));
    let (mut zone, mut n_steps) = (hill(), 0);
    while (zone & king).is_empty() {
        zone = zone.fold(zone, |zone, at| zone | attacks::king(at));
        n_steps += 1;
    }
    n_steps
}

#[test]
fn a_search_climbs_the_hill_and_keeps_the_other_king_from_it() {
    let search = Search(evaluate);
    let climb = played("e2e4 a7a6 e1e2 b7b6 e2e3 c7c6");
    let action = search.best(&climb, 2).expect("there are moves");
    assert!(climb.play_unchecked(action).outcome().is_some());
    // The king on e3 is about to go to d4.
    let stop = played("e2e4 a7a6 e1e2 b7b6 e2e3");
    let action = search.best(&stop, 2).expect("there are moves");
    let stopped = stop.play_unchecked(action);
    let wins = |action: Action| stopped.play_unchecked(action).outcome().is_some();
    assert!(!stopped.legal_list().into_iter().any(wins), "{stopped}");
}

#[test]
fn a_search_wins_a_whole_game_against_a_player_of_first_moves() {
    let mut position = Position::start();
    let first = |position: &Position| position.legal_list().first().copied();
    for _ in 0..20 {
        let action = match position.turn {
            Color::White => Search(evaluate).best(&position, 3),
            Color::Black => first(&position),
        };
        let Some(action) = action else { break };
        position = position.play_unchecked(action);
    }
    let winner = position.outcome().and_then(Outcome::winner);
    assert_eq!(winner, Some(Color::White), "{position}");
}
