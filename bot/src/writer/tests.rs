use std::{cell::Cell, sync::mpsc};

use super::*;
use crate::{
    ports::{MAX_VALUE, Rows},
    store::MemoryStore,
};

/// A store that says what it is asked to do.
struct Told {
    inner: MemoryStore,
    asked: mpsc::Sender<&'static str>,
}

impl Told {
    fn say(&self, asked: &'static str) {
        // The test that has heard enough listens no longer.
        let _ = self.asked.send(asked);
    }
}

impl Rows for Told {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.inner.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.inner.scan(prefix, after, limit)
    }
}

impl Store for Told {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        self.say("commit");
        self.inner.commit(batch)
    }

    fn reopen(&self) -> Result<(), StoreError> {
        self.inner.reopen()
    }

    fn give_back(&self) -> Result<(), StoreError> {
        self.say("give back");
        Err(StoreError::Closed)
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.inner.snapshot()
    }
}

#[tokio::test]
async fn space_is_given_back_again_and_again_when_nobody_writes() {
    let (asked, told) = mpsc::channel();
    let inner = MemoryStore::new();
    let store = Arc::new(Told { inner, asked });
    let writer = Writer::giving_back(store, Duration::ZERO, Duration::ZERO);
    for _ in 0..3 {
        assert_eq!(told.recv(), Ok("give back"));
    }
    let generation = writer.generation();
    let mut batch = Batch::default();
    batch.put("key", "");
    writer
        .submit(generation, batch)
        .await
        .expect("that it failed harms nothing");
    assert!(told.iter().any(|asked| asked == "commit"));
    drop(writer);
    assert!(told.iter().all(|asked| asked == "give back"));
}

#[tokio::test]
async fn space_is_given_back_no_more_often_than_said() {
    let (asked, told) = mpsc::channel();
    let inner = MemoryStore::new();
    let store = Arc::new(Told { inner, asked });
    let writer = Writer::giving_back(store, DAY, Duration::ZERO);
    for _ in 0..100 {
        let mut batch = Batch::default();
        batch.put("key", "");
        writer.commit(batch).await.expect("memory has room");
    }
    drop(writer);
    assert!(told.iter().all(|asked| asked == "commit"));
}

/// Has the writer refuse something at once.
fn refuse(writer: &Writer) {
    let mut batch = Batch::default();
    batch.put("a", vec![0; MAX_VALUE + 1]);
    drop(writer.commit(batch));
}

#[tokio::test]
async fn what_is_read_while_something_is_refused_is_read_anew_but_not_for_ever() {
    let writer = Writer::new(Arc::new(MemoryStore::new()));
    let n_reads = Cell::new(0);
    let read = |n_refused| {
        n_reads.set(n_reads.get() + 1);
        if n_reads.get() <= n_refused {
            refuse(&writer);
        }
        Ok::<_, Arc<StoreError>>(n_reads.get())
    };
    let found = writer.durable(|| read(1)).await;
    assert_eq!(found.expect("memory works"), 2);
    let found = writer.durable(|| read(u32::MAX)).await;
    assert!(found.expect_err("it is always refused").is_outdated());
}
