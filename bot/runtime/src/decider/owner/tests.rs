use std::{
    fs::File,
    io::{self, Seek},
    mem,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use rules::{GameInput, Record, Setup, Variant};
use tokio::runtime::Runtime;

use super::*;
use crate::{
    OsDice,
    schedule::ticks::tests::{LIMITS, bot_on},
};
use api::{
    ChannelId, Event, EventId, KeysToRead, Place, Platform, Rows, Speaker, Store, Timestamp, UserId,
};
use command::Intent;
use service::{PersonRequest, RecordReply, Reply, TimeScale};
use store::{
    MemoryStore,
    testing::{ObservedStore, StoreCall},
};
use text::Language;

/// A store that is far away, and counts the round trips.
struct FarStore {
    store: Arc<dyn Store>,
    n_ways: Arc<AtomicUsize>,
    /// True if every call panics.
    is_broken: Arc<AtomicBool>,
}

impl FarStore {
    fn new() -> FarStore {
        let (n_ways, is_broken) = (Arc::<AtomicUsize>::default(), Arc::<AtomicBool>::default());
        let (counted, breaks) = (Arc::clone(&n_ways), Arc::clone(&is_broken));
        let store = ObservedStore::shared(&Arc::default(), move |call| {
            if call.is_read() || matches!(call, StoreCall::Commit) {
                assert!(!breaks.load(Ordering::Relaxed), "the way breaks");
                counted.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        });
        FarStore {
            store: Arc::new(store),
            n_ways,
            is_broken,
        }
    }
}

fn account(name: &str) -> Speaker {
    Speaker {
        id: UserId::new(Platform::Playground, name),
        name: name.to_owned(),
    }
}

fn request(n: usize, who: &str, text: &str) -> Request {
    let event = Event::new(
        EventId::new(Platform::Playground, n.to_string()),
        account(who),
        Place::Channel(ChannelId::new(Platform::Playground, "lobby")),
        Intent::typed(text),
    );
    let request = PersonRequest {
        person: text.contains("@bob").then(|| account("bob").into()),
        ..PersonRequest::new(Arc::new(event), Language::ENGLISH)
    };
    request.at(Timestamp(1_767_225_600_000 + n as i64))
}

/// Decides as the owner does, and returns the number of round trips to the store.
async fn ways_of(
    service: &mut Service,
    foresight: &mut Foresight,
    (store, writer): (&FarStore, &Writer),
    request: &Request,
) -> usize {
    let before = store.n_ways.load(Ordering::Relaxed);
    let read = foresight.read([request].into_iter(), writer);
    let mut ahead = read.expect("memory can be read");
    ahead.turn();
    let decision = service.handle(&ahead, &mut OsDice, request);
    foresight.learn(request, &ahead);
    let decided = store.n_ways.load(Ordering::Relaxed) - before;
    let outcome = decision.expect("memory can be read");
    assert!(!outcome.changes.is_empty(), "{}", request.id);
    ahead.apply(&outcome.changes);
    writer
        .commit(outcome.changes)
        .await
        .expect("nobody else writes");
    decided
}

#[tokio::test]
async fn a_move_is_decided_on_after_one_way_to_a_store_that_is_far_away() {
    let store = FarStore::new();
    let writer = Writer::new(Arc::clone(&store.store));
    let mut service = Service::new(LIMITS);
    let mut foresight = Foresight::default();
    let inputs = [
        ("ann", "/challenge chakart @bob color:white"),
        ("bob", "/join"),
        ("ann", "/move e2e4"),
        ("bob", "/move e7e5"),
        ("ann", "/move d2d3"),
        ("bob", "/move d7d6"),
        ("ann", "/move a2a3"),
        ("bob", "/move a7a6"),
    ];
    let mut ways = Vec::new();
    for (n, (who, text)) in inputs.into_iter().enumerate() {
        let request = request(n, who, text);
        let table = (&store, &writer);
        ways.push(ways_of(&mut service, &mut foresight, table, &request).await);
    }
    // The reads of a person are not known before they have done something similar.
    assert_eq!(ways[4..], [1; 4], "{ways:?}");
}

#[test]
fn prefetched_entries_are_read_once_and_follow_changes() {
    let store = FarStore::new();
    let writer = Writer::new(Arc::clone(&store.store));
    let mut batch = Batch::default();
    for key in ["a", "list/1", "list/2", "other/1"] {
        batch.put(key, "old");
    }
    store.store.commit(&batch).expect("memory has room");
    let likely = KeysToRead {
        keys: ["a", "b", "a"].map(|key| key.as_bytes().to_vec()).to_vec(),
        prefixes: vec![b"list/".to_vec(), b"other/".to_vec()],
    };
    let before = store.n_ways.load(Ordering::Relaxed);
    let mut ahead = Prefetched::read(&writer, likely).expect("memory can be read");
    let mut changes = Batch::default();
    changes.put("b", "new");
    changes.put("list/3", "new");
    ahead.apply(&changes);
    let get = |key: &str| ahead.get(key.as_bytes()).expect("memory can be read");
    assert_eq!(get("a"), Some(b"old".to_vec()));
    assert_eq!(get("b"), Some(b"new".to_vec()));
    let others = ahead.scan(b"other/", None, 9).expect("memory can be read");
    assert_eq!(others.len(), 1);
    assert_eq!(store.n_ways.load(Ordering::Relaxed), before + 1);
    // A list that has changed is read again by the writer, with all that it knows.
    assert_eq!(
        ahead
            .scan(b"list/", None, 9)
            .expect("memory can be read")
            .len(),
        2
    );
    assert_eq!(get("never there"), None);
    assert_eq!(store.n_ways.load(Ordering::Relaxed), before + 3);
}

/// Returns the reply to `/export` of a match with so many inputs.
fn export(n_inputs: usize) -> Arc<Reply> {
    let mut record = Record::new(Setup::new(Variant::Berolina));
    record.inputs = vec![GameInput::Takeback(1); n_inputs];
    let id = MatchId::from_number(1);
    let record = Box::new(record);
    Arc::new(Reply::Record(RecordReply::Export { id, record }))
}

#[test]
fn answers_are_bounded_in_number_and_in_memory() {
    for (n_inputs, has_first) in [(100, true), (100_000, false)] {
        let mut answers = answer_cache();
        for n in 0..MOST_ANSWERS.get() {
            answers.put(n.to_string(), export(n_inputs));
        }
        assert!(answers.get("1023").is_some());
        assert_eq!(answers.get("0").is_some(), has_first, "{n_inputs} inputs");
        answers.put("1024".to_owned(), export(n_inputs));
        assert!(answers.get("1").is_none() && answers.get("1024").is_some());
        answers.put("huge".to_owned(), export(MOST_BYTES));
        assert!(answers.get("huge").is_none());
    }
}

#[tokio::test]
async fn a_panic_of_the_decider_is_reported_and_fails_the_health_check() {
    let store = FarStore::new();
    let core = bot_on(Arc::clone(&store.store));
    assert!(core.is_alive().await);
    store.is_broken.store(true, Ordering::Relaxed);
    let decided = core.settle(request(1, "ann", "/challenge berolina"));
    assert!(decided.await.is_none());
    assert_eq!(core.broken().await, "decider");
    assert!(!core.is_alive().await && core.is_broken());
}

/// A runtime whose threads write the errors that they log to a file.
fn runtime(log: Arc<File>) -> Runtime {
    let start = move || {
        let lines = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::ERROR)
            .with_writer(Arc::clone(&log));
        // The guard lasts as long as the thread.
        mem::forget(tracing::subscriber::set_default(lines.finish()));
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .on_thread_start(start)
        .build();
    runtime.expect("a system that has threads")
}

#[test]
fn a_program_that_ends_while_it_decides_logs_no_error() {
    let log = Arc::new(tempfile::tempfile().expect("a temporary file"));
    for _ in 0..50 {
        let runtime = runtime(Arc::clone(&log));
        let core = runtime.block_on(async { bot_on(Arc::new(MemoryStore::new())) });
        let decide = |core: Arc<Core>, n| async move {
            let tick = || RequestKind::Tick {
                scale: TimeScale::RealTime,
                was_away: false,
            };
            let name = format!("tick-{n}");
            let next = || core.settle(core.own_request("tick", &name, tick()));
            while next().await.is_some() {}
        };
        for n in 0..8 {
            runtime.spawn(decide(Arc::clone(&core), n));
        }
        runtime.block_on(core.is_alive());
    }
    let mut log = &*log;
    log.rewind().expect("a file can be rewound");
    let logged = io::read_to_string(log).expect("the log is a text");
    assert!(logged.is_empty(), "{logged}");
}
