use std::time::Duration;

use super::*;
use crate::testing::{LIMITS, Table, elsewhere, english, lobby};
use crate::{Limits, Reply, Service};
use api::Place;
use command::{Control, Intent};

/// Returns a table where people can have as many matches as usual.
fn roomy() -> Table {
    let mut table = Table::new();
    table.service = Service::new(Limits {
        matches: 50,
        ..LIMITS
    });
    table
}

/// Has Ann challenge Bob where the bot only answers.
fn announced(table: &mut Table) -> MatchId {
    match table.say("Ann", Place::Group, TO_BOB) {
        Ok(Reply::Done(Done::Challenge(ChallengeDone::Opened(id)))) => id,
        _ => panic!("a challenge is opened there"),
    }
}

const TO_BOB: &str = "/challenge berolina Bob";

const TOO_MANY_TO_BOB: &str = "Bob has not yet answered 3 of your challenges, and that is the limit for one person. Wait for \
                               an answer, or withdraw one: /games lists them.";

#[test]
fn a_full_box_of_challenges_cannot_be_made_by_one_person() {
    let mut table = roomy();
    let ids = [TO_BOB; 3].map(|text| table.opens("Ann", text));
    table.refuses("Ann", lobby(), TO_BOB, TOO_MANY_TO_BOB);
    // All other people can still reach both of them, and Ann all other people.
    table.opens("Eve", TO_BOB);
    table.opens("Bob", "/challenge berolina Ann");
    table.opens("Ann", "/challenge berolina Eve");
    // Each answer makes room for one more.
    for (name, control) in [
        ("Bob", Control::Decline(ids[0])),
        ("Bob", Control::Accept(ids[1])),
        ("Ann", Control::Decline(ids[2])),
    ] {
        table.presses(name, control);
        table.opens("Ann", TO_BOB);
        table.refuses("Ann", lobby(), TO_BOB, TOO_MANY_TO_BOB);
    }
}

#[test]
fn challenges_are_limited_per_hour_and_the_refusal_names_the_wait() {
    const MINUTE: i64 = 60_000;
    let mut table = roomy();
    for _ in 0..10 {
        let id = table.opens("Ann", "/challenge berolina");
        // Challenges that are over count too.
        table.presses("Ann", Control::Decline(id));
        table.now.0 += MINUTE;
    }
    let refusal = |minutes: &str| {
        format!(
            "You opened 10 challenges within an hour, and that is the limit. You can open the next one in {minutes}."
        )
    };
    table.refuses(
        "Ann",
        lobby(),
        "/challenge berolina",
        &refusal("50 minutes"),
    );
    table.opens("Bob", "/challenge berolina");
    table.now.0 += 49 * MINUTE + 1;
    table.refuses("Ann", lobby(), "/challenge berolina", &refusal("1 minute"));
    // The record of opened challenges survives a restart.
    table.service.forget();
    table.now.0 += MINUTE - 1;
    table.opens("Ann", "/challenge berolina");
    table.refuses("Ann", lobby(), "/challenge berolina", &refusal("1 minute"));
    // A clock that is set back delays no one.
    table.now.0 -= 24 * 60 * MINUTE;
    table.opens("Ann", "/challenge berolina");
}

#[test]
fn a_block_refuses_challenges_in_one_direction_only() {
    let mut table = roomy();
    let open = table.opens("Bob", "/challenge berolina");
    let to_bob = table.opens("Ann", TO_BOB);
    table.presses("Bob", Control::Block(to_bob));
    table.refuses(
        "Ann",
        lobby(),
        TO_BOB,
        "Bob does not take challenges from you. Challenge somebody else, or leave the opponent out to challenge anybody.",
    );
    table.refuses_press(
        "Ann",
        Control::Accept(open),
        "Bob does not take challenges from you, so you cannot accept this one either. /challenge opens one of your own.",
    );
    // The block declines the challenge in the same commit.
    let (declined, _) = table.found(to_bob);
    assert!(matches!(declined.stage, Stage::Declined(_)));
    // A block holds for one direction only: Bob can still challenge Ann, and Ann can accept.
    let to_ann = table.opens("Bob", "/challenge berolina Ann");
    table.presses("Ann", Control::Accept(to_ann));
    table.does("Bob", "/unblock Ann");
    table.opens("Ann", TO_BOB);
}

#[test]
fn only_the_challenged_person_blocks_the_challenger() {
    let mut table = roomy();
    let id = table.opens("Ann", TO_BOB);
    for name in ["Ann", "Eve"] {
        let pressed = table.ask(name, lobby(), Intent::Press(Control::Block(id)));
        assert!(pressed.is_err(), "{name}");
    }
    table.opens("Ann", TO_BOB);
}

#[test]
fn so_many_people_are_blocked_and_no_more() {
    let mut table = roomy();
    for n in 0..100 {
        table.does("Bob", &format!("/block P{n}"));
    }
    table.refuses(
        "Bob",
        lobby(),
        "/block Ann",
        "You block 100 people, and that is the limit. /unblock takes challenges from one of them again.",
    );
    // A person is blocked only once.
    table.does("Bob", "/block P7");
    table.does("Bob", "/unblock P7");
    table.does("Bob", "/block Ann");
    table.refuses(
        "Bob",
        lobby(),
        "/unblock P7",
        "You do not block “P7”. /unblock alone lists whom you block.",
    );
}

#[test]
fn a_stuck_challenge_is_posted_again_by_who_has_to_do_with_it() {
    let mut table = roomy();
    let id = table.opens("Ann", TO_BOB);
    let again = format!("/board {id}");
    for name in ["Ann", "Bob"] {
        for place in [lobby(), elsewhere(), Place::Direct] {
            let reply = table.say(name, place, &again).ok();
            assert!(
                matches!(
                    reply,
                    Some(Reply::Done(Done::Challenge(ChallengeDone::Posted(_))))
                ),
                "{name}"
            );
        }
    }
    // Other people cannot repost the challenge.
    let refusal = format!("Match {id} has not begun: nobody has accepted the challenge yet.");
    table.refuses("Eve", lobby(), &again, &refusal);
    table.presses("Bob", Control::Accept(id));
}

#[test]
fn a_stuck_challenge_lapses_after_a_week_and_a_match_does_not() {
    let mut table = roomy();
    let played = table.begin("Ann", "Bob");
    table.pass(Duration::from_secs(3600));
    let ids = [TO_BOB; 2].map(|text| table.opens("Ann", text));
    table.presses("Ann", Control::Decline(ids[0]));
    let week = Duration::from_secs(7 * 24 * 3600);
    table.pass(week - Duration::from_secs(60));
    let again = format!("/board {}", ids[1]);
    table.does("Ann", &again);
    // After a restart, the bot finds the due matches again.
    table.service.forget();
    table.pass(Duration::from_secs(60));
    let refusal = format!(
        "The challenge {} has expired, because nobody answered it in time. /challenge opens a new one.",
        ids[1]
    );
    table.refuses_press("Bob", Control::Accept(ids[1]), &refusal);
    assert_eq!(table.found(ids[1]).0.stage, Stage::Lapsed);
    assert_eq!(table.found(ids[0]).0.stage, Stage::Withdrawn);
    assert!(matches!(table.found(played).0.stage, Stage::Playing(_)));
    // The list of challenges is free again, and no match is due any more.
    for _ in 0..3 {
        table.opens("Ann", TO_BOB);
    }
    table.pass(Duration::from_secs(3600));
}

#[test]
fn the_rate_of_challenges_is_kept_for_an_hour() {
    let mut table = roomy();
    let paces = |table: &Table| table.rows.n_under("pace/");
    table.opens("Ann", TO_BOB);
    table.now.0 += 50 * 60_000;
    table.opens("Bob", "/challenge berolina");
    table.tidy();
    assert_eq!(paces(&table), 2);
    table.now.0 += 10 * 60_000;
    table.tidy();
    assert_eq!(paces(&table), 1);
    table.now.0 += 50 * 60_000;
    table.tidy();
    assert_eq!(paces(&table), 0);
}

#[test]
fn an_answer_only_group_lets_only_the_named_opponent_join_and_read() {
    let mut table = Table::new();
    let id = announced(&mut table);
    let mut accepts = |name| table.ask(name, Place::Group, Intent::Press(Control::Accept(id)));
    let refusal = accepts("Eve").err().expect("it is for somebody else");
    assert_eq!(
        english(&refusal),
        "This challenge is for Bob. /challenge opens one of your own."
    );
    assert!(accepts("Bob").is_ok());
    let (game_match, _) = table.found(id);
    let readers = [0, 1].map(|number| game_match.reader_in(number).map(|reader| &*reader.name));
    assert_eq!(readers, [Some("Ann"), Some("Bob")]);
}

#[test]
fn a_challenge_announced_to_one_person_is_unknown_to_others_elsewhere() {
    let mut table = Table::new();
    let id = announced(&mut table);
    let join = format!("/join {id}");
    let unknown = format!("There is no match {id} here. /games lists yours.");
    for place in [lobby(), Place::Direct] {
        table.refuses("Eve", place, &join, &unknown);
    }
    // Readers of the announcement know whom it is for.
    let for_bob = "This challenge is for Bob. /challenge opens one of your own.";
    table.refuses("Eve", Place::Group, &join, for_bob);
    assert!(table.say("Bob", Place::Direct, &join).is_ok());
}

#[test]
fn in_an_answer_only_group_only_the_challenger_causes_a_delivery() {
    let mut table = Table::new();
    let id = announced(&mut table);
    let n_rows = |table: &Table| table.found(id).0.state.n_rows;
    let again = format!("/board {id}");
    for (name, is_told) in [("Bob", false), ("Ann", true)] {
        let before = n_rows(&table);
        let reply = table.say(name, Place::Group, &again);
        let is_posted = matches!(
            reply,
            Ok(Reply::Done(Done::Challenge(ChallengeDone::Posted(_))))
        );
        assert!(is_posted, "{name}");
        assert_eq!(n_rows(&table) > before, is_told, "{name}");
    }
}

#[test]
fn a_challenge_that_was_withdrawn_no_longer_stands() {
    let mut table = Table::new();
    let id = table.opens("Ann", TO_BOB);
    table.presses("Ann", Control::Decline(id));
    let expected = format!("The challenge {id} is no longer open.");
    table.refuses_press("Bob", Control::Accept(id), &expected);
}

#[test]
fn where_the_bot_only_answers_there_are_no_best_players() {
    let mut table = Table::new();
    let expected = "I know the best players of servers, not of groups. Ask on a server.";
    table.refuses("Ann", Place::Group, "/leaderboard", expected);
}

#[test]
fn challenges_to_a_person_do_not_keep_them_from_playing() {
    let mut table = Table::new();
    table.does("Ann", "/challenge berolina Bob");
    table.does("Ann", "/challenge berolina Bob");
    table.refuses(
        "Eve",
        lobby(),
        "/challenge berolina Bob",
        "Bob has reached the limit of unanswered challenges for one person. Challenge somebody else, or try again later.",
    );
    table.does("Bob", "/challenge berolina");
    table.does("Bob", "/challenge berolina");
    table.refuses(
        "Bob",
        lobby(),
        "/challenge berolina",
        "You have 2 open matches and challenges, and that is the limit for one person. Finish or withdraw one \
         first; /games lists them.",
    );
}
