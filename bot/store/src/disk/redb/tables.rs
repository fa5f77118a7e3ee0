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
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use redb::{
    AccessGuard, Builder, Database, ReadOnlyTable, ReadTransaction, ReadableDatabase,
    ReadableTable, StorageBackend, Table, TableDefinition, backends::FileBackend,
};
use twox_hash::XxHash3_64;

use super::doubt::{Doubt, Watched};
use crate::disk::{fault::Fault, folder::private, tally::Tally};
use api::{Batch, Entry, first};

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
    database: Database,
}

impl Tables {
    /// Opens an existing file and reports its failed syncs.
    pub(super) fn open(path: &Path, doubt: &Arc<Doubt>) -> Result<Tables, Fault> {
        let file = File::options().read(true).write(true).open(path)?;
        let file = FileBackend::new(file).map_err(fault)?;
        Tables::open_upon(Watched::new(file, doubt))
    }

    /// Opens the file of a storage backend.
    pub(super) fn open_upon(backend: impl StorageBackend) -> Result<Tables, Fault> {
        let database = builder().create_with_backend(backend).map_err(fault)?;
        Ok(Tables::of(database))
    }

    fn of(database: Database) -> Tables {
        Tables {
            latest: Mutex::default(),
            database,
        }
    }

    /// Creates a file without entries.
    pub(super) fn create(path: &Path, n_commits: u64) -> Result<Tables, Fault> {
        let mut options = private();
        let options = options.create_new(true).read(true).write(true);
        let database = builder().create_file(options.open(path)?).map_err(fault)?;
        let tables = Tables::of(database);
        tables.commit(&Batch::default(), n_commits)?;
        Ok(tables)
    }

    /// Makes changes durable if their conditions hold. They are commit number `n_commits`.
    pub(super) fn commit(&self, batch: &Batch, n_commits: u64) -> Result<(), Fault> {
        self.change(n_commits, |entries| {
            let mut conditions = Conditions::of(batch);
            for (key, value) in &batch.changes {
                let before = match value {
                    Some(value) => entries.insert(&key[..], &digested(key, value)[..]),
                    None => entries.remove(&key[..]),
                };
                let before = before.map_err(fault)?;
                conditions.check(key, before.as_ref().map(AccessGuard::value))?;
            }
            for (key, expected) in conditions.left {
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
            for entry in ReadableTable::iter(&from.entries).map_err(fault)? {
                let (key, stored) = entry.map_err(fault)?;
                tally.add(key.value(), stored.value());
                entries.insert(key.value(), stored.value()).map_err(fault)?;
            }
            Ok(())
        })?;
        Ok(tally)
    }

    /// Changes entries in their stored form, durably.
    pub(super) fn change(
        &self,
        n_commits: u64,
        work: impl FnOnce(&mut Table<&[u8], &[u8]>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let transaction = self.database.begin_write().map_err(fault)?;
        {
            let mut entries = transaction.open_table(ENTRIES).map_err(fault)?;
            work(&mut entries)?;
            let mut commits = transaction.open_table(COMMITS).map_err(fault)?;
            commits.insert((), n_commits).map_err(fault)?;
        }
        let committed = transaction.commit().map_err(fault);
        *self.latest() = None;
        committed
    }

    fn latest(&self) -> MutexGuard<'_, Option<Arc<FileView>>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the shared view of the file since the last commit.
    pub(super) fn shared_view(&self) -> Result<Arc<FileView>, Fault> {
        let mut latest = self.latest();
        if let Some(view) = &*latest {
            return Ok(Arc::clone(view));
        }
        // The lock keeps a commit from coming between.
        let view = Arc::new(self.view()?);
        Ok(Arc::clone(latest.insert(view)))
    }

    /// Returns a separate view of the file as it is now.
    pub(super) fn view(&self) -> Result<FileView, Fault> {
        let transaction = self.database.begin_read().map_err(fault)?;
        let entries = transaction.open_table(ENTRIES).map_err(fault)?;
        Ok(FileView {
            entries,
            transaction,
        })
    }
}

/// The conditions of a batch. Most concern entries that it replaces, which need no separate lookup.
struct Conditions<'a> {
    left: BTreeMap<&'a [u8], Vec<Option<&'a [u8]>>>,
}

impl<'a> Conditions<'a> {
    fn of(batch: &'a Batch) -> Conditions<'a> {
        let mut left: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (key, expected) in &batch.conditions {
            left.entry(&key[..]).or_default().push(expected.as_deref());
        }
        Conditions { left }
    }

    /// Checks the conditions on an entry, given its stored value before the first change.
    fn check(&mut self, key: &[u8], before: Option<&[u8]>) -> Result<(), Fault> {
        match self.left.remove(key) {
            Some(expected) => check(key, &expected, before),
            None => Ok(()),
        }
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

fn builder() -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE);
    builder
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
