//! Reading from the store while changes are submitted and become durable, without blocking either.
//!
//! A reader records the changes that are not durable when it begins, and those submitted until it ends. It applies them to the
//! entries from the store, which can contain some of them already. The result is the state at the end. The reader never sees a
//! part of a batch.

use std::{collections::BTreeMap, iter, mem, ops::Bound};

use super::{GroupCommit, Writer, state::Changes};
use api::{Entry, KeysToRead, ReadTogether, Rows, Store, StoreError, first};

impl Writer {
    /// Returns up to `limit` entries in key order, with all changes submitted so far. Their keys begin with `prefix`
    /// and come after `after`, if given. Submissions do not wait for the scan.
    ///
    /// # Errors
    ///
    /// As [`Writer::get`].
    pub fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        loop {
            let reader = StoreReader::begin(self, vec![prefix.to_vec()])?;
            let range = ScanRange { prefix, after };
            let enough = limit.saturating_add(reader.n_removed(&[range]));
            let found = reader.read(|store| store.scan(prefix, after, enough))?;
            let changes = reader.end();
            if let Some(entries) = over(&changes, range, found, [enough, limit]) {
                return Ok(entries);
            }
        }
    }

    /// Reads the values of some keys, and up to `limit` entries with each of some prefixes, with all changes submitted so
    /// far.
    ///
    /// # Errors
    ///
    /// As [`Writer::get`].
    pub fn read_together(
        &self,
        selection: &KeysToRead,
        limit: usize,
    ) -> Result<ReadTogether, StoreError> {
        let ranges = selection.prefixes.iter().map(|prefix| ScanRange {
            prefix,
            after: None,
        });
        let ranges: Vec<_> = ranges.collect();
        loop {
            let watched = selection.keys.iter().chain(&selection.prefixes);
            let reader = StoreReader::begin(self, watched.cloned().collect())?;
            let enough = limit.saturating_add(reader.n_removed(&ranges));
            let found = reader.read(|store| store.read_together(selection, enough))?;
            let changes = reader.end();
            let lists = iter::zip(&ranges, found.lists);
            let lists = lists.map(|(range, list)| over(&changes, *range, list, [enough, limit]));
            if let Some(lists) = lists.collect() {
                let values = iter::zip(&selection.keys, found.values);
                let values = values.map(|(key, value)| changes.get(key).cloned().unwrap_or(value));
                return Ok(ReadTogether {
                    values: values.collect(),
                    lists,
                });
            }
        }
    }
}

/// The service reads through this interface, independently of the store.
impl Rows for Writer {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Writer::get(self, key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        Writer::scan(self, prefix, after, limit)
    }

    fn get_all(&self, keys: &[Vec<u8>]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let selection = KeysToRead {
            keys: keys.to_vec(),
            ..KeysToRead::default()
        };
        Ok(Writer::read_together(self, &selection, 0)?.values)
    }

    fn read_together(
        &self,
        selection: &KeysToRead,
        limit: usize,
    ) -> Result<ReadTogether, StoreError> {
        Writer::read_together(self, selection, limit)
    }

    fn is_shared(&self) -> bool {
        Writer::is_shared(self)
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
    fn begin(writer: &'a Writer, prefixes: Vec<Vec<u8>>) -> Result<StoreReader<'a>, StoreError> {
        let group_commit = &*writer.shared.group_commit;
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
        read(&*group_commit.store)
            .inspect_err(|error| group_commit.reading_failed(self.generation, error))
    }

    /// Returns the recorded changes.
    fn end(self) -> Changes {
        let mut state = self.group_commit.state();
        let watch = state.watches.get_mut(&self.watch);
        let changes = watch.map(|watch| mem::take(&mut watch.changes));
        changes.unwrap_or_default()
    }
}

impl Drop for StoreReader<'_> {
    fn drop(&mut self) {
        self.group_commit.state().watches.remove(&self.watch);
    }
}

/// Returns up to `limit` entries of a range, from the recorded changes and the entries found, of which at most `enough` were
/// read. Returns `None` if those are too few.
fn over(
    changes: &Changes,
    range: ScanRange<'_>,
    found: Vec<Entry>,
    [enough, limit]: [usize; 2],
) -> Option<Vec<Entry>> {
    // Only a removal hides an entry without adding one.
    let is_whole = found.len() < enough;
    if !is_whole && enough - limit < n_removed(changes, range) {
        return None;
    }
    let found = found.into_iter().map(|(key, value)| (key, Some(value)));
    let mut entries: BTreeMap<_, _> = found.collect();
    let changes = within(changes, range);
    entries.extend(changes.map(|(key, value)| (key.clone(), value.clone())));
    let entries = entries.into_iter();
    let entries = entries.filter_map(|(key, value)| Some((key, value?)));
    Some(entries.take(limit).collect())
}

fn n_removed(changes: &Changes, range: ScanRange<'_>) -> usize {
    let changes = within(changes, range);
    changes.filter(|(_, value)| value.is_none()).count()
}

/// Returns the changes in a range of keys.
fn within<'a>(
    changes: &'a Changes,
    ScanRange { prefix, after }: ScanRange<'a>,
) -> impl Iterator<Item = (&'a Vec<u8>, &'a Option<Vec<u8>>)> {
    let changes = changes.range::<[u8], _>((first(prefix, after), Bound::Unbounded));
    changes.take_while(move |(key, _)| key.starts_with(prefix))
}
