//! What can be saved of a damaged data folder, whoever has written it.

use std::path::Path;

use super::{
    fault::{Fault, guarded},
    folder::Folder,
    is_in, salvage_file,
    sink::EntrySink,
};
use crate::{
    ports::{Entry, StoreError},
    store::{Engine, Salvaged},
};

/// Gives away every entry that is whole in a data folder, without writing to it; `None` if there are no data. An entry can
/// come twice; what comes later is newer. What can only be read when it is written to is copied into the folder `to` for
/// as long.
///
/// # Errors
///
/// [`StoreError::Locked`]; [`StoreError::Corrupt`] if nothing is whole; [`StoreError::Io`] if it cannot be read. Whatever
/// `take` says.
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
    let held = Folder::hold_to_read(folder)?;
    let n_acknowledged = held.n_acknowledged()?;
    if !is_in(Engine::Redb, folder)? {
        return salvage_copy(folder, to, n_acknowledged, take);
    }
    salvage_file(folder, n_acknowledged, take).map(Some)
}

/// Reads what sled has written, which writes to what it opens.
#[cfg(feature = "sled")]
fn salvage_copy(
    folder: &Path,
    to: &Path,
    n_acknowledged: u64,
    take: EntrySink<'_>,
) -> Result<Option<Salvaged>, Fault> {
    use super::{
        copy::copy,
        fault::{caught, check_commits},
        folder::{hold_earlier, remove},
        legacy, migrate, sled,
    };
    let copied = to.join(migrate::COPY);
    let mut salvaged = Salvaged::default();
    let mut faults = Vec::new();
    let mut take = |entry| {
        salvaged.n_entries += 1;
        take(entry)
    };
    if is_in(Engine::Sled, folder)? {
        copy(&sled::folder(folder), &copied, |_| true)?;
        faults.extend(caught(|| sled::read(&copied, &mut take)).err());
    } else if legacy::is_in(folder)? {
        let _lock = hold_earlier(folder)?;
        copy(folder, &copied, legacy::is_ours)?;
        // What was moved over already should be elsewhere in the folder.
        faults.extend(check_commits(0, n_acknowledged).err());
        faults.extend(legacy::salvage(&copied, &mut take)?);
    } else {
        return Ok(None);
    }
    remove(&copied)?;
    match faults.pop() {
        Some(fault) if salvaged.n_entries == 0 => Err(fault),
        last => {
            faults.extend(last);
            salvaged.faults = faults.iter().map(Fault::to_string).collect();
            Ok(Some(salvaged))
        }
    }
}

#[cfg(not(feature = "sled"))]
fn salvage_copy(
    _folder: &Path,
    _to: &Path,
    _n_acknowledged: u64,
    _take: EntrySink<'_>,
) -> Result<Option<Salvaged>, Fault> {
    Ok(None)
}
