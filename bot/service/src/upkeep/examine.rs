//! Examines a store for damage: matches that are set aside, and other entries, which the service can do without.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::version::check_version;
use crate::{
    Absence, Accounts, Blocks, ChannelLoss, DailyPuzzle, DeadLetter, Delivery, Followers, Leaders,
    LinkNews, Live, Match, Rating, Rows, Sent, ServerSettings, SessionNews, Settings, Stage,
    Thread, Timekeeper, Vacation,
    challenge::rate::ChallengeRate,
    learn::puzzles::PuzzleRow,
    match_store::{
        entries::{damaged, decode, entries_under, has},
        names::{InboxRow, named_key, people_in, row_of},
        person::{AccountRow, OpenCode},
        plan::MatchPlan,
        schema::{
            self, closed_prefix, follows_prefix, index_keys, kind, last_id, match_of,
            match_of_entry, past_prefix, under,
        },
        storage::is_at_rest,
    },
    people::{link::Linking, sessions::Sessions},
};
use api::{MatchId, StoreError, UserId};

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

/// Reads all entries, and replays every match. No process may change them during that. `decode_other` reads the entries of an
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
    let mut index = PeopleIndex::default();
    for entry in entries_under(rows, b"") {
        damage.n_entries += 1;
        match entry {
            Ok((key, value)) => {
                ids.extend(match_of_entry(&key, &value));
                index.add(&key, &value);
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
        index.add_match(&game_match);
        if !is_at_rest(&game_match) {
            let due = game_match.due_key();
            for key in index_keys(&game_match).into_iter().chain(due) {
                if !has(rows, &key)? {
                    damage.add(damaged(key, "it is missing"))?;
                }
            }
        }
    }
    index.compare(&mut damage)?;
    // Entries of a match that is set aside are reported with it.
    let Damage {
        matches, entries, ..
    } = &mut damage;
    entries.retain(|key, _| match_of(key).is_none_or(|id| !matches.contains_key(&id)));
    Ok(damage)
}

/// The entries by which the data of people are found, and those that there should be.
#[derive(Default)]
struct PeopleIndex {
    /// The entries. Those of a finished match are without its time.
    found: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The entries that there should be.
    expected: BTreeSet<Vec<u8>>,
}

impl PeopleIndex {
    fn add(&mut self, key: &[u8], value: &[u8]) {
        match kind(key) {
            b"past" => {
                let timeless = without_time(key).unwrap_or_else(|| key.to_vec());
                self.found.insert(timeless, key.to_vec());
            }
            b"closed" | b"follows" | b"named" => {
                self.found.insert(key.to_vec(), key.to_vec());
            }
            b"followers" => {
                let followers = decode::<Followers>(key, value).unwrap_or_default();
                let id = match_of(key);
                let follows = followers.users.iter().zip(id.iter().cycle());
                let follows = follows.map(|(user, id)| under(follows_prefix(user), *id));
                self.expected.extend(follows);
            }
            _ => {
                let people = people_in(key, value).unwrap_or_default();
                self.expected
                    .extend(people.iter().map(|user| named_key(user, key)));
            }
        }
    }

    fn add_match(&mut self, game_match: &Match) {
        let list: fn(&UserId) -> Vec<u8> = match game_match.stage {
            Stage::Over(_) => past_prefix,
            Stage::Declined(_) | Stage::Withdrawn | Stage::Lapsed => closed_prefix,
            Stage::Challenge | Stage::Playing(_) => return,
        };
        let id = game_match.id;
        let players = game_match.players().into_iter();
        for player in players.filter(|player| !player.is_deleted()) {
            self.expected.insert(under(list(&player.id), id));
        }
    }

    /// Adds each missing entry, and each entry without a target, unless the target is damaged.
    fn compare(&self, damage: &mut Damage) -> Result<(), StoreError> {
        for key in &self.expected {
            if !self.found.contains_key(key) {
                damage.add(damaged(key.clone(), "it is missing"))?;
            }
        }
        for (timeless, key) in &self.found {
            let is_of_damaged = match kind(key) {
                b"named" => row_of(key).is_some_and(|row| damage.entries.contains_key(row)),
                b"follows" => damage.entries.keys().any(|damaged| {
                    kind(damaged) == b"followers" && match_of(damaged) == last_id(key)
                }),
                _ => last_id(key).is_some_and(|id| damage.matches.contains_key(&id)),
            };
            if !self.expected.contains(timeless) && !is_of_damaged {
                damage.add(damaged(
                    key.clone(),
                    "it leads to nothing about this person",
                ))?;
            }
        }
        Ok(())
    }
}

/// Returns the key of a finished match among a person's without its time.
fn without_time(key: &[u8]) -> Option<Vec<u8>> {
    let id = last_id(key)?;
    let person = key.split(|byte| *byte == b'/').nth(1)?;
    Some([b"past/", person, b"/", id.to_string().as_bytes()].concat())
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
    match kind(key) {
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
        b"inbox" => decode::<InboxRow>(key, value).map(drop),
        b"version" => check_version(key, value),
        b"user" => decode::<Settings>(key, value).map(drop),
        b"person" => decode::<Accounts>(key, value).map(drop),
        b"account" => decode::<AccountRow>(key, value).map(drop),
        b"linking" => decode::<Linking>(key, value).map(drop),
        b"sessions" => decode::<Sessions>(key, value).map(drop),
        b"news" => decode::<LinkNews>(key, value).map(drop),
        b"entered" => decode::<SessionNews>(key, value).map(drop),
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
        b"due" | b"flag" if schema::moment_of_due_key(key).is_none() => {
            Err(damaged(key, "it tells no time"))
        }
        b"within" if match_of_entry(key, value).is_none() => Err(damaged(key, "it names no match")),
        _ => Ok(()),
    }
}
