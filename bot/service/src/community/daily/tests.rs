use std::collections::BTreeSet;

use super::{DailyPuzzle, read_dailies};
use crate::{
    CommunityDone, Done, PuzzleReply, Refusal, Reply, RequestKind,
    learn::puzzles::{ids_of, puzzle, tests::puzzle_reply},
    match_store::schema::daily_key,
    testing::{DAY, Table, lobby},
};
use api::{Platform, Rows, Timestamp};
use command::{Command, Control, Intent};

const HOUR: i64 = 3_600_000;

impl Table {
    /// Makes a request on the server, as a manager or not.
    fn on_server(&mut self, may_manage: bool, text: &str) -> Result<Reply, Refusal> {
        let command = Command::parse(text).expect("a command");
        self.ask_on_server("Ann", may_manage, Intent::Command(command))
    }

    /// Presses the button of a daily puzzle and returns the reply.
    fn takes_daily(&mut self, name: &str, id: u32) -> PuzzleReply {
        let press = Intent::Press(Control::DailyPuzzle(id));
        puzzle_reply(self.ask(name, lobby(), press))
    }

    fn answers_daily(&mut self, name: &str, text: &str) -> PuzzleReply {
        puzzle_reply(self.say(name, lobby(), text))
    }

    fn daily(&self) -> DailyPuzzle {
        let dailies = read_dailies(&self.rows).expect("the rows can be read");
        dailies.into_iter().next().expect("there is one")
    }

    /// Does the due work for the channel, as a tick does. Returns whether there was any.
    fn has_new_daily(&mut self) -> bool {
        let daily = self.daily();
        let Some(id) = daily.due(self.now) else {
            return false;
        };
        self.does_twice(&id, &daily, None);
        let daily = self.daily();
        assert!(daily.waits);
        let day = daily.today.expect("there is one").day;
        self.does_twice(&daily.request_id_once_posted(day), &daily, Some(day));
        assert!(!self.daily().waits);
        true
    }

    /// Decides on a request twice; it counts once.
    fn does_twice(&mut self, id: &str, daily: &DailyPuzzle, posted: Option<i64>) {
        for _ in 0..2 {
            self.takes(id.to_owned(), RequestKind::Daily(daily.to_do(posted)));
        }
    }
}

fn begun(text: &str) -> Table {
    let mut table = Table::new();
    table.now = Timestamp(20_000 * DAY + 12 * HOUR);
    assert!(table.on_server(true, text).is_ok());
    table
}

#[test]
fn there_is_one_each_day_at_nine_and_none_is_made_up_for() {
    let mut table = begun("/puzzle baroque daily:yes");
    assert!(table.has_new_daily(), "the first one comes at once");
    let first = table.daily().today.expect("there is one");
    assert!(!table.has_new_daily());
    table.now = Timestamp(table.now.0 + 20 * HOUR);
    assert!(!table.has_new_daily(), "it is eight in the morning");
    table.now = Timestamp(table.now.0 + HOUR);
    assert!(table.has_new_daily(), "it is nine");
    assert_eq!(table.daily().before, Some(first));
    // The bot is away for a week.
    table.now = Timestamp(table.now.0 + 7 * DAY);
    assert!(table.has_new_daily());
    assert!(!table.has_new_daily());
    // A clock that is set back a little brings none.
    table.now = Timestamp(table.now.0 - DAY);
    assert!(!table.has_new_daily());
}

#[test]
fn no_two_come_within_three_hours() {
    for (hour, comes_at_once) in [(5, true), (6, false), (8, false), (9, true), (10, true)] {
        let mut table = Table::new();
        table.now = Timestamp(20_000 * DAY + hour * HOUR + HOUR / 2);
        let chosen = table.on_server(true, "/puzzle baroque daily:yes");
        let Ok(Reply::Done(Done::Community(CommunityDone::DailyPuzzle { begins_at_nine, .. }))) =
            chosen
        else {
            panic!("it is chosen");
        };
        assert_eq!(begins_at_nine, !comes_at_once, "{hour}:30");
        assert_eq!(table.has_new_daily(), comes_at_once, "{hour}:30");
        if hour < 9 {
            table.now = Timestamp(20_000 * DAY + 9 * HOUR);
            assert!(table.has_new_daily(), "it is nine");
        }
    }
    // No two follow each other closely if a post was delayed for long.
    let mut table = begun("/puzzle baroque daily:yes");
    let mut daily = table.daily();
    daily.waits = true;
    for (hours, is_to_be_posted) in [(0, true), (17, true), (20, false), (21, true)] {
        let now = Timestamp(table.now.0 + hours * HOUR);
        assert_eq!(daily.is_to_be_posted(now), is_to_be_posted, "after {hours}");
    }
    assert!(table.has_new_daily());
    // No two follow each other closely after the bot was away for nearly a day.
    let mut table = begun("/puzzle baroque daily:yes");
    assert!(table.has_new_daily());
    table.now = Timestamp(table.now.0 + (48 - 5) * HOUR);
    assert!(!table.has_new_daily(), "it is seven in the morning");
    table.now = Timestamp(table.now.0 + 2 * HOUR);
    assert!(table.has_new_daily());
}

#[test]
fn a_clock_that_was_far_ahead_for_a_while_holds_none_up() {
    let mut table = begun("/puzzle baroque daily:yes");
    assert!(table.has_new_daily());
    let day = table.daily().today.map(|today| today.day);
    table.now = Timestamp(table.now.0 + 100 * DAY);
    assert!(table.has_new_daily());
    // The clock is put right on the next day.
    table.now = Timestamp(table.now.0 - 99 * DAY);
    assert!(table.has_new_daily());
    let next = table.daily().today.map(|today| today.day);
    assert_eq!(next, day.map(|day| day + 1));
    assert!(!table.has_new_daily());
}

#[test]
fn one_that_is_ended_and_wanted_again_on_the_same_day_begins_again() {
    let mut table = begun("/puzzle baroque daily:yes");
    assert!(table.has_new_daily());
    let first = table.daily();
    assert!(table.on_server(true, "/puzzle daily:no").is_ok());
    assert!(table.on_server(true, "/puzzle baroque daily:yes").is_ok());
    assert!(table.has_new_daily());
    let second = table.daily();
    assert_eq!(second.today, first.today);
    assert_ne!(second.nonce(0), first.nonce(0));
    // A change of the variant brings no other puzzle today.
    assert!(table.on_server(true, "/puzzle chakart daily:yes").is_ok());
    assert_eq!(table.daily().nonce(0), second.nonce(0));
    assert!(!table.has_new_daily());
}

#[test]
fn one_of_another_release_can_be_ended() {
    let mut table = begun("/puzzle baroque daily:yes");
    let key = daily_key(&table.daily().channel);
    table.rows.put(key.clone(), br#"{"v":2}"#);
    assert!(table.on_server(true, "/puzzle daily:no").is_ok());
    let left = table.rows.get(&key);
    assert_eq!(left.expect("it can be read"), None);
}

#[test]
fn a_changed_daily_puzzle_is_not_announced_as_the_first() {
    let mut table = begun("/puzzle baroque daily:yes");
    let changed_daily = |decided| match decided {
        Ok(Reply::Done(Done::Community(CommunityDone::DailyPuzzle { was_on, zone, .. }))) => {
            (was_on, zone.name())
        }
        _ => panic!("it is of the puzzle of the day"),
    };
    let first = table.on_server(true, "/puzzle baroque daily:yes");
    assert_eq!(changed_daily(first), (false, "UTC"), "none has come yet");
    table.has_new_daily();
    table.on_server(true, "/reminders zone:Europe/Paris").ok();
    let changed = table.on_server(true, "/puzzle chakart daily:yes");
    assert_eq!(changed_daily(changed), (true, "Europe/Paris"));
}

#[test]
fn each_puzzle_comes_once_before_any_comes_again() {
    let table = begun("/puzzle chakart daily:yes");
    let daily = table.daily();
    let n = ids_of(daily.variant).count() as i64;
    let days = |first: i64| (first..first + n).filter_map(|day| daily.of_day(day));
    assert_eq!(days(19_990).collect::<BTreeSet<_>>().len() as i64, n);
    assert!(days(0).all(|id| puzzle(id).is_some()));
    let others = DailyPuzzle {
        channel: api::ChannelId::new(Platform::Playground, "elsewhere"),
        ..daily.clone()
    };
    assert!((0..n).any(|day| daily.of_day(day) != others.of_day(day)));
}

#[test]
fn the_daily_puzzle_counts_each_solver_once() {
    let mut table = begun("/puzzle berolina daily:yes");
    table.has_new_daily();
    let task = table.daily().today.expect("there is one");
    let right = puzzle(task.id).and_then(|puzzle| puzzle.solution());
    let right = right.expect("it has a solution");
    for (n, name) in [(1, "Bob"), (2, "Eve")] {
        table.presses(name, Control::DailyPuzzle(task.id));
        let answer = format!("/puzzle move:{right}");
        table.does(name, &answer);
        assert_eq!(table.daily().today.map(|task| task.n_solved), Some(n));
        // They can open it again, and are counted once.
        assert!(table.takes_daily(name, task.id).is_missed);
        table.does(name, &answer);
        assert_eq!(table.daily().today.map(|task| task.n_solved), Some(n));
    }
}

#[test]
fn a_late_daily_puzzle_counts_for_no_streak() {
    let mut table = begun("/puzzle berolina daily:yes");
    table.has_new_daily();
    let first = table.daily().today.expect("there is one").id;
    let right = puzzle(first).and_then(|puzzle| puzzle.solution());
    let answer = format!("/puzzle move:{}", right.expect("it has a solution"));
    // Bob solves it on its day, Dan begins it then, and Eve comes later.
    assert!(!table.takes_daily("Bob", first).is_missed);
    assert_eq!(table.answers_daily("Bob", &answer).streak, 1);
    assert!(!table.takes_daily("Dan", first).is_missed);
    table.now = Timestamp(table.now.0 + DAY);
    assert!(table.has_new_daily());
    assert_eq!(table.answers_daily("Dan", &answer).streak, 0);
    assert!(table.takes_daily("Eve", first).is_missed);
    // It still does not count after another one.
    let next = table.daily().today.expect("there is one").id;
    assert!(!table.takes_daily("Eve", next).is_missed);
    assert!(table.takes_daily("Eve", first).is_missed);
    assert_eq!(table.answers_daily("Eve", &answer).streak, 0);
}

#[test]
fn only_a_manager_of_the_server_chooses_the_daily_puzzle() {
    let mut table = Table::new();
    assert!(table.on_server(false, "/puzzle daily:yes").is_err());
    table.refuses(
        "Ann",
        lobby(),
        "/puzzle daily:yes",
        "A private chat has no puzzle of the day. Ask for one in a channel or room.",
    );
    assert!(table.on_server(true, "/puzzle daily:yes").is_ok());
    assert_eq!(table.daily().variant, None);
    assert!(table.on_server(true, "/puzzle daily:no").is_ok());
    assert_eq!(read_dailies(&table.rows).expect("rows").len(), 0);
    assert!(table.on_server(true, "/puzzle daily:no").is_ok());
}
