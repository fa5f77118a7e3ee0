//! Salvaging entries from a damaged data folder of any engine.

use std::path::Path;

use super::{
    copy::copy,
    fault::{EntrySink, Fault, caught, guarded},
    folder::Folder,
    is_in, redb, sled,
};
use crate::{Engine, Salvaged};
use api::{Entry, StoreError};

/// The folder of the copy that sled opens.
const COPY: &str = "oddboard.copy";

/// Passes every undamaged entry in a data folder to `take`, without writing to the folder; `None` if there are no data. An
/// entry can come twice; the later one is newer. Files that an engine can only open for writing are copied into the folder
/// `to` for that time.
///
/// # Errors
///
/// [`StoreError::Locked`]; [`StoreError::Corrupt`] if nothing is undamaged; [`StoreError::Io`] if the folder cannot be
/// read; any error of `take`.
pub fn salvage(
    folder: &Path,
    to: &Path,
    take: &mut dyn FnMut(Entry) -> Result<(), StoreError>,
) -> Result<Option<Salvaged>, StoreError> {
    let mut refusal = None;
    let mut take = |entry| {
        take(entry).map_err(|error| {
            refusal = Some(error);
            Fault::Locked
        })
    };
    let salvaged = guarded(folder, || salvage_any(folder, to, &mut take));
    refusal.map_or(salvaged, Err)
}

fn salvage_any(folder: &Path, to: &Path, take: EntrySink<'_>) -> Result<Option<Salvaged>, Fault> {
    let held = Folder::lock_to_read(folder)?;
    if !is_in(Engine::Redb, folder)? {
        return salvage_copy(folder, to, take);
    }
    redb::salvage(folder, held.n_acknowledged()?, take).map(Some)
}

/// Reads a copy of sled's files, because sled writes to the folder that it opens.
fn salvage_copy(folder: &Path, to: &Path, take: EntrySink<'_>) -> Result<Option<Salvaged>, Fault> {
    if !is_in(Engine::Sled, folder)? {
        return Ok(None);
    }
    let copied = to.join(COPY);
    copy(&sled::folder(folder), &copied)?;
    let mut salvaged = Salvaged::default();
    let mut take = |entry| {
        salvaged.n_entries += 1;
        take(entry)
    };
    let fault = caught(|| sled::read(&copied, &mut take)).err();
    std::fs::remove_dir_all(&copied)?;
    match fault {
        Some(fault) if salvaged.n_entries == 0 => Err(fault),
        fault => {
            salvaged.faults = fault.iter().map(Fault::to_string).collect();
            Ok(Some(salvaged))
        }
    }
}
