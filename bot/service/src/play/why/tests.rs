use rules::{Setup, Variant};

use super::*;
use crate::{
    Highlights, PlayReply, Prospect, Reply, Shown,
    testing::{Table, english, lobby},
};

/// Compares the answer to `/why` for a person: Ann has White, Bob Black, and Eve watches. The expected lines are each chance with
/// the number of facts and the trail's squares, or the paragraph of the law, or the refusal.
#[track_caller]
fn check(setup: &Setup, who: &str, text: &str, expected: &[&str]) {
    let mut table = Table::new();
    table.begin_at("Ann", "Bob", setup.clone());
    assert_eq!(
        why_answer(&mut table, who, text),
        expected,
        "{who} asks about {text}"
    );
}

/// Returns the answer to `/why` in lines.
#[track_caller]
fn why_answer(table: &mut Table, who: &str, text: &str) -> Vec<String> {
    match table.say(who, lobby(), &format!("/why {text}")) {
        Err(refusal) => vec![english(&refusal)],
        Ok(Reply::Play(PlayReply::Why { why, .. })) => match why {
            Why::Illegal(why) => vec![why.law.to_owned()],
            Why::Legal(legal) => legal.prospects().iter().map(line).collect(),
        },
        Ok(_) => panic!("something else is told"),
    }
}

fn line(prospect: &Prospect) -> String {
    let squares = prospect.trail.iter().flat_map(|(_, squares)| squares);
    let squares: Vec<_> = squares.map(ToString::to_string).collect();
    format!(
        "{}: {} {}",
        prospect.chance,
        prospect.facts.len(),
        squares.join(" ")
    )
}

fn setup(variant: Variant, options: &str, position: &str) -> Setup {
    Setup::with_position(variant, options, position).expect("a position")
}

const OPEN_FILE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

#[test]
fn anyone_may_ask_why_if_nothing_is_hidden() {
    let setup = setup(Variant::Berolina, "", OPEN_FILE);
    for who in ["Ann", "Bob", "Eve"] {
        check(&setup, who, "a1a8", &["1: 1 "]);
        check(&setup, who, "a1b2", &["berolina O3"]);
    }
}

/// Compares the highlights of the board that a person sees under the answer, if they see one.
#[track_caller]
fn check_shown(who: &str, text: &str, expected: Option<&str>) {
    let mut table = Table::new();
    table.begin_at("Ann", "Bob", setup(Variant::Berolina, "", OPEN_FILE));
    let reply = table.does(who, &format!("/why {text}"));
    let shown = reply.showing().map(|showing| showing.shown);
    let found = shown.map(|shown| match shown {
        Shown::Choice(highlights) => highlights.to_string(),
        Shown::View | Shown::Replay(_) | Shown::Review | Shown::Board { .. } => {
            panic!("something else is shown")
        }
    });
    assert_eq!(found.as_deref(), expected, "{who} asks about {text}");
}

#[test]
fn only_the_player_to_move_sees_the_squares_that_forbid_a_move() {
    check_shown("Ann", "a1h1", Some("- !g1"));
    // The path is free.
    check_shown("Ann", "a1b2", None);
    check_shown("Ann", "a1a8", None);
    for who in ["Bob", "Eve"] {
        check_shown(who, "a1h1", None);
    }
}

#[test]
fn hints_are_read_as_they_are_written() {
    for text in ["-", "e2 e3 e4", "- !e1 !e8", "e2 e3 !e4"] {
        let highlights: Highlights = text.parse().expect("highlights");
        assert_eq!(highlights.to_string(), text);
    }
    for text in ["", "e9", "- !", "- e2 e"] {
        assert!(text.parse::<Highlights>().is_err(), "{text}");
    }
}

/// A choice and the move after it are one turn; by then the choice is known.
#[test]
fn only_newly_learned_facts_are_listed() {
    let lost = r#"3U1u1k/6pp/2u5/8/8/2U5/PP6/K7 b 31 {"captureUndef":"03","enpassant":"-","reserve":"11001110"}"#;
    let setup = setup(Variant::Bario, "", lost);
    check(&setup, "Bob", "-N", &["1: 1 "]);
    let mut table = Table::new();
    table.begin_at("Ann", "Bob", setup);
    table.does("Bob", "/move -R");
    assert_eq!(why_answer(&mut table, "Bob", "h7h6"), ["1: 1 "]);
}

/// An egg, a banana that only Black knows behind it, and a bomb that only White knows.
const CHAKART: &str =
    r#"4k3/p7/8/8/R2e2d1/8/8/w3K3 w 9 {"flags":"0000","seenW":"wa1","seenB":"dg4"}"#;

#[test]
fn chances_are_listed_within_the_knowledge_of_the_asker() {
    let setup = setup(Variant::Chakart, "", CHAKART);
    check(&setup, "Ann", "a4a1", &["1: 3 c1 a3 c3"]);
    check(&setup, "Ann", "a4h4", &["1: 1 g3 g5"]);
    check(&setup, "Ann", "a4b5", &["chakart C17"]);
    let trail = "c3 e3 c5 e5";
    let eighth = |n_facts| format!("1/8: {n_facts} {trail}");
    // Toadette brings one of five, and Luigi and Waluigi change one of several pieces: each counts as one prospect.
    check(
        &setup,
        "Ann",
        "a4d4",
        &[
            &eighth(3),
            "1/8: 4 ",
            &eighth(3),
            "1/8: 4 ",
            &eighth(3),
            &eighth(4),
            &eighth(3),
            &eighth(3),
        ],
    );
    let refused = "It is Ann (White)'s turn, and what a move does here depends on what only they know. \
                   Ask again when it is your own turn.";
    for who in ["Bob", "Eve"] {
        check(&setup, who, "a4a1", &[refused]);
        check(&setup, who, "a4b5", &[refused]);
    }
}
