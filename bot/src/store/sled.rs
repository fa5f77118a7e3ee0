//! A store in a folder on the disk, kept by sled.

mod layout;

use std::{
    any::Any,
    collections::BTreeMap,
    fs::{self, File, TryLockError},
    io,
    ops::Bound,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, RwLock},
    thread,
    time::{Duration, Instant},
};

use self::layout::{DATA, FORMAT, FORMAT_KEY, Head, PART, data_key, n_parts, part_key};
use crate::ports::{Batch, Entry, Store, StoreError};

/// What sled may keep of the tree in memory, in bytes.
const CACHE: u64 = 32 << 20;

/// How long a tree that was dropped may go on writing before it lets go of its file.
const LET_GO: Duration = Duration::from_secs(5);

/// Keys and values in a folder. One process at a time holds the folder.
pub struct SledStore {
    path: PathBuf,
    /// Ours and not sled's, so that no other process comes between when the tree is opened anew.
    _lock: File,
    /// sled wants one writer.
    writing: Mutex<()>,
    /// `None` after an error. Written while a batch is applied, so that a read sees all of it or nothing.
    tree: RwLock<Option<Tree>>,
}

impl SledStore {
    /// Opens the store in a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`], [`StoreError::Corrupt`] and [`StoreError::Format`] as they say, [`StoreError::Io`] if the
    /// folder cannot be made, read or written.
    pub fn open(path: &Path) -> Result<SledStore, StoreError> {
        let new = !path.exists();
        fs::create_dir_all(path).map_err(|e| about(path, "cannot be made or is not a folder", e))?;
        if new && let Some(parent) = path.canonicalize().map_err(StoreError::Io)?.parent() {
            sync_folder(parent)?;
        }
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join("lock"));
        let lock = lock.map_err(|e| about(path, "cannot be written", e))?;
        lock.try_lock().map_err(|e| match e {
            TryLockError::WouldBlock => StoreError::Locked {
                path: path.display().to_string(),
            },
            TryLockError::Error(e) => about(path, "cannot be locked", e),
        })?;
        let tree = guarded(path, || Tree::open(path))?;
        Ok(SledStore {
            path: path.to_owned(),
            _lock: lock,
            writing: Mutex::new(()),
            tree: RwLock::new(Some(tree)),
        })
    }

    /// Reads from the tree; closes the store if that fails.
    fn read<T>(&self, work: impl FnOnce(&Tree) -> Result<T, Fault>) -> Result<T, StoreError> {
        let result = {
            let tree = self.tree.read().unwrap_or_else(PoisonError::into_inner);
            let tree = tree.as_ref().ok_or(StoreError::Closed)?;
            guarded(&self.path, || work(tree))
        };
        result.inspect_err(|_| self.close())
    }

    fn close(&self) {
        let tree = self.tree.write().unwrap_or_else(PoisonError::into_inner).take();
        // A tree that has failed may fail once more when it is dropped; that it did is known already.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(tree)));
    }

    fn writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for SledStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(|tree| tree.get(key))
    }

    fn scan(&self, prefix: &[u8], after: Option<&[u8]>, limit: usize) -> Result<Vec<Entry>, StoreError> {
        self.read(|tree| tree.scan(prefix, after, limit))
    }

    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        batch.check()?;
        let _writing = self.writing();
        let applied = {
            let mut tree = self.tree.write().unwrap_or_else(PoisonError::into_inner);
            let tree = tree.as_mut().ok_or(StoreError::Closed)?;
            guarded(&self.path, || tree.apply(batch))
        };
        applied.inspect_err(|_| self.close())?;
        self.read(Tree::flush)
    }

    fn reopen(&self) -> Result<(), StoreError> {
        let _writing = self.writing();
        self.close();
        let tree = guarded(&self.path, || Tree::open(&self.path))?;
        *self.tree.write().unwrap_or_else(PoisonError::into_inner) = Some(tree);
        Ok(())
    }
}

/// The open tree.
struct Tree {
    db: sled::Db,
    /// The file that sled writes, opened a second time: sled's flush asks Linux to write, but not the disk to keep it.
    file: File,
}

impl Tree {
    fn open(path: &Path) -> Result<Tree, Fault> {
        let config = sled::Config::new()
            .path(path)
            .cache_capacity(CACHE)
            .flush_every_ms(None);
        let db = open_when_let_go(&config, path)?;
        let file = File::open(path.join("db"))?;
        let tree = Tree { db, file };
        tree.check_format()?;
        File::open(path.join("conf"))?.sync_all()?;
        sync_folder(path)?;
        Ok(tree)
    }

    fn check_format(&self) -> Result<(), Fault> {
        match self.db.get(FORMAT_KEY)? {
            Some(format) if format == FORMAT => Ok(()),
            Some(format) => {
                let format = String::from_utf8_lossy(&format).into_owned();
                Err(Fault::Format(format!("its format is {format:?}, not {FORMAT:?}")))
            }
            None if self.db.iter().next().is_none() => {
                self.db.insert(FORMAT_KEY, FORMAT)?;
                self.flush()
            }
            None => Err(Fault::Format("it does not say what wrote it".to_owned())),
        }
    }

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        let stored = self.db.get(data_key(key))?;
        stored.map(|stored| self.value(key, &stored)).transpose()
    }

    fn scan(&self, prefix: &[u8], after: Option<&[u8]>, limit: usize) -> Result<Vec<Entry>, Fault> {
        let first = match after {
            Some(after) if after >= prefix => Bound::Excluded(data_key(after)),
            _ => Bound::Included(data_key(prefix)),
        };
        let mut entries = Vec::new();
        for entry in self.db.range((first, Bound::Excluded(vec![DATA + 1]))).take(limit) {
            let (stored_key, stored) = entry?;
            let key = &stored_key[1..];
            if !key.starts_with(prefix) {
                break;
            }
            entries.push((key.to_vec(), self.value(key, &stored)?));
        }
        Ok(entries)
    }

    /// The value of a key, given what is stored under the key itself.
    fn value(&self, key: &[u8], stored: &[u8]) -> Result<Vec<u8>, Fault> {
        let length = match head(stored)? {
            Head::Whole(value) => return Ok(value.to_vec()),
            Head::Parts(length) => length,
        };
        let mut value = Vec::new();
        for part in 0..n_parts(length) {
            let part = self.db.get(part_key(key, part))?;
            value.extend_from_slice(&part.ok_or_else(|| Fault::Corrupt("a part of a value is missing".to_owned()))?);
        }
        if value.len() == length {
            Ok(value)
        } else {
            Err(Fault::Corrupt("a part of a value is cut off".to_owned()))
        }
    }

    fn apply(&self, batch: &Batch) -> Result<(), Fault> {
        let last: BTreeMap<&[u8], Option<&[u8]>> = batch
            .changes
            .iter()
            .map(|(key, value)| (&key[..], value.as_deref()))
            .collect();
        let mut stored = sled::Batch::default();
        for (key, value) in last {
            self.change(&mut stored, key, value)?;
        }
        Ok(self.db.apply_batch(stored)?)
    }

    fn change(&self, batch: &mut sled::Batch, key: &[u8], value: Option<&[u8]>) -> Result<(), Fault> {
        let data_key = data_key(key);
        let n_old = match self.db.get(&data_key)? {
            Some(stored) => match head(&stored)? {
                Head::Whole(_) => 0,
                Head::Parts(length) => n_parts(length),
            },
            None => 0,
        };
        let n_new = value.map_or(0, |value| n_parts(value.len()));
        for part in n_new..n_old {
            batch.remove(part_key(key, part));
        }
        let Some(value) = value else {
            batch.remove(data_key);
            return Ok(());
        };
        batch.insert(data_key, Head::of(value));
        for (part, bytes) in value.chunks(PART).take(n_new).enumerate() {
            batch.insert(part_key(key, part), bytes);
        }
        Ok(())
    }

    fn flush(&self) -> Result<(), Fault> {
        self.db.flush()?;
        Ok(self.file.sync_data()?)
    }
}

fn head(stored: &[u8]) -> Result<Head<'_>, Fault> {
    Head::read(stored).ok_or_else(|| Fault::Corrupt("a value is not as it was written".to_owned()))
}

/// Opens sled; a tree dropped a moment ago may still be writing in the background and holds its file until then.
fn open_when_let_go(config: &sled::Config, path: &Path) -> Result<sled::Db, Fault> {
    let start = Instant::now();
    loop {
        let let_go = match File::open(path.join("db")) {
            Ok(file) => file.try_lock().is_ok(),
            Err(_) => true,
        };
        if let_go || start.elapsed() > LET_GO {
            return Ok(config.open()?);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Makes the names in a folder durable.
fn sync_folder(path: &Path) -> Result<(), StoreError> {
    let synced = File::open(path).and_then(|folder| folder.sync_all());
    synced.map_err(|e| about(path, "cannot be synced", e))
}

/// An error of the system with the folder and what could not be done with it.
fn about(path: &Path, what: &str, error: io::Error) -> StoreError {
    let text = format!(
        "{} {what} ({error}); check its owner and rights or choose another folder with --data",
        path.display()
    );
    StoreError::Io(io::Error::new(error.kind(), text))
}

/// What went wrong, before it is known in which folder.
enum Fault {
    Store(StoreError),
    Io(io::Error),
    Corrupt(String),
    Format(String),
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Store(error)
    }
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
            error => Fault::Corrupt(error.to_string()),
        }
    }
}

/// Works with sled, which panics on much of what it does not expect to find in its files.
fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, Fault>) -> Result<T, StoreError> {
    let result = catch_unwind(AssertUnwindSafe(work));
    let fault = match result {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(fault)) => fault,
        Err(panic) => Fault::Corrupt(panic_text(&*panic)),
    };
    let path = path.display().to_string();
    Err(match fault {
        Fault::Store(error) => error,
        Fault::Io(error) => StoreError::Io(error),
        Fault::Corrupt(detail) => StoreError::Corrupt { path, detail },
        Fault::Format(detail) => StoreError::Format { path, detail },
    })
}

/// What a panic said.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown")
        .to_owned()
}
