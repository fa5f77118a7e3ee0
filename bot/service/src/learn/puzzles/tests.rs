use std::collections::BTreeSet;

use rules::{Action, Variant};

use super::{PUZZLES, PuzzleReply, PuzzleStep, ids_of, puzzle};
use crate::testing::{Table, lobby};
use crate::{Done, LearnReply, Refusal, Reply};
use command::{Control, Intent};

/// Returns the puzzle in a reply.
pub(crate) fn puzzle_reply(reply: Result<Reply, Refusal>) -> PuzzleReply {
    match reply {
        Ok(Reply::Learn(LearnReply::Puzzle(puzzle)) | Reply::Done(Done::Puzzle(puzzle))) => puzzle,
        _ => panic!("it is of a puzzle"),
    }
}

fn says(table: &mut Table, name: &str, text: &str) -> PuzzleReply {
    puzzle_reply(table.say(name, lobby(), text))
}

fn answers(table: &mut Table, name: &str, action: Action) -> PuzzleReply {
    says(table, name, &format!("/puzzle move:{action}"))
}

/// Returns the right answer and a wrong one.
fn moves(id: u32) -> (Action, Action) {
    let puzzle = puzzle(id).expect("it was shown");
    let right = puzzle.solution().expect("it has one");
    (right, puzzle.replies[0].action)
}

#[test]
fn every_puzzle_has_an_id_of_its_own() {
    let ids: BTreeSet<u32> = PUZZLES.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids.len(), PUZZLES.len());
    assert!(PUZZLES.len() >= 250, "{}", PUZZLES.len());
}

#[test]
fn a_row_grows_with_right_answers_and_ends_with_the_first_wrong_one() {
    let mut table = Table::new();
    for n in 1..=3 {
        let shown = says(&mut table, "Ann", "/puzzle baroque");
        assert_eq!((&shown.step, shown.streak), (&PuzzleStep::Shown, n - 1));
        let solved = answers(&mut table, "Ann", moves(shown.id).0);
        assert_eq!(
            (&solved.step, solved.streak, solved.best),
            (&PuzzleStep::Solved, n, n)
        );
    }
    let shown = says(&mut table, "Ann", "/puzzle baroque");
    let (right, wrong) = moves(shown.id);
    let missed = answers(&mut table, "Ann", wrong);
    assert!(matches!(missed.step, PuzzleStep::Wrong(_)));
    assert_eq!((missed.streak, missed.best, missed.ended), (0, 3, 3));
    // The puzzle stays open, but solving it now begins no streak.
    assert_eq!(says(&mut table, "Ann", "/puzzle").id, shown.id);
    assert_eq!(answers(&mut table, "Ann", wrong).ended, 0);
    let solved = answers(&mut table, "Ann", right);
    assert_eq!(
        (solved.step, solved.streak, solved.best),
        (PuzzleStep::Solved, 0, 3)
    );
    // Other people are not affected.
    assert_eq!(says(&mut table, "Bob", "/puzzle baroque").best, 0);
    table.refuses(
        "Ann",
        lobby(),
        "/puzzle move:e2e4",
        "You have no puzzle to solve. /puzzle shows one.",
    );
}

#[test]
fn giving_up_a_puzzle_ends_the_streak() {
    let mut table = Table::new();
    let shown = says(&mut table, "Ann", "/puzzle chakart");
    answers(&mut table, "Ann", moves(shown.id).0);
    let shown = says(&mut table, "Ann", "/puzzle chakart");
    let press = |table: &mut Table| {
        let intent = Intent::Press(Control::GiveUpPuzzle(shown.id));
        table.ask("Ann", lobby(), intent)
    };
    let answer = puzzle_reply(press(&mut table));
    assert_eq!(
        (answer.step, answer.streak, answer.ended),
        (PuzzleStep::GivenUp, 0, 1)
    );
    assert!(press(&mut table).is_err(), "it is not theirs any more");
    let next = says(&mut table, "Ann", "/puzzle chakart");
    assert_ne!(next.id, shown.id);
}

#[test]
fn a_puzzle_repeats_only_once_all_of_its_variant_were_shown() {
    for variant in [Variant::Berolina, Variant::Bario] {
        let mut table = Table::new();
        let command = format!("/puzzle {variant}");
        let all = PUZZLES
            .iter()
            .filter(|(_, puzzle)| puzzle.setup.variant() == variant);
        let all: BTreeSet<u32> = all.map(|(id, _)| *id).collect();
        let mut seen = BTreeSet::new();
        let mut grades = Vec::new();
        for _ in 0..all.len() {
            let id = says(&mut table, "Ann", &command).id;
            assert!(seen.insert(id), "{variant}");
            grades.push(puzzle(id).expect("it was shown").grade);
            answers(&mut table, "Ann", moves(id).0);
        }
        assert_eq!(seen, all);
        assert_eq!((grades[0], grades[8]), (1, 5), "they become harder");
        assert!(all.contains(&says(&mut table, "Ann", &command).id));
    }
}

#[test]
fn a_missed_puzzle_counts_no_more_after_another_was_shown() {
    let mut table = Table::new();
    let missed = says(&mut table, "Ann", "/puzzle baroque");
    let (right, wrong) = moves(missed.id);
    answers(&mut table, "Ann", wrong);
    let other = says(&mut table, "Ann", "/puzzle chakart");
    assert!(!other.is_missed);
    assert_eq!(answers(&mut table, "Ann", moves(other.id).0).streak, 1);
    let back = says(&mut table, "Ann", "/puzzle baroque");
    assert_eq!((back.id, back.is_missed), (missed.id, true));
    // It neither ends the streak nor adds to it.
    assert_eq!(answers(&mut table, "Ann", wrong).streak, 1);
    assert_eq!(answers(&mut table, "Ann", right).streak, 1);
}

#[test]
fn those_that_come_again_count_no_more() {
    let mut table = Table::new();
    let n = ids_of(Some(Variant::Berolina)).count() as u32;
    for streak in 1..=n {
        let shown = says(&mut table, "Ann", "/puzzle berolina");
        assert!(!shown.is_missed);
        let solved = answers(&mut table, "Ann", moves(shown.id).0);
        assert_eq!(solved.streak, streak);
    }
    for _ in 0..2 * n {
        let again = says(&mut table, "Ann", "/puzzle berolina");
        assert!(again.is_missed);
        let solved = answers(&mut table, "Ann", moves(again.id).0);
        assert_eq!((solved.streak, solved.best), (n, n));
    }
    let shown = says(&mut table, "Ann", "/puzzle chakart");
    assert!(!shown.is_missed);
}

#[test]
fn an_answer_is_for_the_variant_that_it_names() {
    let mut table = Table::new();
    let shown = says(&mut table, "Ann", "/puzzle berolina");
    let right = moves(shown.id).0;
    table.refuses(
        "Ann",
        lobby(),
        &format!("/puzzle chakart move:{right}"),
        "Your puzzle is from Berolina. Answer it without a variant, or get a new one with /puzzle chakart.",
    );
    table.refuses(
        "Ann",
        lobby(),
        &format!("/puzzle move:{right} daily:yes"),
        "A move answers your own puzzle, and daily posts one for everybody here. Use only one of them.",
    );
    let answer = format!("/puzzle berolina move:{right}");
    assert_eq!(says(&mut table, "Ann", &answer).streak, 1);
}

#[test]
fn without_a_variant_they_take_turns() {
    let mut table = Table::new();
    let mut variants = BTreeSet::new();
    for _ in 0..4 {
        let id = says(&mut table, "Ann", "/puzzle").id;
        variants.insert(puzzle(id).expect("it was shown").setup.variant());
        answers(&mut table, "Ann", moves(id).0);
    }
    assert_eq!(variants.len(), 4);
}
