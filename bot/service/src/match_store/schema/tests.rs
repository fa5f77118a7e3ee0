use rules::Variant;

use super::super::entries::decode;
use super::*;
use crate::{Delivery, DeliveryId, Readers, read_match};
use api::{Entry, Platform};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    word: String,
}

fn reads(value: &str) -> Result<String, StoreError> {
    decode::<Row>(b"match/4kq0z", value.as_bytes()).map(|row| row.word)
}

#[track_caller]
fn refuses(value: &str, expected: &str) {
    let error = reads(value).expect_err(value).to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn a_row_contains_its_version() {
    let row = Row {
        word: "bishop".to_owned(),
    };
    assert_eq!(encode(&row), br#"{"v":1,"word":"bishop"}"#);
    assert_eq!(
        reads(r#"{"v":1,"word":"bishop"}"#).expect("a row"),
        "bishop"
    );
    assert_eq!(
        reads(r#"{"v":1,"word":"rook","more":1}"#).expect("a row"),
        "rook"
    );
}

#[test]
fn another_version_is_distinguished_from_damage() {
    let other = "the entry match/4kq0z is damaged (it is of version 2, and only 1 is known here)";
    refuses(r#"{"v":2,"word":"bishop"}"#, other);
    refuses(r#"{"v":2,"letters":7}"#, other);
    let damaged = "the entry match/4kq0z is damaged (it cannot be understood at byte";
    refuses(r#"{"v":1,"letters":7}"#, damaged);
    refuses(r#"{"word":"bishop"}"#, damaged);
    refuses("bishop", damaged);
}

#[test]
fn an_error_about_damage_shows_none_of_the_value() {
    let error = reads(r#"{"v":1,"word":{"d1":"a4"}}"#).expect_err("no text");
    assert!(!error.to_string().contains("a4"), "{error}");
    let error = decode::<Delivery>(b"outbox", br#"{"v":1,"n_inputs":0,"kind":"queen"}"#)
        .expect_err("no kind");
    assert!(!error.to_string().contains("queen"), "{error}");
}

fn id() -> MatchId {
    "4kq0z".parse().expect("an id")
}

#[test]
fn keys_are_read_back() {
    for (to, key) in [
        (Readers::Place(0), "outbox/4kq0z/0000012c"),
        (Readers::Place(1), "outbox/4kq0z/p1/0000012c"),
        (Readers::Seat(Color::White), "outbox/4kq0z/white/0000012c"),
        (Readers::Seat(Color::Black), "outbox/4kq0z/black/0000012c"),
    ] {
        let row = DeliveryId {
            id: id(),
            to,
            n: 300,
        };
        assert_eq!(row.outbox_key(), key.as_bytes());
        assert_eq!(DeliveryId::from_outbox_key(key.as_bytes()), Some(row));
    }
    for (input, key) in [
        ("playground:1/2%", "inbox/00004e20/playground:1%2f2%25"),
        ("tick:5-7", "inbox/00004e20/tick:5-7"),
    ] {
        assert_eq!(inbox_key(20_000, input), key.as_bytes());
        assert_eq!(day_of_inbox_key(key.as_bytes()), Some(20_000));
    }
}

#[test]
fn newer_games_come_first_among_those_that_are_over() {
    let user = UserId::new(Platform::Playground, "ann");
    let keys = [i64::MAX, 2, 1, 0, i64::MIN].map(|at| past_key(&user, Timestamp(at), id()));
    assert!(keys.is_sorted());
    assert!(keys.iter().all(|key| last_id(key) == Some(id())));
}

/// A match of two inputs of which the last is missing, and perhaps its head.
struct TruncatedMatch {
    head: Option<&'static str>,
}

impl Rows for TruncatedMatch {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        if key == head_key(id()) {
            return Ok(self.head.map(Into::into));
        }
        let setup = Variant::Berolina.name();
        let commitment = "00".repeat(32);
        let row = format!(
            r#"{{"v":1,"id":"4kq0z","setup":"{setup}","channel":{{"platform":"playground","id":"lobby"}},
            "challenger":{{"id":{{"platform":"playground","id":"ann"}},"name":"Ann"}},"challenged":null,
            "turn_limit":500,"side":"random","seal":{{"commitment":"{commitment}","accepted":null}},"stage":"challenge","opened":0}}"#
        );
        Ok(Some(row.replace('\n', " ").into_bytes()))
    }

    fn scan(&self, _: &[u8], _: Option<&[u8]>, _: usize) -> Result<Vec<Entry>, StoreError> {
        Ok(vec![(input_key(id(), 0), b"e2g4".to_vec())])
    }
}

#[test]
fn a_match_that_lost_an_input_is_damaged_and_no_shorter_game() {
    #[track_caller]
    fn check(head: Option<&'static str>, expected: &str) {
        let error = read_match(&TruncatedMatch { head }, id()).expect_err(expected);
        assert!(error.to_string().contains(expected), "{error}");
    }
    let head = r#"{"v":1,"version":1,"n_inputs":2,"n_rows":1,"changed":0}"#;
    check(
        Some(head),
        "the entry input/4kq0z/000001 is damaged (it is missing)",
    );
    check(None, "the entry head/4kq0z is damaged (it is missing)");
}
