//! The file by which one process claims the folder.
//!
//! It also tells how many commits were acknowledged. sled takes whatever it finds damaged or missing at the end of its
//! log for what was not yet written when the process ended, and goes on without a word; this number says better. It is
//! written after each commit and not synced: the loss of power may set it back, which is harmless, the end of the
//! process cannot.

use std::{
    fs::{File, TryLockError},
    io::{self, Read, Seek, Write},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use super::Fault;

/// The name of the file in the folder.
pub(super) const NAME: &str = "acknowledged";

/// The length of the file in bytes: twenty digits and the end of the line.
const LENGTH: usize = 21;

/// How long somebody else may hold the folder before it is taken for theirs.
const MOMENT: Duration = Duration::from_secs(1);

/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(20);

/// The folder is ours until this is dropped.
pub(super) struct Claim {
    file: File,
}

impl Claim {
    /// Claims a folder.
    pub(super) fn take(folder: &Path) -> Result<Claim, Fault> {
        let file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(folder.join(NAME))?;
        lock(&file, || thread::sleep(PAUSE))?;
        let claim = Claim { file };
        if claim.file.metadata()?.len() == 0 {
            claim.acknowledge(0)?;
            claim.file.sync_all()?;
        }
        Ok(claim)
    }

    /// How many commits were acknowledged, at least.
    pub(super) fn acknowledged(&self) -> Result<u64, Fault> {
        let mut text = String::new();
        let mut file = &self.file;
        file.rewind()?;
        // Not all of whatever else may be there.
        let read = file.take(LENGTH as u64 + 1).read_to_string(&mut text);
        let whole = read.is_ok_and(|n_bytes| n_bytes == LENGTH);
        let number = text
            .strip_suffix('\n')
            .filter(|_| whole)
            .and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| Fault::Corrupt(format!("the file {NAME} does not hold a number")))
    }

    /// Notes how many commits were made before it is said to anybody.
    pub(super) fn acknowledge(&self, n_commits: u64) -> io::Result<()> {
        let mut file = &self.file;
        file.rewind()?;
        file.write_all(format!("{n_commits:020}\n").as_bytes())
    }
}

/// Locks a file. A process that is just ending may hold it for a moment longer, and so may one that was just begun by a
/// process that held it and has not become its own program yet; so this tries for up to [`MOMENT`] and pauses in
/// between.
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
