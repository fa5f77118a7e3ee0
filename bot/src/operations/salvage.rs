//! Saves the intact part of damaged data.

use std::{
    fs, io,
    io::BufReader,
    mem,
    path::{Path, PathBuf},
};

use super::report::{Report, examine_all};
use api::{Batch, Entry, Store, StoreError};
use kit::files;
use store::{Engine, RestoreError, UNFINISHED};

/// The number of bytes after which the read entries are committed.
const CHUNK: usize = 1 << 20;

/// The number of entries that are read at a time.
const PAGE: usize = 64;

/// The result of a salvage.
#[derive(Debug)]
pub struct Salvage {
    /// The contents of the new folder.
    pub saved: Report,
    /// The problems of the lost data; empty if nothing was lost.
    pub lost: Vec<String>,
}

/// The salvage saved nothing.
#[derive(Debug, thiserror::Error)]
pub enum SalvageError {
    /// The source cannot be read.
    #[error("{0}; nothing of it can be saved")]
    From(StoreError),
    /// It has no intact entry.
    #[error(
        "nothing of the data in {path} can be saved ({detail}); restore a backup into a new folder with `oddboard restore`"
    )]
    Damaged {
        /// The folder.
        path: String,
        /// The damage.
        detail: String,
    },
    /// It is no backup.
    #[error(transparent)]
    Backup(RestoreError),
    /// It cannot be read.
    #[error("{path}: {error}")]
    Io {
        /// The file or folder.
        path: String,
        /// The reason.
        error: io::Error,
    },
    /// The new folder cannot be used.
    #[error("{0}; nothing was saved")]
    To(#[from] StoreError),
    /// There are no data.
    #[error("{0}: there are no data of Oddboard in this folder")]
    Nothing(String),
    /// The new folder would lie in the source.
    #[error("{0} lies in the folder that is saved from; name one outside of it")]
    Inside(String),
    /// The new folder exists already.
    #[error("{0} is there already; name a folder that is not")]
    Taken(String),
}

/// Saves the intact part of a data folder, or of a backup, into a new folder. Does not write to the source.
///
/// # Errors
///
/// See [`SalvageError`]. The new folder does not exist then.
pub fn salvage(from: &Path, to: &Path, engine: Engine) -> Result<Salvage, SalvageError> {
    if fs::symlink_metadata(to).is_ok() {
        return Err(SalvageError::Taken(to.display().to_string()));
    }
    if files::would_be_in(to, from).map_err(|error| unreadable(from, error))? {
        return Err(SalvageError::Inside(to.display().to_string()));
    }
    let salvaged = Heap::new(to, engine).and_then(|heap| heap.salvage(from));
    if salvaged.is_err() {
        // The salvage made the whole folder, and the message explains why it is useless.
        let _ = fs::remove_dir_all(to);
    }
    salvaged
}

/// The new folder, marked as unfinished until all incomplete matches are removed.
struct Heap {
    path: PathBuf,
    store: Box<dyn Store>,
    /// The uncommitted entries, and their bytes.
    batch: Batch,
    size: usize,
    lost: Vec<String>,
    /// True if the source was marked as unfinished.
    was_unfinished: bool,
}

impl Heap {
    fn new(path: &Path, engine: Engine) -> Result<Heap, SalvageError> {
        let mut batch = Batch::default();
        batch.put(UNFINISHED, "");
        Ok(Heap {
            path: path.to_owned(),
            store: store::open(engine, path)?,
            batch,
            size: 0,
            lost: Vec::new(),
            was_unfinished: false,
        })
    }

    fn salvage(mut self, from: &Path) -> Result<Salvage, SalvageError> {
        let wrong = if from.is_dir() {
            self.read_folder(from)?
        } else {
            self.read_backup(from)?
        };
        self.commit()?;
        if self.was_unfinished {
            self.lost.push(
                "a backup was being restored and that was interrupted; the rest is in the backup"
                    .to_owned(),
            );
        }
        let lost = [wrong, self.lost, drop_damaged(&*self.store)?].concat();
        let saved = Report::of(&*self.store.snapshot()?)?;
        Ok(Salvage { saved, lost })
    }

    fn take(&mut self, (key, value): Entry) -> Result<(), StoreError> {
        if key == UNFINISHED {
            self.was_unfinished = true;
            return Ok(());
        }
        let size = key.len() + value.len();
        let mut entry = Batch::default();
        entry.put(key, value);
        if let Err(error) = entry.check() {
            self.lost.push(error.to_string());
            return Ok(());
        }
        self.batch.changes.append(&mut entry.changes);
        self.size += size;
        if self.size > CHUNK {
            self.commit()?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.size = 0;
        self.store.commit(&mem::take(&mut self.batch))
    }

    /// Reads a backup; returns its problems.
    fn read_backup(&mut self, file: &Path) -> Result<Vec<String>, SalvageError> {
        let text = files::open(file).map_err(|error| unreadable(file, error))?;
        store::salvage_backup(BufReader::new(text), &mut |entry| self.take(entry)).map_err(
            |error| match error {
                RestoreError::Store(error) => SalvageError::To(error),
                error => SalvageError::Backup(error),
            },
        )
    }

    /// Reads a folder without writing to it; returns its problems.
    fn read_folder(&mut self, from: &Path) -> Result<Vec<String>, SalvageError> {
        let to = self.path.clone();
        let mut is_taking = false;
        let salvaged = store::salvage(from, &to, &mut |entry| {
            is_taking = true;
            self.take(entry)?;
            is_taking = false;
            Ok(())
        });
        match salvaged {
            Ok(Some(salvaged)) => Ok(problems(&salvaged)),
            Ok(None) => Err(SalvageError::Nothing(from.display().to_string())),
            Err(error) if is_taking => Err(SalvageError::To(error)),
            Err(StoreError::Corrupt { path, detail }) => {
                Err(SalvageError::Damaged { path, detail })
            }
            Err(error) => Err(SalvageError::From(error)),
        }
    }
}

/// Drops damaged entries, those of damaged matches, and the mark; returns the damage.
fn drop_damaged(store: &dyn Store) -> Result<Vec<String>, StoreError> {
    let (damage, problems) = {
        let held = store.snapshot()?;
        (examine_all(&*held)?, Report::of(&*held)?.problems())
    };
    let mut after = Vec::new();
    loop {
        let page = store.scan(b"", Some(&after), PAGE)?;
        let Some((last, _)) = page.last() else { break };
        after.clone_from(last);
        let mut batch = Batch::default();
        for (key, value) in page {
            if key != UNFINISHED && !damage.spares(&key, &value) {
                batch.remove(key);
            }
        }
        if !batch.is_empty() {
            store.commit(&batch)?;
        }
    }
    let mut batch = Batch::default();
    batch.remove(UNFINISHED);
    store.commit(&batch)?;
    Ok(problems)
}

fn unreadable(path: &Path, error: io::Error) -> SalvageError {
    SalvageError::Io {
        path: path.display().to_string(),
        error,
    }
}

/// Lists the problems of a folder.
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
            "what could be saved {} may be as it was before the last changes",
            between(keys)
        )
    });
    let faults = salvaged.faults.iter().cloned();
    faults.chain(damaged).chain(lost).chain(outdated).collect()
}
