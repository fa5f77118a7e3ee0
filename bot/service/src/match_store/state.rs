//! The part of a match that changes with each move.

use std::hash::{DefaultHasher, Hash, Hasher};

use rules::ByColor;
use serde::{Deserialize, Serialize};

use super::codec;
use crate::{BotTime, EngineState, HintUsage, MatchClock, Offer, OfferCounts};
use api::{Batch, Timestamp};

/// The part of a match that changes with each move. It has a separate entry, because it is short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchState {
    /// The version of the last change. No two changes share a version, even if one of them was never committed.
    pub version: u64,
    /// The number of inputs of the record.
    pub n_inputs: usize,
    /// The number of outbox rows that were written for the match.
    pub n_rows: u32,
    /// The outbox row of the board with the active buttons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
    /// The time at which this board was posted because a person asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board_asked: Option<Timestamp>,
    /// The offer that waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// The number of offers of each kind that each side has made.
    #[serde(default, with = "codec::pair", skip_serializing_if = "is_default")]
    pub offered: ByColor<OfferCounts>,
    /// The outbox row that announced the pause, while it is paused. Then neither side moves, and no clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<u32>,
    /// The time of the last change.
    pub changed: Timestamp,
    /// The time that the players have left, while it is played with a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<MatchClock>,
    /// The stored time at which it is due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<BotTime>,
    /// The memory of the program, if it plays. Left out where it is the default, because most matches are played by people.
    #[serde(default, rename = "mind", skip_serializing_if = "is_default")]
    pub engine: EngineState,
    /// The help that the opponent of the program has used.
    #[serde(default, rename = "aids", skip_serializing_if = "is_default")]
    pub hint_usage: HintUsage,
    /// The direct messages to the seats. Left out where they are the default, because most games have no secrets.
    #[serde(default, with = "codec::pair", skip_serializing_if = "is_default")]
    pub whispers: ByColor<Whispers>,
}

/// The deliveries to one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whispers {
    /// The number of outbox rows that were written for it.
    pub n_rows: u32,
    /// The row of its view that is in use.
    pub view: Option<u32>,
    /// True if its player was informed how to open their direct messages.
    pub told_closed: bool,
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

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
