//! Helpers share their work with an engine, and change none of its promises.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use engine::{Budget, Engine, Helper, Level, SeededWords, Thought, puzzle};
use rules::{Color, Game, GameInput, Record, SeatHistory, Setup};

use crate::SETUPS;

const NODES: u64 = 20_000;

/// Has an engine think, with helpers on other threads.
fn think_together(engine: &mut Engine, helpers: &mut [Helper], history: &SeatHistory) -> Thought {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for helper in helpers {
            scope.spawn(|| {
                let budget = Budget {
                    stop: Some(&stop),
                    ..Budget::of_nodes(NODES)
                };
                helper.help(history, &budget, &mut || 1, 1)
            });
        }
        let budget = Budget::of_nodes(NODES);
        let thought = engine.think(history, Level::STRONGEST, &budget, &mut || 1);
        stop.store(true, Ordering::Relaxed);
        thought.expect("the seat has to decide")
    })
}

#[test]
fn a_thought_with_helpers_is_legal() {
    for text in SETUPS {
        let setup: Setup = text.parse().expect("it is a setup");
        let (mut game, white) = (Game::new(&setup), SeatHistory::new(&setup, Color::White));
        let mut engine = Engine::new(1 << 16);
        let mut helpers = engine.helpers(3);
        let thought = think_together(&mut engine, &mut helpers, &white);
        game.act(thought.action).expect("it is legal");
        for step in &thought.line[1..] {
            let input = match *step {
                engine::Step::Action(action) => GameInput::Action(action),
                engine::Step::Outcome(outcome, _) => GameInput::Outcome(outcome),
            };
            // The line of a game with hidden information begins at a guess.
            if setup.variant().has_secrets() {
                break;
            }
            game.apply(input).expect("the line is legal");
        }
    }
}

/// The puzzles have one winning move, which a test proves. So no other move and no longer win may be told.
#[test]
fn helpers_make_no_false_claim_of_a_win() {
    let mut n_claims = 0;
    for (name, text) in puzzle::FILES {
        let puzzles = puzzle::read(text).expect(name);
        let mut engine = Engine::new(1 << 16);
        let mut helpers = engine.helpers(2);
        for puzzle in puzzles.iter().filter(|puzzle| puzzle.n_turns <= 2).take(6) {
            let side = puzzle.side().expect("a side is to decide");
            let history = SeatHistory::seeing_all(&puzzle.setup, side);
            let thought = think_together(&mut engine, &mut helpers, &history);
            if let Some(plies) = thought.score.sure_in {
                n_claims += 1;
                assert!(plies > 0, "{name}: {puzzle}");
            }
            if thought
                .score
                .sure_in
                .is_some_and(|plies| plies < 2 * puzzle.n_turns as i32)
            {
                assert_eq!(Some(thought.action), puzzle.solution(), "{name}: {puzzle}");
            }
        }
    }
    assert!(n_claims > 20, "{n_claims} wins are found");
}

/// Returns the nodes of an engine for this depth, after a helper has searched the same position with a word.
fn nodes_after_help(history: &SeatHistory, depth: u32, word: Option<u64>) -> u64 {
    let mut engine = Engine::new(1 << 22);
    let budget = Budget {
        depth,
        ..Budget::of_nodes(400_000)
    };
    if let Some(word) = word {
        let mut words = SeededWords::new(word);
        for helper in &mut engine.helpers(1) {
            let helped = helper.help(history, &budget, &mut || words.word(), 1);
            helped.expect("the seat has to decide");
        }
    }
    let mut words = SeededWords::new(1);
    let thought = engine.think(history, Level::STRONGEST, &budget, &mut || words.word());
    thought.expect("the seat has to decide").nodes
}

#[test]
fn an_engine_uses_the_entries_of_its_helpers() {
    for text in SETUPS {
        let setup: Setup = text.parse().expect("it is a setup");
        let history = SeatHistory::new(&setup, Color::White);
        let depth = if text.starts_with("chakart") { 3 } else { 5 };
        let alone = nodes_after_help(&history, depth, None);
        let helped = nodes_after_help(&history, depth, Some(1));
        assert!(helped < alone / 2, "{text}: {helped} of {alone} nodes");
    }
}

/// If the rules hide something, the entries are about sampled positions. So both have to sample the same ones. The queen can be on
/// 22 squares, and a search samples at most 16 positions.
#[test]
fn a_helper_with_the_same_words_samples_the_same_positions() {
    let start = r#"r3k2r/pp4pp/8/8/3Q4/8/PP4PP/R3K2R w 0 {"flags":"0100"}"#;
    let record: Record = format!("oddboard record 1\nsetup: chakart position={start}\n\nd4~d6")
        .parse()
        .expect("it is a record");
    let black = SeatHistory::of(&record, Color::Black).expect("it is possible");
    let [alone, same, other] =
        [None, Some(1), Some(2)].map(|word| nodes_after_help(&black, 3, word));
    assert!(same < alone / 2, "{same} of {alone} nodes");
    assert!(same < other / 2, "{same} of {other} nodes");
}

#[test]
fn the_counter_of_a_budget_counts_its_nodes() {
    let setup: Setup = "berolina".parse().expect("it is a setup");
    let history = SeatHistory::new(&setup, Color::White);
    let counter = AtomicU64::new(0);
    let budget = Budget {
        counter: Some(&counter),
        ..Budget::of_nodes(NODES)
    };
    let thought = Engine::new(1 << 20).think(&history, Level::STRONGEST, &budget, &mut || 1);
    let nodes = thought.expect("White has to decide").nodes;
    let counted = counter.load(Ordering::Relaxed);
    assert!(
        counted <= nodes && nodes - counted < 4096,
        "{counted} of {nodes}"
    );
}
