//! Several processes on one store: any of them handles any input of any match, and each delivery is made once. Another
//! process continues the work of one that dies.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, atomic::AtomicBool, mpsc},
};
use tests::user_input::UserInput;

use api::{MatchId, Nonce, Rows, Store};
use kit::lock;
use runtime::{Processes, Thinks};
use service::{EngineMove, EngineQuestion, read_match};
use store::{
    MemoryStore,
    testing::{ObservedStore, StoreCall},
    writer::Writer,
};
use tests::{
    Fault, FaultyStore, PATIENCE,
    fake_chat::{ChatPost, FakeChat, thinking},
    fleet::{BEAT, Fleet, Member},
    venue::Venue,
};
use tokio::{sync::Notify, task::yield_now, time::timeout};

const GAME: [&str; 12] = [
    "e2g4", "e7g5", "b1c3", "b8c6", "g1f3", "g8f6", "d1e2", "d8e7", "a2b3", "a7b6", "h2g3", "h7g6",
];

/// Returns the store of one of several processes.
fn shared_by(entries: &Arc<MemoryStore>) -> Arc<dyn Store> {
    Arc::new(ObservedStore::shared(entries, |_| Ok(())))
}

fn fleet(n_members: usize) -> (Fleet, Arc<MemoryStore>) {
    let store = Arc::new(MemoryStore::new());
    let shared = Arc::clone(&store);
    let open = move || shared_by(&shared);
    (Fleet::new(&["Ann", "Bob"], n_members, open), store)
}

fn n_posts(fleet: &Fleet) -> usize {
    let said = fleet.scene.posted();
    said.iter()
        .filter(|said| matches!(said, ChatPost::Post(..)))
        .count()
}

async fn until_posted(fleet: &Fleet, n: usize) {
    while n_posts(fleet) < n {
        let n_said = fleet.scene.posted().len();
        if n_posts(fleet) < n {
            fleet.scene.until_posted(n_said + 1).await;
        }
    }
}

#[tokio::test]
async fn any_process_handles_any_input_and_each_board_is_posted_once() {
    let (mut fleet, store) = fleet(3);
    let id = fleet.begin("berolina @Bob color:white").await;
    fleet.play(&GAME).await;
    fleet.idle().await;
    let writer = Writer::new(store);
    let (_, record) = read_match(&writer, id)
        .expect("memory can be read")
        .expect("there is the match");
    let played: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
    assert_eq!(played, GAME);
    // The challenge, the start and each move.
    until_posted(&fleet, GAME.len() + 2).await;
    assert_eq!(n_posts(&fleet), GAME.len() + 2);
    assert_eq!(fleet.scene.repeated(), Vec::<Nonce>::new());
}

#[tokio::test]
async fn an_event_sent_to_two_processes_counts_once() {
    let (mut fleet, _) = fleet(2);
    fleet.begin("berolina @Bob color:white").await;
    let event = fleet.event("Ann", UserInput::short("/move e2g4"));
    for member in &fleet.members {
        member.hear(event.clone()).await;
    }
    let answers = [fleet.answer(&event).await, fleet.answer(&event).await];
    let texts = answers.map(|answer| answer.message.text);
    let texts: BTreeSet<_> = texts.iter().collect();
    assert_eq!(texts.len(), 1, "{texts:?}");
    fleet.plays("Bob", "e7g5").await;
}

#[tokio::test]
async fn a_request_refused_by_one_process_stays_refused_at_another() {
    let (mut fleet, store) = fleet(2);
    let id = fleet.begin("berolina @Bob color:white").await;
    let too_early = fleet.event("Bob", UserInput::short("/move h7f5"));
    fleet.members[0].hear(too_early.clone()).await;
    let refused = fleet.answer(&too_early).await.message.text;
    assert!(refused.starts_with("It is not your turn"), "{refused}");
    fleet.plays("Ann", GAME[0]).await;
    for member in &fleet.members {
        member.hear(too_early.clone()).await;
    }
    let answers = [
        fleet.answer(&too_early).await,
        fleet.answer(&too_early).await,
    ];
    let texts = answers.map(|answer| answer.message.text);
    assert!(texts.iter().any(|text| text.starts_with("I refused this")));
    fleet.plays("Bob", GAME[1]).await;
    let (_, record) = read_match(&Writer::new(store), id)
        .expect("memory can be read")
        .expect("there is the match");
    let played: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
    assert_eq!(played, GAME[..2]);
}

#[tokio::test]
async fn another_process_posts_the_messages_of_a_dead_one() {
    let (mut fleet, store) = fleet(2);
    fleet.begin("berolina @Bob color:white").await;
    // The challenge and the start.
    until_posted(&fleet, 2).await;
    // Each of the two has a delivery of a match, and cannot make it.
    fleet.scene.go_away(true);
    fleet.play(&GAME[..3]).await;
    fleet.members.pop().expect("there are two").kill();
    fleet.scene.go_away(false);
    until_posted(&fleet, 2 + 3).await;
    fleet.idle().await;
    assert_eq!(n_posts(&fleet), 2 + 3);
    let member = Member::join(shared_by(&store), &fleet.scene);
    fleet.members.push(member);
    fleet.plays("Bob", GAME[3]).await;
    fleet.plays("Ann", GAME[4]).await;
}

/// An engine that never finds an answer.
struct EndlessEngine;

impl Thinks for EndlessEngine {
    fn answer(&mut self, _: &EngineQuestion, _: u64, _: &AtomicBool) -> Option<EngineMove> {
        None
    }
}

#[tokio::test]
async fn another_process_takes_over_the_search_of_a_dead_one() {
    let (mut fleet, store) = fleet(2);
    let thinker = Member::join_as(shared_by(&store), &fleet.scene, |parts| {
        parts.thinking = thinking(|| Box::new(EndlessEngine));
    });
    fleet.members.push(thinker);
    let challenge = fleet.event(
        "Ann",
        UserInput::short("/challenge berolina @Oddboard color:white"),
    );
    fleet.members[0].hear(challenge.clone()).await;
    fleet.answer(&challenge).await;
    // The start.
    until_posted(&fleet, 1).await;
    // A live process has a delivery of the match, and cannot make it.
    fleet.scene.go_away(true);
    let board = fleet.event("Ann", UserInput::short("/board"));
    let played = fleet.event("Ann", UserInput::short("/move e2-d3"));
    for (member, event) in [(1, board), (2, played)] {
        fleet.members[member].hear(event.clone()).await;
        fleet.answer(&event).await;
    }
    fleet.members.pop().expect("there are three").kill();
    fleet.scene.go_away(false);
    let writer = Writer::new(store);
    let n_inputs = || {
        let found = read_match(&writer, MatchId::from_number(1));
        let (_, record) = found.expect("memory can be read").expect("it was begun");
        record.inputs.len()
    };
    loop {
        let n_said = fleet.scene.posted().len();
        if n_inputs() == 2 {
            break;
        }
        fleet.scene.until_posted(n_said + 1).await;
    }
}

#[tokio::test]
async fn a_heartbeat_reopens_a_closed_store() {
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    let writer = Writer::new(Arc::clone(&store) as Arc<dyn Store>);
    let processes = Processes::join(Arc::clone(&store) as Arc<dyn Store>, writer, BEAT);
    let processes = processes.expect("the store works");
    store.fail_commit(Fault::NotWritten);
    processes.beat().expect_err("the store fails");
    let lives = async {
        while processes.beat().is_err() {
            yield_now().await;
        }
    };
    timeout(PATIENCE, lives)
        .await
        .expect("it is opened anew in time");
}

/// Checks the heartbeats of a process whose store delays the listing of these entries.
async fn check_lives(slow: &'static [u8]) {
    let is_asked = Arc::new(Notify::new());
    // The delay lasts until this channel is closed.
    let held = Arc::new(Mutex::new(None::<mpsc::Receiver<()>>));
    let (asked, holding) = (Arc::clone(&is_asked), Arc::clone(&held));
    let store = Arc::new(ObservedStore::new(move |call| {
        if matches!(call, StoreCall::Scan(prefix) if prefix == slow) {
            let held = lock(&holding).take();
            if let Some(held) = held {
                asked.notify_one();
                held.recv().expect_err("it is closed");
            }
        }
        Ok(())
    }));
    let signs_of_life = || {
        let signs = store.entries().scan(b"beat/", None, 2);
        signs.expect("memory can be read")
    };
    let (scene, _ears) = FakeChat::new(&[]);
    let _member = Member::join(Arc::clone(&store) as Arc<dyn Store>, &scene);
    let (hold, receiver) = mpsc::channel();
    *lock(&held) = Some(receiver);
    let is_asked = timeout(PATIENCE, is_asked.notified()).await;
    is_asked.expect("the store is asked for them");
    let before = signs_of_life();
    let lives = async {
        while signs_of_life() == before {
            yield_now().await;
        }
    };
    timeout(PATIENCE, lives).await.expect("it lives");
    drop(hold);
}

#[tokio::test]
async fn a_process_with_a_slow_takeover_keeps_its_heartbeat() {
    check_lives(b"outbox/").await;
}

#[tokio::test]
async fn a_process_with_a_slow_look_at_others_keeps_its_heartbeat() {
    check_lives(b"beat/").await;
}

#[tokio::test]
async fn a_session_that_begins_at_one_process_is_known_at_another_and_ends_at_all() {
    let (fleet, _) = fleet(3);
    fleet.share_sessions().await;
}

#[tokio::test]
async fn an_openid_token_that_several_processes_get_at_once_begins_one_session() {
    let (fleet, _) = fleet(3);
    fleet.use_openid_token_once().await;
}

#[tokio::test]
async fn a_launch_at_one_process_chooses_the_match_at_another() {
    let (mut fleet, _) = fleet(3);
    fleet.share_launches().await;
}
