//! Failed deliveries, kept with their reason until an operator or a later start retries them.

use std::{collections::HashSet, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    Delivery, DeliveryId, DeliveryKind, Match, Readers, Retry, Retryables, Rows, Sent, Stage,
    match_store::{
        entries::{
            decode, encode, entries_under, first_keys, has, keys_under, read, unless_damaged,
        },
        schema::key,
        storage::read_row,
    },
    read_match, read_sent,
};
use api::{Batch, Platform, ServerId, Slot, StoreError, Timestamp, clip};

/// The maximum length of a stored reason, in characters.
const LONGEST_REASON: usize = 300;

/// The number of failed deliveries to read at a time.
const TOGETHER: usize = 256;

/// A failed delivery, which the bot does not retry on its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadLetter {
    /// The rest of the delivery; `None` if it could not be read.
    pub delivery: Option<Delivery>,
    /// The reason.
    pub reason: DeadReason,
    /// The time of the failure.
    pub at: Timestamp,
}

/// The reason of a failed delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadReason {
    /// This platform is switched off. The delivery is retried at a later start with the platform switched on.
    SwitchedOff(Platform),
    /// The delivery was refused for good, with the reason in the words of the platform.
    Failed(String),
}

impl fmt::Display for DeadReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeadReason::SwitchedOff(platform) => write!(f, "{platform} is not switched on"),
            DeadReason::Failed(reason) => f.write_str(reason),
        }
    }
}

/// The prefix of all failed deliveries.
pub(crate) const DEAD: &[u8] = b"dead/";

fn dead_key(row: DeliveryId) -> Vec<u8> {
    [DEAD, row.to_string().as_bytes()].concat()
}

fn row_of(key: &[u8]) -> Option<DeliveryId> {
    DeliveryId::read(str::from_utf8(key.strip_prefix(DEAD)?).ok()?)
}

/// Returns the changes once a delivery has failed, except for its rest, which is still possible. A board replaces the earlier
/// failed deliveries for the same readers, because it shows their content. It also settles the rows that they would have
/// settled. This bounds the failed deliveries of each match.
///
/// # Errors
///
/// The store cannot read.
pub fn given_up(
    rows: &dyn Rows,
    row: DeliveryId,
    mut letter: DeadLetter,
    rest: Option<Delivery>,
) -> Result<Batch, StoreError> {
    let mut batch = Batch::default();
    match rest {
        Some(rest) => batch.put(row.outbox_key(), encode(&rest)),
        None => batch.remove(row.outbox_key()),
    }
    for (other, unsaid) in unsaid_before(rows, row)? {
        match &mut letter.delivery {
            // Its rest has failed, too, so the whole delivery must be retried.
            Some(delivery) if other == row => {
                *delivery = Delivery {
                    settles: delivery.settles,
                    ..unsaid
                };
            }
            Some(delivery) if shows_board(*delivery) => {
                delivery.settles = unsaid.settles.or(delivery.settles);
                batch.remove(dead_key(other));
            }
            _ => {}
        }
    }
    if let DeadReason::Failed(reason) = &mut letter.reason {
        *reason = clip(reason, LONGEST_REASON);
    }
    batch.put(dead_key(row), encode(&letter));
    Ok(batch)
}

/// Returns the failed deliveries for the same readers that were never posted, up to this row; damaged ones are left out.
fn unsaid_before(
    rows: &dyn Rows,
    row: DeliveryId,
) -> Result<Vec<(DeliveryId, Delivery)>, StoreError> {
    let mut unsaid = Vec::new();
    for key in keys_under(rows, &key(format_args!("dead/{}/", row.id)))? {
        let other = row_of(&key).filter(|other| other.to == row.to && other.n <= row.n);
        let letter: Option<DeadLetter> = unless_damaged(read(rows, &key))?;
        let delivery = letter.and_then(|letter| letter.delivery);
        let delivery = delivery.filter(|delivery| delivery.kind != DeliveryKind::Settle);
        unsaid.extend(other.zip(delivery));
    }
    Ok(unsaid)
}

fn shows_board(delivery: Delivery) -> bool {
    let kind = delivery.kind;
    kind.is_board() || matches!(kind, DeliveryKind::View | DeliveryKind::ViewAgain)
}

/// Reads all failed deliveries, in the order of matches and rows; damaged ones are left out.
///
/// # Errors
///
/// The store cannot read.
pub fn read_dead_letters(rows: &dyn Rows) -> Result<Vec<(DeliveryId, DeadLetter)>, StoreError> {
    let mut letters = Vec::new();
    for entry in entries_under(rows, DEAD) {
        let letter =
            entry.and_then(|(key, value)| Ok(row_of(&key).zip(Some(decode(&key, &value)?))));
        letters.extend(unless_damaged(letter)?);
    }
    Ok(letters)
}

/// The failed deliveries to retry, or a part of them.
#[derive(Default)]
pub(crate) struct Retryable {
    pub(crate) dead: Vec<Dead>,
    /// The number of other failed deliveries in this part.
    pub(crate) n_left: usize,
    /// The key with which this part ends, if there may be more.
    pub(crate) last: Option<String>,
}

/// Reads a bounded number of failed deliveries to retry.
pub(crate) fn read_retryable(rows: &dyn Rows, retry: &Retry) -> Result<Retryable, StoreError> {
    let after = retry.after.as_deref().map(str::as_bytes);
    let keys = first_keys(rows, DEAD, after, TOGETHER)?;
    let mut retryable = Retryable::default();
    for key in &keys {
        match Dead::load(rows, key, &retry.retryables)? {
            Some(dead) => retryable.dead.push(dead),
            None => retryable.n_left += 1,
        }
    }
    let last = keys.last().filter(|_| keys.len() == TOGETHER);
    retryable.last = last.map(|key| String::from_utf8_lossy(key).into_owned());
    Ok(retryable)
}

/// Finds the row with the message in the place of this one, and its delivery. A failed delivery was never posted, so its place
/// holds the row that it was to settle.
///
/// # Errors
///
/// The store cannot read.
pub fn read_standing(
    rows: &dyn Rows,
    mut row: DeliveryId,
) -> Result<(DeliveryId, Option<Sent>), StoreError> {
    loop {
        // A posted delivery has not failed. That is nearly always so, and costs one read.
        let sent = read_sent(rows, row)?;
        if sent.is_some() {
            return Ok((row, sent));
        }
        let letter: Option<DeadLetter> = unless_damaged(read(rows, &dead_key(row)))?;
        let unsaid = letter.and_then(|letter| letter.delivery);
        let unsaid = unsaid.filter(|delivery| delivery.kind != DeliveryKind::Settle);
        let before = unsaid.and_then(|delivery| delivery.settles);
        // The row that it was to settle is older, so the loop ends.
        match before.filter(|n| *n < row.n) {
            Some(n) => row = row.with_number(n),
            None => return Ok((row, None)),
        }
    }
}

/// Returns the changes once a later delivery has replaced a failed one.
pub fn outdated(row: DeliveryId) -> Batch {
    let mut batch = Batch::default();
    batch.remove(dead_key(row));
    batch
}

/// Returns whether a delivery failed without having been posted.
///
/// # Errors
///
/// The store cannot read.
pub fn is_given_up(rows: &dyn Rows, row: DeliveryId) -> Result<bool, StoreError> {
    has(rows, &dead_key(row))
}

/// Returns the servers with refused deliveries that can be retried there; damaged ones are left out.
///
/// # Errors
///
/// The store cannot read.
pub fn refusing_servers(rows: &dyn Rows) -> Result<HashSet<ServerId>, StoreError> {
    let letters = read_dead_letters(rows)?.into_iter();
    let places: HashSet<_> = letters
        .filter_map(|(row, letter)| match (row.to, letter.reason) {
            (Readers::Place(number), DeadReason::Failed(_)) => Some((row.id, number)),
            _ => None,
        })
        .collect();
    let mut servers = HashSet::new();
    for (id, number) in places {
        let game_match = unless_damaged(read_row(rows, id))?;
        let place = game_match.as_ref().and_then(|found| found.place(number));
        servers.extend(place.and_then(|place| place.server.clone()));
    }
    Ok(servers)
}

impl Retryables {
    fn include(&self, letter: &DeadLetter) -> bool {
        match (self, &letter.reason) {
            (Retryables::All, _) | (Retryables::Server(_), DeadReason::Failed(_)) => true,
            (Retryables::SwitchedOn(platforms), DeadReason::SwitchedOff(platform)) => {
                platforms.contains(platform)
            }
            _ => false,
        }
    }

    /// Returns whether they include deliveries to these readers of a match.
    fn include_readers(&self, to: Readers, game_match: &Match) -> bool {
        let Retryables::Server(server) = self else {
            return true;
        };
        let place = match to {
            Readers::Place(number) => game_match.place(number),
            Readers::Seat(_) => None,
        };
        place.is_some_and(|place| place.server.as_ref() == Some(server))
    }
}

/// A failed delivery, checked for whether it is still useful.
pub(crate) struct Dead {
    pub(crate) row: DeliveryId,
    /// The delivery to make; `None` if it is damaged or obsolete.
    delivery: Option<Delivery>,
    /// The entry as it was read.
    slot: Slot,
}

impl Dead {
    /// Loads a failed delivery. Returns `None` if it is not to be retried, or if it or its match is damaged. Until that is
    /// repaired there is nothing to retry.
    fn load(
        rows: &dyn Rows,
        key: &[u8],
        retryables: &Retryables,
    ) -> Result<Option<Dead>, StoreError> {
        let value = unless_damaged(rows.get(key))?;
        let letter = value
            .as_deref()
            .and_then(|value| decode::<DeadLetter>(key, value).ok());
        let letter = letter.filter(|letter| retryables.include(letter));
        let (Some(row), Some(letter)) = (row_of(key), letter) else {
            return Ok(None);
        };
        let found = match read_match(rows, row.id) {
            Err(StoreError::Damaged { .. }) => return Ok(None),
            found => found?,
        };
        let is_meant =
            |(game_match, _): &(Match, _)| retryables.include_readers(row.to, game_match);
        if !found.as_ref().is_none_or(is_meant) {
            return Ok(None);
        }
        let again = letter.delivery.zip(found);
        let again = again.and_then(|(delivery, (game_match, _))| {
            if is_of_use(&game_match, row, delivery) {
                Some(delivery)
            } else {
                // The buttons that it should remove still exist.
                delivery.settles.map(|_| delivery.settling())
            }
        });
        Ok(Some(Dead {
            row,
            delivery: again,
            slot: (key.to_vec(), value),
        }))
    }

    /// Returns it to the outbox, and returns whether it needs a delivery. A delivery that the match has made obsolete is
    /// dropped.
    pub(crate) fn retry(&self, batch: &mut Batch, now: Timestamp) -> bool {
        batch.require(self.slot.clone());
        batch.remove(dead_key(self.row));
        let Some(mut delivery) = self.delivery else {
            return false;
        };
        delivery.since = now;
        // The message that it edits may no longer exist.
        delivery.kind = match delivery.kind {
            DeliveryKind::ViewAgain => DeliveryKind::View,
            DeliveryKind::ChallengeOpen => DeliveryKind::ChallengeAgain,
            kind => kind,
        };
        if delivery.kind != DeliveryKind::Settle {
            // The entry records a delivery without a post.
            batch.remove(self.row.sent_key());
        }
        batch.put(self.row.outbox_key(), encode(&delivery));
        true
    }
}

/// Returns whether a delivery is still useful, because its match has not moved on since.
fn is_of_use(game_match: &Match, row: DeliveryId, delivery: Delivery) -> bool {
    match delivery.kind {
        DeliveryKind::Offer(..) => game_match
            .state
            .offer
            .is_some_and(|offer| offer.row == row.n),
        DeliveryKind::Paused(_) => game_match.state.paused == Some(row.n),
        DeliveryKind::Challenge | DeliveryKind::ChallengeAgain | DeliveryKind::ChallengeOpen => {
            game_match.stage == Stage::Challenge
        }
        DeliveryKind::Settle => true,
        // A later board has replaced an earlier one.
        DeliveryKind::Board
        | DeliveryKind::BoardAnswered(_)
        | DeliveryKind::TakenBack
        | DeliveryKind::BoardAgain => {
            delivery.n_inputs >= game_match.state.n_inputs
                && game_match.state.board.is_none_or(|board| row.n >= board)
        }
        DeliveryKind::ChallengeDeclined
        | DeliveryKind::OfferDeclined(..)
        | DeliveryKind::OfferWithdrawn(..)
        | DeliveryKind::Reminder
        | DeliveryKind::ReminderHere(_)
        | DeliveryKind::TimeOver { .. }
        | DeliveryKind::TimeGiven(_)
        | DeliveryKind::Away(_)
        | DeliveryKind::PlanPlayed { .. }
        | DeliveryKind::PlanEnded
        | DeliveryKind::View
        | DeliveryKind::ViewAgain => delivery.n_inputs >= game_match.state.n_inputs,
    }
}
