use std::collections::BTreeSet;

use super::{
    super::{
        puzzles::{ids_of, puzzle},
        tests::{Table, lobby},
    },
    DailyPuzzle, read_dailies,
};
use crate::{
    command::{Command, Control},
    ports::{Platform, ServerAccess, ServerId, Timestamp},
    service::{Decision, Effects, Input, Intent, Refusal, What},
};

const HOUR: i64 = 3_600_000;

impl Table {
    /// Somebody who manages the server, or does not, asks there for something.
    fn on_server(&mut self, may_manage: bool, text: &str) -> Decision {
        let command = Command::parse(text).expect("a command");
        let mut input = self.request("Ann", lobby(), Intent::Command(command));
        if let What::Request(request) = &mut input.what {
            request.server = Some(ServerAccess {
                id: ServerId::new(Platform::Playground, "page"),
                may_manage,
            });
        }
        let decided = self.decide(&input);
        decided.map(|effects| self.taken(effects))
    }

    fn taken(&mut self, effects: Effects) -> Effects {
        self.rows.take(effects.changes.clone());
        effects
    }

    fn daily(&self) -> DailyPuzzle {
        let dailies = read_dailies(&self.rows).expect("the rows can be read");
        dailies.into_iter().next().expect("there is one")
    }

    /// Does what is due for the channel, as a tick does; whether something was.
    fn has_new_daily(&mut self) -> bool {
        let daily = self.daily();
        let Some(id) = daily.due(self.now) else {
            return false;
        };
        let what = What::Daily(daily.to_do(None));
        let input = Input {
            id,
            at: self.now,
            what,
        };
        // It counts once, however often it is told.
        for _ in 0..2 {
            let decided = self.decide(&input);
            self.taken(decided.unwrap_or_else(|_: Refusal| panic!("nobody asked")));
        }
        true
    }
}

fn begun(text: &str) -> Table {
    let mut table = Table::new();
    table.now = Timestamp(20_000 * 24 * HOUR + 12 * HOUR);
    assert!(table.on_server(true, text).is_ok());
    table
}

#[test]
fn there_is_one_each_day_at_nine_and_none_is_made_up_for() {
    let mut table = begun("/puzzle baroque daily:yes");
    assert!(table.has_new_daily(), "the first one comes at once");
    let first = table.daily().today.expect("there is one");
    assert!(table.daily().waits);
    assert!(!table.has_new_daily());
    table.now = Timestamp(table.now.0 + 20 * HOUR);
    assert!(!table.has_new_daily(), "it is eight in the morning");
    table.now = Timestamp(table.now.0 + HOUR);
    assert!(table.has_new_daily(), "it is nine");
    assert_eq!(table.daily().before, Some(first));
    // Nobody is at work for a week.
    table.now = Timestamp(table.now.0 + 7 * 24 * HOUR);
    assert!(table.has_new_daily());
    assert!(!table.has_new_daily());
    // A clock that is set back brings none.
    table.now = Timestamp(table.now.0 - 2 * 24 * HOUR);
    assert!(!table.has_new_daily());
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
        channel: crate::ports::ChannelId::new(Platform::Playground, "elsewhere"),
        ..daily.clone()
    };
    assert!((0..n).any(|day| daily.of_day(day) != others.of_day(day)));
}

#[test]
fn it_is_told_how_many_have_solved_it() {
    let mut table = begun("/puzzle berolina daily:yes");
    table.has_new_daily();
    let task = table.daily().today.expect("there is one");
    let right = puzzle(task.id).and_then(|puzzle| puzzle.solution());
    let right = right.expect("it has a solution");
    for (n, name) in [(1, "Bob"), (2, "Eve")] {
        let press = Intent::Press(Control::DailyPuzzle(task.id));
        assert!(table.ask(name, lobby(), press).is_ok());
        let answer = format!("/puzzle move:{right}");
        assert!(table.say(name, lobby(), &answer).is_ok());
        assert_eq!(table.daily().today.map(|task| task.n_solved), Some(n));
        let again = Intent::Press(Control::DailyPuzzle(task.id));
        assert!(table.ask(name, lobby(), again).is_err(), "they know it");
    }
}

#[test]
fn who_manages_the_server_chooses() {
    let mut table = Table::new();
    assert!(table.on_server(false, "/puzzle daily:yes").is_err());
    table.refuses(
        "Ann",
        lobby(),
        "/puzzle daily:yes",
        "Ask in the channel of a server that is to have a puzzle of the day.",
    );
    assert!(table.on_server(true, "/puzzle daily:yes").is_ok());
    assert_eq!(table.daily().variant, None);
    assert!(table.on_server(true, "/puzzle daily:no").is_ok());
    assert_eq!(read_dailies(&table.rows).expect("rows").len(), 0);
    assert!(table.on_server(true, "/puzzle daily:no").is_ok());
}
