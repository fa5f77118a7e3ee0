//! Moves what an earlier release has written to the engine that is chosen now.
//!
//! The old files are never written to: sled writes when it is opened, so it opens a copy. What is made gets its name
//! once it was read again and compared, and until then each start begins anew.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use super::{
    Commit,
    fault::Fault,
    folder::{Folder, private, remove},
    legacy::{self, Legacy},
};
use crate::{
    files::make_private_folder,
    ports::{Batch, Entry},
    store::backup::UNFINISHED,
};

/// The copy in the data folder.
pub(super) const COPY: &str = "oddboard.moving";

/// After how many bytes what was read is committed.
const CHUNK: usize = 1 << 20;

/// Has `make` make a store and fill it with what an earlier release has written.
pub(super) fn migrate(
    folder: &Folder,
    make: impl FnOnce(&mut dyn FnMut(Commit<'_>) -> Result<(), Fault>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    tracing::info!("the data of an earlier release is moved over");
    let moving = folder.path().join(COPY);
    remove(&moving)?;
    copy(folder.path(), &moving, legacy::is_ours)?;
    let earlier = Legacy::open(&moving)?;
    let mut n_entries = 0;
    make(&mut |commit| {
        n_entries = fill(earlier.entries(), commit)?;
        Ok(())
    })?;
    drop(earlier);
    remove(&moving)?;
    tracing::info!(
        "{n_entries} entries were moved over; the old files (db, conf, snap.*, blobs, journal and acknowledged) are no \
         longer read and can be removed"
    );
    Ok(())
}

/// Removes what a start has left that ended in the middle.
pub(super) fn clean(folder: &Folder) -> Result<(), Fault> {
    remove(&folder.path().join(COPY))
}

/// Copies the files and folders of these names, with all that is in them, for nobody else to read.
pub(super) fn copy(from: &Path, to: &Path, is_meant: fn(&str) -> bool) -> Result<(), Fault> {
    make_private_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        if !is_meant(&name.to_string_lossy()) {
            continue;
        }
        if kind.is_file() {
            copy_file(&entry.path(), &to.join(name))?;
        } else if kind.is_dir() {
            copy(&entry.path(), &to.join(name), |_| true)?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), Fault> {
    let mut copy = private().create_new(true).write(true).open(to)?;
    io::copy(&mut File::open(from)?, &mut copy)?;
    Ok(())
}

/// Commits the entries bit by bit; tells how many there are.
fn fill(
    entries: impl Iterator<Item = Result<Entry, Fault>>,
    commit: Commit<'_>,
) -> Result<u64, Fault> {
    let (mut batch, mut size, mut n_entries) = (Batch::default(), 0, 0);
    for entry in entries {
        let (key, value) = entry?;
        if key == UNFINISHED {
            return Err(Fault::Corrupt(
                "it was being restored and that was interrupted".to_owned(),
            ));
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
