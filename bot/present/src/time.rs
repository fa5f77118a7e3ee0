//! The time that players have left.

use rules::Color;

use super::buttons::{button, danger, only, primary};
use api::{Component, Message, Private, Public};
use command::{Control, TimeControl};
use service::{PublicMatch, SeatSnapshot};
use text::{Language, Text, arg};

/// Returns a line below a challenge: the time control.
pub(super) fn terms(public: &PublicMatch) -> Option<Text> {
    let is_limited = public.time != TimeControl::Unlimited;
    is_limited.then(|| text::challenge_time(public.time.words()))
}

/// Returns a line below a board: the end of the time of the side to decide, or the end of its vacation.
pub(super) fn left(public: &PublicMatch, side: Color) -> Option<Text> {
    if let Some(away) = public.away {
        return Some(text::board_away(
            arg::name(&public.names[side]),
            arg::until(Text::time(away.0)),
        ));
    }
    if public.is_out_of_time {
        return Some(text::board_out_of_time(&public.names[side]));
    }
    let until = public.until?;
    Some(text::board_time(Text::time(until.0)))
}

/// Says that a side is on vacation, or back from it.
pub(super) fn away(
    public: &PublicMatch,
    side: Color,
    language: Language,
) -> Option<Message<Public>> {
    let (id, name) = (public.id, &public.names[side]);
    let text = match (public.away, public.until) {
        (Some(away), _) => {
            text::time_away(arg::id(id), arg::name(name), arg::until(Text::time(away.0)))
        }
        (None, until) => text::time_back(
            arg::id(id),
            arg::name(name),
            arg::until(Text::time(until?.0)),
        ),
    };
    let mut message = Message::text(language.say(&text));
    message.is_silent = true;
    Some(message)
}

/// Reminds a player that their time will be over.
pub fn reminder(snapshot: &SeatSnapshot, language: Language) -> Option<Message<Private>> {
    let (seat, public) = (snapshot.view.seat(), &snapshot.of);
    let (variant, other) = (public.setup.variant(), &public.names[!seat]);
    let what = text::whisper_match(
        arg::id(public.id),
        arg::opponent(other),
        arg::variant(variant),
    );
    let text = text::time_reminder(arg::r#match(what), arg::until(Text::time(public.until?.0)));
    let mut message = Message::text(language.say(&text));
    let control = Control::Guide(public.id, snapshot.view.as_view().ply);
    message.controls = vec![Component::Buttons(vec![primary(
        control,
        text::button_move(),
        language,
    )])];
    Some(message)
}

/// Reminds a player that their time will be over, in public, without a sound.
pub(super) fn reminder_here(
    public: &PublicMatch,
    side: Color,
    language: Language,
) -> Option<Message<Public>> {
    let until = Text::time(public.until?.0);
    let text = text::time_reminder_here(
        arg::id(public.id),
        arg::name(&public.names[side]),
        arg::until(until),
    );
    let mut message = Message::text(language.say(&text));
    message.mentions = public.people([side]).cloned().collect();
    message.is_silent = true;
    Some(message)
}

/// Says that the time of a side is over, and lets the other side choose what follows.
pub(super) fn over(
    public: &PublicMatch,
    late: Color,
    can_abort: bool,
    ply: usize,
    settled: bool,
    language: Language,
) -> Message<Public> {
    let (id, late_name, other) = (public.id, &public.names[late], &public.names[!late]);
    if settled {
        return Message::text(
            language.say(&text::time_over_settled(arg::id(id), arg::late(late_name))),
        );
    }
    let text = if can_abort {
        text::time_over_early(arg::id(id), arg::late(late_name), arg::other(other))
    } else {
        text::time_over(arg::id(id), arg::late(late_name), arg::other(other))
    };
    let mut message = Message::text(language.say(&text));
    message.mentions = public.people([!late]).cloned().collect();
    message.controls = vec![what_follows(public, late, can_abort, ply, language)];
    message
}

/// Returns the buttons of the other side, while a side has no time left.
pub(super) fn what_follows(
    public: &PublicMatch,
    late: Color,
    can_abort: bool,
    ply: usize,
    language: Language,
) -> Component {
    let id = public.id;
    let mut buttons = vec![
        primary(
            Control::ClaimWin(id, ply),
            text::button_claim_win(),
            language,
        ),
        button(
            Control::GiveTime(id, ply),
            text::button_give_time(),
            language,
        ),
    ];
    if can_abort {
        buttons.push(danger(
            Control::Abort(id, ply),
            text::button_abort(),
            language,
        ));
    }
    let buttons = buttons.into_iter();
    let buttons = buttons.map(|button| only(public.people([!late]), button));
    Component::Buttons(buttons.collect())
}

/// Says that a side has more time.
pub(super) fn given(
    public: &PublicMatch,
    side: Color,
    language: Language,
) -> Option<Message<Public>> {
    let until = Text::time(public.until?.0);
    let text = text::time_given(
        arg::id(public.id),
        arg::name(&public.names[side]),
        arg::until(until),
    );
    let mut message = Message::text(language.say(&text));
    message.mentions = public.people([side]).cloned().collect();
    Some(message)
}
