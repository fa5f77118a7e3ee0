//! Offers between the players: a draw, a pause, a takeback.

use rules::Color;

use crate::{
    buttons::{button, primary, with_buttons},
    post::Post,
};
use api::{Component, MatchId, Message, Private, Public};
use command::{Control, OfferKind};
use text::{Language, Text, arg};

/// Renders the reply to an offer of one's own, with a button to withdraw it that only its player sees.
pub(crate) fn own_offer(
    text: &Text,
    kind: OfferKind,
    id: MatchId,
    n_inputs: usize,
    language: Language,
) -> Message<Private> {
    let control = Control::WithdrawOffer(kind, id, n_inputs);
    let withdraw = button(control, text::button_withdraw(), language);
    with_buttons(text, [withdraw], language)
}

impl Post<'_> {
    /// Renders an offer of a side, or `None` for a takeback, which has a longer text.
    pub(crate) fn offer(
        &self,
        kind: OfferKind,
        by: Color,
        n_inputs: usize,
    ) -> Option<Message<Public>> {
        let (from, to) = (&self.public.names[by], &self.public.names[!by]);
        let text = match kind {
            OfferKind::Draw => text::draw_offers(arg::from(from), arg::to(to)),
            OfferKind::Pause => text::pause_offers(arg::from(from), arg::to(to)),
            OfferKind::Takeback => return None,
        };
        Some(self.offer_of(kind, by, n_inputs, &text))
    }

    /// Renders an offer with this text and its buttons, or in short once it is settled.
    pub(crate) fn offer_of(
        &self,
        kind: OfferKind,
        by: Color,
        n_inputs: usize,
        text: &Text,
    ) -> Message<Public> {
        let (id, names) = (self.public.id, &self.public.names);
        if self.is_settled {
            return self.text_message(&text::offer_made(
                arg::from(&names[by]),
                arg::to(&names[!by]),
                arg::what(kind.a()),
            ));
        }
        let accept = match kind {
            OfferKind::Draw => text::button_accept_draw(),
            OfferKind::Takeback => text::button_accept_takeback(),
            OfferKind::Pause => text::button_accept_pause(),
        };
        let accept = primary(
            Control::AcceptOffer(kind, id, n_inputs),
            accept,
            self.language,
        );
        let decline = Control::DeclineOffer(kind, id, n_inputs);
        let decline = self.button(decline, text::button_decline());
        Message {
            controls: vec![self.row(!by, [accept, decline])],
            ..self.calling([!by], text)
        }
    }

    /// Says that an offer was declined by the other side.
    pub(crate) fn offer_declined(&self, kind: OfferKind, by: Color) -> Message<Public> {
        let name = &self.public.names[!by];
        self.text_message(&text::offer_declined(
            arg::name(name),
            arg::what(kind.the()),
        ))
    }

    /// Says that an offer was withdrawn.
    pub(crate) fn offer_withdrawn(&self, kind: OfferKind, by: Color) -> Message<Public> {
        let name = &self.public.names[by];
        self.text_message(&text::offer_withdrawn(arg::name(name), arg::what(kind.a())))
    }

    /// Says that a match is paused, as this side has offered.
    pub(crate) fn paused(&self, by: Color) -> Message<Public> {
        let id = self.public.id;
        if self.is_settled {
            return self.text_message(&text::pause_over(id));
        }
        let resume = primary(Control::Resume(id), text::button_resume(), self.language);
        let resume = self.only(Color::ALL, resume);
        Message {
            controls: vec![Component::Buttons(vec![resume])],
            ..self.calling([by], &text::pause_agreed(id))
        }
    }
}
