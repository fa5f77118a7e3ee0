//! The matches and challenges of a person, for pages.

use serde::Serialize;

/// A match or a challenge of a person that is not over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedGame {
    /// The match.
    pub id: String,
    /// The name of the variant in addresses: `baroque`.
    pub variant: &'static str,
    /// The variant with its options, in words.
    pub title: String,
    /// The opponent, the side to decide, and the end of its time, in words.
    pub text: String,
    /// The state for the person.
    pub state: ListedState,
    /// The time at which the clock of the side to decide runs out, in milliseconds of the system clock, if it runs.
    #[serde(skip)]
    pub until: Option<i64>,
}

/// A match in play of a server that lets the page list its matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublicGame {
    /// The match.
    pub id: String,
    /// The variant with its options, in words.
    pub title: String,
    /// The names of its players, White first.
    pub players: String,
}

/// The state of a match or a challenge for a person. Their list has this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ListedState {
    /// The person is to decide.
    YourTurn,
    /// Another person challenges them.
    Challenged,
    /// They wait for an opponent to accept.
    Open,
    /// They wait for the other side, or for the dice.
    Waiting,
}
