//! Queries, which change no game: boards, lists, histories, records. Serves /board, /view, /history, /replay, /review,
//! /export and /verify.

use rules::{Next, Record};

use super::{
    context::{Asker, reply_with},
    export,
    interrupt::Interrupt,
    reads::Found,
    state::List,
};
use crate::{
    DeliveryKind, Done, Lens, Live, Match, MeantMatch, Outcome, PlayReply, RecordReply, Refusal,
    Reply, Showing, Shown, Stage,
};
use api::{Batch, ChannelId, MatchId, Place};
use command::Eyes;
use text::Text;

/// The time after a board was posted on request in which no one else can have it posted again, in milliseconds.
const JUST_NOW_MS: i64 = 10_000;

impl Asker<'_> {
    /// Shows a player their own view.
    pub(crate) fn view(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = match match_id {
            Some(id) => self.if_visible(id)?,
            None => self.find_mine(None, false)?,
        };
        let live = self.live(id)?;
        let game_match = &live.game_match;
        check_begun(game_match)?;
        if self.seat_in(game_match).is_none() {
            return Err(text::refusal_no_view_of_your_own(id).into());
        }
        reply_with(Reply::Play(PlayReply::View {
            showing: Showing {
                id,
                ply: game_match.state.ply,
                shown: Shown::View,
            },
            can_move: self.is_to_decide(live) && game_match.state.paused.is_none(),
        }))
    }

    pub(crate) fn history(
        &self,
        match_id: Option<MatchId>,
        eyes: Option<Eyes>,
    ) -> Result<Outcome, Interrupt> {
        let id = self.find_any(match_id)?;
        let mut seen = Box::new(self.live(id)?.seen_by(self.user()));
        let Some(eyes) = eyes else {
            return reply_with(Reply::Record(RecordReply::History(seen)));
        };
        seen.lens = lens(&seen.game_match, eyes)?;
        reply_with(Reply::Record(RecordReply::Story(seen)))
    }

    /// Shows a match as an animation: in the view of the speaker, or in any view once it is over.
    pub(crate) fn replay(
        &self,
        match_id: Option<MatchId>,
        eyes: Option<Eyes>,
    ) -> Result<Outcome, Interrupt> {
        let id = self.find_any(match_id)?;
        let game_match = &self.live(id)?.game_match;
        check_begun(game_match)?;
        let lens = match eyes {
            None => game_match.lens_of(self.user()),
            Some(eyes) => lens(game_match, eyes)?,
        };
        reply_with(Reply::Record(RecordReply::Replay(Showing {
            id,
            ply: game_match.state.ply,
            shown: Shown::Replay(lens),
        })))
    }

    /// Shows the review of a match that is over. It is the one named, the one of this thread if it is over, or the speaker's last
    /// one.
    pub(crate) fn review(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = self.find_to_review(match_id)?;
        let game_match = &self.live(id)?.game_match;
        check_begun(game_match)?;
        if !matches!(game_match.stage, Stage::Over(_)) {
            return Err(text::refusal_review_running(id).into());
        }
        reply_with(Reply::Record(RecordReply::Review(Showing {
            id,
            ply: game_match.state.ply,
            shown: Shown::Review,
        })))
    }

    /// Finds the match to review. While a match goes on in a thread, the one before it may be meant there.
    fn find_to_review(&self, match_id: Option<MatchId>) -> Result<MatchId, Interrupt> {
        if let Some(id) = match_id {
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

    pub(crate) fn export(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = self.find_any(match_id)?;
        let live = self.live(id)?;
        check_begun(&live.game_match)?;
        if live.game_match.has_secrets() {
            let seen = Box::new(live.seen_by(self.user()));
            return reply_with(Reply::Record(RecordReply::ExportSeen(seen)));
        }
        let outcome = match live.game.next() {
            Next::Over(outcome) => Some(outcome),
            Next::Decision(_) | Next::Chance(_) => None,
        };
        let record = Box::new(self.with_proof(&live.game_match, live.record(), outcome)?);
        reply_with(Reply::Record(RecordReply::Export { id, record }))
    }

    /// Shows the dice of a match to a person who presses the button below their commitment.
    pub(crate) fn dice(&self, id: MatchId, commitment: &str) -> Result<Outcome, Interrupt> {
        let stored = self.state().stored(id)?;
        if stored.game_match.seal.commitment.to_string() != commitment {
            return Err(text::refusal_unknown_control().into());
        }
        match stored.game_match.stage {
            // The button may have been posted in a place that has nothing to do with the match.
            Stage::Challenge | Stage::Playing(_) => reply_with(dice_sealed(&stored.game_match)),
            _ => self.verify(Some(id)),
        }
    }

    /// Checks the dice of a match: the one named, or the speaker's last one. Until it is over the reply holds only their
    /// commitment.
    pub(crate) fn verify(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = match match_id.or(self.state().within) {
            Some(id) => id,
            None => self.my_last()?.map_or_else(|| self.find_any(None), Ok)?,
        };
        // The stored record may have been altered so that it cannot be replayed.
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
        reply_with(Reply::Record(RecordReply::Verified(Box::new(record))))
    }

    /// Returns the record of a match that has begun, with all headers that may be public now.
    fn with_proof(
        &self,
        game_match: &Match,
        record: Record,
        outcome: Option<rules::Outcome>,
    ) -> Result<Record, Interrupt> {
        let secret = match game_match.stage {
            Stage::Over(_) => Some(self.state().secret(game_match.id)?),
            _ => None,
        };
        Ok(export::with_headers(game_match, record, outcome, secret))
    }

    /// Posts the public board again where the match is played. In another channel it is posted once and not updated: a person who
    /// shows it there promises its readers no updates.
    pub(crate) fn board(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = self.find_any(match_id)?;
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
            let event = self.request.event.id.clone();
            return reply_with(Reply::Play(PlayReply::Board(Showing {
                id,
                ply: live.game_match.state.ply,
                shown: Shown::Board {
                    channel,
                    language: self.request.event.place_language,
                    event,
                },
            })));
        }
        let now = self.context.now_in(&live.game_match);
        let asked_at = live.game_match.state.board_asked;
        if asked_at.is_some_and(|asked_at| now.0.saturating_sub(asked_at.0) < JUST_NOW_MS) {
            return reply_with(Reply::Play(PlayReply::BoardPostedBefore(id)));
        }
        let mut change = self.context.change(live);
        change.show_board(DeliveryKind::BoardAgain);
        self.context.done(change, Done::BoardPosted(id))
    }

    /// Returns whether a person has a challenge posted again in a group, where the bot only answers. The challenger, if they did
    /// not ask for that, need not read it again in direct messages.
    fn is_announced_again(&self, challenge: &Match) -> bool {
        self.request.event.place == Place::Group
            && challenge.is_open_elsewhere
            && challenge.home.channel.is_direct()
            && challenge.challenger.id != *self.user()
    }

    /// Returns the channel that the request comes from, if the match is not played there.
    fn place_elsewhere(&self, game_match: &Match) -> Option<ChannelId> {
        let state = self.state();
        let (Place::Channel(here), Some(channel)) = (&self.request.event.place, &state.channel)
        else {
            return None;
        };
        let is_there =
            state.within == Some(game_match.id) || game_match.number_of(channel).is_some();
        (!is_there).then(|| here.clone())
    }

    /// Finds the match of the speaker that is meant: the one named, the one of this thread, or the only one in this place. If
    /// there are several and `to_move` is set, it is the only one in which it is the speaker's turn.
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
            // The damaged match may well be the one that is meant.
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
    fn my_last(&self) -> Result<Option<MatchId>, Interrupt> {
        let last = List::Last(self.user().clone(), 1);
        Ok(self.state().list(last)?.first().copied())
    }

    /// Returns whether the speaker may know of a match that cannot be read.
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

    /// Returns whether the speaker takes part in a match or is where everyone can see it. Others are not shown matches elsewhere,
    /// and cannot make the bot post there.
    pub(crate) fn is_visible(&self, game_match: &Match) -> bool {
        let here = self.state().channel.as_ref();
        here.is_some_and(|here| game_match.number_of(here).is_some())
            || self.has_to_do_with(game_match)
    }

    /// Returns whether the speaker plays a match, or the challenge is theirs or meant for them.
    fn has_to_do_with(&self, game_match: &Match) -> bool {
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

/// Returns the commitment of the dice of a match that is not over.
fn dice_sealed(game_match: &Match) -> Reply {
    Reply::Record(RecordReply::DiceSealed {
        id: game_match.id,
        by_chance: game_match.by_chance(),
        commitment: game_match.seal.commitment,
    })
}

pub(crate) fn only_one(matches: &[&Live]) -> Result<Option<MatchId>, Refusal> {
    if let [] | [_] = matches {
        return Ok(matches.first().map(|live| live.game_match.id));
    }
    let candidate = |live: &&Live| MeantMatch {
        id: live.game_match.id,
        ply: live.game_match.state.ply,
        variant: live.game_match.setup.variant(),
        names: live.game_match.names(),
        control: None,
    };
    Err(Refusal::Several(matches.iter().map(candidate).collect()))
}

/// Returns the lens for these eyes. Until a match is over, no person sees the view of another.
fn lens(game_match: &Match, eyes: Eyes) -> Result<Lens, Text> {
    if !matches!(game_match.stage, Stage::Over(_)) {
        return Err(text::refusal_eyes_closed(game_match.id));
    }
    Ok(Lens::of(eyes))
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
