use rules::{Setup, Variant};

use super::*;

/// Parses requests and replies, one per line: `1-3 white e2g4 done`. `?` in place of the end means that no reply came.
fn exchanges(lines: &[&str]) -> Vec<Exchange> {
    lines.iter().map(|line| exchange(line)).collect()
}

fn actions(text: &str) -> Vec<Action> {
    let moves = text.split(',').filter(|text| !text.is_empty());
    moves.map(|text| text.parse().expect("a move")).collect()
}

fn exchange(line: &str) -> Exchange {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [time, seat, request, reply] = words[..] else {
        panic!("{line:?} has four words");
    };
    let (begin, end) = time.split_once('-').expect("from when to when");
    Exchange {
        seat: match seat {
            "white" => Color::White,
            "black" => Color::Black,
            _ => panic!("{seat:?} is no seat"),
        },
        request: match request {
            "accept" => PlayerRequest::Accept,
            "read" => PlayerRequest::Read,
            action => PlayerRequest::Play(action.parse().expect("a move")),
        },
        reply: match reply {
            "done" => Reply::Done,
            "refused" => Reply::Refused,
            "nothing" => Reply::Nothing,
            "unknown" => Reply::Unknown,
            record => Reply::Record(actions(record.strip_prefix("record:").expect("a reply"))),
        },
        asked: begin.parse().expect("a number"),
        answered: end.parse().expect("a number"),
    }
}

fn verdict(lines: &[&str]) -> Result<(), String> {
    check(Game::new(&Setup::new(Variant::Berolina)), &exchanges(lines))
}

#[track_caller]
fn check_true(lines: &[&str]) {
    assert_eq!(verdict(lines), Ok(()));
}

#[track_caller]
fn check_false(lines: &[&str]) {
    verdict(lines).expect_err("it cannot be true");
}

#[test]
fn actions_in_sequence_are_true() {
    check_true(&[
        "1-2 black accept done",
        "3-4 white e2g4 done",
        "5-6 black e7g5 done",
        "7-8 white read record:e2g4,e7g5",
    ]);
}

#[test]
fn an_unknown_action_is_made_or_not() {
    for record in ["", "e2g4"] {
        check_true(&[
            "1-2 black accept unknown",
            "3-4 white e2g4 unknown",
            &format!("5-6 white read record:{record}"),
        ]);
    }
}

#[test]
fn an_unknown_action_may_be_made_later() {
    check_true(&[
        "1-2 black accept done",
        "3-4 white e2g4 unknown",
        "5-6 white read record:",
        "7-8 black e7g5 refused",
        "9-10 white read record:e2g4",
    ]);
}

#[test]
fn concurrent_actions_are_done_in_either_order() {
    check_true(&[
        "1-2 black accept done",
        "3-9 white e2g4 done",
        "4-8 black e7g5 done",
        "10-11 white read record:e2g4,e7g5",
    ]);
    check_true(&[
        "1-2 black accept done",
        "3-9 white e2g4 refused",
        "4-8 white d2f4 done",
        "10-11 white read record:d2f4",
    ]);
}

#[test]
fn a_move_that_is_lost_is_noticed() {
    check_false(&[
        "1-2 black accept done",
        "3-4 white e2g4 done",
        "5-6 white read record:",
    ]);
}

#[test]
fn a_move_that_is_made_twice_is_noticed() {
    check_false(&[
        "1-2 black accept done",
        "3-4 white b1c3 done",
        "5-6 black b8c6 done",
        "7-8 white c3b1 done",
        "9-10 black c6b8 done",
        "11-12 white read record:b1c3,b8c6,c3b1,c6b8,b1c3",
    ]);
}

#[test]
fn moves_in_another_order_than_they_were_answered_are_noticed() {
    check_false(&[
        "1-2 black accept done",
        "3-4 white e2g4 done",
        "5-6 black e7g5 done",
        "7-8 white d2f4 done",
        "9-10 white read record:d2f4,e7g5,e2g4",
    ]);
}

#[test]
fn a_recorded_move_without_a_confirmation_is_noticed() {
    for reply in ["nothing", "refused"] {
        check_false(&[
            "1-2 black accept done",
            &format!("3-4 white e2g4 {reply}"),
            "5-6 white read record:e2g4",
        ]);
    }
}

#[test]
fn a_move_without_a_request_is_noticed() {
    check_false(&["1-2 black accept done", "3-4 white read record:e2g4"]);
    check_false(&[
        "1-2 black accept done",
        "3-4 black e2g4 done",
        "5-6 white read record:e2g4",
    ]);
}

#[test]
fn a_record_older_than_an_earlier_answer_is_noticed() {
    check_false(&[
        "1-2 black accept done",
        "3-4 white e2g4 done",
        "5-6 black read record:",
        "7-8 black read record:e2g4",
    ]);
}

#[test]
fn a_refusal_that_has_no_reason_is_noticed() {
    check_false(&[
        "1-2 black accept done",
        "3-4 white e2g4 refused",
        "5-6 white read record:",
    ]);
    check_false(&[
        "1-2 black accept done",
        "3-4 white e2g4 done",
        "5-6 black e7g5 refused",
        "7-8 white read record:e2g4",
    ]);
}

#[test]
fn a_match_that_begins_before_it_is_accepted_is_noticed() {
    check_false(&[
        "1-2 white e2g4 done",
        "3-4 black accept done",
        "5-6 white read record:e2g4",
    ]);
    check_false(&["1-2 black accept refused", "3-4 white read record:"]);
    check_false(&["1-2 white accept done", "3-4 white read record:"]);
}

#[test]
fn a_record_that_breaks_the_rules_is_noticed() {
    check_false(&[
        "1-2 black accept done",
        "3-4 white e2e8 unknown",
        "5-6 white read record:e2e8",
    ]);
}
