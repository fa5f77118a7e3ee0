//! Finds all data about a person, by the keys that name them and by the index of the rows that do.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use rules::Color;

use super::{
    entries::{entries_under, keys_under},
    names::{named_prefix, row_of},
    person::find_accounts,
    schema::{
        account_key, blocks_key, called_prefix, challenge_rate_key, closed_prefix, escaped,
        followers_prefix, follows_prefix, key, last_id, linking_key, match_of, mine_prefix,
        past_prefix, person_key, puzzles_key, ratings_prefix, seat_prefixes, sessions_key,
        user_key, vacation_key,
    },
    storage::{Stored, read_stored},
};
use crate::Rows;
use api::{Entry, MatchId, StoreError, UserId};

/// All data about a person, except the data that adapters keep.
#[derive(Default)]
pub(crate) struct PersonalData {
    /// Matches, with the keys of the deliveries to this person alone, made or not.
    pub(crate) matches: Vec<(Stored, Vec<Vec<u8>>)>,
    /// Other entries.
    pub(crate) entries: Vec<Entry>,
    /// The keys of other entries, which are damaged.
    pub(crate) damaged: Vec<Vec<u8>>,
    /// The keys of possible entries that do not exist.
    pub(crate) absent: Vec<Vec<u8>>,
    /// The damaged matches that may be theirs.
    pub(crate) damaged_matches: BTreeSet<MatchId>,
    /// The keys that were found under each prefix.
    listed: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
}

/// Reads all data about a person.
///
/// # Errors
///
/// The store cannot read; [`StoreError::Damaged`] if their accounts are not known.
pub(crate) fn read_personal_data(
    rows: &dyn Rows,
    user: &UserId,
) -> Result<PersonalData, StoreError> {
    let mut data = PersonalData::default();
    let lists = [mine_prefix, called_prefix, past_prefix, closed_prefix];
    let mut ids = BTreeSet::new();
    for prefix in lists.map(|prefix| prefix(user)) {
        for key in data.read_under(rows, &prefix)? {
            ids.extend(last_id(&key));
        }
    }
    for id in ids {
        match read_stored(rows, id) {
            Err(StoreError::Damaged { .. }) => {
                data.damaged_matches.insert(id);
            }
            found => {
                if let Some(stored) = found? {
                    let deliveries = delivery_keys(rows, &stored, user)?;
                    data.matches.push((stored, deliveries));
                }
            }
        }
    }
    for key in data.read_under(rows, &follows_prefix(user))? {
        if let Some(id) = last_id(&key) {
            let mut followers = keys_under(rows, &followers_prefix(id))?;
            followers.retain(|key| match_of(key) == Some(id));
            data.read_all(rows, followers)?;
        }
    }
    let named = data.read_under(rows, &named_prefix(user))?;
    let named = named.iter().filter_map(|key| row_of(key));
    let mut keys: BTreeSet<_> = named.map(<[u8]>::to_vec).collect();
    let own = [
        user_key,
        person_key,
        vacation_key,
        blocks_key,
        challenge_rate_key,
        puzzles_key,
    ];
    keys.extend(own.map(|key| key(user)));
    data.read_under(rows, &ratings_prefix(user))?;
    for account in find_accounts(rows, user)? {
        keys.extend([account_key, linking_key, sessions_key].map(|key| key(&account)));
        for news in ["news", "entered"] {
            let news = key(format_args!("{news}/{}/", escaped(&account)));
            data.read_under(rows, &news)?;
        }
    }
    data.read_all(rows, keys.into_iter().collect())?;
    Ok(data)
}

impl PersonalData {
    /// Returns whether the store has the same entries about the person as when it was read. Their values may differ.
    pub(crate) fn is_current(&self, rows: &dyn Rows) -> Result<bool, StoreError> {
        for (prefix, keys) in &self.listed {
            if keys_under(rows, prefix)? != *keys {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether this is an index entry of a damaged row.
    pub(crate) fn leads_to_damaged(&self, key: &[u8]) -> bool {
        row_of(key).is_some_and(|row| self.damaged.iter().any(|damaged| damaged == row))
    }

    /// Adds the entries under a prefix, and returns their keys.
    fn read_under(&mut self, rows: &dyn Rows, prefix: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
        let mut keys = Vec::new();
        for entry in entries_under(rows, prefix) {
            match entry {
                Ok(entry) => {
                    keys.push(entry.0.clone());
                    self.entries.push(entry);
                }
                Err(StoreError::Damaged { key, .. }) => {
                    keys.push(key.clone());
                    self.damaged.push(key);
                }
                Err(error) => return Err(error),
            }
        }
        self.listed.push((prefix.to_vec(), keys.clone()));
        Ok(keys)
    }

    /// Adds the entries of some keys.
    fn read_all(&mut self, rows: &dyn Rows, keys: Vec<Vec<u8>>) -> Result<(), StoreError> {
        let values: Vec<_> = match rows.get_all(&keys) {
            Err(StoreError::Damaged { .. }) => keys.iter().map(|key| rows.get(key)).collect(),
            values => values?.into_iter().map(Ok).collect(),
        };
        for (key, value) in keys.into_iter().zip(values) {
            match value {
                Err(StoreError::Damaged { .. }) => self.damaged.push(key),
                value => match value? {
                    Some(value) => self.entries.push((key, value)),
                    None => self.absent.push(key),
                },
            }
        }
        Ok(())
    }
}

/// Returns the keys of the deliveries to a person alone in a match, made or not.
fn delivery_keys(
    rows: &dyn Rows,
    stored: &Stored,
    user: &UserId,
) -> Result<Vec<Vec<u8>>, StoreError> {
    let game_match = &stored.game_match;
    let mut keys = Vec::new();
    let seats = game_match.seats();
    let is_theirs = |color: &Color| seats.is_some_and(|seats| seats[*color].id == *user);
    for color in Color::ALL.into_iter().filter(is_theirs) {
        for prefix in seat_prefixes(game_match.id, color) {
            keys.extend(keys_under(rows, &prefix)?);
        }
    }
    Ok(keys)
}

/// Returns whether a key has this as one of its parts, after the first.
pub(crate) fn has_segment(key: &[u8], part: &str) -> bool {
    let part = part.as_bytes();
    let mut windows = key.windows(part.len()).enumerate();
    windows.any(|(at, window)| {
        let end = key.get(at + part.len());
        window == part && end.is_none_or(|byte| *byte == b'/')
    })
}
