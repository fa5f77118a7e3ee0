//! The match that a request means, if the speaker may know it.

use rules::Next;

use super::{
    context::Asker,
    interrupt::Interrupt,
    reads::{Found, List},
};
use crate::{Live, Match, MeantMatch, Refusal, Stage};
use api::MatchId;
use text::Text;

impl Asker<'_> {
    /// Finds the intended match of the speaker: the one named, the one of this thread, or the only one in this place. If there
    /// are several and `to_move` is set, it is the only one in which it is the speaker's turn.
    pub(crate) fn find_mine(
        &self,
        match_id: Option<MatchId>,
        to_move: bool,
    ) -> Result<MatchId, Interrupt> {
        if let Some(id) = match_id.or(self.state().within) {
            return self.if_visible(id);
        }
        let (mut matches, set_aside) = self.my_matches_here()?;
        if to_move && matches.iter().any(|live| self.is_to_decide(live)) {
            matches.retain(|live| self.is_to_decide(live));
        }
        let only = only_one(&matches)?;
        only.ok_or_else(|| match set_aside.first() {
            // The request may mean the damaged match.
            Some(id) => Refusal::SetAside(*id).into(),
            None => Refusal::NoMatch.into(),
        })
    }

    /// Finds the match that the speaker means, without the need to play it. It is the one named, or the one of this thread.
    /// Otherwise it is the speaker's only one in this place, the only one in this channel, or the speaker's last one.
    pub(crate) fn find_any(&self, match_id: Option<MatchId>) -> Result<MatchId, Interrupt> {
        if let Some(id) = match_id.or(self.state().within) {
            return self.if_visible(id);
        }
        let (mine, _) = self.my_matches_here()?;
        if let Some(id) = only_one(&mine)? {
            return Ok(id);
        }
        if let Some(channel) = &self.state().channel {
            let here = self.state().listed(List::Here(channel.clone()))?;
            if let Some(id) = only_one(&here.matches)? {
                return Ok(id);
            }
        }
        self.my_last()?
            .ok_or_else(|| text::refusal_no_match_here().into())
    }

    /// Finds the finished match that one of its players means: the one named, the one of this thread, or their last one.
    pub(crate) fn find_over(&self, match_id: Option<MatchId>) -> Result<MatchId, Interrupt> {
        match match_id.or(self.state().within) {
            Some(id) => self.if_visible(id),
            None => Ok(self.my_last()?.ok_or_else(text::refusal_no_rematch)?),
        }
    }

    /// Returns the speaker's match that ended last.
    pub(crate) fn my_last(&self) -> Result<Option<MatchId>, Interrupt> {
        let last = List::Last(self.user().clone(), 1);
        Ok(self.state().list(last)?.first().copied())
    }

    /// Returns whether the speaker may know an unreadable match.
    pub(crate) fn knows(&self, id: MatchId) -> Result<bool, Interrupt> {
        let state = self.state();
        let loaded = &state.loaded;
        let game_match = match (loaded.live.get(&id), loaded.stored.get(&id)) {
            (Some(Found::Damaged(game_match)), _) | (_, Some(Found::Damaged(game_match))) => {
                game_match.as_deref()
            }
            (Some(Found::Whole(live)), _) => Some(&*live.game_match),
            (_, Some(Found::Whole(stored))) => Some(&stored.game_match),
            _ => None,
        };
        if let Some(game_match) = game_match {
            return Ok(self.is_visible(game_match));
        }
        let mut lists = vec![
            self.own(List::Mine),
            self.own(List::Called),
            self.own(List::Past),
        ];
        lists.extend(state.channel.clone().map(List::Here));
        for list in lists {
            if state.list(list)?.contains(&id) {
                return Ok(true);
            }
        }
        Ok(state.within == Some(id))
    }

    /// Returns the match, if the speaker may see it. For others it does not exist.
    pub(crate) fn if_visible(&self, id: MatchId) -> Result<MatchId, Interrupt> {
        if self.is_visible(&self.live(id)?.game_match) {
            Ok(id)
        } else {
            Err(text::refusal_unknown_match(id).into())
        }
    }

    /// Returns whether the speaker takes part in a match, or asks in a place that shows it to all. Other people do not see
    /// matches elsewhere, and cannot make the bot post there.
    pub(crate) fn is_visible(&self, game_match: &Match) -> bool {
        let here = self.state().channel.as_ref();
        here.is_some_and(|here| game_match.number_of(here).is_some())
            || self.has_to_do_with(game_match)
    }

    /// Returns whether the speaker plays a match, or the challenge is theirs or meant for them.
    pub(crate) fn has_to_do_with(&self, game_match: &Match) -> bool {
        let mut people = game_match.people();
        people.any(|user| *user == *self.user())
    }

    /// Returns the speaker's matches in play in this place, or everywhere in direct messages, and the damaged ones. The places of
    /// damaged matches are not known.
    fn my_matches_here(&self) -> Result<(Vec<&Live>, Vec<MatchId>), Interrupt> {
        let mine = self.own(List::Mine);
        let mut mine = self.state().listed(mine)?;
        let here = &self.state().channel;
        mine.matches.retain(|live| {
            let is_here = here
                .as_ref()
                .is_none_or(|here| live.game_match.number_of(here).is_some());
            is_here && matches!(live.game_match.stage, Stage::Playing(_))
        });
        Ok((mine.matches, mine.set_aside))
    }

    /// Returns whether it is the speaker's turn in a match.
    pub(crate) fn is_to_decide(&self, live: &Live) -> bool {
        let seat = self.seat_in(&live.game_match);
        matches!(live.game.next(), Next::Decision(color) if seat == Some(color))
    }
}

pub(crate) fn only_one(matches: &[&Live]) -> Result<Option<MatchId>, Refusal> {
    if let [] | [_] = matches {
        return Ok(matches.first().map(|live| live.game_match.id));
    }
    let candidate = |live: &&Live| MeantMatch {
        id: live.game_match.id,
        n_inputs: live.game_match.state.n_inputs,
        variant: live.game_match.setup.variant(),
        names: live.game_match.names(),
        control: None,
    };
    Err(Refusal::Several(matches.iter().map(candidate).collect()))
}

/// Refuses a challenge that never became a match in play.
pub(crate) fn check_begun(game_match: &Match) -> Result<(), Text> {
    match &game_match.stage {
        Stage::Challenge => Err(text::refusal_not_started(game_match.id)),
        Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => {
            Err(text::refusal_never_played(game_match.id))
        }
        Stage::Playing(_) | Stage::Over(_) => Ok(()),
    }
}
