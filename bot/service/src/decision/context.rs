//! What an input is decided on, and who asks.

use rules::Color;
use serde::Serialize;

use super::interrupt::Interrupt;
use crate::{
    BotTime, Effects, Input, Live, Match, QueryReply, Reply, Request, State, Timekeeper,
    match_store::{entries::encode, schema::TIME},
};
use api::{Batch, MatchId, Timestamp};

/// An input, and what it is decided on.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) state: &'a State,
    pub(crate) input: &'a Input,
}

impl Context<'_> {
    /// When something happens in a match: now, but never before what has happened in it, whatever the clock says.
    pub(crate) fn now_in(self, game_match: &Match) -> Timestamp {
        self.input.at.max(game_match.changed)
    }

    /// Writes an entry of which it was looked up what it was before. What is damaged is mended by that.
    pub(crate) fn rewrite<T: Serialize>(
        self,
        batch: &mut Batch,
        key: Vec<u8>,
        value: &T,
    ) -> Result<(), Interrupt> {
        if let Some(before) = self.state.value(&key)? {
            batch.require((key.clone(), before.clone()));
        }
        batch.put(key, encode(value));
        Ok(())
    }

    /// When it happens in the time of the bot.
    pub(crate) fn bot_now(self) -> Result<BotTime, Interrupt> {
        Ok(self.keeper()?.at(self.input.at))
    }

    /// How the time of the bot goes.
    pub(crate) fn keeper(self) -> Result<Timekeeper, Interrupt> {
        let keeper = self.state.entry(TIME)?;
        Ok(keeper.unwrap_or_else(|| Timekeeper::new(self.input.at)))
    }
}

/// Somebody who asks for something.
pub(crate) struct Asker<'a> {
    pub(crate) context: Context<'a>,
    pub(crate) request: &'a Request,
}

impl<'a> Asker<'a> {
    /// What is known.
    pub(crate) fn state(&self) -> &'a State {
        self.context.state
    }

    /// A match and its game; a change works on a copy of it.
    pub(crate) fn live(&self, id: MatchId) -> Result<&'a Live, Interrupt> {
        self.context.state.live(id)
    }

    /// The side that they play in a match.
    pub(crate) fn seat_in(&self, game_match: &Match) -> Option<Color> {
        game_match.seat_of(&self.request.speaker.id)
    }
}

/// An answer that changes nothing.
pub(crate) fn reply_with(told: QueryReply) -> Result<Effects, Interrupt> {
    Ok(Effects::of(Reply::Query(told)))
}
