//! Tests of the players' time: no player loses time without their fault, and times are exact to the minute.

use std::{sync::Arc, time::Duration};

use api::{Chat, Clock, Listener as _, MatchId, Platform};
use rules::Color;
use runtime::Parts;
use service::{Absence, Stage, TimeScale, left};
use testkit::Random;
use tests::{
    fake_chat::{ChatPost, FakeChat, SteppingClock, TestBot},
    venue::Venue,
};
use text::Part;

const NAMES: [&str; 2] = ["Ann", "Bob"];
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);
const OVER: &str = "Ann has no time left";

/// A bot, and the clock of its machine.
struct TimedBot {
    stage: TestBot,
    clock: Arc<SteppingClock>,
    id: MatchId,
    /// True if a message said before a restart that Ann's time is over.
    was_over: bool,
}

impl TimedBot {
    /// Begins a match in which Ann is to move.
    async fn new(time: &str) -> TimedBot {
        TimedBot::with(time, |_| {}).await
    }

    /// Does the same with a bot whose parts `prepare` may replace.
    async fn with(time: &str, prepare: impl FnOnce(&mut Parts)) -> TimedBot {
        let clock = Arc::new(SteppingClock::default());
        let own = Arc::clone(&clock) as Arc<dyn Clock>;
        let mut stage = TestBot::in_memory(&NAMES, |parts| {
            parts.clock = own;
            prepare(parts);
        });
        stage.core.tick().await;
        let id = stage
            .begin(&format!("berolina @Bob white time:{time}"))
            .await;
        TimedBot {
            stage,
            clock,
            id,
            was_over: false,
        }
    }

    /// Runs the bot for this time, and advances the clock.
    async fn work(&mut self, span: Duration) {
        for _ in 0..span.as_secs() / 60 {
            self.clock.advance(MINUTE);
            self.stage.core.tick().await;
        }
        self.stage.core.idle().await;
    }

    /// Advances the clock by this time, in which the bot marks the time of matches in real time and makes no tick.
    async fn work_without_ticks(&mut self, span: Duration) {
        // The clock advances by some time whenever it is read.
        let step = TimeScale::RealTime.longest_gap() / 2;
        for _ in 0..span.as_secs() / step.as_secs() {
            self.clock.advance(step);
            self.stage.core.mark_time().await;
        }
    }

    /// Stops the bot for this time, and restarts it.
    async fn be_away(&mut self, span: Duration) {
        self.was_over = self.is_over();
        let clock = Arc::clone(&self.clock) as Arc<dyn Clock>;
        self.clock.advance(span);
        self.stage = self
            .stage
            .restarted_with(&NAMES, |parts| parts.clock = clock);
        self.stage.core.tick().await;
        self.stage.core.idle().await;
    }

    /// Returns Ann's remaining minutes, as shown by the list of her matches and by the board.
    async fn told_left(&mut self) -> Vec<i64> {
        let listed = self.stage.does("Ann", "/games").await.message.text;
        self.stage.does("Ann", "/board").await;
        let board = self.stage.scene.posts().pop().expect("a board");
        let now = self.clock.now().0 / 1000;
        let left = |part| match part {
            Part::Time(seconds) => Some((seconds - now) / 60),
            _ => None,
        };
        let texts = [listed, board.text];
        let texts = texts.iter().flat_map(|text| text::parts(text));
        texts.filter_map(left).collect()
    }

    /// Tells whether a message said that Ann's time is over.
    fn is_over(&self) -> bool {
        self.was_over || self.n_told_over() > 0
    }

    /// Counts the messages since the last restart that Ann's time is over.
    fn n_told_over(&self) -> usize {
        let is_told = |post: &&ChatPost| match post {
            ChatPost::Post(_, message) => message.text.contains(OVER),
            _ => false,
        };
        self.stage.scene.posted().iter().filter(is_told).count()
    }
}

#[tokio::test]
async fn no_clock_runs_while_the_bot_is_away() {
    let mut timed = TimedBot::new("1h").await;
    timed.work(MINUTE * 30).await;
    timed.be_away(DAY).await;
    assert!(!timed.is_over(), "the bot was away");
    assert_eq!(timed.told_left().await, [28, 28], "that is told, too");
    timed.work(MINUTE * 20).await;
    assert!(!timed.is_over(), "ten minutes are left");
    timed.work(MINUTE * 12).await;
    assert!(timed.is_over());
}

#[tokio::test]
async fn no_clock_runs_during_short_absences_of_the_bot() {
    let mut timed = TimedBot::new("10m").await;
    for _ in 0..30 {
        timed.be_away(MINUTE).await;
    }
    assert!(!timed.is_over(), "there was hardly a minute of work");
}

/// Cuts off any one platform; the clock treats all platforms alike.
#[tokio::test]
async fn no_clock_runs_while_the_bot_is_cut_off_from_a_platform() {
    let [discord, matrix] =
        [Platform::Discord, Platform::Matrix].map(|platform| FakeChat::on(platform, &[]).0);
    let both = [&discord, &matrix].map(|scene| Arc::clone(scene) as Arc<dyn Chat>);
    let mut timed = TimedBot::with("1h", |parts| parts.chats.extend(both)).await;
    timed.work(MINUTE * 20).await;
    for (cut_off, is_away) in [(&discord, true), (&matrix, true), (&discord, false)] {
        cut_off.go_away(is_away);
        timed.work(DAY).await;
        assert!(!timed.is_over(), "nobody could be heard");
    }
    matrix.go_away(false);
    timed.work(MINUTE * 30).await;
    assert!(!timed.is_over(), "some minutes are left");
    timed.work(MINUTE * 12).await;
    assert!(timed.is_over());
}

#[tokio::test]
async fn a_player_without_time_is_out_of_time_again_at_each_turn() {
    let mut timed = TimedBot::new("1h+0m").await;
    timed.work(MINUTE * 62).await;
    assert_eq!(timed.n_told_over(), 1);
    // The other player has not claimed the win yet.
    timed.stage.plays("Ann", "e2g4").await;
    timed.stage.plays("Bob", "d7f5").await;
    timed.work(MINUTE).await;
    assert_eq!(timed.n_told_over(), 2, "her next turn begins with nothing");
    timed.stage.does("Ann", "/pause").await;
    timed.stage.does("Bob", "/pause").await;
    timed.work(MINUTE).await;
    timed.stage.does("Bob", "/pause").await;
    timed.work(MINUTE).await;
    assert_eq!(timed.n_told_over(), 3, "a pause gives no time");
    timed.work(MINUTE * 5).await;
    assert_eq!(timed.n_told_over(), 3, "it is told once");
    let claim = format!("claim:{}:2", timed.id);
    let answer = timed.stage.does("Bob", &claim).await.message.text;
    assert!(answer.starts_with("You win"), "{answer}");
}

/// A new alarm makes the bot read its clock again, so the test waits for no flag.
#[tokio::test]
async fn a_flag_in_real_time_falls_without_a_tick() {
    let mut timed = TimedBot::new("1+0").await;
    let mut changes = timed.stage.core.watch(timed.id).await;
    timed.work_without_ticks(MINUTE).await;
    timed.stage.begin("berolina @Bob white time:5+0").await;
    while !matches!(timed.stage.found(timed.id).0.stage, Stage::Over(_)) {
        changes.recv().await.expect("the bot serves");
    }
    for (name, told) in [
        ("Ann", "You did not move in time. The game does not count."),
        ("Bob", "Ann did not move in time. The game does not count."),
    ] {
        let result = timed
            .stage
            .live_board(name, timed.id)
            .await
            .result
            .expect("it is over");
        assert_eq!((&*result.title, &*result.reason), ("Aborted", told));
    }
}

#[tokio::test]
async fn a_flag_in_real_time_falls_while_another_platform_is_cut_off() {
    let (discord, _) = FakeChat::on(Platform::Discord, &[]);
    let chat = Arc::clone(&discord) as Arc<dyn Chat>;
    let mut timed = TimedBot::with("1+0", |parts| parts.chats.push(chat)).await;
    discord.go_away(true);
    timed.work_without_ticks(MINUTE).await;
    timed.stage.core.tick().await;
    timed.stage.core.idle().await;
    assert!(matches!(
        timed.stage.found(timed.id).0.stage,
        Stage::Over(_)
    ));
}

/// A player who left can play on in direct messages, wherever the other player has moved the match.
#[tokio::test]
async fn an_absent_player_of_a_timed_match_loses_only_by_time() {
    let mut timed = TimedBot::new("1d").await;
    let has_left = left(timed.id, Color::White, Absence::Told);
    let written = timed.stage.writer.commit(has_left).await;
    written.expect("memory can be written");
    let end = format!("end:{}", timed.id);
    let answer = timed.stage.does("Bob", &end).await.message.text;
    assert!(answer.contains("has a time limit"), "{answer}");
    timed.stage.plays("Ann", "e2g4").await;
}

#[tokio::test]
async fn a_changed_vacation_is_announced_once_at_its_start_and_end() {
    let mut timed = TimedBot::new("2d").await;
    let n_posts = timed.stage.scene.posts().len();
    for days in [1, 2, 1, 3] {
        let change = format!("/vacation {days}");
        timed.stage.does("Ann", &change).await;
        timed.work(MINUTE * 2).await;
    }
    assert_eq!(timed.stage.scene.posts().len(), n_posts + 1);
    timed.stage.does("Ann", "/vacation end").await;
    timed.work(MINUTE * 2).await;
    assert_eq!(timed.stage.scene.posts().len(), n_posts + 2);
}

#[tokio::test]
async fn a_live_board_shows_a_vacation_as_soon_as_it_begins_and_ends() {
    let mut timed = TimedBot::new("3d").await;
    let until = async |timed: &TimedBot| {
        let until = timed
            .stage
            .live_board("Bob", timed.id)
            .await
            .until
            .expect("there is a limit");
        Duration::from_millis(u64::try_from(until).expect("it is after 1970"))
    };
    let before = until(&timed).await;
    timed.stage.does("Ann", "/vacation 2").await;
    let away = until(&timed).await - before;
    assert!(
        away > DAY * 2 - MINUTE && away < DAY * 2 + MINUTE,
        "{away:?}"
    );
    timed.stage.does("Ann", "/vacation end").await;
    assert!(until(&timed).await - before < MINUTE, "her time runs again");
}

#[tokio::test]
async fn a_jump_of_the_clock_costs_no_player_the_match() {
    for jump in [1, -1] {
        let mut timed = TimedBot::new("1h").await;
        timed.work(MINUTE * 30).await;
        match jump {
            1 => timed.clock.advance(DAY),
            _ => timed.clock.set_back(DAY),
        }
        // A player who presses at once, before the bot has seen the jump, wins nothing by it.
        let claim = format!("claim:{}:0", timed.id);
        let answer = timed.stage.does("Bob", &claim).await.message.text;
        assert!(
            answer.starts_with("Your opponent still has time"),
            "{answer}"
        );
        timed.work(MINUTE * 20).await;
        assert!(!timed.is_over(), "ten minutes are left");
        timed.work(MINUTE * 15).await;
        assert!(timed.is_over(), "a clock that jumps does not stop");
    }
}

/// Compares the deadline with a simple sum after any sequence of events.
#[tokio::test]
async fn a_deadline_moves_by_the_absence_of_the_bot() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut timed = TimedBot::new("2h").await;
        let mut worked = Duration::ZERO;
        while worked < MINUTE * 115 {
            match random.below(6) {
                0 => timed.be_away(MINUTE * random.below(3000) as u32).await,
                1 => {
                    // The machine sleeps.
                    timed.clock.advance(
                        TimeScale::Correspondence.longest_gap()
                            + MINUTE * random.below(3000) as u32,
                    );
                    timed.stage.core.tick().await;
                }
                2 => {
                    timed.clock.set_back(MINUTE * random.below(3000) as u32);
                    timed.stage.core.tick().await;
                }
                _ => {
                    let span = MINUTE * (1 + random.below(10) as u32);
                    timed.work(span).await;
                    worked += span;
                }
            }
            // The clock advances by some seconds whenever it is read.
            let slack = worked / 10;
            assert!(
                !timed.is_over() || worked + slack >= MINUTE * 120,
                "seed {seed}: over after {worked:?} of work"
            );
        }
        timed.work(MINUTE * 10).await;
        assert!(timed.is_over(), "seed {seed}: {worked:?} of work");
        let (found, _) = timed.stage.found(timed.id);
        assert!(found.state.clock.is_some());
    }
}

/// The time that Ann has used when she goes on vacation stays used, and no more of it is. She has the rest when she is
/// back.
#[tokio::test]
async fn no_player_loses_time_on_vacation_despite_clock_jumps_and_absences() {
    for seed in 0..10 {
        let mut random = Random::new(seed);
        let mut timed = TimedBot::new("1d").await;
        timed.work(DAY - MINUTE * 120).await;
        timed.stage.does("Ann", "/vacation 1").await;
        let mut worked = Duration::ZERO;
        while worked < DAY - MINUTE * 30 {
            match random.below(8) {
                0 => timed.be_away(MINUTE * random.below(3000) as u32).await,
                1 => {
                    timed.clock.advance(DAY);
                    timed.stage.core.tick().await;
                }
                2 => {
                    timed.clock.set_back(DAY);
                    timed.stage.core.tick().await;
                }
                _ => {
                    let span = MINUTE * (30 + random.below(60) as u32);
                    timed.work(span.min(DAY - MINUTE * 29 - worked)).await;
                    worked += span;
                }
            }
            assert!(!timed.is_over(), "seed {seed}: over after {worked:?} of it");
        }
        let claim = format!("claim:{}:0", timed.id);
        let answer = timed.stage.does("Bob", &claim).await.message.text;
        assert!(
            answer.starts_with("Your opponent still has time"),
            "{answer}"
        );
        timed.work(MINUTE * 120).await;
        assert!(timed.is_over(), "seed {seed}: her time runs again");
    }
}

#[tokio::test]
async fn a_vacation_that_begins_in_the_last_minute_is_in_time_even_if_the_bot_is_busy() {
    let mut timed = TimedBot::new("1d").await;
    timed.work(DAY - MINUTE * 60).await;
    while timed.told_left().await[0] >= 2 {
        timed.work(MINUTE).await;
    }
    timed.stage.does("Ann", "/vacation 1").await;
    // No read happened since, and by now her time would be over.
    timed.clock.advance(MINUTE * 2 + MINUTE / 2);
    let claim = format!("claim:{}:0", timed.id);
    let answer = timed.stage.does("Bob", &claim).await.message.text;
    assert!(
        answer.starts_with("Your opponent still has time"),
        "{answer}"
    );
    timed.work(MINUTE * 30).await;
    assert!(!timed.is_over(), "she is on vacation");
    timed.be_away(DAY).await;
    assert!(!timed.is_over(), "the bot was away, and she still is");
    timed.stage.does("Ann", "/vacation end").await;
    timed.work(MINUTE * 5).await;
    assert!(timed.is_over(), "she is back");
}
