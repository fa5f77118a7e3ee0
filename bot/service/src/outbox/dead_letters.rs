//! What could not be said for good: kept with its reason until somebody has it tried again.

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

/// The longest reason that is kept, in characters.
const LONGEST_REASON: usize = 300;

/// How many dead letters are looked at together.
const TOGETHER: usize = 256;

/// A delivery that could not be made and is not tried again by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadLetter {
    /// What is left to be done of it; nothing if that could not be read.
    pub delivery: Option<Delivery>,
    /// Why it could not be made.
    pub reason: DeadReason,
    /// When it was given up.
    pub at: Timestamp,
}

/// Why a delivery could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadReason {
    /// This platform is not switched on. When it is at a later start, the delivery is tried again.
    SwitchedOff(Platform),
    /// It will not work, in the words of whoever refused it.
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

/// The prefix of all dead letters.
pub(crate) const DEAD: &[u8] = b"dead/";

fn dead_key(row: DeliveryId) -> Vec<u8> {
    [DEAD, row.to_string().as_bytes()].concat()
}

fn row_of(key: &[u8]) -> Option<DeliveryId> {
    DeliveryId::read(str::from_utf8(key.strip_prefix(DEAD)?).ok()?)
}

/// The changes once a delivery is given up, but for what of it can still be done. A board takes the place of what was given
/// up before it for the same readers, as it shows all that matters of that, and settles what that was to settle; so few are
/// kept for each match.
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
            // Its rest has failed, too: all of it is to be done.
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

/// What was given up for the same readers without having been said, up to this row; what is damaged is left out.
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

/// All dead letters, in the order of matches and rows; what is damaged is left out.
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

/// The dead letters that are to be tried again, or a part of them.
#[derive(Default)]
pub(crate) struct Retryable {
    pub(crate) dead: Vec<Dead>,
    /// How many there are besides in this part.
    pub(crate) n_left: usize,
    /// The key with which this part ends, if there may be more.
    pub(crate) last: Option<String>,
}

/// Reads dead letters that are to be tried again, a bounded number of them.
pub(crate) fn read_retryable(rows: &dyn Rows, which: &Retry) -> Result<Retryable, StoreError> {
    let after = which.after.as_deref().map(str::as_bytes);
    let keys = first_keys(rows, DEAD, after, TOGETHER)?;
    let mut retryable = Retryable::default();
    for key in &keys {
        match Dead::load(rows, key, &which.which)? {
            Some(dead) => retryable.dead.push(dead),
            None => retryable.n_left += 1,
        }
    }
    let last = keys.last().filter(|_| keys.len() == TOGETHER);
    retryable.last = last.map(|key| String::from_utf8_lossy(key).into_owned());
    Ok(retryable)
}

/// The row whose message stands where that of this one is looked for, and what is known of it: what was given up was not said,
/// so it is the one that it was to settle.
///
/// # Errors
///
/// The store cannot read.
pub fn read_standing(
    rows: &dyn Rows,
    mut row: DeliveryId,
) -> Result<(DeliveryId, Option<Sent>), StoreError> {
    loop {
        // What was said was not given up; that is so nearly always, and costs one look.
        let sent = read_sent(rows, row)?;
        if sent.is_some() {
            return Ok((row, sent));
        }
        let letter: Option<DeadLetter> = unless_damaged(read(rows, &dead_key(row)))?;
        let unsaid = letter.and_then(|letter| letter.delivery);
        let unsaid = unsaid.filter(|delivery| delivery.kind != DeliveryKind::Settle);
        let before = unsaid.and_then(|delivery| delivery.settles);
        // What it was to settle is older, so this comes to an end.
        match before.filter(|n| *n < row.n) {
            Some(n) => row = row.with_number(n),
            None => return Ok((row, None)),
        }
    }
}

/// The changes once something was said later in the place of what was given up.
pub fn outdated(row: DeliveryId) -> Batch {
    let mut batch = Batch::default();
    batch.remove(dead_key(row));
    batch
}

/// Whether a delivery was given up without having been said.
///
/// # Errors
///
/// The store cannot read.
pub fn is_given_up(rows: &dyn Rows, row: DeliveryId) -> Result<bool, StoreError> {
    has(rows, &dead_key(row))
}

/// The servers where something was refused that can be tried again there; what is damaged is left out.
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

    /// Whether they include what was to be said to these readers of a match.
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

/// A dead letter, and what tells whether it is still of use.
pub(crate) struct Dead {
    pub(crate) row: DeliveryId,
    /// What is to be said; nothing if that is lost or of no use any more.
    delivery: Option<Delivery>,
    /// Its entry as it was read.
    slot: Slot,
}

impl Dead {
    /// Nothing if it is not one that is to be tried, or it or its match is damaged: until that is mended there is nothing to
    /// try.
    fn load(rows: &dyn Rows, key: &[u8], which: &Retryables) -> Result<Option<Dead>, StoreError> {
        let value = unless_damaged(rows.get(key))?;
        let letter = value
            .as_deref()
            .and_then(|value| decode::<DeadLetter>(key, value).ok());
        let letter = letter.filter(|letter| which.include(letter));
        let (Some(row), Some(letter)) = (row_of(key), letter) else {
            return Ok(None);
        };
        let found = match read_match(rows, row.id) {
            Err(StoreError::Damaged { .. }) => return Ok(None),
            found => found?,
        };
        let is_meant = |(game_match, _): &(Match, _)| which.include_readers(row.to, game_match);
        if !found.as_ref().is_none_or(is_meant) {
            return Ok(None);
        }
        let again = letter.delivery.zip(found);
        let again = again.and_then(|(delivery, (game_match, _))| {
            if is_of_use(&game_match, row, delivery) {
                Some(delivery)
            } else {
                // The buttons that it was to take off are still there.
                delivery.settles.map(|_| delivery.settling())
            }
        });
        Ok(Some(Dead {
            row,
            delivery: again,
            slot: (key.to_vec(), value),
        }))
    }

    /// Puts it back into the outbox; whether there is something to deliver. What the match has left behind is dropped.
    pub(crate) fn retry(&self, batch: &mut Batch, now: Timestamp) -> bool {
        batch.require(self.slot.clone());
        batch.remove(dead_key(self.row));
        let Some(mut delivery) = self.delivery else {
            return false;
        };
        delivery.since = now;
        // What it would have changed may be gone.
        delivery.kind = match delivery.kind {
            DeliveryKind::ViewAgain => DeliveryKind::View,
            DeliveryKind::ChallengeOpen => DeliveryKind::ChallengeAgain,
            kind => kind,
        };
        if delivery.kind != DeliveryKind::Settle {
            // It was noted as said nowhere.
            batch.remove(self.row.sent_key());
        }
        batch.put(self.row.outbox_key(), encode(&delivery));
        true
    }
}

/// Whether a match has not moved on since a delivery of it.
fn is_of_use(game_match: &Match, row: DeliveryId, delivery: Delivery) -> bool {
    match delivery.kind {
        DeliveryKind::Offer(..) => game_match.offer.is_some_and(|offer| offer.row == row.n),
        DeliveryKind::Paused(_) => game_match.paused == Some(row.n),
        DeliveryKind::Challenge | DeliveryKind::ChallengeAgain | DeliveryKind::ChallengeOpen => {
            game_match.stage == Stage::Challenge
        }
        DeliveryKind::Settle => true,
        // What was said later has taken its place.
        DeliveryKind::Board
        | DeliveryKind::BoardAnswered(_)
        | DeliveryKind::TakenBack
        | DeliveryKind::BoardAgain => {
            delivery.ply >= game_match.ply && game_match.board.is_none_or(|board| row.n >= board)
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
        | DeliveryKind::ViewAgain => delivery.ply >= game_match.ply,
    }
}
