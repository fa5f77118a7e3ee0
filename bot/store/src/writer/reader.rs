//! Reading from the store while others submit changes and these become durable. Nobody waits for that.
//!
//! What was not durable when the reading began is noted, and all that is submitted until it ends. Over what was found in the store,
//! which may hold some of that already, this is how everything is at the end, and no batch is seen in half.

use std::{collections::BTreeMap, iter, mem, ops::Bound};

use super::GroupCommit;
use api::{Entry, ReadTogether, Store, StoreError, Wanted};

/// As [`super::Writer::scan`] means it.
pub(super) fn scan(
    group_commit: &GroupCommit,
    prefix: &[u8],
    after: Option<&[u8]>,
    limit: usize,
) -> Result<Vec<Entry>, StoreError> {
    loop {
        let reader = StoreReader::begin(group_commit, vec![prefix.to_vec()])?;
        let range = ScanRange { prefix, after };
        let enough = limit.saturating_add(reader.n_removed(&[range]));
        let found = reader.read(|store| store.scan(prefix, after, enough))?;
        let changes = reader.end();
        if let Some(entries) = changes.over(range, found, [enough, limit]) {
            return Ok(entries);
        }
    }
}

/// As [`super::Writer::read_together`] means it.
pub(super) fn read_together(
    group_commit: &GroupCommit,
    wanted: &Wanted,
    limit: usize,
) -> Result<ReadTogether, StoreError> {
    let ranges = wanted.prefixes.iter().map(|prefix| ScanRange {
        prefix,
        after: None,
    });
    let ranges: Vec<_> = ranges.collect();
    loop {
        let watched = wanted.keys.iter().chain(&wanted.prefixes);
        let reader = StoreReader::begin(group_commit, watched.cloned().collect())?;
        let enough = limit.saturating_add(reader.n_removed(&ranges));
        let found = reader.read(|store| store.read_together(wanted, enough))?;
        let changes = reader.end();
        let lists = iter::zip(&ranges, found.lists);
        let lists = lists.map(|(range, list)| changes.over(*range, list, [enough, limit]));
        if let Some(lists) = lists.collect() {
            let values = iter::zip(&wanted.keys, found.values);
            let values = values.map(|(key, value)| changes.0.get(key).cloned().unwrap_or(value));
            return Ok(ReadTogether {
                values: values.collect(),
                lists,
            });
        }
    }
}

/// The keys that begin with a prefix and come after one, if that is given.
#[derive(Clone, Copy)]
struct ScanRange<'a> {
    prefix: &'a [u8],
    after: Option<&'a [u8]>,
}

/// Somebody who reads from the store.
struct StoreReader<'a> {
    group_commit: &'a GroupCommit,
    generation: u64,
    /// The number of the note for them.
    watch: u64,
}

impl<'a> StoreReader<'a> {
    /// Begins to note what is submitted under some prefixes, if reading makes sense.
    fn begin(
        group_commit: &'a GroupCommit,
        prefixes: Vec<Vec<u8>>,
    ) -> Result<StoreReader<'a>, StoreError> {
        let mut state = group_commit.readable()?;
        Ok(StoreReader {
            group_commit,
            generation: state.generation,
            watch: state.watch(prefixes),
        })
    }

    /// How many removals are noted so far, where most are.
    fn n_removed(&self, ranges: &[ScanRange<'_>]) -> usize {
        let state = self.group_commit.state();
        let changes = state.watches.get(&self.watch).map(|watch| &watch.changes);
        let n_removed = |range| changes.map_or(0, |changes| n_removed(changes, range));
        ranges.iter().copied().map(n_removed).max().unwrap_or(0)
    }

    /// Reads from the store, and takes note if it has to be opened anew.
    fn read<T>(
        &self,
        read: impl FnOnce(&dyn Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let group_commit = self.group_commit;
        read(&*group_commit.store).inspect_err(|error| {
            group_commit.reading_failed(&mut group_commit.state(), self.generation, error)
        })
    }

    /// All that was noted.
    fn end(self) -> NotedChanges {
        let mut state = self.group_commit.state();
        let watch = state.watches.get_mut(&self.watch);
        NotedChanges(
            watch
                .map(|watch| mem::take(&mut watch.changes))
                .unwrap_or_default(),
        )
    }
}

impl Drop for StoreReader<'_> {
    fn drop(&mut self) {
        self.group_commit.state().watches.remove(&self.watch);
    }
}

/// The latest change of each key that was noted.
struct NotedChanges(BTreeMap<Vec<u8>, Option<Vec<u8>>>);

impl NotedChanges {
    /// Up to `limit` entries of a range, of what was found there where no more than `enough` was read; nothing if that is too little.
    fn over(
        &self,
        range: ScanRange<'_>,
        found: Vec<Entry>,
        [enough, limit]: [usize; 2],
    ) -> Option<Vec<Entry>> {
        // Only a removal hides an entry without giving one in its place.
        let is_whole = found.len() < enough;
        if !is_whole && enough - limit < n_removed(&self.0, range) {
            return None;
        }
        let found = found.into_iter().map(|(key, value)| (key, Some(value)));
        let mut entries: BTreeMap<_, _> = found.collect();
        let changes = within(&self.0, range);
        entries.extend(changes.map(|(key, value)| (key.clone(), value.clone())));
        let entries = entries.into_iter();
        let entries = entries.filter_map(|(key, value)| Some((key, value?)));
        Some(entries.take(limit).collect())
    }
}

fn n_removed(changes: &BTreeMap<Vec<u8>, Option<Vec<u8>>>, range: ScanRange<'_>) -> usize {
    let changes = within(changes, range);
    changes.filter(|(_, value)| value.is_none()).count()
}

/// The changes of a range of keys.
fn within<'a>(
    changes: &'a BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    ScanRange { prefix, after }: ScanRange<'a>,
) -> impl Iterator<Item = (&'a Vec<u8>, &'a Option<Vec<u8>>)> {
    let first = match after {
        Some(after) if after >= prefix => Bound::Excluded(after),
        _ => Bound::Included(prefix),
    };
    let changes = changes.range::<[u8], _>((first, Bound::Unbounded));
    changes.take_while(move |(key, _)| key.starts_with(prefix))
}
