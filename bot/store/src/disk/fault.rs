//! Faults of a store on disk, without the folder.

use std::{
    any::Any,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use api::{Entry, StoreError};

/// A callback that takes the entries that are read from a store.
pub(super) type EntrySink<'a> = &'a mut dyn FnMut(Entry) -> Result<(), Fault>;

/// A fault without its folder. [`Fault::at`] adds the folder. Its text is the detail alone, for a list of faults.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is in use")]
    Locked,
    #[error("{0}")]
    Corrupt(String),
    /// A file is missing, or a part of it.
    #[error("{0}")]
    Missing(String),
    #[error("{0}")]
    Format(String),
    /// The value of this key is damaged.
    #[error("{} is damaged", .0.escape_ascii())]
    Damaged(Vec<u8>),
    /// The value of this key does not meet a condition.
    #[error("{} has changed", .0.escape_ascii())]
    Conflict(Vec<u8>),
}

impl Fault {
    /// Makes the fault of an interrupted restore.
    pub(super) fn interrupted() -> Fault {
        Fault::Corrupt("it was being restored and that was interrupted".to_owned())
    }

    pub(super) fn at(self, folder: &Path) -> StoreError {
        let path = folder.display().to_string();
        match self {
            Fault::Io(error) => {
                let text = system_text(&error);
                StoreError::Io(io::Error::new(error.kind(), format!("{path}: {text}")))
            }
            Fault::Locked => StoreError::Locked { path },
            Fault::Corrupt(detail) => StoreError::Corrupt { path, detail },
            Fault::Missing(detail) => StoreError::Missing { path, detail },
            Fault::Format(detail) => StoreError::Format { path, detail },
            Fault::Damaged(key) => StoreError::Damaged {
                key,
                detail: "it is not what its digest says".to_owned(),
            },
            Fault::Conflict(key) => StoreError::Conflict { key },
        }
    }
}

/// Returns the text of a system error. Engines pass such errors on in debug format; their kind reads better.
fn system_text(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::Other => error.to_string(),
        kind => kind.to_string(),
    }
}

/// Refuses data with fewer commits than were acknowledged.
pub(super) fn check_commits(n_commits: u64, n_acknowledged: u64) -> Result<(), Fault> {
    match n_acknowledged.saturating_sub(n_commits) {
        0 => Ok(()),
        n_missing => Err(Fault::Corrupt(format!(
            "the last {n_missing} of {n_acknowledged} commits are missing"
        ))),
    }
}

/// Runs work with an engine and turns its panics into faults.
pub(super) fn guarded<T>(
    folder: &Path,
    work: impl FnOnce() -> Result<T, Fault>,
) -> Result<T, StoreError> {
    caught(work).map_err(|fault| fault.at(folder))
}

/// Runs work and turns its panics into faults, without the folder.
pub(super) fn caught<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic_text(&*panic);
        Err(Fault::Corrupt(format!("it cannot be read: {text}")))
    })
}

/// Returns the message of a panic.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown")
        .to_owned()
}
