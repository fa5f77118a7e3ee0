use std::{
    pin::pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    time::Duration,
};

use futures_util::poll;

use super::*;
use crate::schedule::ticks::tests::bot_on;
use api::{
    ChannelId, Event, EventId, MatchId, Place, Platform, Rows, ServerAccess, Speaker, Store,
    StoreError, Timestamp, UserId,
};
use command::Intent;
use service::{
    ChallengeDone, DeadLetter, DeadReason, DeliveryId, PersonRequest, Readers, given_up,
};
use store::testing::{ObservedStore, StoreCall};
use text::Language;

fn server(n: usize) -> ServerId {
    ServerId::new(Platform::Playground, format!("server-{n}"))
}

/// Ann opens a challenge on server 7.
async fn challenge(core: &Core) -> MatchId {
    challenge_on(core, Platform::Playground).await
}

/// Does the same on a platform.
pub(crate) async fn challenge_on(core: &Core, platform: Platform) -> MatchId {
    let ann = Speaker {
        id: UserId::new(platform, "ann"),
        name: "Ann".to_owned(),
    };
    let event = Event {
        server: Some(ServerAccess {
            id: server(7),
            may_manage: false,
        }),
        ..Event::new(
            EventId::new(platform, "1"),
            ann,
            Place::Channel(ChannelId::new(platform, "lobby")),
            Intent::typed("/challenge berolina"),
        )
    };
    let request = PersonRequest::new(Arc::new(event), Language::ENGLISH);
    let reply = core.settle(request.at(Timestamp(1_800_000_000_000))).await;
    match reply.as_deref() {
        Some(Reply::Done(Done::Challenge(ChallengeDone::Opened(id)))) => *id,
        _ => panic!("a challenge is opened"),
    }
}

/// Stores that a delivery of a match was refused in its place.
fn refuse(store: &ObservedStore, id: MatchId) {
    let letter = DeadLetter {
        delivery: None,
        reason: DeadReason::Failed("the channel is closed".to_owned()),
        at: Timestamp(1_800_000_000_000),
    };
    let row = DeliveryId {
        id,
        to: Readers::Place(0),
        n: 70,
    };
    let changes = given_up(store, row, letter, None).expect("memory can be read");
    store.commit(&changes).expect("memory has room");
}

fn dead_in(store: &ObservedStore) -> usize {
    let dead = store.entries().scan(b"dead/", None, 100);
    dead.expect("memory can be read").len()
}

#[tokio::test]
async fn one_dead_letter_makes_one_server_of_many_try_again() {
    let n_reads = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&n_reads);
    let store = Arc::new(ObservedStore::new(move |call| {
        let n_read = match call {
            StoreCall::Get(_) | StoreCall::Scan(_) => 1,
            StoreCall::ReadTogether(rows) => rows.keys.len() + rows.prefixes.len(),
            _ => 0,
        };
        counted.fetch_add(n_read, Ordering::Relaxed);
        Ok(())
    }));
    let core = bot_on(Arc::clone(&store) as Arc<dyn Store>);
    let id = challenge(&core).await;
    core.deliveries.queues.idle().await;
    let n_before = dead_in(&store);
    refuse(&store, id);
    core.retry_on(&server(0)).await;
    let before = n_reads.load(Ordering::Relaxed);
    for n in 1000..2000 {
        core.retry_on(&server(n)).await;
    }
    let n_reads = n_reads.load(Ordering::Relaxed) - before;
    assert!(n_reads < 100, "{n_reads} reads for 1000 servers");
    assert_eq!(dead_in(&store), n_before + 1);
    core.retry_on(&server(7)).await;
    assert_eq!(dead_in(&store), n_before);
}

#[tokio::test]
async fn refusals_are_read_on_a_thread_that_may_take_its_time() {
    let (answer, answers) = mpsc::channel();
    let answers = Mutex::new(answers);
    let is_slow = Arc::new(AtomicBool::new(false));
    let slow = Arc::clone(&is_slow);
    let store = Arc::new(ObservedStore::new(move |call| {
        if !matches!(call, StoreCall::Scan(_)) || !slow.load(Ordering::Relaxed) {
            return Ok(());
        }
        let answers = answers.lock().expect("no read fails");
        let patience = answers.recv_timeout(Duration::from_secs(10));
        patience.map_err(|_| StoreError::Closed)
    }));
    let core = bot_on(Arc::clone(&store) as Arc<dyn Store>);
    let id = challenge(&core).await;
    core.deliveries.queues.idle().await;
    refuse(&store, id);
    is_slow.store(true, Ordering::Relaxed);
    let elsewhere = server(0);
    let mut retry = pin!(core.retry_on(&elsewhere));
    assert!(poll!(retry.as_mut()).is_pending(), "others go on meanwhile");
    answer.send(()).expect("somebody reads");
    retry.await;
}
