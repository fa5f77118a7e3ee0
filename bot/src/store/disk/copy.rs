//! Copies of what sled has written: sled writes to whatever it opens.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use super::{fault::Fault, folder::private};
use crate::files::{make_private_folder, make_scratch_folder};

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

/// A copy of a folder among the temporary files of the system. It is removed when this is dropped.
pub(super) struct Scratch {
    pub(super) folder: PathBuf,
}

impl Scratch {
    pub(super) fn of(folder: &Path) -> Result<Scratch, Fault> {
        let scratch = Scratch {
            folder: make_scratch_folder()?,
        };
        copy(folder, &scratch.folder, |_| true)?;
        Ok(scratch)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed nobody else can read, and the system removes it in time.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
