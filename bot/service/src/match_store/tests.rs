use std::cell::{Cell, RefCell};

use rules::GameInput;

use crate::{
    match_store::{entries, schema, storage},
    testing::*,
    *,
};

use api::{Entry, MatchId, Secret, StoreError};
use command::Control;
use dice::{Commitment, DiceFlaw};
use text::Language;

#[test]
fn a_damaged_entry_hides_no_other_key_of_its_kind() {
    let mut table = Table::new();
    let ids = [0, 1].map(|_| table.begin("Ann", "Bob"));
    let damaged = schema::head_key(ids[1]);
    table.rows.damage(&damaged);
    let first = entries::first_keys(&table.rows, b"head/", None, 64);
    assert_eq!(first.expect("rows"), [schema::head_key(ids[0]), damaged]);
}

#[test]
fn dice_are_opened_when_a_match_is_over() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let verify = format!("/verify {id}");
    for text in ["/verify", &verify] {
        let Reply::Record(RecordReply::DiceSealed {
            id: of,
            by_chance,
            commitment,
        }) = table.does("Bob", text)
        else {
            panic!("{text} tells what was published");
        };
        let secret = Secret::new([5; 32]);
        assert_eq!((of, commitment), (id, Commitment::to(&secret)));
        assert_eq!(by_chance, ByChance::Nothing);
    }
    let secret = "05".repeat(32);
    let export = |table: &mut Table| match table.does("Ann", &format!("/export {id}")) {
        Reply::Record(RecordReply::Export { record, .. }) => record.to_string(),
        _ => panic!("the record is told"),
    };
    assert!(!export(&mut table).contains(&secret));
    let stored = |table: &Table, prefix: &[u8]| {
        let rows = table.rows.0.borrow();
        let found = rows.iter().filter(|(key, _)| key.starts_with(prefix));
        found
            .filter(|(_, value)| String::from_utf8_lossy(value).contains(&secret))
            .count()
    };
    assert_eq!((stored(&table, b""), stored(&table, b"dice/")), (1, 1));
    table.does("Ann", "/resign confirm:yes");
    assert!(export(&mut table).contains(&secret));
    for text in ["/verify", &verify] {
        assert!(flaws_told(&mut table, text).is_empty(), "{text}");
    }
    let unknown = format!("There is no match {id} here. /games lists yours.");
    table.refuses("Eve", elsewhere(), &verify, &unknown);
    table.does("Eve", &verify);
}

/// Returns the flaws of the dice of the record that a command shows to Bob.
fn flaws_told(table: &mut Table, text: &str) -> Vec<String> {
    let Reply::Record(RecordReply::Verified(record)) = table.does("Bob", text) else {
        panic!("{text} is answered");
    };
    let flaws = dice::verify(&record).flaws.into_iter();
    let flaws = flaws.map(|flaw| Language::ENGLISH.localize(&DiceFlaw::text(&flaw)));
    flaws.collect()
}

#[test]
fn verify_rejects_a_stored_match_that_was_tampered_with() {
    #[track_caller]
    fn check(tamper: impl FnOnce(&Shelf, MatchId), flaw: &str) {
        let mut table = Table::new();
        let id = table.begins("Ann", "Bob", "chakart setup=symmetric");
        table.play(["Ann", "Bob"], &["e2e4", "d7d5"]);
        table.does("Ann", "/resign confirm:yes");
        tamper(&table.rows, id);
        for is_fresh in [false, true] {
            if is_fresh {
                table.service.forget();
            }
            for text in ["/verify".to_owned(), format!("/verify {id}")] {
                let flaws = flaws_told(&mut table, &text);
                let mut found = flaws.iter();
                assert!(found.any(|found| found.starts_with(flaw)), "{flaws:?}");
            }
        }
    }
    let change = |shelf: &Shelf, id, change: fn(&mut Vec<GameInput>)| {
        let (mut game_match, record) = read_match(shelf, id).expect("rows").expect("a match");
        let mut inputs = record.inputs;
        change(&mut inputs);
        game_match.state.n_inputs = inputs.len();
        let value = storage::packed(&game_match, &inputs);
        shelf.put(schema::match_key(id), value);
    };
    // The start array is the first roll.
    check(
        |shelf, id| {
            change(shelf, id, |inputs| {
                inputs[0] = "start:7".parse().expect("an input")
            })
        },
        "Roll 1, input 1, is start:7 and should be start:",
    );
    check(
        |shelf, id| {
            let other = format!(r#"{{"v":1,"secret":"{}"}}"#, "06".repeat(32));
            shelf.put(schema::dice_key(id), other);
        },
        "The secret is not the one that the challenge committed to",
    );
    check(
        |shelf, id| change(shelf, id, |inputs| *inputs = inputs.split_off(1)),
        "Roll 1 is missing: input 1 should be start:",
    );
}

#[test]
fn nothing_is_kept_of_the_dice_of_a_challenge_that_is_not_played() {
    let mut table = Table::new();
    let id = table.opens("Ann", "/challenge chakart");
    assert!(table.rows.0.borrow().contains_key(&schema::dice_key(id)));
    table.presses("Ann", Control::Decline(id));
    assert!(!table.rows.0.borrow().contains_key(&schema::dice_key(id)));
    let refusal = format!("The challenge {id} was not accepted, so there was no game.");
    table.refuses("Ann", lobby(), &format!("/verify {id}"), &refusal);
}

/// Rows that are replaced by others after some reads, as by a commit.
struct ChangingRows<'a> {
    before: &'a Shelf,
    after: &'a Shelf,
    n_before: Cell<usize>,
}

impl ChangingRows<'_> {
    fn now(&self) -> &Shelf {
        match self.n_before.get().checked_sub(1) {
            Some(left) => {
                self.n_before.set(left);
                self.before
            }
            None => self.after,
        }
    }
}

impl Rows for ChangingRows<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.now().get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.now().scan(prefix, after, limit)
    }
}

#[test]
fn a_reader_never_sees_a_half_packed_match() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    table.play(["Ann", "Bob"], &["e2g4", "d7f5", "g1f3"]);
    let before = Shelf(table.rows.0.clone(), RefCell::default());
    table.does("Ann", "/resign confirm:yes");
    for n_before in 0..5 {
        let rows = ChangingRows {
            before: &before,
            after: &table.rows,
            n_before: Cell::new(n_before),
        };
        let (game_match, record) = read_match(&rows, id)
            .expect("it is whole")
            .expect("a match");
        let n_inputs = 3 + usize::from(matches!(game_match.stage, Stage::Over(_)));
        assert_eq!(record.inputs.len(), n_inputs, "after {n_before} reads");
        assert_eq!(
            game_match.state.n_inputs, n_inputs,
            "after {n_before} reads"
        );
    }
}

#[test]
fn a_finished_match_lies_in_one_value() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    table.play(["Ann", "Bob"], &["e2g4", "d7f5"]);
    table.does("Ann", "/resign confirm:yes");
    for _ in 0..2 {
        let rows = table.rows.0.borrow();
        let value = &rows[&schema::match_key(id)];
        assert!(value.ends_with(b"\ne2g4 d7f5 resign:white"));
        let of_it = rows.keys().filter(|key| schema::match_of(key) == Some(id));
        let kinds: Vec<_> = of_it
            .filter_map(|key| key.split(|byte| *byte == b'/').next())
            .filter(|kind| *kind != b"outbox")
            .map(|kind| String::from_utf8_lossy(kind).into_owned())
            .collect();
        assert_eq!(kinds, ["dice", "match", "past", "past"]);
        drop(rows);
        // The second pass checks that a shown board leaves the rows as they are.
        table.does("Ann", &format!("/board {id}"));
    }
}
