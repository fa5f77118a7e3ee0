use super::*;
use crate::{
    MatchSnapshot,
    testing::{LIMITS, Table, lobby},
};
use command::{Command, Control, Intent};
use rules::{Outcome, WinReason};
use std::sync::Arc;

/// A minute, in milliseconds.
const MINUTE: i64 = 60_000;

/// Begins a match of Ann and Bob in which both have used a second for their first turns.
fn played(time: &str) -> (Table, MatchId) {
    let mut table = Table::new();
    table.due(true);
    let id = table.begins("Ann", "Bob", &format!("berolina time:{time}"));
    for (name, text) in [("Ann", "/move e2g4"), ("Bob", "/move d7f5")] {
        table.now.0 += 1000;
        table.does(name, text);
    }
    (table, id)
}

/// Lets time in real time pass, with a mark each five seconds.
fn pass(table: &mut Table, span: i64) {
    let end = table.now.0 + span;
    while table.now.0 < end {
        table.now.0 = (table.now.0 + 5000).min(end);
        table.tick(TimeScale::RealTime, false);
    }
}

/// Lets time pass, does the work that is due, and returns the outcome of the match if it is over.
fn outcome_after(table: &mut Table, id: MatchId, span: i64) -> Option<Outcome> {
    pass(table, span);
    table.ticks(false);
    match table.next(id) {
        Next::Over(outcome) => Some(outcome),
        _ => None,
    }
}

#[test]
fn a_flag_in_real_time_falls_at_its_moment_and_not_before() {
    let (mut table, id) = played("1+0");
    assert_eq!(outcome_after(&mut table, id, MINUTE - 1), None);
    assert_eq!(
        outcome_after(&mut table, id, 1),
        Some(Outcome::Won {
            winner: Color::Black,
            reason: WinReason::OutOfTime
        })
    );
}

#[test]
fn a_first_turn_in_real_time_that_takes_too_long_aborts_the_match() {
    for moves in [&[][..], &[("Ann", "/move e2g4")]] {
        let mut table = Table::new();
        table.due(true);
        let id = table.begins("Ann", "Bob", "berolina time:1+0");
        for (name, text) in moves {
            pass(&mut table, MINUTE / 2 - 1);
            table.does(name, text);
        }
        assert_eq!(outcome_after(&mut table, id, MINUTE / 2 - 1), None);
        let outcome = outcome_after(&mut table, id, 1);
        assert_eq!(outcome, Some(Outcome::Aborted), "{moves:?}");
    }
}

#[test]
fn a_move_in_real_time_counts_until_the_flag_falls() {
    for (span, is_late) in [(MINUTE - 1, false), (MINUTE, true)] {
        let (mut table, id) = played("1+0");
        pass(&mut table, span);
        let said = table.say("Ann", lobby(), "/move a2c4");
        assert_eq!(said.is_err(), is_late, "{span}");
        if is_late {
            let expected = format!("Your time is over, so match {id} is lost.");
            table.refuses("Ann", lobby(), "/move a2c4", &expected);
        }
    }
}

#[test]
fn the_measured_delay_of_a_move_in_real_time_counts_up_to_a_bound() {
    for (lag, used) in [(0, 2000), (200, 1800), (300, 1700), (9000, 1700)] {
        let (mut table, id) = played("1+0");
        table.now.0 += 2000;
        let play = Command::parse("/move a2c4").expect("a command");
        let mut request = table.request("Ann", lobby(), Intent::Command(play));
        if let RequestKind::Person(request) = &mut request.kind {
            Arc::make_mut(&mut request.event).lag = Duration::from_millis(lag);
        }
        assert!(table.settle(&request).is_ok());
        let clock = table.found(id).0.state.clock.expect("a limit");
        let left = clock.left(Color::White);
        assert_eq!(left, Duration::from_millis(60_000 - used), "{lag}");
    }
}

#[test]
fn a_match_in_real_time_has_no_pause() {
    let (mut table, _) = played("1+0");
    let expected = "A game in real time has no pause.";
    table.refuses("Ann", lobby(), "/pause", expected);
}

#[test]
fn no_time_in_real_time_is_lost_while_the_bot_is_away() {
    let (mut table, id) = played("1+0");
    assert_eq!(outcome_after(&mut table, id, MINUTE / 2), None);
    table.now.0 += 10 * MINUTE;
    table.ticks(true);
    assert_eq!(outcome_after(&mut table, id, MINUTE / 2 - 1), None);
    assert!(outcome_after(&mut table, id, 1).is_some());
}

/// After the outage comes a move or something else first, and then a mark. Each case has the remaining time of the running
/// clock.
#[test]
fn a_machine_that_sleeps_for_a_minute_takes_no_time_in_real_time() {
    for (first, left) in [
        ("/move a2c4", MINUTE),
        ("/challenge berolina time:1+0 Bob", 40_000),
    ] {
        let (mut table, id) = played("1+0");
        pass(&mut table, 20_000);
        table.now.0 += MINUTE;
        table.does("Ann", first);
        table.tick(TimeScale::RealTime, false);
        assert_eq!(outcome_after(&mut table, id, left - 1), None, "{first}");
        assert!(outcome_after(&mut table, id, 1).is_some(), "{first}");
    }
}

#[test]
fn a_match_in_real_time_has_all_its_time_if_no_mark_was_made_before_it() {
    let mut table = Table::new();
    table.due(true);
    table.now.0 += MINUTE - 1;
    let id = table.begins("Ann", "Bob", "berolina time:1+0");
    let clock = table.found(id).0.state.clock.expect("a limit");
    let until = clock.until.expect("the first turn has a limit");
    assert_eq!(until.0 - table.now.0, MINUTE / 2);
}

#[test]
fn only_clocks_in_real_time_run_while_a_platform_is_cut_off() {
    for (time, is_over) in [("1+0", true), ("10m", false)] {
        let (mut table, id) = played(time);
        for _ in 0..20 {
            pass(&mut table, MINUTE);
            table.tick(TimeScale::Correspondence, true);
            table.ticks(false);
        }
        let has_ended = matches!(table.found(id).0.stage, Stage::Over(_));
        assert_eq!(has_ended, is_over, "{time}");
        let clock = table.found(id).0.state.clock.expect("a limit");
        assert_eq!(clock.told, None, "{time}");
    }
}

#[test]
fn a_restart_gives_no_time_before_the_last_mark_back() {
    let (mut table, id) = played("1+0");
    pass(&mut table, MINUTE / 2);
    table.now.0 += 10 * MINUTE;
    table.ticks(true);
    assert_eq!(outcome_after(&mut table, id, MINUTE / 2 - 1), None);
    assert!(outcome_after(&mut table, id, 1).is_some());
}

#[test]
fn real_time_is_played_from_the_start_of_a_match_to_its_end() {
    let mut table = Table::new();
    let is_played = |table: &Table| is_real_time_played(&table.rows).expect("rows");
    let n_due = |table: &Table| {
        first_keys(&table.rows, b"due/", None, 9)
            .expect("rows")
            .len()
    };
    let id = table.opens("Ann", "/challenge berolina time:1+0 Bob");
    assert!(!is_played(&table) && n_due(&table) == 1);
    table.presses("Bob", Control::Accept(id));
    assert!(is_played(&table) && n_due(&table) == 0);
    table.does("Ann", &format!("/resign match:{id} confirm:yes"));
    assert!(!is_played(&table) && n_due(&table) == 0);
}

#[test]
fn only_a_running_clock_in_real_time_is_urgent() {
    let (mut table, id) = played("1+0");
    table.begins("Ann", "Bob", "berolina time:1d");
    let urgent = |table: &Table| {
        let urgent = read_urgent(&table.rows, table.now, LATER);
        urgent.expect("the rows can be read")
    };
    let found = urgent(&table);
    assert_eq!(found.iter().map(|due| due.id).collect::<Vec<_>>(), [id]);
    let wait = read_wait(&table.rows, &found[0], table.now).expect("the rows can be read");
    assert!(
        wait <= Duration::from_secs(60) && !wait.is_zero(),
        "{wait:?}"
    );
    table.does("Ann", &format!("/resign match:{id} confirm:yes"));
    assert_eq!(urgent(&table), []);
}

#[test]
fn a_board_of_a_match_in_real_time_shows_the_deadline_after_an_absence() {
    let (mut table, id) = played("1+0");
    table.now.0 += 10 * MINUTE;
    table.ticks(true);
    let (game_match, record) = table.found(id);
    let n_inputs = record.inputs.len();
    let before = game_match.state.clock.and_then(|clock| clock.until);
    let snapshot = MatchSnapshot::replay(game_match, &record, n_inputs).expect("a record");
    let shown = snapshot.as_of(&table.rows, table.now);
    let until = shown.expect("the rows can be read").public().of.until;
    assert!(until > before, "{until:?} is after {before:?}");
}

#[test]
fn a_damaged_due_entry_does_not_keep_a_match_from_lapsing() {
    let mut table = Table::new();
    table.due(true);
    let id = table.opens("Ann", "/challenge berolina Bob");
    let due = table.found(id).0.state.due.expect("it is to be looked at");
    table
        .rows
        .damage(&due_key(TimeScale::Correspondence, due, id));
    table.pass(LIMITS.challenge);
    assert_eq!(table.found(id).0.stage, Stage::Lapsed);
    assert_eq!(table.due(false), []);
}

#[test]
fn unreadable_due_entries_hide_no_readable_ones() {
    let mut table = Table::new();
    table.due(true);
    let mut batch = Batch::default();
    for n in 0..2 * LOOKED_AT {
        batch.put(format!("due/0000000000000000/?{n:03}"), "");
    }
    batch.put("due/0000000000000001/00007", "");
    table.rows.take(batch);
    let due: Vec<_> = table.due(true).into_iter().map(|due| due.name()).collect();
    assert_eq!(due, ["due/0000000000000001/00007"]);
}
