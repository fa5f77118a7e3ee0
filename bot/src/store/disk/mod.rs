//! Stores in a folder on the disk.

mod fault;
mod folder;
#[cfg(feature = "sled")]
mod legacy;
#[cfg(feature = "sled")]
mod migrate;
#[cfg(feature = "redb")]
mod redb;
#[cfg(feature = "sled")]
mod sled;

use std::path::Path;

use self::{
    fault::{Fault, guarded},
    folder::Folder,
};
use super::{Engine, backup::UNFINISHED};
use crate::ports::{Store, StoreError};

/// Opens the store in a data folder, which is made if it is not there. One process at a time holds a folder.
///
/// What an earlier release has written is moved over first.
///
/// # Errors
///
/// [`StoreError::Locked`], [`StoreError::Corrupt`], [`StoreError::Format`] and [`StoreError::OtherEngine`] as they say,
/// [`StoreError::Io`] if the folder cannot be made, read or written. What is damaged is not written to.
pub fn open(engine: Engine, folder: &Path) -> Result<Box<dyn Store>, StoreError> {
    let held = guarded(folder, || Folder::hold(folder))?;
    let is_new = !guarded(folder, || is_in(engine, folder))?;
    for other in Engine::ALL {
        if is_new && other != engine && guarded(folder, || is_in(other, folder))? {
            return Err(StoreError::OtherEngine {
                path: folder.display().to_string(),
                found: other.name(),
                wanted: engine.name(),
            });
        }
    }
    #[cfg(feature = "sled")]
    {
        guarded(folder, || migrate::clean(&held))?;
        if is_new && legacy::is_in(folder) {
            guarded(folder, || move_over(engine, &held))?;
        }
    }
    let store = open_engine(engine, held)?;
    if store.get(UNFINISHED)?.is_some() {
        let fault = Fault::Corrupt("it was being restored and that was interrupted".to_owned());
        return Err(fault.at(folder));
    }
    Ok(store)
}

fn open_engine(engine: Engine, folder: Folder) -> Result<Box<dyn Store>, StoreError> {
    match engine {
        #[cfg(feature = "redb")]
        Engine::Redb => Ok(Box::new(redb::RedbStore::open(folder)?)),
        #[cfg(feature = "sled")]
        Engine::Sled => Ok(Box::new(sled::SledStore::open(folder)?)),
        #[cfg(not(all(feature = "redb", feature = "sled")))]
        engine => Err(Fault::Format(format!("it was built without {engine}")).at(folder.path())),
    }
}

/// Whether a folder holds what an engine has written.
fn is_in(engine: Engine, folder: &Path) -> Result<bool, Fault> {
    match engine {
        Engine::Redb => folder::is_file(&folder.join("oddboard.redb")),
        Engine::Sled => Ok(folder.join("sled").is_dir()),
    }
}

#[cfg(feature = "sled")]
fn move_over(engine: Engine, folder: &Folder) -> Result<(), Fault> {
    migrate::migrate(folder, |fill| match engine {
        #[cfg(feature = "redb")]
        Engine::Redb => redb::make(folder, |commit| fill(commit)),
        Engine::Sled => sled::make(folder, |commit| fill(commit)),
        #[cfg(not(feature = "redb"))]
        engine => Err(Fault::Format(format!("it was built without {engine}"))),
    })
}
