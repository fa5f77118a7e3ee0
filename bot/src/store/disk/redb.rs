//! A store in one file, kept by redb.

mod tables;

use std::{
    fs, io,
    sync::{Mutex, PoisonError, RwLock},
};

use self::tables::{Tables, View};
use super::{
    fault::{Fault, guarded},
    folder::{Folder, is_file},
};
use crate::ports::{Batch, Entry, Snapshot, Store, StoreError};

/// The file in the data folder.
const FILE: &str = "oddboard.redb";

/// The file while it is made. It gets its name once it is whole.
const NEW_FILE: &str = "oddboard.redb.new";

/// Keys and values in a file.
pub(super) struct RedbStore {
    folder: Folder,
    /// How many commits were made. Held by the one who writes.
    n_commits: Mutex<u64>,
    /// `None` after an error.
    tables: RwLock<Option<Tables>>,
}

impl RedbStore {
    /// Opens the file in the folder, or makes it.
    pub(super) fn open(folder: Folder) -> Result<RedbStore, StoreError> {
        let path = folder.path().to_owned();
        let (tables, n_commits) = guarded(&path, || open(&folder))?;
        Ok(RedbStore {
            folder,
            n_commits: Mutex::new(n_commits),
            tables: RwLock::new(Some(tables)),
        })
    }

    /// Works with the open tables; closes the store if that fails, but for an entry that is damaged.
    fn with<T>(&self, work: impl FnOnce(&Tables) -> Result<T, Fault>) -> Result<T, StoreError> {
        let result = {
            let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
            let tables = tables.as_ref().ok_or(StoreError::Closed)?;
            guarded(self.folder.path(), || work(tables))
        };
        if !matches!(result, Ok(_) | Err(StoreError::Damaged { .. })) {
            self.close();
        }
        result
    }

    fn close(&self) {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        *tables = None;
    }

    /// What can be seen now.
    fn view(&self) -> Result<View, StoreError> {
        self.with(Tables::view)
    }
}

impl Store for RedbStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.with(|tables| tables.view()?.get(key))
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.with(|tables| tables.view()?.scan(prefix, after, limit))
    }

    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        batch.check()?;
        let mut n_commits = self
            .n_commits
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let number = *n_commits + 1;
        self.with(|tables| {
            tables.commit(batch, number)?;
            Ok(self.folder.acknowledge(number)?)
        })?;
        *n_commits = number;
        Ok(())
    }

    fn reopen(&self) -> Result<(), StoreError> {
        let mut n_commits = self
            .n_commits
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.close();
        let (tables, found) = guarded(self.folder.path(), || open(&self.folder))?;
        *n_commits = found;
        *self.tables.write().unwrap_or_else(PoisonError::into_inner) = Some(tables);
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, StoreError> {
        let view = self.view()?;
        Ok(Box::new(Held { store: self, view }))
    }
}

/// A view with the store that it is of.
struct Held<'a> {
    store: &'a RedbStore,
    view: View,
}

impl Snapshot for Held<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        guarded(self.store.folder.path(), || self.view.get(key))
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        guarded(self.store.folder.path(), || {
            self.view.scan(prefix, after, limit)
        })
    }
}

/// Opens the file in a folder, or makes it; tells how many commits it holds.
fn open(folder: &Folder) -> Result<(Tables, u64), Fault> {
    let n_acknowledged = folder.n_acknowledged()?;
    let file = folder.path().join(FILE);
    if !is_file(&file)? {
        if n_acknowledged > 0 {
            return Err(Fault::Corrupt(format!("the file {FILE} is missing")));
        }
        make(folder, |_| Ok(()))?;
    }
    if fs::metadata(&file)?.len() == 0 {
        return Err(Fault::Corrupt(format!("the file {FILE} is empty")));
    }
    let tables = Tables::open(&file)?;
    let n_commits = tables.view()?.n_commits()?;
    if n_commits < n_acknowledged {
        let n_missing = n_acknowledged - n_commits;
        return Err(Fault::Corrupt(format!(
            "the last {n_missing} of {n_acknowledged} commits are missing"
        )));
    }
    Ok((tables, n_commits))
}

/// Makes the file with what `fill` puts into it. Whatever ends this in the middle, there is either the whole file or
/// none.
pub(super) fn make(
    folder: &Folder,
    fill: impl FnOnce(&mut dyn FnMut(&Batch) -> Result<(), Fault>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let new = folder.path().join(NEW_FILE);
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    let tables = Tables::create(&new)?;
    let mut n_commits = 0;
    fill(&mut |batch| {
        n_commits += 1;
        tables.commit(batch, n_commits)
    })?;
    drop(tables);
    let tables = Tables::open(&new)?;
    tables.view()?.verify()?;
    drop(tables);
    fs::File::open(&new)?.sync_all()?;
    fs::rename(&new, folder.path().join(FILE))?;
    Ok(folder.sync()?)
}
