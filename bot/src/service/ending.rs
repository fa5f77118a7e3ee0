//! Ends that people bring about: resignation and draws.

use rules::{Color, Conclusion, GameInput, Next};

use super::{
    Absence, DeliveryKind, Done, Effects, Live, Match, Offer, Told,
    context::{Asker, told},
    play::finish_turn,
    schema::left_key,
    seat::Seated,
    stop::Stop,
};
use crate::{ports::MatchId, words};

/// How many turns of one's own lie between two draw offers.
const TURNS_BETWEEN_OFFERS: u32 = 5;

impl Asker<'_> {
    pub(super) fn resign(&self, which: Option<MatchId>, confirmed: bool) -> Result<Effects, Stop> {
        let id = self.find_mine(which, false)?;
        let Seated { live, seat } = self.seated(id)?;
        if confirmed {
            self.conclude(live, Conclusion::Resigned(seat), Done::Resigned(id))
        } else {
            ask_resign(&live.game_match, seat)
        }
    }

    pub(super) fn ask_resign(&self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let Seated { live, seat } = self.seated(id)?.at(ply)?;
        ask_resign(&live.game_match, seat)
    }

    pub(super) fn resign_confirmed(&self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let Seated { live, seat } = self.seated(id)?.at(ply)?;
        self.conclude(live, Conclusion::Resigned(seat), Done::Resigned(id))
    }

    /// Ends a match as resigned by the other side, whose turn it is and who was seen to have left.
    pub(super) fn end(&self, id: MatchId) -> Result<Effects, Stop> {
        let Seated { live, seat } = self.seated(id)?;
        let is_theirs = live.game.next() == Next::Decision(!seat);
        let key = left_key(id, !seat);
        let left: Option<Absence> = self.state().entry(&key)?;
        if !is_theirs || left.is_none() {
            return Err(words::refusal_nobody_has_left(id).into());
        }
        let mut effects = self.conclude(live, Conclusion::Resigned(!seat), Done::Ended(id))?;
        // They may be coming back just now.
        let value = self.state().value(&key)?.cloned().flatten();
        effects.changes.require((key, value));
        Ok(effects)
    }

    pub(super) fn draw(&self, which: Option<MatchId>) -> Result<Effects, Stop> {
        let id = self.find_mine(which, false)?;
        let seated = self.seated(id)?;
        self.offer_or_accept(seated)
    }

    pub(super) fn offer_draw(&self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let seated = self.seated(id)?.at(ply)?;
        self.offer_or_accept(seated)
    }

    fn offer_or_accept(&self, Seated { live, seat }: Seated) -> Result<Effects, Stop> {
        let id = live.game_match.id;
        match live.game_match.offer {
            Some(offer) if offer.by == seat => return Err(words::refusal_offer_stands().into()),
            Some(_) => return self.conclude(live, Conclusion::DrawAgreed, Done::DrawAgreed(id)),
            None => {}
        }
        if let Some(last) = live.offered_after[seat] {
            let turns = turns_of(seat, live.game.turns()).saturating_sub(turns_of(seat, last));
            if turns < TURNS_BETWEEN_OFFERS {
                return Err(words::refusal_offer_too_soon(TURNS_BETWEEN_OFFERS - turns).into());
            }
        }
        let mut change = self.context.change(live);
        let row = change.say(DeliveryKind::DrawOffer(seat));
        let offer = Some(Offer { by: seat, row });
        let game_match = change.game_match();
        game_match.offer = offer;
        game_match.last_offer[seat] = Some(game_match.ply);
        change.live.offered_after[seat] = Some(change.live.game.turns());
        self.context.done(change, Done::DrawOffered(id))
    }

    pub(super) fn accept_draw(&self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let (live, _) = self.offered_to(id, ply)?;
        self.conclude(live, Conclusion::DrawAgreed, Done::DrawAgreed(id))
    }

    pub(super) fn decline_draw(&self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let (live, offer) = self.offered_to(id, ply)?;
        let mut change = self.context.change(live);
        change.game_match().offer = None;
        change.settle(Some(offer.row));
        change.say(DeliveryKind::DrawDeclined(offer.by));
        self.context.done(change, Done::DrawDeclined(id))
    }

    /// The match with a draw offer of ply `ply` that the speaker can answer.
    fn offered_to(&self, id: MatchId, ply: usize) -> Result<(Live, Offer), Stop> {
        let Seated { live, seat } = self.seated(id)?;
        match live.game_match.offer {
            Some(offer) if offer.by == seat => Err(words::refusal_offer_stands().into()),
            Some(offer) if live.game_match.last_offer[offer.by] == Some(ply) => Ok((live, offer)),
            _ => Err(words::refusal_no_offer().into()),
        }
    }

    fn conclude(&self, live: Live, conclusion: Conclusion, done: Done) -> Result<Effects, Stop> {
        let mut change = self.context.change(live);
        change.input(GameInput::Conclusion(conclusion));
        finish_turn(&mut change, None);
        self.context.done(change, done)
    }
}

/// How many of a match's turns were a side's.
fn turns_of(seat: Color, turns: u32) -> u32 {
    match seat {
        Color::White => turns.div_ceil(2),
        Color::Black => turns / 2,
    }
}

fn ask_resign(game_match: &Match, seat: Color) -> Result<Effects, Stop> {
    told(Told::AskResign {
        id: game_match.id,
        ply: game_match.ply,
        opponent: game_match.names()[!seat].clone(),
    })
}
