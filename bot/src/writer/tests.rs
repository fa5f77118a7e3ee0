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

/// A store that can be read and not written to, and says so when it is let.
struct WriteProtected {
    inner: MemoryStore,
    lets: Mutex<mpsc::Receiver<()>>,
}

impl Rows for WriteProtected {
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

impl Store for WriteProtected {
    fn commit(&self, _: &Batch) -> Result<(), StoreError> {
        let lets = self.lets.lock().unwrap_or_else(PoisonError::into_inner);
        lets.recv().expect("the test lets it");
        Err(StoreError::ReadOnly("the disk is full".to_owned()))
    }

    fn reopen(&self) -> Result<(), StoreError> {
        panic!("it is open")
    }

    fn give_back(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.inner.snapshot()
    }
}

#[tokio::test]
async fn all_can_be_read_while_nothing_can_be_written() {
    let (let_go, lets) = mpsc::channel();
    let mut known = Batch::default();
    known.put("known", "before");
    let inner = MemoryStore::new();
    inner.commit(&known).expect("memory has room");
    let lets = Mutex::new(lets);
    let writer = Writer::new(Arc::new(WriteProtected { inner, lets }));
    let mut change = Batch::default();
    change.put("known", "after");
    let (first, second) = (writer.commit(change.clone()), writer.commit(change));
    let generation = writer.generation();
    let read = writer.submit(generation, Batch::default());
    let_go.send(()).expect("the writer waits");
    // Some of them may wait for another commit, or the writer for none any more.
    let _ = let_go.send(());
    for change in [first.await, second.await] {
        let error = change.expect_err("nothing is written");
        assert!(matches!(*error, StoreError::ReadOnly(_)), "{error}");
    }
    // It was to tell of what is not made, and is asked again.
    assert!(read.await.is_err_and(|error| error.is_outdated()));
    assert_ne!(writer.generation(), generation);
    assert_eq!((writer.n_failures(), writer.broken_for()), (0, None));
    let read = || Ok::<_, Arc<StoreError>>(writer.get(b"known")?);
    let found = writer.durable(read).await.expect("it can be read");
    assert_eq!(found.as_deref(), Some(&b"before"[..]));
}
