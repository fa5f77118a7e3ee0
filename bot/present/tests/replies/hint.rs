use api::{MatchId, Place};
use command::{Command, Control, Intent};
use engine::Purpose;
use present::Render;
use rules::{Color, Glyph, Placed};
use service::{
    testing::{Table, accepted, english, lobby},
    *,
};
use text::Language;

#[track_caller]
fn against_program(table: &mut Table, text: &str) -> MatchId {
    match table.say("Ann", lobby(), text) {
        Ok(Reply::Done(Done::Challenge(
            ChallengeDone::Begun(id) | ChallengeDone::ReadyToStart(id),
        ))) => id,
        Ok(_) => panic!("{text}: it does not begin"),
        Err(refusal) => panic!("{text}: {}", english(&refusal)),
    }
}

fn hint_usage(table: &Table, id: MatchId) -> HintUsage {
    let found = read_match(&table.rows, id).expect("the rows can be read");
    found.expect("there is such a match").0.state.hint_usage
}

/// Plays a move of the program in the first match that waits for one.
fn is_answered(table: &mut Table) {
    let played = matches_of_program(&table.rows).expect("the rows can be read");
    let questions = open_questions(&table.rows, played).expect("the rows can be read");
    let request = Request {
        id: questions[0].id(),
        at: table.now,
        kind: RequestKind::Engine(
            questions[0].answered(questions[0].any(0).expect("a move"), Some(0.5)),
        ),
    };
    let decided = table.decide(&request);
    let outcome = decided.unwrap_or_else(|refusal| panic!("{}", english(&refusal)));
    table.rows.take(outcome.changes);
}

const BEROLINA: &str = "/challenge berolina @Oddboard";

#[test]
fn a_hint_counts_once_for_each_position() {
    let mut table = Table::new();
    let id = against_program(&mut table, BEROLINA);
    let command = Command::parse("/hint").expect("a command");
    let request = table.request("Ann", lobby(), Intent::Command(command));
    // A repeat of the request under the same id gets the same answer.
    for _ in 0..2 {
        let outcome = table.decide(&request);
        let outcome = outcome.unwrap_or_else(|refusal| panic!("{}", english(&refusal)));
        let Reply::Done(Done::Hint(shown)) = &outcome.reply else {
            panic!("there is no hint");
        };
        assert_eq!((shown.id, shown.hint.n_inputs, shown.n_hints), (id, 0, 1));
        table.rows.take(outcome.changes);
    }
    assert_eq!(hint_usage(&table, id).n_hints, 1);
    // A new request at the same position repeats the hint, whether it is typed or pressed.
    table.service.forget();
    for intent in [
        Intent::Press(Control::Hint(id, 0)),
        Intent::Command(Command::parse("/hint").expect("a command")),
    ] {
        let Ok(Reply::Hint(shown)) = table.ask("Ann", lobby(), intent) else {
            panic!("it is not said again");
        };
        assert_eq!(shown.n_hints, 1);
    }
    assert_eq!(hint_usage(&table, id).n_hints, 1);
    // Each later position needs another hint, even if it is the same again after a takeback.
    let play = hint_usage(&table, id).hint().expect("a hint").action;
    let play = format!("/move {play}");
    assert!(table.say("Ann", lobby(), &play).is_ok());
    is_answered(&mut table);
    for n in 2..=3 {
        assert!(table.say("Ann", lobby(), "/hint").is_ok());
        assert_eq!(hint_usage(&table, id).n_hints, n);
        if n == 2 {
            assert!(table.say("Ann", lobby(), "/takeback").is_ok());
        }
    }
    assert_eq!(hint_usage(&table, id).n_takebacks, 1);
}

#[test]
fn hints_are_only_for_players_against_the_program_on_their_turn() {
    let mut table = Table::new();
    let people = table.begin("Ann", "Bob");
    let refused = |table: &mut Table, name: &str, text: String| {
        let refusal = table.say(name, lobby(), &text).err();
        refusal.map(|refusal| english(&refusal)).unwrap_or_default()
    };
    let refusal = refused(&mut table, "Ann", format!("/hint match:{people}"));
    assert!(
        refusal.starts_with("There are hints only in matches against Oddboard"),
        "{refusal}"
    );
    let id = against_program(&mut table, BEROLINA);
    let refusal = refused(&mut table, "Bob", format!("/hint match:{id}"));
    assert_eq!(refusal, english(&text::refusal_not_a_player(id).into()));
    assert!(
        table
            .say("Ann", lobby(), &format!("/move e2-d3 match:{id}"))
            .is_ok()
    );
    let refusal = refused(&mut table, "Ann", format!("/hint match:{id}"));
    assert!(refusal.starts_with("It is not your turn"), "{refusal}");
    is_answered(&mut table);
    // The button belongs to an outdated board.
    let pressed = table.ask("Ann", lobby(), Intent::Press(Control::Hint(id, 0)));
    let refusal = pressed.err().map(|refusal| english(&refusal));
    assert_eq!(refusal, Some(english(&text::refusal_stale(id).into())));
    assert!(
        table
            .say("Ann", lobby(), &format!("/pause match:{id}"))
            .is_ok()
    );
    let refusal = refused(&mut table, "Ann", format!("/hint match:{id}"));
    assert_eq!(refusal, english(&text::refusal_paused(id).into()));
    assert!(
        table
            .say("Ann", lobby(), &format!("/resign match:{id} confirm:yes"))
            .is_ok()
    );
    let refusal = refused(&mut table, "Ann", format!("/hint match:{id}"));
    assert!(refusal.contains("is over"), "{refusal}");
    assert_eq!(hint_usage(&table, id), HintUsage::default());
}

/// Decides a request with this move as the engine's hint.
fn with_hint(table: &mut Table, request: &Request, found: EngineMove) -> Result<Outcome, Refusal> {
    let mut loaded = Loaded::default();
    loaded.add_hint(found);
    loop {
        let (rows, dice) = (&table.rows, &mut table.dice);
        let decided = table.service.try_handle(rows, dice, request, &mut loaded);
        if let Some(outcome) = decided.expect("the rows can be read") {
            return accepted(outcome);
        }
        assert!(loaded.question().is_none(), "it was thought about");
        loaded.read_missing(rows).expect("the rows can be read");
    }
}

/// Returns a hint for the first position of a match.
fn knight_to_f3(id: MatchId) -> EngineMove {
    EngineMove {
        id,
        n_inputs: 0,
        action: "g1f3".parse().expect("a move"),
        expected: Some(500),
        sure_in: None,
        purpose: None,
    }
}

/// Returns the text that Ann receives for `/hint` if the engine finds this move.
#[track_caller]
fn hint_text(table: &mut Table, found: EngineMove) -> String {
    let command = Command::Hint(None);
    let request = table.request("Ann", lobby(), Intent::Command(command));
    let outcome = with_hint(table, &request, found);
    let outcome = outcome.unwrap_or_else(|refusal| panic!("{}", english(&refusal)));
    let Reply::Done(done @ Done::Hint(_)) = &outcome.reply else {
        panic!("there is no hint");
    };
    table.service.forget();
    let answer = done.render(Language::ENGLISH);
    assert!(!answer.is_evident && !answer.replaces);
    answer.message.text
}

#[test]
fn an_outdated_hint_is_refused_and_does_not_count() {
    let mut table = Table::new();
    let id = against_program(&mut table, BEROLINA);
    let command = Command::Hint(Some(id));
    let request = table.request("Ann", lobby(), Intent::Command(command));
    // Meanwhile Ann moves, the program answers, and Ann takes both moves back.
    assert!(table.say("Ann", lobby(), "/move e2-d3").is_ok());
    is_answered(&mut table);
    assert!(table.say("Ann", lobby(), "/takeback").is_ok());
    let refused = with_hint(&mut table, &request, knight_to_f3(id)).err();
    assert_eq!(refused, Some(text::refusal_hint_outdated(id).into()));
    assert_eq!(hint_usage(&table, id).n_hints, 0);
}

#[test]
fn a_hint_names_the_purpose_of_its_move_unless_that_is_a_guess() {
    let mut table = Table::new();
    let id = against_program(&mut table, BEROLINA);
    let mut reason = |purpose| {
        let found = EngineMove {
            purpose: Some(purpose),
            ..knight_to_f3(id)
        };
        let text = hint_text(&mut table, found);
        text.lines().nth(1).unwrap_or_default().to_owned()
    };
    let queen = |at: &str| Placed {
        glyph: Glyph::Queen(Color::Black),
        at: at.parse().expect("a square"),
    };
    let even = "After this move the game is about even. Expected score: 50%.";
    for (purpose, expected) in [
        (Purpose::Only, "It is the only move."),
        (
            Purpose::Captures(queen("d8")),
            "It captures the piece on d8.",
        ),
        (
            Purpose::Saves(queen("d8")),
            "It saves the piece on d8, which could be captured.",
        ),
        (Purpose::Attacks(queen("d8")), "It attacks the piece on d8."),
        (Purpose::Improves, even),
        // The engine guesses a queen on a square where Ann sees none.
        (Purpose::Captures(queen("d5")), even),
    ] {
        assert_eq!(reason(purpose), expected);
    }
}

#[test]
fn a_hint_names_the_move_and_the_expected_outcome() {
    let mut table = Table::new();
    let id = against_program(&mut table, BEROLINA);
    let mut outlook = |expected, sure_in| {
        let found = EngineMove {
            expected,
            sure_in,
            ..knight_to_f3(id)
        };
        let text = hint_text(&mut table, found);
        let mut lines = text.lines();
        let told = format!("Hint for match {id}: knight g1 to f3 (Nf3).");
        assert_eq!(lines.next(), Some(&*told));
        lines.next().unwrap_or_default().to_owned()
    };
    for (expected, sure_in, line) in [
        (Some(1000), Some(1), "It wins at once."),
        (Some(1000), Some(5), "It wins by force in at most 3 moves."),
        (
            Some(0),
            Some(-4),
            "Every move loses by force; this one holds out for up to 2 moves.",
        ),
        (
            Some(900),
            None,
            "After this move you are winning. Expected score: 90%.",
        ),
        (
            Some(700),
            None,
            "After this move you are clearly better. Expected score: 70%.",
        ),
        (
            Some(551),
            None,
            "After this move you are slightly better. Expected score: 55%.",
        ),
        (
            Some(500),
            None,
            "After this move the game is about even. Expected score: 50%.",
        ),
        (
            Some(400),
            None,
            "After this move you are slightly worse. Expected score: 40%.",
        ),
        (
            Some(200),
            None,
            "After this move you are clearly worse. Expected score: 20%.",
        ),
        (
            Some(100),
            None,
            "After this move you are losing. Expected score: 10%.",
        ),
        (None, None, "I cannot say what it leads to."),
    ] {
        assert_eq!(outlook(expected, sure_in), line);
    }
}

#[test]
fn records_and_personal_data_contain_the_number_of_hints() {
    let mut table = Table::new();
    let id = against_program(&mut table, BEROLINA);
    assert!(table.say("Ann", lobby(), "/hint").is_ok());
    let hint = hint_usage(&table, id)
        .hint()
        .expect("a hint")
        .action
        .to_string();
    let mine = table.ask("Ann", Place::Direct, Intent::Press(Control::ExportMine));
    let Ok(Reply::People(reply @ PeopleReply::MyDataFile(_))) = mine else {
        panic!("there is no file");
    };
    let file = reply.render(Language::ENGLISH).message.attachment;
    let file = file.expect("a file").text;
    for part in [
        "\"hints\": 1",
        "\"takebacks\": 0",
        &format!("\"last_hint\": \"{hint}\""),
    ] {
        assert!(file.contains(part), "{part}: {file}");
    }
    assert!(table.say("Ann", lobby(), "/resign confirm:yes").is_ok());
    let Ok(Reply::Record(RecordReply::Export { record, .. })) =
        table.say("Ann", lobby(), "/export")
    else {
        panic!("it is not exported");
    };
    let header = |name: &str| {
        let found = record.headers.iter().find(|(header, _)| header == name);
        found.map(|(_, value)| value.clone())
    };
    assert_eq!(header("hints").as_deref(), Some("1"));
    assert_eq!(header("takebacks"), None);
    // A finished match keeps its number of hints.
    table.service.forget();
    assert_eq!(hint_usage(&table, id).n_hints, 1);
}
