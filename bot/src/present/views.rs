//! What one player alone may see: in an answer to them, and in their direct messages.

use std::mem;

use rules::{Color, Outcome, SeatView, Status};

use super::{
    posts::{Studio, button, last_turn},
    recipe::Board,
};
use crate::{
    command::{Bottom, Control, Pictures},
    ports::{Answer, Component as Row, Emphasis, Message, Picture, Private},
    service::{Hints, Lens, SeatMoment, Settings, Shown},
};

/// How a board is to be shown to the person on a seat.
pub struct Viewer<'a> {
    /// Draws it.
    pub studio: &'a Studio,
    /// What they have chosen.
    pub settings: &'a Settings,
}

/// What a seat sees, in words and as a board, for an answer that its player alone reads.
pub fn own_view(viewer: &Viewer<'_>, moment: &SeatMoment) -> Message<Private> {
    let (names, view) = (&moment.of.names, moment.view.as_view());
    let mut lines = Vec::new();
    if let Some(turn) = &view.turn {
        lines.push(last_turn(view.variant, turn, names));
    }
    lines.push(format!("{}.", render::text::status(view, names)));
    let mut message = Message::text(lines.join("\n"));
    viewer.show(&mut message, moment, &Hints::default());
    message
}

/// The same board with help for a choice, and no words.
pub fn choice(viewer: &Viewer<'_>, moment: &SeatMoment, hints: &Hints) -> Message<Private> {
    let mut message = Message::text("");
    viewer.show(&mut message, moment, hints);
    message
}

/// An answer with what its reader alone may see.
pub fn with_view(mut answer: Answer, view: Message<Private>) -> Answer {
    let message = &mut answer.message;
    let texts = [mem::take(&mut message.text), view.text];
    let texts: Vec<_> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    message.text = texts.join("\n");
    message.block = view.block;
    message.picture = view.picture;
    answer
}

/// An answer to something that counts, when what its reader sees after it could not be drawn.
pub fn without_view(mut answer: Answer) -> Answer {
    let text = &mut answer.message.text;
    text.push_str("\nI could not draw your view; /view shows it.");
    answer
}

/// The answer to somebody who asked for a picture, when it could not be drawn.
pub fn no_view(shown: &Shown) -> Answer {
    let (what, command) = match shown {
        Shown::View | Shown::Choice(_) => ("your view", "/view"),
        Shown::Replay(_) => ("the match", "/replay"),
        Shown::Board { .. } => ("the board", "/board"),
    };
    let text = format!(
        "I could not draw {what} just now. Nothing has changed; please try {command} again."
    );
    Answer {
        message: Message::text(text),
        replaces: false,
        is_evident: false,
    }
}

/// The same as a direct message. A phone shows the text of it to whoever looks, so that tells nothing that the channel
/// does not read too, unless its reader wants boards in letters; the picture does, and its words.
pub fn whisper(viewer: &Viewer<'_>, moment: &SeatMoment, settled: bool) -> Message<Private> {
    let (seat, public) = (moment.view.seat(), &moment.of);
    let other = &public.names[!seat];
    let what = format!(
        "Match {}, {} against {other}",
        public.id,
        public.setup.variant().title(),
    );
    if settled {
        return Message::text(format!(
            "{what}: what you see has moved on to a message below."
        ));
    }
    let board = match viewer.settings.pictures {
        Pictures::Text => "board",
        Pictures::Normal | Pictures::Large => "picture",
    };
    let view = moment.view.as_view();
    let text = match view.status {
        Status::ToDecide(color) if color == seat => {
            format!("{what}: it is your turn. The {board} is for you alone.")
        }
        Status::ToDecide(_) | Status::ToRoll => {
            format!("{what}: {other} is to move. The {board} is for you alone.")
        }
        Status::Over(outcome) => format!(
            "{what}: {}. The {board} shows all that was hidden.",
            end(outcome, seat)
        ),
    };
    let mut message = Message::text(text);
    if view.status == Status::ToDecide(seat) {
        message.controls = vec![Row::Buttons(vec![button(
            Control::Guide(public.id, view.ply),
            "Move",
            Emphasis::Primary,
        )])];
    }
    viewer.show(&mut message, moment, &Hints::default());
    message
}

fn end(outcome: Outcome, seat: Color) -> &'static str {
    match outcome {
        Outcome::Won { winner, .. } if winner == seat => "you have won",
        Outcome::Won { .. } => "you have lost",
        Outcome::Drawn { .. } => "it is drawn",
    }
}

impl Viewer<'_> {
    /// Adds the board, as its reader wants it.
    fn show(&self, message: &mut Message<Private>, moment: &SeatMoment, hints: &Hints) {
        let (view, names) = (&moment.view, &moment.of.names);
        let bottom = self.bottom(view);
        let board = Board {
            id: moment.of.id,
            ply: view.as_view().ply,
            lens: Lens::Seat(view.seat()),
            style: self.studio.style_for(self.settings, bottom),
            hints: hints.clone(),
        };
        if self.settings.pictures == Pictures::Text {
            let hints = board.pointed_out(&moment.threatened);
            let board = render::text::board(view.as_view(), names, bottom, &hints);
            message.block = Some(board);
            return;
        }
        message.picture = Some(Picture::private(view, |shown| {
            self.studio.board(names, shown, &moment.threatened, board)
        }));
    }

    /// The side at the bottom.
    fn bottom(&self, view: &SeatView) -> Color {
        match (self.settings.bottom, view.as_view().status) {
            (Bottom::White, _) => Color::White,
            (Bottom::Mover, Status::ToDecide(color)) => color,
            (Bottom::Own | Bottom::Mover, _) => view.seat(),
        }
    }
}
