//! The state that a decision reads: plain data that was loaded before. A decision names the missing data, which is then loaded.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::{
    interrupt::Interrupt,
    reads::{Found, Leftovers, List, Loaded, Need, Read},
};
use crate::{
    DeliveryId, Done, Identity, Limits, Live, Refusal, Retry,
    match_store::{
        entries::decode,
        personal_data::PersonalData,
        schema::{DiceRow, dice_key},
        storage::Stored,
    },
    outbox::dead_letters::Retryable,
};
use api::{Batch, ChannelId, MatchId, Secret, Timestamp};
use handbook::Spot;

/// The greatest number of reads of the data about a person for one request.
const MOST_OUTDATED: u32 = 4;

/// The value of a key, as it was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LoadedValue {
    /// The store has no such key.
    Missing,
    /// The stored bytes differ from the written ones.
    Damaged,
    /// The value.
    Found(Vec<u8>),
}

/// The entry of a request in the inbox.
#[derive(Clone)]
pub(crate) enum Remembered {
    /// It has changed nothing so far.
    Nothing,
    /// The change that it has made.
    Done(Done),
    /// It has changed something, but the record of that is damaged.
    Lost,
    /// It was refused.
    Refused,
}

/// A free id and the secret of the dice, for a new match.
pub(crate) struct NewMatchSeed {
    pub(crate) id: MatchId,
    pub(crate) secret: Secret,
}

/// The state that is loaded when a request is decided on.
pub(crate) struct State {
    pub(crate) limits: Limits,
    pub(crate) remembered: Remembered,
    /// The match of the thread that a request comes from.
    pub(crate) within: Option<MatchId>,
    /// The channel that it comes from, or the channel of its thread; `None` in direct messages.
    pub(crate) channel: Option<ChannelId>,
    /// The views that did not reach the speaker, because their direct messages are closed.
    pub(crate) unreached: Vec<DeliveryId>,
    /// The key after which a search for lapsed entries begins.
    pub(crate) lapsed_to: Option<Vec<u8>>,
    /// The results of slow reads.
    pub(crate) loaded: Loaded,
    pub(crate) entries: BTreeMap<Vec<u8>, LoadedValue>,
    pub(crate) lists: BTreeMap<List, Vec<MatchId>>,
    pub(crate) seed: Option<NewMatchSeed>,
    /// The pages of the handbook that the speaker read last, the newest first.
    pub(crate) pages_read: Vec<Spot>,
}

/// Returns the loaded match, a refusal, or the read that must be made first.
fn found<T>(found: Option<&Found<T>>, id: MatchId, read: Read) -> Result<&T, Interrupt> {
    match found {
        Some(Found::Whole(found)) => Ok(found),
        Some(Found::Damaged(_)) => Err(Refusal::SetAside(id).into()),
        Some(Found::Missing) => Err(text::refusal_unknown_match(id).into()),
        None => Err(read.into()),
    }
}

/// Interrupts the decision if any data must be loaded first.
fn all_loaded(missing: impl Iterator<Item = Need>) -> Result<(), Interrupt> {
    let missing: Vec<_> = missing.collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(Interrupt::Needs(missing))
    }
}

impl State {
    /// Returns a match with its game; a change works on a copy of it.
    pub(crate) fn live(&self, id: MatchId) -> Result<&Live, Interrupt> {
        found(self.loaded.live.get(&id), id, Read::Live(id))
    }

    /// Returns a match with its record, whether or not the record can be replayed.
    pub(crate) fn stored(&self, id: MatchId) -> Result<&Stored, Interrupt> {
        found(self.loaded.stored.get(&id), id, Read::Stored(id))
    }

    /// Returns the value of a key.
    pub(crate) fn value(&self, key: &[u8]) -> Result<&LoadedValue, Interrupt> {
        let value = self.entries.get(key);
        value.ok_or_else(|| Need::Entry(key.to_vec()).into())
    }

    /// Makes a batch depend on the loaded value of a key, and returns it. A damaged value adds no condition, so that it can be
    /// replaced.
    pub(crate) fn require(
        &self,
        batch: &mut Batch,
        key: &[u8],
    ) -> Result<Option<&[u8]>, Interrupt> {
        let before = match self.value(key)? {
            LoadedValue::Damaged => return Ok(None),
            LoadedValue::Missing => None,
            LoadedValue::Found(value) => Some(&value[..]),
        };
        batch.require((key.to_vec(), before.map(<[u8]>::to_vec)));
        Ok(before)
    }

    /// Returns whether the request was refused before, perhaps by another process.
    pub(crate) fn was_refused(&self) -> bool {
        matches!(self.remembered, Remembered::Refused)
    }

    /// Returns the decoded value of a key; `None` if it is damaged.
    pub(crate) fn entry<T: DeserializeOwned>(&self, key: &[u8]) -> Result<Option<T>, Interrupt> {
        Ok(match self.value(key)? {
            LoadedValue::Found(value) => decode(key, value).ok(),
            LoadedValue::Missing | LoadedValue::Damaged => None,
        })
    }

    /// Returns the decoded value of a key; the default if it is missing or damaged.
    pub(crate) fn entry_or_default<T: DeserializeOwned + Default>(
        &self,
        key: &[u8],
    ) -> Result<T, Interrupt> {
        Ok(self.entry(key)?.unwrap_or_default())
    }

    /// Requires entries to be loaded, all missing ones together.
    pub(crate) fn need_entries<K: AsRef<[u8]>>(
        &self,
        keys: impl IntoIterator<Item = K>,
    ) -> Result<(), Interrupt> {
        let missing = keys
            .into_iter()
            .filter(|key| !self.entries.contains_key(key.as_ref()));
        all_loaded(missing.map(|key| Need::Entry(key.as_ref().to_vec())))
    }

    /// Requires matches with their records to be loaded, all missing ones together.
    pub(crate) fn need_stored(
        &self,
        ids: impl IntoIterator<Item = MatchId>,
    ) -> Result<(), Interrupt> {
        let loaded = &self.loaded.stored;
        let missing = ids.into_iter().filter(|id| !loaded.contains_key(id));
        all_loaded(missing.map(|id| Need::Read(Read::Stored(id))))
    }

    /// Returns the secret of a match's dice.
    pub(crate) fn secret(&self, id: MatchId) -> Result<Secret, Interrupt> {
        let row: Option<DiceRow> = self.entry(&dice_key(id))?;
        row.map(|row| row.secret)
            .ok_or_else(|| Refusal::SetAside(id).into())
    }

    /// Returns the ids of a list.
    pub(crate) fn list(&self, list: List) -> Result<&[MatchId], Interrupt> {
        match self.lists.get(&list) {
            Some(ids) => Ok(ids),
            None => Err(Need::List(list).into()),
        }
    }

    /// Returns the matches of a list. Ids without a match are left out.
    pub(crate) fn listed(&self, list: List) -> Result<ListedMatches<'_>, Interrupt> {
        let ids = self.list(list)?;
        let loaded = &self.loaded.live;
        let missing = ids.iter().filter(|id| !loaded.contains_key(id));
        all_loaded(missing.map(|id| Need::Read(Read::Live(*id))))?;
        let mut listed = ListedMatches::default();
        for id in ids {
            match loaded.get(id) {
                Some(Found::Whole(live)) => listed.matches.push(live),
                Some(Found::Damaged(_)) => listed.set_aside.push(*id),
                Some(Found::Missing) | None => {}
            }
        }
        Ok(listed)
    }

    /// Returns an id and a secret for a new match.
    pub(crate) fn seed(&self) -> Result<&NewMatchSeed, Interrupt> {
        self.seed.as_ref().ok_or_else(|| Need::NewMatchSeed.into())
    }

    /// Returns the data that is obsolete at this time.
    pub(crate) fn leftovers(&self, now: Timestamp) -> Result<&Leftovers, Interrupt> {
        let leftovers = self.loaded.leftovers.as_ref();
        leftovers.ok_or_else(|| Read::leftovers(now, self.lapsed_to.clone()).into())
    }

    /// Returns the failed deliveries to retry.
    pub(crate) fn dead_letters(&self, retry: &Retry) -> Result<&Retryable, Interrupt> {
        let dead_letters = self.loaded.dead_letters.as_ref();
        dead_letters.ok_or_else(|| Read::DeadLetters(retry.clone()).into())
    }

    /// Returns all data about a person. Refuses the request if the data changes faster than it can be read.
    pub(crate) fn personal_data(&self, of: &Identity) -> Result<&PersonalData, Interrupt> {
        if self.loaded.n_outdated >= MOST_OUTDATED {
            return Err(text::too_busy().into());
        }
        let personal_data = self.loaded.personal_data.as_ref();
        personal_data.ok_or_else(|| Read::PersonalData(of.id.clone()).into())
    }
}

/// The matches of a list.
#[derive(Default)]
pub(crate) struct ListedMatches<'a> {
    pub(crate) matches: Vec<&'a Live>,
    /// The damaged ones.
    pub(crate) set_aside: Vec<MatchId>,
}
