//! What goes wrong on a disk, before it is said in which folder.

use std::{
    any::Any,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use crate::ports::StoreError;

/// What went wrong, before it is said in which folder.
#[derive(Debug)]
pub(super) enum Fault {
    Io(io::Error),
    Locked,
    Corrupt(String),
    Format(String),
    /// The value of this key.
    Damaged(Vec<u8>),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

impl Fault {
    pub(super) fn at(self, folder: &Path) -> StoreError {
        let path = folder.display().to_string();
        match self {
            Fault::Io(error) => {
                // Engines pass errors of the system on as what a programmer prints; their kind reads better.
                let text = match error.kind() {
                    io::ErrorKind::Other => error.to_string(),
                    kind => kind.to_string(),
                };
                StoreError::Io(io::Error::new(error.kind(), format!("{path}: {text}")))
            }
            Fault::Locked => StoreError::Locked { path },
            Fault::Corrupt(detail) => StoreError::Corrupt { path, detail },
            Fault::Format(detail) => StoreError::Format { path, detail },
            Fault::Damaged(key) => StoreError::Damaged {
                key,
                detail: "it is not what its digest says".to_owned(),
            },
        }
    }
}

/// Works with an engine, whose panics are faults like others.
pub(super) fn guarded<T>(
    folder: &Path,
    work: impl FnOnce() -> Result<T, Fault>,
) -> Result<T, StoreError> {
    let result = catch_unwind(AssertUnwindSafe(work));
    result
        .unwrap_or_else(|panic| {
            let text = panic_text(&*panic);
            Err(Fault::Corrupt(format!("it cannot be read: {text}")))
        })
        .map_err(|fault| fault.at(folder))
}

/// What a panic said.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown")
        .to_owned()
}
