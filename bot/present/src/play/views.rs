//! The view of one player alone: in a reply to them, and in their direct messages.

use std::mem;

use rules::{Color, Outcome, SeatView, Status};

use crate::{
    buttons::{move_button, text_message, with_buttons},
    match_of,
    post::Post,
    recipe::BoardPlan,
    record::turn::last_turn,
    rendering::text_answer,
    studio::Presenter,
};
use api::{Answer, Message, Picture, Private};
use command::{Bottom, Pictures};
use service::{Highlights, Lens, SeatSnapshot, Showing, Shown};
use text::{Language, Text, arg};

/// Returns the text and the button of a message with a private view.
pub(crate) fn beside_view(
    showing: &Showing,
    can_move: bool,
    language: Language,
) -> Message<Private> {
    let text = text::view(showing.id);
    if !can_move {
        return text_message(&text, language);
    }
    let play = move_button(showing.id, showing.n_inputs, language);
    with_buttons(&text, [play], language)
}

/// Renders the view of a seat, in words and as a board, for a private reply to its player.
pub fn own_view(presenter: &Presenter<'_>, snapshot: &SeatSnapshot) -> Message<Private> {
    let (names, view) = (&snapshot.of.names, snapshot.view.as_view());
    let mut lines = Vec::new();
    if let Some(turn) = &view.turn {
        lines.push(last_turn(view.variant, turn, names, presenter.language));
    }
    lines.push(text::sentence(text::status(view, names)));
    let mut message = text_message(&Text::lines(lines), presenter.language);
    presenter.show(&mut message, snapshot, &Highlights::default());
    message
}

/// Renders the same board with marks for a choice, and no words.
pub fn choice(
    presenter: &Presenter<'_>,
    snapshot: &SeatSnapshot,
    hints: &Highlights,
) -> Message<Private> {
    let mut message = Message::text("");
    presenter.show(&mut message, snapshot, hints);
    message
}

/// Adds a private view to a reply.
pub fn with_view(mut answer: Answer, view: Message<Private>) -> Answer {
    let message = &mut answer.message;
    let texts = [mem::take(&mut message.text), view.text];
    let texts: Vec<_> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    message.text = texts.join("\n");
    message.block = view.block;
    message.picture = view.picture;
    answer
}

/// Adds a note to the reply to a request that counts: the view after it could not be drawn.
pub fn without_view(mut answer: Answer, language: Language) -> Answer {
    let text = &mut answer.message.text;
    text.push('\n');
    text.push_str(&language.localize(&text::view_not_drawn_after()));
    answer
}

/// Renders the reply to a request for a picture that could not be drawn.
pub fn no_view(shown: &Shown, language: Language) -> Answer {
    let text = match shown {
        Shown::View | Shown::Choice(_) => text::view_not_drawn(),
        Shown::Replay(_) => text::replay_not_drawn(),
        Shown::Review => text::review_not_made(),
        Shown::Board { .. } => text::board_not_drawn(),
    };
    text_answer(&text, language)
}

/// Renders the view of a seat as a direct message. A phone can show its text to others, so the text holds only public
/// information, unless its reader wants boards in letters. The picture and its description show more.
pub fn whisper(
    presenter: &Presenter<'_>,
    snapshot: &SeatSnapshot,
    settled: bool,
) -> Message<Private> {
    let (seat, public) = (snapshot.view.seat(), &snapshot.of);
    let what = match_of(public, seat);
    if settled {
        return text_message(&text::whisper_settled(what), presenter.language);
    }
    let view = snapshot.view.as_view();
    let text = match view.status {
        Status::ToDecide(color) if color == seat => text::whisper_your_turn(what),
        Status::ToDecide(_) | Status::ToRoll => {
            text::whisper_waiting(arg::r#match(what), arg::opponent(&public.names[!seat]))
        }
        Status::Over(Outcome::Won { winner, .. }) if winner == seat => text::whisper_won(what),
        Status::Over(Outcome::Won { .. }) => text::whisper_lost(what),
        Status::Over(Outcome::Drawn { .. }) => text::whisper_drawn(what),
        Status::Over(Outcome::Aborted) => text::whisper_aborted(what),
    };
    let mut message = if view.status == Status::ToDecide(seat) {
        let play = move_button(public.id, view.n_inputs, presenter.language);
        with_buttons(&text, [play], presenter.language)
    } else {
        text_message(&text, presenter.language)
    };
    if !matches!(view.status, Status::Over(_)) {
        message.link = Some(Post::new(public, false, presenter.language).link_to_play());
    }
    presenter.show(&mut message, snapshot, &Highlights::default());
    message
}

impl Presenter<'_> {
    /// Adds the board, in the form that its reader has chosen.
    fn show(&self, message: &mut Message<Private>, snapshot: &SeatSnapshot, hints: &Highlights) {
        let (view, names) = (&snapshot.view, &snapshot.of.names);
        let bottom = self.bottom(view);
        let board = BoardPlan {
            id: snapshot.of.id,
            n_inputs: view.as_view().n_inputs,
            lens: Lens::Seat(view.seat()),
            style: self.style(bottom),
            hints: hints.clone(),
        };
        if self.settings.pictures == Pictures::Text {
            let hints = board.pointed_out();
            let board = text::board(view.as_view(), names, bottom, &hints, self.language);
            message.block = Some(board);
            return;
        }
        message.picture = Some(Picture::private(view, |shown| {
            self.board(names, shown, board)
        }));
    }

    /// Returns the side at the bottom.
    fn bottom(&self, view: &SeatView) -> Color {
        match (self.settings.bottom, view.as_view().status) {
            (Bottom::White, _) => Color::White,
            (Bottom::Mover, Status::ToDecide(color)) => color,
            (Bottom::Own | Bottom::Mover, _) => view.seat(),
        }
    }
}
