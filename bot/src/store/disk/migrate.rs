//! Moves what an earlier release has written to the engine that is chosen now.
//!
//! The old files are never written to: sled writes when it is opened, so it opens a copy. What is made gets its name
//! once it is whole and compared, and until then each start begins anew.

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
const COPY: &str = "oddboard.moving";

/// After how many bytes what was read is committed.
const CHUNK: usize = 1 << 20;

/// Has `make` make a store and fill it with what an earlier release has written.
pub(super) fn migrate(
    folder: &Folder,
    make: impl FnOnce(&mut dyn FnMut(Commit<'_>) -> Result<(), Fault>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    tracing::info!("the data of an earlier release is moved over");
    let copy = folder.path().join(COPY);
    remove(&copy)?;
    copy_files(folder.path(), &copy)?;
    let earlier = Legacy::open(&copy)?;
    let mut n_entries = 0;
    make(&mut |commit| {
        n_entries = fill(earlier.entries(), commit)?;
        Ok(())
    })?;
    drop(earlier);
    remove(&copy)?;
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

fn copy_files(from: &Path, to: &Path) -> Result<(), Fault> {
    make_private_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = legacy::NAMES.contains(&&*name) || name.starts_with(legacy::SNAPSHOT);
        if is_ours && entry.file_type()?.is_file() {
            copy_file(&entry.path(), &to.join(name))?;
        } else if is_ours && entry.file_type()?.is_dir() {
            make_private_folder(&to.join(&name))?;
            for entry in fs::read_dir(entry.path())? {
                let entry = entry?;
                copy_file(&entry.path(), &to.join(&name).join(entry.file_name()))?;
            }
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
