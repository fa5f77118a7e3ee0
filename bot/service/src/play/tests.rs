use rules::{Action, Color, Conclusion, Game, Next, PendingDecision, Role, Setup, Square, Variant};

use crate::{
    play::moves::{how_to_write, recycles_into_check},
    testing::*,
    *,
};

use api::Place;
use command::{Control, Intent, OfferKind};
use text::Language;

#[test]
fn a_recycle_into_check_is_recognized_before_it_is_played() {
    #[track_caller]
    fn check(setup: &str, action: &str, expected: bool) {
        let setup: Setup = setup.parse().expect("a setup");
        let action = action.parse().expect("an action");
        assert_eq!(recycles_into_check(&Game::new(&setup), action), expected);
    }
    let recycles = "bario rules=classic position=4k2u/pp4pp/8/4n3/8/2B5/PP3PPP/4K2U w 24 \
                    {\"captureUndef\":\"-\",\"enpassant\":\"-\",\"reserve\":\"10001000\",\"castling\":\"Kk\"}";
    check(recycles, "R@h1g1", true);
    check(recycles, "c3d4", false);
    check(recycles, "R@h1h8", false);
    let wins = "berolina position=7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    check(wins, "a1a8", false);
    check("chakart setup=standard", "e2e4", false);
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
            let refused = refused.err().map(|no| english(&no));
            assert_eq!(refused.as_ref(), Some(&unknown), "{text}");
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
fn a_second_move_from_another_page_names_the_first() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let send = |table: &mut Table, name: &str, n_inputs: usize, text: &str| {
        let control = Control::Type(id, n_inputs, text.to_owned());
        let refused = table.ask(name, Place::Direct, Intent::Press(control)).err();
        refused.map(|no| english(&no))
    };
    assert_eq!(send(&mut table, "Ann", 0, "e2g4"), None);
    let moved = Some("You have already moved: 1. g4.".to_owned());
    assert_eq!(send(&mut table, "Ann", 0, "d2f4"), moved);
    let waits = send(&mut table, "Ann", 1, "d2f4").expect("it is Bob's turn");
    assert!(waits.starts_with("It is not your turn"), "{waits}");
    assert_eq!(send(&mut table, "Bob", 1, "d7f5"), None);
    let stale = send(&mut table, "Ann", 0, "d2f4").expect("Bob has moved");
    assert!(
        stale.starts_with("That belongs to an earlier position"),
        "{stale}"
    );
}

#[test]
fn without_a_name_the_only_match_of_the_channel_is_meant() {
    let mut table = Table::new();
    // A challenge is no match yet.
    table.does("Eve", "/challenge berolina");
    let none = "No match is being played here. Name a finished one, such as match:4kq0z, or open one with /challenge.";
    table.refuses("Eve", lobby(), "/history", none);
    table.begin("Ann", "Bob");
    table.does("Eve", "/history");
    table.refuses("Eve", elsewhere(), "/history", none);
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
        let id = table.begin_at("Ann", "Bob", setup.clone());
        (table, id)
    };
    let is_moved = |reply| matches!(reply, Ok(Reply::Done(Done::Play(PlayDone::Moved { caption, .. }))) if caption == "R@h1g1");
    let asks = |reply| match reply {
        Ok(Reply::Play(PlayReply::AskMove(question))) => (question.n_inputs, question.action),
        _ => panic!("nothing is asked"),
    };
    let (mut table, id) = begin();
    let (n_inputs, action) = asks(table.say("Ann", lobby(), "/move R@h1g1"));
    // A stale button does nothing, nor does another person's press.
    for (name, control) in [
        ("Ann", Control::Play(id, n_inputs + 1, action)),
        ("Bob", Control::Play(id, n_inputs, action)),
        ("Eve", Control::Play(id, n_inputs, action)),
        (
            "Ann",
            Control::Play(id, n_inputs, "e1e8".parse().expect("an action")),
        ),
    ] {
        assert!(table.ask(name, lobby(), Intent::Press(control)).is_err());
    }
    let control: Control = Control::Play(id, n_inputs, action)
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
    let confirmed = "/move R@h1g1 confirm:yes";
    assert!(is_moved(table.say("Ann", lobby(), confirmed)));
    // A move that does not lose is played at once.
    let (mut table, _) = begin();
    let moved = table.does("Ann", "/move e1e2");
    assert!(matches!(
        moved,
        Reply::Done(Done::Play(PlayDone::Moved { .. }))
    ));
}

#[test]
fn a_match_is_ended_only_while_the_other_player_is_away() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let end = || Intent::Press(Control::End(id));
    assert!(table.decide_on("Bob", lobby(), end()).is_err());
    table.rows.take(left(id, Color::White, Absence::Told));
    let Ok(Outcome { changes, .. }) = table.decide_on("Bob", lobby(), end()) else {
        panic!("it is ended");
    };
    assert!(changes.check_conditions(&table.rows).is_ok());
    table.rows.take(came_back(id, Color::White));
    assert!(changes.check_conditions(&table.rows).is_err());
}

#[test]
fn a_match_is_drawn_after_as_many_turns_of_each_side_as_it_may_have() {
    let mut table = Table::new();
    table.service = Service::new(Limits { turns: 3, ..LIMITS });
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
                table.does(name, &format!("/{kind}"));
                table.presses(other, Control::DeclineOffer(kind, id, 2));
                table.service.forget();
            }
            assert!(table.say(name, lobby(), &format!("/{kind}")).is_err());
        }
    }
}

#[test]
fn a_takeback_returns_to_before_the_last_turn_of_its_proposer() {
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
        let id = table.begins("Ann", "Bob", variant);
        table.play(["Ann", "Bob"], moves);
        let other = if name == "Ann" { "Bob" } else { "Ann" };
        for name in [name, other] {
            table.does(name, "/takeback");
        }
        let (game_match, record) = table.found(id);
        let last = record.inputs.last().map(ToString::to_string);
        assert_eq!(last, Some(format!("takeback:{expected}")), "{variant}");
        assert_eq!(game_match.state.n_inputs, moves.len() + 1);
    }
}

#[test]
fn a_move_that_others_read_is_not_played_where_there_are_secrets() {
    for options in ["objects=hidden", "objects=open"] {
        let mut table = Table::new();
        let id = table.begins("Ann", "Bob", &format!("chakart setup=standard {options}"));
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
        table.does("Ann", "/move");
        table.is_overheard = false;
        assert!(table.say("Ann", Place::Direct, "/move e2e4").is_ok());
    }
    let mut table = Table::new();
    table.begin("Ann", "Bob");
    table.is_overheard = true;
    table.does("Ann", "/move e2d3");
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
    table.does("Ann", "/move /move e2d3");
}

#[test]
fn the_record_of_a_match_with_secrets_comes_when_it_is_over() {
    let mut table = Table::new();
    let id = table.begins("Ann", "Bob", "chakart");
    let (_, record) = table.found(id);
    assert_eq!(record.inputs.len(), 2, "a row is drawn for each side");
    for (name, expected) in [
        ("Ann", Lens::Seat(Color::White)),
        ("Bob", Lens::Seat(Color::Black)),
        ("Eve", Lens::Everybody),
    ] {
        for command in ["/export", "/history"] {
            let lens = match table.say(name, lobby(), command) {
                Ok(
                    Reply::Record(RecordReply::ExportSeen(seen))
                    | Reply::Record(RecordReply::History(seen)),
                ) => seen.lens,
                _ => panic!("{name}: {command}"),
            };
            assert_eq!(lens, expected, "{name}: {command}");
        }
        let refused = table.say(name, lobby(), "/history eyes:everything");
        let closed = text::refusal_eyes_closed(id).into();
        assert!(refused.err() == Some(closed), "{name}");
    }
    table.does("Ann", "/resign confirm:yes");
    let exported = table.does("Bob", "/export");
    assert!(matches!(
        exported,
        Reply::Record(RecordReply::Export { .. })
    ));
    let text = format!("/history {id}");
    assert!(matches!(
        table.say("Eve", lobby(), &text),
        Ok(Reply::Record(RecordReply::History(seen))) if seen.lens == Lens::Truth
    ));
    assert!(matches!(
        table.say("Eve", lobby(), &format!("{text} eyes:black")),
        Ok(Reply::Record(RecordReply::Story(seen))) if seen.lens == Lens::Seat(Color::Black)
    ));
}

#[test]
fn a_hint_shows_how_to_write_the_pending_decision() {
    #[track_caller]
    fn check(pending: PendingDecision, example: &str) {
        let hint = Language::ENGLISH.localize(&how_to_write(pending));
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
