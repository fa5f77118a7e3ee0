//! What is to be said, what was said, and what could not be said for good.

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

/// Something to be said about a match, named and never spelled out: it is made anew from the record when it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// The ply that it shows.
    pub ply: usize,
    /// What it is.
    pub kind: DeliveryKind,
    /// The earlier row for the same readers whose message is shown as settled, its buttons gone, once this is said.
    pub settles: Option<u32>,
    /// Since when it waits: when it was asked for, or when it was tried again after it had been given up.
    pub since: Timestamp,
    /// The side of whoever brought it about, if they play: nobody is called by their own deed.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "codec::option"
    )]
    pub by: Option<Color>,
    /// Whether nothing will settle it, so that nobody needs to know where it was said.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub is_final: bool,
}

impl Delivery {
    /// What is left of it when it is said, or need not be said any more.
    pub fn settling(self) -> Delivery {
        Delivery {
            kind: DeliveryKind::Settle,
            ..self
        }
    }

    /// Whether it calls those whom it concerns although they want to be called by nothing else: who has not heard of a match
    /// has to, and who wants to be reminded so.
    pub fn calls_always(self) -> bool {
        match self.kind {
            DeliveryKind::ChallengeDeclined | DeliveryKind::ReminderHere(_) => true,
            DeliveryKind::Board => self.ply == 0,
            kind => kind.is_challenge(),
        }
    }
}

/// Who reads a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Readers {
    /// Everyone in the place of the match with this number, see [`crate::Match::place`].
    Place(u8),
    /// The person on this seat, in direct messages.
    Seat(Color),
}

/// What a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryKind {
    /// A new challenge.
    Challenge,
    /// A challenge, because somebody asked.
    ChallengeAgain,
    /// A challenge that nobody has taken for a while, in place of what the message of the earlier row says that it settles.
    ChallengeOpen,
    /// A challenge was declined.
    ChallengeDeclined,
    /// The board after a move, at the start, or at the end.
    Board,
    /// The board after a move that was answered at once, as planned: the ply of what was answered.
    BoardAnswered(usize),
    /// The board after a takeback.
    TakenBack,
    /// The board, because somebody asked.
    BoardAgain,
    /// This side offers something.
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
    /// The seat that reads it has not much time left.
    Reminder,
    /// This side has not much time left, told to it where everybody reads it.
    ReminderHere(#[serde(with = "codec::text")] Color),
    /// The time of a side is over.
    TimeOver {
        /// Which one.
        #[serde(with = "codec::text")]
        side: Color,
        /// Whether the match can still be aborted.
        can_abort: bool,
    },
    /// This side was given more time.
    TimeGiven(#[serde(with = "codec::text")] Color),
    /// This side is on vacation, or back from it.
    Away(#[serde(with = "codec::text")] Color),
    /// The plan of the seat that reads it has answered.
    PlanPlayed {
        /// Whether some of it still stands.
        stands: bool,
    },
    /// The plan of the seat that reads it is cancelled.
    PlanEnded,
    /// Nothing by itself: it only settles an earlier row.
    Settle,
    /// What a seat sees, in a message of its own.
    View,
    /// The same, in place of what the message of the earlier row says that it settles.
    ViewAgain,
}

impl DeliveryKind {
    /// Whether it shows the board to everybody.
    pub fn is_board(self) -> bool {
        matches!(
            self,
            DeliveryKind::Board
                | DeliveryKind::BoardAnswered(_)
                | DeliveryKind::TakenBack
                | DeliveryKind::BoardAgain
        )
    }

    /// Whether it tells of a challenge that nobody has accepted yet.
    pub fn is_challenge(self) -> bool {
        matches!(
            self,
            DeliveryKind::Challenge | DeliveryKind::ChallengeAgain | DeliveryKind::ChallengeOpen
        )
    }

    /// Whether it stands in place of what the message of the earlier row says that it settles.
    pub fn is_edit(self) -> bool {
        matches!(self, DeliveryKind::ViewAgain | DeliveryKind::ChallengeOpen)
    }

    /// Whether it tells what is over as soon as it is told, so that nothing settles it later.
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

    /// Whether it tells what became of a plan.
    pub fn is_of_plan(self) -> bool {
        matches!(
            self,
            DeliveryKind::PlanPlayed { .. } | DeliveryKind::PlanEnded
        )
    }
}

/// What is offered and by whom, stored as `pause White`.
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

/// Names a row of the outbox: the match, who reads it, and how many rows there were for these readers before. So nobody
/// can count what others are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeliveryId {
    /// The match.
    pub id: MatchId,
    /// Who reads it.
    pub to: Readers,
    /// The number of the row.
    pub n: u32,
}

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// As it was asked for.
    pub delivery: Delivery,
    /// Where it stands, unless the platform refused it for good.
    pub message: Option<MessageId>,
    /// The message that has called whom it waits for, if that is one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bell: Option<MessageId>,
}

impl Sent {
    /// Something that was said in one message, if it was said.
    pub fn new(delivery: Delivery, message: Option<MessageId>) -> Sent {
        Sent {
            delivery,
            message,
            bell: None,
        }
    }
}

/// The prefix of all deliveries that were not made.
pub(crate) const OUTBOX: &[u8] = b"outbox/";

/// The prefix of the deliveries of a match that were not made.
pub fn outbox_prefix(id: MatchId) -> Vec<u8> {
    key(format_args!("outbox/{id}/"))
}

impl DeliveryId {
    /// An earlier or later row for the same readers.
    pub fn with_number(self, n: u32) -> DeliveryId {
        DeliveryId { n, ..self }
    }

    /// Where the delivery is stored until it is made.
    pub fn outbox_key(self) -> Vec<u8> {
        key(format_args!("outbox/{self}"))
    }

    /// Where it is stored afterwards.
    pub fn sent_key(self) -> Vec<u8> {
        key(format_args!("sent/{self}"))
    }

    /// The row with this outbox key.
    pub fn from_outbox_key(key: &[u8]) -> Option<DeliveryId> {
        DeliveryId::read(str::from_utf8(key.strip_prefix(OUTBOX)?).ok()?)
    }

    /// The row that is written so.
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
    /// `4kq0z/0000012c`, or `4kq0z/p1/0000012c` for a place that is not the first, or `4kq0z/white/0000012c` for a seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.id)?;
        match self.to {
            Readers::Place(0) => {}
            Readers::Place(number) => write!(f, "p{number}/")?,
            Readers::Seat(color) => write!(f, "{}/", codec::side(color))?,
        }
        write!(f, "{:08x}", self.n)
    }
}

/// All deliveries that were not made, in the order of matches and rows.
///
/// # Errors
///
/// The store cannot read.
pub fn read_outbox(rows: &dyn Rows) -> Result<Vec<DeliveryId>, StoreError> {
    deliveries_under(rows, OUTBOX)
}

/// The deliveries of a match that were not made, in the order of readers and rows.
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

/// The deliveries among some changes.
pub fn deliveries_in(changes: &Batch) -> Vec<DeliveryId> {
    let written = changes.changes.iter().filter(|(_, value)| value.is_some());
    written
        .filter_map(|(key, _)| DeliveryId::from_outbox_key(key))
        .collect()
}

/// A delivery that was not made, or has not settled what it settles.
///
/// # Errors
///
/// The store cannot read; [`StoreError::Damaged`] if nobody knows any more what was to be said.
pub fn read_delivery(rows: &dyn Rows, row: DeliveryId) -> Result<Option<Delivery>, StoreError> {
    read(rows, &row.outbox_key())
}

/// Whether a delivery is said already.
///
/// # Errors
///
/// The store cannot read.
pub fn is_said(rows: &dyn Rows, row: DeliveryId) -> Result<bool, StoreError> {
    has(rows, &row.sent_key())
}

/// What was said, unless nothing needs it any more; nothing, if what tells so is damaged.
///
/// # Errors
///
/// The store cannot read.
pub fn read_sent(rows: &dyn Rows, row: DeliveryId) -> Result<Option<Sent>, StoreError> {
    unless_damaged(read(rows, &row.sent_key()))
}

/// The changes once a delivery is said. If it settles an earlier one, it stays in the outbox until that is done. What
/// became of a plan is kept for its owner, if they could not be written to.
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

/// The changes once a delivery is said in place of an earlier one.
pub fn said_again(row: DeliveryId, delivery: Delivery, message: Option<MessageId>) -> Batch {
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

/// The changes once a delivery has settled an earlier one, which is never looked at again.
pub fn settled(row: DeliveryId, delivery: Delivery, earlier: DeliveryId) -> Batch {
    let mut batch = Batch::default();
    batch.remove(row.outbox_key());
    batch.remove(earlier.sent_key());
    if delivery.is_final {
        batch.remove(row.sent_key());
    }
    batch
}
