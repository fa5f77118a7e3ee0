//! The moves of a match in short notation.

use rules::{Color, Game, Input, Next, Record, View};

use super::{fit::fit_last, played};
use crate::service::{Lens, Match, Seen};

/// The moves of a match, a line for each pair.
pub(super) struct History {
    /// Who plays what.
    head: String,
    /// The pairs.
    pairs: Vec<String>,
    /// How it ended.
    end: Option<String>,
}

impl History {
    /// The moves as somebody may know them.
    pub(super) fn of(seen: &Seen) -> History {
        let Seen { row, record, lens } = seen;
        if row.seats().is_none() {
            let head = format!(
                "The challenge {} has not been accepted, so there are no moves.",
                row.id
            );
            return History {
                head,
                pairs: Vec::new(),
                end: None,
            };
        }
        history(row, record, *lens)
    }

    /// All of it.
    pub(super) fn whole(&self) -> String {
        let lines = [&self.head].into_iter().chain(&self.pairs).chain(&self.end);
        lines.map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// The last moves, if all are too many for a message.
    pub(super) fn last(&self) -> Option<String> {
        let end = self.end.as_deref().unwrap_or_default();
        fit_last(&self.head, &self.pairs, end)
    }
}

fn history(row: &Match, record: &Record, lens: Lens) -> History {
    let names = row.names();
    let head = format!(
        "Match {}, {}: {} (White) – {} (Black)",
        row.id,
        played(&row.setup),
        names.white,
        names.black
    );
    let mut lines = Vec::new();
    let mut game = Game::new(&record.setup);
    let turns = turns(&mut game, record, lens);
    if turns.is_empty() {
        lines.push("No move has been played.".to_owned());
    }
    for pair in turns.chunk_by(|one, other| one.number == other.number) {
        let gap = if pair[0].color == Color::Black {
            " …"
        } else {
            ""
        };
        let captions: Vec<_> = pair.iter().map(|turn| turn.caption.as_str()).collect();
        lines.push(format!("{}.{gap} {}", pair[0].number, captions.join(" ")));
    }
    let end = matches!(game.next(), Next::Over(_)).then(|| {
        let status = render::text::status(game.public_view().as_view(), &names);
        format!("{status}.")
    });
    History {
        head,
        pairs: lines,
        end,
    }
}

/// A turn in short notation.
struct Line {
    number: u32,
    color: Color,
    caption: String,
}

/// Plays a record through and tells each turn once, as it is when it is over.
fn turns(game: &mut Game, record: &Record, lens: Lens) -> Vec<Line> {
    let mut turns: Vec<Line> = Vec::new();
    for input in &record.inputs {
        let taken = match *input {
            Input::Action(action) => game.act(action).is_ok(),
            Input::Outcome(outcome) => game.roll(outcome).is_ok(),
            Input::Conclusion(conclusion) => game.conclude(conclusion).is_ok(),
        };
        if !taken {
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
        turns.push(Line {
            number: turn.number,
            color: turn.color,
            caption: turn.caption,
        });
    }
    turns
}

fn view(game: &Game, lens: Lens) -> View {
    match lens {
        Lens::Everybody => game.public_view().as_view().clone(),
        Lens::Seat(seat) => game.seat_view(seat).as_view().clone(),
        Lens::Truth => game.truth().as_view().clone(),
    }
}
