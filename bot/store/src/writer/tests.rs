use std::{
    cell::Cell,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
};

use super::*;
use crate::{
    MemoryStore,
    testing::{ObservedStore, StoreCall},
};
use api::{Entry, KeysToRead, MAX_VALUE};

/// Makes a store that refuses to compact, and a receiver of its commits and compactions.
fn observed() -> (Arc<ObservedStore>, mpsc::Receiver<&'static str>) {
    let (sender, calls) = mpsc::channel();
    // The test has stopped listening.
    let say = move |what| _ = sender.send(what);
    let store = ObservedStore::new(move |call| {
        match call {
            StoreCall::Commit => say("commit"),
            StoreCall::GiveBack => {
                say("give back");
                return Err(StoreError::Closed);
            }
            _ => {}
        }
        Ok(())
    });
    (Arc::new(store), calls)
}

#[tokio::test]
async fn an_idle_writer_gives_space_back_repeatedly() {
    let (store, calls) = observed();
    let writer = Writer::giving_back(store, Duration::ZERO, Duration::ZERO);
    for _ in 0..3 {
        assert_eq!(calls.recv(), Ok("give back"));
    }
    let generation = writer.generation();
    let submitted = writer.submit(generation, batch(&[("key", "")])).await;
    submitted.expect("that it failed harms nothing");
    assert!(calls.iter().any(|call| call == "commit"));
    drop(writer);
    assert!(calls.iter().all(|call| call == "give back"));
}

#[tokio::test]
async fn space_is_given_back_no_more_often_than_configured() {
    let (store, calls) = observed();
    let writer = Writer::giving_back(store, DAY, Duration::ZERO);
    for _ in 0..100 {
        let committed = writer.commit(batch(&[("key", "")])).await;
        committed.expect("memory has room");
    }
    drop(writer);
    assert!(calls.iter().all(|call| call == "commit"));
}

/// Makes the writer refuse a change at once.
fn refuse(writer: &Writer) {
    let mut batch = Batch::default();
    batch.put("a", vec![0; MAX_VALUE + 1]);
    drop(writer.commit(batch));
}

#[tokio::test]
async fn an_outdated_read_is_repeated_a_limited_number_of_times() {
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

#[tokio::test(start_paused = true)]
async fn a_transaction_is_decided_again_when_another_writer_is_quicker() {
    let writer = Writer::new(Arc::new(MemoryStore::new()));
    let (mut tries, mut n_tries) = (Tries::default(), 0);
    let mut count = async |is_late: bool| {
        let mut transaction = writer.transaction();
        let found = transaction.read::<u32>("n").expect("memory works");
        if is_late {
            let quicker = writer.commit(batch(&[("n", &n_tries.to_string())]));
            quicker.await.expect("memory works");
        }
        n_tries += 1;
        transaction
            .batch
            .put("n", (found.unwrap_or_default() + 1).to_string());
        let change = transaction.submit().expect("it is small");
        tries.confirm(change).await
    };
    assert!(!count(true).await.expect("it may be decided again"));
    assert!(count(false).await.expect("no other writer is quicker"));
    let error = loop {
        if let Err(error) = count(true).await {
            break error;
        }
    };
    assert!(error.is_outdated());
    // The first decision took one of the tries, and the second one succeeded at once.
    assert_eq!(n_tries, MOST_TRIES + 1);
}

/// The timeout of a test that hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A callback before a commit or a read.
type Hook = Box<dyn Fn() -> Result<(), StoreError> + Send + Sync>;

/// Makes a store with a callback before each commit and one before each read.
fn prepared(before_commit: Hook, before_read: Hook) -> ObservedStore {
    ObservedStore::new(move |call| match call {
        StoreCall::Commit => before_commit(),
        call if call.is_read() => before_read(),
        _ => Ok(()),
    })
}

#[tokio::test]
async fn all_can_be_read_while_nothing_can_be_written() {
    let (let_go, lets) = mpsc::channel();
    let lets = Mutex::new(lets);
    let before_commit: Hook = Box::new(move || {
        let lets = lets.lock().expect("nobody panics with it");
        lets.recv().expect("the test lets it");
        Err(StoreError::ReadOnly("the disk is full".to_owned()))
    });
    let store = prepared(before_commit, Box::new(|| Ok(())));
    let known = batch(&[("known", "before")]);
    store.entries().commit(&known).expect("memory has room");
    let writer = Writer::new(Arc::new(store));
    let change = batch(&[("known", "after")]);
    let (first, second) = (writer.commit(change.clone()), writer.commit(change));
    let generation = writer.generation();
    let read = writer.submit(generation, Batch::default());
    let_go.send(()).expect("the writer waits");
    // Some of them may wait for another commit, or the writer may wait for none any more.
    let _ = let_go.send(());
    for change in [first.await, second.await] {
        let error = change.expect_err("nothing is written");
        assert!(matches!(*error, StoreError::ReadOnly(_)), "{error}");
    }
    // It was to report a change that is not made, and must be read again.
    assert!(read.await.is_err_and(|error| error.is_outdated()));
    assert_ne!(writer.generation(), generation);
    assert_eq!((writer.n_failures(), writer.broken_for()), (0, None));
    let read = || Ok::<_, Arc<StoreError>>(writer.get(b"known")?);
    let found = writer.durable(read).await.expect("it can be read");
    assert_eq!(found.as_deref(), Some(&b"before"[..]));
}

/// Makes a barrier that lets one call pass each time it is opened, and a receiver of arrivals.
fn barrier() -> (Hook, mpsc::Sender<()>, mpsc::Receiver<()>) {
    let (open, opened) = mpsc::channel();
    let (come, has_come) = mpsc::channel();
    let opened = Mutex::new(opened);
    let pass = move || {
        // The receiver is gone if the test is over.
        let _ = come.send(());
        let opened = opened.lock().expect("nobody panics with it");
        let _ = opened.recv_timeout(PATIENCE);
        Ok(())
    };
    (Box::new(pass), open, has_come)
}

fn batch(entries: &[(&str, &str)]) -> Batch {
    let mut batch = Batch::default();
    for (key, value) in entries {
        batch.put(*key, *value);
    }
    batch
}

/// Begins a scan of all entries on another thread, and returns the first of them.
fn scanning(writer: &Writer, limit: usize) -> impl Future<Output = Vec<Entry>> + use<> {
    let reader = writer.clone();
    let scan = tokio::task::spawn_blocking(move || reader.scan(b"", None, limit));
    async {
        scan.await
            .expect("a scan does not panic")
            .expect("memory can be read")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_does_not_wait_for_a_scan_and_the_scan_sees_whole_batches() {
    let (before_commit, let_commit, _has_come) = barrier();
    let (before_read, let_read, is_reading) = barrier();
    let writer = Writer::new(Arc::new(prepared(before_commit, before_read)));
    // It is in flight when the scan begins.
    let one = writer.commit(batch(&[("a", "1")]));
    let scan = scanning(&writer, 10);
    is_reading.recv().expect("the store is asked");
    let submitter = writer.clone();
    let both = batch(&[("a", "2"), ("b", "2")]);
    let submitted = tokio::task::spawn_blocking(move || submitter.commit(both));
    for () in [(); 2] {
        let_commit.send(()).expect("the store waits for that");
    }
    let durable = async {
        let two = submitted.await.expect("submitting does not panic");
        tokio::join!(one, two)
    };
    let durable = tokio::time::timeout(PATIENCE, durable).await;
    let (one, two) = durable.expect("submitting does not wait for the scan");
    one.and(two).expect("memory has room");
    let_read.send(()).expect("the scan waits for that");
    let expected = [("a", "2"), ("b", "2")].map(|(key, value)| (key.into(), value.into()));
    assert_eq!(scan.await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removal_during_a_scan_hides_no_later_entries() {
    let (before_commit, let_commit, _has_come) = barrier();
    let (before_read, let_read, is_reading) = barrier();
    let writer = Writer::new(Arc::new(prepared(before_commit, before_read)));
    let_commit.send(()).expect("the store waits for that");
    let entries = batch(&[("a", ""), ("b", ""), ("c", "")]);
    writer.commit(entries).await.expect("memory has room");
    let scan = scanning(&writer, 1);
    is_reading.recv().expect("the store is asked");
    let mut removal = Batch::default();
    removal.remove("a");
    // The entry stays in the store for now.
    let removed = writer.commit(removal);
    // The one requested entry is gone, so the store is read again for more.
    for () in [(); 2] {
        let_read.send(()).expect("the scan waits for that");
    }
    assert_eq!(scan.await, [(b"b".to_vec(), Vec::new())]);
    let_commit.send(()).expect("the store waits for that");
    removed.await.expect("memory has room");
}

#[tokio::test]
async fn a_read_that_a_database_does_not_answer_fails_nothing_that_waits() {
    let away = || StoreError::Database {
        database: "host/odd".to_owned(),
        problem: "has not answered in time".to_owned(),
        advice: "wait",
    };
    let errors: [fn() -> StoreError; 2] = [|| StoreError::Busy, away];
    for error in errors {
        let (before_commit, let_commit, _has_come) = barrier();
        let before_read = Box::new(move || Err(error()));
        let writer = Writer::new(Arc::new(prepared(before_commit, before_read)));
        let generation = writer.generation();
        let waiting = writer.commit(batch(&[("a", "1")]));
        writer.get(b"b").expect_err("the database does not answer");
        writer.scan(b"", None, 1).expect_err("nor now");
        let selection = KeysToRead {
            keys: vec![b"b".to_vec()],
            ..KeysToRead::default()
        };
        writer.read_together(&selection, 1).err().expect("nor now");
        let_commit.send(()).expect("the store waits for that");
        waiting.await.expect("it is made all the same");
        assert_eq!(writer.broken_for(), None);
        assert_eq!(writer.generation(), generation);
    }
}

/// Makes a writer whose commits are numbered from 1, and fail as `outcome` says.
fn numbered(outcome: impl Fn(u32) -> Result<(), StoreError> + Send + Sync + 'static) -> Writer {
    let n_tries = AtomicU32::new(0);
    let before_commit = move || outcome(n_tries.fetch_add(1, Ordering::Relaxed) + 1);
    let store = prepared(Box::new(before_commit), Box::new(|| Ok(())));
    Writer::new(Arc::new(store))
}

#[tokio::test]
async fn a_commit_for_which_the_database_is_too_busy_waits_for_its_turn() {
    let writer = numbered(|n| match n {
        1 | 2 => Err(StoreError::Busy),
        _ => Ok(()),
    });
    let made = writer.commit(batch(&[("a", "1")])).await;
    made.expect("it is made in the end");
    let found = writer.get(b"a").expect("memory can be read");
    assert_eq!(found, Some(b"1".to_vec()));
}

#[tokio::test]
async fn a_commit_to_a_busy_database_fails_without_blocking_later_ones() {
    let writer = numbered(|n| match n {
        1..=MOST_TRIES => Err(StoreError::Busy),
        _ => Ok(()),
    });
    let refused = writer.commit(batch(&[("a", "1")])).await;
    let refused = refused.expect_err("the database takes nothing");
    assert!(matches!(*refused, StoreError::Busy), "{refused}");
    assert_eq!(writer.get(b"a").ok().flatten(), None, "nothing was made");
    let mut made = writer.commit(batch(&[("b", "1")])).await;
    while made.is_err() {
        // The store is reopened first.
        made = writer.commit(batch(&[("b", "1")])).await;
    }
    assert!(writer.get(b"b").expect("memory can be read").is_some());
}

#[tokio::test]
async fn conflicts_are_no_sign_of_a_database_that_stays_too_busy() {
    let writer = numbered(|n| match n {
        1..=MOST_TRIES => Err(StoreError::Conflict {
            key: b"of others".to_vec(),
        }),
        n if n == MOST_TRIES + 1 => Err(StoreError::Busy),
        _ => Ok(()),
    });
    let made = writer.commit(batch(&[("a", "1")])).await;
    made.expect("it was too busy once");
}
