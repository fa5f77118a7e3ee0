//! The best players of a place.

use serde::{Deserialize, Serialize};

use crate::Player;
use api::UserId;

/// How many people are kept for each place and variant.
const MOST: usize = 100;

/// The best players of a place in a variant, those with provisional ratings among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaders {
    people: Vec<Leader>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Leader {
    /// Who, by the name under which they last played a rated match there.
    pub(super) player: Player,
    /// Their rating then. It tells who is left out where there are too many.
    rating: i32,
}

impl Leaders {
    pub(super) fn people(&self) -> &[Leader] {
        &self.people
    }

    /// Leaves somebody out.
    pub(crate) fn forget(&mut self, user: &UserId) {
        self.people.retain(|leader| leader.player.id != *user);
    }

    /// Has an account go on as somebody who is not among them.
    pub(crate) fn rename(&mut self, account: &UserId, person: &UserId) {
        for leader in &mut self.people {
            if leader.player.id == *account {
                leader.player.id = person.clone();
            }
        }
    }

    /// Whether somebody is among them.
    pub(crate) fn has(&self, user: &UserId) -> bool {
        self.people.iter().any(|leader| leader.player.id == *user)
    }

    /// Takes note of the rating that somebody has now, if they are among the best.
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
