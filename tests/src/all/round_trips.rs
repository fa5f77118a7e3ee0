//! How often one move goes to a store that is far away, as a database is.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bot::{
    app::{BEAT, Processes},
    ports::{Batch, Entry, ReadTogether, Rows, Store, StoreError, Wanted},
    store::MemoryStore,
    writer::Writer,
};
use tests::{scene::Stage, venue::Venue};

/// The most round trips of a move, with all that is told of it.
const MOST: usize = 14;

/// A store that others could share, and that counts its round trips by what they read.
#[derive(Default)]
struct FarStore {
    inner: MemoryStore,
    n_reads: Mutex<BTreeMap<String, usize>>,
}

impl FarStore {
    fn n_reads(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        self.n_reads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more of a kind: the first part of a key.
    fn go(&self, key: &[u8]) -> &MemoryStore {
        let kind = key.split(|byte| *byte == b'/').next().unwrap_or_default();
        let kind = String::from_utf8_lossy(kind).into_owned();
        *self.n_reads().entry(kind).or_default() += 1;
        &self.inner
    }
}

impl Rows for FarStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.go(key).get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.go(prefix).scan(prefix, after, limit)
    }

    fn read_together(&self, wanted: &Wanted, limit: usize) -> Result<ReadTogether, StoreError> {
        self.go(b"together").read_together(wanted, limit)
    }

    fn is_shared(&self) -> bool {
        true
    }
}

impl Store for FarStore {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        self.inner.commit(batch)
    }

    fn reopen(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn give_back(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.inner.snapshot()
    }
}

#[tokio::test]
async fn a_move_has_its_match_compared_with_what_is_stored_once_for_each_delivery() {
    let store = Arc::new(FarStore::default());
    let shared = Arc::clone(&store) as Arc<dyn Store>;
    let mut stage = Stage::new(&["Ann", "Bob"], Writer::new(Arc::clone(&shared)), |parts| {
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
        store.n_reads().clear();
        stage.does(who, what).await;
        let n_reads = store.n_reads().clone();
        let n_all: usize = n_reads.values().sum();
        // What is decided on is read together, and the match compared by the one delivery that follows.
        let n_heads = n_reads.get("head").copied();
        let is_short = n_heads <= Some(1) && n_all <= MOST;
        assert!(is_short, "{n_all} round trips: {n_reads:?}");
    }
}
