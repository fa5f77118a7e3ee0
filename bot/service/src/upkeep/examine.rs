//! Examines a store for damage: matches that are set aside, and other entries, which the service can do without.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::version::check_version;
use crate::{
    Absence, Accounts, Blocks, ChannelLoss, DailyPuzzle, DeadLetter, Delivery, Done, Followers,
    Leaders, LinkNews, Live, Match, Rating, Rows, Sent, ServerSettings, Settings, Stage, Thread,
    Timekeeper, Vacation,
    challenge::rate::ChallengeRate,
    learn::puzzles::PuzzleRow,
    match_store::{
        entries::{damaged, decode, entries_under, has},
        person::AccountRow,
        plan::MatchPlan,
        schema::{self, due_key, index_keys, match_of, match_of_entry},
        storage::is_at_rest,
    },
    people::link::{Linking, OpenCode},
};
use api::{MatchId, StoreError};

/// The damage of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryFlaw {
    /// Its key.
    pub key: Vec<u8>,
    /// The description, without the stored value.
    pub detail: String,
}

/// The result of [`examine`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// The number of entries.
    pub n_entries: u64,
    /// The number of matches, including the damaged ones.
    pub n_matches: usize,
    /// The number of these that are challenges waiting for an answer.
    pub n_challenges: usize,
    /// The number of these that are being played.
    pub n_playing: usize,
    /// The number of these that are over.
    pub n_over: usize,
    /// The matches that are set aside, each with the first flaw found.
    pub matches: BTreeMap<MatchId, EntryFlaw>,
    /// The other damaged entries, by their keys, each with its flaw. No match is lost with them.
    pub entries: BTreeMap<Vec<u8>, String>,
}

impl Damage {
    /// Returns whether there is no damage.
    pub fn is_none(&self) -> bool {
        self.matches.is_empty() && self.entries.is_empty()
    }

    /// Returns whether an entry is sound and belongs to no match that is set aside.
    pub fn spares(&self, key: &[u8], value: &[u8]) -> bool {
        let id = match_of_entry(key, value);
        id.is_none_or(|id| !self.matches.contains_key(&id)) && !self.entries.contains_key(key)
    }
}

/// Reads all entries, and replays every match. No process may change them meanwhile. `decode_other` reads the entries of an
/// adapter, which the service cannot decode.
///
/// # Errors
///
/// The store cannot read. An entry that alone cannot be read counts as damage.
pub fn examine(
    rows: &dyn Rows,
    decode_other: impl Fn(&[u8], &[u8]) -> Result<(), StoreError>,
) -> Result<Damage, StoreError> {
    let mut damage = Damage::default();
    let mut ids = BTreeSet::new();
    for entry in entries_under(rows, b"") {
        damage.n_entries += 1;
        match entry {
            Ok((key, value)) => {
                ids.extend(match_of_entry(&key, &value));
                let decoded = decode_aside(&key, &value).and_then(|()| decode_other(&key, &value));
                if let Err(error) = decoded {
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
        let game_match = match read_whole(rows, id) {
            Ok(game_match) => game_match,
            Err(StoreError::Damaged { key, detail }) => {
                damage.matches.insert(id, EntryFlaw { key, detail });
                continue;
            }
            Err(error) => return Err(error),
        };
        match game_match.stage {
            Stage::Playing(_) => damage.n_playing += 1,
            Stage::Over(_) => damage.n_over += 1,
            Stage::Challenge => damage.n_challenges += 1,
            Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => {}
        }
        if !is_at_rest(&game_match) {
            let due = game_match.due.map(|at| due_key(at, id));
            for key in index_keys(&game_match).into_iter().chain(due) {
                if !has(rows, &key)? {
                    damage.add(damaged(key, "it is missing"))?;
                }
            }
        }
    }
    // Entries of a match that is set aside are reported with it.
    let Damage {
        matches, entries, ..
    } = &mut damage;
    entries.retain(|key, _| match_of(key).is_none_or(|id| !matches.contains_key(&id)));
    Ok(damage)
}

/// Returns the flaw of a match, if it is set aside.
///
/// # Errors
///
/// The store cannot read.
pub fn examine_match(rows: &dyn Rows, id: MatchId) -> Result<Option<EntryFlaw>, StoreError> {
    match read_whole(rows, id) {
        Err(StoreError::Damaged { key, detail }) => Ok(Some(EntryFlaw { key, detail })),
        found => found.map(|_| None),
    }
}

/// Reads a match, and checks that it can be played on, or shown if it is over.
fn read_whole(rows: &dyn Rows, id: MatchId) -> Result<Match, StoreError> {
    let Some(Live { game_match, .. }) = Live::load(rows, id)? else {
        return Err(damaged(schema::match_key(id), "it is missing"));
    };
    if let Stage::Over(_) = game_match.stage {
        schema::read_secret(rows, id)?;
    }
    Ok(Arc::unwrap_or_clone(game_match))
}

impl Damage {
    /// Adds a damaged entry; any other error is returned.
    fn add(&mut self, error: StoreError) -> Result<(), StoreError> {
        let StoreError::Damaged { key, detail } = error else {
            return Err(error);
        };
        self.entries.insert(key, detail);
        Ok(())
    }
}

/// Decodes an entry that no record of a match depends on.
fn decode_aside(key: &[u8], value: &[u8]) -> Result<(), StoreError> {
    match key.split(|byte| *byte == b'/').next().unwrap_or_default() {
        b"outbox" => decode::<Delivery>(key, value).map(drop),
        b"dead" => decode::<DeadLetter>(key, value).map(drop),
        b"sent" => decode::<Sent>(key, value).map(drop),
        b"thread" => decode::<Thread>(key, value).map(drop),
        b"plan" => decode::<MatchPlan>(key, value).map(drop),
        b"followers" => decode::<Followers>(key, value).map(drop),
        b"untold" => decode::<Delivery>(key, value).map(drop),
        b"left" => decode::<Absence>(key, value).map(drop),
        b"lost" => decode::<ChannelLoss>(key, value).map(drop),
        b"inbox" if value.is_empty() => Ok(()),
        b"inbox" => decode::<Done>(key, value).map(drop),
        b"version" => check_version(key, value),
        b"user" => decode::<Settings>(key, value).map(drop),
        b"person" => decode::<Accounts>(key, value).map(drop),
        b"account" => decode::<AccountRow>(key, value).map(drop),
        b"linking" => decode::<Linking>(key, value).map(drop),
        b"news" => decode::<LinkNews>(key, value).map(drop),
        b"code" => decode::<OpenCode>(key, value).map(drop),
        b"server" => decode::<ServerSettings>(key, value).map(drop),
        b"vacation" => decode::<Vacation>(key, value).map(drop),
        b"blocks" => decode::<Blocks>(key, value).map(drop),
        b"rating" => decode::<Rating>(key, value).map(drop),
        b"leaders" => decode::<Leaders>(key, value).map(drop),
        b"daily" => decode::<DailyPuzzle>(key, value).map(drop),
        b"puzzles" => decode::<PuzzleRow>(key, value).map(drop),
        b"pace" => decode::<ChallengeRate>(key, value).map(drop),
        b"time" => decode::<Timekeeper>(key, value).map(drop),
        b"due" if schema::moment_of_due_key(key).is_none() => Err(damaged(key, "it tells no time")),
        b"within" if match_of_entry(key, value).is_none() => Err(damaged(key, "it names no match")),
        _ => Ok(()),
    }
}
