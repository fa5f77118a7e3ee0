//! Ends that people bring about: resignation and draws.

use rules::{Color, Conclusion, Input, Next};

use super::{
    Change, Desk, Done, Effects, Kind, Live, Match, Offer, Refusal, Stop, Told, entries,
    read_match, schema, seat::Seated, told,
};
use crate::ports::MatchId;

/// How many turns of one's own lie between two draw offers.
const TURNS_BETWEEN_OFFERS: u32 = 5;

impl Desk<'_> {
    pub(super) fn resign(
        &mut self,
        which: Option<MatchId>,
        confirmed: bool,
    ) -> Result<Effects, Stop> {
        let id = self.find_mine(which, false)?;
        let Seated { live, seat } = self.seated(id)?;
        if confirmed {
            self.conclude(live, Conclusion::Resigned(seat), Done::Resigned(id))
        } else {
            ask_resign(&live.row, seat)
        }
    }

    pub(super) fn ask_resign(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let Seated { live, seat } = self.seated_at(id, ply)?;
        ask_resign(&live.row, seat)
    }

    pub(super) fn resign_confirmed(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let Seated { live, seat } = self.seated_at(id, ply)?;
        self.conclude(live, Conclusion::Resigned(seat), Done::Resigned(id))
    }

    /// Ends a match as resigned by the other side, whose turn it is and who was seen to have left.
    pub(super) fn end(&mut self, id: MatchId) -> Result<Effects, Stop> {
        let Seated { live, seat } = self.seated(id)?;
        let is_theirs = live.game.next() == Next::Decision(!seat);
        if !is_theirs || schema::read_absence(self.rows, id, !seat)?.is_none() {
            return Err(Refusal::NobodyHasLeft(id).into());
        }
        self.conclude(live, Conclusion::Resigned(!seat), Done::Ended(id))
    }

    pub(super) fn draw(&mut self, which: Option<MatchId>) -> Result<Effects, Stop> {
        let id = self.find_mine(which, false)?;
        let seated = self.seated(id)?;
        self.offer_or_accept(seated)
    }

    pub(super) fn offer_draw(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let seated = self.seated_at(id, ply)?;
        self.offer_or_accept(seated)
    }

    fn offer_or_accept(&mut self, Seated { live, seat }: Seated) -> Result<Effects, Stop> {
        let id = live.row.id;
        match live.row.offer {
            Some(offer) if offer.by == seat => return Err(Refusal::OfferStands.into()),
            Some(_) => return self.conclude(live, Conclusion::DrawAgreed, Done::DrawAgreed(id)),
            None => {}
        }
        if let Some(last) = live.row.last_offer[seat] {
            let turns = turns_of(seat, live.game.turns())
                .saturating_sub(turns_of(seat, self.turns_at(id, last)?));
            if turns < TURNS_BETWEEN_OFFERS {
                return Err(Refusal::OfferTooSoon {
                    turns: TURNS_BETWEEN_OFFERS - turns,
                }
                .into());
            }
        }
        let mut change = Change::new(live);
        let row = change.say(Kind::DrawOffer(seat));
        change.live.row.offer = Some(Offer { by: seat, row });
        change.live.row.last_offer[seat] = Some(change.live.row.ply);
        self.done(change, Done::DrawOffered(id))
    }

    /// How many turns a match had seen at a ply.
    fn turns_at(&self, id: MatchId, ply: usize) -> Result<u32, Stop> {
        let (_, record) = read_match(self.rows, id)?.ok_or(Refusal::UnknownMatch(id))?;
        let game = record
            .replay_to(ply)
            .map_err(|error| entries::damaged(schema::match_key(id), error.to_string()))?;
        Ok(game.turns())
    }

    pub(super) fn accept_draw(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let (live, _) = self.offered_to(id, ply)?;
        self.conclude(live, Conclusion::DrawAgreed, Done::DrawAgreed(id))
    }

    pub(super) fn decline_draw(&mut self, id: MatchId, ply: usize) -> Result<Effects, Stop> {
        let (live, offer) = self.offered_to(id, ply)?;
        let mut change = Change::new(live);
        change.live.row.offer = None;
        change.settle(Some(offer.row));
        change.say(Kind::DrawDeclined(offer.by));
        self.done(change, Done::DrawDeclined(id))
    }

    /// The match with a draw offer of ply `ply` that the speaker can answer.
    fn offered_to(&mut self, id: MatchId, ply: usize) -> Result<(Live, Offer), Stop> {
        let Seated { live, seat } = self.seated(id)?;
        match live.row.offer {
            Some(offer) if offer.by == seat => Err(Refusal::OfferStands.into()),
            Some(offer) if live.row.last_offer[offer.by] == Some(ply) => Ok((live, offer)),
            _ => Err(Refusal::NoOffer.into()),
        }
    }

    fn conclude(
        &mut self,
        live: Live,
        conclusion: Conclusion,
        done: Done,
    ) -> Result<Effects, Stop> {
        let mut change = Change::new(live);
        change.input(Input::Conclusion(conclusion));
        self.finish_turn(&mut change, None);
        self.done(change, done)
    }
}

/// How many of a match's turns were a side's.
fn turns_of(seat: Color, turns: u32) -> u32 {
    match seat {
        Color::White => turns.div_ceil(2),
        Color::Black => turns / 2,
    }
}

fn ask_resign(row: &Match, seat: Color) -> Result<Effects, Stop> {
    told(Told::AskResign {
        id: row.id,
        ply: row.ply,
        opponent: row.names()[!seat].clone(),
    })
}
