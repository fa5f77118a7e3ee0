//! Whether the disk holds what the system reads from the file.
//!
//! When a sync fails, the system takes what it could not write for written: it is read as if all were well, no later
//! sync writes it, and the power takes it. So a file of which a sync has failed is never written to again, but written
//! anew as a whole.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use redb::{StorageBackend, backends::FileBackend};

use crate::disk::{fault::Fault, folder::is_file};
use kit::files::remove_if_there;

/// The file that tells the next process of a sync that has failed. It need not be durable: when the system forgets it, it
/// forgets with it what the disk does not hold.
const MARK: &str = "oddboard.unsynced";

/// Whether a sync has failed since the file was written as a whole.
#[derive(Debug)]
pub(super) struct Doubt {
    mark: PathBuf,
    /// The disk that failed may not take the mark either.
    is_raised: AtomicBool,
}

impl Doubt {
    pub(super) fn of(folder: &Path) -> Doubt {
        Doubt {
            mark: folder.join(MARK),
            is_raised: AtomicBool::new(false),
        }
    }

    pub(super) fn is_raised(&self) -> Result<bool, Fault> {
        Ok(self.is_raised.load(Ordering::Acquire) || is_file(&self.mark)?)
    }

    pub(super) fn raise(&self) {
        self.is_raised.store(true, Ordering::Release);
        if let Err(error) = File::create(&self.mark) {
            tracing::warn!(
                "a sync failed, and recording that in {} failed: {error}",
                self.mark.display()
            );
        }
    }

    /// The file was written as a whole.
    pub(super) fn lower(&self) -> Result<(), Fault> {
        remove_if_there(&self.mark)?;
        self.is_raised.store(false, Ordering::Release);
        Ok(())
    }
}

/// A file that tells when it could not be synced.
#[derive(Debug)]
pub(super) struct Watched {
    file: FileBackend,
    doubt: Arc<Doubt>,
}

impl Watched {
    pub(super) fn new(file: FileBackend, doubt: &Arc<Doubt>) -> Watched {
        let doubt = Arc::clone(doubt);
        Watched { file, doubt }
    }
}

impl StorageBackend for Watched {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.file.set_len(length)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data().inspect_err(|_| self.doubt.raise())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.file.write(offset, data)
    }
}
