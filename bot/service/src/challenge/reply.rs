//! The replies to changes of challenges.

use serde::{Deserialize, Serialize};

use api::MatchId;

/// A change of a challenge.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeDone {
    /// A challenge was opened.
    Opened(MatchId),
    /// A challenge was accepted.
    Accepted(MatchId),
    /// The program has accepted a challenge, and waits for its challenger to start.
    ReadyToStart(MatchId),
    /// A match against the program has begun.
    Begun(MatchId),
    /// A challenge was declined.
    Declined(MatchId),
    /// The speaker's own challenge was withdrawn.
    Withdrawn(MatchId),
    /// A challenge is posted again.
    Posted(MatchId),
}
