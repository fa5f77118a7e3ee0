//! The position to search, as a seat knows it.

use rules::{
    Action, Actions, ChanceOutcome, Fact, Game, GameInput, Next, Record, SeatHistory, Setup,
    Variant,
};

use super::{
    command::{PositionWords, repeated},
    rule_sets::UciRules,
};
use crate::cli::replay;

/// A position with its history.
pub(super) struct Sitting {
    /// The truth, or the view of a seat.
    game: Game,
    known: Known,
}

/// The source of the knowledge about the game.
enum Known {
    /// The whole game, of which the side to decide knows a part.
    Record(Box<Record>),
    /// The history that a seat knows.
    History(Box<SeatHistory>),
}

impl Sitting {
    /// Returns the usual start.
    pub(super) fn at_start(rules: UciRules) -> Option<Sitting> {
        let words = PositionWords {
            text: None,
            seat: None,
            moves: Vec::new(),
        };
        Sitting::read(rules, &words).ok()
    }

    /// Reads a position. The error describes its mistakes.
    pub(super) fn read(rules: UciRules, words: &PositionWords<'_>) -> Result<Sitting, String> {
        let setup = setup(rules, words)?;
        let mut sitting = Sitting {
            game: Game::new(&setup),
            known: match words.seat {
                Some(seat) => Known::History(Box::new(SeatHistory::of_view(&setup, seat))),
                None => Known::Record(Box::new(Record::new(setup))),
            },
        };
        for (at, word) in words.moves.iter().enumerate() {
            sitting
                .play(word)
                .map_err(|why| format!("move {}, {}: {why}", at + 1, repeated(word)))?;
        }
        Ok(sitting)
    }

    fn play(&mut self, word: &str) -> Result<(), String> {
        let is_view = matches!(self.known, Known::History(_));
        let input = read_input(word)
            .or_else(|| unseen(word, &self.game).filter(|_| is_view))
            .ok_or("it is no move")?;
        let decider = self.game.next();
        replay::play(&mut self.game, input).map_err(|why| {
            if is_view {
                format!("{why}; if something unseen came in between, send the position after it")
            } else {
                why
            }
        })?;
        match (&mut self.known, input) {
            (Known::Record(record), _) => record.inputs.push(input),
            (Known::History(history), GameInput::Action(action)) => {
                let is_own = decider == Next::Decision(history.seat());
                history.note(is_own.then_some(action), &self.game);
            }
            (Known::History(history), _) => history.note(None, &self.game),
        }
        Ok(())
    }

    /// Returns any legal action of the side to decide.
    pub(super) fn any_action(&self) -> Option<Action> {
        let mut actions = Actions::new();
        self.game.actions(&mut actions);
        actions.first().copied()
    }

    /// Returns the history that the side to decide knows. The error is the reason why no side is to decide.
    pub(super) fn to_decide(&self) -> Result<SeatHistory, String> {
        let seat = match self.game.next() {
            Next::Decision(seat) => seat,
            Next::Over(outcome) => return Err(format!("the game is over: {outcome}")),
            Next::Chance(chance) => {
                let example = chance.outcomes().first();
                let example = example.map_or_else(String::new, |one| format!(", such as {one}"));
                return Err(format!(
                    "chance is to go on: what it brings stands among the moves{example}"
                ));
            }
        };
        match &self.known {
            Known::Record(record) => {
                SeatHistory::of(record, seat).map_err(|error| error.to_string())
            }
            Known::History(history) if history.seat() == seat => Ok(SeatHistory::clone(history)),
            Known::History(history) => Err(format!(
                "{seat} is to decide, and this is what {} was told",
                history.seat()
            )),
        }
    }
}

/// Builds the setup of a position; the error lists its contradictions.
fn setup(rules: UciRules, words: &PositionWords<'_>) -> Result<Setup, String> {
    let UciRules {
        variant, options, ..
    } = rules;
    let setup = match (&words.text, words.seat) {
        (None, _) => Setup::with_options(variant, options),
        (Some(text), None) => Setup::with_position(variant, options, text),
        (Some(text), Some(seat)) => Setup::with_view(variant, options, text, seat),
    };
    setup.map_err(|error| text::flaws(&error).join("; "))
}

/// Parses a move as it is written here, or in UCI: `e7e8q`.
pub(in crate::cli) fn read_input(word: &str) -> Option<GameInput> {
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
        let mut actions = Actions::new();
        game.actions(&mut actions);
        let goes =
            |action: &Action| matches!(action, Action::Stealth { from, .. } if *from == square);
        let mut actions = actions.into_iter().filter(goes);
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
