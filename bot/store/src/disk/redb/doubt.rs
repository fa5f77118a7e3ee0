//! Tracking failed syncs, after which the disk may lack data that the system still reads.
//!
//! When a sync fails, the system treats unwritten pages as written. It reads them normally, no later sync writes them, and
//! a power loss discards them. So a file with a failed sync is never written to again, but replaced by a complete new one.

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use crate::disk::{fault::Fault, folder::is_file};
use kit::files::remove_if_there;

/// The file that informs the next process of a failed sync. It need not be durable: if the system loses it, the system also
/// loses the unwritten pages.
const MARK: &str = "oddboard.unsynced";

/// The record of a failed sync since the file was written as a whole.
#[derive(Debug)]
pub(super) struct Doubt {
    mark: PathBuf,
    /// Kept in memory too, because the failed disk may not take the mark.
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
                "a sync failed, and the mark {} cannot be written: {error}",
                self.mark.display()
            );
        }
    }

    /// Clears the doubt after the file was written as a whole.
    pub(super) fn lower(&self) -> Result<(), Fault> {
        remove_if_there(&self.mark)?;
        self.is_raised.store(false, Ordering::Release);
        Ok(())
    }
}
