//! What one player alone may see: in an answer to them, and in their direct messages.

use rules::{Color, Game, Outcome, SeatView, Status};

use super::posts::{Studio, button, last_turn};
use crate::{
    command::Control,
    ports::{Answer, Control as Row, Emphasis, Message, Picture, Private},
    service::Match,
};

/// What a seat sees, in words and as a picture, for an answer that its player alone reads.
pub fn own_view(studio: &Studio, row: &Match, game: &Game, seat: Color) -> Message<Private> {
    let view = &game.seat_view(seat);
    let names = row.names();
    let mut lines = Vec::new();
    if let Some(turn) = &view.as_view().turn {
        lines.push(last_turn(view.as_view().variant, turn, &names));
    }
    lines.push(format!("{}.", render::text::status(view.as_view(), &names)));
    let mut message = Message::text(lines.join("\n"));
    message.picture = Some(picture(studio, row, view));
    message
}

/// An answer with what its reader alone may see.
pub fn with_view(mut answer: Answer, view: Message<Private>) -> Answer {
    let message = &mut answer.message;
    message.text = format!("{}\n{}", message.text, view.text);
    message.picture = view.picture;
    answer
}

/// An answer to something that counts, when what its reader sees after it could not be drawn.
pub fn without_view(mut answer: Answer) -> Answer {
    let text = &mut answer.message.text;
    text.push_str("\nI could not draw your view; /view shows it.");
    answer
}

/// The answer to somebody who asked for their view, when it could not be drawn.
pub fn no_view() -> Answer {
    let text = "I could not draw your view just now. Nothing has changed; please try /view again.";
    Answer {
        message: Message::text(text),
        replaces: false,
    }
}

/// The same as a direct message. A phone shows the text of it to whoever looks, so that tells nothing that the channel
/// does not read too; the picture does, and its words.
pub fn whisper(
    studio: &Studio,
    row: &Match,
    game: &Game,
    seat: Color,
    settled: bool,
) -> Message<Private> {
    let names = row.names();
    let what = format!(
        "Match {}, {} against {}",
        row.id,
        row.setup.variant().title(),
        names[!seat]
    );
    if settled {
        return Message::text(format!(
            "{what}: what you see has moved on to a message below."
        ));
    }
    let view = &game.seat_view(seat);
    let text = match view.as_view().status {
        Status::ToDecide(color) if color == seat => {
            format!("{what}: it is your turn. The picture is for you alone.")
        }
        Status::ToDecide(_) | Status::ToRoll => {
            format!(
                "{what}: {} is to move. The picture is for you alone.",
                names[!seat]
            )
        }
        Status::Over(outcome) => format!(
            "{what}: {}. The picture shows all that was hidden.",
            end(outcome, seat)
        ),
    };
    let mut message = Message::text(text);
    if view.as_view().status == Status::ToDecide(seat) {
        message.controls = vec![Row::Buttons(vec![button(
            Control::Guide(row.id, view.as_view().ply),
            "Move",
            Emphasis::Primary,
        )])];
    }
    message.picture = Some(picture(studio, row, view));
    message
}

fn end(outcome: Outcome, seat: Color) -> &'static str {
    match outcome {
        Outcome::Won { winner, .. } if winner == seat => "you have won",
        Outcome::Won { .. } => "you have lost",
        Outcome::Drawn { .. } => "it is drawn",
    }
}

fn picture(studio: &Studio, row: &Match, view: &SeatView) -> Picture<Private> {
    Picture::private(view, |shown| studio.draw(row, shown, view.seat()))
}
