//! Moves what an earlier release has written to the engine that is chosen now.
//!
//! The old files are never written to: sled writes when it is opened, so it opens a copy. What is made gets its name
//! once it was read again and compared, and until then each start begins anew.
//!
//! Nothing keeps the earlier release from being started once more after that. So it is noted how many commits it had
//! acknowledged.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use super::{
    copy::copy,
    fault::{Fault, system_text},
    folder::{Folder, remove},
    legacy::{self, Legacy, read_if_there},
    sink::BatchSink,
};
use crate::{
    ports::{Batch, Entry},
    store::backup::UNFINISHED,
};

/// The copy in the data folder.
pub(super) const COPY: &str = "oddboard.moving";

/// What the file `acknowledged` held when the data were moved over.
const NOTE: &str = "oddboard.moved";

/// After how many bytes what was read is committed.
const CHUNK: usize = 1 << 20;

/// Has `make` make a store and fill it with what an earlier release has written.
pub(super) fn migrate(
    folder: &Folder,
    make: impl FnOnce(&mut dyn FnMut(BatchSink<'_>) -> Result<(), Fault>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    tracing::info!("the data of an earlier release is moved over");
    clean(folder)?;
    let moved = move_over(folder, make);
    let cleaned = clean(folder);
    let n_entries = moved.map_err(|fault| unharmed(fault, folder.path()))?;
    cleaned?;
    tracing::info!(
        "{n_entries} entries were moved over; the old files (db, conf, snap.*, blobs, journal and acknowledged) are no \
         longer read and can be removed"
    );
    Ok(())
}

fn move_over(
    folder: &Folder,
    make: impl FnOnce(&mut dyn FnMut(BatchSink<'_>) -> Result<(), Fault>) -> Result<(), Fault>,
) -> Result<u64, Fault> {
    let moving = folder.path().join(COPY);
    copy(folder.path(), &moving, legacy::is_ours)?;
    let earlier = Legacy::open(&moving)?;
    let note = folder.path().join(NOTE);
    fs::rename(moving.join(legacy::ACKNOWLEDGED), &note)?;
    // Its name becomes durable with that of what is made.
    File::open(note)?.sync_all()?;
    let mut n_entries = 0;
    make(&mut |commit| {
        n_entries = fill(earlier.entries(), commit)?;
        Ok(())
    })?;
    Ok(n_entries)
}

/// Adds to what the system has refused what it takes, and that nothing is lost.
fn unharmed(fault: Fault, folder: &Path) -> Fault {
    let Fault::Io(error) = fault else {
        return fault;
    };
    let text = system_text(&error);
    // The copy, and what is made of it.
    let n_mib = 2 * size(folder, legacy::is_ours).unwrap_or(0) / (1 << 20) + 1;
    Fault::Io(io::Error::other(format!(
        "{text}; moving the data of the earlier release over takes about {n_mib} MiB, and they are as they were"
    )))
}

/// The bytes in the files and folders of these names.
fn size(folder: &Path, is_meant: fn(&str) -> bool) -> io::Result<u64> {
    let mut size = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_meant(&entry.file_name().to_string_lossy()) {
            size += match entry.file_type()?.is_dir() {
                true => self::size(&entry.path(), |_| true)?,
                false => entry.metadata()?.len(),
            };
        }
    }
    Ok(size)
}

/// Whether the earlier release has gone on since its data were moved over.
pub(super) fn has_gone_on(folder: &Folder) -> Result<bool, Fault> {
    let noted = read_if_there(&folder.path().join(NOTE))?;
    let now = read_if_there(&folder.path().join(legacy::ACKNOWLEDGED))?;
    Ok(!noted.is_empty() && !now.is_empty() && noted != now)
}

/// Removes what a start has left that ended in the middle.
pub(super) fn clean(folder: &Folder) -> Result<(), Fault> {
    remove(&folder.path().join(COPY))
}

/// Commits the entries bit by bit; tells how many there are.
fn fill(
    entries: impl Iterator<Item = Result<Entry, Fault>>,
    commit: BatchSink<'_>,
) -> Result<u64, Fault> {
    let (mut batch, mut size, mut n_entries) = (Batch::default(), 0, 0);
    for entry in entries {
        let (key, value) = entry?;
        if key == UNFINISHED {
            return Err(Fault::interrupted());
        }
        n_entries += 1;
        size += key.len() + value.len();
        batch.put(key, value);
        if size > CHUNK {
            commit(&batch)?;
            (batch, size) = (Batch::default(), 0);
        }
    }
    commit(&batch)?;
    Ok(n_entries)
}
