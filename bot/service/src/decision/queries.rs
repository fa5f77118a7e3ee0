//! What changes no game: boards, lists, histories, records.

use rules::{Next, Outcome, Record};

use super::{
    context::{Asker, reply_with},
    export,
    interrupt::Interrupt,
    state::{Found, List},
};
use crate::{
    DeliveryKind, Done, Effects, Lens, Live, Match, MeantMatch, QueryReply, Refusal, Seen, Showing,
    Shown, Stage,
};
use api::{Batch, ChannelId, MatchId, Place};
use command::Eyes;
use text::Text;

/// So long after a board was posted because somebody asked for it, nobody else has it posted again, in milliseconds.
const JUST_NOW_MS: i64 = 10_000;

impl Asker<'_> {
    /// Shows a player what they alone may see.
    pub(crate) fn view(&self, which: Option<MatchId>) -> Result<Effects, Interrupt> {
        let id = match which {
            Some(id) => self.if_visible(id)?,
            None => self.find_mine(None, false)?,
        };
        let speaker = &self.request.speaker.id;
        let live = self.live(id)?;
        let game_match = &live.game_match;
        check_begun(game_match)?;
        if game_match.seat_of(speaker).is_none() {
            return Err(text::refusal_no_view_of_your_own(id).into());
        }
        reply_with(QueryReply::View {
            showing: Showing {
                id,
                ply: game_match.ply,
                shown: Shown::View,
            },
            can_move: self.is_to_decide(live) && game_match.paused.is_none(),
        })
    }

    pub(crate) fn history(
        &self,
        which: Option<MatchId>,
        eyes: Option<Eyes>,
    ) -> Result<Effects, Interrupt> {
        let id = self.find_any(which)?;
        let mut seen = Box::new(self.seen(id)?);
        let Some(eyes) = eyes else {
            return reply_with(QueryReply::History(seen));
        };
        seen.lens = lens(&seen.game_match, eyes)?;
        reply_with(QueryReply::Story(seen))
    }

    /// A match as an animation: as the speaker may know it, or once it is over through any eyes.
    pub(crate) fn replay(
        &self,
        which: Option<MatchId>,
        eyes: Option<Eyes>,
    ) -> Result<Effects, Interrupt> {
        let id = self.find_any(which)?;
        let speaker = &self.request.speaker.id;
        let game_match = &self.live(id)?.game_match;
        check_begun(game_match)?;
        let lens = match eyes {
            None => game_match.lens_of(speaker),
            Some(eyes) => lens(game_match, eyes)?,
        };
        reply_with(QueryReply::Replay(Showing {
            id,
            ply: game_match.ply,
            shown: Shown::Replay(lens),
        }))
    }

    /// How a match that is over went: the one named, the one of this thread if it is over, or the speaker's last one.
    pub(crate) fn review(&self, which: Option<MatchId>) -> Result<Effects, Interrupt> {
        let id = self.find_to_review(which)?;
        let game_match = &self.live(id)?.game_match;
        check_begun(game_match)?;
        if !matches!(game_match.stage, Stage::Over(_)) {
            return Err(text::refusal_review_running(id).into());
        }
        reply_with(QueryReply::Review(Showing {
            id,
            ply: game_match.ply,
            shown: Shown::Review,
        }))
    }

    /// While a match goes on in a thread, the one before it may be meant there.
    fn find_to_review(&self, which: Option<MatchId>) -> Result<MatchId, Interrupt> {
        if let Some(id) = which {
            return self.if_visible(id);
        }
        let within = match self.state().within {
            Some(id) => Some(self.if_visible(id)?),
            None => None,
        };
        if let Some(id) = within
            && matches!(self.live(id)?.game_match.stage, Stage::Over(_))
        {
            return Ok(id);
        }
        let last = self.my_last()?.or(within);
        last.ok_or_else(|| text::refusal_nothing_to_review().into())
    }

    /// A match as the speaker may know it.
    fn seen(&self, id: MatchId) -> Result<Seen, Interrupt> {
        Ok(self.live(id)?.seen_by(&self.request.speaker.id))
    }

    pub(crate) fn export(&self, which: Option<MatchId>) -> Result<Effects, Interrupt> {
        let id = self.find_any(which)?;
        let live = self.live(id)?;
        check_begun(&live.game_match)?;
        if live.game_match.has_secrets() {
            let seen = Box::new(self.seen(id)?);
            return reply_with(QueryReply::ExportSeen(seen));
        }
        let outcome = match live.game.next() {
            Next::Over(outcome) => Some(outcome),
            Next::Decision(_) | Next::Chance(_) => None,
        };
        let record = Box::new(self.with_proof(&live.game_match, live.record(), outcome)?);
        reply_with(QueryReply::Export { id, record })
    }

    /// Tells of the dice of a match to who presses a button that tells what was published of them.
    pub(crate) fn dice(&self, id: MatchId, commitment: &str) -> Result<Effects, Interrupt> {
        let stored = self.state().stored(id)?;
        if stored.game_match.seal.commitment.to_string() != commitment {
            return Err(text::refusal_unknown_control().into());
        }
        match stored.game_match.stage {
            // It may have been announced where nobody else has to do with it.
            Stage::Challenge | Stage::Playing(_) => reply_with(dice_sealed(&stored.game_match)),
            _ => self.verify(Some(id)),
        }
    }

    /// Checks the dice of a match: the one named, or the speaker's last one. Until it is over there is only to tell what was
    /// published of them.
    pub(crate) fn verify(&self, which: Option<MatchId>) -> Result<Effects, Interrupt> {
        let id = match which.or(self.state().within) {
            Some(id) => id,
            None => self.my_last()?.map_or_else(|| self.find_any(None), Ok)?,
        };
        // Who has changed what is stored may have made it impossible to play.
        let stored = self.state().stored(id)?;
        if !self.is_visible(&stored.game_match) {
            return Err(text::refusal_unknown_match(id).into());
        }
        match stored.game_match.stage {
            Stage::Challenge | Stage::Playing(_) => {
                return reply_with(dice_sealed(&stored.game_match));
            }
            Stage::Over(_) => {}
            _ => check_begun(&stored.game_match)?,
        }
        let record = self.with_proof(&stored.game_match, stored.record.clone(), None)?;
        reply_with(QueryReply::Verified(Box::new(record)))
    }

    /// The record of a match that has begun, with all that may be told of it now.
    fn with_proof(
        &self,
        game_match: &Match,
        record: Record,
        outcome: Option<Outcome>,
    ) -> Result<Record, Interrupt> {
        let secret = match game_match.stage {
            Stage::Over(_) => Some(self.state().secret(game_match.id)?),
            _ => None,
        };
        Ok(export::with_headers(game_match, record, outcome, secret))
    }

    /// Posts the public board again where the match is played. In another channel it is posted once as it is, and not kept up
    /// to date: who shows it around promises nobody there all that is to come.
    pub(crate) fn board(&self, which: Option<MatchId>) -> Result<Effects, Interrupt> {
        let id = self.find_any(which)?;
        let live = self.live(id)?.clone();
        if live.game_match.stage == Stage::Challenge && self.has_to_do_with(&live.game_match) {
            if self.is_announced_again(&live.game_match) {
                let done = Done::ChallengePosted(id);
                return Ok(self.context.done_apart(Batch::default(), done));
            }
            return self.post_challenge(live);
        }
        check_begun(&live.game_match)?;
        if let Some(channel) = self.place_elsewhere(&live.game_match) {
            let event = self.request.event.clone();
            return reply_with(QueryReply::Board(Showing {
                id,
                ply: live.game_match.ply,
                shown: Shown::Board {
                    channel,
                    language: self.request.place_language,
                    event,
                },
            }));
        }
        let now = self.context.now_in(&live.game_match);
        let asked = live.game_match.board_asked;
        if asked.is_some_and(|asked| now.0.saturating_sub(asked.0) < JUST_NOW_MS) {
            return reply_with(QueryReply::BoardPostedBefore(id));
        }
        let mut change = self.context.change(live);
        change.show_board(DeliveryKind::BoardAgain);
        self.context.done(change, Done::BoardPosted(id))
    }

    /// Whether somebody has a challenge announced again where the bot only answers: who has opened it and has not asked for that
    /// need not read it again in direct messages.
    fn is_announced_again(&self, challenge: &Match) -> bool {
        self.request.place == Place::Group
            && challenge.is_open_elsewhere
            && challenge.home.channel.is_direct()
            && challenge.challenger.id != self.request.speaker.id
    }

    /// The channel that the request comes from, if the match is not played there.
    fn place_elsewhere(&self, game_match: &Match) -> Option<ChannelId> {
        let state = self.state();
        let (Place::Channel(here), Some(channel)) = (&self.request.place, &state.channel) else {
            return None;
        };
        let is_there =
            state.within == Some(game_match.id) || game_match.number_of(channel).is_some();
        (!is_there).then(|| here.clone())
    }

    /// The match the speaker plays that is meant: the one named, the one of this thread, or the only one in this place. Where there are several
    /// and `to_move` says that a move is asked for, the only one in which it is the speaker's turn.
    pub(crate) fn find_mine(
        &self,
        which: Option<MatchId>,
        to_move: bool,
    ) -> Result<MatchId, Interrupt> {
        if let Some(id) = which.or(self.state().within) {
            return self.if_visible(id);
        }
        let (mut matches, set_aside) = self.my_matches_here()?;
        if to_move && matches.iter().any(|live| self.is_to_decide(live)) {
            matches.retain(|live| self.is_to_decide(live));
        }
        let only = only_one(&matches)?;
        only.ok_or_else(|| match set_aside.first() {
            // It may well be the one that is meant.
            Some(id) => Refusal::SetAside(*id).into(),
            None => Refusal::NoMatch.into(),
        })
    }

    /// The match that is meant by somebody who need not play it: the one named, the one of this thread, the
    /// speaker's only one in this place, the only one in this channel, or the speaker's last one.
    pub(crate) fn find_any(&self, which: Option<MatchId>) -> Result<MatchId, Interrupt> {
        if let Some(id) = which.or(self.state().within) {
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

    /// The match that is over that is meant by somebody who played it: the one named, the one of this thread, or their
    /// last one.
    pub(crate) fn find_over(&self, which: Option<MatchId>) -> Result<MatchId, Interrupt> {
        match which.or(self.state().within) {
            Some(id) => self.if_visible(id),
            None => Ok(self.my_last()?.ok_or_else(text::refusal_no_rematch)?),
        }
    }

    /// The speaker's match that was over last.
    fn my_last(&self) -> Result<Option<MatchId>, Interrupt> {
        let last = List::Last(self.request.speaker.id.clone(), 1);
        Ok(self.state().list(last)?.first().copied())
    }

    /// Whether the speaker may know of a match that cannot be read.
    pub(crate) fn knows(&self, id: MatchId) -> Result<bool, Interrupt> {
        let state = self.state();
        let game_match = match (state.live.get(&id), state.stored.get(&id)) {
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
        let user = || self.request.speaker.id.clone();
        let mut lists = vec![List::Mine(user()), List::Called(user()), List::Past(user())];
        lists.extend(state.channel.clone().map(List::Here));
        for list in lists {
            if state.list(list)?.contains(&id) {
                return Ok(true);
            }
        }
        Ok(state.within == Some(id))
    }

    /// The match, if the speaker may see it. To others it is as if there were none.
    pub(crate) fn if_visible(&self, id: MatchId) -> Result<MatchId, Interrupt> {
        if self.is_visible(&self.live(id)?.game_match) {
            Ok(id)
        } else {
            Err(text::refusal_unknown_match(id).into())
        }
    }

    /// Whether the speaker has to do with a match or is where everyone can see it. Others are not shown what happens
    /// elsewhere, and cannot make the bot speak there.
    pub(crate) fn is_visible(&self, game_match: &Match) -> bool {
        let here = self.state().channel.as_ref();
        here.is_some_and(|here| game_match.number_of(here).is_some())
            || self.has_to_do_with(game_match)
    }

    /// Whether the speaker plays a match, or the challenge is theirs or meant for them.
    fn has_to_do_with(&self, game_match: &Match) -> bool {
        let mut people = game_match.people();
        people.any(|user| *user == self.request.speaker.id)
    }

    /// The speaker's matches in play in this place, in direct messages everywhere, and those that are damaged. Of these
    /// nobody knows where they are played.
    fn my_matches_here(&self) -> Result<(Vec<&Live>, Vec<MatchId>), Interrupt> {
        let mine = List::Mine(self.request.speaker.id.clone());
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

    /// Whether it is the speaker's turn in a match.
    pub(crate) fn is_to_decide(&self, live: &Live) -> bool {
        let seat = self.seat_in(&live.game_match);
        matches!(live.game.next(), Next::Decision(color) if seat == Some(color))
    }
}

/// What was published of the dice of a match that is not over.
fn dice_sealed(game_match: &Match) -> QueryReply {
    QueryReply::DiceSealed {
        id: game_match.id,
        by_chance: game_match.by_chance(),
        commitment: game_match.seal.commitment,
    }
}

pub(crate) fn only_one(matches: &[&Live]) -> Result<Option<MatchId>, Refusal> {
    if let [] | [_] = matches {
        return Ok(matches.first().map(|live| live.game_match.id));
    }
    let candidate = |live: &&Live| MeantMatch {
        id: live.game_match.id,
        ply: live.game_match.ply,
        variant: live.game_match.setup.variant(),
        names: live.game_match.names(),
        control: None,
    };
    Err(Refusal::Several(matches.iter().map(candidate).collect()))
}

/// What is seen of a match through these eyes. Until it is over nobody sees it through the eyes of somebody else.
fn lens(game_match: &Match, eyes: Eyes) -> Result<Lens, Text> {
    if !matches!(game_match.stage, Stage::Over(_)) {
        return Err(text::refusal_eyes_closed(game_match.id));
    }
    Ok(Lens::of(eyes))
}

/// Refuses a challenge that became no match.
pub(crate) fn check_begun(game_match: &Match) -> Result<(), Text> {
    match &game_match.stage {
        Stage::Challenge => Err(text::refusal_not_started(game_match.id)),
        Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => {
            Err(text::refusal_never_played(game_match.id))
        }
        Stage::Playing(_) | Stage::Over(_) => Ok(()),
    }
}
