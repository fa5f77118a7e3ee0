//! Matches against the program: it thinks while other requests receive their replies, and plays once, through all
//! failures.

use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, atomic::AtomicBool},
    time::Duration,
};
use tests::user_input::UserInput;

use crate::time;
use api::{Event, Listener, MatchId};
use kit::{lock, unpoisoned};
use rules::{Next, Variant};
use runtime::{ThinkingParts, Thinks};
use serde_json::Value;
use service::{EngineMove, EngineQuestion};
use store::{MemoryStore, writer::Writer};
use testkit::Random;
use tests::{
    Fault, FaultyStore,
    fake_chat::{ChatReply, CountingDice, FirstMove, TestBot, thinking},
    page_user::{PageUser, text},
    program::Program,
    until_readable,
    venue::Venue,
};
use tokio::sync::mpsc;

/// A gate that releases the engine.
#[derive(Default)]
pub(super) struct Gate {
    is_open: Mutex<bool>,
    news: Condvar,
}

impl Gate {
    pub(super) fn open(&self) {
        *lock(&self.is_open) = true;
        self.news.notify_all();
    }

    fn close(&self) {
        *lock(&self.is_open) = false;
    }

    fn pass(&self) {
        let is_open = lock(&self.is_open);
        let passed = self.news.wait_while(is_open, |is_open| !*is_open);
        drop(unpoisoned(passed));
    }
}

/// An engine that waits at the gate, then plays the first move.
struct GatedEngine(Arc<Gate>);

impl Thinks for GatedEngine {
    fn answer(
        &mut self,
        question: &EngineQuestion,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<EngineMove> {
        self.0.pass();
        FirstMove.answer(question, seed, stop)
    }
}

pub(super) fn gated(gate: &Arc<Gate>) -> ThinkingParts {
    let gate = Arc::clone(gate);
    thinking(move || Box::new(GatedEngine(Arc::clone(&gate))))
}

/// Returns the reply to a person, without waiting for anything else.
pub(super) async fn asks(stage: &mut TestBot, name: &str, what: &str) -> String {
    let event = stage.event(name, UserInput::short(what));
    stage.ask(&event).await.message.text
}

/// Returns the answer to an earlier event.
pub(super) async fn answer_to(stage: &mut TestBot, event: &Event) -> String {
    match stage.next_reply().await {
        (id, ChatReply::Answer(answer)) if id == event.id => answer.message.text,
        (id, _) => panic!("{id} was answered"),
    }
}

/// Begins a match of Ann, in which she has moved.
async fn moved(stage: &mut TestBot) -> MatchId {
    let said = asks(stage, "Ann", "/challenge berolina @Oddboard").await;
    assert!(said.contains("has begun"), "{said}");
    let said = asks(stage, "Ann", "/move e2-d3").await;
    assert!(said.starts_with("You played"), "{said}");
    MatchId::from_number(1)
}

fn n_inputs(stage: &TestBot, id: MatchId) -> usize {
    stage.found(id).1.inputs.len()
}

#[tokio::test]
async fn a_program_that_ends_while_it_thinks_thinks_again_and_plays_once() {
    let gate = Arc::new(Gate::default());
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |parts| parts.thinking = gated(&gate));
    let id = moved(&mut stage).await;
    assert_eq!(n_inputs(&stage, id), 1);
    // It never finds a move, and another search begins after all is durable.
    let again = stage.restarted(&["Ann", "Bob"]);
    again.core.tick().await;
    again.core.idle().await;
    assert_eq!(n_inputs(&again, id), 2);
    // The move of the first search comes too late.
    gate.open();
    stage.core.idle().await;
    let (_, record) = again.found(id);
    assert_eq!(record.inputs.len(), 2);
    let third = again.restarted(&["Ann", "Bob"]);
    third.core.tick().await;
    third.core.idle().await;
    assert_eq!(n_inputs(&third, id), 2);
}

#[tokio::test]
async fn the_program_answers_an_unconfirmed_move() {
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    let writer = Writer::new(Arc::clone(&store) as Arc<_>);
    let mut stage = TestBot::new(&["Ann"], writer, |_| {});
    asks(&mut stage, "Ann", "/challenge berolina @Oddboard").await;
    stage.core.idle().await;
    store.fail_commit(Fault::Written);
    let said = asks(&mut stage, "Ann", "/move e2-d3").await;
    assert!(said.starts_with("Not confirmed"), "{said}");
    until_readable(&stage.writer).await;
    // No further request comes, and time stands still.
    loop {
        let n_said = stage.scene.posted().len();
        if n_inputs(&stage, MatchId::from_number(1)) == 2 {
            break;
        }
        stage.scene.until_posted(n_said + 1).await;
    }
}

/// An engine that tells of each question, then plays the first move.
struct TellingEngine(mpsc::UnboundedSender<()>);

impl Thinks for TellingEngine {
    fn answer(
        &mut self,
        question: &EngineQuestion,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<EngineMove> {
        self.0.send(()).ok();
        FirstMove.answer(question, seed, stop)
    }
}

/// The engine finds its move at once, so only the pause keeps it from the board.
#[tokio::test]
async fn the_program_answers_after_a_pause_that_delays_nobody_else() {
    let (told, mut questions) = mpsc::unbounded_channel();
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |parts| {
        parts.thinking = ThinkingParts {
            pace: ThinkingParts::of_engine(1, 1 << 20, dice()).pace,
            ..thinking(move || Box::new(TellingEngine(told.clone())))
        };
    });
    let _stopped = time::stop();
    let id = moved(&mut stage).await;
    for what in ["/challenge berolina @Oddboard", "/move e2-d3"] {
        let said = asks(&mut stage, "Bob", what).await;
        assert!(!said.is_empty(), "{what}");
    }
    // Its only thread has answered Ann when it comes to the question of Bob's match.
    for _ in 0..2 {
        questions.recv().await.expect("a question");
    }
    tokio::time::advance(Duration::from_millis(499)).await;
    // A move that came before this request would be on the board when its reply comes.
    asks(&mut stage, "Bob", "/games").await;
    assert_eq!(n_inputs(&stage, id), 1);
    time::flow(stage.core.idle()).await;
    assert_eq!(n_inputs(&stage, id), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_killed_while_it_thinks_plays_once_when_it_is_started_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let program = Program::start(&data);
    let ann = PageUser::sign_in(&program.address, "Ann").await;
    for (id, what) in [
        ("one", "/challenge baroque @Oddboard level:8"),
        ("two", "/move Pe2-e4"),
    ] {
        ann.send(&program.address, "lobby", id, &text(what)).await;
    }
    // Its move would have come half a second after that at the earliest.
    program.kill();
    let program = Program::start(&data);
    let mut line = ann.listen(&program.address, &BTreeMap::new()).await;
    let is_answer = |post: &Value| {
        let said = post["text"].as_str().unwrap_or_default();
        said.contains("Oddboard (level 8) played")
    };
    let mut posts = line.until_caught_up("lobby").await;
    while !posts.iter().any(is_answer) {
        posts.push(line.next_post().await);
    }
    program.kill();
    let program = Program::start(&data);
    let mut line = ann.listen(&program.address, &BTreeMap::new()).await;
    let posts = line.until_caught_up("lobby").await;
    assert_eq!(posts.iter().filter(|post| is_answer(post)).count(), 1);
    assert!(program.stop().1.success());
}

#[tokio::test]
async fn a_pause_while_the_program_thinks_keeps_it_from_nothing() {
    let gate = Arc::new(Gate::default());
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |parts| parts.thinking = gated(&gate));
    let id = moved(&mut stage).await;
    let said = asks(&mut stage, "Ann", "/pause").await;
    assert!(said.contains("paused"), "{said}");
    // The program's move is refused now.
    gate.open();
    stage.core.idle().await;
    assert_eq!(n_inputs(&stage, id), 1);
    asks(&mut stage, "Ann", "/pause").await;
    stage.core.idle().await;
    assert_eq!(n_inputs(&stage, id), 2);
}

#[tokio::test]
async fn no_request_waits_while_the_program_thinks() {
    let gate = Arc::new(Gate::default());
    let mut stage = TestBot::in_memory(&["Ann", "Bob", "Eve"], |parts| {
        parts.thinking = gated(&gate)
    });
    let id = moved(&mut stage).await;
    // All of these requests receive their replies before the program moves.
    for (name, what) in [
        ("Bob", "/challenge baroque @Eve white"),
        ("Eve", "/games"),
        ("Ann", "/why e7-e5"),
        ("Ann", "/board 00001"),
        ("Bob", "/help"),
    ] {
        let said = asks(&mut stage, name, what).await;
        assert!(!said.is_empty(), "{what}");
    }
    assert_eq!(n_inputs(&stage, id), 1);
    gate.open();
    stage.core.idle().await;
    assert_eq!(n_inputs(&stage, id), 2);
}

#[tokio::test]
async fn a_hint_delays_no_request_and_arrives_when_found() {
    let gate = Arc::new(Gate::default());
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |parts| parts.thinking = gated(&gate));
    let said = asks(&mut stage, "Ann", "/challenge berolina @Oddboard").await;
    assert!(said.contains("has begun"), "{said}");
    let id = MatchId::from_number(1);
    let hint = stage.event("Ann", UserInput::short("/hint"));
    stage.core.hear(hint.clone()).await;
    // A repeated request says that the hint is coming, and other requests receive their replies.
    let said = asks(&mut stage, "Ann", &format!("hint:{id}:0")).await;
    assert!(
        said.starts_with("I am still thinking about your hint"),
        "{said}"
    );
    let said = asks(&mut stage, "Bob", "/games").await;
    assert!(!said.is_empty());
    gate.open();
    let told = answer_to(&mut stage, &hint).await;
    assert!(
        told.starts_with(&format!("Hint for match {id}: ")),
        "{told}"
    );
    assert_eq!(stage.found(id).0.state.hint_usage.n_hints, 1);
}

#[tokio::test]
async fn no_hint_arrives_for_a_changed_position() {
    let gate = Arc::new(Gate::default());
    let mut stage = TestBot::in_memory(&["Ann"], |parts| parts.thinking = gated(&gate));
    let id = moved(&mut stage).await;
    gate.open();
    stage.core.idle().await;
    gate.close();
    let hint = stage.event("Ann", UserInput::short("/hint"));
    stage.core.hear(hint.clone()).await;
    asks(&mut stage, "Ann", "/takeback").await;
    gate.open();
    let told = answer_to(&mut stage, &hint).await;
    assert!(told.contains("changed while I worked"), "{told}");
    let (found, _) = stage.found(id);
    assert_eq!(
        (
            found.state.hint_usage.n_hints,
            found.state.hint_usage.n_takebacks
        ),
        (0, 1)
    );
}

#[tokio::test]
async fn a_program_that_ends_while_it_thinks_about_a_hint_counts_it_once_when_it_is_asked_again() {
    let gate = Arc::new(Gate::default());
    let mut stage = TestBot::in_memory(&["Ann"], |parts| parts.thinking = gated(&gate));
    asks(&mut stage, "Ann", "/challenge berolina @Oddboard").await;
    let hint = stage.event("Ann", UserInput::short("/hint"));
    stage.core.hear(hint.clone()).await;
    let mut again = stage.restarted(&["Ann"]);
    let told = again.ask(&hint).await.message.text;
    assert!(told.starts_with("Hint for match"), "{told}");
    assert_eq!(again.ask(&hint).await.message.text, told);
    let (found, _) = again.found(MatchId::from_number(1));
    assert_eq!(found.state.hint_usage.n_hints, 1);
    gate.open();
}

/// A failure of the store clears the found hint with all other cached data, and the engine searches again.
#[tokio::test]
async fn a_hint_arrives_despite_a_store_failure_during_its_search() {
    let gate = Arc::new(Gate::default());
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    let writer = Writer::new(Arc::clone(&store) as Arc<_>);
    let mut stage = TestBot::new(&["Ann", "Bob"], writer, |parts| {
        parts.thinking = gated(&gate)
    });
    asks(&mut stage, "Ann", "/challenge berolina @Oddboard").await;
    stage.core.idle().await;
    let hint = stage.event("Ann", UserInput::short("/hint"));
    stage.core.hear(hint.clone()).await;
    store.fail_commit(Fault::NotWritten);
    let said = asks(&mut stage, "Bob", "/challenge baroque").await;
    assert!(!said.contains("posted"), "{said}");
    until_readable(&stage.writer).await;
    gate.open();
    let told = answer_to(&mut stage, &hint).await;
    assert!(told.starts_with("Hint for match"), "{told}");
}

#[tokio::test]
async fn a_person_named_like_the_program_is_not_taken_for_it() {
    for name in ["Oddboard 3", "oddboard (level 3)", "@Oddboard"] {
        let mut stage = TestBot::in_memory(&["Ann", name], |_| {});
        let said = asks(&mut stage, name, "/challenge berolina @Ann white").await;
        assert!(!said.is_empty());
        stage.core.idle().await;
        let post = stage.scene.posts()[0].text.clone();
        assert!(post.starts_with(&format!("“{name}” challenges")), "{post}");
    }
}

#[tokio::test]
async fn the_engine_plays_every_variant_to_the_end_against_random_moves() {
    for variant in Variant::ALL {
        let mut random = Random::new(7);
        let mut stage = TestBot::in_memory(&["Ann"], |parts| {
            parts.thinking = ThinkingParts {
                pace: parts.thinking.pace,
                ..ThinkingParts::of_engine(1, 1 << 20, dice())
            };
            parts.limits.turns = 12;
        });
        let text = format!("/challenge {} @Oddboard level:1", variant.name());
        stage.does("Ann", &text).await;
        let id = MatchId::from_number(1);
        let (found, _) = stage.found(id);
        if found.seats().is_none() {
            stage.does("Ann", &format!("start:{id}")).await;
        }
        stage.core.idle().await;
        let mut n_moves = 0;
        loop {
            let (found, record) = stage.found(id);
            let game = record.replay().expect("records replay");
            let Next::Decision(seat) = game.next() else {
                break;
            };
            assert!(!found.is_engine(seat), "{text}: it does not answer");
            let actions = game.legal_list();
            let action = actions[random.below(actions.len())];
            let said = stage
                .does("Ann", &format!("/move {action} confirm:yes"))
                .await;
            assert!(
                said.message.text.starts_with("You played"),
                "{}",
                said.message.text
            );
            stage.core.idle().await;
            n_moves += 1;
        }
        assert!(n_moves > 0, "{text}");
    }
}

fn dice() -> Box<CountingDice> {
    Box::new(CountingDice::default())
}
