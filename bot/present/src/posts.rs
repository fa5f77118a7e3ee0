//! Posts to a channel.

use render::Hints;
use rules::{Color, DrawReason, Outcome, Status, View, WinReason};

use super::{
    buttons::{button, danger, only, primary},
    challenge::{announced, challenge, close},
    choices, dice, hint, ratings,
    recipe::BoardPlan,
    studio::Presenter,
    time,
    turn::last_turn,
};
use api::{Button, Component, LONGEST_LABEL, Message, Picture, Public, UserId, clip};
use command::{Control, OfferKind, Pictures};
use service::{
    Delivery, DeliveryKind, Highlights, Lens, PublicMatch, PublicSnapshot, Stage, can_be_aborted,
};
use text::{Language, Text, arg};

/// Renders a delivery without a board; `settled` leaves its buttons out.
///
/// Returns `None` if there is nothing to post.
pub fn notice(
    public: &PublicMatch,
    delivery: Delivery,
    settled: bool,
    language: Language,
) -> Option<Message<Public>> {
    let message = match delivery.kind {
        DeliveryKind::Challenge => challenge(public, settled, language),
        DeliveryKind::ChallengeAgain | DeliveryKind::ChallengeOpen => Message {
            // A person called by the first post is not called again.
            mentions: Vec::new(),
            ..challenge(public, settled, language)
        },
        DeliveryKind::ChallengeDeclined => challenge_declined(public, language)?,
        DeliveryKind::Offer(kind, by) => offer(public, kind, by, delivery.ply, settled, language)?,
        DeliveryKind::OfferDeclined(kind, by) => {
            let text = text::offer_declined(arg::name(&public.names[!by]), arg::what(kind.the()));
            Message::text(language.say(&text))
        }
        DeliveryKind::OfferWithdrawn(kind, by) => {
            let text = text::offer_withdrawn(arg::name(&public.names[by]), arg::what(kind.a()));
            Message::text(language.say(&text))
        }
        DeliveryKind::Paused(by) => paused(public, by, settled, language),
        DeliveryKind::TimeOver { side, can_abort } => {
            time::over(public, side, can_abort, delivery.ply, settled, language)
        }
        DeliveryKind::ReminderHere(side) => time::reminder_here(public, side, language)?,
        DeliveryKind::Away(side) => time::away(public, side, language)?,
        DeliveryKind::TimeGiven(side) => time::given(public, side, language)?,
        DeliveryKind::Board
        | DeliveryKind::BoardAnswered(_)
        | DeliveryKind::TakenBack
        | DeliveryKind::BoardAgain
        | DeliveryKind::Reminder
        | DeliveryKind::PlanPlayed { .. }
        | DeliveryKind::PlanEnded
        | DeliveryKind::Settle
        | DeliveryKind::View
        | DeliveryKind::ViewAgain => {
            return None;
        }
    };
    Some(finished(message, public, settled, language))
}

/// Tells a challenger that the challenged person declined.
fn challenge_declined(public: &PublicMatch, language: Language) -> Option<Message<Public>> {
    let Stage::Declined(by) = &public.stage else {
        return None;
    };
    let text = text::challenge_declined_told(
        arg::challenger(&public.challenger.name),
        arg::id(public.id),
        arg::name(&by.name),
    );
    Some(Message {
        mentions: vec![public.challenger.account().clone()],
        ..Message::text(language.say(&text))
    })
}

/// Renders the board of a match after a move, or again, with the move that a plan answered, if it came with it. `settled`
/// leaves out its buttons, and its picture, which stays as it is. A board for one reader looks as they have chosen.
pub fn board(
    presenter: &Presenter<'_>,
    snapshot: &PublicSnapshot,
    board: TellingBoard<'_>,
) -> Message<Public> {
    let mut message = board_post(snapshot, board, presenter.language);
    if !board.is_settled {
        show(presenter, snapshot, &mut message);
    }
    // Anybody may have asked for the board again, and the player that it waits for has been called already.
    if board.kind == DeliveryKind::BoardAgain {
        message.mentions.clear();
    }
    finished(message, &snapshot.of, board.is_settled, presenter.language)
}

/// The circumstances of a posted board.
#[derive(Clone, Copy)]
pub struct TellingBoard<'a> {
    /// The position that it answered, if it came with that.
    pub answered: Option<&'a PublicSnapshot>,
    /// The kind of its delivery.
    pub kind: DeliveryKind,
    /// The last moves, if they are to be shown.
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
    let mut message = board_post(snapshot, TellingBoard::AGAIN, presenter.language);
    illustrate(presenter, snapshot, &mut message);
    finished(message, &snapshot.of, true, presenter.language)
}

/// Removes the buttons that a message does not keep.
pub(super) fn finished(
    mut message: Message<Public>,
    public: &PublicMatch,
    settled: bool,
    language: Language,
) -> Message<Public> {
    if settled {
        close(&mut message, public);
    }
    if public.stage.seats().is_some() && public.has_secrets {
        let view = button(Control::View(public.id), text::button_view(), language);
        let view = only(public.people(Color::ALL), view);
        message.controls.push(Component::Buttons(vec![view]));
    }
    message.named.clone_from(&public.named);
    message
}

/// Returns the name of the thread of a match: at most 100 characters.
pub fn thread_name(public: &PublicMatch, language: Language) -> String {
    let names = &public.names;
    let name = text::thread_name(
        arg::black(clip(&names.black, 32)),
        arg::id(public.id),
        arg::variant(public.setup.variant()),
        arg::white(clip(&names.white, 32)),
    );
    clip(&language.say(&name), LONGEST_LABEL)
}

/// Tells the other player that the player to decide has left. They may end the match, unless its time limit decides.
pub fn has_left(
    public: &PublicMatch,
    seat: Color,
    has_limit: bool,
    language: Language,
) -> Message<Public> {
    let (gone, other) = (&public.names[seat], &public.names[!seat]);
    let mentions = public.people([!seat]).cloned().collect();
    let named = public.named.clone();
    if has_limit {
        let text = text::player_left_on_the_clock(gone);
        return Message {
            mentions,
            named,
            ..Message::text(language.say(&text))
        };
    }
    let text = text::player_left(arg::gone(gone), arg::id(public.id), arg::other(other));
    let end = danger(Control::End(public.id), text::button_end(), language);
    Message {
        mentions,
        named,
        controls: vec![Component::Buttons(vec![only(public.people([!seat]), end)])],
        ..Message::text(language.say(&text))
    }
}

/// Renders the text and controls of the present board of a match, for a viewer who sees the board beside them.
pub(super) fn beside_board(
    snapshot: &PublicSnapshot,
    viewer: Option<&UserId>,
    language: Language,
) -> Message<Public> {
    let public = &snapshot.of;
    if public.stage.seats().is_none() {
        let is_settled = !matches!(public.stage, Stage::Challenge);
        let is_own = viewer.is_some_and(|viewer| public.challenger.is(viewer));
        let post = if is_own { challenge } else { announced };
        return post(public, is_settled, language);
    }
    let mut message = board_post(snapshot, TellingBoard::AGAIN, language);
    for controls in &mut message.controls {
        if let Component::Buttons(buttons) = controls {
            // Moves are made on the board.
            let guide = Control::Guide(public.id, snapshot.view().ply);
            buttons.retain(|button| button.control != guide);
        }
    }
    message
}

fn board_post(
    snapshot: &PublicSnapshot,
    board: TellingBoard<'_>,
    language: Language,
) -> Message<Public> {
    let TellingBoard {
        answered,
        kind,
        log,
        is_settled: settled,
    } = board;
    let public = &snapshot.of;
    let (id, names, view) = (public.id, &public.names, snapshot.view());
    let answered = answered.and_then(|answered| answered.view().turn.as_ref());
    let answered = answered.map(|turn| last_turn(view.variant, turn, names, language));
    let mut lines: Vec<_> = answered.into_iter().collect();
    match &view.turn {
        // The turn before has been posted.
        _ if kind == DeliveryKind::TakenBack => lines.push(text::board_taken_back()),
        None => {
            let variant = public.setup.variant();
            lines.push(text::board_begins(
                arg::black(&names.black),
                arg::variant(variant),
                arg::white(&names.white),
            ));
            lines.extend(choices(&public.setup));
            lines.extend(ratings::reminder(public));
        }
        // The game was not ended by a move, and the last move has been posted.
        Some(_) if is_over_by_players(view.status) => {}
        Some(turn) => lines.push(last_turn(view.variant, turn, names, language)),
    }
    let status = text::status(view, names);
    lines.push(match view.status {
        // A settled board no longer names the side to move.
        Status::ToDecide(_) | Status::ToRoll if settled => text::board_settled(id),
        Status::ToDecide(_) | Status::ToRoll => {
            text::board_status(arg::id(id), arg::status(status))
        }
        Status::Over(_) => text::board_over(status),
    });
    lines.extend(ratings::result(public, view.status));
    if let Status::Over(_) = view.status {
        lines.extend(hint::aids(public));
    }
    if let (Status::ToDecide(side), false) = (view.status, settled) {
        lines.extend(time::left(public, side));
        lines.extend(public.is_paused.then(text::board_paused));
    }
    lines.extend(limit_ahead(public, view));
    lines.extend(log.map(text::board_log));
    let mut message = Message::text(language.say(&Text::lines(lines)));
    if let Status::ToDecide(color) = view.status {
        // At the start the challenger is to read that the match has begun.
        let called = match view.turn {
            Some(_) => vec![color],
            None => Color::ALL.into(),
        };
        message.mentions = public.people(called).cloned().collect();
        let buttons = board_buttons(public, color, view.ply, language);
        message.controls = vec![Component::Buttons(buttons)];
        if public.is_out_of_time {
            let can_abort = can_be_aborted(view.turns);
            let claim = time::what_follows(public, color, can_abort, view.ply, language);
            message.controls.push(claim);
        }
    }
    if let Status::Over(_) = view.status {
        message.mentions = public.people(Color::ALL).cloned().collect();
        let buttons = end_buttons(public, view.turn.is_some(), language);
        message.controls = vec![Component::Buttons(buttons)];
    }
    message
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

/// Adds the picture of the board, with the meaning of its signs while the match goes on.
fn illustrate(presenter: &Presenter<'_>, snapshot: &PublicSnapshot, message: &mut Message<Public>) {
    message.picture = Some(picture(presenter, snapshot));
    let view = snapshot.view();
    let signs = text::picture_signs(view).filter(|_| matches!(view.status, Status::ToDecide(_)));
    if let Some(signs) = signs {
        message.text.push('\n');
        message.text.push_str(&presenter.language.say(&signs));
    }
}

/// Returns the picture of the public board.
fn picture(presenter: &Presenter<'_>, snapshot: &PublicSnapshot) -> Picture<Public> {
    Picture::public(snapshot.public_view(), |view| {
        let board = BoardPlan {
            id: snapshot.of.id,
            ply: view.ply,
            lens: Lens::Everybody,
            style: presenter.style(bottom(&snapshot.of, view)),
            hints: Highlights::default(),
        };
        presenter.board(&snapshot.of.names, view, &[], board)
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
pub(super) const WARNING: u32 = 20;

/// Warns of the turn limit when it comes near, or at the start if it is near already: once, before the first decision of
/// White's turn.
pub(super) fn limit_ahead(public: &PublicMatch, view: &View) -> Option<Text> {
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

fn board_buttons(
    public: &PublicMatch,
    mover: Color,
    ply: usize,
    language: Language,
) -> Vec<Button> {
    let id = public.id;
    let draw = Control::Offer(OfferKind::Draw, id, ply);
    let resign = Control::Resign(id, ply);
    let first = match public.is_paused {
        true => Some(only(
            public.people(Color::ALL),
            primary(Control::Resume(id), text::button_resume(), language),
        )),
        false if is_of_program(public, mover) => None,
        false => Some(only(
            public.people([mover]),
            primary(Control::Guide(id, ply), text::button_move(), language),
        )),
    };
    let hints = is_of_program(public, !mover) && !public.is_paused;
    let hint = hints.then(|| {
        let hint = button(Control::Hint(id, ply), text::button_hint(), language);
        only(public.people([mover]), hint)
    });
    let others = [
        button(draw, text::button_offer_draw(), language),
        danger(resign, text::button_resign(), language),
    ];
    let others = others.map(|button| only(public.people(Color::ALL), button));
    let variant = public.setup.variant();
    let rules = button(Control::Rules(variant), text::button_rules(), language);
    let first = first.into_iter().chain(hint);
    first.chain(others).chain([rules]).collect()
}

/// Returns the buttons of a match that is over; without a turn there is no review.
fn end_buttons(public: &PublicMatch, has_turns: bool, language: Language) -> Vec<Button> {
    let id = public.id;
    let rematch = primary(Control::Rematch(id), text::button_rematch(), language);
    let review = button(Control::Review(id), text::button_review(), language);
    let others = [
        button(Control::Replay(id), text::button_replay(), language),
        button(Control::Export(id), text::button_record(), language),
    ];
    [only(public.people(Color::ALL), rematch)]
        .into_iter()
        .chain(has_turns.then_some(review))
        .chain(others)
        .chain(dice::button_of(public, language))
        .collect()
}

/// Renders an offer between the players, or `None` for a takeback, whose offer is longer.
pub(super) fn offer(
    public: &PublicMatch,
    kind: OfferKind,
    by: Color,
    ply: usize,
    settled: bool,
    language: Language,
) -> Option<Message<Public>> {
    let (from, to) = (&public.names[by], &public.names[!by]);
    let text = match kind {
        OfferKind::Draw => text::draw_offers(arg::from(from), arg::to(to)),
        OfferKind::Pause => text::pause_offers(arg::from(from), arg::to(to)),
        OfferKind::Takeback => return None,
    };
    Some(offer_post(public, kind, by, ply, &text, settled, language))
}

/// Renders an offer with this text and its buttons, or in short once it is settled.
pub(super) fn offer_post(
    public: &PublicMatch,
    kind: OfferKind,
    by: Color,
    ply: usize,
    text: &Text,
    settled: bool,
    language: Language,
) -> Message<Public> {
    let (id, from, to) = (public.id, &public.names[by], &public.names[!by]);
    if settled {
        return Message::text(language.say(&text::offer_made(
            arg::from(from),
            arg::to(to),
            arg::what(kind.a()),
        )));
    }
    let mut message = Message::text(language.say(text));
    message.mentions = public.people([!by]).cloned().collect();
    let accept = match kind {
        OfferKind::Draw => text::button_accept_draw(),
        OfferKind::Takeback => text::button_accept_takeback(),
        OfferKind::Pause => text::button_accept_pause(),
    };
    let decline = Control::DeclineOffer(kind, id, ply);
    message.controls = vec![Component::Buttons(vec![
        only(
            public.people([!by]),
            primary(Control::AcceptOffer(kind, id, ply), accept, language),
        ),
        only(
            public.people([!by]),
            button(decline, text::button_decline(), language),
        ),
    ])];
    message
}

/// Says that a match is paused, as this side has offered.
fn paused(public: &PublicMatch, by: Color, settled: bool, language: Language) -> Message<Public> {
    if settled {
        return Message::text(language.say(&text::pause_over(public.id)));
    }
    let mut message = Message::text(language.say(&text::pause_agreed(public.id)));
    message.mentions = public.people([by]).cloned().collect();
    let resume = primary(Control::Resume(public.id), text::button_resume(), language);
    message.controls = vec![Component::Buttons(vec![only(
        public.people(Color::ALL),
        resume,
    )])];
    message
}
