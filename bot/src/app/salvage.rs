//! Saving what is whole of what is damaged.

use std::{
    ffi::OsStr,
    fs, io,
    io::BufReader,
    path::{Path, PathBuf},
};

use super::report::{Report, examine_all};
use crate::{
    files,
    ports::{Batch, Entry, Store, StoreError},
    store::{self, BackupError, Engine, MemoryStore, RestoreError, UNFINISHED, backup, restore},
};

/// The file by which a folder of redb is known.
const REDB: &str = "oddboard.redb";

/// The files by which folders are held while they are in use.
const LOCKS: [&str; 2] = ["oddboard.lock", "acknowledged"];

/// The data of sled and of earlier releases. What begins with the last belongs to them too.
const OTHERS: [&str; 5] = ["sled", "db", "conf", "journal", "blobs"];
const SNAPSHOT: &str = "snap.";

/// What was saved, and what was not.
#[derive(Debug)]
pub struct Salvage {
    /// What is in the new folder.
    pub saved: Report,
    /// What could not be saved; nothing if all was.
    pub lost: Vec<String>,
}

/// Nothing was saved.
#[derive(Debug, thiserror::Error)]
pub enum SalvageError {
    /// What is to be saved cannot be read at all.
    #[error("{0}; nothing of it can be saved")]
    From(StoreError),
    /// It cannot be read.
    #[error("{path}: {error}")]
    Io {
        /// Which file or folder.
        path: String,
        /// Why not.
        error: io::Error,
    },
    /// The new folder cannot be used.
    #[error("{0}")]
    To(#[from] RestoreError),
    /// There are no data.
    #[error("{0}: there are no data of Oddboard in this folder")]
    Nothing(String),
    /// The new folder would lie in what is saved from.
    #[error("{0} lies in the folder that is saved from; name one outside of it")]
    Inside(String),
    /// The new folder is there already.
    #[error("{0} is there already; name a folder that is not")]
    Taken(String),
}

/// Saves what is whole of a data folder, or of a backup, into a new folder. What is saved from is not written to.
///
/// # Errors
///
/// See [`SalvageError`].
pub fn salvage(from: &Path, to: &Path, engine: Engine) -> Result<Salvage, SalvageError> {
    if fs::symlink_metadata(to).is_ok() {
        return Err(SalvageError::Taken(to.display().to_string()));
    }
    if is_inside(to, from).map_err(|error| unreadable(from, error))? {
        return Err(SalvageError::Inside(to.display().to_string()));
    }
    let pile = Pile::default();
    let mut lost = if from.is_dir() {
        pile.read_folder(from, to)?
    } else {
        pile.read_backup(from)?
    };
    lost.extend(pile.drop_mark().map_err(SalvageError::From)?);
    lost.extend(pile.drop_damaged().map_err(SalvageError::From)?);
    let saved = pile.put(to, engine)?;
    Ok(Salvage { saved, lost })
}

/// Whether a path that does not lead anywhere yet would lead into a folder.
fn is_inside(path: &Path, folder: &Path) -> io::Result<bool> {
    let folder = folder.canonicalize()?;
    let path = std::path::absolute(path)?;
    let there = path.ancestors().find_map(|above| above.canonicalize().ok());
    Ok(there.is_some_and(|there| there.starts_with(folder)))
}

/// What was read, until it is known what of it belongs together.
#[derive(Default)]
struct Pile(MemoryStore);

impl Pile {
    fn take(&self, (key, value): Entry) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.put(key, value);
        self.0.commit(&batch)
    }

    fn read_backup(&self, file: &Path) -> Result<Vec<String>, SalvageError> {
        let text = files::open(file).map_err(|error| unreadable(file, error))?;
        store::salvage_backup(BufReader::new(text), &mut |entry| self.take(entry))
            .map_err(SalvageError::To)
    }

    /// Reads a folder without writing to it.
    fn read_folder(&self, from: &Path, to: &Path) -> Result<Vec<String>, SalvageError> {
        if from.join(REDB).exists() {
            let salvaged = store::salvage(from, &mut |entry| self.take(entry));
            return Ok(problems(&salvaged.map_err(SalvageError::From)?));
        }
        if !OTHERS.iter().any(|name| from.join(name).exists()) {
            return Err(SalvageError::Nothing(from.display().to_string()));
        }
        // The others write when they are opened.
        let copy = Copy::of(from, to)?;
        let opened = match store::open(Engine::Redb, &copy.0) {
            Err(StoreError::OtherEngine { .. }) => store::open(Engine::Sled, &copy.0),
            opened => opened,
        };
        Ok(self.read_store(&*opened.map_err(SalvageError::From)?))
    }

    /// Takes one entry after another; tells what cannot be read.
    fn read_store(&self, store: &dyn Store) -> Vec<String> {
        let mut problems = Vec::new();
        let mut after = None;
        loop {
            let page = store.scan(b"", after.as_deref(), 1);
            let taken = page.and_then(|mut page| match page.pop() {
                Some(entry) => {
                    let key = entry.0.clone();
                    self.take(entry).map(|()| Some(key))
                }
                None => Ok(None),
            });
            match taken {
                Ok(None) => return problems,
                Ok(key) => after = key,
                Err(error) => {
                    problems.push(error.to_string());
                    match error {
                        StoreError::Damaged { key, .. } => after = Some(key),
                        _ => return problems,
                    }
                }
            }
        }
    }

    /// Drops the mark of data that were being restored; tells that it was there.
    fn drop_mark(&self) -> Result<Option<String>, StoreError> {
        if self.0.get(UNFINISHED)?.is_none() {
            return Ok(None);
        }
        let mut batch = Batch::default();
        batch.remove(UNFINISHED);
        self.0.commit(&batch)?;
        let problem =
            "a backup was being restored and that was interrupted; the rest is in the backup";
        Ok(Some(problem.to_owned()))
    }

    /// Drops what is damaged, and what belongs to a match that is; tells what that was.
    fn drop_damaged(&self) -> Result<Vec<String>, StoreError> {
        let held = self.0.snapshot()?;
        let damage = examine_all(&*held)?;
        let mut batch = Batch::default();
        for (key, value) in held.scan(b"", None, usize::MAX)? {
            if !damage.spares(&key, &value) {
                batch.remove(key);
            }
        }
        self.0.commit(&batch)?;
        Ok(Report::of(&*held)?.problems())
    }

    /// Puts it all into a new folder.
    fn put(&self, to: &Path, engine: Engine) -> Result<Report, SalvageError> {
        let held = self.0.snapshot().map_err(SalvageError::From)?;
        let mut text = Vec::new();
        backup(&*held, &mut text).map_err(|error| match error {
            BackupError::Store(error) => SalvageError::From(error),
            error => unreadable(to, io::Error::other(error)),
        })?;
        let store = store::open(engine, to).map_err(RestoreError::Store)?;
        restore(&*store, &*text)?;
        Report::of(&*held).map_err(SalvageError::From)
    }
}

fn unreadable(path: &Path, error: io::Error) -> SalvageError {
    SalvageError::Io {
        path: path.display().to_string(),
        error,
    }
}

/// What could not be read of a folder of redb.
fn problems(salvaged: &store::Salvaged) -> Vec<String> {
    let between = |keys: &store::KeyRange| {
        let name = |key: &Option<Vec<u8>>, open: &str| match key {
            Some(key) => key.escape_ascii().to_string(),
            None => open.to_owned(),
        };
        let after = name(&keys.after, "the first");
        let until = name(&keys.until, "the last");
        format!("between {after} and {until}")
    };
    let damaged = salvaged.damaged.iter();
    let damaged = damaged.map(|key| format!("{} is damaged", key.escape_ascii()));
    let lost = salvaged.lost.iter();
    let lost = lost.map(|keys| format!("entries are lost {}", between(keys)));
    let outdated = salvaged.outdated.iter();
    let outdated = outdated.map(|keys| {
        format!(
            "what could be saved {} is as it was one change before the last",
            between(keys)
        )
    });
    damaged.chain(lost).chain(outdated).collect()
}

/// A copy of a data folder; it is removed when this is dropped.
struct Copy(PathBuf);

impl Copy {
    /// Copies a folder that nobody uses to a place beside the new folder.
    fn of(from: &Path, to: &Path) -> Result<Copy, SalvageError> {
        if LOCKS.iter().any(|lock| is_held(&from.join(lock))) {
            let path = from.display().to_string();
            return Err(SalvageError::From(StoreError::Locked { path }));
        }
        let mut name = to.as_os_str().to_owned();
        name.push(".copy");
        let copy = PathBuf::from(name);
        if fs::symlink_metadata(&copy).is_ok() {
            return Err(SalvageError::Taken(copy.display().to_string()));
        }
        let copy = Copy(copy);
        copy_folder(from, &copy.0, is_data).map_err(|error| unreadable(from, error))?;
        Ok(copy)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // The data are in the new folder by now, or the message says why they are not.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whether another process holds a folder by this file.
fn is_held(lock: &Path) -> bool {
    let tried = files::open(lock).map(|file| file.try_lock());
    matches!(tried, Ok(Err(fs::TryLockError::WouldBlock)))
}

/// Whether this is the name of a file or folder with data, or of a lock that tells how many there are.
fn is_data(name: &OsStr) -> bool {
    let mut names = OTHERS.iter().chain(&LOCKS);
    names.any(|known| name == *known) || name.to_string_lossy().starts_with(SNAPSHOT)
}

/// Copies the files and folders of these names, with all that is in them.
fn copy_folder(from: &Path, to: &Path, is_meant: fn(&OsStr) -> bool) -> io::Result<()> {
    files::make_private_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        if !is_meant(&name) {
            continue;
        }
        if kind.is_file() {
            fs::copy(entry.path(), to.join(name))?;
        } else if kind.is_dir() {
            copy_folder(&entry.path(), &to.join(name), |_| true)?;
        }
    }
    Ok(())
}
