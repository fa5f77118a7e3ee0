//! Checks whether stored entries are sound.

use super::{
    person::{Person, PersonId},
    posts::{Counters, StoredPost},
    wire::StoredAnswer,
};
use api::StoreError;
use store::writer::parse;

/// Parses an entry of the page to check that it is sound; accepts any other entry.
///
/// # Errors
///
/// [`StoreError::Damaged`].
pub fn decode(key: &[u8], value: &[u8]) -> Result<(), StoreError> {
    let mut parts = key.split(|byte| *byte == b'/');
    if parts.next() != Some(b"play") {
        return Ok(());
    }
    match parts.next().unwrap_or_default() {
        b"people" | b"forgotten" => parse::<u32>(key, value).map(drop),
        b"person" => parse::<Person>(key, value).map(drop),
        b"name" | b"account" => parse::<PersonId>(key, value).map(drop),
        b"room" => parse::<Counters>(key, value).map(drop),
        b"post" => parse::<StoredPost>(key, value).map(drop),
        b"nonce" => parse::<u64>(key, value).map(drop),
        b"answers" => parse::<Vec<String>>(key, value).map(drop),
        b"answer" => parse::<StoredAnswer>(key, value).map(drop),
        _ => Ok(()),
    }
}
