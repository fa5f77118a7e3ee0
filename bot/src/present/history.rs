//! The moves of a match, in short notation or in full.

use rules::{Color, Game, GameInput, Next, Record, Turn, View};

use super::{fit::fit_last, played, turn::last_turn};
use crate::{
    service::{Lens, Match, Seen},
    words::{self, Language, Text},
};

/// The moves of a match.
pub(super) struct History {
    /// Who plays what.
    head: String,
    /// The moves.
    lines: Vec<String>,
    /// How it ended.
    end: Option<String>,
    language: Language,
}

impl History {
    /// The moves as somebody may know them, a line for each pair.
    pub(super) fn of(seen: &Seen, language: Language) -> History {
        let Seen {
            game_match,
            record,
            lens,
        } = seen;
        if game_match.seats().is_none() {
            return History {
                head: language.say(&words::history_not_accepted(game_match.id)),
                lines: Vec::new(),
                end: None,
                language,
            };
        }
        history(game_match, record, *lens, language, |turns| {
            in_short(turns, language)
        })
    }

    /// All that happened in a match that was played, as somebody may know it, a line for each turn.
    pub(super) fn in_full(seen: &Seen, language: Language) -> History {
        let Seen {
            game_match,
            record,
            lens,
        } = seen;
        let names = game_match.names();
        let variant = game_match.setup.variant();
        let line = |turn: &Turn| language.say(&last_turn(variant, turn, &names, language));
        history(game_match, record, *lens, language, |turns| {
            turns.iter().map(line).collect()
        })
    }

    /// All of it.
    pub(super) fn whole(&self) -> String {
        let lines = [&self.head].into_iter().chain(&self.lines).chain(&self.end);
        lines.map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// The last moves, if all are too many for a message.
    pub(super) fn last(&self) -> Option<String> {
        let end = self.end.as_deref().unwrap_or_default();
        fit_last(&self.head, &self.lines, end, self.language)
    }
}

fn history(
    game_match: &Match,
    record: &Record,
    lens: Lens,
    language: Language,
    tell: impl FnOnce(&[Turn]) -> Vec<String>,
) -> History {
    let head = words::history_head(
        game_match.id,
        players(game_match),
        played(&game_match.setup),
    );
    let mut game = Game::new(&record.setup);
    let mut lines = tell(&turns(&mut game, record, lens));
    if lines.is_empty() {
        lines.push(language.say(&words::history_no_moves()));
    }
    let end = matches!(game.next(), Next::Over(_)).then(|| {
        let status = words::status(game.public_view().as_view(), &game_match.names());
        language.say(&words::sentence(status))
    });
    History {
        head: language.say(&head),
        lines,
        end,
        language,
    }
}

/// `Ann (White) – Bob (Black)`
pub(super) fn players(game_match: &Match) -> Text {
    let names = game_match.names();
    let player = |color| words::player(color, &names[color]);
    words::players(player(Color::Black), player(Color::White))
}

/// The turns in short notation, a line for each pair.
fn in_short(turns: &[Turn], language: Language) -> Vec<String> {
    let pairs = turns.chunk_by(|one, other| one.number == other.number);
    let line = |pair: &[Turn]| {
        let gap = if pair[0].color == Color::Black {
            " …"
        } else {
            ""
        };
        let captions: Vec<_> = pair.iter().map(|turn| turn.caption.as_str()).collect();
        let moves = language.moves(&captions.join(" "));
        format!("{}.{gap} {moves}", pair[0].number)
    };
    pairs.map(line).collect()
}

/// Plays a record through; each turn once, as it is when it is over.
fn turns(game: &mut Game, record: &Record, lens: Lens) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for input in &record.inputs {
        // A conclusion is no turn, and after it everything is public.
        if game.play(*input).is_none() || matches!(input, GameInput::Conclusion(_)) {
            break;
        }
        if let Next::Chance(_) = game.next() {
            continue;
        }
        let Some(turn) = view(game, lens).turn else {
            continue;
        };
        // A turn may have several decisions, and each tells those before it too.
        turns.pop_if(|last| (last.number, last.color) == (turn.number, turn.color));
        turns.push(turn);
    }
    turns
}

/// What a lens shows of a game.
pub(super) fn view(game: &Game, lens: Lens) -> View {
    match lens {
        Lens::Everybody => game.public_view().as_view().clone(),
        Lens::Seat(seat) => game.seat_view(seat).as_view().clone(),
        Lens::Truth => game.truth().as_view().clone(),
    }
}
