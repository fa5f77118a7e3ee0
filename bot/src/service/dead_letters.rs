//! What could not be said for good: kept with its reason until somebody has it tried again.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    Delivery, DeliveryId, Kind, Match, Rows, Stage,
    entries::{decode, encode, entries_under, keys_under, read, unless_damaged},
    outbox::lane_prefix,
    read_match,
};
use crate::ports::{Batch, Platform, StoreError, Timestamp, clip};

/// The longest reason that is kept, in characters.
const LONGEST_REASON: usize = 300;

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
pub(super) const DEAD: &[u8] = b"dead/";

fn dead_key(row: DeliveryId) -> Vec<u8> {
    [DEAD, row.to_string().as_bytes()].concat()
}

fn row_of(key: &[u8]) -> Option<DeliveryId> {
    DeliveryId::read(str::from_utf8(key.strip_prefix(DEAD)?).ok()?)
}

/// The changes once a delivery is given up, but for what of it can still be done. A board takes the place of what was given up before it for the same readers, as
/// it shows all that matters of that; so few are kept for each match.
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
    let is_board = letter.delivery.is_some_and(|delivery| {
        matches!(
            delivery.kind,
            Kind::Board | Kind::BoardAgain | Kind::View | Kind::ViewAgain
        )
    });
    if is_board {
        for key in keys_under(rows, &lane_prefix("dead", row.id, row.to))? {
            if row_of(&key).is_some_and(|other| other.to == row.to && other.n < row.n) {
                batch.remove(key);
            }
        }
    }
    if let DeadReason::Failed(reason) = &mut letter.reason {
        *reason = clip(reason, LONGEST_REASON);
    }
    batch.put(dead_key(row), encode(&letter));
    Ok(batch)
}

/// All dead letters, in the order of matches and rows; what is damaged is left out.
///
/// # Errors
///
/// The store cannot read.
pub fn read_dead_letters(rows: &dyn Rows) -> Result<Vec<(DeliveryId, DeadLetter)>, StoreError> {
    let mut letters = Vec::new();
    for entry in entries_under(rows, DEAD) {
        let letter = entry.and_then(|(key, value)| Ok((row_of(&key), decode(&key, &value)?)));
        if let Some((Some(row), letter)) = unless_damaged(letter.map(Some))? {
            letters.push((row, letter));
        }
    }
    Ok(letters)
}

/// The changes that have a dead letter tried again, and whether there is something to deliver: what the match has left
/// behind is dropped.
///
/// # Errors
///
/// The store cannot read.
pub fn retried(rows: &dyn Rows, row: DeliveryId) -> Result<(Batch, bool), StoreError> {
    let mut batch = Batch::default();
    let key = dead_key(row);
    let Some(letter) = read::<DeadLetter>(rows, &key)? else {
        return Ok((batch, false));
    };
    let found = match read_match(rows, row.id) {
        // Until that is mended there is nothing to try.
        Err(StoreError::Damaged { .. }) => return Ok((batch, false)),
        found => found?,
    };
    batch.remove(key);
    let again = letter
        .delivery
        .zip(found)
        .filter(|(delivery, (game_match, _))| is_of_use(game_match, row, *delivery));
    let Some((mut delivery, _)) = again else {
        return Ok((batch, false));
    };
    if delivery.kind == Kind::ViewAgain {
        // What it would have changed may be gone.
        delivery.kind = Kind::View;
    }
    if delivery.kind != Kind::Settle {
        // It was noted as said nowhere.
        batch.remove(row.sent_key());
    }
    batch.put(row.outbox_key(), encode(&delivery));
    Ok((batch, true))
}

/// Whether a match has not moved on since a delivery of it.
fn is_of_use(game_match: &Match, row: DeliveryId, delivery: Delivery) -> bool {
    match delivery.kind {
        Kind::Challenge => game_match.stage == Stage::Challenge,
        Kind::DrawOffer(_) => game_match.offer.is_some_and(|offer| offer.row == row.n),
        Kind::Settle => true,
        Kind::Board | Kind::BoardAgain | Kind::DrawDeclined(_) | Kind::View | Kind::ViewAgain => {
            delivery.ply >= game_match.ply
        }
    }
}
