//! Puzzles hold what they promise: one move wins, and no other.

use std::collections::BTreeSet;

use engine::{
    puzzle::{self, Puzzle},
    sure_wins,
};
use rules::{
    Action, Color, Game, GameInput, Next, Setup, Variant, VariantPosition, bario, baroque,
    berolina, chakart,
};
use testkit::quick_or_long;

use crate::solver::wins_after;

/// The maximum number of positions that the engine visits for a proof.
const NODES: u64 = 20_000_000;

fn files() -> impl Iterator<Item = (&'static str, Vec<Puzzle>)> {
    let files = puzzle::FILES.into_iter();
    files.map(|(name, text)| match puzzle::read(text) {
        Ok(puzzles) => (name, puzzles),
        Err(error) => panic!("{name}: {error}"),
    })
}

#[test]
fn there_are_fifty_puzzles_of_each_rule_set_and_some_of_each_grade() {
    for (name, puzzles) in files() {
        assert!(puzzles.len() >= 50, "{name}: {}", puzzles.len());
        for grade in 1..=5 {
            let n = puzzles
                .iter()
                .filter(|puzzle| puzzle.grade == grade)
                .count();
            assert!(n > 0, "{name} has none of grade {grade}");
        }
        let ids: BTreeSet<u32> = puzzles.iter().map(Puzzle::id).collect();
        assert_eq!(ids.len(), puzzles.len(), "{name} has one twice");
    }
}

#[test]
fn every_puzzle_round_trips_and_has_its_computed_grade() {
    for (name, text) in puzzle::FILES {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.is_sorted(), "{name}");
        for line in lines {
            let read: Puzzle = line
                .parse()
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read.to_string(), line, "{name}");
            assert_eq!(read.grade, read.graded(), "{name}: {line}");
        }
    }
    for bad in [
        "",
        "1 | 1 | berolina | e2e4",
        "x | 1 | berolina | e2e4 | e2e3 e7e6",
    ] {
        assert!(bad.parse::<Puzzle>().is_err(), "{bad}");
    }
}

/// Returns the actions of a side that win within this number of turns in the present position of a puzzle; none if the
/// other side is to decide.
fn wins_in(puzzle: &Puzzle, game: &Game, side: Color, n_turns: u32) -> Vec<Action> {
    if game.next() != Next::Decision(side) {
        return Vec::new();
    }
    let setup = puzzle.setup.to_string();
    let rules = setup.split(" position=").next().unwrap_or_default();
    let options = rules.split_once(' ').map_or("", |(_, options)| options);
    let position = game.truth().as_view().position.clone();
    let setup = Setup::with_position(game.variant(), options, &position).expect("it was played");
    sure_wins(&setup, n_turns, NODES).expect("it is settled soon")
}

#[test]
fn the_line_of_a_puzzle_wins_in_time_and_every_other_move_has_its_reply() {
    let every = quick_or_long(20, 1);
    let mut n_replies = 0;
    for (name, puzzles) in files() {
        for puzzle in puzzles {
            let side = puzzle.side().unwrap_or_else(|| panic!("{name}: {puzzle}"));
            let winner = |next: Next| match next {
                Next::Over(outcome) => outcome.winner(),
                _ => None,
            };
            let mut game = Game::new(&puzzle.setup);
            let turns = game.turns();
            for input in &puzzle.line {
                assert_eq!(game.apply(*input), Ok(()), "{name}: {puzzle}");
            }
            assert_eq!(winner(game.next()), Some(side), "{name}: {puzzle}");
            assert!(
                game.turns() - turns < 2 * puzzle.n_turns,
                "{name}: {puzzle}"
            );
            let actions = Game::new(&puzzle.setup).legal_list();
            let others = actions
                .into_iter()
                .filter(|&action| Some(action) != puzzle.solution());
            let replied: Vec<Action> = puzzle
                .replies
                .iter()
                .map(|refuted| refuted.action)
                .collect();
            assert_eq!(others.collect::<Vec<_>>(), replied, "{name}: {puzzle}");
            for refuted in &puzzle.replies {
                let mut game = Game::new(&puzzle.setup);
                let inputs = [GameInput::Action(refuted.action)];
                for input in inputs.iter().chain(&refuted.reply) {
                    assert_eq!(game.apply(*input), Ok(()), "{name}: {puzzle}");
                }
                assert_ne!(winner(game.next()), Some(side), "{name}: {puzzle}");
                let is_answered = matches!(game.next(), Next::Over(_)) || !refuted.reply.is_empty();
                assert!(is_answered, "{name}: {puzzle}");
                n_replies += 1;
                // After a reply that calls for chance, the proof covers all its outcomes.
                let ends_it = matches!(refuted.reply.last(), Some(GameInput::Action(_)));
                if ends_it && puzzle.n_turns > 1 && n_replies % every == 0 {
                    let wins = wins_in(&puzzle, &game, side, puzzle.n_turns - 1);
                    assert_eq!(wins, [], "{name}: {puzzle}");
                }
            }
        }
    }
}

#[test]
fn exactly_one_move_of_each_puzzle_wins_in_time_by_the_proof_of_the_engine() {
    for (name, puzzles) in files() {
        for puzzle in puzzles {
            let winners = |n_turns| sure_wins(&puzzle.setup, n_turns, NODES);
            let solution = Vec::from_iter(puzzle.solution());
            assert_eq!(winners(puzzle.n_turns), Some(solution), "{name}: {puzzle}");
            let sooner = winners(puzzle.n_turns - 1);
            assert_eq!(sooner, Some(Vec::new()), "{name}: {puzzle}");
        }
    }
}

/// Returns the moves that win in this number of turns, as the slow solver finds them.
fn winners<P: VariantPosition>(setup: &Setup, us: Color, n_turns: u32) -> Vec<Action> {
    let position = setup.start_position::<P>().expect("the variant fits");
    let wins = |action: &Action| {
        let next = position.play_unchecked(*action);
        wins_after(&position, &next, us, n_turns)
    };
    position.legal_list().into_iter().filter(wins).collect()
}

#[test]
fn exactly_one_move_of_each_puzzle_wins_in_time_as_a_slow_solver_proves() {
    // The solver takes long for the longer ones, so a quick run tries a few of them only.
    let most = [
        usize::MAX,
        quick_or_long(20, usize::MAX),
        quick_or_long(1, usize::MAX),
    ];
    for (name, puzzles) in files() {
        for n_turns in 1..=3 {
            let of_length = puzzles.iter().filter(|puzzle| puzzle.n_turns == n_turns);
            for puzzle in of_length.take(most[n_turns as usize - 1]) {
                let us = puzzle.side().expect("a side is to move");
                let find = match puzzle.setup.variant() {
                    Variant::Berolina => winners::<berolina::Position>,
                    Variant::Baroque => winners::<baroque::Position>,
                    Variant::Bario => winners::<bario::Position>,
                    _ => winners::<chakart::Position>,
                };
                let found = find(&puzzle.setup, us, n_turns);
                assert_eq!(found, Vec::from_iter(puzzle.solution()), "{name}: {puzzle}");
            }
        }
    }
}
