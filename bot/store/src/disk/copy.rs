//! Copies of sled's files, because sled writes to every folder that it opens.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use super::{fault::Fault, folder::private};
use kit::files::make_private_folder;

/// Copies a folder with its contents. Only its owner can read the copy.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), Fault> {
    make_private_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        if kind.is_file() {
            let mut copied = private().create_new(true).write(true).open(to.join(name))?;
            io::copy(&mut File::open(entry.path())?, &mut copied)?;
        } else if kind.is_dir() {
            copy(&entry.path(), &to.join(name))?;
        }
    }
    Ok(())
}
