//! The time that players have left.

use rules::Color;

use crate::{
    buttons::{danger, move_button, primary, with_buttons},
    match_of,
    post::Post,
};
use api::{Component, Message, Private, Public};
use command::{Control, TimeControl};
use service::{PublicMatch, SeatSnapshot};
use text::{Language, Text, arg};

/// Returns a line below a challenge: the time control.
pub(crate) fn terms(public: &PublicMatch) -> Option<Text> {
    let is_limited = public.time != TimeControl::Unlimited;
    is_limited.then(|| text::challenge_time(public.time.words()))
}

/// Returns a line below a board: the end of the time of the side to decide, or the end of its vacation. In real time, only the
/// clocks next to a board tell the time.
pub(crate) fn left(public: &PublicMatch, side: Color, has_clock: bool) -> Option<Text> {
    if let Some(away) = public.away {
        let name = arg::name(&public.names[side]);
        return Some(text::board_away(name, arg::until(Text::time(away.0))));
    }
    if public.is_out_of_time {
        return Some(text::board_out_of_time(&public.names[side]));
    }
    let until = public
        .until
        .filter(|_| !has_clock && !public.time.is_real_time())?;
    Some(text::board_time(Text::time(until.0)))
}

/// Reminds a player that their time will be over.
pub fn reminder(snapshot: &SeatSnapshot, language: Language) -> Option<Message<Private>> {
    let public = &snapshot.of;
    let what = match_of(public, snapshot.view.seat());
    let until = Text::time(public.until?.0);
    let text = text::time_reminder(arg::r#match(what), arg::until(until));
    let play = move_button(public.id, snapshot.view.as_view().n_inputs, language);
    Some(with_buttons(&text, [play], language))
}

impl Post<'_> {
    /// Says that a side is on vacation, or back from it.
    pub(crate) fn away(&self, side: Color) -> Option<Message<Public>> {
        let public = self.public;
        let text = if public.away.is_some() {
            text::time_away
        } else {
            text::time_back
        };
        let until = public.away.or(public.until)?;
        let text = text(
            arg::id(public.id),
            arg::name(&public.names[side]),
            arg::until(Text::time(until.0)),
        );
        Some(Message {
            is_silent: true,
            ..self.text_message(&text)
        })
    }

    /// Reminds a player that their time will be over, in public, without a sound.
    pub(crate) fn reminder_here(&self, side: Color) -> Option<Message<Public>> {
        let text = text::time_reminder_here(
            arg::id(self.public.id),
            arg::name(&self.public.names[side]),
            arg::until(Text::time(self.public.until?.0)),
        );
        Some(Message {
            is_silent: true,
            ..self.calling([side], &text)
        })
    }

    /// Says that a side has more time.
    pub(crate) fn time_given(&self, side: Color) -> Option<Message<Public>> {
        let text = text::time_given(
            arg::id(self.public.id),
            arg::name(&self.public.names[side]),
            arg::until(Text::time(self.public.until?.0)),
        );
        Some(self.calling([side], &text))
    }

    /// Reports that the time of a side is over, with the choices of the other side.
    pub(crate) fn time_over(
        &self,
        late: Color,
        can_abort: bool,
        n_inputs: usize,
    ) -> Message<Public> {
        let names = &self.public.names;
        let (id, name) = (arg::id(self.public.id), arg::late(&names[late]));
        if self.is_settled {
            return self.text_message(&text::time_over_settled(id, name));
        }
        let text = if can_abort {
            text::time_over_early
        } else {
            text::time_over
        };
        Message {
            controls: vec![self.after_time(late, can_abort, n_inputs)],
            ..self.calling([!late], &text(id, name, arg::other(&names[!late])))
        }
    }

    /// Returns the buttons of the other side, while a side has no time left.
    pub(crate) fn after_time(&self, late: Color, can_abort: bool, n_inputs: usize) -> Component {
        let (id, language) = (self.public.id, self.language);
        let claim = Control::ClaimWin(id, n_inputs);
        let abort = || danger(Control::Abort(id, n_inputs), text::button_abort(), language);
        let buttons = [
            Some(primary(claim, text::button_claim_win(), language)),
            Some(self.button(Control::GiveTime(id, n_inputs), text::button_give_time())),
            can_abort.then(abort),
        ];
        self.row(!late, buttons.into_iter().flatten())
    }
}
