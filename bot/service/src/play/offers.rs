//! Offers of one player to the other during a match: made, accepted, declined, withdrawn; and the pause, which either player
//! ends.

use rules::{Color, Conclusion};
use serde::{Deserialize, Serialize};

use crate::{
    DeliveryKind, Live, Outcome, PlayDone, PlayReply, Reply,
    computer::program::takes_draw,
    decision::{
        change::Change,
        context::{Asker, reply_with},
        interrupt::Interrupt,
        seat::Seated,
    },
    match_store::codec,
    play::takeback::takeback_by,
};
use api::MatchId;
use command::OfferKind;
use text::arg;

/// The maximum number of times that each player can make the same offer in a match.
pub(crate) const MOST_OFFERS: u8 = 3;

/// An offer that waits for an answer. It lapses when the other side plays on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The kind of offer.
    #[serde(with = "codec::text")]
    pub kind: OfferKind,
    /// The side that made the offer.
    #[serde(with = "codec::text")]
    pub by: Color,
    /// The number of the outbox row of its delivery, so that the buttons there can be removed.
    pub row: u32,
    /// The number of inputs at which it was made; with its kind it identifies the offer in buttons.
    pub n_inputs: usize,
}

/// The number of offers of each kind that a player has made in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferCounts {
    draw: u8,
    takeback: u8,
    pause: u8,
}

impl OfferCounts {
    pub(crate) fn of(mut self, kind: OfferKind) -> u8 {
        *self.of_mut(kind)
    }

    fn of_mut(&mut self, kind: OfferKind) -> &mut u8 {
        match kind {
            OfferKind::Draw => &mut self.draw,
            OfferKind::Takeback => &mut self.takeback,
            OfferKind::Pause => &mut self.pause,
        }
    }

    /// Tells whether the player can make one more offer of this kind.
    pub fn may_offer(self, kind: OfferKind) -> bool {
        self.of(kind) < MOST_OFFERS
    }

    /// Counts one more offer of this kind.
    pub(crate) fn count(&mut self, kind: OfferKind) {
        let n = self.of_mut(kind);
        *n = n.saturating_add(1);
    }
}

impl Asker<'_> {
    /// Makes an offer, or accepts it if the other player has made it. If the match is paused, a pause offer ends the pause.
    pub(crate) fn offer(&self, kind: OfferKind, seated: Seated) -> Result<Outcome, Interrupt> {
        let Seated { live, seat } = seated;
        let game_match = &live.game_match;
        let id = game_match.id;
        if kind == OfferKind::Pause && game_match.time.is_real_time() {
            return Err(text::refusal_real_time_pause().into());
        }
        if kind == OfferKind::Pause && game_match.state.paused.is_some() {
            return self.go_on(live);
        }
        if game_match.is_engine(!seat)
            && !game_match
                .state
                .offer
                .is_some_and(|offer| offer.kind == kind)
        {
            return self.offer_to_program(kind, live, seat);
        }
        match game_match.state.offer {
            Some(Offer {
                by, kind, n_inputs, ..
            }) if by == seat => {
                return reply_with(Reply::Play(PlayReply::OfferStands { id, kind, n_inputs }));
            }
            Some(offer) if offer.kind == kind => return self.accept_standing(live, offer),
            Some(offer) => {
                let other = game_match.player_text(offer.by);
                return Err(text::refusal_other_offer_stands(
                    arg::command(offer.kind.name()),
                    arg::player(other),
                    arg::what(offer.kind.a()),
                )
                .into());
            }
            None => {}
        }
        if !game_match.state.offered[seat].may_offer(kind) {
            let what = kind.a();
            return Err(text::refusal_offered_enough(
                arg::id(id),
                arg::most(usize::from(MOST_OFFERS)),
                arg::what(what),
            )
            .into());
        }
        if kind == OfferKind::Takeback {
            takeback_by(&live, seat)?;
        }
        let mut change = self.context.change(live);
        let n_inputs = change.offer(kind, seat);
        self.context
            .done(change, PlayDone::Offered { id, kind, n_inputs })
    }

    /// Has the program accept or decline an offer. It accepts every takeback.
    fn offer_to_program(
        &self,
        kind: OfferKind,
        live: Live,
        seat: Color,
    ) -> Result<Outcome, Interrupt> {
        let id = live.game_match.id;
        if kind == OfferKind::Draw && !takes_draw(&live, id)? {
            let turns = live.game.turns();
            let mut change = self.context.change(live);
            change.game_match().state.engine.declined_at = Some(turns);
            return self.context.done(change, PlayDone::DrawRefused(id));
        }
        let n_inputs = live.game_match.state.n_inputs;
        let offer = Offer {
            kind,
            by: seat,
            row: 0,
            n_inputs,
        };
        self.accept_standing(live, offer)
    }

    pub(crate) fn accept_offer(
        &self,
        kind: OfferKind,
        id: MatchId,
        n_inputs: usize,
    ) -> Result<Outcome, Interrupt> {
        let (live, offer) = self.offered_to(kind, id, n_inputs)?;
        self.accept_standing(live, offer)
    }

    fn accept_standing(&self, live: Live, offer: Offer) -> Result<Outcome, Interrupt> {
        let id = live.game_match.id;
        match offer.kind {
            OfferKind::Draw => {
                let done = PlayDone::DrawAgreed(id);
                self.context.conclude(live, Conclusion::DrawAgreed, done)
            }
            OfferKind::Takeback => self.take_back(live, offer.by),
            OfferKind::Pause => self.pause(live, offer),
        }
    }

    pub(crate) fn decline_offer(
        &self,
        kind: OfferKind,
        id: MatchId,
        n_inputs: usize,
    ) -> Result<Outcome, Interrupt> {
        let (live, offer) = self.offered_to(kind, id, n_inputs)?;
        let mut change = self.context.change(live);
        change.drop_offer();
        change.enqueue(DeliveryKind::OfferDeclined(kind, offer.by), None);
        self.context
            .done(change, PlayDone::OfferDeclined { id, kind })
    }

    pub(crate) fn withdraw_offer(
        &self,
        kind: OfferKind,
        id: MatchId,
        n_inputs: usize,
    ) -> Result<Outcome, Interrupt> {
        let (live, seat, offer) = self.standing(kind, id, n_inputs)?;
        if offer.by != seat {
            let other = live.game_match.player_text(offer.by);
            return Err(text::refusal_offer_not_yours(other).into());
        }
        let mut change = self.context.change(live);
        change.drop_offer();
        change.enqueue(DeliveryKind::OfferWithdrawn(kind, seat), None);
        self.context
            .done(change, PlayDone::OfferWithdrawn { id, kind })
    }

    /// Returns the match with an offer that the speaker can answer.
    fn offered_to(
        &self,
        kind: OfferKind,
        id: MatchId,
        n_inputs: usize,
    ) -> Result<(Live, Offer), Interrupt> {
        let (live, seat, offer) = self.standing(kind, id, n_inputs)?;
        if offer.by == seat {
            let other = live.game_match.player_text(!seat);
            return Err(
                text::refusal_own_offer(arg::command(kind.name()), arg::player(other)).into(),
            );
        }
        Ok((live, offer))
    }

    /// Returns the match in which this kind of offer was made at this number of inputs and still stands.
    fn standing(
        &self,
        kind: OfferKind,
        id: MatchId,
        n_inputs: usize,
    ) -> Result<(Live, Color, Offer), Interrupt> {
        let Seated { live, seat } = self.seated(id)?;
        match live.game_match.state.offer {
            Some(offer) if (offer.kind, offer.n_inputs) == (kind, n_inputs) => {
                Ok((live, seat, offer))
            }
            _ => Err(text::refusal_no_offer(kind.name()).into()),
        }
    }

    /// Stops all clocks until one of the two players resumes.
    fn pause(&self, live: Live, offer: Offer) -> Result<Outcome, Interrupt> {
        let id = live.game_match.id;
        let mut change = self.context.change(live);
        change.drop_offer();
        let row = change.enqueue(DeliveryKind::Paused(offer.by), None);
        change.game_match().state.paused = Some(row);
        self.context.done(change, PlayDone::Paused(id))
    }

    /// Resumes a paused match.
    pub(crate) fn resume(&self, id: MatchId) -> Result<Outcome, Interrupt> {
        let Seated { live, .. } = self.seated(id)?;
        match live.game_match.state.paused {
            Some(_) => self.go_on(live),
            None => Err(text::refusal_not_paused(id).into()),
        }
    }

    fn go_on(&self, live: Live) -> Result<Outcome, Interrupt> {
        let id = live.game_match.id;
        let mut change = self.context.change(live);
        change.end_pause();
        // The new board calls the player to move again.
        change.show_board(DeliveryKind::Board);
        self.context.done(change, PlayDone::Resumed(id))
    }
}

impl Change {
    /// Drops the offer that stands, if any, and removes its buttons.
    pub(crate) fn drop_offer(&mut self) {
        let row = self.game_match().state.offer.take().map(|offer| offer.row);
        self.settle(row);
    }

    /// Ends the pause, if there is one.
    pub(crate) fn end_pause(&mut self) {
        let row = self.game_match().state.paused.take();
        self.settle(row);
    }
}
