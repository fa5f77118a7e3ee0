use rules::{ByColor, Color, Next};
use testkit::Random;

use crate::{
    MatchClock,
    testing::{Table, lobby},
};
use api::MatchId;
use command::{Control, Intent, OfferKind, TimeControl};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

fn name(side: Color) -> &'static str {
    match side {
        Color::White => "Ann",
        Color::Black => "Bob",
    }
}

/// A match with a time limit between Ann, who plays White, and Bob.
struct TimedMatch {
    table: Table,
    id: MatchId,
}

impl TimedMatch {
    fn begin(time: &str) -> TimedMatch {
        let mut table = Table::new();
        let id = table.begins("Ann", "Bob", &format!("berolina time:{time}"));
        TimedMatch { table, id }
    }

    /// Lets time pass and restarts the program, which changes nothing.
    fn pass(&mut self, span: i64) {
        self.table.now.0 += span;
        self.table.service.forget();
    }

    /// Has the program check for due matches after this many minutes of work or absence.
    fn tick(&mut self, minutes: i64, was_away: bool) {
        self.table.now.0 += minutes * MINUTE;
        self.table.ticks(was_away);
    }

    fn says(&mut self, side: Color, text: &str) -> bool {
        self.table.say(name(side), lobby(), text).is_ok()
    }

    /// Makes one step. A side says a command, or the side to move plays its move of this number. Or a side takes back, with
    /// an answer after these hours. Or hours pass. Or it checks the time that both sides have left.
    fn follow(&mut self, step: &str) {
        let words: Vec<_> = step.split(' ').collect();
        let number = |text: &str| text.parse::<i64>().expect(step);
        match words[..] {
            ["hours", n] => self.pass(number(n) * HOUR),
            ["plays", n] => self.plays(number(n) as usize),
            ["back", side, n] => self.takes_back(side.parse().expect(step), number(n) * HOUR),
            ["left", white, black] => self.shows(number(white), number(black)),
            [side, text] => assert!(self.says(side.parse().expect(step), text), "{step}"),
            _ => panic!("{step}"),
        }
    }

    /// The side to move plays one of its legal moves.
    fn plays(&mut self, n: usize) {
        let game = self.stored().1.replay().expect("a record");
        let Next::Decision(side) = game.next() else {
            panic!("the game is over");
        };
        let actions = game.legal_list();
        let action = actions[n % actions.len()];
        assert!(self.says(side, &format!("/move {action} confirm:yes")));
    }

    /// A side asks for a takeback, and the other accepts after `after`.
    fn takes_back(&mut self, side: Color, after: i64) {
        assert!(self.says(side, "/takeback"), "{side} asks");
        self.pass(after);
        assert!(self.says(!side, "/takeback"), "{side} may");
    }

    fn stored(&self) -> (crate::Match, rules::Record) {
        self.table.found(self.id)
    }

    fn clock(&self) -> MatchClock {
        self.stored().0.state.clock.expect("a limit")
    }

    /// Returns the side whose time runs, without a tick.
    fn mover(&self) -> Option<Color> {
        let (game_match, record) = self.stored();
        match record.replay().expect("a record").next() {
            Next::Decision(side) if game_match.state.paused.is_none() => Some(side),
            _ => None,
        }
    }

    /// Returns the time that both sides have left, in milliseconds, before a tick.
    fn left(&self) -> ByColor<i64> {
        let (clock, mover) = (self.clock(), self.mover());
        ByColor::from_fn(|side| {
            let deadline = clock.deadline(side).filter(|_| mover == Some(side));
            let left = deadline.map(|deadline| deadline.0 - self.table.now.0);
            left.unwrap_or(clock.left(side).as_millis() as i64).max(0)
        })
    }

    #[track_caller]
    fn shows(&self, white: i64, black: i64) {
        let left = self.left();
        let in_minutes = (left.white / MINUTE, left.black / MINUTE);
        assert_eq!(in_minutes, (white * 60, black * 60), "in minutes");
    }
}

use Color::{Black, White};

#[test]
fn clocks_go_back_with_takebacks() {
    for case in include_str!("takebacks.txt").split("\n\n") {
        let mut lines = case.lines().filter(|line| !line.starts_with('#'));
        let mut timed = TimedMatch::begin(lines.next().expect("a time control"));
        lines.for_each(|step| timed.follow(step));
    }
}

#[test]
fn the_rest_of_a_turn_continues_after_a_takeback() {
    let mut timed = TimedMatch::begin("1d");
    timed.pass(23 * HOUR);
    timed.plays(0);
    timed.takes_back(White, 20 * HOUR);
    timed.shows(1, 24);
    timed.pass(HOUR / 2);
    timed.plays(1);
    timed.shows(24, 24);
    timed.takes_back(White, 0);
    assert_eq!(timed.left().white, HOUR / 2);
}

#[test]
fn time_stands_still_on_a_vacation_after_a_takeback_too() {
    let mut timed = TimedMatch::begin("3d+12h");
    timed.pass(10 * HOUR);
    timed.plays(0);
    assert!(timed.says(White, "/vacation 2") && timed.says(Black, "/vacation 1"));
    timed.pass(5 * HOUR);
    timed.takes_back(White, HOUR);
    let (clock, now) = (timed.clock(), timed.table.now);
    assert!(clock.away.is_some());
    let deadline = clock.deadline(White).map(|deadline| deadline.0 - now.0);
    // The vacation has 42 hours left.
    assert_eq!(deadline, Some((42 + 62) * HOUR));
    assert_eq!(clock.left(Black).as_millis() as i64, 72 * HOUR);
}

#[test]
fn a_takeback_charges_no_time_for_the_absence_of_the_program() {
    let mut timed = TimedMatch::begin("3d+12h");
    timed.tick(0, true);
    timed.tick(1, false);
    timed.tick(10 * 60, true);
    timed.plays(0);
    timed.tick(2, false);
    timed.tick(30 * 60, true);
    timed.takes_back(White, 0);
    let left = |side| timed.clock().left(side).as_millis() as i64;
    assert_eq!((left(White), left(Black)), (72 * HOUR - MINUTE, 72 * HOUR));
}

#[test]
fn the_end_of_the_rest_of_a_turn_is_announced_after_a_takeback() {
    let mut timed = TimedMatch::begin("10m");
    timed.tick(0, true);
    (0..8).for_each(|_| timed.tick(1, false));
    timed.plays(0);
    (0..9).for_each(|_| timed.tick(1, false));
    timed.takes_back(White, 0);
    let (game_match, _) = timed.stored();
    let alarm = game_match.state.clock.and_then(|clock| clock.alarm);
    assert!(
        alarm.is_some() && game_match.state.due <= alarm,
        "it is looked at in time"
    );
    timed.tick(1, false);
    assert_eq!(timed.clock().told, None, "a minute is left");
    timed.tick(1, false);
    assert!(timed.clock().told.is_some(), "Bob is told");
}

#[test]
fn a_player_out_of_time_cannot_accept_a_takeback() {
    for time in ["3d+12h", "1d"] {
        let mut timed = TimedMatch::begin(time);
        timed.pass(HOUR);
        timed.plays(0);
        assert!(timed.says(White, "/takeback"));
        let (n_inputs, id) = (timed.stored().0.state.n_inputs, timed.id);
        timed.pass(73 * HOUR);
        let text = "Your time is over, so you cannot accept a takeback any more. Ann (White) can give you time first.";
        timed.table.refuses("Bob", lobby(), "/takeback", text);
        let button = Intent::Press(Control::AcceptOffer(OfferKind::Takeback, id, n_inputs));
        assert!(timed.table.ask("Bob", lobby(), button).is_err());
        assert_eq!(timed.left().black, 0);
        timed.table.presses("Ann", Control::GiveTime(id, n_inputs));
        assert!(timed.says(Black, "/takeback"), "he has time again");
    }
}

#[test]
fn a_takeback_after_the_time_ran_out_restores_none() {
    let mut timed = TimedMatch::begin("1d");
    timed.plays(0);
    timed.plays(0);
    timed.pass(25 * HOUR);
    timed.takes_back(White, 0);
    assert_eq!(timed.left().white, 0);
}

/// The time of both sides in a match of only the turns that stand, each played in the time that it took.
struct ClockModel {
    control: TimeControl,
    /// The turns that stand: the side and its time for each.
    line: Vec<(Color, i64)>,
    /// The time that the side to move has spent on this turn.
    thinks: i64,
}

impl ClockModel {
    fn left(&self) -> ByColor<i64> {
        let at_first = self.control.at_first().expect("a limit").as_millis() as i64;
        let (increment, is_per_turn) = match self.control {
            TimeControl::Budget { increment, .. } => (increment.as_millis() as i64, false),
            _ => (0, true),
        };
        let mut left = ByColor::from_fn(|_| at_first);
        for (side, thought) in &self.line {
            left[*side] = if is_per_turn {
                at_first
            } else {
                (left[*side] - thought).max(0) + increment
            };
        }
        let mover = self.mover();
        left[mover] = (left[mover] - self.thinks).max(0);
        left
    }

    fn mover(&self) -> Color {
        self.line.last().map_or(White, |(side, _)| !*side)
    }

    fn take_back(&mut self, side: Color) {
        let first = self.line.iter().rposition(|(by, _)| *by == side);
        let first = first.expect("it was accepted");
        self.thinks = self.line[first].1;
        self.line.truncate(first);
    }
}

/// Makes one random event happen in both.
fn happen(timed: &mut TimedMatch, model: &mut ClockModel, random: &mut Random) {
    match random.below(9) {
        0..3 => {
            let span = (1 + random.below(600) as i64) * MINUTE;
            timed.pass(span);
            model.thinks += span;
        }
        3..7 => {
            timed.plays(random.below(40));
            let mover = model.mover();
            model.line.push((mover, model.thinks));
            model.thinks = 0;
        }
        _ => {
            let side = *random.pick(&Color::ALL);
            if timed.says(side, "/takeback") {
                timed.pass(random.below(300) as i64 * MINUTE);
                let before = timed.left();
                let is_lost = timed.mover() == Some(!side) && before[!side] == 0;
                let is_accepted = timed.says(!side, "/takeback");
                assert_eq!(is_accepted, !is_lost, "it may be accepted in time");
                if !is_accepted {
                    return;
                }
                model.take_back(side);
                let left = timed.left();
                assert!(left[side] <= before[side], "{side} gains by asking");
            }
        }
    }
}

#[test]
fn takebacks_never_add_time() {
    let mut random = Random::new(2101);
    for _ in 0..testkit::quick_or_long(96, 4_000) {
        let time = *random.pick(&["3d+12h", "1d", "10m", "20m+5m", "1d+0m"]);
        let mut timed = TimedMatch::begin(time);
        let mut model = ClockModel {
            control: time.parse().expect("a time control"),
            line: Vec::new(),
            thinks: 0,
        };
        for _ in 0..random.below(40) {
            if timed.mover().is_none() {
                break;
            }
            happen(&mut timed, &mut model, &mut random);
            let (left, most) = (timed.left(), model.left());
            for side in Color::ALL {
                assert!(left[side] <= most[side], "{side}: {left:?} of {most:?}");
            }
        }
    }
}
