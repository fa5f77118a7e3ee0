//! Full strength varies its openings, and nothing else.

use std::collections::BTreeSet;

use engine::{Budget, Engine, Level, SeededWords, Unable};
use rules::{Action, Color, Game, Next, SeatHistory, Setup};

use crate::SETUPS;

const NODES: u64 = 4_000;

/// Returns what an engine plays with the words of a seed.
fn played(history: &SeatHistory, level: Level, seed: u64) -> Result<Action, Unable> {
    let mut words = SeededWords::new(seed);
    let budget = Budget::of_nodes(NODES);
    let mut engine = Engine::new(1 << 18);
    let thought = engine.play(history, level, &budget, &mut || words.word());
    thought.map(|thought| thought.action)
}

/// Returns the moves that an engine plays with the words of several seeds.
fn all_played(setup: &str, level: Level) -> BTreeSet<String> {
    let setup: Setup = setup.parse().expect("it is a setup");
    let history = SeatHistory::new(&setup, Color::White);
    let moves = (0..12).map(|seed| played(&history, level, seed));
    moves
        .map(|action| action.expect("White has to decide").to_string())
        .collect()
}

/// Returns the first six plies of a game of an engine against itself, with the words of a seed.
fn opening(setup: &Setup, level: Level, seed: u64) -> String {
    let mut game = Game::new(setup);
    let mut line = String::new();
    while let Next::Decision(seat) = game.next()
        && game.turns() < 6
    {
        let position = game.truth().as_view().position.clone();
        let options = setup.to_string();
        let (_, options) = options.split_once(' ').unwrap_or_default();
        let here = Setup::with_position(setup.variant(), options, &position);
        let history = SeatHistory::seeing_all(&here.expect("a text of a game is read"), seat);
        let action = played(&history, level, seed).expect("the seat has to decide");
        game.act(action).expect("it is legal");
        line.push_str(&format!(" {action}"));
    }
    line
}

#[test]
fn the_levels_without_errors_vary_their_openings() {
    for setup in ["berolina", "baroque", "bario"] {
        let setup: Setup = setup.parse().expect("it is a setup");
        for number in 9..=12 {
            let level = Level::new(number).expect("there is such a level");
            let openings: BTreeSet<String> =
                (0..6).map(|seed| opening(&setup, level, seed)).collect();
            assert!(openings.len() > 2, "{setup}, level {number}: {openings:?}");
        }
    }
}

#[test]
fn the_same_words_give_the_same_opening() {
    for setup in SETUPS {
        let setup: Setup = setup.parse().expect("it is a setup");
        let history = SeatHistory::new(&setup, Color::White);
        for seed in 0..4 {
            let [one, other] = [(); 2].map(|()| played(&history, Level::STRONGEST, seed));
            assert_eq!(one, other, "{setup}");
        }
    }
}

#[test]
fn after_eight_plies_and_before_a_sure_end_the_best_move_is_played() {
    for (setup, best) in [
        (
            "berolina position=7k/8/6K1/8/8/8/8/R7 w - - 0 1",
            Some("a1a8"),
        ),
        // One capture is much better than any other move.
        (
            "berolina position=7k/8/8/3q4/8/8/r2R2n1/6K1 w - - 0 1",
            None,
        ),
        (
            "berolina position=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 5",
            None,
        ),
    ] {
        let moves = all_played(setup, Level::STRONGEST);
        assert_eq!(moves.len(), 1, "{setup}: {moves:?}");
        if let Some(best) = best {
            assert!(moves.contains(best), "{setup}: {moves:?}");
        }
    }
}

#[test]
fn a_level_with_errors_plays_what_it_thinks() {
    let setup: Setup = "berolina".parse().expect("it is a setup");
    let history = SeatHistory::new(&setup, Color::White);
    for number in 1..=8 {
        let level = Level::new(number).expect("there is such a level");
        for seed in 0..4 {
            let mut words = SeededWords::new(seed);
            let budget = Budget::of_nodes(NODES);
            let mut engine = Engine::new(1 << 18);
            let thought = engine.think(&history, level, &budget, &mut || words.word());
            let thought = thought.map(|thought| thought.action);
            assert_eq!(played(&history, level, seed), thought, "level {number}");
        }
    }
}
