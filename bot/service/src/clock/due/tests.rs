use super::*;
use crate::testing::{LIMITS, Table};

#[test]
fn a_damaged_due_entry_does_not_keep_a_match_from_lapsing() {
    let mut table = Table::new();
    table.due(true);
    let id = table.opens("Ann", "/challenge berolina Bob");
    let due = table.found(id).0.state.due.expect("it is to be looked at");
    table.rows.damage(&due_key(due, id));
    table.pass(LIMITS.challenge);
    assert_eq!(table.found(id).0.stage, Stage::Lapsed);
    assert_eq!(table.due(false), []);
}

#[test]
fn unreadable_due_entries_hide_no_readable_ones() {
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
