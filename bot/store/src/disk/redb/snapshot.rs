//! A snapshot of the file, read page by page.
//!
//! redb reads nothing more after a failed write, exactly when a backup is most wanted. So the snapshot reads the pages
//! itself; redb only has to keep them unchanged.

use std::{
    ops::{Bound, RangeBounds},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    pages::{Commit, OneNumber, Pages, Range, TreeReader},
    tables::{COMMITS_NAME, ENTRIES_NAME, FileView, checked},
};
use crate::disk::fault::{Fault, guarded};
use api::{Entry, Rows, StoreError, first};

/// A snapshot of the entries of a commit.
pub(super) struct PageSnapshot {
    pub(super) folder: PathBuf,
    pub(super) pages: Mutex<Pages>,
    pub(super) commit: Commit,
    /// Keeps redb from reusing the pages.
    pub(super) _pin: FileView,
    /// Keeps the file from being reopened.
    pub(super) _use: Arc<()>,
}

/// Finds the commit with this number: the latest one, or the one before if the latest may be incomplete.
pub(super) fn find_commit(
    pages: &mut Pages,
    n_commits: u64,
    may_be_torn: bool,
) -> Result<Commit, Fault> {
    let [latest, before] = pages.commits();
    match checked_commit(pages, latest, n_commits) {
        Err(_) if may_be_torn => checked_commit(pages, before, n_commits),
        checked => checked,
    }
}

fn checked_commit(pages: &mut Pages, commit: Commit, n_commits: u64) -> Result<Commit, Fault> {
    let mut number = OneNumber::default();
    pages.read_table(commit, COMMITS_NAME, &mut number)?;
    number.check(n_commits)?;
    Ok(commit)
}

impl PageSnapshot {
    fn read(&self, reader: &mut dyn TreeReader) -> Result<(), StoreError> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        guarded(&self.folder, || {
            pages.read_table(self.commit, ENTRIES_NAME, reader)
        })
    }
}

impl Rows for PageSnapshot {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let mut sought = Sought { key, value: None };
        self.read(&mut sought)?;
        Ok(sought.value)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let mut found = FoundEntries {
            prefix,
            first: first(prefix, after),
            limit,
            entries: Vec::new(),
        };
        self.read(&mut found)?;
        Ok(found.entries)
    }
}

/// A visitor that finds one entry.
struct Sought<'a> {
    key: &'a [u8],
    value: Option<Vec<u8>>,
}

impl TreeReader for Sought<'_> {
    fn wants(&self, (after, until): Range<'_>) -> bool {
        after.is_none_or(|after| after < self.key) && until.is_none_or(|until| self.key <= until)
    }

    fn entry(&mut self, key: &[u8], stored: &[u8]) -> Result<(), Fault> {
        if key == self.key {
            self.value = Some(checked(key, stored)?);
        }
        Ok(())
    }

    fn lost(&mut self, _keys: Range<'_>, why: Fault) -> Result<(), Fault> {
        Err(why)
    }
}

/// A visitor that collects entries.
struct FoundEntries<'a> {
    prefix: &'a [u8],
    first: Bound<&'a [u8]>,
    limit: usize,
    entries: Vec<Entry>,
}

impl FoundEntries<'_> {
    fn is_beyond_first(&self, key: &[u8]) -> bool {
        RangeBounds::<[u8]>::contains(&(self.first, Bound::Unbounded), key)
    }
}

impl TreeReader for FoundEntries<'_> {
    fn wants(&self, (after, until): Range<'_>) -> bool {
        let is_under_way = until.is_none_or(|until| self.is_beyond_first(until));
        let is_over =
            after.is_some_and(|after| after > self.prefix && !after.starts_with(self.prefix));
        self.entries.len() < self.limit && is_under_way && !is_over
    }

    fn entry(&mut self, key: &[u8], stored: &[u8]) -> Result<(), Fault> {
        let is_wanted = key.starts_with(self.prefix) && self.is_beyond_first(key);
        if is_wanted && self.entries.len() < self.limit {
            self.entries.push((key.to_vec(), checked(key, stored)?));
        }
        Ok(())
    }

    fn lost(&mut self, _keys: Range<'_>, why: Fault) -> Result<(), Fault> {
        Err(why)
    }
}
