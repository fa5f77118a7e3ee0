//! The position to search, as a seat knows it.

use rules::{
    Action, ChanceOutcome, Color, Fact, Game, GameInput, Next, Outcome, ParseViewError, Record,
    SeatHistory, Setup, Status, Variant, View,
};

use super::command::{MOST_MOVES, PositionWords, repeated};
use crate::cli::{input::setup_flaws, replay};

/// A position with its history.
pub(super) enum Sitting {
    /// The whole game, of which the side to decide knows a part.
    Whole {
        game: Box<Game>,
        record: Box<Record>,
    },
    /// The knowledge of one seat, and the number of its views that came after the position.
    Seat {
        history: Box<SeatHistory>,
        n_views: usize,
    },
}

impl Sitting {
    /// Returns the usual start.
    pub(super) fn at_start(rules: &Setup) -> Option<Sitting> {
        let words = PositionWords {
            text: None,
            seat: None,
            moves: Vec::new(),
        };
        Sitting::read(rules, &words).ok()
    }

    /// Reads a position. The error describes its mistakes.
    pub(super) fn read(rules: &Setup, words: &PositionWords<'_>) -> Result<Sitting, String> {
        let setup = setup(rules, words)?;
        let game = Game::new(&setup);
        match words.seat {
            Some(seat) => Sitting::of_seat(&setup, seat, game, words),
            None => Sitting::of_record(setup, game, words),
        }
    }

    /// Plays the moves of a whole game.
    fn of_record(
        setup: Setup,
        mut game: Game,
        words: &PositionWords<'_>,
    ) -> Result<Sitting, String> {
        let mut record = Record::new(setup);
        for (at, word) in words.moves.iter().enumerate() {
            let input = read_input(word).ok_or_else(no_move);
            let input = input.and_then(|input| replay::play(&mut game, input).map(|()| input));
            record
                .inputs
                .push(input.map_err(|why| wrong_move(at, word, &why))?);
        }
        Ok(Sitting::Whole {
            game: Box::new(game),
            record: Box::new(record),
        })
    }

    /// Plays the moves as far as the seat knows them. The game is any one that looks the same.
    fn of_seat(
        setup: &Setup,
        seat: Color,
        mut game: Game,
        words: &PositionWords<'_>,
    ) -> Result<Sitting, String> {
        let mut history = match words.text {
            Some(_) => SeatHistory::of_view(setup, seat),
            None => SeatHistory::new(setup, seat),
        };
        for (at, word) in words.moves.iter().enumerate() {
            note_move(&mut history, &mut game, word).map_err(|why| wrong_move(at, word, &why))?;
        }
        Ok(Sitting::Seat {
            history: Box::new(history),
            n_views: 0,
        })
    }

    /// Adds the view of the seat after one more input, and the move if the seat made it. An error changes nothing.
    pub(super) fn note_view(&mut self, own: Option<&str>, text: &str) -> Result<(), String> {
        let Sitting::Seat { history, n_views } = self else {
            return Err(
                "a view follows the position of a seat: position startpos seat white".to_string(),
            );
        };
        if *n_views >= MOST_MOVES {
            return Err(format!("there are more than {MOST_MOVES} views"));
        }
        let own = own.map(read_action).transpose()?;
        let view: View = text
            .parse()
            .map_err(|error: ParseViewError| error.to_string())?;
        history
            .note_view(own, view)
            .map_err(|error| error.to_string())?;
        *n_views += 1;
        Ok(())
    }

    /// Returns any legal action of the side to decide.
    pub(super) fn any_action(&self) -> Option<Action> {
        let legal = match self {
            Sitting::Whole { game, .. } => game.legal_list(),
            Sitting::Seat { history, .. } => history.legal_list(),
        };
        legal.first().copied()
    }

    /// Returns the history that the side to decide knows. The error is the reason why no side is to decide.
    pub(super) fn to_decide(&self) -> Result<SeatHistory, String> {
        match self {
            Sitting::Whole { game, record } => {
                let seat = decider(game)?;
                SeatHistory::of(record, seat).map_err(|error| error.to_string())
            }
            Sitting::Seat { history, .. } => match history.view().status {
                Status::ToDecide(seat) if seat == history.seat() => Ok(SeatHistory::clone(history)),
                Status::ToDecide(seat) => Err(format!(
                    "{seat} is to decide, and this is what {} was told",
                    history.seat()
                )),
                Status::Over(outcome) => Err(over(outcome)),
                Status::ToRoll => {
                    Err("chance is to go on: a move or a view tells what it brings".to_string())
                }
            },
        }
    }
}

/// Returns the side to decide. The error is the reason why there is none.
fn decider(game: &Game) -> Result<Color, String> {
    match game.next() {
        Next::Decision(seat) => Ok(seat),
        Next::Over(outcome) => Err(over(outcome)),
        Next::Chance(chance) => {
            let example = chance.outcomes().first();
            let example = example.map_or_else(String::new, |one| format!(", such as {one}"));
            Err(format!(
                "chance is to go on: what it brings stands among the moves{example}"
            ))
        }
    }
}

fn over(outcome: Outcome) -> String {
    format!("the game is over: {outcome}")
}

fn no_move() -> String {
    "it is no move".to_string()
}

fn wrong_move(at: usize, word: &str, why: &str) -> String {
    format!("move {}, {}: {why}", at + 1, repeated(word))
}

/// Plays a move, and adds the view of the seat after it.
fn note_move(history: &mut SeatHistory, game: &mut Game, word: &str) -> Result<(), String> {
    let input = read_input(word).or_else(|| unseen(word, game));
    let input = input.ok_or_else(no_move)?;
    let is_ours = game.next() == Next::Decision(history.seat());
    replay::play(game, input).map_err(|why| {
        format!("{why}; if something unseen came in between, send the position after it")
    })?;
    match input {
        GameInput::Action(action) => history.note(is_ours.then_some(action), game),
        _ => history.note(None, game),
    }
    Ok(())
}

/// Parses a move of the seat itself.
pub(in crate::cli) fn read_action(word: &str) -> Result<Action, String> {
    match read_input(word) {
        Some(GameInput::Action(action)) => Ok(action),
        _ => Err(format!("{}: it is no move", repeated(word))),
    }
}

/// Builds the setup of a position; the error lists its contradictions.
fn setup(rules: &Setup, words: &PositionWords<'_>) -> Result<Setup, String> {
    let Some(text) = &words.text else {
        return Ok(rules.clone());
    };
    let options = rules.options();
    let options: Vec<String> = options
        .map(|(option, value)| format!("{}={}", option.name, value.name))
        .collect();
    let (variant, options) = (rules.variant(), options.join(" "));
    let setup = match words.seat {
        None => Setup::with_position(variant, &options, text),
        Some(seat) => Setup::with_view(variant, &options, text, seat),
    };
    setup.map_err(|error| setup_flaws(&error))
}

/// Parses a move as it is written here, or in UCI: `e7e8q`.
fn read_input(word: &str) -> Option<GameInput> {
    let input = match word.parse() {
        Ok(input) => Some(input),
        Err(_) => {
            let (squares, role) = word.split_at_checked(4)?;
            let role = role.to_ascii_uppercase();
            format!("{squares}={role}").parse().ok()
        }
    };
    // A game that people have ended needs no search.
    input.filter(|input| matches!(input, GameInput::Action(_) | GameInput::Outcome(_)))
}

/// Parses an input that a seat knows only in part. It is a stealth move of a queen (`d8~`), or a banana or bomb that falls
/// unseen (`banana:`). Any possible input can represent it, because all look the same.
fn unseen(word: &str, game: &Game) -> Option<GameInput> {
    if let Some(square) = word.strip_suffix('~') {
        let square = square.parse().ok()?;
        let goes =
            |action: &Action| matches!(action, Action::Stealth { from, .. } if *from == square);
        let mut actions = game.legal_list().into_iter().filter(goes);
        return actions
            .find(|&action| stays_unseen(game, action))
            .map(GameInput::Action);
    }
    let Next::Chance(chance) = game.next() else {
        return None;
    };
    let is_it = |outcome: &&ChanceOutcome| match outcome {
        ChanceOutcome::Banana(_) => word == "banana:",
        ChanceOutcome::Bomb(_) => word == "bomb:",
        _ => false,
    };
    let outcome = chance.outcomes().iter().find(is_it)?;
    Some(GameInput::Outcome(*outcome))
}

/// Tells whether a queen meets nothing on her way that would reveal her.
fn stays_unseen(game: &Game, action: Action) -> bool {
    let mut after = game.clone();
    let is_legal = after.act(action).is_ok();
    let view = after.public_view();
    let facts = view.as_view().turn.iter().flat_map(|turn| &turn.facts);
    is_legal
        && facts
            .into_iter()
            .any(|fact| matches!(fact, Fact::Stole { .. }))
}

/// Formats a move as other programs expect it.
pub(in crate::cli) fn written(action: Action, variant: Variant) -> String {
    let text = action.to_string();
    match (variant, text.split_once('=')) {
        (Variant::Berolina, Some((squares, role))) => {
            format!("{squares}{}", role.to_ascii_lowercase())
        }
        _ => text,
    }
}
