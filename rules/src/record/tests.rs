use alloc::{format, string::ToString};

use super::*;
use crate::{Color, Next, Outcome, WinReason};

const HEAD: &str = "oddboard record 1\nsetup: berolina\n";

#[track_caller]
fn read(text: &str) -> Record {
    text.parse().expect("a record")
}

#[track_caller]
fn check_refused(text: &str, line: usize, flaw: RecordFlaw) {
    let error = text.parse::<Record>().expect_err("no record");
    assert_eq!(error, ParseRecordError { line, flaw });
}

#[test]
fn a_record_is_written_as_it_was_read() {
    let text = format!(
        "{HEAD}white: Ann\nblack: Bob: the second\nnote:\n\ne2g4 d7f5 f2e3\nresign:black\n"
    );
    let record = read(&text);
    assert_eq!(
        record.headers[1],
        ("black".to_owned(), "Bob: the second".to_owned())
    );
    assert_eq!(record.inputs.len(), 4);
    assert_eq!(read(&record.to_string()), record);
    assert_eq!(
        record.to_string(),
        format!(
            "{HEAD}white: Ann\nblack: Bob: the second\nnote: \n\ne2g4 d7f5 f2e3 resign:black\n"
        )
    );
}

#[test]
fn line_ends_of_any_system_are_read() {
    let unix = format!("{HEAD}a: b\n\ne2g4\n\nd7f5");
    assert_eq!(read(&unix.replace('\n', "\r\n")), read(&unix));
    assert_eq!(
        read("oddboard record 1\nsetup: berolina"),
        Record::new(Setup::new(crate::Variant::Berolina))
    );
}

#[test]
fn additions_of_text_editors_to_a_record_are_ignored() {
    let record = read(&format!("{HEAD}white: Ann\n\ne2g4\nd7f5\n"));
    for text in [
        format!("\u{feff}{HEAD}white: Ann\n\ne2g4\nd7f5\n"),
        format!("\n \n\r\n{HEAD}white: Ann\n\ne2g4\nd7f5\n"),
        format!("\u{feff}\r\n{HEAD}white: Ann\n\ne2g4\nd7f5\n"),
        "oddboard record 1 \t\nsetup: berolina  \nwhite: Ann\t \n \t\ne2g4  \n d7f5 \n".to_string(),
        "\u{feff}oddboard record 1 \r\nsetup: berolina \r\nwhite: Ann \r\n \r\ne2g4 d7f5 \r\n\r\n"
            .to_string(),
    ] {
        assert!(read(&text) == record, "{text:?}");
    }
    check_refused(
        "\n\noddboard record 2\n",
        3,
        RecordFlaw::NoVersion(VERSION_LINE),
    );
}

#[test]
fn an_invalid_record_is_refused_with_its_line() {
    for text in ["", "oddboard record 2\nsetup: berolina\n"] {
        check_refused(text, 1, RecordFlaw::NoVersion(VERSION_LINE));
    }
    check_refused("oddboard record 1\n", 2, RecordFlaw::NoSetup);
    check_refused(
        "oddboard record 1\nwhite: Ann\nsetup: berolina\n",
        2,
        RecordFlaw::NoSetup,
    );
    let flaw = "chess".parse::<Setup>().expect_err("no setup");
    let flaw = RecordFlaw::BadSetup(flaw);
    check_refused("oddboard record 1\nsetup: chess\n", 2, flaw);
    check_refused(&format!("{HEAD}e2g4\n"), 3, RecordFlaw::NoColon);
    check_refused(&format!("{HEAD}: Ann\n"), 3, RecordFlaw::NoName);
    check_refused(
        &format!("{HEAD}setup : berolina\n"),
        3,
        RecordFlaw::SetupTwice,
    );
    check_refused(&format!("{HEAD}white: A\u{7}nn\n"), 3, RecordFlaw::Control);
    check_refused(&format!("{HEAD}\ne2g4\n1. d7f5\n"), 5, RecordFlaw::NoInput);
    check_refused(&format!("{HEAD}\nresign:White\n"), 4, RecordFlaw::NoInput);
}

#[test]
fn an_oversized_record_is_refused() {
    let name = format!("{HEAD}{}: x\n", "n".repeat(101));
    let flaw = RecordFlaw::HeaderTooLong {
        max_name: 100,
        max_value: 500,
    };
    check_refused(&name, 3, flaw.clone());
    let value = format!("{HEAD}n: {}\n", "x".repeat(501));
    check_refused(&value, 3, flaw);
    check_refused(
        &"x".repeat(1001),
        1,
        RecordFlaw::LineTooLong {
            max: 1000,
            found: 1001,
        },
    );
    let many_headers = "a: b\n".repeat(101);
    check_refused(
        &format!("{HEAD}{many_headers}"),
        103,
        RecordFlaw::TooManyHeaders { max: 100 },
    );
    let many_inputs = "e2g4\n".repeat(100_001);
    check_refused(
        &format!("{HEAD}\n{many_inputs}"),
        100_004,
        RecordFlaw::TooManyInputs { max: 100_000 },
    );
}

#[test]
fn a_header_cannot_forge_lines() {
    let mut record = read(HEAD);
    let nasty = [
        ("white", "Eve\n\ne2g4\nresign:black"),
        ("se\ttup: x", "\u{1b}[0m"),
        ("setup", "chess"),
        ("", &"é".repeat(300)),
    ];
    record.headers = nasty
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
    let written = read(&record.to_string());
    assert!(written.inputs.is_empty());
    let names: Vec<&str> = written
        .headers
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(names, ["white", "se tup  x", "header", "header"]);
    assert_eq!(written.headers[0].1, "Eve  e2g4 resign:black");
    assert_eq!(written.headers[3].1, "é".repeat(250));
}

#[test]
fn replay_stops_after_an_input_or_reports_the_failing_input() {
    let record = read(&format!("{HEAD}\ne2g4 d7f5 e2e3 resign:white\n"));
    assert_eq!(record.replay_to(2).map(|game| game.n_inputs()), Ok(2));
    let error = record.replay().expect_err("no pawn moves straight");
    assert_eq!(
        error.to_string(),
        "input 3 of the record is impossible where it stands"
    );
    let record = read(&format!("{HEAD}\ne2g4 resign:white\n"));
    let won = Outcome::Won {
        winner: Color::Black,
        reason: WinReason::Resignation,
    };
    assert_eq!(
        record.replay_to(9).map(|game| game.next()),
        Ok(Next::Over(won))
    );
    let record = read(&format!("{HEAD}\nresign:white draw:agreed\n"));
    assert_eq!(record.replay().map(|_| ()), Err(ReplayError { at: 1 }));
    let record = read(&format!("{HEAD}\nstart:3\n"));
    assert_eq!(record.replay().map(|_| ()), Err(ReplayError { at: 0 }));
}

#[test]
fn taken_back_inputs_stay_on_record_but_do_not_count() {
    let record = read(&format!(
        "{HEAD}\ne2g4 d7f5 f2e3 takeback:3 e2d3 takeback:1 b1c3\n"
    ));
    assert_eq!(read(&record.to_string()), record);
    let played = record.replay().expect("all can be played");
    assert_eq!((played.n_inputs(), played.turns()), (7, 1));
    let (played, straight) = (
        played.public_view(),
        read(&format!("{HEAD}\nb1c3\n")).replay(),
    );
    let straight = straight.expect("it can be played").public_view();
    assert_eq!(played.as_view().position, straight.as_view().position);
    assert_eq!(record.line(), ["b1c3".parse().expect("an input")]);
    for text in ["takeback:0", "takeback:4", "resign:white takeback:1"] {
        let record = read(&format!("{HEAD}\ne2g4 d7f5 {text}\n"));
        assert!(record.replay().is_err(), "{text}");
    }
    for text in [
        "takeback:",
        "takeback:x",
        "takeback:+1",
        "takeback:01",
        "takeback:-1",
        "takeback:4294967296",
    ] {
        check_refused(&format!("{HEAD}\n{text}\n"), 4, RecordFlaw::NoInput);
    }
    // A record cannot take long to replay.
    let many = "e2g4 takeback:1 ".repeat(101);
    let record = read(&format!("{HEAD}\n{}", many.replace(' ', "\n")));
    assert_eq!(record.replay().map(|_| ()), Err(ReplayError { at: 201 }));
}

#[test]
fn debug_shows_no_input() {
    let record = read(&format!("{HEAD}white: Ann\n\ne2g4\n"));
    assert_eq!(
        format!("{record:?} {:?}", record.inputs),
        "Record(berolina, 1 inputs) [GameInput]"
    );
}
