//! Finds all data about a person.

use rules::Color;

use super::{
    entries::{decode, entries_under, keys_under, unless_damaged},
    schema::{escaped, last_id, seat_prefixes},
    storage::{Stored, read_stored},
};
use crate::{Done, Rows};
use api::{Entry, MatchId, StoreError, UserId};

/// The prefixes of the entries that the adapters keep for themselves.
const OF_PLATFORMS: [&[u8]; 3] = [b"play/", b"matrix/", b"discord/"];

/// The prefix of all matches.
const MATCHES: &[u8] = b"match/";

/// All data about a person, except the data that adapters keep.
#[derive(Default)]
pub(crate) struct PersonalData {
    /// Matches, with the keys of the deliveries to this person alone, made or not.
    pub(crate) matches: Vec<(Stored, Vec<Vec<u8>>)>,
    /// Other entries.
    pub(crate) entries: Vec<Entry>,
    /// The number of damaged matches that may be theirs.
    pub(crate) n_damaged: usize,
}

/// Searches all entries for data about a person with these names.
pub(crate) fn read_traces(
    rows: &dyn Rows,
    user: &UserId,
    names: &[String],
) -> Result<PersonalData, StoreError> {
    let in_key = format!("/{}", escaped(user));
    let in_value = serde_json::to_string(user).expect("texts are always JSON");
    let names = names.iter().map(serde_json::to_string);
    let names: Vec<_> = names
        .map(|name| name.expect("texts are always JSON"))
        .collect();
    let mut traces = PersonalData::default();
    let mut plans = Vec::new();
    for entry in entries_under(rows, b"") {
        let (key, value) = match entry {
            Err(StoreError::Damaged { key, .. }) => {
                traces.n_damaged += usize::from(key.starts_with(MATCHES));
                continue;
            }
            entry => entry?,
        };
        if OF_PLATFORMS.iter().any(|prefix| key.starts_with(prefix)) {
            continue;
        }
        let is_named = || names.iter().any(|name| contains(&value, name));
        let is_told = key.starts_with(b"inbox/") && is_named();
        if key.starts_with(MATCHES) && contains(&value, &in_value) {
            let stored = last_id(&key).map(|id| read_stored(rows, id));
            let stored = unless_damaged(stored.transpose().map(Option::flatten))?;
            match stored {
                Some(stored) => {
                    let told = told_to(rows, &stored, user)?;
                    traces.matches.push((stored, told));
                }
                None => traces.n_damaged += 1,
            }
        } else if has_segment(&key, &in_key) || contains(&value, &in_value) || is_told {
            traces.entries.push((key, value));
        } else if let Some(id) = planned_in(&key, &value) {
            plans.push((id, (key, value)));
        }
    }
    // A planned move names no one, but only their matches can hold their plans.
    let is_theirs = |id| {
        let mut matches = traces.matches.iter();
        matches.any(|(stored, _)| stored.game_match.id == id)
    };
    let of_theirs = plans.into_iter().filter(|(id, _)| is_theirs(*id));
    let of_theirs: Vec<_> = of_theirs.map(|(_, entry)| entry).collect();
    traces.entries.extend(of_theirs);
    Ok(traces)
}

/// Returns the match of a plan, if this inbox entry records that a plan was made.
fn planned_in(key: &[u8], value: &[u8]) -> Option<MatchId> {
    if !key.starts_with(b"inbox/") || !contains(value, "\"planned\"") {
        return None;
    }
    match decode(key, value) {
        Ok(Done::Planned(plan)) => Some(plan.id),
        _ => None,
    }
}

/// Returns the keys of the deliveries to a person alone in a match, made or not.
fn told_to(rows: &dyn Rows, stored: &Stored, user: &UserId) -> Result<Vec<Vec<u8>>, StoreError> {
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

fn contains(value: &[u8], text: &str) -> bool {
    let text = text.as_bytes();
    let first = text.first().copied();
    let mut rest = value;
    // A search for the first byte alone is much faster.
    while let Some(at) = rest.iter().position(|byte| Some(*byte) == first) {
        rest = &rest[at..];
        if rest.starts_with(text) {
            return true;
        }
        rest = &rest[1..];
    }
    false
}
