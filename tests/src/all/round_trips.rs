//! The number of round trips of one move to a distant store, such as a database.

use std::{collections::BTreeMap, sync::Arc};

use kit::lock;
use runtime::{BEAT, Processes};
use store::writer::Writer;
use tests::{
    fake_chat::TestBot,
    logged_store::{StoreRead, logged_store},
    venue::Venue,
};

/// The most round trips of a move, with all its deliveries.
const MOST: usize = 14;

/// Returns the number of reads of each kind of entry: the first part of a key.
fn by_kind(reads: &[StoreRead]) -> BTreeMap<&str, usize> {
    let mut n_reads = BTreeMap::new();
    for read in reads {
        let kind = match read {
            StoreRead::Get(key) | StoreRead::Scan(key) => key.split('/').next().unwrap_or_default(),
            StoreRead::Together => "together",
        };
        *n_reads.entry(kind).or_default() += 1;
    }
    n_reads
}

#[tokio::test]
async fn a_move_compares_its_match_with_the_store_once_per_delivery() {
    let (shared, reads) = logged_store(true);
    let mut stage = TestBot::new(&["Ann", "Bob"], Writer::new(Arc::clone(&shared)), |parts| {
        let joined = Processes::join(shared, parts.writer.clone(), BEAT);
        parts.processes = Some(joined.expect("the store works"));
    });
    let id = stage.challenge("berolina @Bob white").await;
    for (who, what) in [
        ("Bob", &*format!("accept:{id}")),
        ("Ann", "/move Nf3"),
        ("Bob", "/move Nf6"),
        ("Ann", "/move Ng1"),
        ("Bob", "/move Ng8"),
    ] {
        stage.does(who, what).await;
    }
    for (who, what) in [("Ann", "/move Nc3"), ("Bob", "/move Nc6")] {
        lock(&reads).clear();
        stage.does(who, what).await;
        let reads = lock(&reads);
        let (n_all, n_reads) = (reads.len(), by_kind(&reads));
        // The decision's entries are read together, and the one delivery that follows compares the match.
        let n_heads = n_reads.get("head").copied();
        let is_short = n_heads <= Some(1) && n_all <= MOST;
        assert!(is_short, "{n_all} round trips: {n_reads:?}");
    }
}
