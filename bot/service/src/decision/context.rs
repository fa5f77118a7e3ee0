//! The context of a decision, and the author of its request.

use rules::Color;
use serde::Serialize;

use super::{interrupt::Interrupt, reads::List, state::State};
use crate::{
    BotTime, Live, Match, Outcome, PersonRequest, Reply, Request, TimeScale, Timekeeper,
    match_store::{entries::encode, names, schema::time_key},
};
use api::{Batch, MatchId, Timestamp, UserId};

/// A request with the state that it is decided on.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) state: &'a State,
    pub(crate) request: &'a Request,
}

impl Context<'_> {
    /// Returns the time of the request in a match: never before the last change of the match, even if the clock was set
    /// back.
    pub(crate) fn now_in(self, game_match: &Match) -> Timestamp {
        self.request.at.max(game_match.state.changed)
    }

    /// Writes an entry, on the condition that the store still has the loaded value. Replaces a damaged entry.
    pub(crate) fn rewrite<T: Serialize>(
        self,
        batch: &mut Batch,
        key: Vec<u8>,
        value: &T,
    ) -> Result<(), Interrupt> {
        let before = self.state.require(batch, &key)?;
        names::put(batch, key, before, encode(value));
        Ok(())
    }

    /// Removes an entry, on the condition that the store still has the loaded value.
    pub(crate) fn erase(self, batch: &mut Batch, key: &[u8]) -> Result<(), Interrupt> {
        let before = self.state.require(batch, key)?;
        names::remove(batch, key, before);
        Ok(())
    }

    /// Returns the bot time of the request, on a scale.
    pub(crate) fn bot_now(self, scale: TimeScale) -> Result<BotTime, Interrupt> {
        Ok(self.keeper(scale)?.at(self.request.at))
    }

    /// Returns the keeper of the bot time on a scale. An outage until the request is excluded.
    pub(crate) fn keeper(self, scale: TimeScale) -> Result<Timekeeper, Interrupt> {
        let at = self.request.at;
        let keeper: Option<Timekeeper> = self.state.entry(time_key(scale))?;
        let keeper = keeper.unwrap_or_else(|| Timekeeper::new(at));
        Ok(keeper.resume(scale, at))
    }
}

/// The author of a request.
pub(crate) struct Asker<'a> {
    pub(crate) context: Context<'a>,
    pub(crate) request: &'a PersonRequest,
}

impl<'a> Asker<'a> {
    /// Returns the time of the request.
    pub(crate) fn now(&self) -> Timestamp {
        self.context.request.at
    }

    /// Returns the id of the author.
    pub(crate) fn user(&self) -> &'a UserId {
        &self.request.speaker.id
    }

    /// Returns a list of the author.
    pub(crate) fn own(&self, list: fn(UserId) -> List) -> List {
        list(self.user().clone())
    }

    /// Returns the state of the decision.
    pub(crate) fn state(&self) -> &'a State {
        self.context.state
    }

    /// Returns a match with its game; a change works on a copy of it.
    pub(crate) fn live(&self, id: MatchId) -> Result<&'a Live, Interrupt> {
        self.context.state.live(id)
    }

    /// Returns the side that the speaker plays in a match.
    pub(crate) fn seat_in(&self, game_match: &Match) -> Option<Color> {
        game_match.seat_of(self.user())
    }
}

/// Returns the outcome of a query, which changes nothing.
pub(crate) fn reply_with(reply: Reply) -> Result<Outcome, Interrupt> {
    Ok(reply.into())
}
