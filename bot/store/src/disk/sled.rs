//! A store in a folder of sled.
//!
//! Commits survive a crash of the process. They need not survive a power loss, and damage is not always noticed.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    ops::Bound,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Mutex, RwLock},
    thread,
    time::{Duration, Instant},
};

use super::{
    copy::copy,
    fault::{EntrySink, Fault, guarded},
    folder::{Folder, is_folder},
};
use api::{Batch, Entry, Rows, Store, StoreError, first};
use kit::{
    files::{make_private, make_private_folder, scratch_folder},
    lock, unpoisoned,
};

/// The name of sled's folder in the data folder.
const FOLDER: &str = "sled";

/// The size of sled's cache, in bytes.
const CACHE: u64 = 32 << 20;

/// The time for which a dropped tree can continue writing before it releases its file.
const LET_GO: Duration = Duration::from_secs(2);

/// Keys and values in a folder.
pub(super) struct SledStore {
    folder: Folder,
    /// The path of sled's folder.
    path: PathBuf,
    /// Held by the writing thread.
    writing: Mutex<()>,
    /// `None` after an error. Locked for writing during a commit, so that a read sees all of a batch or nothing.
    tree: RwLock<Option<sled::Db>>,
}

impl SledStore {
    /// Opens sled in the data folder and creates it if needed.
    pub(super) fn open(folder: Folder) -> Result<SledStore, StoreError> {
        let path = folder.path().join(FOLDER);
        let tree = guarded(folder.path(), || {
            let tree = open(&path)?;
            folder.sync()?;
            Ok(tree)
        })?;
        Ok(SledStore {
            folder,
            path,
            writing: Mutex::new(()),
            tree: RwLock::new(Some(tree)),
        })
    }

    /// Runs work with the tree and closes the store if that fails.
    fn with<T>(&self, work: impl FnOnce(&sled::Db) -> Result<T, Fault>) -> Result<T, StoreError> {
        let result = {
            let tree = unpoisoned(self.tree.read());
            let tree = tree.as_ref().ok_or(StoreError::Closed)?;
            guarded(self.folder.path(), || work(tree))
        };
        result.inspect_err(|_| self.close())
    }

    fn close(&self) {
        let tree = unpoisoned(self.tree.write()).take();
        // A failed tree may fail once more when it is dropped; the failure is known already.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(tree)));
    }
}

impl Rows for SledStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.with(|tree| Ok(tree.get(key)?.map(|value| value.to_vec())))
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.with(|tree| {
            let mut entries = Vec::new();
            let range = (first(prefix, after), Bound::Unbounded);
            for entry in tree.range::<&[u8], _>(range).take(limit) {
                let (key, value) = entry?;
                if !key.starts_with(prefix) {
                    break;
                }
                entries.push((key.to_vec(), value.to_vec()));
            }
            Ok(entries)
        })
    }
}

impl Store for SledStore {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        batch.check()?;
        let _writing = lock(&self.writing);
        batch.check_conditions(self)?;
        let applied = {
            let tree = unpoisoned(self.tree.write());
            let tree = tree.as_ref().ok_or(StoreError::Closed)?;
            guarded(self.folder.path(), || Ok(tree.apply_batch(changes(batch))?))
        };
        applied.inspect_err(|_| self.close())?;
        self.with(|tree| Ok(tree.flush().map(drop)?))
    }

    fn reopen(&self) -> Result<(), StoreError> {
        let _writing = lock(&self.writing);
        self.close();
        let tree = guarded(self.folder.path(), || open(&self.path))?;
        *unpoisoned(self.tree.write()) = Some(tree);
        Ok(())
    }

    fn give_back(&self) -> Result<(), StoreError> {
        // sled reuses its free space and does not return it to the system.
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        // A reader can take long, and an unchanged tree would allow no commit.
        let entries = self.scan(b"", None, usize::MAX)?;
        Ok(Box::new(entries.into_iter().collect::<BTreeMap<_, _>>()))
    }
}

/// Passes every entry in sled's folder to `take`. sled writes to the folder.
pub(super) fn read(folder: &Path, take: EntrySink<'_>) -> Result<(), Fault> {
    for entry in &*open(folder)? {
        let (key, value) = entry?;
        take((key.to_vec(), value.to_vec()))?;
    }
    Ok(())
}

/// Returns all entries of sled in a data folder, which stays unchanged.
pub(super) fn read_copy(data: &Path) -> Result<BTreeMap<Vec<u8>, Vec<u8>>, Fault> {
    let scratch = scratch_folder()?;
    let copied = scratch.path().join(FOLDER);
    copy(&folder(data), &copied)?;
    let mut entries = BTreeMap::new();
    read(&copied, &mut |(key, value)| {
        entries.insert(key, value);
        Ok(())
    })?;
    Ok(entries)
}

/// Returns the path of sled's folder in a data folder.
pub(super) fn folder(data: &Path) -> PathBuf {
    data.join(FOLDER)
}

fn changes(batch: &Batch) -> sled::Batch {
    let mut changes = sled::Batch::default();
    for (key, value) in &batch.changes {
        match value {
            Some(value) => changes.insert(&key[..], &value[..]),
            None => changes.remove(&key[..]),
        }
    }
    changes
}

/// Opens sled in a folder and creates it if needed.
fn open(folder: &Path) -> Result<sled::Db, Fault> {
    until_let_go(&folder.join("db"))?;
    make_private_folder(folder)?;
    remove_half_written(folder)?;
    let config = sled::Config::new()
        .path(folder)
        .cache_capacity(CACHE)
        .flush_every_ms(None);
    let tree = config.open()?;
    // Any user with access to the folder could read the files that sled creates later.
    make_private(folder)?;
    Ok(tree)
}

/// Waits until a dropped tree, which may still write in the background, has released its file.
fn until_let_go(file: &Path) -> Result<(), Fault> {
    let start = Instant::now();
    while file.try_exists()? && File::open(file)?.try_lock().is_err() {
        if start.elapsed() > LET_GO {
            return Err(Fault::Locked);
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// Removes partial files that sled leaves if it is stopped while opening, and that it would take for complete the next
/// time.
fn remove_half_written(folder: &Path) -> Result<(), Fault> {
    if !is_folder(folder)? {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let half_snapshot = name.starts_with("snap.") && name.ends_with(".generating");
        let early_settings = name == "conf" && !folder.join("db").try_exists()?;
        if half_snapshot || early_settings {
            fs::remove_file(folder.join(&*name))?;
        }
    }
    Ok(())
}

impl From<sled::Error> for Fault {
    fn from(error: sled::Error) -> Fault {
        match error {
            sled::Error::Io(error) => Fault::Io(error),
            sled::Error::Unsupported(detail) => Fault::Format(detail),
            sled::Error::Corruption { .. } => {
                Fault::Corrupt("sled cannot read its own files".to_owned())
            }
            error => Fault::Corrupt(io::Error::from(error).to_string()),
        }
    }
}
