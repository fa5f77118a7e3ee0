//! The data folder: private, and held by one process at a time.

use std::{
    fs::{self, File, FileType, Metadata, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use super::fault::Fault;
use kit::files::{Relation, keep_private, make_private_folder};

/// The lock file, by which a process holds the folder.
///
/// It also holds the number of acknowledged commits, twice. An engine cannot distinguish a commit that was torn by a power loss
/// from a commit that was damaged later. It silently drops both. This number distinguishes them. It is written after each
/// commit and not synced. A power loss can set it back, which is harmless. The end of the process cannot set it back.
const LOCK: &str = "oddboard.lock";

/// The longest content of the lock file in bytes: two numbers of twenty digits, each with a separator.
const LENGTH: usize = 42;

/// The time for which another process may hold the folder before this one gives up.
const MOMENT: Duration = Duration::from_secs(1);

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// A data folder that this process holds until this is dropped.
pub(super) struct Folder {
    path: PathBuf,
    /// `None` if no process has ever held the folder and nothing is to be written.
    lock: Option<File>,
}

impl Folder {
    /// Creates the folder if needed, and locks it.
    pub(super) fn lock(path: &Path) -> Result<Folder, Fault> {
        make_private_folder(path)?;
        is_file(&path.join(LOCK))?;
        let file = private()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path.join(LOCK))?;
        lock(&file, || thread::sleep(PAUSE))?;
        let folder = Folder {
            path: path.to_owned(),
            lock: Some(file),
        };
        keep_private(path, relation);
        folder.sync()?;
        Ok(folder)
    }

    /// Locks a folder for reading and changes nothing in it. Without a lock file no process holds the folder.
    pub(super) fn lock_to_read(path: &Path) -> Result<Folder, Fault> {
        let file = path.join(LOCK);
        let lock = if is_file(&file)? {
            let file = File::open(file)?;
            self::lock(&file, || thread::sleep(PAUSE))?;
            Some(file)
        } else {
            None
        };
        Ok(Folder {
            path: path.to_owned(),
            lock,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the least number of acknowledged commits.
    pub(super) fn n_acknowledged(&self) -> io::Result<u64> {
        let Some(mut file) = self.lock.as_ref() else {
            return Ok(0);
        };
        file.rewind()?;
        let mut bytes = Vec::new();
        file.take(LENGTH as u64 + 1).read_to_end(&mut bytes)?;
        let number = str::from_utf8(&bytes).ok().and_then(|text| {
            let (one, other) = text.strip_suffix('\n')?.split_once(' ')?;
            one.parse().ok().filter(|_| one == other)
        });
        if number.is_none() && !bytes.is_empty() {
            tracing::warn!(
                "the file {LOCK} in the data folder is damaged, so the number of commits is unknown; the next commit rewrites it"
            );
        }
        Ok(number.unwrap_or(0))
    }

    /// Writes the number of commits, before the last one is acknowledged to callers.
    pub(super) fn acknowledge(&self, n_commits: u64) -> io::Result<()> {
        let Some(mut file) = self.lock.as_ref() else {
            return Ok(());
        };
        file.rewind()?;
        file.write_all(format!("{n_commits:020} {n_commits:020}\n").as_bytes())
    }

    /// Syncs the file names in the folder.
    pub(super) fn sync(&self) -> io::Result<()> {
        File::open(&self.path)?.sync_all()
    }
}

/// Distinguishes the files of the engines in the folder from those of other parts of the bot.
fn relation(name: &str, kind: FileType) -> Relation {
    let is_of_sled = kind.is_dir() && name == "sled";
    if is_of_sled || name.starts_with("oddboard.") {
        Relation::Ours
    } else if kind.is_dir() && ["backups", "matrix"].contains(&name) {
        Relation::Apart
    } else {
        Relation::Foreign
    }
}

/// Returns options that create a file readable only by its owner.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Tells whether there is a file of this name. Anything else of this name is not opened, because that could block forever.
pub(super) fn is_file(path: &Path) -> Result<bool, Fault> {
    is_there(path, Metadata::is_file, "is not a file")
}

/// Tells whether there is a folder of this name. Anything else of this name is an error.
pub(super) fn is_folder(path: &Path) -> Result<bool, Fault> {
    is_there(path, Metadata::is_dir, "is not a folder")
}

fn is_there(path: &Path, is_it: fn(&Metadata) -> bool, if_not: &str) -> Result<bool, Fault> {
    match fs::metadata(path) {
        Ok(there) if is_it(&there) => Ok(true),
        Ok(_) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let problem = format!("{name} {if_not}; move it away");
            Err(io::Error::other(problem).into())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Locks a file. A process that is ending may hold it for a moment longer. A child process of the holder can do the same until
/// it executes its own program. So this tries for up to [`MOMENT`], with pauses in between.
pub(super) fn lock(file: &File, mut pause: impl FnMut()) -> Result<(), Fault> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error.into()),
            Err(TryLockError::WouldBlock) if start.elapsed() >= MOMENT => {
                return Err(Fault::Locked);
            }
            Err(TryLockError::WouldBlock) => pause(),
        }
    }
}
