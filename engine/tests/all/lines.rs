//! The best lines of one search.

use std::collections::BTreeSet;

use engine::{Budget, Engine, Level, SeededWords, Step, Thought};
use rules::{Color, Game, Next, SeatHistory, Setup};

use crate::{SETUPS, weak_game};

/// Returns the best lines for a seat within a budget, and the reports after each depth.
fn lines(
    history: &SeatHistory,
    budget: &Budget<'_>,
    n_lines: usize,
) -> (Vec<Thought>, Vec<Vec<Thought>>) {
    let mut engine = Engine::new(1 << 20);
    let mut words = SeededWords::new(1);
    let mut told = Vec::new();
    let lines = engine.analyze(
        history,
        Level::STRONGEST,
        budget,
        &mut || words.word(),
        n_lines,
        &mut |lines| told.push(lines.to_vec()),
    );
    (lines.expect("the seat has to decide"), told)
}

/// Checks that lines have distinct legal actions, the best one first.
#[track_caller]
fn check(game: &Game, lines: &[Thought], n_lines: usize, is_end: bool) {
    let position = game.truth().as_view().position.clone();
    let actions = game.legal_list();
    assert_eq!(lines.len(), n_lines.min(actions.len()), "{position}");
    let mut seen = BTreeSet::new();
    for line in lines {
        assert!(actions.contains(&line.action), "{position}");
        assert!(seen.insert(line.action.to_string()), "{position}");
        assert!(
            line.line.first() == Some(&Step::Action(line.action)),
            "{position}"
        );
    }
    // At the end of the budget, the best line can be one depth ahead of the others. Then their values are older.
    let others = &lines[usize::from(is_end)..];
    let open = others.iter().filter(|line| line.score.sure_in.is_none());
    let depths: Vec<u32> = open.map(|line| line.depth).collect();
    let most = depths.iter().copied().max().unwrap_or(0);
    let least = most - u32::from(is_end && most > 0);
    assert!(
        depths.iter().all(|&depth| depth >= least),
        "{position}: {depths:?}"
    );
    let scores: Vec<f64> = others.iter().map(|line| line.score.expected).collect();
    assert!(
        scores.is_sorted_by(|one, other| one >= other),
        "{position}: {scores:?}"
    );
}

#[test]
fn lines_are_distinct_and_sorted_after_every_depth_and_within_every_budget() {
    for text in SETUPS {
        let setup: Setup = text.parse().expect("it is a setup");
        weak_game(&setup, &mut SeededWords::new(5), |game| {
            let Next::Decision(seat) = game.next() else {
                return;
            };
            if game.turns() % 9 > 1 {
                return;
            }
            let position = game.truth().as_view().position.clone();
            let (_, options) = text.split_once(' ').unwrap_or_default();
            let here = Setup::with_position(setup.variant(), options, &position);
            let history = SeatHistory::seeing_all(&here.expect("a text of a game is read"), seat);
            for (nodes, n_lines) in [(0, 3), (700, 4), (4_000, 2), (2_000, 500)] {
                let (last, told) = lines(&history, &Budget::of_nodes(nodes), n_lines);
                told.iter()
                    .for_each(|lines| check(game, lines, n_lines, false));
                check(game, &last, n_lines, true);
            }
        });
    }
}

/// Compares each score with that of a search of its action alone. They differ a little, because the table differs.
#[test]
fn each_line_has_an_exact_score() {
    // Only one move captures the queen.
    let setup: Setup = "berolina position=7k/8/8/3q4/8/8/3R2n1/K7 w - - 0 1"
        .parse()
        .expect("it is a setup");
    let history = SeatHistory::new(&setup, Color::White);
    let budget = Budget {
        depth: 3,
        ..Budget::of_nodes(u64::MAX)
    };
    let (lines, _) = lines(&history, &budget, 6);
    assert_eq!(lines[0].action.to_string(), "d2d5");
    assert!(lines[0].score.centipawns > lines[1].score.centipawns + 300);
    for line in &lines {
        let mut engine = Engine::new(1 << 20);
        let only = [line.action];
        let alone = engine.think_about(&history, Level::STRONGEST, &budget, &mut || 1, &only);
        let alone = alone.expect("it is legal").score;
        let difference = alone.centipawns.abs_diff(line.score.centipawns);
        assert!(
            difference <= 60,
            "{}: {:?}, alone {alone:?}",
            line.action,
            line.score
        );
    }
}

#[test]
fn one_line_is_the_thought() {
    for text in SETUPS {
        let setup: Setup = text.parse().expect("it is a setup");
        let history = SeatHistory::new(&setup, Color::White);
        let mut words = SeededWords::new(1);
        let budget = Budget::of_nodes(3_000);
        let mut engine = Engine::new(1 << 20);
        let thought = engine.think(&history, Level::STRONGEST, &budget, &mut || words.word());
        for n_lines in [0, 1] {
            let (lines, _) = lines(&history, &budget, n_lines);
            assert_eq!(
                lines,
                [thought.clone().expect("White has to decide")],
                "{text}"
            );
        }
    }
}

#[test]
fn a_sure_win_comes_first_and_the_other_lines_go_on() {
    let setup: Setup = "berolina position=7k/8/6K1/8/8/8/8/R7 w - - 0 1"
        .parse()
        .expect("it is a setup");
    let history = SeatHistory::new(&setup, Color::White);
    let (lines, _) = lines(&history, &Budget::of_nodes(30_000), 2);
    assert_eq!(lines[0].action.to_string(), "a1a8");
    assert_eq!(lines[0].score.sure_in, Some(1));
    assert!(lines[1].depth > 2, "{:?}", lines[1]);
}
