//! Stores in a folder on the disk.

#[cfg(feature = "sled")]
mod copy;
mod fault;
mod folder;
#[cfg(feature = "sled")]
mod legacy;
#[cfg(feature = "sled")]
mod migrate;
#[cfg(feature = "redb")]
mod redb;
mod salvage;
mod sink;
#[cfg(feature = "sled")]
mod sled;
mod tally;

use std::path::Path;

#[cfg(feature = "redb")]
use self::redb::salvage as salvage_file;
pub use self::salvage::salvage;
use self::{
    fault::{Fault, guarded},
    folder::Folder,
};
use super::{Engine, backup::UNFINISHED};
use crate::ports::{Rows, Store, StoreError};

/// Opens the store in a data folder, which is made if it is not there. One process at a time holds a folder.
///
/// What an earlier release has written is moved over first.
///
/// # Errors
///
/// [`StoreError::Locked`], [`StoreError::Corrupt`], [`StoreError::Format`], [`StoreError::OtherEngine`] and
/// [`StoreError::Forked`] as they say,
/// [`StoreError::Io`] if the folder cannot be made, read or written. What is damaged is not written to.
pub fn open(engine: Engine, folder: &Path) -> Result<Box<dyn Store>, StoreError> {
    let held = guarded(folder, || Folder::hold(folder))?;
    let is_new = is_new(engine, folder)?;
    #[cfg(feature = "sled")]
    guarded(folder, || migrate::clean(&held))?;
    #[cfg(feature = "sled")]
    if !is_new && guarded(folder, || migrate::has_gone_on(&held))? {
        return Err(StoreError::Forked {
            path: folder.display().to_string(),
        });
    }
    if is_new {
        guarded(folder, || move_over(engine, &held))?;
    }
    let store = open_engine(engine, held)?;
    check_finished(store.get(UNFINISHED)?, folder)?;
    Ok(store)
}

/// Opens the store in a data folder to read what is there. Nothing is written there, so that this needs neither room on the
/// disk nor the right to write. sled would write to what it opens: it opens a copy among the temporary files of the system,
/// and all that is in it is read into memory.
///
/// # Errors
///
/// As [`open`]; [`StoreError::NoData`] and [`StoreError::Earlier`] for a folder that has yet to be filled.
pub fn open_to_read(engine: Engine, folder: &Path) -> Result<Box<dyn Rows>, StoreError> {
    let is_new = is_new(engine, folder)?;
    let held = guarded(folder, || Folder::hold_to_read(folder))?;
    if is_new && guarded(folder, || Ok(held.n_acknowledged()?))? == 0 {
        return Err(no_data(folder));
    }
    let store: Box<dyn Rows> = match engine {
        #[cfg(feature = "redb")]
        Engine::Redb => Box::new(redb::open_to_read(held)?),
        engine if is_new => {
            return Err(Fault::Missing(format!("the data of {engine} are missing")).at(folder));
        }
        #[cfg(feature = "sled")]
        Engine::Sled => Box::new(guarded(folder, || sled::read_copy(folder))?),
        #[cfg(not(all(feature = "redb", feature = "sled")))]
        engine => return Err(without(engine).at(folder)),
    };
    check_finished(store.get(UNFINISHED)?, folder)?;
    Ok(store)
}

/// Says that an engine is not built in.
#[cfg(not(all(feature = "redb", feature = "sled")))]
fn without(engine: Engine) -> Fault {
    Fault::Format(format!("it was built without {engine}"))
}

/// Why there is nothing to read.
fn no_data(folder: &Path) -> StoreError {
    let path = folder.display().to_string();
    #[cfg(feature = "sled")]
    match guarded(folder, || legacy::is_in(folder)) {
        Ok(true) => return StoreError::Earlier { path },
        Ok(false) => {}
        Err(error) => return error,
    }
    StoreError::NoData { path }
}

/// Whether a folder holds nothing of this engine; refuses one with data of another.
fn is_new(engine: Engine, folder: &Path) -> Result<bool, StoreError> {
    guarded(folder, || is_in(engine, folder)).and_then(|is_there| {
        for other in Engine::ALL {
            if !is_there && other != engine && guarded(folder, || is_in(other, folder))? {
                return Err(StoreError::OtherEngine {
                    path: folder.display().to_string(),
                    found: other.name(),
                    wanted: engine.name(),
                });
            }
        }
        Ok(!is_there)
    })
}

/// Refuses what was being restored when that was interrupted, given the mark of that.
fn check_finished(mark: Option<Vec<u8>>, folder: &Path) -> Result<(), StoreError> {
    match mark {
        Some(_) => Err(Fault::interrupted().at(folder)),
        None => Ok(()),
    }
}

fn open_engine(engine: Engine, folder: Folder) -> Result<Box<dyn Store>, StoreError> {
    match engine {
        #[cfg(feature = "redb")]
        Engine::Redb => Ok(Box::new(redb::RedbStore::open(folder)?)),
        #[cfg(feature = "sled")]
        Engine::Sled => Ok(Box::new(sled::SledStore::open(folder)?)),
        #[cfg(not(all(feature = "redb", feature = "sled")))]
        engine => Err(without(engine).at(folder.path())),
    }
}

/// Says that the file cannot be read: only redb can.
#[cfg(not(feature = "redb"))]
fn salvage_file(_: &Path, _: u64, _: sink::EntrySink<'_>) -> Result<crate::store::Salvaged, Fault> {
    Err(Fault::Format("it was built without redb".to_owned()))
}

/// Whether a folder holds what an engine has written.
fn is_in(engine: Engine, folder: &Path) -> Result<bool, Fault> {
    match engine {
        Engine::Redb => folder::is_file(&folder.join("oddboard.redb")),
        Engine::Sled => folder::is_folder(&folder.join("sled")),
    }
}

/// Moves over what an earlier release has written, if it has.
#[cfg(feature = "sled")]
fn move_over(engine: Engine, folder: &Folder) -> Result<(), Fault> {
    if !legacy::is_in(folder.path())? {
        return Ok(());
    }
    migrate::migrate(folder, |fill| match engine {
        #[cfg(feature = "redb")]
        Engine::Redb => redb::make(folder, 0, |commit| fill(commit)),
        Engine::Sled => sled::make(folder, |commit| fill(commit)),
        #[cfg(not(feature = "redb"))]
        engine => Err(without(engine)),
    })
}

/// Refuses what an earlier release has written: only sled can read it.
#[cfg(not(feature = "sled"))]
fn move_over(_: Engine, folder: &Folder) -> Result<(), Fault> {
    match folder.is_of_an_earlier_release() {
        true => Err(Fault::Format(
            "an earlier release wrote it, and this program was built without sled, which can move it over".to_owned(),
        )),
        false => Ok(()),
    }
}
