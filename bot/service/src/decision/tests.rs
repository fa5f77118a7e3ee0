use std::{fmt, sync::Arc};

use crate::{match_store::schema, testing::*, *};

use api::{Batch, Choice, Event, MatchId, Timestamp};
use command::{Command, Intent};
use text::Language;

#[test]
fn an_event_is_forgotten_after_two_days() {
    let mut table = Table::new();
    let first = schema::inbox_key(table.now.day(), &event(1).to_string());
    table.begin("Ann", "Bob");
    // The entry of the challenge rate is not kept for as long.
    let is_pace = |key: &[u8]| key.starts_with(b"pace/");
    table.rows.0.borrow_mut().retain(|key, _| !is_pace(key));
    let n_remembered = |table: &Table| table.rows.n_under("inbox/");
    let remembers = |table: &Table| table.rows.0.borrow().contains_key(&first);
    table.now = Timestamp(table.now.0 + DAY);
    table.does("Ann", "/move e2g4");
    assert!(!table.tidy(), "the next day is not over");
    assert!(remembers(&table));
    assert_eq!(n_remembered(&table), 3);
    table.now = Timestamp(table.now.0 + DAY);
    assert!(!table.tidy(), "the clock may be set back by a day");
    table.now = Timestamp(table.now.0 + DAY);
    assert!(table.tidy());
    assert!(!remembers(&table));
    assert_eq!(
        n_remembered(&table),
        2,
        "the move and the tick are remembered"
    );
    assert!(!table.tidy(), "nothing is left to do");
}

#[test]
fn an_event_counts_once_though_the_clock_steps_back_over_midnight() {
    let mut table = Table::new();
    let midnight = (table.now.day() + 1) * DAY;
    for (n, now) in [2000, -2000, 2000 - DAY].into_iter().enumerate() {
        table.n_events = 0;
        table.now = Timestamp(midnight + now);
        let reply = table.say("Ann", lobby(), "/challenge berolina");
        let id = MatchId::from_number(0);
        assert!(
            matches!(reply, Ok(Reply::Done(Done::Challenge(ChallengeDone::Opened(opened)))) if opened == id),
            "telling {n}"
        );
        table.tidy();
    }
}

#[test]
fn a_refusal_conflicts_with_the_change_that_another_process_made_for_the_same_event() {
    let mut table = Table::new();
    table.begin("Ann", "Bob");
    let command = Command::parse("/move e2g4").expect("a command");
    let request = table.request("Ann", lobby(), Intent::Command(command));
    let refusal = |table: &Table| remember_refusal(&table.rows, &request).expect("rows");
    let new = refusal(&table);
    assert!(!new.is_empty() && new.check_conditions(&table.rows).is_ok());
    assert!(table.settle(&request).is_ok());
    assert!(refusal(&table).check_conditions(&table.rows).is_err());

    let command = Command::parse("/move e7g5").expect("a command");
    let request = table.request("Ann", lobby(), Intent::Command(command));
    let refusal = |table: &Table| remember_refusal(&table.rows, &request).expect("rows");
    table.rows.take(refusal(&table));
    assert!(refusal(&table).is_empty(), "it is stored once");
}

#[test]
fn a_match_at_hand_is_not_read_again() {
    let commands = [
        "/games",
        "/why Nf6",
        "/history",
        "/export",
        "/board",
        "/replay",
        "/draw",
        "/move Nf6",
        "/resign confirm:yes",
        "/history eyes:everybody",
        "/export",
    ];
    for is_at_hand in [true, false] {
        let mut table = Table::new();
        table.begin("Ann", "Bob");
        table.play(["Ann", "Bob"], &["Nf3", "Nc6", "Ng1"]);
        table.n_reads = 0;
        for text in commands {
            if !is_at_hand {
                table.service.forget();
            }
            table.does("Bob", text);
            let n_reads = std::mem::take(&mut table.n_reads);
            assert_eq!(n_reads, usize::from(!is_at_hand), "{text}");
        }
    }
}

#[test]
fn debug_output_reveals_no_move() {
    #[track_caller]
    fn check(value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        assert!(!text.contains("e2") && !text.contains("101, 50"), "{text}");
    }
    let text = "/move e2g4";
    let command = Command::parse(text).expect("a command");
    check(&command);
    check(&Command::parse("/games e2g4").err());
    check(&Refusal::from(text::refusal_no_such_move("e2g4")));
    let mut batch = Batch::default();
    batch.put("input/00001/000000", "e2g4");
    check(&batch);
    check(&Choice {
        label: "e2 to g4".to_owned(),
        value: "e2g4".to_owned(),
    });
    let event = Event {
        text: Some(text.to_owned()),
        ..Event::new(event(1), person("Ann"), lobby(), Intent::Command(command))
    };
    check(&event);
    check(&PersonRequest::new(Arc::new(event), Language::ENGLISH));
}

#[test]
fn a_parser_that_fails_refuses_nothing() {
    let mut table = Table::new();
    let reply = table.ask("Ann", lobby(), Intent::Failed);
    assert!(matches!(reply, Ok(Reply::Failed(why)) if why == text::bug()));
}
