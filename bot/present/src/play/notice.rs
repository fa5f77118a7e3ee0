//! Posts without a board, and notes above posts.

use rules::Color;

use crate::{buttons::danger, post::Post};
use api::{LONGEST_LABEL, Message, MessageId, Public, ServerId, clip, message_link};
use command::Control;
use service::{Delivery, DeliveryKind, PublicMatch, PublicSnapshot};
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
    let post = Post::new(public, settled, language);
    let message = match delivery.kind {
        DeliveryKind::Challenge => post.challenge(),
        DeliveryKind::ChallengeAgain | DeliveryKind::ChallengeOpen => Message {
            // The first post has mentioned these people already.
            mentions: Vec::new(),
            ..post.challenge()
        },
        DeliveryKind::ChallengeDeclined => post.challenge_declined()?,
        DeliveryKind::Offer(kind, by) => post.offer(kind, by, delivery.n_inputs)?,
        DeliveryKind::OfferDeclined(kind, by) => post.offer_declined(kind, by),
        DeliveryKind::OfferWithdrawn(kind, by) => post.offer_withdrawn(kind, by),
        DeliveryKind::Paused(by) => post.paused(by),
        DeliveryKind::TimeOver { side, can_abort } => {
            post.time_over(side, can_abort, delivery.n_inputs)
        }
        DeliveryKind::ReminderHere(side) => post.reminder_here(side)?,
        DeliveryKind::Away(side) => post.away(side)?,
        DeliveryKind::TimeGiven(side) => post.time_given(side)?,
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
    Some(post.finished(message))
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
    clip(&language.localize(&name), LONGEST_LABEL)
}

/// Notifies the other player that the player to decide has left. They can end the match, unless its time limit decides.
pub fn has_left(
    public: &PublicMatch,
    seat: Color,
    has_limit: bool,
    language: Language,
) -> Message<Public> {
    let post = Post::new(public, has_limit, language);
    let (gone, other) = (&public.names[seat], &public.names[!seat]);
    let mut message = if has_limit {
        post.calling([!seat], &text::player_left_on_the_clock(gone))
    } else {
        let text = text::player_left(arg::gone(gone), arg::id(public.id), arg::other(other));
        let end = danger(Control::End(public.id), text::button_end(), language);
        Message {
            controls: vec![post.row(!seat, [end])],
            ..post.calling([!seat], &text)
        }
    };
    message.named.clone_from(&public.named);
    message
}

/// Mentions the player to move if their board is edited without a sound. A phone shows only the first words, so they name the
/// last move.
pub fn bell(
    snapshot: &PublicSnapshot,
    kind: DeliveryKind,
    (server, board): (Option<&ServerId>, &MessageId),
    language: Language,
) -> Message<Public> {
    let board = message_link(board, server, text::games_link_board());
    let public = &snapshot.of;
    // The turn before a takeback has been posted.
    let turn = snapshot.view().turn.as_ref();
    let turn = turn.filter(|_| kind != DeliveryKind::TakenBack);
    let text = match turn {
        None => text::board_bell(arg::board(board), arg::id(public.id)),
        Some(turn) => {
            let caption = Text::moves(&*turn.caption);
            text::board_bell_after(
                arg::board(board),
                arg::id(public.id),
                arg::r#move(caption),
                arg::name(&public.names[turn.color]),
            )
        }
    };
    let post = Post::new(public, false, language);
    Message {
        link: Some(post.link()),
        ..post.text_message(&text)
    }
}

/// Announces the turn of a side to its player, without the moves. A device can show it to everybody around.
pub fn turn_push(public: &PublicMatch, seat: Color, language: Language) -> String {
    let opponent = clip(&public.names[!seat], LONGEST_LABEL);
    let variant = text::title(public.setup.variant());
    language.localize(&text::push_your_turn(
        arg::name(opponent),
        arg::variant(variant),
    ))
}

/// Puts the reason above a post that its intended place does not accept.
pub fn explained(mut post: Message<Public>, why: &Text, language: Language) -> Message<Public> {
    post.text = format!("{}\n{}", language.localize(why), post.text);
    post
}
