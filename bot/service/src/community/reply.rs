//! The replies about matches, ratings and servers.

use serde::{Deserialize, Serialize};

use crate::{Leaderboard, Match, Profile, ServerChoices, match_store::codec};
use api::{Finding, MatchId, MessageId, Timestamp, UserId};
use command::ServerTopic;
use text::Zone;

/// The reply to a question about one's matches, ratings or server.
pub enum CommunityReply {
    /// The speaker's matches.
    Games {
        /// The matches; those in which it is their turn come first.
        listed: Vec<Listed>,
        /// The damaged ones.
        set_aside: Vec<MatchId>,
    },
    /// The ratings of a person.
    Profile(Box<Profile>),
    /// The best players.
    Leaderboard(Leaderboard),
    /// The settings of the server, shown to its administrator.
    Server {
        /// The settings.
        settings: Box<ServerChoices>,
        /// The topic of the menu, if it has been opened.
        topic: Option<ServerTopic>,
    },
    /// The checks for the speaker and the place.
    Doctor {
        /// The results of the checks.
        findings: Vec<Finding>,
        /// The settings of the server, if it is one.
        server: Option<Box<ServerChoices>>,
    },
}

/// A change around matches.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommunityDone {
    /// The speaker follows a match of others.
    Followed(MatchId),
    /// The speaker no longer follows a match.
    Unfollowed(MatchId),
    /// The speaker has changed the settings of their server.
    SetServer {
        /// All its settings now.
        settings: Box<ServerChoices>,
        /// The topic of the menu.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<ServerTopic>,
    },
    /// The channel gets a puzzle each day, or no longer gets one.
    DailyPuzzle {
        /// True if it gets one.
        is_on: bool,
        /// True if it got one before.
        was_on: bool,
        /// True if the first one comes at nine, and not at once.
        begins_at_nine: bool,
        /// The time zone of this hour.
        #[serde(with = "codec::known")]
        zone: Zone,
    },
}

/// A match in a list for one person.
pub struct Listed {
    /// The match.
    pub game_match: Match,
    /// The reader of the list.
    pub viewer: UserId,
    /// True if it is their turn.
    pub your_turn: bool,
    /// The number of turns played; White's and Black's of the same number count as one.
    pub turns: u32,
    /// The time at which the side to decide runs out of time, if its clock runs.
    pub until: Option<Timestamp>,
    /// True if its time is over already.
    pub is_out_of_time: bool,
    /// The end of the vacation of this side, if its clock stands still because of that.
    pub away: Option<Timestamp>,
    /// The message with the board, or with the challenge, if it is known.
    pub board: Option<MessageId>,
}
