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
    /// Most matches are played by people.
    #[serde(default, skip_serializing_if = "is_default")]
    mind: EngineState,
    #[serde(default, skip_serializing_if = "is_default")]
    aids: HintUsage,
    /// Most games have no secrets, and so nothing to whisper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    whispers: Option<(Whispers, Whispers)>,
}

/// What a match goes by after these changes of it.
///
/// It follows from all that is changed beside its head, which is compared as a whole. A count would not do: two processes that
/// decide at the same moment would count the same, and the one whose changes are not made would take what it had decided for
/// what is stored.
pub(crate) fn next_version(version: u64, changes: &Batch) -> u64 {
    let mut hasher = DefaultHasher::new();
    (version, &changes.changes).hash(&mut hasher);
    hasher.finish()
}

/// What a match goes by once its players are others, which nothing else tells.
pub(crate) fn version_of(game_match: &Match) -> u64 {
    let mut changes = Batch::default();
    changes.put(match_key(game_match.id), encode(game_match));
    next_version(game_match.version, &changes)
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl MatchState {
    /// How many inputs the record has.
    pub(crate) fn ply(&self) -> usize {
        self.ply
    }

    /// Which change of the match it tells of.
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

    /// Brings a match to where this tells that it is.
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
