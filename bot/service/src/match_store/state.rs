//! The part of a match that changes with each move.

use std::hash::{DefaultHasher, Hash, Hasher};

use rules::ByColor;
use serde::{Deserialize, Serialize};

use super::{
    codec,
    entries::encode,
    schema::{Whispers, match_key},
};
use crate::{BotTime, EngineState, HintUsage, Match, MatchClock, Offer, OfferCounts};
use api::{Batch, Timestamp};

/// The part of a match that changes with each move. It is stored by itself, because it is short.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct MatchState {
    version: u64,
    ply: usize,
    n_rows: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board_asked: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offer: Option<Offer>,
    #[serde(default, with = "codec::pair", skip_serializing_if = "is_default")]
    offered: ByColor<OfferCounts>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused: Option<u32>,
    changed: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<MatchClock>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<BotTime>,
    /// Left out where it is the default, because most matches are played by people.
    #[serde(default, skip_serializing_if = "is_default")]
    mind: EngineState,
    #[serde(default, skip_serializing_if = "is_default")]
    aids: HintUsage,
    /// Left out where it is the default, because most games have no secrets, and so no direct messages to the seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    whispers: Option<(Whispers, Whispers)>,
}

/// Returns the version of a match after these changes.
///
/// It is a hash of all changes outside the head. The head is compared as a whole. A count would not suffice: two processes
/// that decide at the same moment would count the same. The process with the failed commit would then take its own decision
/// for the stored one.
pub(crate) fn next_version(version: u64, changes: &Batch) -> u64 {
    let mut hasher = DefaultHasher::new();
    (version, &changes.changes).hash(&mut hasher);
    hasher.finish()
}

/// Returns the version of a match after its players were replaced, a change that nothing else shows.
pub(crate) fn version_of(game_match: &Match) -> u64 {
    let mut changes = Batch::default();
    changes.put(match_key(game_match.id), encode(game_match));
    next_version(game_match.version, &changes)
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl MatchState {
    /// Returns the number of inputs of the record.
    pub(crate) fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the version of the change of the match that wrote it.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn of(game_match: &Match) -> MatchState {
        MatchState {
            version: game_match.version,
            ply: game_match.ply,
            n_rows: game_match.n_rows,
            board: game_match.board,
            board_asked: game_match.board_asked,
            offer: game_match.offer,
            offered: game_match.offered,
            paused: game_match.paused,
            changed: game_match.changed,
            clock: game_match.clock,
            due: game_match.due,
            mind: game_match.mind,
            aids: game_match.aids,
            whispers: (game_match.whispers != ByColor::default())
                .then_some((game_match.whispers.white, game_match.whispers.black)),
        }
    }

    /// Sets the fields of a match to this state.
    pub(crate) fn apply_to(self, game_match: &mut Match) {
        game_match.version = self.version;
        game_match.ply = self.ply;
        game_match.n_rows = self.n_rows;
        game_match.board = self.board;
        game_match.board_asked = self.board_asked;
        game_match.offer = self.offer;
        game_match.offered = self.offered;
        game_match.paused = self.paused;
        game_match.changed = self.changed;
        game_match.clock = self.clock;
        game_match.due = self.due;
        game_match.mind = self.mind;
        game_match.aids = self.aids;
        let (white, black) = self.whispers.unwrap_or_default();
        game_match.whispers = ByColor { white, black };
    }
}
