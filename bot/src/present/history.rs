//! The moves of a match in short notation.

use rules::{Color, Game, Input, Next, Record, View};

use super::played;
use crate::service::{Lens, Match};

/// The moves of a match as somebody may know them, a line for each pair, with how it ended.
pub(super) fn history(row: &Match, record: &Record, lens: Lens) -> String {
    let names = row.names();
    if row.seats().is_none() {
        return format!(
            "The challenge {} has not been accepted, so there are no moves.",
            row.id
        );
    }
    let mut lines = vec![format!(
        "Match {}, {}: {} (White) – {} (Black)",
        row.id,
        played(&row.setup),
        names.white,
        names.black
    )];
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
    if let Next::Over(_) = game.next() {
        let status = render::text::status(game.public_view().as_view(), &names);
        lines.push(format!("{status}."));
    }
    lines.join("\n")
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
