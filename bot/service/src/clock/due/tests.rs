use super::*;
use crate::{Done, RequestKind};
use crate::{
    match_store::storage::read_match,
    testing::{LIMITS, Table, lobby},
};

#[test]
fn a_match_is_looked_after_though_the_entry_that_says_so_is_damaged() {
    let mut table = Table::new();
    table.due(true);
    let text = "/challenge berolina Bob";
    let Ok(Reply::Done(Done::Opened(id))) = table.say("Ann", lobby(), text) else {
        panic!("{text}");
    };
    let stored = |table: &Table| {
        let stored = read_match(&table.rows, id).expect("rows");
        stored.expect("a match").0
    };
    let key = due_key(stored(&table).due.expect("it is to be looked at"), id);
    table.rows.damage(&key);
    let end = table.now.0 + i64::try_from(LIMITS.challenge.as_millis()).expect("it is short");
    while table.now.0 < end {
        table.now.0 += 60_000;
        for due in table.due(false) {
            table.takes(format!("due:{}", due.name()), RequestKind::Due(due));
        }
    }
    assert_eq!(stored(&table).stage, Stage::Lapsed);
    assert_eq!(table.due(false), []);
}

#[test]
fn what_nobody_can_read_hides_nothing_that_is_due() {
    let mut table = Table::new();
    table.due(true);
    let mut batch = Batch::default();
    for n in 0..2 * LOOKED_AT {
        batch.put(format!("due/0000000000000000/?{n:03}"), "");
    }
    batch.put("due/0000000000000001/00007", "");
    table.rows.take(batch);
    let due: Vec<_> = table.due(true).into_iter().map(|due| due.name()).collect();
    assert_eq!(due, ["0000000000000001/00007"]);
}
