//! Posts with an unknown result.

use std::{collections::HashSet, sync::Mutex};

use tracing::warn;

use kit::lock;

/// The maximum number of remembered posts with an unknown result.
const MOST: usize = 100_000;

/// The posts with an unknown result, by nonce. If there are too many to remember, all posts count as such from then on. The bot
/// then searches for each post before it makes it, so that it makes none twice.
pub(super) struct Doubts {
    most: usize,
    doubted: Mutex<Doubted>,
}

#[derive(Default)]
struct Doubted {
    nonces: HashSet<String>,
    is_all: bool,
}

impl Default for Doubts {
    fn default() -> Doubts {
        Doubts::of(MOST)
    }
}

impl Doubts {
    fn of(most: usize) -> Doubts {
        Doubts {
            most,
            doubted: Mutex::default(),
        }
    }

    /// Records that the result of a post is unknown.
    pub(super) fn cast(&self, nonce: String) {
        let mut doubted = lock(&self.doubted);
        if doubted.nonces.len() < self.most || doubted.nonces.contains(&nonce) {
            doubted.nonces.insert(nonce);
        } else if !std::mem::replace(&mut doubted.is_all, true) {
            warn!("too many posts have an unknown result; searching the channel before each post");
        }
    }

    /// Records that the result of a post is known.
    pub(super) fn settle(&self, nonce: &str) {
        lock(&self.doubted).nonces.remove(nonce);
    }

    pub(super) fn is_in_doubt(&self, nonce: &str) -> bool {
        let doubted = lock(&self.doubted);
        doubted.is_all || doubted.nonces.contains(nonce)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_is_in_doubt_until_its_fate_is_known() {
        let doubts = Doubts::default();
        doubts.cast("a".to_owned());
        assert!(doubts.is_in_doubt("a") && !doubts.is_in_doubt("b"));
        doubts.settle("a");
        assert!(!doubts.is_in_doubt("a"));
    }

    #[test]
    fn where_more_is_in_doubt_than_is_remembered_everything_is() {
        let doubts = Doubts::of(2);
        for nonce in ["a", "b", "c"] {
            doubts.cast(nonce.to_owned());
        }
        doubts.settle("a");
        assert!(
            ["a", "b", "c", "d"]
                .iter()
                .all(|nonce| doubts.is_in_doubt(nonce))
        );
    }
}
