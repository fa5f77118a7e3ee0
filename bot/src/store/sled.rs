//! A store in a folder on the disk, kept by sled.
//!
//! What sled does not do for us, and is done here: it does not sync what it writes; it panics on much of what it does
//! not expect in its files; it takes damage for the traces of a sudden end, and silently leaves out what it touched; and
//! it takes too long to make a few small changes durable, so they go through a [`journal`].

mod claim;
mod journal;
mod layout;
#[cfg(test)]
mod tests;
mod tree;

use std::{
    any::Any,
    fs::{self, File},
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, RwLock},
};

use self::{claim::Claim, journal::Journal, tree::Tree};
use super::backup::UNFINISHED;
use crate::ports::{Batch, Entry, Store, StoreError};

/// Up to this many entries are read and compared with what was written whenever the store is opened (some 10 ms).
/// More would make the start slow; [`Store::verify`] reads them all.
const VERIFIED_AT_OPENING: u64 = 10_000;

/// Keys and values in a folder. One process at a time holds the folder.
pub struct SledStore {
    folder: PathBuf,
    /// Ours and not sled's, so that no other process comes between when the tree is opened anew.
    claim: Claim,
    /// Held by the one who writes.
    journal: Mutex<Journal>,
    /// `None` after an error. Written while a batch is taken in, so that a read sees all of it or nothing.
    tree: RwLock<Option<Tree>>,
}

impl SledStore {
    /// Opens the store in a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`], [`StoreError::Corrupt`] and [`StoreError::Format`] as they say, [`StoreError::Io`] if the
    /// folder cannot be made, read or written.
    pub fn open(folder: &Path) -> Result<SledStore, StoreError> {
        let (claim, journal, tree) = guarded(folder, || {
            make_folder(folder)?;
            let claim = Claim::take(folder)?;
            let (journal, tree) = open_both(folder, &claim)?;
            match tree.get(UNFINISHED)? {
                None => Ok((claim, journal, tree)),
                Some(_) => Err(Fault::Corrupt(
                    "it was being restored and that was interrupted".to_owned(),
                )),
            }
        })?;
        Ok(SledStore {
            folder: folder.to_owned(),
            claim,
            journal: Mutex::new(journal),
            tree: RwLock::new(Some(tree)),
        })
    }

    /// Works with the open tree; closes the store if that fails.
    fn read<T>(&self, work: impl FnOnce(&Tree) -> Result<T, Fault>) -> Result<T, StoreError> {
        let result = {
            let tree = self.tree.read().unwrap_or_else(PoisonError::into_inner);
            let tree = tree.as_ref().ok_or(StoreError::Closed)?;
            guarded(&self.folder, || work(tree))
        };
        result.inspect_err(|_| self.close())
    }

    fn close(&self) {
        let tree = self
            .tree
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        // A tree that has failed may fail once more when it is dropped; that it did is known already.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(tree)));
    }

    /// Changes what is known of the open tree.
    fn change(&self, change: impl FnOnce(&mut Tree)) {
        let mut tree = self.tree.write().unwrap_or_else(PoisonError::into_inner);
        tree.as_mut().map(change);
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has sled write what is in the journal.
    fn write(&self, journal: &mut Journal) -> Result<(), StoreError> {
        let totals = self.read(|tree| tree.write(journal.n_commits()))?;
        self.change(|tree| tree.forget(totals));
        self.read(|_| Ok(journal.begin_anew()?))
    }
}

impl Store for SledStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(|tree| tree.get(key))
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.read(|tree| tree.scan(prefix, after, limit))
    }

    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        batch.check()?;
        let mut journal = self.journal();
        self.read(|_| Ok(journal.append(batch)?))?;
        self.change(|tree| tree.remember(batch.clone()));
        self.read(|_| Ok(self.claim.acknowledge(journal.n_commits())?))?;
        if journal.is_long() {
            self.write(&mut journal)?;
        }
        Ok(())
    }

    fn reopen(&self) -> Result<(), StoreError> {
        let mut journal = self.journal();
        self.close();
        let (anew, tree) = guarded(&self.folder, || open_both(&self.folder, &self.claim))?;
        *journal = anew;
        *self.tree.write().unwrap_or_else(PoisonError::into_inner) = Some(tree);
        Ok(())
    }

    fn verify(&self) -> Result<(), StoreError> {
        let _nobody_writes = self.journal();
        self.read(Tree::verify)
    }
}

fn make_folder(folder: &Path) -> Result<(), Fault> {
    if folder.is_dir() {
        return Ok(());
    }
    if folder.exists() {
        return Err(Fault::Io(io::ErrorKind::NotADirectory.into()));
    }
    fs::create_dir_all(folder)?;
    folder.canonicalize()?.parent().map_or(Ok(()), sync_folder)
}

fn open_both(folder: &Path, claim: &Claim) -> Result<(Journal, Tree), Fault> {
    let n_acknowledged = claim.acknowledged()?;
    let mut tree = Tree::open(folder)?;
    let totals = tree.totals();
    let (journal, commits) = Journal::open(folder, totals.n_commits)?;
    if journal.n_commits() < n_acknowledged {
        let n_missing = n_acknowledged - journal.n_commits();
        return Err(Fault::Corrupt(format!(
            "the last {n_missing} of {n_acknowledged} commits are missing"
        )));
    }
    if totals.content.n_entries <= VERIFIED_AT_OPENING {
        tree.verify()?;
    }
    for batch in commits {
        tree.remember(batch);
    }
    Ok((journal, tree))
}

/// Makes the names in a folder durable.
fn sync_folder(folder: &Path) -> Result<(), Fault> {
    Ok(File::open(folder)?.sync_all()?)
}

/// What went wrong, before it is said in which folder.
enum Fault {
    Io(io::Error),
    Locked,
    Corrupt(String),
    Format(String),
    /// What is in the tree was not written by us.
    NotOurs,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

impl From<sled::Error> for Fault {
    fn from(error: sled::Error) -> Fault {
        match error {
            sled::Error::Io(error) => Fault::Io(error),
            sled::Error::Unsupported(detail) => Fault::Format(detail),
            sled::Error::Corruption { .. } => {
                Fault::Corrupt("sled cannot read its own files".to_owned())
            }
            error => Fault::Corrupt(error.to_string()),
        }
    }
}

impl Fault {
    fn at(self, folder: &Path) -> StoreError {
        let path = folder.display().to_string();
        match self {
            Fault::Io(error) => {
                // sled passes errors of the system on as what a programmer prints; their kind reads better.
                let text = match error.kind() {
                    io::ErrorKind::Other => error.to_string(),
                    kind => kind.to_string(),
                };
                StoreError::Io(io::Error::new(error.kind(), format!("{path}: {text}")))
            }
            Fault::Locked => StoreError::Locked { path },
            Fault::Corrupt(detail) => StoreError::Corrupt { path, detail },
            Fault::Format(detail) => StoreError::Format { path, detail },
            Fault::NotOurs => StoreError::Corrupt {
                path,
                detail: "an entry is not as it was written".to_owned(),
            },
        }
    }
}

/// Works with sled, whose panics are faults like others.
fn guarded<T>(folder: &Path, work: impl FnOnce() -> Result<T, Fault>) -> Result<T, StoreError> {
    let result = catch_unwind(AssertUnwindSafe(work));
    result
        .unwrap_or_else(|panic| {
            Err(Fault::Corrupt(format!(
                "sled gave up: {}",
                panic_text(&*panic)
            )))
        })
        .map_err(|fault| fault.at(folder))
}

/// What a panic said.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown")
        .to_owned()
}
