//! Reading from the store while changes are submitted and become durable, without blocking either.
//!
//! A reader records the changes that are not durable when it begins, and those submitted until it ends. Laid over the
//! entries from the store, which may contain some of them already, they give the state at the end. No batch is seen in
//! part.

use std::{collections::BTreeMap, iter, mem, ops::Bound};

use super::GroupCommit;
use api::{Entry, ReadTogether, Store, StoreError, Wanted};

/// Implements [`super::Writer::scan`].
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

/// Implements [`super::Writer::read_together`].
pub(super) fn read_together(
    group_commit: &GroupCommit,
    selection: &Wanted,
    limit: usize,
) -> Result<ReadTogether, StoreError> {
    let ranges = selection.prefixes.iter().map(|prefix| ScanRange {
        prefix,
        after: None,
    });
    let ranges: Vec<_> = ranges.collect();
    loop {
        let watched = selection.keys.iter().chain(&selection.prefixes);
        let reader = StoreReader::begin(group_commit, watched.cloned().collect())?;
        let enough = limit.saturating_add(reader.n_removed(&ranges));
        let found = reader.read(|store| store.read_together(selection, enough))?;
        let changes = reader.end();
        let lists = iter::zip(&ranges, found.lists);
        let lists = lists.map(|(range, list)| changes.over(*range, list, [enough, limit]));
        if let Some(lists) = lists.collect() {
            let values = iter::zip(&selection.keys, found.values);
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

/// A read from the store in progress.
struct StoreReader<'a> {
    group_commit: &'a GroupCommit,
    generation: u64,
    /// The id of its watch.
    watch: u64,
}

impl<'a> StoreReader<'a> {
    /// Begins to record changes under some prefixes, if the store can be read.
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

    /// Returns the largest number of recorded removals in any range.
    fn n_removed(&self, ranges: &[ScanRange<'_>]) -> usize {
        let state = self.group_commit.state();
        let changes = state.watches.get(&self.watch).map(|watch| &watch.changes);
        let n_removed = |range| changes.map_or(0, |changes| n_removed(changes, range));
        ranges.iter().copied().map(n_removed).max().unwrap_or(0)
    }

    /// Reads from the store, and requests that it be reopened if needed.
    fn read<T>(
        &self,
        read: impl FnOnce(&dyn Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let group_commit = self.group_commit;
        read(&*group_commit.store).inspect_err(|error| {
            group_commit.reading_failed(&mut group_commit.state(), self.generation, error)
        })
    }

    /// Returns the recorded changes.
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

/// The latest recorded change of each key.
struct NotedChanges(BTreeMap<Vec<u8>, Option<Vec<u8>>>);

impl NotedChanges {
    /// Returns up to `limit` entries of a range, from the entries found, of which at most `enough` were read. Returns
    /// `None` if those are too few.
    fn over(
        &self,
        range: ScanRange<'_>,
        found: Vec<Entry>,
        [enough, limit]: [usize; 2],
    ) -> Option<Vec<Entry>> {
        // Only a removal hides an entry without adding one.
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

/// Returns the changes in a range of keys.
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
