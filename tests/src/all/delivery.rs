//! Deliveries are made from data at hand, without another read. A delivery that fails for good is listed, blocks no
//! other, and can be retried.

use std::{collections::BTreeMap, path::Path, sync::Arc, time::Duration};
use tests::user_input::UserInput;

use api::{Batch, ChannelId, Clock, MatchId, Timestamp};
use rules::{Next, Variant};
use service::{
    DeadLetter, DeadReason, Delivery, DeliveryId, DeliveryKind, Readers, Retried, given_up,
    read_dead_letters, read_outbox,
};
use store::{Engine, open};
use testkit::Random;
use tests::{
    PATIENCE,
    fake_chat::{ChatPost, FakeChat, SteppingClock, TestBot, channel, person},
    page_user::{PageUser, text},
    program::{self, Program},
    venue::Venue,
};
use tokio::time::timeout;

/// Plays a legal input for the side to decide. Tells whether a side was to decide.
async fn decide(stage: &mut TestBot, id: MatchId, random: &mut Random) -> bool {
    let (found, record) = stage.found(id);
    let game = record.replay().expect("records replay");
    let Next::Decision(color) = game.next() else {
        return false;
    };
    let actions = game.legal_list();
    let action = actions[random.below(actions.len())];
    let who = found.seats().expect("it is played")[color].name.clone();
    let event = stage.event(
        &who,
        UserInput::short(&format!("/move {action} confirm:yes")),
    );
    let answer = stage.ask(&event).await;
    let text = answer.message.text;
    assert!(text.starts_with("You played"), "{action}: {text}");
    true
}

#[tokio::test]
async fn a_decided_match_is_posted_and_not_read_again() {
    for variant in Variant::ALL {
        let mut random = Random::new(16);
        let mut stage = TestBot::in_memory(&["Ann", "Bob"], |_| {});
        let id = stage.begin(&format!("{} @Bob", variant.name())).await;
        for n in 0..30 {
            if !decide(&mut stage, id, &mut random).await {
                break;
            }
            match n {
                5 => drop(stage.does("Ann", "/board").await),
                10 => drop(stage.does("Bob", "/view").await),
                15 => drop(stage.does("Ann", "/draw").await),
                _ => {}
            }
            stage.core.idle().await;
        }
        stage.does("Ann", "/resign confirm:yes").await;
        assert_eq!(stage.core.n_replays(), 0, "{variant}");
        assert!(stage.scene.posted().len() > 20, "{variant} was told");
    }
}

#[tokio::test]
async fn after_a_restart_a_match_is_read_once_for_each_reader() {
    for variant in Variant::ALL {
        let mut random = Random::new(16);
        let mut stage = TestBot::in_memory(&["Ann", "Bob"], |_| {});
        let id = stage.begin(&format!("{} @Bob", variant.name())).await;
        for _ in 0..10 {
            decide(&mut stage, id, &mut random).await;
            stage.core.idle().await;
        }
        stage.scene.go_away(true);
        for _ in 0..2 {
            decide(&mut stage, id, &mut random).await;
        }
        let mut again = stage.restarted(&["Ann", "Bob"]);
        again.core.idle().await;
        assert!(!again.scene.posted().is_empty(), "{variant} was told");
        let n_readers = if variant.has_secrets() { 3 } else { 1 };
        assert!(
            (1..=n_readers).contains(&again.core.n_replays()),
            "{variant}"
        );
        let n_replays = again.core.n_replays();
        decide(&mut again, id, &mut random).await;
        again.core.idle().await;
        assert_eq!(again.core.n_replays(), n_replays, "{variant} goes on");
    }
}

/// Begins a match of Berolina in which Ann is to move.
async fn begun() -> (TestBot, MatchId) {
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |_| {});
    let id = stage.begin("berolina @Bob white").await;
    (stage, id)
}

/// Plays a move without waiting for its deliveries.
async fn play_unseen(stage: &mut TestBot, name: &str, action: &str) {
    let event = stage.event(name, UserInput::short(&format!("/move {action}")));
    let answer = stage.ask(&event).await;
    assert!(answer.message.text.starts_with("You played"));
}

/// Moves as Ann without waiting for the deliveries.
async fn move_unseen(stage: &mut TestBot) {
    play_unseen(stage, "Ann", "e2g4").await;
}

/// Returns the reason of each failed delivery.
fn reasons(stage: &TestBot) -> Vec<String> {
    let letters = read_dead_letters(&stage.writer).expect("memory can be read");
    let reasons = letters.iter().map(|(_, letter)| letter.reason.to_string());
    reasons.collect()
}

/// Returns the expected result for this many retried deliveries and no others.
fn tried(n_tried: usize) -> Option<Retried> {
    Some(Retried {
        n_tried,
        ..Retried::default()
    })
}

async fn finish(stage: &TestBot) {
    let finished = timeout(PATIENCE, stage.core.finish()).await;
    finished.expect("nothing holds up the end");
    assert_eq!(read_outbox(&stage.writer).expect("memory can be read"), []);
}

#[tokio::test]
async fn one_order_retries_any_number_of_abandoned_deliveries() {
    let (stage, _) = begun().await;
    let n_letters = 600;
    for n in 1..=n_letters {
        let row = DeliveryId {
            id: MatchId::from_number(1000 + n),
            to: Readers::Place(0),
            n: 0,
        };
        let letter = DeadLetter {
            delivery: None,
            reason: DeadReason::Failed("the channel is closed".to_owned()),
            at: Timestamp(0),
        };
        let changes = given_up(&stage.writer, row, letter, None).expect("memory can be read");
        let written = stage.writer.commit(changes).await;
        written.expect("memory can be written");
    }
    let dropped = Retried {
        n_dropped: n_letters as usize,
        ..Retried::default()
    };
    for _ in 0..2 {
        let retried = stage.core.retry(1).await;
        assert_eq!(retried, Some(dropped.clone()), "once for each id");
    }
    assert_eq!(reasons(&stage), [""; 0]);
}

/// Runs `oddboard retry` on a data folder. Returns whether it succeeded, and its output.
async fn order_retry(data: &Path) -> (bool, String) {
    let mut command = program::command();
    command.args(["retry", "--data"]).arg(data);
    let ended = tokio::task::spawn_blocking(move || command.output()).await;
    let ended = ended
        .expect("nothing breaks down")
        .expect("the program starts");
    let said = [ended.stdout, ended.stderr].concat();
    let said = String::from_utf8(said).expect("messages are text");
    (ended.status.success(), said)
}

/// Marks the repeated delivery of the one challenge as failed, in a folder that no process uses.
fn give_up_the_challenge(data: &Path) {
    let store = open(Engine::default(), data).expect("it is healthy");
    let matches = store.scan(b"match/", None, 2).expect("it can be read");
    let [(key, _)] = &matches[..] else {
        panic!("{} matches", matches.len());
    };
    let id = str::from_utf8(&key["match/".len()..]).expect("it is a name");
    let row = DeliveryId {
        id: id.parse().expect("it is a name"),
        to: Readers::Place(0),
        n: 7,
    };
    let letter = DeadLetter {
        delivery: Some(Delivery {
            n_inputs: 0,
            kind: DeliveryKind::Challenge,
            settles: None,
            since: Timestamp(0),
            by: None,
            is_final: false,
        }),
        reason: DeadReason::Failed("the channel is closed".to_owned()),
        at: Timestamp(1_800_000_000_000),
    };
    let changes = given_up(&*store, row, letter, None).expect("it can be read");
    store.commit(&changes).expect("it can be written");
}

#[tokio::test]
async fn the_operator_orders_the_program_to_try_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let program = Program::start(&data);
    let ann = PageUser::sign_in(&program.address, "Ann").await;
    let challenge = text("/challenge berolina");
    ann.send(&program.address, "lobby", "first", &challenge)
        .await;
    let nothing = "There is nothing that could not be delivered, so nothing is tried again.\n";
    assert_eq!(order_retry(&data).await, (true, nothing.to_owned()));
    assert!(program.stop().1.success());
    let (is_done, said) = order_retry(&data).await;
    assert!(
        !is_done && said.contains("start it with `oddboard serve`"),
        "{said}"
    );

    give_up_the_challenge(&data);
    let program = Program::start(&data);
    let mut line = ann.listen(&program.address, &BTreeMap::new()).await;
    let posts = line.until_caught_up("lobby").await;
    assert_eq!(posts.len(), 1, "{posts:?}");
    let (is_done, said) = order_retry(&data).await;
    assert!(
        is_done && said.starts_with("Tried again now: 1 delivery."),
        "{said}"
    );
    let again = line.next_post().await;
    assert_eq!(again["text"], posts[0]["text"], "{again}");
    assert_eq!(order_retry(&data).await, (true, nothing.to_owned()));
    ann.send(&program.address, "lobby", "second", &challenge)
        .await;
    let next = line.next_post().await;
    assert_ne!(next["controls"], again["controls"], "another match: {next}");
}

#[tokio::test]
async fn a_disabled_platform_blocks_nothing_and_gets_its_posts_when_enabled() {
    let (mut stage, _) = begun().await;
    stage.scene.go_away(true);
    move_unseen(&mut stage).await;
    let off = TestBot::new(&[], stage.writer.clone(), |parts| parts.chats.clear());
    finish(&off).await;
    assert_eq!(reasons(&off), ["playground is not switched on"]);

    let again = stage.restarted(&["Ann", "Bob"]);
    again.scene.until_posted(1).await;
    finish(&again).await;
    assert_eq!(reasons(&again), [""; 0]);
    let posts = again.scene.posts();
    assert!(posts[0].text.contains("Ann played g4"), "{}", posts[0].text);
}

#[tokio::test]
async fn a_repeated_challenge_is_posted_in_its_channel_and_not_in_its_thread() {
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |_| {});
    stage.scene.go_away(true);
    let event = stage.event("Ann", UserInput::short("/challenge berolina white"));
    stage.ask(&event).await;
    let [challenge] = read_outbox(&stage.writer).expect("memory can be read")[..] else {
        panic!("only the challenge waits");
    };
    let key = challenge.outbox_key();
    let row = stage.writer.get(&key).expect("memory can be read");
    // While its process sleeps, another one continues.
    let mut other = stage.restarted(&["Ann", "Bob"]);
    other.scene.open_threads();
    other.core.idle().await;
    other.hear("Bob", UserInput::short("accept:00001")).await;
    let places = |stage: &TestBot| -> Vec<_> {
        let posted = posted(&stage.scene).into_iter();
        posted.map(|(place, _)| place).collect()
    };
    assert_eq!(places(&other), [channel("lobby"), channel("thread-1")]);
    // It wakes up, unaware that the challenge was posted.
    let mut awoken = Batch::default();
    awoken.put(key, row.expect("it waits"));
    let written = other.writer.commit(awoken).await;
    written.expect("memory can be written");
    let again = other.restarted(&["Ann", "Bob"]);
    again.scene.open_threads();
    finish(&again).await;
    assert_eq!(places(&again), [channel("lobby")]);
}

#[tokio::test]
async fn a_retried_reminder_is_dropped_once_the_player_has_moved() {
    let clock = Arc::new(SteppingClock::by(Duration::ZERO));
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |parts| {
        parts.clock = Arc::clone(&clock) as _
    });
    stage.core.tick().await;
    stage.begin("berolina @Bob white time:1h").await;
    stage.plays("Ann", "e2g4").await;
    stage.core.idle().await;
    stage.scene.stumble(&person("Bob").id);
    let waits = |row: &DeliveryId| matches!(row.to, Readers::Seat(_));
    let waiting = |stage: &TestBot| {
        let rows = read_outbox(&stage.writer).expect("memory can be read");
        rows.into_iter().any(|row| waits(&row))
    };
    let mut n_minutes = 0;
    while !waiting(&stage) {
        n_minutes += 1;
        assert!(n_minutes < 60, "Bob is reminded");
        clock.advance(Duration::from_secs(60));
        stage.core.tick().await;
    }
    stage.scene.go_away(true);
    play_unseen(&mut stage, "Bob", "d7f5").await;
    stage.scene.go_away(false);
    stage.core.idle().await;
    assert!(stage.scene.direct_posts().is_empty(), "Bob has moved");
}

struct FixedClock(i64);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0)
    }
}

#[tokio::test]
async fn a_platform_that_is_away_for_weeks_is_waited_for_no_longer() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let (mut stage, id) = begun().await;
    stage.scene.go_away(true);
    move_unseen(&mut stage).await;
    let changed = stage.found(id).0.state.changed.0;
    for (days, expected) in [(13, &[][..]), (15, &["the platform is away"])] {
        let late = TestBot::new(&[], stage.writer.clone(), |parts| {
            parts.chats = vec![Arc::clone(&stage.scene) as Arc<_>];
            parts.clock = Arc::new(FixedClock(changed + days * DAY));
        });
        timeout(PATIENCE, late.core.finish())
            .await
            .expect("it ends");
        assert_eq!(reasons(&late), expected, "after {days} days");
    }
    let late = TestBot::new(&[], stage.writer.clone(), |parts| {
        parts.chats = vec![Arc::clone(&stage.scene) as Arc<_>];
        parts.clock = Arc::new(FixedClock(changed + 16 * DAY));
    });
    assert_eq!(late.core.retry(1).await, tried(1));
    timeout(PATIENCE, late.core.finish())
        .await
        .expect("it ends");
    assert_eq!(reasons(&late), [""; 0], "what is tried again waits anew");

    stage.scene.go_away(false);
    let again = TestBot::new(&[], stage.writer.clone(), |parts| {
        parts.chats = vec![Arc::clone(&stage.scene) as Arc<_>];
    });
    finish(&again).await;
    let posts = stage.scene.posts();
    let [.., start, moved] = &posts[..] else {
        panic!("the board is said: {} posts", posts.len());
    };
    assert!(moved.text.contains("Ann played g4"), "{}", moved.text);
    assert!(!moved.controls.is_empty(), "it can be played on from it");
    assert!(start.controls.is_empty(), "and not from the one before");
}

/// Returns the channel and first line of each post on a platform.
fn posted(scene: &FakeChat) -> Vec<(ChannelId, String)> {
    let posts = scene.posted().into_iter().filter_map(|post| match post {
        ChatPost::Post(channel, message) => {
            let first = message.text.lines().next().unwrap_or_default();
            Some((channel, first.to_owned()))
        }
        _ => None,
    });
    posts.collect()
}
