//! The best players of a place.

use serde::{Deserialize, Serialize};

use super::Ladder;
use crate::{
    Player,
    match_store::schema::{escape, key},
};
use api::{Platform, ServerId, UserId};

/// The maximum number of people kept for each place and ladder.
const MOST: usize = 100;

/// The best players of a place in a ladder, including those with provisional ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaders {
    people: Vec<Leader>,
}

/// One of the best players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Leader {
    /// The player, by the name of their last rated match there.
    pub(super) player: Player,
    /// Their rating after that match. If there are too many leaders, the one with the lowest rating is dropped.
    rating: i32,
}

/// Returns the key of the best players of a server, or of a platform if there is no server.
pub(super) fn leaders_key(
    server: Option<&ServerId>,
    platform: Platform,
    ladder: Ladder,
) -> Vec<u8> {
    let place = server.map_or_else(|| platform.to_string(), ServerId::to_string);
    key(format_args!("leaders/{}/{ladder}", escape(place)))
}

impl Leaders {
    pub(super) fn people(&self) -> &[Leader] {
        &self.people
    }

    /// Iterates over the ids of the leaders.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &UserId> {
        self.people.iter().map(|leader| &leader.player.id)
    }

    /// Removes a person.
    pub(crate) fn forget(&mut self, user: &UserId) {
        self.people.retain(|leader| leader.player.id != *user);
    }

    /// Replaces an account by its person. The person is not among the leaders so far.
    pub(crate) fn rename(&mut self, account: &UserId, person: &UserId) {
        for leader in &mut self.people {
            if leader.player.id == *account {
                leader.player.id = person.clone();
            }
        }
    }

    /// Tells whether a person is among the leaders.
    pub(crate) fn has(&self, user: &UserId) -> bool {
        self.people.iter().any(|leader| leader.player.id == *user)
    }

    /// Records the present rating of a person, if they are among the best.
    pub(super) fn note(&mut self, player: &Player, rating: i32) {
        self.people.retain(|leader| leader.player.id != player.id);
        let at = self
            .people
            .partition_point(|leader| leader.rating >= rating);
        let player = Player {
            language: None,
            account: None,
            ..player.clone()
        };
        self.people.insert(at, Leader { player, rating });
        self.people.truncate(MOST);
    }
}
