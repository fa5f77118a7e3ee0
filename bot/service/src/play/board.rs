//! The board of a match in play, as one player sees it and as everyone does. Serves /view and /board.

use crate::{
    ChallengeDone, DeliveryKind, Match, Outcome, PeopleDone, PlayDone, PlayReply, Reply, Showing,
    Shown, Stage,
    decision::{
        context::{Asker, reply_with},
        find::check_begun,
        interrupt::Interrupt,
    },
};
use api::{Batch, ChannelId, MatchId, Place};

/// The time after a board was posted on request before the next such post, in milliseconds.
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
                n_inputs: game_match.state.n_inputs,
                shown: Shown::View,
            },
            can_move: self.is_to_decide(live) && game_match.state.paused.is_none(),
        }))
    }

    /// Posts the public board again where the match is played. In another channel, posts it once without updates, because its
    /// readers expect none.
    pub(crate) fn board(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = self.find_any(match_id)?;
        let live = self.live(id)?.clone();
        if live.game_match.stage == Stage::Challenge && self.has_to_do_with(&live.game_match) {
            if self.is_announced_again(&live.game_match) {
                let done = ChallengeDone::Posted(id);
                return Ok(self.context.done_apart(Batch::default(), done));
            }
            return self.post_challenge(live);
        }
        check_begun(&live.game_match)?;
        if let Some(channel) = self.place_elsewhere(&live.game_match) {
            let event = self.request.event.id.clone();
            return reply_with(Reply::Play(PlayReply::Board(Showing {
                id,
                n_inputs: live.game_match.state.n_inputs,
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
            if self.request.has_page {
                return self.give_sign_in_link(Some(id));
            }
            return reply_with(Reply::Play(PlayReply::BoardPostedBefore(id)));
        }
        let mut change = self.context.change(live);
        change.show_board(DeliveryKind::BoardAgain);
        if !self.request.has_page {
            return self.context.done(change, PlayDone::BoardPosted(id));
        }
        let token = Some(self.add_sign_in_link(Some(id), &mut change.batch)?);
        let done = PeopleDone::SignInLinkGiven {
            token,
            is_posted: true,
        };
        self.context.done(change, done)
    }

    /// Returns whether a person has a challenge posted again in a group, where the bot only answers. The challenger does not
    /// get it again in direct messages, unless they requested it.
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
}
