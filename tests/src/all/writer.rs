//! The one writer: order, groups, and failures of the store.

use std::sync::Arc;

use api::{Batch, MAX_KEY, MAX_VALUE, StoreError};
use futures_util::FutureExt;
use store::{
    MemoryStore,
    writer::{Committed, Writer},
};
use tests::{Fault, FaultyStore};
use tokio::sync::Barrier;

type FaultyMemoryStore = Arc<FaultyStore<MemoryStore>>;

fn open() -> (FaultyMemoryStore, Writer) {
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    (Arc::clone(&store), Writer::new(store))
}

fn put(key: &str, value: &str) -> Batch {
    let mut batch = Batch::default();
    batch.put(key, value);
    batch
}

fn removed(key: &str) -> Batch {
    let mut batch = Batch::default();
    batch.remove(key);
    batch
}

/// Returns the entries under a prefix by the writer, as `key=value` words.
fn read(writer: &Writer, prefix: &str) -> String {
    let entries = writer
        .scan(prefix.as_bytes(), None, usize::MAX)
        .expect("a scan");
    let words = entries.iter().map(|(key, value)| {
        assert_eq!(
            writer.get(key).expect("a read").as_ref(),
            Some(value),
            "get and scan differ"
        );
        format!("{}={}", key.escape_ascii(), value.escape_ascii())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the kind of an error in a word.
fn kind(committed: &Committed) -> &'static str {
    match committed.as_ref().map_err(|error| &**error) {
        Ok(()) => "ok",
        Err(StoreError::Io(_)) => "io",
        Err(StoreError::Closed) => "closed",
        Err(StoreError::Stale) => "stale",
        Err(StoreError::Busy) => "busy",
        Err(StoreError::Conflict { .. }) => "conflict",
        Err(StoreError::TooLarge { .. }) => "too large",
        Err(_) => "other",
    }
}

#[tokio::test]
async fn a_submitted_change_is_visible_at_once() {
    let (store, writer) = open();
    writer.commit(put("a/1", "old")).await.expect("a commit");
    writer.commit(put("a/2", "two")).await.expect("a commit");
    writer.commit(put("a/9", "nine")).await.expect("a commit");
    let held = store.hold();
    let generation = writer.generation();
    let first = writer.submit(generation, put("a/1", "new"));
    held.until_waiting();
    assert_eq!(read(&writer, "a/"), "a/1=new a/2=two a/9=nine");
    let second = writer.submit(generation, removed("a/2"));
    let third = writer.submit(generation, put("a/3", "three"));
    assert_eq!(read(&writer, "a/"), "a/1=new a/3=three a/9=nine");
    assert_eq!(writer.get(b"a/2").expect("a read"), None);
    let page = |after: Option<&[u8]>, limit| {
        let entries = writer.scan(b"a/", after, limit).expect("a scan");
        entries
            .into_iter()
            .map(|(key, _)| String::from_utf8(key).expect("text"))
            .collect::<Vec<_>>()
    };
    assert_eq!(page(None, 2), ["a/1", "a/3"]);
    assert_eq!(page(Some(b"a/1"), 1), ["a/3"]);
    assert_eq!(page(Some(b"a/1"), 2), ["a/3", "a/9"]);
    assert_eq!(page(Some(b"a/3"), 2), ["a/9"]);
    assert_eq!(page(None, 0), [""; 0]);
    drop(held);
    for pending in [first, second, third] {
        pending.await.expect("a commit");
    }
    assert_eq!(read(&writer, ""), "a/1=new a/3=three a/9=nine");
    assert_eq!(writer.generation(), generation);
}

#[tokio::test]
async fn a_value_submitted_during_a_commit_outlives_it() {
    let (store, writer) = open();
    let held = store.hold();
    let first = writer.submit(0, put("a", "1"));
    held.until_waiting();
    let second = writer.submit(0, put("a", "2"));
    held.pass_one();
    first.await.expect("a commit");
    held.until_waiting();
    assert_eq!(read(&writer, ""), "a=2");
    drop(held);
    second.await.expect("a commit");
    assert_eq!(read(&writer, ""), "a=2");
}

#[tokio::test]
async fn waiting_changes_share_a_commit_in_order() {
    let (store, writer) = open();
    let held = store.hold();
    let first = writer.submit(0, put("first", "1"));
    held.until_waiting();
    let others: Vec<_> = (0..100)
        .map(|n| writer.submit(0, put(&format!("{:02}", n % 7), &n.to_string())))
        .collect();
    drop(held);
    first.await.expect("a commit");
    for pending in others {
        pending.await.expect("a commit");
    }
    let sizes: Vec<_> = store
        .commits()
        .iter()
        .map(|batch| batch.changes.len())
        .collect();
    assert_eq!(sizes, [1, 7], "each key is written once");
    assert_eq!(
        read(&writer, "0"),
        "00=98 01=99 02=93 03=94 04=95 05=96 06=97"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_is_served_in_groups_and_nothing_is_lost() {
    let (store, writer) = open();
    let held = store.hold();
    let all_wait = Arc::new(Barrier::new(65));
    let clients: Vec<_> = (0..64)
        .map(|client| {
            let (writer, all_wait) = (writer.clone(), Arc::clone(&all_wait));
            tokio::spawn(async move {
                let first = writer.submit(0, put(&format!("{client}/start"), ""));
                all_wait.wait().await;
                first.await.expect("a commit");
                for n in 0..20 {
                    writer
                        .commit(put(&format!("{client}"), &n.to_string()))
                        .await
                        .expect("a commit");
                    writer
                        .commit(put(&format!("{client}/{n}"), ""))
                        .await
                        .expect("a commit");
                }
            })
        })
        .collect();
    all_wait.wait().await;
    drop(held);
    for client in clients {
        client.await.expect("a client");
    }
    let commits = store.commits();
    assert_eq!(
        commits
            .iter()
            .map(|batch| batch.changes.len())
            .sum::<usize>(),
        64 * 41
    );
    assert!(
        commits.iter().any(|batch| batch.changes.len() > 1),
        "nobody shared a commit"
    );
    assert_eq!(
        writer.scan(b"", None, usize::MAX).expect("a scan").len(),
        64 * 22
    );
    assert_eq!(read(&writer, "63/7"), "63/7=");
    assert_eq!(
        writer.get(b"63").expect("a read").as_deref(),
        Some(&b"19"[..])
    );
}

#[tokio::test]
async fn an_empty_batch_waits_for_those_before_it_and_writes_nothing() {
    let (store, writer) = open();
    writer
        .commit(Batch::default())
        .await
        .expect("nothing to do");
    assert_eq!(store.commits().len(), 0);
    let held = store.hold();
    let change = writer.submit(0, put("a", "1"));
    held.until_waiting();
    let mut empty = Box::pin(writer.commit(Batch::default()));
    assert!((&mut empty).now_or_never().is_none());
    drop(held);
    empty.await.expect("the change before is durable");
    assert!(change.now_or_never().is_some());
    assert_eq!(store.commits().len(), 1);
}

/// Fails a commit while others wait.
async fn check_failure(fault: Fault, kept: &str) {
    let (store, writer) = open();
    writer.commit(put("a", "0")).await.expect("a commit");
    store.fail_commit(fault);
    let held = store.hold();
    let failing = writer.submit(0, put("a", "1"));
    held.until_waiting();
    let waiting = [
        writer.submit(0, put("b", "2")),
        writer.submit(0, Batch::default()),
        writer.submit(0, put("b", "3")),
    ];
    assert_eq!(read(&writer, ""), "a=1 b=3");
    drop(held);
    assert_eq!(kind(&failing.await), "io");
    for pending in waiting {
        assert_eq!(kind(&pending.await), "io");
    }
    assert_eq!(writer.generation(), 1, "{fault:?}");

    assert_eq!(kind(&writer.submit(0, put("c", "4")).await), "stale");
    assert_eq!(kind(&writer.submit(0, Batch::default()).await), "stale");
    assert_eq!(kind(&writer.submit(1, Batch::default()).await), "ok");
    assert_eq!(read(&writer, ""), kept, "{fault:?}");
    assert_eq!(kind(&writer.submit(1, put("d", "5")).await), "ok");
    assert_eq!(read(&writer, ""), format!("{kept} d=5"), "{fault:?}");
    assert_eq!((writer.generation(), writer.n_failures()), (1, 1));
    assert_eq!(store.n_reopens(), 1);
    assert_eq!(store.commits().len(), 3);
}

#[tokio::test]
async fn only_changes_kept_by_the_store_count_after_a_failure() {
    check_failure(Fault::NotWritten, "a=0").await;
    check_failure(Fault::Written, "a=1").await;
}

#[tokio::test]
async fn a_panic_in_the_store_is_a_failure() {
    check_failure(Fault::Panic, "a=0").await;
}

#[tokio::test]
async fn a_store_that_does_not_open_is_tried_again_by_each_caller() {
    let (store, writer) = open();
    writer.commit(put("a", "0")).await.expect("a commit");
    store.fail_commit(Fault::Written);
    store.fail_reopens(4);
    assert_eq!(kind(&writer.commit(put("a", "1")).await), "io");
    // The writer has retried by itself once, or will: requests meanwhile fail with it or after it.
    let mut failed = 0;
    while kind(&writer.commit(put("b", "2")).await) == "io" {
        failed += 1;
        assert!(failed <= 4);
    }
    assert!(failed >= 3, "{failed}");
    assert_eq!(store.n_reopens(), 5);
    assert_eq!(writer.generation(), 5);
    assert_eq!(read(&writer, ""), "a=1 b=2");
}

#[tokio::test]
async fn nothing_is_read_while_the_store_is_broken_but_reading_mends_it() {
    let (store, writer) = open();
    writer.commit(put("a", "0")).await.expect("a commit");
    store.fail_commit(Fault::Written);
    store.fail_reopens(2);
    assert_eq!(kind(&writer.commit(put("a", "1")).await), "io");
    let mut refused = 0;
    let value = loop {
        match writer.get(b"a") {
            Ok(value) => break value,
            Err(StoreError::Closed) => refused += 1,
            Err(error) => panic!("{error}"),
        }
        tokio::task::yield_now().await;
    };
    assert!(refused >= 1);
    assert_eq!(value.as_deref(), Some(&b"1"[..]));
    assert_eq!(store.n_reopens(), 3);
}

#[tokio::test]
async fn a_store_is_reopened_after_a_failed_read() {
    for scan in [false, true] {
        let (store, writer) = open();
        writer.commit(put("a", "0")).await.expect("a commit");
        store.fail_reads(1);
        let failed = if scan {
            writer.scan(b"", None, 9).map(drop)
        } else {
            writer.get(b"a").map(drop)
        };
        assert!(matches!(failed, Err(StoreError::Io(_))), "{failed:?}");
        assert_eq!(writer.generation(), 1);
        assert_eq!(kind(&writer.submit(0, put("a", "1")).await), "stale");
        assert_eq!(kind(&writer.commit(Batch::default()).await), "ok");
        assert_eq!(read(&writer, ""), "a=0");
        assert_eq!(store.n_reopens(), 1);
    }
}

#[tokio::test]
async fn an_entry_that_is_damaged_harms_no_other() {
    let (store, writer) = open();
    for key in ["a/1", "a/2", "b/1"] {
        writer.commit(put(key, "good")).await.expect("a commit");
    }
    store.damage("a/2");
    let generation = writer.generation();
    let found = writer.get(b"a/2").expect_err("it is damaged");
    assert!(matches!(found, StoreError::Damaged { key, .. } if key == b"a/2"));
    let found = writer.scan(b"", None, 9).expect_err("one of them is");
    assert!(matches!(found, StoreError::Damaged { key, .. } if key == b"a/2"));
    assert_eq!(read(&writer, "b/"), "b/1=good");
    let change = writer.submit(generation, put("b/2", "new"));
    assert_eq!(kind(&change.await), "ok");
    assert_eq!(store.n_reopens(), 0);
    writer.commit(put("a/2", "new")).await.expect("a commit");
    assert_eq!(read(&writer, "a/"), "a/1=good a/2=new");
}

#[tokio::test]
async fn a_refused_change_fails_alone_and_makes_later_ones_stale() {
    let (store, writer) = open();
    let held = store.hold();
    let before = writer.submit(0, put("a", "0"));
    held.until_waiting();
    let mut long_key = Batch::default();
    long_key.put(vec![0; MAX_KEY + 1], "");
    assert_eq!(kind(&writer.submit(0, long_key).await), "too large");
    assert_eq!(writer.generation(), 1);
    assert_eq!(kind(&writer.submit(0, put("a", "1")).await), "stale");
    assert_eq!((writer.generation(), writer.n_failures()), (1, 0));
    let after = writer.submit(1, put("b", "2"));
    drop(held);
    assert_eq!(kind(&before.await), "ok");
    assert_eq!(kind(&after.await), "ok");
    assert_eq!(read(&writer, ""), "a=0 b=2");
    assert_eq!(store.n_reopens(), 0);
}

/// Returns a change of a value that was read.
fn changed(key: &str, before: Option<&str>, after: &str) -> Batch {
    let mut batch = put(key, after);
    batch.require((key.into(), before.map(Into::into)));
    batch
}

/// Returns a new change that follows from all earlier ones.
fn following(key: &str) -> Batch {
    Batch {
        follows: true,
        ..changed(key, None, "1")
    }
}

#[tokio::test]
async fn a_change_may_depend_on_changes_that_wait_for_the_disk() {
    let (store, writer) = open();
    let held = store.hold();
    let first = writer.submit(0, changed("a", None, "0"));
    held.until_waiting();
    let second = writer.submit(0, changed("a", Some("0"), "1"));
    let third = writer.submit(0, changed("a", Some("1"), "2"));
    let late = writer.submit(0, changed("a", Some("1"), "3"));
    assert_eq!(kind(&late.await), "conflict");
    assert_eq!(
        writer.generation(),
        1,
        "who has decided so is to read again"
    );
    drop(held);
    for pending in [first, second, third] {
        assert_eq!(kind(&pending.await), "ok");
    }
    let fourth = writer.submit(1, changed("a", Some("2"), "4"));
    assert_eq!(kind(&fourth.await), "ok");
    assert_eq!(read(&writer, ""), "a=4");
}

#[tokio::test]
async fn a_change_based_on_an_entry_changed_elsewhere_is_refused() {
    let (store, writer) = open();
    writer.commit(put("a", "0")).await.expect("a commit");
    let held = store.hold();
    let before = writer.submit(0, put("b", "0"));
    held.until_waiting();
    let changes = [changed("a", Some("0"), "1"), changed("a", Some("1"), "2")];
    let changes = changes.map(|batch| writer.submit(0, batch));
    // Another client writes past the writer.
    store.write(&put("a", "other"));
    drop(held);
    assert_eq!(kind(&before.await), "ok");
    for change in changes {
        assert_eq!(kind(&change.await), "conflict", "and what depends on it");
    }
    assert_eq!((writer.generation(), writer.n_failures()), (1, 0));
    assert_eq!(read(&writer, ""), "a=other b=0");
    let anew = writer.submit(1, changed("a", Some("other"), "1"));
    assert_eq!(kind(&anew.await), "ok");
    assert_eq!((store.n_reopens(), read(&writer, "a").as_str()), (0, "a=1"));
}

#[tokio::test]
async fn a_refused_change_takes_along_only_dependent_changes() {
    let (store, writer) = open();
    writer.commit(put("a", "0")).await.expect("a commit");
    let held = store.hold();
    let before = writer.submit(0, put("z", "0"));
    held.until_waiting();
    let told_before = writer.submit(0, Batch::default());
    let hit = [
        writer.submit(0, changed("a", Some("0"), "1")),
        writer.submit(0, changed("a", Some("1"), "2")),
        writer.submit(0, Batch::default()),
        writer.submit(0, following("d")),
    ];
    let missed = [
        writer.submit(0, changed("b", None, "1")),
        writer.submit(0, changed("b", Some("1"), "2")),
        writer.commit(put("c", "3")),
    ];
    store.write(&put("a", "other"));
    held.pass_one();
    assert_eq!(kind(&before.await), "ok");
    held.until_waiting();
    // A waiting read may contain their changes, or depend on them.
    let told_late = [
        writer.submit(0, Batch::default()),
        writer.submit(0, following("e")),
    ];
    let late = [
        writer.submit(0, changed("a", Some("2"), "4")),
        writer.submit(0, changed("b", Some("2"), "3")),
    ];
    drop(held);
    assert_eq!(kind(&told_before.await), "ok");
    for refused in hit.into_iter().chain(told_late) {
        assert_eq!(kind(&refused.await), "conflict");
    }
    for made in missed {
        assert_eq!(kind(&made.await), "ok");
    }
    let [late_hit, late_missed] = late;
    assert_eq!(kind(&late_hit.await), "conflict");
    assert_eq!(kind(&late_missed.await), "ok");
    assert_eq!(read(&writer, ""), "a=other b=3 c=3 z=0");
    assert_eq!((writer.generation(), writer.n_failures()), (2, 0));
}

#[tokio::test]
async fn nothing_is_changed_once_the_fence_is_closed() {
    let (store, writer) = open();
    writer.set_fence((b"fence".to_vec(), Some(b"mine".to_vec())));
    assert_eq!(kind(&writer.commit(put("a", "0")).await), "conflict");
    store.write(&put("fence", "mine"));
    assert_eq!(kind(&writer.commit(put("a", "1")).await), "ok");
    let passed = writer.passed_fence().expect("it was open");
    store.write(&removed("fence"));
    let mut question = Batch::default();
    question.require((b"a".to_vec(), Some(b"1".to_vec())));
    for batch in [put("a", "2"), question, put("b", "2")] {
        assert_eq!(kind(&writer.commit(batch).await), "conflict");
    }
    writer.fenced_off().await;
    assert_eq!(writer.passed_fence(), None);
    assert_eq!(kind(&writer.commit(Batch::default()).await), "ok");
    assert_eq!(read(&writer, ""), "a=1");
    store.write(&put("other fence", ""));
    writer.set_fence((b"other fence".to_vec(), Some(Vec::new())));
    assert_eq!(kind(&writer.commit(put("a", "3")).await), "ok");
    assert!(writer.passed_fence() > Some(passed));
    assert_eq!(store.n_reopens(), 0);
}

#[tokio::test]
async fn the_number_of_waiting_changes_is_bounded() {
    let (store, writer) = open();
    let held = store.hold();
    let first = writer.submit(0, put("first", ""));
    held.until_waiting();
    let mut waiting = Vec::new();
    let refused = loop {
        let mut batch = Batch::default();
        batch.put(format!("{}", waiting.len()), vec![0; MAX_VALUE]);
        let mut pending = writer.submit(0, batch);
        match (&mut pending).now_or_never() {
            None => waiting.push(pending),
            Some(refused) => break refused,
        }
    };
    assert_eq!(kind(&refused), "busy");
    assert_eq!(waiting.len(), 63);
    assert_eq!((writer.generation(), writer.n_failures()), (1, 0));
    drop(held);
    assert_eq!(kind(&first.await), "ok");
    for pending in waiting {
        assert_eq!(kind(&pending.await), "ok");
    }
    assert_eq!(kind(&writer.submit(1, put("last", "")).await), "ok");
}

#[test]
fn submitted_changes_are_durable_when_the_last_handle_is_gone() {
    let (store, writer) = open();
    let other = writer.clone();
    let pending: Vec<_> = (0..10)
        .map(|n| writer.submit(0, put(&n.to_string(), "")))
        .collect();
    drop(writer);
    drop(other);
    assert_eq!(
        store
            .commits()
            .iter()
            .map(|batch| batch.changes.len())
            .sum::<usize>(),
        10
    );
    assert_eq!(
        Arc::strong_count(&store),
        1,
        "the thread has ended and let go of the store"
    );
    drop(pending);
}
