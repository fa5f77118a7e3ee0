//! Deliveries are made from data at hand, without another read. A delivery that fails for good is listed, blocks no
//! other, and can be retried.

use std::{collections::BTreeMap, path::Path, sync::Arc, time::Duration};
use tests::user_input::UserInput;

use api::{Batch, ChannelId, Clock, MatchId, Place, Timestamp};
use bot::operations::Report;
use rules::{Actions, Next, Variant};
use service::{
    DeadLetter, DeadReason, Delivery, DeliveryId, DeliveryKind, Readers, Retried, given_up,
    read_dead_letters, read_outbox,
};
use store::{Engine, open};
use testkit::Random;
use tests::{
    PATIENCE,
    fake_chat::{FakeChat, Said, SteppingClock, TestBot, channel, person},
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
    let mut actions = Actions::new();
    game.actions(&mut actions);
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
async fn what_is_decided_is_told_without_being_read_again() {
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
        assert!(stage.scene.said().len() > 20, "{variant} was told");
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
        assert!(!again.scene.said().is_empty(), "{variant} was told");
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
async fn what_a_closed_channel_does_not_take_is_listed_and_can_be_tried_again() {
    let (mut stage, id) = begun().await;
    stage.scene.lose(&channel("lobby"), true);
    stage.plays("Ann", "e2g4").await;
    stage.plays("Bob", "d7f5").await;
    finish(&stage).await;
    // The second board shows everything that the first would have shown.
    assert_eq!(reasons(&stage), ["the channel is closed"]);
    let report = Report::of(&stage.writer).expect("memory can be read");
    assert!(report.is_good(), "{:?}", report.problems());
    let [line] = &report.dead_letters[..] else {
        panic!("{:?}", report.dead_letters);
    };
    assert!(line.starts_with(&format!("message {id}/00000003 was given up on ")));
    assert!(line.ends_with(": the channel is closed"), "{line}");

    let mut again = stage.restarted(&["Ann", "Bob"]);
    assert_eq!(again.core.retry(1).await, tried(1));
    finish(&again).await;
    assert_eq!(reasons(&again), [""; 0]);
    let posts = again.scene.posts();
    assert!(
        posts[0].text.contains("Bob played df5"),
        "{}",
        posts[0].text
    );
    assert!(!posts[0].controls.is_empty(), "it can be played on from it");
    again.plays("Ann", "Nf3").await;
    let posts = again.scene.posts();
    assert!(posts[0].controls.is_empty(), "its buttons are gone then");
}

/// Returns the readers of direct messages.
fn whispered_to(scene: &FakeChat) -> Vec<String> {
    let told = scene.whispered().into_iter();
    told.map(|one| one.user.id.into()).collect()
}

#[tokio::test]
async fn what_a_closed_channel_does_not_take_is_told_to_both_players() {
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |_| {});
    stage.scene.lose(&channel("lobby"), true);
    stage.challenge("berolina @Bob white").await;
    stage.core.idle().await;
    assert_eq!(whispered_to(&stage.scene), ["ann", "bob"], "a challenge");

    let (mut stage, _) = begun().await;
    stage.core.idle().await;
    stage.scene.lose(&channel("lobby"), true);
    stage.plays("Ann", "e2g4").await;
    stage.core.idle().await;
    assert_eq!(whispered_to(&stage.scene), ["ann", "bob"], "a board");
}

#[tokio::test]
async fn what_was_told_to_both_players_is_not_told_them_again() {
    let (mut stage, _) = begun().await;
    stage.scene.lose(&channel("lobby"), true);
    stage.plays("Ann", "e2g4").await;
    finish(&stage).await;
    let mut again = stage.restarted(&["Ann", "Bob"]);
    again.scene.lose(&channel("lobby"), true);
    assert_eq!(again.core.retry(1).await, tried(1));
    finish(&again).await;
    assert_eq!(whispered_to(&again.scene), [""; 0]);
    assert_eq!(reasons(&again), ["the channel is closed"], "it still is");
    again.plays("Bob", "d7f5").await;
    finish(&again).await;
    assert_eq!(whispered_to(&again.scene), ["ann", "bob"], "what is new is");
}

#[tokio::test]
async fn an_order_has_what_was_given_up_said_once() {
    let (mut stage, _) = begun().await;
    stage.scene.lose(&channel("lobby"), true);
    stage.plays("Ann", "e2g4").await;
    finish(&stage).await;
    let n_before = stage.scene.posts().len();
    assert_eq!(stage.core.retry(1).await, tried(1));
    finish(&stage).await;
    assert_eq!(reasons(&stage), ["the channel is closed"], "it still is");

    stage.scene.lose(&channel("lobby"), false);
    assert_eq!(stage.core.retry(1).await, tried(1), "it is told again");
    finish(&stage).await;
    assert_eq!(reasons(&stage).len(), 1, "and counts once");

    for _ in 0..2 {
        assert_eq!(stage.core.retry(2).await, tried(1));
        finish(&stage).await;
        assert_eq!(reasons(&stage), [""; 0]);
        let posts = &stage.scene.posts()[n_before..];
        assert_eq!(posts.len(), 1, "it is said once");
        assert!(posts[0].text.contains("Ann played g4"), "{}", posts[0].text);
    }
    assert_eq!(stage.core.retry(3).await, tried(0));
}

#[tokio::test]
async fn an_order_has_all_tried_again_however_much_was_given_up() {
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
            ply: 0,
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
    ann.say(&program.address, "lobby", "first", &challenge)
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
    ann.say(&program.address, "lobby", "second", &challenge)
        .await;
    let next = line.next_post().await;
    assert_ne!(next["controls"], again["controls"], "another match: {next}");
}

#[tokio::test]
async fn what_the_match_has_left_behind_is_not_said_any_more() {
    for (name, later) in [("Bob", "/move d7f5"), ("Ann", "/board")] {
        let (mut stage, _) = begun().await;
        stage.scene.lose(&channel("lobby"), true);
        stage.plays("Ann", "e2g4").await;
        stage.scene.lose(&channel("lobby"), false);
        stage.hear(name, UserInput::short(later)).await;
        assert_eq!(reasons(&stage), ["the channel is closed"], "{later}");
        let dropped = Retried {
            n_dropped: 1,
            ..Retried::default()
        };
        assert_eq!(stage.core.retry(1).await, Some(dropped), "{later}");
        assert_eq!(reasons(&stage), [""; 0], "{later}");
        let outbox = read_outbox(&stage.writer).expect("memory can be read");
        assert_eq!(outbox, [], "{later}");
    }
}

#[tokio::test]
async fn a_platform_that_is_switched_off_holds_up_nothing_and_is_told_when_it_is_on() {
    let (mut stage, _) = begun().await;
    stage.scene.go_away(true);
    move_unseen(&mut stage).await;
    let off = TestBot::new(&[], stage.writer.clone(), |parts| parts.chats.clear());
    finish(&off).await;
    assert_eq!(reasons(&off), ["playground is not switched on"]);

    let again = stage.restarted(&["Ann", "Bob"]);
    again.scene.until_said(1).await;
    finish(&again).await;
    assert_eq!(reasons(&again), [""; 0]);
    let posts = again.scene.posts();
    assert!(posts[0].text.contains("Ann played g4"), "{}", posts[0].text);
}

#[tokio::test]
async fn a_first_board_that_is_tried_again_opens_the_thread_of_its_match() {
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |_| {});
    stage.scene.open_threads();
    stage
        .hear("Ann", UserInput::short("/challenge berolina @Bob white"))
        .await;
    stage.scene.lose(&channel("lobby"), true);
    stage.scene.lose(&channel("thread-1"), true);
    stage.hear("Bob", UserInput::short("accept:00001")).await;
    assert_eq!(reasons(&stage), ["the channel is closed"]);
    stage.scene.lose(&channel("lobby"), false);
    stage.scene.lose(&channel("thread-1"), false);
    assert_eq!(stage.core.retry(1).await, tried(1));
    finish(&stage).await;
    let places: Vec<_> = posted(&stage.scene)
        .into_iter()
        .map(|(place, _)| place)
        .collect();
    assert_eq!(places, [channel("lobby"), channel("thread-1")]);
    let posts = stage.scene.posts();
    assert!(posts[0].controls.is_empty(), "nobody can accept it again");
}

#[tokio::test]
async fn a_challenge_that_is_said_again_is_said_where_it_was_though_a_thread_began_with_it() {
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |_| {});
    stage.scene.go_away(true);
    let event = stage.event("Ann", UserInput::short("/challenge berolina @Bob white"));
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
async fn a_damaged_delivery_is_listed_and_what_waits_behind_it_is_said() {
    let (mut stage, _) = begun().await;
    stage.scene.go_away(true);
    for (name, action) in [("Ann", "e2g4"), ("Bob", "d7f5"), ("Ann", "g1f3")] {
        play_unseen(&mut stage, name, action).await;
    }
    let waiting = read_outbox(&stage.writer).expect("memory can be read");
    let [_, second, _] = waiting[..] else {
        panic!("a board for each move: {waiting:?}");
    };
    let mut damage = Batch::default();
    damage.put(second.outbox_key(), "nonsense");
    let written = stage.writer.commit(damage).await;
    written.expect("memory can be written");
    let again = stage.restarted(&["Ann", "Bob"]);
    finish(&again).await;
    let [reason] = &reasons(&again)[..] else {
        panic!("it is given up: {:?}", reasons(&again));
    };
    let entry = String::from_utf8_lossy(&second.outbox_key()).into_owned();
    assert!(
        reason.starts_with(&format!("the entry {entry} is damaged")),
        "{reason}"
    );
    let first_lines = |(_, text): (ChannelId, String)| text;
    let said: Vec<_> = posted(&again.scene).into_iter().map(first_lines).collect();
    let [first, third] = &said[..] else {
        panic!("the others are said: {said:?}");
    };
    assert!(first.contains("Ann played g4"), "{first}");
    assert!(third.contains("Ann played Nf3"), "{third}");
}

#[tokio::test]
async fn a_panic_while_something_is_said_is_the_end_of_that_and_of_nothing_else() {
    let (mut stage, _) = begun().await;
    let n_posts = stage.scene.posts().len();
    stage.scene.break_down(true);
    move_unseen(&mut stage).await;
    finish(&stage).await;
    assert_eq!(reasons(&stage), ["a bug of the program"]);
    stage.scene.break_down(false);
    stage.plays("Bob", "d7f5").await;
    finish(&stage).await;
    let posts = stage.scene.posts();
    let [post] = &posts[n_posts..] else {
        panic!("{} posts", posts.len() - n_posts);
    };
    assert!(post.text.contains("Bob played df5"), "{}", post.text);
}

#[tokio::test]
async fn a_platform_that_is_away_does_not_hold_up_the_end() {
    let (mut stage, _) = begun().await;
    stage.scene.go_away(true);
    move_unseen(&mut stage).await;
    let finished = timeout(PATIENCE, stage.core.finish()).await;
    finished.expect("nothing holds up the end");
    assert_eq!(reasons(&stage), [""; 0], "it is tried again");
    assert_eq!(
        read_outbox(&stage.writer)
            .expect("memory can be read")
            .len(),
        1
    );
}

#[tokio::test]
async fn a_retry_follows_a_setting_that_was_changed_after_the_first_try() {
    for bells in ["on", "off"] {
        let (mut stage, _) = begun().await;
        stage.scene.go_away(true);
        move_unseen(&mut stage).await;
        let tried = timeout(PATIENCE, stage.core.finish()).await;
        tried.expect("the first try fails in time");
        let event = stage.event(
            "Bob",
            UserInput::short(&format!("/reminders bells:{bells}")),
        );
        stage.ask(&event).await;
        stage.scene.go_away(false);
        stage.core.idle().await;
        let posts = stage.scene.posts();
        let board = posts.last().expect("the board is posted");
        assert!(board.text.contains("Ann played g4"), "{}", board.text);
        assert_eq!(board.mentions.is_empty(), bells == "off");
    }
}

#[tokio::test]
async fn who_has_moved_meanwhile_is_not_reminded_when_that_is_tried_again() {
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
    assert!(stage.scene.whispered().is_empty(), "Bob has moved");
}

struct Later(i64);

impl Clock for Later {
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
    let changed = stage.found(id).0.changed.0;
    for (days, expected) in [(13, &[][..]), (15, &["the platform is away"])] {
        let late = TestBot::new(&[], stage.writer.clone(), |parts| {
            parts.chats = vec![Arc::clone(&stage.scene) as Arc<_>];
            parts.clock = Arc::new(Later(changed + days * DAY));
        });
        timeout(PATIENCE, late.core.finish())
            .await
            .expect("it ends");
        assert_eq!(reasons(&late), expected, "after {days} days");
    }
    let late = TestBot::new(&[], stage.writer.clone(), |parts| {
        parts.chats = vec![Arc::clone(&stage.scene) as Arc<_>];
        parts.clock = Arc::new(Later(changed + 16 * DAY));
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

#[tokio::test]
async fn a_match_that_is_damaged_holds_up_nothing() {
    let (mut stage, id) = begun().await;
    stage.scene.go_away(true);
    move_unseen(&mut stage).await;
    let mut damage = Batch::default();
    damage.put(format!("input/{id}/000000"), "nonsense");
    let written = stage.writer.commit(damage).await;
    written.expect("memory can be written");
    let again = stage.restarted(&["Ann", "Bob"]);
    finish(&again).await;
    let expected =
        format!("the entry input/{id}/000000 is damaged (it is not the next input of its match)");
    assert_eq!(reasons(&again), [expected]);
    let left = Retried {
        n_left: 1,
        ..Retried::default()
    };
    let retried = again.core.retry(1).await;
    assert_eq!(retried, Some(left), "it has to be mended first");
}

/// Returns the channel and first line of each post on a platform.
fn posted(scene: &FakeChat) -> Vec<(ChannelId, String)> {
    let posts = scene.said().into_iter().filter_map(|said| match said {
        Said::Post(channel, message) => {
            let first = message.text.lines().next().unwrap_or_default();
            Some((channel, first.to_owned()))
        }
        _ => None,
    });
    posts.collect()
}

#[tokio::test]
async fn the_board_is_shown_once_where_a_match_is_not_played() {
    let (mut stage, id) = begun().await;
    let n_before = posted(&stage.scene).len();
    let mut event = stage.event("Ann", UserInput::short(&format!("/board {id}")));
    event.place = Place::Channel(channel("cafe"));
    for _ in 0..2 {
        let answer = stage.ask(&event).await.message.text;
        let expected = format!("The board of match {id} is posted here as it stands now.");
        assert!(answer.starts_with(&expected), "{answer}");
    }
    let shown = &stage.scene.posts()[n_before];
    assert!(shown.picture.is_some(), "it is drawn");
    assert!(shown.controls.is_empty() && shown.mentions.is_empty());
    stage.plays("Ann", "e2g4").await;
    let places: Vec<_> = posted(&stage.scene)[n_before..]
        .iter()
        .map(|(place, _)| place.clone())
        .collect();
    assert_eq!(places, [channel("cafe"), channel("lobby")]);
}
