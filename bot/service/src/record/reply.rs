//! The replies that show a match as it was recorded.

use rules::Record;

use crate::{ByChance, Lens, Live, Match, Showing, match_store::storage::Stored};
use api::{MatchId, UserId};
use dice::Commitment;

/// The reply to a request for the moves of a match, its record, its review or its dice.
pub enum RecordReply {
    /// The moves of a match.
    History(Box<Seen>),
    /// All events of a match that is over.
    Story(Box<Seen>),
    /// The moves of a match as a file, in place of a record that holds secrets.
    ExportSeen(Box<Seen>),
    /// The record of a match.
    Export {
        /// The match.
        id: MatchId,
        /// Its record, with headers.
        record: Box<Record>,
    },
    /// A match as an animation, which is added to the reply.
    Replay(Showing),
    /// The review of a match that is over, which is added to the reply.
    Review(Showing),
    /// The dice of a match are secret until it is over.
    DiceSealed {
        /// The match.
        id: MatchId,
        /// The things that chance decides.
        by_chance: ByChance,
        /// The commitment, published before the challenge was accepted.
        commitment: Commitment,
    },
    /// The record of a match, to check its dice.
    Verified(Box<Record>),
}

impl RecordReply {
    /// Returns the record that is rendered.
    pub(crate) fn record(&self) -> Option<&Record> {
        match self {
            RecordReply::History(seen)
            | RecordReply::Story(seen)
            | RecordReply::ExportSeen(seen) => Some(&seen.record),
            RecordReply::Export { record, .. } | RecordReply::Verified(record) => Some(record),
            RecordReply::Replay(_) | RecordReply::Review(_) | RecordReply::DiceSealed { .. } => {
                None
            }
        }
    }
}

/// A match with its record, and the lens through which it is shown.
pub struct Seen {
    /// The match.
    pub game_match: Match,
    /// Its record.
    pub record: Record,
    /// The lens of its reader.
    pub lens: Lens,
}

impl Seen {
    fn by(user: &UserId, game_match: &Match, record: Record) -> Seen {
        Seen {
            game_match: game_match.clone(),
            record,
            lens: game_match.lens_of(user),
        }
    }
}

impl Live {
    /// Returns the match as a reader may know it.
    pub(crate) fn seen_by(&self, user: &UserId) -> Seen {
        Seen::by(user, &self.game_match, self.record())
    }
}

impl Stored {
    /// Returns the match as a reader may know it.
    pub(crate) fn seen_by(&self, user: &UserId) -> Seen {
        Seen::by(user, &self.game_match, self.record.clone())
    }
}
