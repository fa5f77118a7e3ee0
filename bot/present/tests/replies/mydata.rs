use api::{EventId, MatchId, Platform, Rows};
use command::{Control, Intent};
use present::Render;
use service::{
    testing::{Table, lobby, person},
    *,
};
use text::Language;

#[track_caller]
fn done(table: &mut Table, name: &str, text: &str) -> Reply {
    match table.say(name, lobby(), text) {
        Ok(reply) => reply,
        Err(refusal) => panic!("{text}: {}", Language::ENGLISH.localize(&refusal.text())),
    }
}

#[track_caller]
fn opened(table: &mut Table, name: &str, text: &str) -> MatchId {
    match done(table, name, text) {
        Reply::Done(Done::Challenge(ChallengeDone::Opened(id))) => id,
        _ => panic!("{text}"),
    }
}

fn pressed(table: &mut Table, name: &str, control: Control) -> Reply {
    match table.ask(name, lobby(), Intent::Press(control)) {
        Ok(reply) => reply,
        Err(refusal) => panic!("{}", Language::ENGLISH.localize(&refusal.text())),
    }
}

/// Asks for the deletion of a person's data, and returns the button that confirms it.
fn asks_to_delete(table: &mut Table, name: &str) -> Control {
    match pressed(table, name, Control::DeleteMe(None)) {
        Reply::People(PeopleReply::AskDelete(whose)) => Control::DeleteMe(Some(whose)),
        _ => panic!("a question"),
    }
}

/// Ends the matches of a person, as the program does after they confirm the deletion of their data.
fn ends_matches_of(table: &mut Table, name: &str) {
    for n in 0.. {
        let request = Request {
            id: format!("forget:{n}"),
            at: table.now,
            kind: RequestKind::Forget {
                user: person(name).id,
                event: EventId::new(Platform::Playground, "forget"),
            },
        };
        let Ok(outcome) = table.decide(&request) else {
            panic!("it is not refused");
        };
        table.rows.take(outcome.changes);
        if let Reply::Nothing = outcome.reply {
            return;
        }
    }
}

fn tells_of(table: &Table, text: &str) -> Vec<String> {
    let entries = table.rows.scan(b"", None, 10_000).expect("rows");
    let shown = entries.iter().map(|(key, value)| {
        format!(
            "{} {}",
            String::from_utf8_lossy(key),
            String::from_utf8_lossy(value)
        )
    });
    shown.filter(|shown| shown.contains(text)).collect()
}

fn stage(table: &Table, id: MatchId) -> Stage {
    read_match(&table.rows, id)
        .expect("rows")
        .expect("a match")
        .0
        .stage
}

/// The start of the lines of a stored plan.
const PLANNED: &str = "\"lines\":[[";

/// Returns a table with all traces that Annabel can leave, and her four matches.
fn busy() -> (Table, [MatchId; 4]) {
    let mut table = Table::new();
    let over = opened(
        &mut table,
        "Annabel",
        "/challenge berolina Bob white rated:yes",
    );
    pressed(&mut table, "Bob", Control::Accept(over));
    done(&mut table, "Annabel", "/move e2g4");
    done(&mut table, "Bob", "/move d7f5");
    done(&mut table, "Bob", "/resign confirm:yes");
    done(&mut table, "Annabel", "/settings theme:dark");
    done(&mut table, "Annabel", "/block Eve");
    done(&mut table, "Bob", "/block Annabel");
    done(&mut table, "Bob", "/unblock Annabel");
    done(&mut table, "Eve", "/block Annabel");
    let declined = opened(&mut table, "Annabel", "/challenge baroque Bob");
    pressed(&mut table, "Bob", Control::Decline(declined));
    let playing = opened(&mut table, "Bob", "/challenge chakart Annabel white");
    pressed(&mut table, "Annabel", Control::Accept(playing));
    done(&mut table, "Annabel", "/plan d2d3 d7d6");
    let challenge = opened(&mut table, "Annabel", "/challenge bario");
    (table, [over, declined, playing, challenge])
}

#[test]
fn there_is_a_way_to_delete_my_data_so_that_no_key_and_no_value_names_me() {
    let (mut table, [over, declined, playing, challenge]) = busy();
    for text in ["annabel", "Annabel"] {
        assert!(tells_of(&table, text).len() > 5, "{text}");
    }
    assert_eq!(
        tells_of(&table, PLANNED).len(),
        2,
        "the plan and its answer"
    );
    let (before, record) = read_match(&table.rows, over)
        .expect("rows")
        .expect("a match");
    let yes = asks_to_delete(&mut table, "Annabel");
    ends_matches_of(&mut table, "Annabel");
    assert!(matches!(stage(&table, playing), Stage::Over(_)));
    assert_eq!(stage(&table, challenge), Stage::Withdrawn);
    assert!(matches!(
        pressed(&mut table, "Annabel", yes),
        Reply::Done(Done::People(PeopleDone::Deleted { n_damaged: 0 }))
    ));
    for text in ["annabel", "Annabel"] {
        assert_eq!(tells_of(&table, text), Vec::<String>::new());
    }
    assert_eq!(tells_of(&table, PLANNED), Vec::<String>::new());
    // The moves of the finished match are still there.
    let (game_match, kept) = read_match(&table.rows, over)
        .expect("rows")
        .expect("a match");
    assert_eq!(kept, record);
    let is_current = is_current(&table.rows, &before).expect("rows");
    assert!(!is_current, "no process goes on showing them");
    let damage = examine(&table.rows, |_, _| Ok(())).expect("rows");
    assert!(damage.is_none(), "{damage:?}");
    assert_eq!(game_match.names().black, "Bob");
    assert_eq!(game_match.names().white, "a deleted player");
    assert!(matches!(stage(&table, declined), Stage::Declined(_)));
    assert!(!tells_of(&table, "rating/playground:bob/berolina").is_empty());
    done(&mut table, "Bob", &format!("/history match:{over}"));
    table.refuses(
        "Bob",
        lobby(),
        &format!("/rematch match:{over}"),
        "Your opponent had their data deleted, so there can be no rematch.",
    );
    // A deleted person can return as a newcomer.
    opened(&mut table, "Annabel", "/challenge berolina");
}

#[test]
fn deletion_needs_ones_own_button_and_no_open_match() {
    let (mut table, _) = busy();
    let yes = asks_to_delete(&mut table, "Annabel");
    let Err(refusal) = table.ask("Bob", lobby(), Intent::Press(yes.clone())) else {
        panic!("the button is Annabel's");
    };
    assert!(refusal.text() == text::refusal_unknown_control());
    assert!(is_meant_by(&yes, &person("Annabel").id));
    assert!(!is_meant_by(&yes, &person("Bob").id));
    let Err(refusal) = table.ask("Annabel", lobby(), Intent::Press(yes)) else {
        panic!("a match is open");
    };
    assert!(refusal.text() == text::refusal_delete_again());
}

#[test]
fn a_data_file_contains_all_that_its_owner_may_know() {
    let (mut table, ids) = busy();
    let Reply::People(PeopleReply::MyDataFile(mut data)) =
        pressed(&mut table, "Annabel", Control::ExportMine)
    else {
        panic!("a file");
    };
    let older = MatchId::from_number(7);
    data.left_out.push(older);
    let message = PeopleReply::MyDataFile(data)
        .render(Language::ENGLISH)
        .message;
    assert!(
        message.text.contains("with 1 more match."),
        "{}",
        message.text
    );
    let file = message.attachment.expect("a file").text;
    let all: serde_json::Value = serde_json::from_str(&file).expect("it is JSON");
    assert_eq!(all["person"], "playground:annabel");
    assert_eq!(all["kept"]["settings"]["theme"], "dark");
    assert_eq!(all["kept"]["blocked_people"]["people"][0]["name"], "Eve");
    assert!(all["kept"]["rating/berolina"]["rating"].as_f64() > Some(1500.0));
    assert_eq!(all["matches_left_out"][0], older.to_string());
    let matches = all["matches"].as_array().expect("a list");
    let record = |id: MatchId| {
        let mut matches = matches.iter();
        matches
            .find(|entry| entry["match"] == id.to_string())
            .map(|entry| &entry["record"])
    };
    assert!(record(ids[0]).is_some_and(|record| record.to_string().contains("e2g4")));
    assert!(record(ids[1]).is_some(), "a challenge that was declined");
    // The file omits the record of a match with secrets, which would reveal them to her.
    assert!(record(ids[2]).is_some_and(serde_json::Value::is_null));
    // The file names no person who blocks her and contains no secret of the dice.
    let secret = "0505050505";
    assert!(!file.contains(secret) && !file.contains("\"Eve\",\n      \"blocks"));
    let key = b"blocks/playground:eve";
    assert!(table.rows.get(key).expect("rows").is_some());
}
