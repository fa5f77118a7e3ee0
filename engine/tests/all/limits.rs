//! The engine gives a legal answer under any budget.

use core::{cell::Cell, sync::atomic::AtomicBool};

use engine::{Budget, Engine, Level, SeededWords, Unable};
use rules::{Action, Color, Conclusion, Game, Next, SeatHistory, Setup, Variant};

use crate::{SETUPS, weak_game};

fn white(setup: &str) -> (Game, SeatHistory) {
    let setup: Setup = setup.parse().expect("it is a setup");
    (Game::new(&setup), SeatHistory::new(&setup, Color::White))
}

#[test]
fn a_budget_of_nothing_gives_a_legal_move_at_once() {
    for setup in SETUPS {
        let (mut game, history) = white(setup);
        for level in Level::all() {
            let mut engine = Engine::new(0);
            let thought = engine.think(&history, level, &Budget::of_nodes(0), &mut || 5);
            let thought = thought.expect("White has to decide");
            assert!(thought.nodes <= 1, "{setup}: {thought:?}");
            assert_eq!(game.why_not(thought.action), None, "{setup}");
        }
        let mut engine = Engine::new(1 << 16);
        let thought = engine.think(
            &history,
            Level::STRONGEST,
            &Budget::of_nodes(5000),
            &mut || 5,
        );
        game.act(thought.expect("White has to decide").action)
            .expect("it is legal");
    }
}

#[test]
fn it_stops_at_a_flag_and_when_time_is_over() {
    for setup in SETUPS {
        let (_, history) = white(setup);
        let mut engine = Engine::new(1 << 20);
        let stop = AtomicBool::new(true);
        let stopped = Budget {
            stop: Some(&stop),
            ..Budget::of_nodes(u64::MAX)
        };
        let thought = engine.think(&history, Level::STRONGEST, &stopped, &mut || 5);
        assert!(thought.expect("White has to decide").nodes < 10, "{setup}");
        let n_asked = Cell::new(0);
        let is_over = || {
            n_asked.set(n_asked.get() + 1);
            n_asked.get() > 5
        };
        let timed = Budget {
            is_over: Some(&is_over),
            ..Budget::of_nodes(u64::MAX)
        };
        let thought = engine.think(&history, Level::STRONGEST, &timed, &mut || 5);
        let nodes = thought.expect("White has to decide").nodes;
        assert!((1..20_000).contains(&nodes), "{setup}: {nodes}");
    }
}

#[test]
fn a_soft_limit_is_asked_after_each_depth_and_ends_the_search_there() {
    for setup in SETUPS {
        let (_, history) = white(setup);
        // The share of the planned time that has passed, and the depths that can come after it.
        for (part, depths) in [
            (f64::INFINITY, 1..=1),
            (3.0, 1..=1),
            (0.59, 4..=4),
            (0.0, 4..=4),
        ] {
            let n_asked = Cell::new(0);
            let spent = || {
                n_asked.set(n_asked.get() + 1);
                part
            };
            let budget = Budget {
                depth: 4,
                spent: Some(&spent),
                ..Budget::of_nodes(u64::MAX)
            };
            let mut engine = Engine::new(1 << 20);
            let thought = engine.think(&history, Level::STRONGEST, &budget, &mut || 5);
            let depth = thought.expect("White has to decide").depth;
            assert!(depths.contains(&depth), "{setup}, {part}: {depth}");
            assert_eq!(n_asked.get(), depth, "{setup}, {part}");
        }
    }
}

#[test]
fn a_hard_limit_ends_a_search_within_a_depth_even_if_the_soft_one_has_not_passed() {
    for setup in SETUPS {
        let (_, history) = white(setup);
        let n_asked = Cell::new(0);
        let is_over = || {
            n_asked.set(n_asked.get() + 1);
            n_asked.get() > 20
        };
        let budget = Budget {
            is_over: Some(&is_over),
            spent: Some(&|| 0.0),
            ..Budget::of_nodes(u64::MAX)
        };
        let mut engine = Engine::new(1 << 20);
        let thought = engine.think(&history, Level::STRONGEST, &budget, &mut || 5);
        let nodes = thought.expect("White has to decide").nodes;
        assert!((1..21 * 2048).contains(&nodes), "{setup}: {nodes}");
    }
}

/// Checks this where a search for a sure win would take much longer than the budget.
#[test]
fn most_of_the_time_goes_into_looking_ahead() {
    for text in SETUPS {
        let setup: Setup = text.parse().expect("it is a setup");
        let mut engine = Engine::new(1 << 20);
        weak_game(&setup, &mut SeededWords::new(2), |game| {
            let Next::Decision(seat) = game.next() else {
                return;
            };
            if game.turns() < 24 || game.turns() % 8 > 1 {
                return;
            }
            let position = game.public_view().as_view().position.clone();
            let (_, options) = text.split_once(' ').unwrap_or_default();
            let here = Setup::with_position(setup.variant(), options, &position);
            let history = SeatHistory::seeing_all(&here.expect("a text of a game is read"), seat);
            // A level visits few positions, so it does not come as far.
            for (level, depth) in [(Level::STRONGEST, 2), (Level::new(8).expect("a level"), 1)] {
                let n_asked = Cell::new(0);
                let is_over = || {
                    n_asked.set(n_asked.get() + 1);
                    n_asked.get() > 12
                };
                let timed = Budget {
                    is_over: Some(&is_over),
                    ..Budget::of_nodes(u64::MAX)
                };
                let thought = engine.think(&history, level, &timed, &mut || 5);
                let thought = thought.expect("the seat has to decide");
                let is_sure = thought.score.sure_in.is_some();
                assert!(is_sure || thought.depth >= depth, "{text}: {position}");
            }
        });
    }
}

#[test]
fn a_budget_is_kept_and_the_same_question_has_the_same_answer() {
    for setup in SETUPS {
        let (_, history) = white(setup);
        for (level, nodes) in [
            (Level::WEAKEST, 1),
            (Level::WEAKEST, 50),
            (Level::WEAKEST, 3000),
            (Level::STRONGEST, 50_000),
        ] {
            let mut answers = [1 << 14, 1 << 14].map(|memory| {
                let mut engine = Engine::new(memory);
                let mut word = 3;
                let mut words = || {
                    word += 1;
                    word
                };
                let budget = Budget::of_nodes(nodes);
                let thought = engine.think(&history, level, &budget, &mut words);
                thought.expect("White has to decide")
            });
            assert!(answers[0].nodes <= nodes, "{setup}");
            let [one, other] = answers.each_mut();
            assert_eq!(
                (one.action, one.nodes, one.score),
                (other.action, other.nodes, other.score)
            );
        }
    }
}

#[test]
fn only_levels_up_to_8_overlook_a_queen_across_the_board_and_never_their_only_move() {
    let setup: Setup = "berolina position=q6k/8/8/8/8/8/8/R5K1 w - - 0 1"
        .parse()
        .expect("it is a setup");
    let history = SeatHistory::new(&setup, Color::White);
    let capture: Action = "a1a8".parse().expect("it is an action");
    let mut engine = Engine::new(1 << 16);
    let mut is_missed = |number: u8, seed: u64, only: &[Action]| {
        let level = Level::new(number).expect("there is such a level");
        let budget = Budget::of_nodes(2_000);
        let mut words = SeededWords::new(seed);
        engine.forget();
        let thought = engine.think_about(&history, level, &budget, &mut || words.word(), only);
        thought.expect("White has to decide").action != capture
    };
    let n_missed = (0..200).filter(|&seed| is_missed(8, seed, &[])).count();
    assert!((10..50).contains(&n_missed), "{n_missed}");
    for seed in 0..50 {
        assert!(!is_missed(9, seed, &[]), "{seed}");
        assert!(!is_missed(1, seed, &[capture]), "{seed}");
    }
}

#[test]
fn a_game_that_is_over_or_another_turn_is_an_answer_too() {
    let setup = Setup::new(Variant::Baroque);
    let mut game = Game::new(&setup);
    let mut engine = Engine::new(1 << 14);
    let mut black = SeatHistory::new(&setup, Color::Black);
    let mut ask = |history: &SeatHistory| {
        engine
            .think(history, Level::STRONGEST, &Budget::of_nodes(10), &mut || 5)
            .map(|thought| thought.action)
    };
    assert_eq!(ask(&black), Err(Unable::NotToDecide));
    game.conclude(Conclusion::Resigned(Color::White))
        .expect("it is not over");
    black.note(None, &game);
    assert!(matches!(ask(&black), Err(Unable::Over(_))));
}
