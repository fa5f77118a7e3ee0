//! The matches that a command can name.

use std::cmp::Reverse;

use super::{Candidate, Completer};
use crate::{
    Live, Match,
    decision::{interrupt::Interrupt, reads::List},
};
use api::UserId;
use command::OptionKind;
use text::{self as room, Text, arg};

/// The maximum number of finished matches that are examined.
const MOST_OVER: usize = 20;

impl Completer<'_> {
    /// Returns the matches that an option of this kind can name: first those in which the speaker is to decide, the newest before
    /// others.
    pub(super) fn matches(&self, kind: OptionKind) -> Result<Vec<Candidate>, Interrupt> {
        let (live, over) = match kind {
            OptionKind::Challenge => (self.listed(List::Called)?, Vec::new()),
            OptionKind::MatchOfOthers => (self.matches_of_others()?, Vec::new()),
            OptionKind::MatchOver => (Vec::new(), self.matches_over(MOST_OVER)?),
            OptionKind::AnyMatch => (self.listed(List::Mine)?, self.matches_over(MOST_OVER)?),
            _ => (self.listed(List::Mine)?, Vec::new()),
        };
        let live = live.into_iter();
        let live = live.map(|live| (self.asker.is_to_decide(live), &*live.game_match));
        let over = over.into_iter().map(|game_match| (false, game_match));
        let mut matches: Vec<_> = live.chain(over).collect();
        matches.sort_by_key(|(waits, game_match)| (!waits, Reverse(game_match.state.changed)));
        let matches = matches.into_iter();
        Ok(matches.map(|(_, found)| self.game_match(found)).collect())
    }

    /// Returns the matches in a list of the speaker.
    pub(super) fn listed(&self, list: fn(UserId) -> List) -> Result<Vec<&Live>, Interrupt> {
        Ok(self.asker.state().listed(self.asker.own(list))?.matches)
    }

    /// Returns the matches here that the speaker does not play.
    fn matches_of_others(&self) -> Result<Vec<&Live>, Interrupt> {
        let Some(channel) = &self.asker.state().channel else {
            return Ok(Vec::new());
        };
        let here = List::Here(channel.clone());
        let mut here = self.asker.state().listed(here)?.matches;
        here.retain(|live| self.asker.seat_in(&live.game_match).is_none());
        Ok(here)
    }

    /// Returns the matches that the speaker finished last, the newest first.
    pub(super) fn matches_over(&self, most: usize) -> Result<Vec<&Match>, Interrupt> {
        let state = self.asker.state();
        let last = List::Last(self.asker.user().clone(), most);
        let last = state.list(last)?;
        state.need_stored(last.iter().copied())?;
        let found = last.iter().filter_map(|id| state.stored(*id).ok());
        Ok(found.map(|stored| &stored.game_match).collect())
    }

    fn game_match(&self, game_match: &Match) -> Candidate {
        let names = game_match.names();
        let players = match game_match.seats() {
            Some(_) => Text::joined(
                [&names.white, &names.black].map(|name| Text::of_player(name)),
                " – ",
            ),
            None => room::completion_challenge(&game_match.challenger.name),
        };
        let what = room::completion_match(
            arg::players(players),
            arg::variant(room::title(game_match.setup.variant())),
        );
        self.candidate(game_match.id.to_string(), what)
    }
}
