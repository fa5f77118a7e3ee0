//! Joining a challenge, where it was opened or from elsewhere.

use crate::{
    Effects, Match, MatchPlace, Stage,
    decision::{context::Asker, interrupt::Interrupt, queries::only_one, state::List},
};
use api::{ChannelId, MatchId, Place, Platform};

impl Match {
    /// Whether everybody on the page may see it who has its address: it is played in a channel there, or it is a challenge from
    /// there that anybody may join who has its code. Direct messages are private.
    pub fn is_open_on_page(&self) -> bool {
        let is_joinable = self.is_open_elsewhere && self.stage == Stage::Challenge;
        self.places().any(|(_, place)| {
            let is_here = place.channel.platform == Platform::Playground;
            is_here && (is_joinable || !place.channel.is_direct())
        })
    }
}

impl Asker<'_> {
    /// Accepts a challenge by its name, or the only one to the speaker.
    pub(crate) fn join(&self, which: Option<MatchId>) -> Result<Effects, Interrupt> {
        if let Some(id) = which {
            return self.accept(id);
        }
        let called = List::Called(self.request.speaker.id.clone());
        let mut called = self.state().listed(called)?;
        called
            .matches
            .retain(|live| live.game_match.stage == Stage::Challenge);
        match only_one(&called.matches)? {
            Some(id) => self.accept(id),
            None => Err(text::refusal_nothing_to_join().into()),
        }
    }

    /// From where else the speaker joins a challenge, which is played there too; nothing if they see it where it is.
    pub(crate) fn joined_from(&self, challenge: &Match) -> Result<Option<MatchPlace>, Interrupt> {
        // Whom it was announced to knows of it, and has no place in it yet.
        let is_announced = challenge.is_open_elsewhere && challenge.challenged.is_some();
        if self.is_visible(challenge) && !is_announced {
            return Ok(None);
        }
        if !challenge.is_open_elsewhere {
            // On the page whoever has the address of a match may look on, and takes a challenge from there.
            let is_at_page = self.request.speaker.account.platform == Platform::Playground;
            if is_at_page && challenge.is_open_on_page() {
                return Ok(None);
            }
            return Err(text::refusal_unknown_match(challenge.id).into());
        }
        // To others than those who read the announcement it is as if there were none.
        if is_announced && !self.is_visible(challenge) && self.request.place != Place::Group {
            return Err(text::refusal_unknown_match(challenge.id).into());
        }
        // It is played by the account that was challenged, whichever its person uses.
        let platform = self.answering(challenge).account().platform;
        let here = self.state().channel.clone();
        let here = here.filter(|here| here.platform == platform);
        let place = self.place_at(here.unwrap_or_else(|| ChannelId::direct(platform)));
        self.check_channel(place.server.as_ref(), &place.channel)?;
        Ok(Some(place))
    }
}
