//! The layout of keys and values in redb.
//!
//! | table | key | value |
//! | --- | --- | --- |
//! | `entries` | the key | its value, after a digest of both (eight bytes, little-endian) |
//! | `commits` | | the number of commits |
//!
//! redb digests its pages too, but verifies them only when it opens a file after a crash. Later damage would be read as if
//! nothing were wrong, and rewritten in a page with a valid digest.

use std::{
    collections::BTreeMap,
    fs::File,
    io,
    ops::Bound,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use redb::{
    AccessGuard, Database, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable,
    ReadableTableMetadata, Table, TableDefinition, backends::FileBackend,
};
use twox_hash::XxHash3_64;

use super::{disk::Disk, doubt::Doubt};
use crate::disk::{fault::Fault, folder::private, tally::Tally};
use api::{Batch, Entry, first};
use kit::lock;

pub(super) const ENTRIES_NAME: &str = "entries";
pub(super) const COMMITS_NAME: &str = "commits";

const ENTRIES: TableDefinition<&[u8], &[u8]> = TableDefinition::new(ENTRIES_NAME);
const COMMITS: TableDefinition<(), u64> = TableDefinition::new(COMMITS_NAME);

/// The size of redb's cache, in bytes.
const CACHE: usize = 16 << 20;

/// An open redb file.
pub(super) struct Tables {
    /// The view of the file since the last commit, made on demand: making one costs as much as finding an entry.
    latest: Mutex<Option<Arc<FileView>>>,
    /// `None` while it is dropped.
    database: Option<Database>,
    disk: Disk,
    /// True if redb verified all pages when it opened the file. redb does this if the file was not closed.
    is_verified: bool,
}

impl Tables {
    /// Opens an existing file and records its failed syncs.
    pub(super) fn open(path: &Path, doubt: &Arc<Doubt>) -> Result<Tables, Fault> {
        let file = File::options().read(true).write(true).open(path)?;
        let file = FileBackend::new(file).map_err(fault)?;
        Tables::on(Disk::new(file, Some(Arc::clone(doubt))))
    }

    /// Opens an existing file without writing to it. redb may refuse it, or repair it in memory.
    pub(super) fn open_to_read(path: &Path) -> Result<Tables, Fault> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            // redb would begin a new file.
            return Err(Fault::Corrupt("the file is cut off".to_owned()));
        }
        let file = FileBackend::new(file).map_err(fault)?;
        Tables::on(Disk::read_only(file)?)
    }

    /// Creates a file without entries.
    pub(super) fn create(path: &Path, n_commits: u64) -> Result<Tables, Fault> {
        let mut options = private();
        let options = options.create_new(true).read(true).write(true);
        let file = FileBackend::new(options.open(path)?).map_err(fault)?;
        let tables = Tables::on(Disk::new(file, None))?;
        tables.commit(&Batch::default(), n_commits)?;
        Ok(tables)
    }

    pub(super) fn on(disk: Disk) -> Result<Tables, Fault> {
        let mut builder = Database::builder();
        builder.set_cache_size(CACHE);
        let is_repaired = Arc::new(AtomicBool::default());
        let repaired = Arc::clone(&is_repaired);
        builder.set_repair_callback(move |_| repaired.store(true, Ordering::Relaxed));
        let database = builder.create_with_backend(disk.clone()).map_err(fault)?;
        Ok(Tables {
            latest: Mutex::default(),
            database: Some(database),
            disk,
            is_verified: is_repaired.load(Ordering::Relaxed),
        })
    }

    fn database(&self) -> Result<&Database, Fault> {
        self.database.as_ref().ok_or_else(closed)
    }

    /// Verifies the digests of all pages, unless redb did so when it opened the file. Returns whether redb's list of the free pages
    /// is right; redb has then made a new list.
    pub(super) fn verify(&mut self) -> Result<bool, Fault> {
        if self.is_verified {
            return Ok(true);
        }
        let database = self.database.as_mut().ok_or_else(closed)?;
        database.check_integrity().map_err(fault)
    }

    /// Returns the number of bytes of the pages in use.
    pub(super) fn n_bytes_in_use(&self) -> Result<u64, Fault> {
        let transaction = self.database()?.begin_write().map_err(fault)?;
        let stats = transaction.stats().map_err(fault)?;
        transaction.abort().map_err(fault)?;
        Ok(stats.allocated_pages() * stats.page_size() as u64)
    }

    /// Makes changes durable if their conditions hold. They are commit number `n_commits`.
    pub(super) fn commit(&self, batch: &Batch, n_commits: u64) -> Result<(), Fault> {
        self.change(n_commits, |entries| {
            // Most conditions concern entries that are replaced, which need no separate lookup.
            let mut conditions: BTreeMap<_, Vec<_>> = BTreeMap::new();
            for (key, expected) in &batch.conditions {
                let expected = expected.as_deref();
                conditions.entry(&key[..]).or_default().push(expected);
            }
            for (key, value) in &batch.changes {
                let before = match value {
                    Some(value) => entries.insert(&key[..], &digested(key, value)[..]),
                    None => entries.remove(&key[..]),
                };
                let before = before.map_err(fault)?;
                if let Some(expected) = conditions.remove(&key[..]) {
                    check(key, &expected, before.as_ref().map(AccessGuard::value))?;
                }
            }
            for (key, expected) in conditions {
                let found = ReadableTable::get(entries, key).map_err(fault)?;
                check(key, &expected, found.as_ref().map(AccessGuard::value))?;
            }
            Ok(())
        })
    }

    /// Copies all entries of another file in their stored form, durably. Damaged entries stay damaged, and are still
    /// noticed.
    pub(super) fn take_over(&self, from: &FileView, n_commits: u64) -> Result<Tally, Fault> {
        let mut tally = Tally::default();
        self.change(n_commits, |entries| {
            from.each(|key, stored| {
                tally.add(key, stored);
                entries.insert(key, stored).map_err(fault)?;
                Ok(())
            })
        })?;
        Ok(tally)
    }

    /// Changes entries in their stored form, durably.
    pub(super) fn change(
        &self,
        n_commits: u64,
        work: impl FnOnce(&mut Table<&[u8], &[u8]>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let change = || {
            let transaction = self.database()?.begin_write().map_err(fault)?;
            {
                let mut entries = transaction.open_table(ENTRIES).map_err(fault)?;
                work(&mut entries)?;
                let mut commits = transaction.open_table(COMMITS).map_err(fault)?;
                commits.insert((), n_commits).map_err(fault)?;
            }
            transaction.commit().map_err(fault)
        };
        // redb does not notice the failure of the disk.
        let changed = change();
        self.disk.check()?;
        *lock(&self.latest) = None;
        changed
    }

    /// Returns the shared view of the file since the last commit.
    pub(super) fn shared_view(&self) -> Result<Arc<FileView>, Fault> {
        let mut latest = lock(&self.latest);
        if let Some(view) = &*latest {
            return Ok(Arc::clone(view));
        }
        // The lock keeps a commit from coming between.
        let view = Arc::new(self.view()?);
        Ok(Arc::clone(latest.insert(view)))
    }

    /// Returns a separate view of the file as it is now.
    pub(super) fn view(&self) -> Result<FileView, Fault> {
        let transaction = self.database()?.begin_read().map_err(fault)?;
        let entries = transaction.open_table(ENTRIES).map_err(fault)?;
        // After a failure, this can be a view of data that only the memory holds.
        self.disk.check()?;
        Ok(FileView {
            entries,
            transaction,
        })
    }
}

impl Drop for Tables {
    /// redb writes when it closes a file. It can panic if a page was damaged in the meantime. The next start reports that.
    fn drop(&mut self) {
        let database = self.database.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(database)));
    }
}

/// Checks the stored value of a key. A damaged value never meets a condition.
fn check(key: &[u8], expected: &[Option<&[u8]>], stored: Option<&[u8]>) -> Result<(), Fault> {
    let conflict = || Fault::Conflict(key.to_vec());
    let found = stored.map(|stored| checked(key, stored)).transpose();
    let found = found.map_err(|_| conflict())?;
    if expected
        .iter()
        .all(|expected| *expected == found.as_deref())
    {
        Ok(())
    } else {
        Err(conflict())
    }
}

/// A view of a file at one moment.
pub(super) struct FileView {
    entries: ReadOnlyTable<&'static [u8], &'static [u8]>,
    transaction: ReadTransaction,
}

impl FileView {
    pub(super) fn n_commits(&self) -> Result<u64, Fault> {
        let commits = self.transaction.open_table(COMMITS).map_err(fault)?;
        let n_commits = commits.get(()).map_err(fault)?;
        n_commits
            .map(|n_commits| n_commits.value())
            .ok_or_else(|| Fault::Corrupt("the number of commits is missing".to_owned()))
    }

    /// Reads all entries in their stored form. Fails if their number or order is wrong, since a page that was damaged after
    /// the verification could hide some.
    pub(super) fn each(
        &self,
        mut take: impl FnMut(&[u8], &[u8]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut n_left = self.entries.len().map_err(fault)?;
        let mut last: Option<Vec<u8>> = None;
        for entry in ReadableTable::iter(&self.entries).map_err(fault)? {
            let (key, stored) = entry.map_err(fault)?;
            let is_next = last.as_deref().is_none_or(|last| last < key.value());
            n_left = n_left
                .checked_sub(1)
                .filter(|_| is_next)
                .ok_or_else(hidden)?;
            take(key.value(), stored.value())?;
            last = Some(key.value().to_vec());
        }
        if n_left > 0 {
            return Err(hidden());
        }
        Ok(())
    }

    /// Reads entries in their stored form, from the first or the last, until redb can read no further.
    #[cfg(test)]
    pub(super) fn each_until_error(
        &self,
        is_back: bool,
        take: &mut dyn FnMut(&[u8], &[u8]),
    ) -> Result<(), Fault> {
        let mut entries = ReadableTable::iter(&self.entries).map_err(fault)?;
        let mut next = || {
            if is_back {
                entries.next_back()
            } else {
                entries.next()
            }
        };
        while let Some(entry) = next() {
            let (key, stored) = entry.map_err(fault)?;
            take(key.value(), stored.value());
        }
        Ok(())
    }

    pub(super) fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        let stored = ReadableTable::get(&self.entries, key).map_err(fault)?;
        stored
            .map(|stored| checked(key, stored.value()))
            .transpose()
    }

    pub(super) fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, Fault> {
        let range = (first(prefix, after), Bound::Unbounded);
        let stored = ReadableTable::range::<&[u8]>(&self.entries, range).map_err(fault)?;
        let mut entries = Vec::new();
        for entry in stored.take(limit) {
            let (key, value) = entry.map_err(fault)?;
            let key = key.value();
            if !key.starts_with(prefix) {
                break;
            }
            entries.push((key.to_vec(), checked(key, value.value())?));
        }
        Ok(entries)
    }
}

fn closed() -> Fault {
    Fault::Io(io::Error::other("the file is closed"))
}

fn hidden() -> Fault {
    Fault::Corrupt("its pages do not hold the entries that it lists".to_owned())
}

/// Returns the stored form of a value.
fn digested(key: &[u8], value: &[u8]) -> Vec<u8> {
    [&digest(key, value), value].concat()
}

/// Returns the value from its stored form, if the digest matches.
pub(super) fn checked(key: &[u8], stored: &[u8]) -> Result<Vec<u8>, Fault> {
    match stored.split_first_chunk() {
        Some((expected, value)) if digest(key, value) == *expected => Ok(value.to_vec()),
        _ => Err(Fault::Damaged(key.to_vec())),
    }
}

fn digest(key: &[u8], value: &[u8]) -> [u8; 8] {
    XxHash3_64::oneshot_with_seed(XxHash3_64::oneshot(key), value).to_le_bytes()
}

/// Converts a redb error into a fault.
fn fault(error: impl Into<redb::Error>) -> Fault {
    match error.into() {
        redb::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            Fault::Corrupt(error.to_string())
        }
        redb::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Fault::Corrupt("the file is cut off".to_owned())
        }
        redb::Error::Io(error) => Fault::Io(error),
        redb::Error::PreviousIo | redb::Error::DatabaseClosed => {
            Fault::Io(io::Error::other("the disk has failed before"))
        }
        redb::Error::DatabaseAlreadyOpen => Fault::Locked,
        redb::Error::UpgradeRequired(version) => {
            Fault::Format(format!("redb calls its format {version}"))
        }
        error => Fault::Corrupt(error.to_string()),
    }
}
