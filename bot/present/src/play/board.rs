//! The board of a match as a post.

use render::Hints;
use rules::{Color, DrawReason, Outcome, Status, Turn, View, WinReason};

use crate::{
    buttons::{danger, move_button, primary},
    choices,
    clock::time,
    community::ratings,
    computer,
    post::Post,
    recipe::BoardPlan,
    record::{dice, turn::last_turn},
    studio::Presenter,
};
use api::{Component, Message, Picture, Public};
use command::{Control, OfferKind, Pictures};
use service::{DeliveryKind, Highlights, Lens, PublicMatch, PublicSnapshot, can_be_aborted};
use text::{Language, Text, arg};

/// Renders the board of a match after a move, or again, with the move that a plan answered, if it came with it. A
/// settled board has no buttons, and its message keeps the picture. A board for one reader looks as they have chosen.
pub fn board(
    presenter: &Presenter<'_>,
    snapshot: &PublicSnapshot,
    board: TellingBoard<'_>,
) -> Message<Public> {
    let post = Post::new(&snapshot.of, board.is_settled, presenter.language);
    let mut message = post.board(snapshot.view(), board);
    if !board.is_settled {
        show(presenter, snapshot, &mut message);
    }
    // Any person can request the board again, and the first board has already mentioned the player to move.
    if board.kind == DeliveryKind::BoardAgain {
        message.mentions.clear();
    }
    post.finished(message)
}

/// The circumstances of a posted board.
#[derive(Clone, Copy)]
pub struct TellingBoard<'a> {
    /// The position that it answered, if it came with that.
    pub answered: Option<&'a PublicSnapshot>,
    /// The kind of its delivery.
    pub kind: DeliveryKind,
    /// The last moves, if the board shows them.
    pub log: Option<&'a str>,
    /// True if another board has replaced it.
    pub is_settled: bool,
}

impl TellingBoard<'_> {
    /// A board as it is.
    pub const AGAIN: TellingBoard<'static> = TellingBoard {
        answered: None,
        kind: DeliveryKind::BoardAgain,
        log: None,
        is_settled: false,
    };
}

/// Renders the present board of a match for a channel where it is not played: it has no mentions, and is not edited later.
pub fn board_elsewhere(presenter: &Presenter<'_>, snapshot: &PublicSnapshot) -> Message<Public> {
    let post = Post::new(&snapshot.of, false, presenter.language);
    let mut message = post.board(snapshot.view(), TellingBoard::AGAIN);
    illustrate(presenter, snapshot, &mut message);
    Post::new(&snapshot.of, true, presenter.language).finished(message)
}

/// Renders the controls of the present board of a match, for a viewer with a live board next to them.
pub(crate) fn controls_beside(snapshot: &PublicSnapshot, language: Language) -> Vec<Component> {
    let public = &snapshot.of;
    if public.stage.seats().is_some() {
        return Post::new(public, false, language).board_controls(snapshot.view());
    }
    let dice = dice::button_of(public, language);
    vec![Component::Buttons(dice.into_iter().collect())]
}

impl Post<'_> {
    /// Adds the button of the players' own views, and removes the buttons that a settled message does not keep.
    pub(crate) fn finished(&self, mut message: Message<Public>) -> Message<Public> {
        let public = self.public;
        if self.is_settled {
            self.close(&mut message);
            message.link = None;
        }
        if public.stage.seats().is_some() && public.has_secrets {
            let view = self.button(Control::View(public.id), text::button_view());
            let view = self.only(Color::ALL, view);
            message.controls.push(Component::Buttons(vec![view]));
        }
        message.named.clone_from(&public.named);
        message
    }

    /// Renders the text and the controls of a board.
    fn board(&self, view: &View, board: TellingBoard<'_>) -> Message<Public> {
        let called = match (view.status, &view.turn) {
            (Status::ToRoll, _) => Vec::new(),
            (Status::ToDecide(color), Some(_)) => vec![color],
            // At the start, the text informs the challenger that the match has begun.
            (Status::ToDecide(_), None) | (Status::Over(_), _) => Color::ALL.into(),
        };
        Message {
            controls: self.board_controls(view),
            link: Some(self.link_to_play()),
            ..self.calling(called, &self.board_text(view, board))
        }
    }

    fn board_text(&self, view: &View, board: TellingBoard<'_>) -> Text {
        let (public, names) = (self.public, &self.public.names);
        let turn = |turn: &Turn| last_turn(view.variant, turn, names, self.language);
        let answered = board.answered;
        let answered = answered.and_then(|answered| answered.view().turn.as_ref());
        let mut lines: Vec<_> = answered.map(turn).into_iter().collect();
        match &view.turn {
            // The turn before has been posted.
            _ if board.kind == DeliveryKind::TakenBack => lines.push(text::board_taken_back()),
            None => lines.extend(beginning(public)),
            // The game was not ended by a move, and the last move has been posted.
            Some(_) if is_over_by_players(view.status) => {}
            Some(last) => lines.push(turn(last)),
        }
        let status = text::status(view, names);
        lines.push(match view.status {
            // A settled board no longer names the side to move.
            Status::ToDecide(_) | Status::ToRoll if self.is_settled => {
                text::board_settled(public.id)
            }
            Status::ToDecide(_) | Status::ToRoll => {
                text::board_status(arg::id(public.id), arg::status(status))
            }
            Status::Over(_) => text::board_over(status),
        });
        lines.extend(ratings::result(public, view.status));
        match view.status {
            Status::Over(_) => lines.extend(computer::hint_usage(public)),
            Status::ToDecide(side) if !self.is_settled => {
                lines.extend(time::left(public, side, false));
                lines.extend(public.is_paused.then(text::board_paused));
            }
            Status::ToDecide(_) | Status::ToRoll => {}
        }
        lines.extend(limit_ahead(public, view));
        lines.extend(board.log.map(text::board_log));
        Text::lines(lines)
    }

    fn board_controls(&self, view: &View) -> Vec<Component> {
        match view.status {
            Status::ToRoll => Vec::new(),
            Status::Over(_) => vec![self.end_buttons(view.turn.is_some())],
            Status::ToDecide(mover) => {
                let can_abort = can_be_aborted(view.turns);
                let late = self.public.is_out_of_time;
                let late = late.then(|| self.after_time(mover, can_abort, view.n_inputs));
                let buttons = self.board_buttons(mover, view.n_inputs);
                [buttons].into_iter().chain(late).collect()
            }
        }
    }

    fn board_buttons(&self, mover: Color, n_inputs: usize) -> Component {
        let (public, id, language) = (self.public, self.public.id, self.language);
        let first = if public.is_paused {
            let resume = primary(Control::Resume(id), text::button_resume(), language);
            Some(self.only(Color::ALL, resume))
        } else {
            let play = move_button(id, n_inputs, language);
            (!is_of_program(public, mover)).then(|| self.only([mover], play))
        };
        let has_hints = is_of_program(public, !mover) && !public.is_paused;
        let hint = self.button(Control::Hint(id, n_inputs), text::button_hint());
        let draw = Control::Offer(OfferKind::Draw, id, n_inputs);
        let draw = self.button(draw, text::button_offer_draw());
        let resign = danger(
            Control::Resign(id, n_inputs),
            text::button_resign(),
            language,
        );
        let rules = Control::Rules(public.setup.variant());
        let buttons = [
            first,
            has_hints.then(|| self.only([mover], hint)),
            Some(self.only(Color::ALL, draw)),
            Some(self.only(Color::ALL, resign)),
            Some(self.button(rules, text::button_rules())),
        ];
        Component::Buttons(buttons.into_iter().flatten().collect())
    }

    /// Returns the buttons of a match that is over; without a turn there is no review.
    fn end_buttons(&self, has_turns: bool) -> Component {
        let (id, language) = (self.public.id, self.language);
        let rematch = primary(Control::Rematch(id), text::button_rematch(), language);
        let review = self.button(Control::Review(id), text::button_review());
        let buttons = [
            Some(self.only(Color::ALL, rematch)),
            has_turns.then_some(review),
            Some(self.button(Control::Replay(id), text::button_replay())),
            Some(self.button(Control::Export(id), text::button_record())),
            dice::button_of(self.public, language),
        ];
        Component::Buttons(buttons.into_iter().flatten().collect())
    }
}

/// Renders the start of a match: the players, the variant with its options, and whether it is rated.
fn beginning(public: &PublicMatch) -> impl Iterator<Item = Text> {
    let begins = text::board_begins(
        arg::black(&public.names.black),
        arg::variant(public.setup.variant()),
        arg::white(&public.names.white),
    );
    let more = [choices(&public.setup), ratings::reminder(public)];
    [begins].into_iter().chain(more.into_iter().flatten())
}

/// Returns whether the program plays this side.
fn is_of_program(public: &PublicMatch, side: Color) -> bool {
    let seats = public.stage.seats();
    seats.is_some_and(|seats| seats[side].is_program())
}

/// Adds the public board, in the form that its readers have chosen.
fn show(presenter: &Presenter<'_>, snapshot: &PublicSnapshot, message: &mut Message<Public>) {
    if presenter.settings.pictures == Pictures::Text {
        let (view, names, language) = (snapshot.view(), &snapshot.of.names, presenter.language);
        let bottom = bottom(&snapshot.of, view);
        let board = text::board(view, names, bottom, &Hints::default(), language);
        message.block = Some(board);
        return;
    }
    illustrate(presenter, snapshot, message);
}

/// Adds the picture of the board, with the meaning of its signs while the match is in play.
fn illustrate(presenter: &Presenter<'_>, snapshot: &PublicSnapshot, message: &mut Message<Public>) {
    message.picture = Some(picture(presenter, snapshot));
    let view = snapshot.view();
    let signs = text::picture_signs(view).filter(|_| matches!(view.status, Status::ToDecide(_)));
    if let Some(signs) = signs {
        message.text.push('\n');
        message.text.push_str(&presenter.language.localize(&signs));
    }
}

/// Returns the picture of the public board.
pub fn picture(presenter: &Presenter<'_>, snapshot: &PublicSnapshot) -> Picture<Public> {
    Picture::public(snapshot.public_view(), |view| {
        let board = BoardPlan {
            id: snapshot.of.id,
            n_inputs: view.n_inputs,
            lens: Lens::Everybody,
            style: presenter.style(bottom(&snapshot.of, view)),
            hints: Highlights::default(),
        };
        presenter.board(&snapshot.of.names, view, board)
    })
}

/// Returns the side at the bottom: the one to decide.
fn bottom(public: &PublicMatch, view: &View) -> Color {
    match view.status {
        // The board is not turned around while the program thinks.
        Status::ToDecide(color) if is_of_program(public, color) => !color,
        Status::ToDecide(color) => color,
        Status::ToRoll | Status::Over(_) => Color::White,
    }
}

/// The number of turns before the limit at which players are warned.
pub(crate) const WARNING: u32 = 20;

/// Warns of the turn limit once, before the first decision of a turn of White. Warns when the limit comes near, or at the
/// start if it is near already.
pub(crate) fn limit_ahead(public: &PublicMatch, view: &View) -> Option<Text> {
    let left = public.turn_limit.checked_sub(view.turns / 2)?;
    let last = view.turn.as_ref().map(|turn| turn.color);
    let is_time = view.status == Status::ToDecide(Color::White)
        && last != Some(Color::White)
        && left == public.turn_limit.min(WARNING);
    is_time.then(|| text::board_turns_left(arg::left(left), arg::limit(public.turn_limit)))
}

fn is_over_by_players(status: Status) -> bool {
    matches!(
        status,
        Status::Over(
            Outcome::Won {
                reason: WinReason::Resignation | WinReason::OutOfTime,
                ..
            } | Outcome::Drawn {
                reason: DrawReason::Agreement
            } | Outcome::Aborted
        )
    )
}
