//! Stores in a folder on the disk.

mod copy;
mod fault;
mod folder;
mod redb;
mod salvage;
mod sled;
mod tally;

use std::path::Path;

pub use self::salvage::salvage;
use self::{
    fault::{Fault, guarded},
    folder::Folder,
};
use super::{Engine, backup::UNFINISHED};
use api::{Rows, Store, StoreError};

/// Opens the store in a data folder and creates it if needed. One process at a time holds a folder.
///
/// # Errors
///
/// [`StoreError::Locked`], [`StoreError::Corrupt`], [`StoreError::Format`] and [`StoreError::OtherEngine`] as documented
/// there, [`StoreError::Io`] if the folder cannot be created, read or written. Damaged data are not written to.
pub fn open(engine: Engine, folder: &Path) -> Result<Box<dyn Store>, StoreError> {
    let held = guarded(folder, || Folder::lock(folder))?;
    check_engine(engine, folder)?;
    let store: Box<dyn Store> = match engine {
        Engine::Redb => Box::new(redb::RedbStore::open(held)?),
        Engine::Sled => Box::new(sled::SledStore::open(held)?),
    };
    check_finished(store.get(UNFINISHED)?, folder)?;
    Ok(store)
}

/// Opens the store in a data folder for reading. Writes nothing there, so it needs no disk space and no write permission.
/// Because sled writes to each folder that it opens, it opens a copy among the temporary files of the system. All its entries
/// are read into memory.
///
/// # Errors
///
/// As [`open`]; [`StoreError::NoData`] for a folder without data yet.
pub fn open_to_read(engine: Engine, folder: &Path) -> Result<Box<dyn Rows>, StoreError> {
    let is_new = !check_engine(engine, folder)?;
    let held = guarded(folder, || Folder::lock_to_read(folder))?;
    if is_new && guarded(folder, || Ok(held.n_acknowledged()?))? == 0 {
        return Err(StoreError::NoData {
            path: folder.display().to_string(),
        });
    }
    let store: Box<dyn Rows> = match engine {
        Engine::Redb => Box::new(redb::RedbStore::open_to_read(held)?),
        engine if is_new => {
            return Err(Fault::Missing(format!("the data of {engine} are missing")).at(folder));
        }
        Engine::Sled => Box::new(guarded(folder, || sled::read_copy(folder))?),
    };
    check_finished(store.get(UNFINISHED)?, folder)?;
    Ok(store)
}

/// Returns whether a folder holds data of this engine. Refuses a folder that holds data of another engine alone.
fn check_engine(engine: Engine, folder: &Path) -> Result<bool, StoreError> {
    guarded(folder, || is_in(engine, folder)).and_then(|is_there| {
        for other in Engine::ALL {
            if !is_there && other != engine && guarded(folder, || is_in(other, folder))? {
                return Err(StoreError::OtherEngine {
                    path: folder.display().to_string(),
                    found: other.name(),
                    configured: engine.name(),
                });
            }
        }
        Ok(is_there)
    })
}

/// Refuses the data of an interrupted restore, given its marker.
fn check_finished(mark: Option<Vec<u8>>, folder: &Path) -> Result<(), StoreError> {
    match mark {
        Some(_) => Err(Fault::interrupted().at(folder)),
        None => Ok(()),
    }
}

/// Tells whether a folder holds data of an engine.
fn is_in(engine: Engine, folder: &Path) -> Result<bool, Fault> {
    match engine {
        Engine::Redb => folder::is_file(&folder.join("oddboard.redb")),
        Engine::Sled => folder::is_folder(&folder.join("sled")),
    }
}
