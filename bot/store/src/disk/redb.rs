//! A store in one file of redb.

mod disk;
mod doubt;
mod pages;
mod salvage;
mod tables;
#[cfg(test)]
mod tests;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, RwLock},
    time::{Duration, Instant},
};

pub(super) use self::salvage::salvage;
use self::{
    doubt::Doubt,
    tables::{FileView, Tables},
};
use super::{
    fault::{Fault, check_commits, guarded},
    folder::{Folder, is_file},
    tally::Tally,
};
use api::{Batch, Entry, Rows, Store, StoreError};
use kit::{files::remove_if_there, lock, unpoisoned};

/// The file in the data folder.
const FILE: &str = "oddboard.redb";

/// The name of a new file. It gets its final name once it is complete.
const NEW_FILE: &str = "oddboard.redb.new";

/// The unused bytes that a file may have, besides as many as are used.
const SLACK: u64 = 4 << 20;

/// The pause between attempts to write to a read-only file.
const READ_ONLY: Duration = Duration::from_secs(1);

/// The reason why a file is read-only, and the time of the last attempt to write.
struct Unwritable {
    why: String,
    tried: Instant,
}

/// Keys and values in a file.
pub(super) struct RedbStore {
    folder: Folder,
    doubt: Arc<Doubt>,
    /// The number of commits. Locked by the writing thread.
    n_commits: Mutex<u64>,
    /// `None` after an error.
    tables: RwLock<Option<Arc<Tables>>>,
    /// `None` while the file can be written. Changed by the writing thread.
    unwritable: Mutex<Option<Unwritable>>,
    /// A reference count, shared with each snapshot.
    in_use: Arc<()>,
}

impl RedbStore {
    /// Opens the file in the folder and creates it if needed.
    pub(super) fn open(folder: Folder) -> Result<RedbStore, StoreError> {
        let doubt = Arc::new(Doubt::of(folder.path()));
        let (tables, n_commits) = guarded(folder.path(), || open(&folder, &doubt))?;
        Ok(RedbStore::of(folder, doubt, tables, n_commits))
    }

    /// Opens the file in the folder so that redb writes nothing to it. The store takes no commits.
    pub(super) fn open_to_read(folder: Folder) -> Result<RedbStore, StoreError> {
        let doubt = Arc::new(Doubt::of(folder.path()));
        let examined = guarded(folder.path(), || examine(&folder))?;
        let Examined {
            tables, n_commits, ..
        } = examined;
        Ok(RedbStore::of(folder, doubt, tables, n_commits))
    }

    fn of(folder: Folder, doubt: Arc<Doubt>, tables: Tables, n_commits: u64) -> RedbStore {
        RedbStore {
            folder,
            doubt,
            n_commits: Mutex::new(n_commits),
            tables: RwLock::new(Some(Arc::new(tables))),
            unwritable: Mutex::default(),
            in_use: Arc::default(),
        }
    }

    /// Reads from the open tables. Closes the store if that fails, unless the failure affects a single entry.
    fn read<T>(&self, work: impl Fn(&Arc<Tables>) -> Result<T, Fault>) -> Result<T, StoreError> {
        let found = self.with(&work);
        if !found.as_ref().is_err_and(is_about_the_file) {
            return found;
        }
        // A commit may have failed just now. Once it has ended there may be other tables.
        let _n_commits = lock(&self.n_commits);
        self.close_if_failed(self.with(work))
    }

    /// Runs work with the open tables.
    fn with<T>(
        &self,
        work: impl FnOnce(&Arc<Tables>) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        let tables = unpoisoned(self.tables.read());
        let tables = tables.as_ref().ok_or(StoreError::Closed)?;
        guarded(self.folder.path(), || work(tables))
    }

    /// Closes the store after a failure, unless only a single entry is affected.
    fn close_if_failed<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if result.as_ref().is_err_and(is_about_the_file) {
            self.close();
        }
        result
    }

    /// Reopens a read-only file for writing, unless that was tried just now.
    fn make_writable(&self, n_commits: &mut u64) -> Result<(), StoreError> {
        let mut unwritable = lock(&self.unwritable);
        let Some(Unwritable { why, tried }) = &mut *unwritable else {
            return Ok(());
        };
        // A snapshot would see the file change.
        let is_in_use = Arc::strong_count(&self.in_use) > 1;
        if is_in_use || tried.elapsed() < READ_ONLY {
            return Err(StoreError::ReadOnly(why.clone()));
        }
        match guarded(self.folder.path(), || open(&self.folder, &self.doubt)) {
            Ok((tables, found)) => {
                *n_commits = found;
                self.set(Some(tables));
                *unwritable = None;
                Ok(())
            }
            Err(error @ StoreError::Io(_)) => {
                *tried = Instant::now();
                *why = error.to_string();
                Err(StoreError::ReadOnly(why.clone()))
            }
            Err(error) => {
                *unwritable = None;
                self.close();
                Err(error)
            }
        }
    }

    /// Switches to read-only after a failed commit if the file still holds its earlier commit, else closes the store.
    /// Returns the error for the writer.
    fn only_read(&self, n_commits: u64, error: StoreError) -> StoreError {
        // Readers wait until the contents of the file are known.
        let mut tables = unpoisoned(self.tables.write());
        *tables = None;
        let reading = guarded(self.folder.path(), || {
            let is_doubtful = self.doubt.is_raised()?;
            let opened = Tables::open_to_read(&self.folder.path().join(FILE))?;
            check_is(&opened, n_commits)?;
            // After a failed sync the disk may lack data that can be read.
            Ok(Some(Arc::new(opened)).filter(|_| !is_doubtful))
        });
        let Ok(Some(opened)) = reading else {
            return error;
        };
        *tables = Some(opened);
        let why = error.to_string();
        *lock(&self.unwritable) = Some(Unwritable {
            why: why.clone(),
            tried: Instant::now(),
        });
        StoreError::ReadOnly(why)
    }

    fn set(&self, tables: Option<Tables>) {
        *unpoisoned(self.tables.write()) = tables.map(Arc::new);
    }

    /// Replaces the file with the new one, and uses the new one.
    fn change_over(&self) -> Result<(), Fault> {
        let new = Tables::open(&self.folder.path().join(NEW_FILE), &self.doubt)?;
        let mut tables = unpoisoned(self.tables.write());
        // If any of this fails, it is unknown which of the two files has the name.
        *tables = None;
        give_name(&self.folder).inspect_err(|_| self.doubt.raise())?;
        *tables = Some(Arc::new(new));
        Ok(())
    }

    fn close(&self) {
        self.set(None);
    }
}

/// Tells whether an error leaves the contents of the file unknown, rather than concerning a single entry.
fn is_about_the_file(error: &StoreError) -> bool {
    !matches!(
        error,
        StoreError::Damaged { .. } | StoreError::Conflict { .. }
    )
}

impl Rows for RedbStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(|tables| tables.shared_view()?.get(key))
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.read(|tables| tables.shared_view()?.scan(prefix, after, limit))
    }
}

impl Store for RedbStore {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        batch.check()?;
        let mut n_commits = lock(&self.n_commits);
        self.make_writable(&mut n_commits)?;
        let number = *n_commits + 1;
        let written = self.with(|tables| {
            tables.commit(batch, number)?;
            Ok(self.folder.acknowledge(number)?)
        });
        if let Err(error @ StoreError::Io(_)) = written {
            return Err(self.only_read(*n_commits, error));
        }
        self.close_if_failed(written)?;
        *n_commits = number;
        Ok(())
    }

    fn reopen(&self) -> Result<(), StoreError> {
        let mut n_commits = lock(&self.n_commits);
        self.close();
        if Arc::strong_count(&self.in_use) > 1 {
            // A snapshot would see the file change.
            return Err(StoreError::Closed);
        }
        let (tables, found) = guarded(self.folder.path(), || open(&self.folder, &self.doubt))?;
        *n_commits = found;
        self.set(Some(tables));
        *lock(&self.unwritable) = None;
        Ok(())
    }

    fn give_back(&self) -> Result<(), StoreError> {
        // The lock prevents commits during this.
        let n_commits = lock(&self.n_commits);
        let is_only_read = lock(&self.unwritable).is_some();
        if is_only_read || Arc::strong_count(&self.in_use) > 1 {
            return Ok(());
        }
        let is_copied = self.with(|tables| {
            let is_wasteful = is_wasteful(&self.folder, tables)?;
            if is_wasteful {
                copy(&self.folder, tables, *n_commits)?;
            }
            Ok(is_wasteful)
        })?;
        if is_copied {
            guarded(self.folder.path(), || self.change_over())?;
        }
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        let held = {
            // The lock prevents a replacement of the tables during this.
            let _n_commits = lock(&self.n_commits);
            self.close_if_failed(self.with(|tables| {
                Ok(Snapshot {
                    folder: self.folder.path().to_owned(),
                    view: tables.view()?,
                    _tables: Arc::clone(tables),
                    _use: Arc::clone(&self.in_use),
                })
            }))?
        };
        guarded(&held.folder, || held.view.each(|_, _| Ok(())))?;
        Ok(Box::new(held))
    }
}

/// The entries of a commit. They stay readable after a failed commit, when a backup is most needed.
struct Snapshot {
    folder: PathBuf,
    view: FileView,
    /// Keeps the file open for the view.
    _tables: Arc<Tables>,
    /// Keeps the file from being reopened.
    _use: Arc<()>,
}

impl Rows for Snapshot {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        guarded(&self.folder, || self.view.get(key))
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        guarded(&self.folder, || self.view.scan(prefix, after, limit))
    }
}

/// Opens the file in a folder and creates it if needed. Returns the tables and the number of commits. Verifies the whole file
/// before writing to it.
fn open(folder: &Folder, doubt: &Arc<Doubt>) -> Result<(Tables, u64), Fault> {
    let file = folder.path().join(FILE);
    remove_if_there(&folder.path().join(NEW_FILE))?;
    if !is_file(&file)? && folder.n_acknowledged()? == 0 {
        write_new(folder, 0, |_| Ok(Tally::default()))?;
        give_name(folder)?;
    }
    let Examined {
        tables,
        n_commits,
        is_exact,
    } = examine(folder)?;
    if doubt.is_raised()? || !is_exact {
        copy(folder, &tables, n_commits)?;
        give_name(folder)?;
        doubt.lower()?;
    } else if is_wasteful(folder, &tables)? {
        give_back(folder, &tables, n_commits)?;
    }
    drop(tables);
    Ok((Tables::open(&file, doubt)?, n_commits))
}

/// Reads every page of the file in a folder, and writes nothing.
fn examine(folder: &Folder) -> Result<Examined, Fault> {
    let file = folder.path().join(FILE);
    if !is_file(&file)? {
        return Err(Fault::Missing(format!("the file {FILE} is missing")));
    }
    let mut tables = Tables::open_to_read(&file)?;
    let is_exact = tables.verify()?;
    let n_commits = tables.view()?.n_commits()?;
    check_commits(n_commits, folder.n_acknowledged()?)?;
    Ok(Examined {
        tables,
        n_commits,
        is_exact,
    })
}

/// An undamaged file.
struct Examined {
    /// They write nothing to the file.
    tables: Tables,
    n_commits: u64,
    /// False if redb's list of the free pages is wrong. To write by it could overwrite entries.
    is_exact: bool,
}

/// Fails unless the file holds this number of commits.
fn check_is(tables: &Tables, n_commits: u64) -> Result<(), Fault> {
    match tables.view()?.n_commits()? {
        found if found == n_commits => Ok(()),
        found => Err(Fault::Corrupt(format!(
            "it holds {found} commits instead of {n_commits}"
        ))),
    }
}

/// Tells whether much of the file is unused.
fn is_wasteful(folder: &Folder, tables: &Tables) -> Result<bool, Fault> {
    let length = fs::metadata(folder.path().join(FILE))?.len();
    Ok(length > SLACK && length > 2 * tables.n_bytes_in_use()? + SLACK)
}

/// Replaces a file that is mostly unused with a compacted copy. Without the disk space for it, nothing changes.
fn give_back(folder: &Folder, tables: &Tables, n_commits: u64) -> Result<(), Fault> {
    match copy(folder, tables, n_commits) {
        Err(Fault::Io(error)) => {
            tracing::warn!("cannot compact the store: {error}");
            Ok(())
        }
        copied => copied.and_then(|()| give_name(folder)),
    }
}

/// Writes the contents of the file into a new one.
fn copy(folder: &Folder, tables: &Tables, n_commits: u64) -> Result<(), Fault> {
    let view = tables.view()?;
    write_new(folder, n_commits, |new| new.take_over(&view, n_commits))
}

/// Writes and syncs a new file, then reads it back. Removes it if its content differs from the written one.
fn write_new(
    folder: &Folder,
    n_commits: u64,
    fill: impl FnOnce(&Tables) -> Result<Tally, Fault>,
) -> Result<(), Fault> {
    let new = folder.path().join(NEW_FILE);
    remove_if_there(&new)?;
    fill_new(&new, n_commits, fill).inspect_err(|_| {
        // The next start removes it if this fails.
        let _ = remove_if_there(&new);
    })
}

fn fill_new(
    new: &Path,
    n_commits: u64,
    fill: impl FnOnce(&Tables) -> Result<Tally, Fault>,
) -> Result<(), Fault> {
    let tables = Tables::create(new, n_commits)?;
    let written = fill(&tables)?;
    drop(tables);
    fs::File::open(new)?.sync_all()?;
    let mut tables = Tables::open_to_read(new)?;
    tables.verify()?;
    check_is(&tables, n_commits)?;
    let mut found = Tally::default();
    tables.view()?.each(|key, stored| {
        found.add(key, stored);
        Ok(())
    })?;
    found.check(&written)
}

/// Renames the new file to the final name.
fn give_name(folder: &Folder) -> Result<(), Fault> {
    fs::rename(folder.path().join(NEW_FILE), folder.path().join(FILE))?;
    Ok(folder.sync()?)
}
