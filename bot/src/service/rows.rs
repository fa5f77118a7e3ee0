//! What is stored under which key, and reading it back.
//!
//! | key | value |
//! | --- | --- |
//! | `match/ID` | a [`Match`] but for its [`Head`] |
//! | `head/ID` | a [`Head`]: what changes with each move of a match |
//! | `input/ID/PLY` | an input of its record, as text |
//! | `outbox/ID/N` | a [`Delivery`] that has not been made, or has not settled what it settles |
//! | `sent/ID/N` | a [`Sent`]: what was said, until it is settled |
//! | `inbox/DAY/EVENT` | a [`Done`](super::Done): what an event changed, as it is answered |
//! | `mine/USER/ID` | nothing; a person's matches in play, and the challenges they opened |
//! | `called/USER/ID` | nothing; the challenges that others opened to a person |
//! | `here/CHANNEL/ID` | nothing; a channel's matches that are being played |
//! | `past/USER/TIME/ID` | nothing; a person's matches that are over, newest first |
//!
//! Numbers are hexadecimal and of fixed width, so that they are in order. Ids of platforms are escaped, so that no key
//! is a prefix of another by accident.

#[cfg(test)]
mod tests;

use std::fmt::{self, Write as _};

use rules::{ByColor, Color, Input, Record};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Match, Offer, codec};
use crate::ports::{
    Batch, ChannelId, Entry, EventId, MatchId, MessageId, StoreError, Timestamp, UserId,
};

/// The part of a store that the service looks things up in.
pub trait Rows {
    /// The value of a key.
    ///
    /// # Errors
    ///
    /// The store cannot read.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Up to `limit` entries with this prefix after a key, in order.
    ///
    /// # Errors
    ///
    /// The store cannot read.
    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError>;
}

/// Something to be said about a match, named and never spelled out: it is made anew from the record when it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// The ply that it shows.
    pub ply: usize,
    /// Who reads it.
    pub to: Readers,
    /// What it is.
    pub kind: Kind,
    /// The earlier row whose message is shown as settled, its buttons gone, once this is said.
    pub settles: Option<u32>,
}

/// Who reads a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Readers {
    /// Everyone in the match's channel.
    Channel,
}

/// What a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A new challenge.
    Challenge,
    /// The board after a move, at the start, or at the end.
    Board,
    /// The board, because somebody asked.
    BoardAgain,
    /// This side offers a draw.
    DrawOffer(#[serde(with = "codec::text")] Color),
    /// The draw offer of this side was declined.
    DrawDeclined(#[serde(with = "codec::text")] Color),
    /// Nothing by itself: it only settles an earlier row.
    Settle,
}

/// Names a row of the outbox: the match, and how many rows it had before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId {
    /// The match.
    pub id: MatchId,
    /// The number of the row.
    pub n: u32,
}

/// The part of a match that changes with each move. It is stored by itself, because it is short.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Head {
    ply: usize,
    n_rows: u32,
    board: Option<u32>,
    offer: Option<Offer>,
    #[serde(with = "codec::pair")]
    last_offer: ByColor<Option<usize>>,
    changed: Timestamp,
}

impl Head {
    pub(super) fn of(row: &Match) -> Head {
        Head {
            ply: row.ply,
            n_rows: row.n_rows,
            board: row.board,
            offer: row.offer,
            last_offer: row.last_offer,
            changed: row.changed,
        }
    }

    /// Brings a match to where this tells that it is.
    pub(super) fn put_on(self, row: &mut Match) {
        row.ply = self.ply;
        row.n_rows = self.n_rows;
        row.board = self.board;
        row.offer = self.offer;
        row.last_offer = self.last_offer;
        row.changed = self.changed;
    }
}

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// As it was asked for.
    pub delivery: Delivery,
    /// Where it stands, unless the platform refused it for good.
    pub message: Option<MessageId>,
}

fn key(text: fmt::Arguments<'_>) -> Vec<u8> {
    // Few keys are longer, and most are made for each move.
    let mut key = String::with_capacity(48);
    key.write_fmt(text).expect("a string takes everything");
    key.into_bytes()
}

/// Where a match is stored.
pub(super) fn match_key(id: MatchId) -> Vec<u8> {
    key(format_args!("match/{id}"))
}

/// Where the part of a match is stored that changes with each move.
pub(super) fn head_key(id: MatchId) -> Vec<u8> {
    key(format_args!("head/{id}"))
}

fn inputs_prefix(id: MatchId) -> Vec<u8> {
    key(format_args!("input/{id}/"))
}

/// Where an input is stored.
pub(super) fn input_key(id: MatchId, ply: usize) -> Vec<u8> {
    key(format_args!("input/{id}/{ply:06x}"))
}

/// The prefix of all deliveries that were not made.
pub(super) const OUTBOX: &[u8] = b"outbox/";

/// The prefix of all events that changed something.
pub(super) const INBOX: &[u8] = b"inbox/";

impl RowId {
    /// Where the delivery is stored until it is made.
    pub fn outbox_key(self) -> Vec<u8> {
        key(format_args!("outbox/{}/{:08x}", self.id, self.n))
    }

    /// Where it is stored afterwards.
    pub fn sent_key(self) -> Vec<u8> {
        key(format_args!("sent/{}/{:08x}", self.id, self.n))
    }

    /// The row with this outbox key.
    pub fn from_outbox_key(key: &[u8]) -> Option<RowId> {
        let (id, n) = std::str::from_utf8(key.strip_prefix(OUTBOX)?)
            .ok()?
            .split_once('/')?;
        Some(RowId {
            id: id.parse().ok()?,
            n: u32::from_str_radix(n, 16).ok()?,
        })
    }
}

/// Where an event that changed something is stored if it came on this day.
pub(super) fn inbox_key(day: i64, event: &EventId) -> Vec<u8> {
    key(format_args!(
        "inbox/{day:08x}/{}",
        escape(event.to_string())
    ))
}

/// The day of a key made by [`inbox_key`].
pub(super) fn day_of_inbox_key(key: &[u8]) -> Option<i64> {
    let (day, _) = std::str::from_utf8(key.strip_prefix(INBOX)?)
        .ok()?
        .split_once('/')?;
    i64::from_str_radix(day, 16).ok()
}

/// The prefix of a person's matches that are not over.
pub(super) fn mine_prefix(user: &UserId) -> Vec<u8> {
    key(format_args!("mine/{}/", escape(user.to_string())))
}

/// The prefix of the challenges to a person.
pub(super) fn called_prefix(user: &UserId) -> Vec<u8> {
    key(format_args!("called/{}/", escape(user.to_string())))
}

/// The prefix of a channel's matches that are being played.
pub(super) fn here_prefix(channel: &ChannelId) -> Vec<u8> {
    key(format_args!("here/{}/", escape(channel.to_string())))
}

/// The prefix of a person's matches that are over.
pub(super) fn past_prefix(user: &UserId) -> Vec<u8> {
    key(format_args!("past/{}/", escape(user.to_string())))
}

/// Where a finished match is found among a person's, newest first.
pub(super) fn past_key(user: &UserId, at: Timestamp, id: MatchId) -> Vec<u8> {
    [
        past_prefix(user),
        key(format_args!("{:016x}/{id}", i64::MAX.saturating_sub(at.0))),
    ]
    .concat()
}

/// A key under a prefix of matches.
pub(super) fn under(prefix: Vec<u8>, id: MatchId) -> Vec<u8> {
    [prefix, id.to_string().into_bytes()].concat()
}

/// The match named by the last part of a key.
pub(super) fn last_id(key: &[u8]) -> Option<MatchId> {
    let text = std::str::from_utf8(key).ok()?;
    text.rsplit('/').next()?.parse().ok()
}

fn escape(text: String) -> String {
    if !text.contains(['/', '%']) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '/' | '%' => {
                write!(escaped, "%{:02x}", u32::from(c)).expect("a string takes everything")
            }
            _ => escaped.push(c),
        }
    }
    escaped
}

/// The stored form of a value, with its version.
#[derive(Serialize, Deserialize)]
struct Versioned<T> {
    v: u32,
    #[serde(flatten)]
    value: T,
}

/// The version of a value, whatever else is in it.
#[derive(Deserialize)]
struct Version {
    v: u32,
}

const VERSION: u32 = 1;

/// Writes a value as versioned JSON.
pub(super) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec(&Versioned { v: VERSION, value })
        .expect("rows are plain data with text keys")
}

fn decode<T: DeserializeOwned>(key: &[u8], value: &[u8]) -> Result<T, StoreError> {
    let path = || format!("row {}", String::from_utf8_lossy(key));
    // A row of another version may well look different, so its version is looked for by itself.
    match serde_json::from_slice(value) {
        Ok(Version { v }) if v != VERSION => Err(StoreError::Format {
            path: path(),
            detail: format!("it is of version {v}"),
        }),
        _ => match serde_json::from_slice::<Versioned<T>>(value) {
            Ok(row) => Ok(row.value),
            // The error in full could tell what stands there.
            Err(error) => Err(StoreError::Corrupt {
                path: path(),
                detail: format!("it cannot be understood at byte {}", error.column()),
            }),
        },
    }
}

/// Reads a value that was written by `encode`.
///
/// # Errors
///
/// The store cannot read, or the value is damaged.
pub fn read<T: DeserializeOwned>(rows: &dyn Rows, key: &[u8]) -> Result<Option<T>, StoreError> {
    rows.get(key)?.map(|value| decode(key, &value)).transpose()
}

/// A match and its record.
///
/// # Errors
///
/// The store cannot read, or what it holds is damaged.
pub fn read_match(rows: &dyn Rows, id: MatchId) -> Result<Option<(Match, Record)>, StoreError> {
    let Some(mut found) = read::<Match>(rows, &match_key(id))? else {
        return Ok(None);
    };
    let corrupt = |detail: String| StoreError::Corrupt {
        path: format!("match {id}"),
        detail,
    };
    let head = read::<Head>(rows, &head_key(id))?;
    head.ok_or_else(|| corrupt("it does not say how far it is".to_owned()))?
        .put_on(&mut found);
    let mut record = Record::new(found.setup.clone());
    for (key, value) in rows.scan(&inputs_prefix(id), None, found.ply)? {
        let text = std::str::from_utf8(&value).ok();
        let input: Option<Input> = text.and_then(|text| text.parse().ok());
        record.inputs.push(input.ok_or_else(|| StoreError::Corrupt {
            path: format!("row {}", String::from_utf8_lossy(&key)),
            detail: "it is no input of a game".to_owned(),
        })?);
    }
    if record.inputs.len() < found.ply {
        let n_inputs = record.inputs.len();
        return Err(corrupt(format!(
            "it has {n_inputs} of {} inputs",
            found.ply
        )));
    }
    Ok(Some((found, record)))
}

/// All deliveries after a key that were not made, in the order of matches and rows.
///
/// # Errors
///
/// The store cannot read.
pub fn read_outbox(rows: &dyn Rows) -> Result<Vec<RowId>, StoreError> {
    let entries = rows.scan(OUTBOX, None, usize::MAX)?;
    Ok(entries
        .iter()
        .filter_map(|(key, _)| RowId::from_outbox_key(key))
        .collect())
}

/// The changes once a delivery is said. If it settles an earlier one, it stays in the outbox until that is done.
pub fn said(row: RowId, delivery: Delivery, message: Option<MessageId>) -> Batch {
    let mut batch = Batch::default();
    batch.put(row.sent_key(), encode(&Sent { delivery, message }));
    if delivery.settles.is_none() {
        batch.remove(row.outbox_key());
    }
    batch
}

/// The changes once a delivery has settled an earlier one, which is never looked at again.
pub fn settled(row: RowId, earlier: RowId) -> Batch {
    let mut batch = Batch::default();
    batch.remove(row.outbox_key());
    batch.remove(earlier.sent_key());
    batch
}
