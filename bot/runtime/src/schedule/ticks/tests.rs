use super::*;
use crate::{
    BEAT, OsDice, PATIENCE, Parts, Processes, Snapshots, SystemClock, ThinkingParts, start,
};
use api::{Batch, Rows as _, Store};
use present::Studio;
use service::Limits;
use store::{
    MemoryStore,
    testing::{HarmedStore, ObservedStore, StoreCall},
    writer::Writer,
};
use text::Language;

pub(crate) const LIMITS: Limits = Limits {
    matches: 3,
    challenges: 10,
    challenge: std::time::Duration::from_secs(3600),
    turns: 500,
};

/// A bot without a platform.
pub(crate) fn bot_on(store: Arc<dyn Store>) -> Arc<Core> {
    bot(Writer::new(store), None)
}

/// Returns a bot that is one of several processes.
pub(crate) fn bot_beside_others(entries: &Arc<MemoryStore>) -> Arc<Core> {
    let store: Arc<dyn Store> = Arc::new(ObservedStore::shared(entries, |_| Ok(())));
    let writer = Writer::new(Arc::clone(&store));
    let processes = Processes::join(store, writer.clone(), BEAT).expect("memory has room");
    bot(writer, Some(processes))
}

fn bot(writer: Writer, processes: Option<Arc<Processes>>) -> Arc<Core> {
    let parts = Parts {
        writer: writer.clone(),
        chats: Vec::new(),
        clock: Arc::new(SystemClock),
        dice: Box::new(OsDice),
        thinking: ThinkingParts::of_engine(1, 1 << 20, Box::new(OsDice)),
        studio: Studio::new(render::Size::MIN, render::Theme::default()),
        language: Language::ENGLISH,
        snapshots: Snapshots::new(writer),
        limits: LIMITS,
        processes,
        patience: PATIENCE,
    };
    start(parts).expect("memory can be read")
}

/// Returns the keys of the rows that are due.
fn due_in(store: &dyn Store) -> Vec<String> {
    let rows = store.scan(b"due/", None, 1000).expect("it can be read");
    let keys = rows.into_iter().map(|(key, _)| key);
    keys.map(|key| String::from_utf8_lossy(&key).into_owned())
        .collect()
}

#[tokio::test]
async fn a_damaged_due_entry_does_not_keep_the_bot_from_starting() {
    let damaged = "due/0000000000000001/00007";
    let store = Arc::new(HarmedStore::of(&[
        (damaged, ""),
        ("due/0000000000000002/00008", ""),
    ]));
    store.damage(damaged.as_bytes());
    bot_on(Arc::clone(&store) as Arc<dyn Store>).tick().await;
    assert_eq!(due_in(&*store), [""; 0]);
}

#[tokio::test]
async fn matches_that_panic_stop_no_other_clock() {
    let store = Arc::new(ObservedStore::new(|call| {
        let panics =
            matches!(call, StoreCall::Get(key) if key.starts_with(b"due/0000000000000001/"));
        assert!(!panics, "a test wants it so");
        Ok(())
    }));
    let mut batch = Batch::default();
    for n in 0..200 {
        batch.put(format!("due/0000000000000001/00{n:03}"), "");
    }
    batch.put("due/0000000000000002/00007", "");
    store.commit(&batch).expect("memory has room");
    let core = bot_on(Arc::clone(&store) as Arc<dyn Store>);
    for _ in 0..2 {
        core.tick().await;
        let due = due_in(&*store);
        assert!(
            due.iter()
                .all(|key| key.starts_with("due/0000000000000001/"))
        );
        assert_eq!(due.len(), 200);
    }
}

#[tokio::test]
async fn the_time_is_marked_while_a_clock_in_real_time_runs() {
    let store = Arc::new(MemoryStore::new());
    let core = bot_on(Arc::clone(&store) as Arc<dyn Store>);
    core.tick().await;
    let has_mark = || {
        let mark = store.get(b"time/real").expect("memory can be read");
        mark.is_some()
    };
    assert!(has_mark());
    for is_played in [false, true] {
        let mut batch = Batch::default();
        batch.remove("time/real");
        if is_played {
            batch.put("flag/7fffffffffffffff/00007", "");
        }
        store.commit(&batch).expect("memory has room");
        core.mark_time().await;
        assert_eq!(has_mark(), is_played);
    }
}

#[tokio::test]
async fn a_process_that_a_platform_refuses_leaves_the_time_to_one_that_none_does() {
    let entries = Arc::new(MemoryStore::new());
    let [refused, served] = [(), ()].map(|()| bot_beside_others(&entries));
    assert!(refused.keeps_time().await);
    assert!(!served.keeps_time().await);
    refused.disable(Platform::Matrix, "its password was withdrawn".to_owned());
    assert!(!refused.keeps_time().await);
    assert!(served.keeps_time().await);
    for _ in 0..2 * TURNS_OF_DISABLED {
        assert!(!refused.keeps_time().await);
    }
    assert!(served.keeps_time().await);
}

#[tokio::test]
async fn one_process_keeps_real_time_without_a_break_whatever_is_refused() {
    let entries = Arc::new(MemoryStore::new());
    let [first, second] = [(), ()].map(|()| bot_beside_others(&entries));
    for core in [&first, &second] {
        core.disable(Platform::Matrix, "its password was withdrawn".to_owned());
    }
    for _ in 0..2 * TURNS_OF_DISABLED {
        assert!(first.keeps_real_time().await);
        assert!(!second.keeps_real_time().await);
    }
}

#[tokio::test]
async fn where_all_processes_are_refused_one_keeps_the_time() {
    let refused = bot_beside_others(&Arc::default());
    refused.disable(Platform::Discord, "its token was withdrawn".to_owned());
    let mut n_kept = 0;
    for _ in 0..4 * TURNS_OF_DISABLED {
        n_kept += u32::from(refused.keeps_time().await);
    }
    assert_eq!(n_kept, 4);
}
