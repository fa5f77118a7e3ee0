//! The store fails in the middle of a match. The player receives the reply that nothing is confirmed, and the same
//! event settles its outcome. Nothing counts twice, and every delivery is made once.

use std::sync::Arc;
use tests::user_input::UserInput;
use text::Language;

use api::{
    Answer, Batch, Dice, Event, EventId, Listener, MAX_VALUE, MatchId, Message, Place, Platform,
    Public, Rows, Secret, Timestamp,
};
use command::Intent;
use futures_util::FutureExt;
use rules::Record;
use service::{DeliveryId, PersonRequest, Service, read_match, read_outbox};
use store::{MemoryStore, writer::Writer};
use tests::{
    Fault, FaultyStore, PATIENCE,
    fake_chat::{ChatReply, LIMITS, TestBot, channel, event, person},
};
use tokio::{task::JoinSet, time::timeout};

/// The players and their inputs in the match 00007.
type Script = &'static [(&'static str, &'static str)];

const RESIGNED: Script = &[
    ("Ann", "/challenge berolina @Bob white"),
    ("Bob", "accept:00007"),
    ("Ann", "/move e2g4"),
    ("Bob", "/draw"),
    ("Ann", "draw-no:00007:1"),
    ("Bob", "/move d7f5"),
    ("Ann", "/board"),
    ("Ann", "/draw"),
    ("Ann", "/move Nf3"),
    ("Bob", "/resign confirm:yes"),
];

const DRAWN: Script = &[
    ("Ann", "/challenge berolina"),
    ("Bob", "accept:00007"),
    ("Bob", "draw:00007:0"),
    ("Ann", "/draw"),
];

const WITHDRAWN: Script = &[("Ann", "/challenge berolina"), ("Ann", "decline:00007")];

const SCRIPTS: [Script; 3] = [RESIGNED, DRAWN, WITHDRAWN];

/// Dice that draw the same lot a hundred times in a row, so that a repeated step has the same result.
#[derive(Default)]
struct SlowDice {
    n_drawn: u32,
}

impl Dice for SlowDice {
    fn below(&mut self, n: u32) -> u32 {
        self.n_drawn += 1;
        (7 + self.n_drawn / 100) % n
    }

    fn secret(&mut self) -> Secret {
        Secret::new([5; 32])
    }
}

fn id() -> MatchId {
    MatchId::from_number(7)
}

/// A bot on a store that fails on demand.
struct FaultyStoreBot {
    store: Arc<FaultyStore<MemoryStore>>,
    stage: TestBot,
    answers: Vec<String>,
    n_unconfirmed: usize,
}

/// The final state of a match.
#[derive(PartialEq)]
struct Outcome {
    answers: Vec<String>,
    posts: Vec<Message<Public>>,
    record: Option<Record>,
    outbox: Vec<DeliveryId>,
}

impl Outcome {
    #[track_caller]
    fn check(&self, expected: &Outcome, when: &str) {
        assert_eq!(self.answers, expected.answers, "answers, {when}");
        let texts = |outcome: &Outcome| {
            outcome
                .posts
                .iter()
                .map(|post| post.text.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(self), texts(expected), "posts, {when}");
        assert!(self == expected, "posts, outbox or record differ, {when}");
    }
}

impl FaultyStoreBot {
    fn new() -> FaultyStoreBot {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let writer = Writer::new(Arc::clone(&store) as Arc<_>);
        let stage = TestBot::new(&["Ann", "Bob"], writer, |parts| {
            parts.dice = Box::new(SlowDice::default())
        });
        FaultyStoreBot {
            store,
            stage,
            answers: Vec::new(),
            n_unconfirmed: 0,
        }
    }

    /// Returns the answer to an event, or nothing if it is not confirmed.
    async fn ask(&mut self, event: &Event) -> Option<String> {
        let text = self.stage.ask(event).await.message.text;
        self.n_unconfirmed += usize::from(text.starts_with("Not confirmed"));
        (!text.starts_with("Not confirmed")).then_some(text)
    }

    /// Repeats a step until it is confirmed, and waits until all deliveries are made.
    async fn settle(&mut self, event: &Event) {
        let n_before = self.n_unconfirmed;
        let answer = timeout(PATIENCE, async {
            loop {
                if let Some(answer) = self.ask(event).await {
                    return answer;
                }
            }
        });
        let answer = answer.await.expect("it is confirmed in time");
        // Until the store is open again, every repeated request receives the same reply.
        self.n_unconfirmed = self.n_unconfirmed.min(n_before + 1);
        self.answers.push(answer);
        self.stage.core.idle().await;
    }

    fn outcome(&self) -> Outcome {
        let found = read_match(&self.stage.writer, id()).expect("the store is open");
        Outcome {
            answers: self.answers.clone(),
            posts: self.stage.scene.posts(),
            record: found.map(|(_, record)| record),
            outbox: read_outbox(&self.stage.writer).expect("the store is open"),
        }
    }
}

fn events(script: Script) -> impl Iterator<Item = Event> {
    let steps = script.iter().enumerate();
    steps.map(|(n, (name, text))| event(n.to_string(), name, UserInput::short(text)))
}

/// Plays a script on a store that fails as set by `prepare`.
async fn play(script: Script, prepare: impl FnOnce(&FaultyStore<MemoryStore>)) -> FaultyStoreBot {
    let mut bot = FaultyStoreBot::new();
    prepare(&bot.store);
    for event in events(script) {
        bot.settle(&event).await;
    }
    bot
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_unchanged_after_any_failed_commit() {
    let mut checks = JoinSet::new();
    for script in SCRIPTS {
        let smooth = play(script, |_| {}).await;
        assert_eq!(smooth.n_unconfirmed, 0);
        let expected = Arc::new(smooth.outcome());
        assert!(expected.outbox.is_empty(), "all is delivered");
        for n in 0..smooth.store.commits().len() {
            for fault in [Fault::NotWritten, Fault::Written] {
                let expected = Arc::clone(&expected);
                checks.spawn(async move {
                    let bot = play(script, |store| {
                        store.pass_commits(n);
                        store.fail_commit(fault);
                    });
                    let bot = bot.await;
                    let when = format!("commit {n} fails, {fault:?}");
                    assert_eq!(bot.store.n_reopens(), 1, "{when}");
                    bot.outcome().check(&expected, &when);
                    bot.n_unconfirmed
                });
            }
        }
    }
    let n_unconfirmed: Vec<usize> = checks.join_all().await;
    let n_steps: usize = SCRIPTS.iter().map(|script| script.len()).sum();
    assert_eq!(
        n_unconfirmed.iter().sum::<usize>(),
        2 * n_steps,
        "whoever asks for what fails hears of it, and nobody else"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_stays_away_for_a_while_loses_nothing() {
    let smooth = play(RESIGNED, |_| {}).await.outcome();
    let mut bot = FaultyStoreBot::new();
    for event in events(RESIGNED) {
        bot.store.fail_commit(Fault::Written);
        bot.store.fail_reopens(1);
        bot.settle(&event).await;
    }
    bot.outcome()
        .check(&smooth, "the store is away at each step");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_result_is_posted_without_another_request() {
    let mut smooth = FaultyStoreBot::new();
    let mut n_said = Vec::new();
    for event in events(RESIGNED) {
        smooth.settle(&event).await;
        n_said.push(smooth.stage.scene.posted().len());
    }
    let expected = smooth.outcome();
    let mut bot = FaultyStoreBot::new();
    for (n, (event, n_said)) in events(RESIGNED).zip(n_said).enumerate() {
        bot.store.fail_commit(Fault::Written);
        // Once it does not even open at the first try.
        bot.store.fail_reopens(usize::from(n == 5));
        assert_eq!(bot.ask(&event).await, None, "{event:?}");
        bot.stage.scene.until_posted(n_said).await;
        bot.stage.core.idle().await;
    }
    let mut outcome = bot.outcome();
    outcome.answers.clone_from(&expected.answers);
    outcome.check(&expected, "nobody asks again");
    // Long afterwards each event still has its original answer.
    for event in events(RESIGNED) {
        bot.settle(&event).await;
    }
    bot.outcome().check(&expected, "all ask again in the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_event_is_not_confirmed_before_it_is_durable() {
    for fault in [Fault::NotWritten, Fault::Written] {
        let mut bot = FaultyStoreBot::new();
        let mut events = events(RESIGNED);
        for event in events.by_ref().take(2) {
            bot.settle(&event).await;
        }
        let event = events.next().expect("the third step is a move");
        let store = Arc::clone(&bot.store);
        let held = store.hold();
        store.fail_commit(fault);
        for _ in 0..3 {
            bot.stage.core.hear(event.clone()).await;
        }
        held.until_waiting();
        drop(held);
        for _ in 0..3 {
            let (id, _) = bot.stage.next_reply().await;
            assert_eq!(id, event.id);
        }
        bot.settle(&event).await;
        assert_eq!(bot.answers[2], "You played g4 in match 00007.");
        let record = bot.outcome().record.expect("there is a match");
        assert_eq!(record.inputs.len(), 1, "{fault:?}: the move counts once");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn moves_that_become_durable_together_are_posted_in_order() {
    let mut checks = JoinSet::new();
    for _ in 0..16 {
        checks.spawn(move_together());
    }
    checks.join_all().await;
}

/// Plays seven moves that become durable at the same moment.
async fn move_together() {
    let mut bot = FaultyStoreBot::new();
    for event in events(RESIGNED).take(2) {
        bot.settle(&event).await;
    }
    let store = Arc::clone(&bot.store);
    let held = store.hold();
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (n, text) in moves.iter().cycle().take(7).enumerate() {
        let name = ["Ann", "Bob"][n % 2];
        let event = event(
            format!("move-{n}"),
            name,
            UserInput::short(&format!("/move {text}")),
        );
        bot.stage.core.hear(event).await;
    }
    drop(held);
    for _ in 0..7 {
        bot.stage.next_reply().await;
    }
    bot.stage.core.idle().await;
    let posts = bot.stage.scene.posts();
    let pictures: Vec<_> = posts
        .iter()
        .filter_map(|post| post.picture.as_ref())
        .collect();
    let names: Vec<_> = pictures
        .iter()
        .map(|picture| picture.name.as_str())
        .collect();
    let expected: Vec<_> = (0..=7)
        .map(|n_inputs| format!("00007-{n_inputs}.png"))
        .collect();
    assert_eq!(names, expected);
    let (last, others) = posts.split_last().expect("there are posts");
    assert!(!last.controls.is_empty(), "the last board can be used");
    assert!(
        others.iter().all(|post| post.controls.is_empty()),
        "no board before it can"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_request_keeps_its_answer_without_its_command() {
    let mut bot = FaultyStoreBot::new();
    let challenge = events(RESIGNED).next().expect("a challenge comes first");
    bot.settle(&challenge).await;
    // A later release may not have the command any more.
    let unknown = Event {
        intent: Intent::typed("/challenge unheard-of"),
        ..challenge
    };
    bot.settle(&unknown).await;
    assert_eq!(bot.answers[0], bot.answers[1]);
}

/// Dice that panic in any decision.
struct BrokenDice;

impl Dice for BrokenDice {
    fn below(&mut self, _: u32) -> u32 {
        panic!("dice that break, as a test asked for")
    }

    fn secret(&mut self) -> Secret {
        Secret::new([5; 32])
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_move_is_redacted_even_without_a_decision() {
    for (is_broken, text, is_telling) in [
        (true, "/move e2e4", true),
        (true, "/games", false),
        (false, "/challenge berolina @b2", true),
        (false, "/challenge berolina @Bob", false),
    ] {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let writer = Writer::new(Arc::clone(&store) as Arc<_>);
        let mut stage = TestBot::new(&["Ann", "Bob", "b2"], writer, |parts| {
            parts.dice = Box::new(BrokenDice);
        });
        stage.scene.overhear();
        if is_broken {
            store.fail_reads(1);
            store.fail_reopens(usize::MAX);
        }
        let event = event("aloud", "Ann", UserInput::Text(text.to_owned()));
        stage.ask(&event).await;
        let redacted = stage.scene.redacted();
        assert_eq!(redacted.contains(&event.id), is_telling, "{text}");
    }
}

/// Posts the board of the match by another process, on the same store.
fn post_elsewhere(store: &FaultyStore<MemoryStore>, n: usize) {
    let mut service = Service::new(LIMITS);
    let event = Event::new(
        EventId::new(Platform::Playground, format!("elsewhere-{n}")),
        person("Ann"),
        Place::Channel(channel("lobby")),
        Intent::typed("/board match:00007"),
    );
    let request = PersonRequest::new(Arc::new(event), Language::ENGLISH);
    // Soon after another board the bot would post none.
    let request = request.at(Timestamp(1_800_000_000_000 + 20_000 * n as i64));
    let decided = service.handle(store, &mut SlowDice::default(), &request);
    let outcome = decided.expect("the store can be read");
    assert!(outcome.reply.done().is_some(), "it is refused");
    store.write(&outcome.changes);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_in_conflict_with_another_process_is_decided_again() {
    let smooth = play(RESIGNED, |_| {}).await.outcome();
    let mut bot = FaultyStoreBot::new();
    let mut n_elsewhere = 0;
    for (n, event) in events(RESIGNED).enumerate() {
        if n >= 2 && RESIGNED[n].1 != "/board" {
            n_elsewhere += 1;
            post_elsewhere(&bot.store, n_elsewhere);
        }
        bot.settle(&event).await;
    }
    assert_eq!(bot.n_unconfirmed, 0, "nobody hears of it");
    assert_eq!(bot.store.n_reopens(), 0, "the store goes on");
    let outcome = bot.outcome();
    assert_eq!(outcome.answers, smooth.answers);
    assert!(outcome.record == smooth.record, "the moves are the same");
    assert_eq!(
        outcome.outbox.len(),
        n_elsewhere,
        "what the other process has to say is left to it"
    );
    assert_eq!(outcome.posts.len(), smooth.posts.len());
    let (before, _) = bot.stage.found(id());
    // Each event in turn still has its original answer.
    for event in events(RESIGNED) {
        bot.settle(&event).await;
    }
    let repeated = [&smooth.answers[..], &smooth.answers].concat();
    assert_eq!(bot.outcome().answers, repeated);
    assert_eq!(bot.outcome().posts.len(), outcome.posts.len());
    let (row, _) = bot.stage.found(id());
    assert_eq!(
        row.state.changed,
        Timestamp(1_800_000_000_000 + 20_000 * n_elsewhere as i64),
        "time never goes back"
    );
    assert_eq!(
        row.state.version, before.state.version,
        "nothing changes again"
    );
    let counted = bot.store.scan(b"inbox/", None, usize::MAX);
    let n_changes = RESIGNED.len() + n_elsewhere;
    assert_eq!(
        counted.expect("memory works").len(),
        n_changes,
        "each change counts once"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_change_does_not_release_other_posts_early() {
    let mut bot = FaultyStoreBot::new();
    let store = Arc::clone(&bot.store);
    let held = store.hold();
    let challenge = events(RESIGNED).next().expect("a challenge comes first");
    bot.stage.core.hear(challenge).await;
    held.until_waiting();
    let mut too_large = Batch::default();
    too_large.put("large", vec![0; MAX_VALUE + 1]);
    assert!(bot.stage.writer.commit(too_large).await.is_err());
    // Completions wait for nothing, so they show that the bot has restarted.
    bot.stage
        .core
        .hear(event("typing", "Bob", UserInput::Type("/h".to_owned())))
        .await;
    bot.stage.next_reply().await;
    let idle = bot.stage.core.idle().now_or_never();
    assert!(idle.is_some(), "nothing is delivered before it is durable");
    drop(held);
    bot.stage.next_reply().await;
    bot.stage.core.idle().await;
    assert_eq!(bot.stage.scene.posts().len(), 1);
}

/// Returns the answer to a person when the store becomes unreadable at the moment at which their event is durable.
async fn answered_unread(name: &str, text: &str) -> Answer {
    let mut bot = FaultyStoreBot::new();
    for (id, name, text) in [
        ("challenge", "Ann", "/challenge chakart @Bob white"),
        ("accept", "Bob", "accept:00007"),
    ] {
        bot.stage
            .ask(&event(id, name, UserInput::short(text)))
            .await;
    }
    bot.stage.core.idle().await;
    let store = Arc::clone(&bot.store);
    let held = store.hold();
    // A read waits for earlier writes.
    let writer = &bot.stage.writer;
    let mut earlier = Batch::default();
    earlier.put("earlier", vec![0]);
    let earlier = writer.submit(writer.generation(), earlier);
    bot.stage
        .core
        .hear(event(text, name, UserInput::short(text)))
        .await;
    // Completions wait for nothing, so they show that the event is decided.
    let typing = event("typing", "Bob", UserInput::Type("/h".to_owned()));
    bot.stage.core.hear(typing).await;
    bot.stage.next_reply().await;
    store.fail_reads(1000);
    drop(held);
    earlier.await.expect("the store can be written");
    let (_, ChatReply::Answer(answer)) = bot.stage.next_reply().await else {
        panic!("nobody types any more");
    };
    *answer
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undrawable_view_is_reported_to_its_player() {
    for (name, text, expected) in [
        (
            "Ann",
            "/move e2e4",
            "You played e4 in match 00007.\nI could not draw your view just now. /view shows it.",
        ),
        (
            "Bob",
            "/view",
            "I could not draw your view just now. Nothing has changed; please try /view again.",
        ),
    ] {
        let answer = answered_unread(name, text).await;
        assert_eq!(answer.message.text, expected);
        assert!(answer.message.picture.is_none());
    }
}

/// Without its board, a player could not solve the puzzle.
#[tokio::test(flavor = "multi_thread")]
async fn an_undrawable_puzzle_is_shown_in_letters() {
    let answer = answered_unread("Ann", "/puzzle berolina").await;
    assert!(answer.message.picture.is_none());
    let board = answer.message.block.expect("a board");
    assert!(board.starts_with("   Black\n8"), "{board}");
}
