//! Joins a challenge, from the place where it was opened or from elsewhere.

use crate::{
    Match, MatchPlace, Outcome, Stage,
    decision::{context::Asker, find::only_one, interrupt::Interrupt, reads::List},
};
use api::{ChannelId, MatchId, PageReach, Place, Platform};

impl Match {
    /// Tells whether all people on a page of this reach can see this match at its address. They can see a match in a channel
    /// within its reach, and a challenge from the page that a person can join by its code. Other direct messages are private.
    pub fn is_open_on_page(&self, reach: PageReach) -> bool {
        let is_joinable = self.is_open_elsewhere && self.stage == Stage::Challenge;
        self.places().any(|(_, place)| {
            let is_here = place.channel.platform == Platform::Playground;
            let is_in_reach = is_here || reach == PageReach::Everybody;
            is_here && is_joinable || is_in_reach && !place.channel.is_direct()
        })
    }
}

impl Asker<'_> {
    /// Accepts the challenge that the speaker names, or the only one to them.
    pub(crate) fn join(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        if let Some(id) = match_id {
            return self.accept(id);
        }
        let called = self.own(List::Called);
        let mut called = self.state().listed(called)?;
        called
            .matches
            .retain(|live| live.game_match.stage == Stage::Challenge);
        match only_one(&called.matches)? {
            Some(id) => self.accept(id),
            None => Err(text::refusal_nothing_to_join().into()),
        }
    }

    /// Returns the other place from which the speaker joins a challenge, which shows the match too. Returns `None` if the
    /// speaker sees the challenge in its own place.
    pub(crate) fn joined_from(&self, challenge: &Match) -> Result<Option<MatchPlace>, Interrupt> {
        // A reader of the announcement knows the challenge, but has no place in it yet.
        let is_announced = challenge.is_open_elsewhere && challenge.challenged.is_some();
        if self.is_visible(challenge) && !is_announced {
            return Ok(None);
        }
        if !challenge.is_open_elsewhere {
            // On the page, each person with the address of a match can watch it, and can accept a challenge from there.
            if self.is_at_page() && challenge.is_open_on_page(PageReach::Machine) {
                return Ok(None);
            }
            return Err(text::refusal_unknown_match(challenge.id).into());
        }
        // Only readers of the announcement learn that the challenge exists.
        if is_announced && !self.is_visible(challenge) && self.request.event.place != Place::Group {
            return Err(text::refusal_unknown_match(challenge.id).into());
        }
        // The challenged account plays it, even if the person uses another of their accounts.
        let platform = self.answering(challenge).account().platform;
        let here = self.state().channel.clone();
        let here = here.filter(|here| here.platform == platform);
        let place = self.place_at(here.unwrap_or_else(|| ChannelId::direct(platform)));
        self.check_channel(place.server.as_ref(), &place.channel)?;
        Ok(Some(place))
    }
}
