//! What is damaged in a store: matches that are set aside, and other entries that all goes on without.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Absence, Delivery, Done, Live, Rows, Sent, Settings, Stage, Thread,
    rows::{self, Entries, decode, match_of, match_of_entry},
};
use crate::ports::{MatchId, StoreError};

/// What is wrong with an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Its key.
    pub key: Vec<u8>,
    /// What was found, without what stands there.
    pub detail: String,
}

/// What [`examine`] has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// How many entries there are.
    pub n_entries: u64,
    /// How many matches there are, the damaged ones counted.
    pub n_matches: usize,
    /// The matches that are set aside, and the first thing that is wrong with each.
    pub matches: BTreeMap<MatchId, Flaw>,
    /// The other entries that are damaged, by their keys, and what is wrong with each. No match is lost with them.
    pub entries: BTreeMap<Vec<u8>, String>,
}

impl Damage {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        self.matches.is_empty() && self.entries.is_empty()
    }

    /// Whether an entry is sound and does not belong to a match that is set aside.
    pub fn spares(&self, key: &[u8], value: &[u8]) -> bool {
        let id = match_of_entry(key, value);
        id.is_none_or(|id| !self.matches.contains_key(&id)) && !self.entries.contains_key(key)
    }
}

/// Reads all entries, and plays every match through. Nobody may change them meanwhile.
///
/// # Errors
///
/// The store cannot read. An entry that alone cannot be read is among what was found.
pub fn examine(rows: &dyn Rows) -> Result<Damage, StoreError> {
    let mut damage = Damage::default();
    let mut ids = BTreeSet::new();
    for entry in Entries::under(rows, b"") {
        damage.n_entries += 1;
        match entry {
            Ok((key, value)) => {
                ids.extend(match_of_entry(&key, &value));
                if let Err(error) = decode_aside(&key, &value) {
                    damage.add(error)?;
                }
            }
            Err(error) => {
                if let StoreError::Damaged { key, .. } = &error {
                    ids.extend(match_of(key));
                }
                damage.add(error)?;
            }
        }
    }
    damage.n_matches = ids.len();
    for id in ids {
        damage
            .matches
            .extend(examine_match(rows, id)?.map(|flaw| (id, flaw)));
    }
    // What belongs to a match that is set aside is told with it.
    let Damage {
        matches, entries, ..
    } = &mut damage;
    entries.retain(|key, _| match_of(key).is_none_or(|id| !matches.contains_key(&id)));
    Ok(damage)
}

/// What is wrong with a match, if it is set aside.
///
/// # Errors
///
/// The store cannot read.
pub fn examine_match(rows: &dyn Rows, id: MatchId) -> Result<Option<Flaw>, StoreError> {
    let found = Live::load(rows, id).and_then(|live| match live {
        None => Err(rows::damaged(rows::match_key(id), "it is missing")),
        Some(Live { row, .. }) => match row.stage {
            Stage::Over(_) => rows::read_secret(rows, id).map(|_| ()),
            _ => Ok(()),
        },
    });
    match found {
        Err(StoreError::Damaged { key, detail }) => Ok(Some(Flaw { key, detail })),
        found => found.map(|()| None),
    }
}

impl Damage {
    /// Takes note of an entry that is damaged; any other error is passed on.
    fn add(&mut self, error: StoreError) -> Result<(), StoreError> {
        let StoreError::Damaged { key, detail } = error else {
            return Err(error);
        };
        self.entries.insert(key, detail);
        Ok(())
    }
}

/// Reads an entry that no record of a match depends on.
fn decode_aside(key: &[u8], value: &[u8]) -> Result<(), StoreError> {
    match key.split(|byte| *byte == b'/').next().unwrap_or_default() {
        b"outbox" => decode::<Delivery>(key, value).map(drop),
        b"sent" => decode::<Sent>(key, value).map(drop),
        b"thread" => decode::<Thread>(key, value).map(drop),
        b"left" => decode::<Absence>(key, value).map(drop),
        b"inbox" => decode::<Done>(key, value).map(drop),
        b"user" => decode::<Settings>(key, value).map(drop),
        b"within" if match_of_entry(key, value).is_none() => {
            Err(rows::damaged(key, "it names no match"))
        }
        _ => Ok(()),
    }
}
