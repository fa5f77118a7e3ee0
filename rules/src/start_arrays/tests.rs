use alloc::{string::String, vec::Vec};

use super::*;

/// Returns letters from a to h.
fn spell(row: [u8; 8]) -> [char; 8] {
    row.map(char::from)
}

#[track_caller]
fn check(pieces: &[u8; 8], n_rows: usize, ends: [&str; 2]) {
    let all: Vec<String> = start_arrays(*pieces, b'b')
        .map(|row| spell(row).iter().collect())
        .collect();
    assert_eq!(all.len(), n_rows);
    assert_eq!([&all[0], &all[n_rows - 1]], ends);
    assert!(
        all.is_sorted_by(|one, other| one < other),
        "sorted, and no two the same"
    );
}

#[test]
fn rows_are_counted_and_sorted() {
    check(b"rnbqkbnr", 2880, ["bbknnqrr", "rrqnnkbb"]);
    check(b"rnbqkbnm", 5760, ["bbkmnnqr", "rqnnmkbb"]);
}
