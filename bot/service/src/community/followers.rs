//! The followers of a match that others play: the bot mentions them once when it is over.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::{
    CommunityDone, Delivery, DeliveryKind, Match, Outcome, Rows, Stage,
    decision::{
        context::Asker,
        find::{check_begun, only_one},
        interrupt::Interrupt,
        reads::List,
    },
    match_store::{
        entries::{read, unless_damaged},
        schema::{follows_prefix, place_key, under},
    },
};
use api::{Batch, MatchId, StoreError, UserId};
use text::arg;

/// The maximum number of followers of a match in a place.
const MOST: usize = 16;

/// The maximum number of matches that a person follows.
const MOST_OF_ONE: usize = 20;

/// The followers of a match in a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Followers {
    /// The followers, in the order in which they came.
    pub users: Vec<UserId>,
}

/// Returns the key of the followers of a match in a place.
fn followers_key(id: MatchId, place: u8) -> Vec<u8> {
    place_key("followers", id, place)
}

/// Returns the followers of a match in a place; none if their row is damaged.
///
/// # Errors
///
/// The store cannot read.
pub fn read_followers(rows: &dyn Rows, id: MatchId, place: u8) -> Result<Followers, StoreError> {
    let followers = unless_damaged(read(rows, &followers_key(id, place)))?;
    Ok(followers.unwrap_or_default())
}

/// Tells whether a delivery shows the end of a match for the first time, which mentions its followers.
pub fn shows_end(game_match: &Match, delivery: Delivery) -> bool {
    let is_board = matches!(
        delivery.kind,
        DeliveryKind::Board | DeliveryKind::BoardAnswered(_)
    );
    let is_over = matches!(game_match.stage, Stage::Over(_));
    is_board && is_over && delivery.n_inputs == game_match.state.n_inputs
}

impl Followers {
    /// Adds the changes after the followers were mentioned at the end of the match.
    pub fn let_go(&self, id: MatchId, place: u8, changes: &mut Batch) {
        if self.users.is_empty() {
            return;
        }
        changes.remove(followers_key(id, place));
        for user in &self.users {
            changes.remove(under(follows_prefix(user), id));
        }
    }
}

impl Asker<'_> {
    /// Makes the speaker follow a match of others, or stop following it.
    pub(crate) fn follow(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let user = self.user();
        let followed = self.state().list(List::Follows(user.clone()))?;
        let named = match_id.or(self.state().within);
        let id = match named {
            // A follower can stop in any place.
            Some(id) if followed.contains(&id) => id,
            Some(id) => self.if_visible(id)?,
            None => self.match_of_others()?,
        };
        if !followed.contains(&id) {
            return self.follow_anew(id);
        }
        let mut batch = Batch::default();
        self.stop_following(&self.live(id)?.game_match, &mut batch)?;
        Ok(self
            .context
            .done_apart(batch, CommunityDone::Unfollowed(id)))
    }

    /// Returns the only match here that the speaker does not play.
    fn match_of_others(&self) -> Result<MatchId, Interrupt> {
        let here = self.state().channel.clone().map(List::Here);
        let mut here = match here {
            Some(here) => self.state().listed(here)?.matches,
            None => Vec::new(),
        };
        here.retain(|live| self.seat_in(&live.game_match).is_none());
        Ok(only_one(&here)?.ok_or_else(text::refusal_nothing_to_follow)?)
    }

    fn follow_anew(&self, id: MatchId) -> Result<Outcome, Interrupt> {
        let user = self.user();
        let live = self.live(id)?;
        let game_match = &live.game_match;
        check_begun(game_match)?;
        if self.seat_in(game_match).is_some() {
            return Err(text::refusal_follow_own(id).into());
        }
        if let Stage::Over(_) = game_match.stage {
            return Err(text::refusal_follow_over(id).into());
        }
        let place = self
            .place_here(game_match)
            .ok_or_else(|| text::refusal_unknown_match(id))?;
        let key = followers_key(id, place);
        let mut followers: Followers = self.state().entry_or_default(&key)?;
        if followers.users.len() >= MOST {
            return Err(text::refusal_too_many_followers(arg::id(id), arg::most(MOST)).into());
        }
        let followed = self.state().listed(List::Follows(user.clone()))?.matches;
        let is_played = |game_match: &Match| matches!(game_match.stage, Stage::Playing(_));
        let (played, over): (Vec<_>, Vec<_>) = followed
            .into_iter()
            .partition(|live| is_played(&live.game_match));
        if played.len() >= MOST_OF_ONE {
            return Err(text::refusal_follows_too_many(MOST_OF_ONE).into());
        }
        followers.users.push(user.clone());
        let mut batch = Batch::default();
        // The condition prevents following a match after the post of its end.
        batch.require((*live.slot).clone());
        self.context.rewrite(&mut batch, key, &followers)?;
        batch.put(under(follows_prefix(user), id), Vec::new());
        // The bot could not post the end of these matches.
        for live in over {
            self.stop_following(&live.game_match, &mut batch)?;
        }
        Ok(self.context.done_apart(batch, CommunityDone::Followed(id)))
    }

    /// Returns the place number of a match where the speaker is.
    fn place_here(&self, game_match: &Match) -> Option<u8> {
        game_match.number_of(self.state().channel.as_ref()?)
    }

    /// Removes the speaker from the followers of a match.
    fn stop_following(&self, game_match: &Match, batch: &mut Batch) -> Result<(), Interrupt> {
        let (user, id) = (self.user(), game_match.id);
        let places = game_match.places();
        let keys: Vec<_> = places.map(|(place, _)| followers_key(id, place)).collect();
        self.state().need_entries(&keys)?;
        for key in keys {
            let followers: Option<Followers> = self.state().entry(&key)?;
            let Some(mut followers) = followers.filter(|all| all.users.contains(user)) else {
                continue;
            };
            followers.users.retain(|follower| follower != user);
            self.context.rewrite(batch, key, &followers)?;
        }
        batch.remove(under(follows_prefix(user), id));
        Ok(())
    }
}
