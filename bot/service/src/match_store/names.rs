//! The index of the rows that name people. It finds the data of a person without reading those of others.
//!
//! A row with a person in its key needs no entry. A match needs none either, because it is in a list of each of its players.
//! Followers need none, because each has a list of the matches that they follow.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    entries::decode,
    person::{Blocks, OpenCode},
    schema::{escaped, key, kind},
};
use crate::{Done, Leaders};
use api::{Batch, StoreError, UserId};

/// The prefix of the index.
pub(crate) const NAMED: &[u8] = b"named/";

/// A row of the inbox: the change of a request, and the people with data in it.
#[derive(Serialize, Deserialize)]
pub(crate) struct InboxRow<D = Done> {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) named: Vec<UserId>,
    #[serde(flatten)]
    pub(crate) done: D,
}

/// Returns the prefix of the index entries of a person.
pub(crate) fn named_prefix(user: &UserId) -> Vec<u8> {
    key(format_args!("named/{}/", escaped(user)))
}

/// Returns the index entry of a row that names a person.
pub(crate) fn named_key(user: &UserId, row: &[u8]) -> Vec<u8> {
    [&named_prefix(user), row].concat()
}

/// Returns the key of the row of an index entry.
pub(crate) fn row_of(named: &[u8]) -> Option<&[u8]> {
    let rest = named.strip_prefix(NAMED)?;
    let end = rest.iter().position(|byte| *byte == b'/')?;
    Some(&rest[end + 1..])
}

/// Returns the people in the index entries of a row.
///
/// # Errors
///
/// The row is damaged.
pub(crate) fn people_in(key: &[u8], value: &[u8]) -> Result<BTreeSet<UserId>, StoreError> {
    let people: Vec<UserId> = match kind(key) {
        b"blocks" => {
            let blocks: Blocks = decode(key, value)?;
            blocks.people.into_iter().map(|player| player.id).collect()
        }
        b"code" => vec![decode::<OpenCode>(key, value)?.of.id],
        b"inbox" if !value.is_empty() => decode::<InboxRow>(key, value)?.named,
        b"leaders" => decode::<Leaders>(key, value)?.ids().cloned().collect(),
        _ => Vec::new(),
    };
    Ok(people.into_iter().collect())
}

/// Writes a row in place of another, with the index entries. A damaged row before it leaves its index entries.
pub(crate) fn put(changes: &mut Batch, key: Vec<u8>, before: Option<&[u8]>, value: Vec<u8>) {
    let people = people_in(&key, &value).unwrap_or_default();
    for user in named_before(&key, before).difference(&people) {
        changes.remove(named_key(user, &key));
    }
    for user in &people {
        changes.put(named_key(user, &key), Vec::new());
    }
    changes.put(key, value);
}

/// Removes a row with its index entries.
pub(crate) fn remove(changes: &mut Batch, key: &[u8], before: Option<&[u8]>) {
    for user in named_before(key, before) {
        changes.remove(named_key(&user, key));
    }
    changes.remove(key);
}

fn named_before(key: &[u8], before: Option<&[u8]>) -> BTreeSet<UserId> {
    let people = before.map(|value| people_in(key, value));
    people.and_then(Result::ok).unwrap_or_default()
}
