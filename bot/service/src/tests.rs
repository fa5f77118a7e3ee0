mod lives;
mod rivals;

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fmt,
    sync::Arc,
};

use rules::{
    Action, Color, Conclusion, GameInput, Next, PendingDecision, Role, Setup, Square, Variant,
};

use crate::{
    match_store::{entries, schema, storage},
    play::moves::how_to_write,
    testing::*,
    *,
};

use api::{Batch, Choice, Entry, Event, MatchId, Place, Platform, Secret, StoreError, Timestamp};
use command::{Command, Control, Intent, OfferKind, is_same_name};
use dice::{Commitment, DiceFlaw};
use text::Language;

#[test]
fn challenges_to_somebody_do_not_keep_them_from_playing() {
    let mut table = Table::new();
    assert!(table.say("Ann", lobby(), "/challenge berolina Bob").is_ok());
    assert!(table.say("Ann", lobby(), "/challenge berolina Bob").is_ok());
    table.refuses(
        "Eve",
        lobby(),
        "/challenge berolina Bob",
        "Bob has reached the limit of unanswered challenges for one person. Challenge somebody else, or try again later.",
    );
    assert!(table.say("Bob", lobby(), "/challenge berolina").is_ok());
    assert!(table.say("Bob", lobby(), "/challenge berolina").is_ok());
    table.refuses(
        "Bob",
        lobby(),
        "/challenge berolina",
        "You have 2 open matches and challenges, and that is the limit for one person. Finish or withdraw one \
         first; /games lists them.",
    );
}

#[test]
fn a_match_is_shown_to_its_players_and_in_its_channel_only() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let unknown = format!("There is no match {id} here. /games lists yours.");
    for command in ["move e2g4", "why e2g4", "draw", "resign", "view", "verify"] {
        let text = format!("/{command} match:{id}");
        table.refuses("Eve", elsewhere(), &text, &unknown);
        table.refuses("Eve", Place::Direct, &text, &unknown);
    }
    for button in ["block", "decline", "start", "resign", "claim"] {
        let text = match button {
            "block" | "decline" | "start" => format!("{button}:{id}"),
            _ => format!("{button}:{id}:0"),
        };
        let control: Control = text.parse().expect("ours");
        for place in [elsewhere(), Place::Direct] {
            let refused = table.ask("Eve", place, Intent::Press(control.clone()));
            assert_eq!(
                refused.err().map(|no| english(&no)),
                Some(unknown.clone()),
                "{text}"
            );
        }
    }
    table.refuses(
        "Eve",
        lobby(),
        &format!("/draw match:{id}"),
        &format!(
            "Match {id} is played by others, and only its two players can do that. /games lists your matches."
        ),
    );
    for command in ["board", "history", "export"] {
        let text = format!("/{command} {id}");
        table.refuses("Eve", elsewhere(), &text, &unknown);
        table.refuses("Eve", Place::Direct, &text, &unknown);
        for (name, place) in [
            ("Eve", lobby()),
            ("Ann", Place::Direct),
            ("Ann", elsewhere()),
            ("Bob", lobby()),
        ] {
            assert!(table.say(name, place, &text).is_ok(), "{name}: {text}");
        }
    }
}

#[test]
fn without_a_name_the_only_match_of_the_channel_is_meant() {
    let mut table = Table::new();
    // A challenge is no match yet.
    assert!(table.say("Eve", lobby(), "/challenge berolina").is_ok());
    table.refuses(
        "Eve",
        lobby(),
        "/history",
        "No match is being played here. Name a finished one, such as match:4kq0z, or open one with /challenge.",
    );
    table.begin("Ann", "Bob");
    assert!(table.say("Eve", lobby(), "/history").is_ok());
    table.refuses(
        "Eve",
        elsewhere(),
        "/history",
        "No match is being played here. Name a finished one, such as match:4kq0z, or open one with /challenge.",
    );
    table.begin("Cid", "Dan");
    let several = table.say("Eve", lobby(), "/history").err();
    assert!(several.is_some_and(|refusal| english(&refusal).matches("\n• ").count() == 2));
}

#[test]
fn a_recycle_into_check_is_asked_about() {
    let position = r#"4k2u/pp4pp/8/4n3/8/2B5/PP3PPP/4K2U w 24 {"captureUndef":"-","enpassant":"-","reserve":"10001000","castling":"Kk"}"#;
    let setup = Setup::with_position(Variant::Bario, "rules=classic", position);
    let setup = setup.expect("a position");
    let begin = || {
        let mut table = Table::new();
        let id = table.begin("Ann", "Bob");
        table.set_up(id, setup.clone());
        (table, id)
    };
    let is_moved = |reply| matches!(reply, Ok(Reply::Done(Done::Moved { caption, .. })) if caption == "R@h1g1");
    let asks = |reply| match reply {
        Ok(Reply::Query(QueryReply::AskMove(question))) => (question.ply, question.action),
        _ => panic!("nothing is asked"),
    };
    let (mut table, id) = begin();
    let (ply, action) = asks(table.say("Ann", lobby(), "/move R@h1g1"));
    // The button of an earlier ply does nothing, nor does another person's press.
    for (name, control) in [
        ("Ann", Control::Play(id, ply + 1, action)),
        ("Bob", Control::Play(id, ply, action)),
        ("Eve", Control::Play(id, ply, action)),
        (
            "Ann",
            Control::Play(id, ply, "e1e8".parse().expect("an action")),
        ),
    ] {
        assert!(table.ask(name, lobby(), Intent::Press(control)).is_err());
    }
    let control: Control = Control::Play(id, ply, action)
        .to_string()
        .parse()
        .expect("ours");
    assert!(is_moved(table.ask("Ann", lobby(), Intent::Press(control))));

    let (mut table, id) = begin();
    asks(table.ask(
        "Ann",
        lobby(),
        Intent::Choose(Control::Pick(id, 0, 0), "h1:Rg1".into()),
    ));
    assert!(is_moved(table.say(
        "Ann",
        lobby(),
        "/move R@h1g1 confirm:yes"
    )));
    // A move that does not lose is played at once.
    let (mut table, _) = begin();
    assert!(matches!(
        table.say("Ann", lobby(), "/move e1e2"),
        Ok(Reply::Done(Done::Moved { .. }))
    ));
}

#[test]
fn a_match_is_ended_only_while_the_other_player_is_away() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let end = || Intent::Press(Control::End(id));
    assert!(table.decide_on("Bob", lobby(), end()).is_err());
    table.rows.take(left(id, Color::White, Absence::Told));
    let ended = table.decide_on("Bob", lobby(), end());
    let changes = ended
        .unwrap_or_else(|refusal| panic!("{}", english(&refusal)))
        .changes;
    assert!(changes.check_conditions(&table.rows).is_ok());
    table.rows.take(came_back(id, Color::White));
    assert!(changes.check_conditions(&table.rows).is_err());
}

#[test]
fn an_event_is_forgotten_after_two_days() {
    let mut table = Table::new();
    let first = schema::inbox_key(table.now.day(), &event(1).to_string());
    table.begin("Ann", "Bob");
    // The entry of the challenge rate is not kept for as long.
    let is_pace = |key: &[u8]| key.starts_with(b"pace/");
    table.rows.0.borrow_mut().retain(|key, _| !is_pace(key));
    let n_remembered = |table: &Table| {
        table
            .rows
            .scan(schema::INBOX, None, 10)
            .expect("rows")
            .len()
    };
    let remembers = |table: &Table| table.rows.0.borrow().contains_key(&first);
    table.now = Timestamp(table.now.0 + DAY);
    assert!(table.say("Ann", lobby(), "/move e2g4").is_ok());
    assert!(!table.tidy(), "the next day is not over");
    assert!(remembers(&table));
    assert_eq!(n_remembered(&table), 3);
    table.now = Timestamp(table.now.0 + DAY);
    assert!(!table.tidy(), "the clock may be set back by a day");
    table.now = Timestamp(table.now.0 + DAY);
    assert!(table.tidy());
    assert!(!remembers(&table));
    assert_eq!(
        n_remembered(&table),
        2,
        "the move and the tick are remembered"
    );
    assert!(!table.tidy(), "nothing is left to do");
}

#[test]
fn an_event_counts_once_though_the_clock_steps_back_over_midnight() {
    let mut table = Table::new();
    let midnight = (table.now.day() + 1) * DAY;
    for (n, now) in [2000, -2000, 2000 - DAY].into_iter().enumerate() {
        table.n_events = 0;
        table.now = Timestamp(midnight + now);
        let reply = table.say("Ann", lobby(), "/challenge berolina");
        let id = MatchId::from_number(0);
        assert!(
            matches!(reply, Ok(Reply::Done(Done::Opened(opened))) if opened == id),
            "telling {n}"
        );
        table.tidy();
    }
}

#[test]
fn a_damaged_entry_hides_no_other_key_of_its_kind() {
    let mut table = Table::new();
    let ids = [0, 1].map(|_| table.begin("Ann", "Bob"));
    let damaged = schema::head_key(ids[1]);
    table.rows.1.borrow_mut().insert(damaged.clone());
    let first = entries::first_keys(&table.rows, b"head/", None, 64);
    assert_eq!(first.expect("rows"), [schema::head_key(ids[0]), damaged]);
}

#[test]
fn a_match_is_drawn_after_as_many_turns_of_each_side_as_it_may_have() {
    let mut table = Table::new();
    table.service = Service::new(Limits {
        matches: 2,
        challenges: 10,
        challenge: std::time::Duration::from_secs(7 * 24 * 3600),
        turns: 3,
    });
    let id = table.begin("Ann", "Bob");
    table.play(["Ann", "Bob"], &["Nf3", "Nf6", "Ng1", "Ng8", "Nf3"]);
    assert_eq!(table.next(id), Next::Decision(Color::Black));
    table.play(["Bob", "Ann"], &["Nf6"]);
    let limit = Conclusion::TurnLimit.outcome();
    assert_eq!(table.next(id), Next::Over(limit));
    table.refuses(
        "Ann",
        lobby(),
        &format!("/move Ng1 match:{id}"),
        &format!(
            "Match {id} is over: drawn by the turn limit. /export match:{id} gives its record, and /challenge opens a new match."
        ),
    );
}

#[test]
fn each_player_offers_the_same_three_times_in_a_match() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    table.play(["Ann", "Bob"], &["Nf3", "Nf6"]);
    for kind in OfferKind::ALL {
        for name in ["Ann", "Bob"] {
            let other = if name == "Ann" { "Bob" } else { "Ann" };
            for _ in 0..3 {
                assert!(table.say(name, lobby(), &format!("/{kind}")).is_ok());
                let decline = Intent::Press(Control::DeclineOffer(kind, id, 2));
                assert!(table.ask(other, lobby(), decline).is_ok());
                table.service.forget();
            }
            assert!(table.say(name, lobby(), &format!("/{kind}")).is_err());
        }
    }
}

#[test]
fn a_takeback_goes_back_to_before_the_last_turn_of_who_offers_it() {
    // The inputs played, the player who offers the takeback, and the number of inputs taken back.
    let cases: [(&str, &[&str], &str, u32); 5] = [
        ("berolina", &["Nf3"], "Ann", 1),
        ("berolina", &["Nf3", "Nf6"], "Ann", 2),
        ("berolina", &["Nf3", "Nf6"], "Bob", 1),
        ("bario", &["K@e1", "K@e8", "e2e4"], "Bob", 2),
        ("bario", &["K@e1", "K@e8", "e2e4"], "Ann", 1),
    ];
    for (variant, moves, name, expected) in cases {
        let mut table = Table::new();
        let setup = format!("/challenge {variant} Bob white");
        let Ok(Reply::Done(Done::Opened(id))) = table.say("Ann", lobby(), &setup) else {
            panic!("{setup}");
        };
        let accept = Intent::Press(Control::Accept(id));
        assert!(table.ask("Bob", lobby(), accept).is_ok());
        table.play(["Ann", "Bob"], moves);
        let other = if name == "Ann" { "Bob" } else { "Ann" };
        for name in [name, other] {
            assert!(table.say(name, lobby(), "/takeback").is_ok(), "{variant}");
        }
        let (game_match, record) = read_match(&table.rows, id).expect("rows").expect("a match");
        let last = record.inputs.last().map(ToString::to_string);
        assert_eq!(last, Some(format!("takeback:{expected}")), "{variant}");
        assert_eq!(game_match.ply, moves.len() + 1);
    }
}

#[test]
fn a_match_at_hand_is_not_read_again() {
    let commands = [
        "/games",
        "/why Nf6",
        "/history",
        "/export",
        "/board",
        "/replay",
        "/draw",
        "/move Nf6",
        "/resign confirm:yes",
        "/history eyes:everybody",
        "/export",
    ];
    for is_at_hand in [true, false] {
        let mut table = Table::new();
        table.begin("Ann", "Bob");
        table.play(["Ann", "Bob"], &["Nf3", "Nc6", "Ng1"]);
        table.n_reads = 0;
        for text in commands {
            if !is_at_hand {
                table.service.forget();
            }
            let answered = table.say("Bob", lobby(), text);
            assert!(
                answered.is_ok(),
                "{text}: {:?}",
                answered.err().map(|no| english(&no))
            );
            let n_reads = std::mem::take(&mut table.n_reads);
            assert_eq!(n_reads, usize::from(!is_at_hand), "{text}");
        }
    }
}

#[test]
fn dice_are_opened_when_a_match_is_over() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let verify = format!("/verify {id}");
    for text in ["/verify", &verify] {
        let reply = table.say("Bob", lobby(), text);
        let Ok(Reply::Query(QueryReply::DiceSealed {
            id: of,
            by_chance,
            commitment,
        })) = reply
        else {
            panic!("{text} tells what was published");
        };
        let secret = Secret::new([5; 32]);
        assert_eq!((of, commitment), (id, Commitment::to(&secret)));
        assert_eq!(by_chance, ByChance::Nothing);
    }
    let secret = "05".repeat(32);
    let export = |table: &mut Table| match table.say("Ann", lobby(), &format!("/export {id}")) {
        Ok(Reply::Query(QueryReply::Export { record, .. })) => record.to_string(),
        _ => panic!("the record is told"),
    };
    assert!(!export(&mut table).contains(&secret));
    let stored = |table: &Table, prefix: &[u8]| {
        let rows = table.rows.0.borrow();
        let found = rows.iter().filter(|(key, _)| key.starts_with(prefix));
        found
            .filter(|(_, value)| String::from_utf8_lossy(value).contains(&secret))
            .count()
    };
    assert_eq!((stored(&table, b""), stored(&table, b"dice/")), (1, 1));
    assert!(table.say("Ann", lobby(), "/resign confirm:yes").is_ok());
    assert!(export(&mut table).contains(&secret));
    for text in ["/verify", &verify] {
        let Ok(Reply::Query(QueryReply::Verified(record))) = table.say("Bob", lobby(), text) else {
            panic!("{text} is answered");
        };
        let report = dice::verify(&record);
        assert!(report.flaws.is_empty(), "{text}");
    }
    table.refuses(
        "Eve",
        elsewhere(),
        &verify,
        &format!("There is no match {id} here. /games lists yours."),
    );
    assert!(
        table.say("Eve", lobby(), &verify).is_ok(),
        "who has watched may check"
    );
}

#[test]
fn verify_rejects_a_stored_match_that_was_tampered_with() {
    #[track_caller]
    fn check(tamper: impl FnOnce(&Shelf, MatchId), flaw: &str) {
        let mut table = Table::new();
        let challenge = "/challenge chakart Bob white setup=symmetric";
        let Ok(Reply::Done(Done::Opened(id))) = table.say("Ann", lobby(), challenge) else {
            panic!("a challenge is opened");
        };
        let accept = Intent::Press(Control::Accept(id));
        assert!(table.ask("Bob", lobby(), accept).is_ok());
        table.play(["Ann", "Bob"], &["e2e4", "d7d5"]);
        assert!(table.say("Ann", lobby(), "/resign confirm:yes").is_ok());
        tamper(&table.rows, id);
        for is_fresh in [false, true] {
            if is_fresh {
                table.service.forget();
            }
            for text in ["/verify".to_owned(), format!("/verify {id}")] {
                let Ok(Reply::Query(QueryReply::Verified(record))) =
                    table.say("Bob", lobby(), &text)
                else {
                    panic!("{text} is answered");
                };
                let report = dice::verify(&record);
                let flaws = report.flaws.iter().map(DiceFlaw::text);
                let flaws: Vec<_> = flaws.map(|flaw| Language::ENGLISH.say(&flaw)).collect();
                assert!(
                    flaws.iter().any(|found| found.starts_with(flaw)),
                    "{flaws:?}"
                );
            }
        }
    }
    let change = |shelf: &Shelf, id, change: fn(&mut Vec<GameInput>)| {
        let (mut game_match, record) = read_match(shelf, id).expect("rows").expect("a match");
        let mut inputs = record.inputs;
        change(&mut inputs);
        game_match.ply = inputs.len();
        let value = storage::packed(&game_match, &inputs);
        shelf.0.borrow_mut().insert(schema::match_key(id), value);
    };
    // The start array is the first roll.
    check(
        |shelf, id| {
            change(shelf, id, |inputs| {
                inputs[0] = "start:7".parse().expect("an input")
            })
        },
        "Roll 1, input 1, is start:7 and should be start:",
    );
    check(
        |shelf, id| {
            let other = format!(r#"{{"v":1,"secret":"{}"}}"#, "06".repeat(32));
            shelf
                .0
                .borrow_mut()
                .insert(schema::dice_key(id), other.into_bytes());
        },
        "The secret is not the one that the challenge committed to",
    );
    check(
        |shelf, id| change(shelf, id, |inputs| *inputs = inputs.split_off(1)),
        "Roll 1 is missing: input 1 should be start:",
    );
}

#[test]
fn nothing_is_kept_of_the_dice_of_a_challenge_that_is_not_played() {
    let mut table = Table::new();
    let Ok(Reply::Done(Done::Opened(id))) = table.say("Ann", lobby(), "/challenge chakart") else {
        panic!("a challenge is opened");
    };
    assert!(table.rows.0.borrow().contains_key(&schema::dice_key(id)));
    assert!(
        table
            .ask("Ann", lobby(), Intent::Press(Control::Decline(id)))
            .is_ok()
    );
    assert!(!table.rows.0.borrow().contains_key(&schema::dice_key(id)));
    table.refuses(
        "Ann",
        lobby(),
        &format!("/verify {id}"),
        &format!("The challenge {id} was not accepted, so there was no game."),
    );
}

#[test]
fn a_move_that_others_read_is_not_played_where_there_are_secrets() {
    for options in ["objects=hidden", "objects=open"] {
        let mut table = Table::new();
        let text = format!("/challenge chakart Bob white setup=standard {options}");
        let Ok(Reply::Done(Done::Opened(id))) = table.say("Ann", lobby(), &text) else {
            panic!("{text}");
        };
        let accepted = table.ask("Bob", lobby(), Intent::Press(Control::Accept(id)));
        assert!(accepted.is_ok(), "Bob accepts");
        table.is_overheard = true;
        // Neither the turn nor the text makes a difference.
        for (name, text) in [
            ("Ann", "/move e2e4"),
            ("Ann", "/move banana"),
            ("Ann", "/why e2e4"),
            ("Bob", "/move e7e5"),
            ("Bob", "/why e7e5"),
        ] {
            let refusal = table.say(name, lobby(), text).err();
            assert!(refusal == Some(Refusal::SaidAloud(id)), "{name}: {text}");
        }
        let written = Intent::Fill(Control::Write(id, 0), "e2e4".to_owned());
        let refusal = table.ask("Ann", lobby(), written).err();
        assert!(refusal == Some(Refusal::SaidAloud(id)));
        // A person who does not play learns no more than usual, and text that reveals nothing is answered.
        let text = format!("/move e2e4 match:{id}");
        let refusal = table.say("Eve", lobby(), &text).err();
        assert!(refusal == Some(text::refusal_not_a_player(id).into()));
        assert!(table.say("Ann", lobby(), "/move").is_ok());
        table.is_overheard = false;
        assert!(table.say("Ann", Place::Direct, "/move e2e4").is_ok());
    }
    let mut table = Table::new();
    table.begin("Ann", "Bob");
    table.is_overheard = true;
    assert!(table.say("Ann", lobby(), "/move e2d3").is_ok());
}

#[test]
fn a_move_is_read_where_it_is_asked_for_with_the_command_before_it_too() {
    for text in [
        "/move e2d3",
        "/MOVE  e2d3",
        "move e2d3",
        "\u{200b}/move e2d3",
    ] {
        let mut table = Table::new();
        let id = table.begin("Ann", "Bob");
        let written = Intent::Fill(Control::Write(id, 0), text.to_owned());
        assert!(table.ask("Ann", lobby(), written).is_ok(), "{text}");
    }
    let mut table = Table::new();
    table.begin("Ann", "Bob");
    assert!(table.say("Ann", lobby(), "/move /move e2d3").is_ok());
}

#[test]
fn the_record_of_a_match_with_secrets_comes_when_it_is_over() {
    let mut table = Table::new();
    let Ok(Reply::Done(Done::Opened(id))) =
        table.say("Ann", lobby(), "/challenge chakart Bob white")
    else {
        panic!("a challenge is opened");
    };
    assert!(
        table
            .ask("Bob", lobby(), Intent::Press(Control::Accept(id)))
            .is_ok()
    );
    let (_, record) = read_match(&table.rows, id).expect("rows").expect("a match");
    assert_eq!(record.inputs.len(), 2, "a row is drawn for each side");
    for (name, expected) in [
        ("Ann", Lens::Seat(Color::White)),
        ("Bob", Lens::Seat(Color::Black)),
        ("Eve", Lens::Everybody),
    ] {
        for command in ["/export", "/history"] {
            let lens = match table.say(name, lobby(), command) {
                Ok(Reply::Query(QueryReply::ExportSeen(seen) | QueryReply::History(seen))) => {
                    seen.lens
                }
                _ => panic!("{name}: {command}"),
            };
            assert_eq!(lens, expected, "{name}: {command}");
        }
        let refused = table.say(name, lobby(), "/history eyes:everything");
        let closed = text::refusal_eyes_closed(id).into();
        assert!(refused.err() == Some(closed), "{name}");
    }
    assert!(table.say("Ann", lobby(), "/resign confirm:yes").is_ok());
    assert!(matches!(
        table.say("Bob", lobby(), "/export"),
        Ok(Reply::Query(QueryReply::Export { .. }))
    ));
    let text = format!("/history {id}");
    assert!(matches!(
        table.say("Eve", lobby(), &text),
        Ok(Reply::Query(QueryReply::History(seen))) if seen.lens == Lens::Truth
    ));
    assert!(matches!(
        table.say("Eve", lobby(), &format!("{text} eyes:black")),
        Ok(Reply::Query(QueryReply::Story(seen))) if seen.lens == Lens::Seat(Color::Black)
    ));
}

#[test]
fn debug_output_tells_no_move() {
    #[track_caller]
    fn check(value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        assert!(!text.contains("e2") && !text.contains("101, 50"), "{text}");
    }
    let text = "/move e2g4";
    let command = Command::parse(text).expect("a command");
    check(&command);
    check(&Command::parse("/games e2g4").err());
    check(&Refusal::from(text::refusal_no_such_move("e2g4")));
    let mut batch = Batch::default();
    batch.put("input/00001/000000", "e2g4");
    check(&batch);
    check(&Choice {
        label: "e2 to g4".to_owned(),
        value: "e2g4".to_owned(),
    });
    let event = Event {
        text: Some(text.to_owned()),
        ..Event::new(event(1), person("Ann"), lobby(), Intent::Command(command))
    };
    check(&event);
    check(&PersonRequest::new(Arc::new(event), Language::ENGLISH));
}

#[test]
fn completions_are_no_longer_than_platforms_show() {
    let mut table = Table::new();
    let (long, too_long) = ("N".repeat(64), "M".repeat(101));
    let id = table.begin(&long, "Bob");
    let people = [long.clone(), too_long];
    let completions = |table: &mut Table, text: &str| {
        let people: Vec<_> = people.iter().map(String::as_str).collect();
        table.offered("Bob", lobby(), text, &people).choices
    };
    let people = completions(&mut table, "/challenge berolina @");
    // The program can be named too.
    assert_eq!(people.len(), 2, "a part of a name would be another name");
    assert!(people[0].value.ends_with(&long));
    table.rename(id, &"B".repeat(64));
    let matches = completions(&mut table, "/history ");
    let [only, ..] = &matches[..] else {
        panic!("the match is offered");
    };
    assert_eq!(only.label.chars().count(), 100);
    assert!(only.label.ends_with("B…"));
    assert_eq!(only.value, format!("/history {id}"));
}

impl Table {
    /// Gives Black another name.
    fn rename(&mut self, id: MatchId, name: &str) {
        let (mut game_match, _) = read_match(&self.rows, id).expect("rows").expect("a match");
        if let Stage::Playing(seats) = &mut game_match.stage {
            seats.black.name = name.to_owned();
        }
        let mut batch = Batch::default();
        batch.put(schema::match_key(id), entries::encode(&game_match));
        self.rows.take(batch);
        self.service.forget();
    }
}

#[test]
fn a_hint_shows_how_what_is_due_is_written() {
    #[track_caller]
    fn check(pending: PendingDecision, example: &str) {
        let hint = Language::ENGLISH.say(&how_to_write(pending));
        assert!(hint.contains(&format!("such as {example}.")), "{hint}");
        if pending != PendingDecision::Move {
            let read = example.parse::<Action>();
            assert!(read.is_ok(), "{example} can be read");
        }
    }
    let square = |text: &str| text.parse::<Square>().expect("a square");
    check(PendingDecision::Move, "e7d8=Q");
    check(PendingDecision::KingPlace, "K@e1");
    check(PendingDecision::LostPiece(square("d1")), "-R");
    check(PendingDecision::Swap, "a1<>b2");
    check(PendingDecision::DropPlace(Role::Knight), "N@d4");
    let (from, to) = (square("e7"), square("e8"));
    check(PendingDecision::Promotion { from, to }, "e7e8=Q");
}

/// Rows that are replaced by others after some reads, as by a commit.
struct Changing<'a> {
    before: &'a Shelf,
    after: &'a Shelf,
    n_before: Cell<usize>,
}

impl Changing<'_> {
    fn now(&self) -> &Shelf {
        match self.n_before.get().checked_sub(1) {
            Some(left) => {
                self.n_before.set(left);
                self.before
            }
            None => self.after,
        }
    }
}

impl Rows for Changing<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.now().get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.now().scan(prefix, after, limit)
    }
}

#[test]
fn nobody_reads_a_match_while_it_is_half_packed() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    table.play(["Ann", "Bob"], &["e2g4", "d7f5", "g1f3"]);
    let before = Shelf(table.rows.0.clone(), RefCell::default());
    assert!(table.say("Ann", lobby(), "/resign confirm:yes").is_ok());
    for n_before in 0..5 {
        let rows = Changing {
            before: &before,
            after: &table.rows,
            n_before: Cell::new(n_before),
        };
        let (game_match, record) = read_match(&rows, id)
            .expect("it is whole")
            .expect("a match");
        let n_inputs = if matches!(game_match.stage, Stage::Over(_)) {
            4
        } else {
            3
        };
        assert_eq!(record.inputs.len(), n_inputs, "after {n_before} reads");
        assert_eq!(game_match.ply, n_inputs, "after {n_before} reads");
    }
}

#[track_caller]
fn check_shown(name: &str, expected: &str) {
    assert_eq!(
        Player::from(&person(name).into()).name,
        expected,
        "{name:?}"
    );
}

#[test]
fn joiners_stay_between_letters_that_join_and_within_emoji() {
    for name in [
        "علی\u{200c}رضا",
        "ශ්\u{200d}රී",
        "क्\u{200c}ष",
        "র\u{200d}্যাচেল",
        "👩\u{200d}👩\u{200d}👧\u{200d}👦",
        "🏳\u{fe0f}\u{200d}🌈",
        "👩🏽\u{200d}⚕\u{fe0f}",
    ] {
        check_shown(name, name);
    }
    check_shown("An\u{200d}n", "Ann");
    check_shown("\u{200c}Ann\u{200d}", "Ann");
    check_shown("علی\u{200c}", "علی");
    check_shown("علی\u{200c}\u{200c}رضا", "علی\u{200c}رضا");
    check_shown("👩\u{200d}", "👩");
    check_shown("👩\u{200d}n", "👩n");
    // A shortened name does not end with a joiner.
    let long = "👩\u{200d}".repeat(40);
    check_shown(&long, "👩\u{200d}".repeat(32).trim_end_matches('\u{200d}'));
}

/// The flag of a part of a country: a black flag, and tags that spell which part.
fn flag(of: &str) -> String {
    let tags = of.bytes().chain([0x7f]);
    let tags = tags.filter_map(|tag| char::from_u32(0xe0000 + u32::from(tag)));
    ['\u{1f3f4}'].into_iter().chain(tags).collect()
}

#[test]
fn flags_of_tags_come_through_whole_and_tags_of_no_flag_not_at_all() {
    let england = flag("gbeng");
    for name in [
        format!("{england} Ann"),
        format!("Ann {england}{}", flag("gbsct")),
        format!("{england}\u{200d}🌈"),
    ] {
        check_shown(&name, &name);
    }
    check_shown("Ann\u{e0067}\u{e007f}", "Ann");
    check_shown("A\u{e0001}\u{e0065}nn", "Ann");
    check_shown("🏴\u{e0067}\u{e0062} Ann", "🏴 Ann");
    check_shown("🏴\u{e007f}Ann", "🏴Ann");
    check_shown(&flag("somewhere"), "🏴");
    check_shown(&format!("👩{}", &england['🏴'.len_utf8()..]), "👩");
    // A shortened name does not end with half a flag.
    check_shown(&england.repeat(10), &england.repeat(9));
}

#[test]
fn names_are_the_same_whatever_flag_is_in_them() {
    let (england, wales) = (flag("gbeng"), flag("gbwls"));
    for name in ["Ann 🏴", &format!("ann {wales}"), "Ann\u{e0041} 🏴\u{fe0f}"] {
        assert!(is_same_name(&format!("Ann {england}"), name), "{name:?}");
    }
    assert!(!is_same_name(&format!("Ann {england}"), "Ann"));
}

#[test]
fn accents_typed_apart_stay_upon_their_letters() {
    check_shown("Zoe\u{308}", "Zoë");
}

#[test]
fn no_name_of_a_player_is_a_command() {
    for (name, shown) in [
        ("/resign", "∕resign"),
        ("//move", "/∕move"),
        ("Ann (/Block)", "Ann (∕Block)"),
        ("Ann/settings server", "Ann∕settings server"),
        ("Ann / Bob", "Ann / Bob"),
        ("Bob <b>& Co</b>", "Bob <b>& Co</b>"),
        ("/removed", "/removed"),
    ] {
        assert_eq!(Player::from(&person(name).into()).name, shown);
    }
}

#[test]
fn what_is_over_lies_in_one_value() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    table.play(["Ann", "Bob"], &["e2g4", "d7f5"]);
    assert!(table.say("Ann", lobby(), "/resign confirm:yes").is_ok());
    for _ in 0..2 {
        let rows = table.rows.0.borrow();
        let value = &rows[&schema::match_key(id)];
        assert!(value.ends_with(b"\ne2g4 d7f5 resign:white"));
        let of_it = rows.keys().filter(|key| schema::match_of(key) == Some(id));
        let kinds: Vec<_> = of_it
            .filter_map(|key| key.split(|byte| *byte == b'/').next())
            .filter(|kind| *kind != b"outbox")
            .map(|kind| String::from_utf8_lossy(kind).into_owned())
            .collect();
        assert_eq!(kinds, ["dice", "match", "past", "past"]);
        drop(rows);
        // It stays so when its board is shown again.
        assert!(table.say("Ann", lobby(), &format!("/board {id}")).is_ok());
    }
}
