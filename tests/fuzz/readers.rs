//! Checks of each reader of texts, for a text from any source. libFuzzer feeds them, and a test replays the corpora through them.

use command::{Command, Control, MAX_LENGTH, last_word, plain, spec, split, straight};
use rules::{Action, Color, Game, GameInput, ReadActionError, Record, SeatHistory, Setup, View};
use testkit::check_positions;
use text::Language;

use super::checks::{Picks, check_action, check_game, check_position_text, some_input};

/// A reader: the name of its corpus, and its function.
pub type Reader = (&'static str, fn(&str));

/// Every reader.
pub const READERS: [Reader; 6] = [
    ("action", action),
    ("command", command),
    ("position", position),
    ("record", record),
    ("view", view),
    ("walk", walk),
];

/// The maximum number of lines that are tried.
const LINES_OF_ACTION: usize = 8;

/// Reads a setup, and on each line after it a text that may be typed as an action.
///
/// # Panics
///
/// Panics if an invariant fails.
pub fn action(text: &str) {
    let mut lines = text.lines();
    let Some(Ok(setup)) = lines.next().map(str::parse::<Setup>) else {
        return;
    };
    let game = Game::new(&setup);
    for line in lines.take(LINES_OF_ACTION) {
        if let Ok(action) = line.parse::<Action>() {
            assert!(
                action.to_string().eq_ignore_ascii_case(line),
                "{line} is read as {action}"
            );
            check_action(&game, action);
        }
        match game.read_action(line) {
            Ok(action) => check_action(&game, action),
            Err(ReadActionError::Ambiguous(offered)) => {
                let legal = game.legal_list();
                assert!(
                    offered.len() > 1 && offered.iter().all(|action| legal.contains(action)),
                    "{line}"
                );
            }
            Err(ReadActionError::Malformed | ReadActionError::NoSuchMove) => {}
        }
    }
}

/// The longest answer to a text that is no command, in bytes.
const LONGEST_ERROR: usize = 1000;

/// Reads text that people type to the bot, and the ids of pressed buttons.
///
/// # Panics
///
/// Panics if an invariant fails.
pub fn command(text: &str) {
    let command = Command::parse(text);
    match &command {
        Ok(command) => {
            assert!(text.len() <= MAX_LENGTH, "{} bytes are read", text.len());
            assert!(
                spec(command.name()).is_some(),
                "{command:?} is not in the table"
            );
            assert_eq!(
                format!("{command:?}"),
                format!("Command({})", command.name())
            );
        }
        Err(error) => {
            // The error shows the name of a message, and nothing of the input.
            let shown = format!("{error:?}");
            assert!(shown.starts_with("Text") && shown.len() < 80, "{shown}");
            let told = Language::ENGLISH.localize(error);
            assert!(
                !told.is_empty() && told.len() <= LONGEST_ERROR,
                "{} bytes are told",
                told.len()
            );
            assert!(!told.chars().any(char::is_control), "{told:?}");
        }
    }
    if text.len() < MAX_LENGTH {
        assert!(
            Command::parse(&format!("/{text}")) == command || text.starts_with(char::is_whitespace)
        );
        let has_quote = plain(text).contains(['"', '\'']);
        assert!(Command::parse(&format!("{text} ")) == command || has_quote);
    }

    assert!(straight(text).len() <= text.len());

    let (before, last) = last_word(text);
    assert_eq!([before, last].concat(), text);
    assert!(
        split(text)
            .iter()
            .map(|word| word.text.len())
            .sum::<usize>()
            <= text.len()
    );

    if let Ok(control) = text.parse::<Control>() {
        assert!(
            control.to_string().parse().as_ref() == Ok(&control),
            "{control}"
        );
        assert_eq!(format!("{control:?}"), "Control");
    }
}

/// The number of actions that are tried at first.
const ACTIONS_OF_POSITION: usize = 64;
/// The number of inputs that each game is played.
const PLIES_OF_POSITION: usize = 6;

/// Reads a setup with its position: `chakart position=...`.
///
/// # Panics
///
/// Panics if an invariant fails.
pub fn position(text: &str) {
    let setup = match text.parse::<Setup>() {
        Ok(setup) => setup,
        Err(error) => {
            assert!(!error.flaws().is_empty());
            // Every error has a message, however wrong the text is.
            assert!(
                error.to_string().len() < 100 * (text.len() + 10),
                "{} bytes of reasons",
                error.to_string().len()
            );
            return;
        }
    };
    let again: Setup = setup
        .to_string()
        .parse()
        .expect("a setup reads its own text");
    assert!(again == setup, "{setup}");
    let mut game = Game::new(&setup);
    for action in game.legal_list().into_iter().take(ACTIONS_OF_POSITION) {
        let mut after = game.clone();
        after.act(action).expect("a listed action is legal");
        check_position_text(&after, &setup);
    }
    let mut picks = Picks::of(text);
    for _ in 0..PLIES_OF_POSITION {
        check_game(&game);
        check_position_text(&game, &setup);
        let Some(input) = some_input(&game, &mut picks) else {
            return;
        };
        if let GameInput::Action(action) = input {
            check_action(&game, action);
        }
        assert!(
            game.apply(input).is_ok(),
            "{setup}: {input} is listed and refused"
        );
    }
}

/// The longest record that is replayed from each of its prefixes.
const INPUTS_OF_RECORD: usize = 24;

/// Reads a record.
///
/// # Panics
///
/// Panics if an invariant fails.
pub fn record(text: &str) {
    let record = match text.parse::<Record>() {
        Ok(record) => record,
        Err(error) => {
            assert!((1..=text.lines().count() + 1).contains(&error.line));
            return;
        }
    };
    let again: Record = record
        .to_string()
        .parse()
        .expect("a record reads its own text");
    assert!(again == record, "{record}");

    let mut game = Game::new(&record.setup);
    for (n_inputs, &input) in record.inputs.iter().enumerate() {
        if n_inputs < INPUTS_OF_RECORD {
            check_game(&game);
            let replayed = record
                .replay_to(n_inputs)
                .expect("what was played can be replayed");
            assert!(
                replayed.n_inputs() == n_inputs && replayed.next() == game.next(),
                "input {n_inputs} of {record}"
            );
            assert!(
                replayed.truth().as_view() == game.truth().as_view(),
                "input {n_inputs} of {record}"
            );
            assert!(
                replayed.public_view() == game.public_view(),
                "input {n_inputs} of {record}"
            );
        }
        if game.apply(input).is_err() {
            assert_eq!(
                record.replay().map_err(|error| error.at).err(),
                Some(n_inputs),
                "{record}"
            );
            return;
        }
    }
    let end = record.replay().expect("all of it was played");
    assert!(
        end.public_view() == game.public_view(),
        "the end of {record}"
    );
}

/// The longest message about a view that cannot be read, in bytes.
const LONGEST_VIEW_ERROR: usize = 200;

/// Reads the text of a view, and tells it to a history of each seat.
///
/// # Panics
///
/// Panics if an invariant fails.
pub fn view(text: &str) {
    let view = match text.parse::<View>() {
        Ok(view) => view,
        Err(error) => {
            assert!(error.to_string().len() <= LONGEST_VIEW_ERROR, "{error}");
            return;
        }
    };
    let again: View = view.to_text().parse().expect("a view reads its own text");
    assert!(again == view, "{text}");
    for seat in Color::ALL {
        let mut history = SeatHistory::new(&Setup::new(view.variant), seat);
        let before = history.view();
        let is_noted = history.note_view(None, view.clone()).is_ok();
        assert!(
            history.view() == if is_noted { view.clone() } else { before },
            "{text}"
        );
        if let Ok(setup) = Setup::with_view(view.variant, "", &view.position, seat) {
            // A seat that joins here knows its view alone.
            let mut joining = SeatHistory::of_view(&setup, seat);
            let _ = joining.note_view(None, view.clone());
            let again = joining.note_view(None, view.clone());
            assert!(again.is_err(), "{text} follows itself");
            let _ = joining.legal_list();
        }
    }
}

/// The number of steps of each walk.
const STEPS_OF_WALK: usize = 40;

/// Reads a setup, and after its line bytes that choose among listed actions and chance outcomes.
///
/// # Panics
///
/// Panics if an invariant fails.
pub fn walk(text: &str) {
    let (setup, choices) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(setup) = setup.parse::<Setup>() else {
        return;
    };
    let mut choices = choices.bytes().cycle();
    let mut last = 0;
    check_positions(&setup, STEPS_OF_WALK, &mut |bound| {
        last = (last * 31 + usize::from(choices.next().unwrap_or(7))) % 65_521;
        last % bound
    });
}
