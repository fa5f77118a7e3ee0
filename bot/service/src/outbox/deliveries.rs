//! Deliveries that are pending, and deliveries that were made.

#[cfg(test)]
mod tests;

use std::{fmt, ops::Not};

use rules::Color;
use serde::{Deserialize, Serialize};

use crate::{
    Rows,
    match_store::{
        codec,
        entries::{encode, has, keys_under, read, unless_damaged},
        schema::{key, untold_key},
    },
};
use api::{Batch, MatchId, MessageId, StoreError, Timestamp};
use command::OfferKind;

/// A message to post about a match. The store has no text; the bot renders it from the record before the post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// The number of inputs that it shows.
    pub n_inputs: usize,
    /// The kind.
    pub kind: DeliveryKind,
    /// The earlier row for the same readers. Once this row is posted, the bot settles the earlier message and removes its
    /// buttons.
    pub settles: Option<u32>,
    /// The time since which it waits: its request, or the retry after it had failed.
    pub since: Timestamp,
    /// The side of the player that caused it, if any: their own action does not mention them.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "codec::option"
    )]
    pub by: Option<Color>,
    /// True if no later row settles it, so that its message id need not be stored.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub is_final: bool,
}

impl Delivery {
    /// Returns the rest of it after its post, or once the post is no longer needed.
    pub fn settling(self) -> Delivery {
        Delivery {
            kind: DeliveryKind::Settle,
            ..self
        }
    }

    /// Returns whether it mentions its people even if they have turned off all other mentions. New matches do, because their
    /// players must notice them. Reminders in a channel do, because a player has requested them.
    pub fn calls_always(self) -> bool {
        match self.kind {
            DeliveryKind::ChallengeDeclined | DeliveryKind::ReminderHere(_) => true,
            DeliveryKind::Board => self.n_inputs == 0,
            kind => kind.is_challenge(),
        }
    }
}

/// The readers of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Readers {
    /// Everyone in the place of the match with this number, see [`crate::Match::place`].
    Place(u8),
    /// The person on this seat, in direct messages.
    Seat(Color),
}

/// The kind of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryKind {
    /// A new challenge.
    Challenge,
    /// A challenge, posted again on request.
    ChallengeAgain,
    /// A challenge that has waited for a while, as an edit of the message of the earlier row that it settles.
    ChallengeOpen,
    /// A challenge was declined.
    ChallengeDeclined,
    /// The board after a move, at the start, or at the end.
    Board,
    /// The board after a move that a plan answered at once, with the number of inputs after the answered move.
    BoardAnswered(usize),
    /// The board after a takeback.
    TakenBack,
    /// The board, posted again on request.
    BoardAgain,
    /// This side makes an offer.
    #[serde(with = "proposal")]
    Offer(OfferKind, Color),
    /// The offer of this side was declined.
    #[serde(with = "proposal")]
    OfferDeclined(OfferKind, Color),
    /// This side has withdrawn its offer.
    #[serde(with = "proposal")]
    OfferWithdrawn(OfferKind, Color),
    /// The match is paused, as this side has offered.
    Paused(#[serde(with = "codec::text")] Color),
    /// The reader of this seat has little time left.
    Reminder,
    /// This side has little time left, announced in public.
    ReminderHere(#[serde(with = "codec::text")] Color),
    /// A side has run out of time.
    TimeOver {
        /// The side.
        #[serde(with = "codec::text")]
        side: Color,
        /// True if the match can still be aborted.
        can_abort: bool,
    },
    /// This side was given more time.
    TimeGiven(#[serde(with = "codec::text")] Color),
    /// This side is on vacation, or back from it.
    Away(#[serde(with = "codec::text")] Color),
    /// The plan of this seat has replied.
    PlanPlayed {
        /// True if some of the plan remains.
        stands: bool,
    },
    /// The plan of this seat is cancelled.
    PlanEnded,
    /// No message: it only settles an earlier row.
    Settle,
    /// The view of a seat, in a message of its own.
    View,
    /// The view of a seat, as an edit of the message of the earlier row that it settles.
    ViewAgain,
}

impl DeliveryKind {
    /// Returns whether it shows the public board.
    pub fn is_board(self) -> bool {
        matches!(
            self,
            DeliveryKind::Board
                | DeliveryKind::BoardAnswered(_)
                | DeliveryKind::TakenBack
                | DeliveryKind::BoardAgain
        )
    }

    /// Returns whether it shows a challenge that waits for an answer.
    pub fn is_challenge(self) -> bool {
        matches!(
            self,
            DeliveryKind::Challenge | DeliveryKind::ChallengeAgain | DeliveryKind::ChallengeOpen
        )
    }

    /// Returns whether it edits the message of the earlier row that it settles.
    pub fn is_edit(self) -> bool {
        matches!(self, DeliveryKind::ViewAgain | DeliveryKind::ChallengeOpen)
    }

    /// Returns whether it reports a past event, so that no later row settles it.
    pub(crate) fn is_passing(self) -> bool {
        matches!(
            self,
            DeliveryKind::ChallengeDeclined
                | DeliveryKind::OfferDeclined(..)
                | DeliveryKind::OfferWithdrawn(..)
                | DeliveryKind::Reminder
                | DeliveryKind::ReminderHere(_)
                | DeliveryKind::TimeGiven(_)
                | DeliveryKind::Away(_)
        ) || self.is_of_plan()
    }

    /// Returns whether it reports the outcome of a plan.
    pub fn is_of_plan(self) -> bool {
        matches!(
            self,
            DeliveryKind::PlanPlayed { .. } | DeliveryKind::PlanEnded
        )
    }
}

/// An offer with its side, stored as `pause White`.
mod proposal {
    use rules::Color;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use command::OfferKind;

    pub(crate) fn serialize<S: Serializer>(
        kind: &OfferKind,
        by: &Color,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{kind} {by}"))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<(OfferKind, Color), D::Error> {
        let text = String::deserialize(deserializer)?;
        let (kind, by) = text
            .split_once(' ')
            .ok_or_else(|| D::Error::missing_field("by"))?;
        let kind = kind.parse().map_err(D::Error::custom)?;
        Ok((kind, by.parse().map_err(D::Error::custom)?))
    }
}

/// The id of a row of the outbox: the match, the readers, and the number of earlier rows for these readers. So no reader can
/// count the messages of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeliveryId {
    /// The match.
    pub id: MatchId,
    /// The readers.
    pub to: Readers,
    /// The number of the row.
    pub n: u32,
}

/// A delivery that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// The delivery as it was requested.
    pub delivery: Delivery,
    /// The id of its message, unless the platform refused it for good.
    pub message: Option<MessageId>,
    /// The separate message that mentions the player to decide, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bell: Option<MessageId>,
}

impl Sent {
    /// Creates the row of a delivery in one message, if it was posted.
    pub fn new(delivery: Delivery, message: Option<MessageId>) -> Sent {
        Sent {
            delivery,
            message,
            bell: None,
        }
    }
}

/// The prefix of all pending deliveries.
pub(crate) const OUTBOX: &[u8] = b"outbox/";

/// Returns the prefix of the pending deliveries of a match.
pub fn outbox_prefix(id: MatchId) -> Vec<u8> {
    key(format_args!("outbox/{id}/"))
}

impl DeliveryId {
    /// Returns another row for the same readers.
    pub fn with_number(self, n: u32) -> DeliveryId {
        DeliveryId { n, ..self }
    }

    /// Returns the key of the delivery until it is made.
    pub fn outbox_key(self) -> Vec<u8> {
        key(format_args!("outbox/{self}"))
    }

    /// Returns the key of the delivery once it is made.
    pub fn sent_key(self) -> Vec<u8> {
        key(format_args!("sent/{self}"))
    }

    /// Returns the row with this outbox key.
    pub fn from_outbox_key(key: &[u8]) -> Option<DeliveryId> {
        DeliveryId::read(str::from_utf8(key.strip_prefix(OUTBOX)?).ok()?)
    }

    /// Parses a row.
    pub(crate) fn read(text: &str) -> Option<DeliveryId> {
        let (id, rest) = text.split_once('/')?;
        let (to, n) = match rest.split_once('/') {
            Some((to, n)) => match to.strip_prefix('p') {
                Some(number) => (Readers::Place(number.parse().ok()?), n),
                None => (Readers::Seat(to.parse().ok()?), n),
            },
            None => (Readers::Place(0), rest),
        };
        Some(DeliveryId {
            id: id.parse().ok()?,
            to,
            n: u32::from_str_radix(n, 16).ok()?,
        })
    }
}

impl fmt::Display for DeliveryId {
    /// Writes `4kq0z/0000012c`, or `4kq0z/p1/0000012c` for a place that is not the first, or `4kq0z/white/0000012c` for a seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.id)?;
        match self.to {
            Readers::Place(0) => {}
            Readers::Place(number) => write!(f, "p{number}/")?,
            Readers::Seat(color) => write!(f, "{}/", color.name())?,
        }
        write!(f, "{:08x}", self.n)
    }
}

/// Reads all pending deliveries, in the order of matches and rows.
///
/// # Errors
///
/// The store cannot read.
pub fn read_outbox(rows: &dyn Rows) -> Result<Vec<DeliveryId>, StoreError> {
    deliveries_under(rows, OUTBOX)
}

/// Reads the pending deliveries of a match, in the order of readers and rows.
///
/// # Errors
///
/// The store cannot read.
pub fn read_outbox_of(rows: &dyn Rows, id: MatchId) -> Result<Vec<DeliveryId>, StoreError> {
    deliveries_under(rows, &outbox_prefix(id))
}

fn deliveries_under(rows: &dyn Rows, prefix: &[u8]) -> Result<Vec<DeliveryId>, StoreError> {
    let keys = keys_under(rows, prefix)?;
    let rows = keys
        .iter()
        .filter_map(|key| DeliveryId::from_outbox_key(key));
    Ok(rows.collect())
}

/// Returns the deliveries in a batch of changes.
pub fn deliveries_in(changes: &Batch) -> Vec<DeliveryId> {
    let written = changes.changes.iter().filter(|(_, value)| value.is_some());
    written
        .filter_map(|(key, _)| DeliveryId::from_outbox_key(key))
        .collect()
}

/// Reads a delivery that was not made, or has not settled the row that it settles.
///
/// # Errors
///
/// The store cannot read; [`StoreError::Damaged`] if the stored delivery cannot be read any more.
pub fn read_delivery(rows: &dyn Rows, row: DeliveryId) -> Result<Option<Delivery>, StoreError> {
    read(rows, &row.outbox_key())
}

/// Returns whether a delivery is made already.
///
/// # Errors
///
/// The store cannot read.
pub fn is_sent(rows: &dyn Rows, row: DeliveryId) -> Result<bool, StoreError> {
    has(rows, &row.sent_key())
}

/// Reads a made delivery, unless it is no longer needed; a damaged entry reads as none.
///
/// # Errors
///
/// The store cannot read.
pub fn read_sent(rows: &dyn Rows, row: DeliveryId) -> Result<Option<Sent>, StoreError> {
    unless_damaged(read(rows, &row.sent_key()))
}

/// Returns the changes once a delivery is made. If it settles an earlier delivery, it stays in the outbox until then. The
/// outcome of a plan is kept for its owner, if they could not be messaged.
pub fn mark_sent(row: DeliveryId, sent: &Sent) -> Batch {
    let (delivery, message) = (sent.delivery, &sent.message);
    let mut batch = Batch::default();
    if let Readers::Seat(seat) = row.to
        && delivery.kind.is_of_plan()
    {
        let untold = untold_key(row.id, seat);
        match message {
            Some(_) => batch.remove(untold),
            None => batch.put(untold, encode(&delivery)),
        }
    }
    let is_done = delivery.settles.is_none();
    if !(is_done && delivery.is_final) {
        batch.put(row.sent_key(), encode(sent));
    }
    if is_done {
        batch.remove(row.outbox_key());
    }
    batch
}

/// Returns the changes once a delivery is made in place of an earlier one.
pub fn mark_edited(row: DeliveryId, delivery: Delivery, message: Option<MessageId>) -> Batch {
    let mut batch = Batch::default();
    if !delivery.is_final {
        batch.put(row.sent_key(), encode(&Sent::new(delivery, message)));
    }
    batch.remove(row.outbox_key());
    if let Some(n) = delivery.settles {
        batch.remove(row.with_number(n).sent_key());
    }
    batch
}

/// Returns the changes once a delivery has settled an earlier one, which is never read again.
pub fn mark_settled(row: DeliveryId, delivery: Delivery, earlier: DeliveryId) -> Batch {
    let mut batch = Batch::default();
    batch.remove(row.outbox_key());
    batch.remove(earlier.sent_key());
    if delivery.is_final {
        batch.remove(row.sent_key());
    }
    batch
}
