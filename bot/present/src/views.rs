//! What one player alone may see: in an answer to them, and in their direct messages.

use std::mem;

use rules::{Color, Outcome, SeatView, Status};

use super::{
    answers::says, buttons::primary, recipe::BoardPlan, studio::Presenter, turn::last_turn,
};
use api::{Answer, Component, Message, Picture, Private};
use command::{Bottom, Control, Pictures};
use service::{Highlights, Lens, SeatSnapshot, Shown};
use text::{Language, Text, arg};

/// What a seat sees, in words and as a board, for an answer that its player alone reads.
pub fn own_view(presenter: &Presenter<'_>, moment: &SeatSnapshot) -> Message<Private> {
    let (names, view) = (&moment.of.names, moment.view.as_view());
    let mut lines = Vec::new();
    if let Some(turn) = &view.turn {
        lines.push(last_turn(view.variant, turn, names, presenter.language));
    }
    lines.push(text::sentence(text::status(view, names)));
    let mut message = Message::text(presenter.language.say(&Text::lines(lines)));
    presenter.show(&mut message, moment, &Highlights::default());
    message
}

/// The same board with help for a choice, and no words.
pub fn choice(
    presenter: &Presenter<'_>,
    moment: &SeatSnapshot,
    hints: &Highlights,
) -> Message<Private> {
    let mut message = Message::text("");
    presenter.show(&mut message, moment, hints);
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
pub fn without_view(mut answer: Answer, language: Language) -> Answer {
    let text = &mut answer.message.text;
    text.push('\n');
    text.push_str(&language.say(&text::view_not_drawn_after()));
    answer
}

/// The answer to somebody who asked for a picture, when it could not be drawn.
pub fn no_view(shown: &Shown, language: Language) -> Answer {
    let text = match shown {
        Shown::View | Shown::Choice(_) => text::view_not_drawn(),
        Shown::Replay(_) => text::replay_not_drawn(),
        Shown::Review => text::review_not_made(),
        Shown::Board { .. } => text::board_not_drawn(),
    };
    says(&text, language)
}

/// The same as a direct message. A phone shows the text of it to whoever looks, so that tells nothing that the channel
/// does not read too, unless its reader wants boards in letters; the picture does, and its words.
pub fn whisper(
    presenter: &Presenter<'_>,
    moment: &SeatSnapshot,
    settled: bool,
) -> Message<Private> {
    let (seat, public) = (moment.view.seat(), &moment.of);
    let (variant, other) = (public.setup.variant(), &public.names[!seat]);
    let what = text::whisper_match(
        arg::id(public.id),
        arg::opponent(other),
        arg::variant(variant),
    );
    if settled {
        return Message::text(presenter.language.say(&text::whisper_settled(what)));
    }
    let view = moment.view.as_view();
    let text = match view.status {
        Status::ToDecide(color) if color == seat => text::whisper_your_turn(what),
        Status::ToDecide(_) | Status::ToRoll => {
            text::whisper_waiting(arg::r#match(what), arg::opponent(other))
        }
        Status::Over(Outcome::Won { winner, .. }) if winner == seat => text::whisper_won(what),
        Status::Over(Outcome::Won { .. }) => text::whisper_lost(what),
        Status::Over(Outcome::Drawn { .. }) => text::whisper_drawn(what),
        Status::Over(Outcome::Aborted) => text::whisper_aborted(what),
    };
    let mut message = Message::text(presenter.language.say(&text));
    if view.status == Status::ToDecide(seat) {
        message.controls = vec![Component::Buttons(vec![primary(
            Control::Guide(public.id, view.ply),
            text::button_move(),
            presenter.language,
        )])];
    }
    presenter.show(&mut message, moment, &Highlights::default());
    message
}

impl Presenter<'_> {
    /// Adds the board, as its reader wants it.
    fn show(&self, message: &mut Message<Private>, moment: &SeatSnapshot, hints: &Highlights) {
        let (view, names) = (&moment.view, &moment.of.names);
        let bottom = self.bottom(view);
        let board = BoardPlan {
            id: moment.of.id,
            ply: view.as_view().ply,
            lens: Lens::Seat(view.seat()),
            style: self.style(bottom),
            hints: hints.clone(),
        };
        if self.settings.pictures == Pictures::Text {
            let hints = board.pointed_out(&moment.threatened);
            let board = text::board(view.as_view(), names, bottom, &hints, self.language);
            message.block = Some(board);
            return;
        }
        message.picture = Some(Picture::private(view, |shown| {
            self.board(names, shown, &moment.threatened, board)
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
