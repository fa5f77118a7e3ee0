//! Reads and writes files named by people. Refuses a path that is not a file, and never waits for it. Writes a file completely
//! or not at all, and only its owner can read it.

#[cfg(test)]
mod tests;

use std::{
    fs::{self, DirBuilder, File, FileType, OpenOptions},
    io::{self, Read},
    path::{Path, PathBuf},
};

use tempfile::TempDir;

/// Opens a file for reading.
///
/// # Errors
///
/// The system's, and [`io::ErrorKind::InvalidInput`] for a folder, a pipe and anything else that would make the reader wait.
pub fn open(path: &Path) -> io::Result<File> {
    check(fs::metadata(path)?.file_type())?;
    File::open(path)
}

/// Reads the text of a file of at most `limit` bytes.
///
/// # Errors
///
/// As [`open`]; [`io::ErrorKind::FileTooLarge`], and [`io::ErrorKind::InvalidData`] for text that is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    read_all(open(path)?, limit)
}

/// Reads the same from an open reader.
///
/// # Errors
///
/// As [`read_text`].
pub fn read_all(from: impl Read, limit: u64) -> io::Result<String> {
    let mut text = String::new();
    match from.take(limit + 1).read_to_string(&mut text) {
        Ok(length) if length as u64 > limit => Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is larger than {limit} bytes"),
        )),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(io::Error::new(error.kind(), "it is not a text file"))
        }
        read => read.map(|_| text),
    }
}

/// Writes a file. It can exist already, and can be a device such as `/dev/null`.
///
/// # Errors
///
/// As [`open`].
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) => check(there.file_type())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    fs::write(path, content)
}

fn check(kind: FileType) -> io::Result<()> {
    let problem = match kind {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => "it is a folder; name a file",
        kind if is_device(kind) => return Ok(()),
        _ => "it is a pipe, a socket or a disk; name a file",
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
}

/// Returns whether it is a device such as `/dev/null`.
#[cfg(unix)]
fn is_device(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&kind)
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

/// Returns whether a file or folder with this path would be in an existing folder. Follows links.
///
/// # Errors
///
/// The system's.
pub fn would_be_in(path: &Path, folder: &Path) -> io::Result<bool> {
    let folder = folder.canonicalize()?;
    let path = std::path::absolute(path)?;
    // A link may lead out of the folder, but it is in the folder all the same.
    let ways = path.ancestors().take(2);
    Ok(ways
        .filter_map(existing)
        .any(|there| there.starts_with(&folder)))
}

/// Returns the outermost folder that must be made for this one, if this one does not exist.
pub fn first_missing(folder: &Path) -> Option<&Path> {
    let is_missing =
        |path: &&Path| !path.as_os_str().is_empty() && fs::symlink_metadata(path).is_err();
    folder.ancestors().take_while(is_missing).last()
}

/// Returns the existing part of a path, with all links followed.
fn existing(path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|above| above.canonicalize().ok())
}

/// Makes a folder that only its owner can read, and its parents, if they do not exist. They survive a power cut.
///
/// # Errors
///
/// As [`check_folder`].
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    check_folder(folder)?;
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent().filter(|path| !path.as_os_str().is_empty()) {
        make_private_folder(parent)?;
    }
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        // Another process was quicker.
        Err(_) if folder.is_dir() => {}
        made => made?,
    }
    sync_folder_of(folder)
}

/// The relation of an entry of a folder to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It is ours, with all its content.
    Ours,
    /// It is ours, and its user keeps it private.
    Apart,
    /// It is not ours.
    Foreign,
}

/// Makes a folder among the temporary files of the system; when dropped, it is removed with all its content.
///
/// # Errors
///
/// The system's, with a remedy.
pub fn scratch_folder() -> io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("oddboard-").tempdir();
    folder.map_err(|error| {
        let problem = format!("{error}; name another folder for temporary files in TMPDIR");
        io::Error::other(problem)
    })
}

/// Makes our entries in a folder, by name and kind, readable only by their owner. Protects the folder itself if it holds
/// nothing else. Logs a warning if others could read the entries: the secret of the dice reveals future rolls.
pub fn keep_private(folder: &Path, relation: fn(&str, FileType) -> Relation) {
    let path = folder.display();
    match take_rights_below(folder, relation) {
        Err(error) => tracing::warn!(
            "other users of this machine may have access to the data in {path}; cannot change that: {error}"
        ),
        Ok(true) => tracing::warn!(
            "other users of this machine had access to the data in {path}; now only its owner has access"
        ),
        Ok(false) => {}
    }
}

/// Makes a folder of ours and all its content readable only by its owner.
///
/// # Errors
///
/// The system's.
pub fn make_private(folder: &Path) -> io::Result<()> {
    take_rights_below(folder, |_, _| Relation::Ours).map(drop)
}

/// Does the same, and returns whether others could read anything.
fn take_rights_below(folder: &Path, relation: fn(&str, FileType) -> Relation) -> io::Result<bool> {
    let (mut ours, mut is_ours_alone) = (Vec::new(), true);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        match relation(&entry.file_name().to_string_lossy(), kind) {
            Relation::Foreign => is_ours_alone = false,
            Relation::Ours if !kind.is_symlink() => ours.push((entry.path(), kind)),
            Relation::Ours | Relation::Apart => {}
        }
    }
    let is_entered = is_open(folder)?;
    let mut had_rights = is_ours_alone && take_rights(folder)?;
    for (path, kind) in ours {
        had_rights |= if kind.is_dir() {
            take_rights_below(&path, |_, _| Relation::Ours)?
        } else {
            take_rights(&path)?
        };
    }
    Ok(is_entered && had_rights)
}

/// Removes the rights of all but the owner, and returns whether others had some. A folder that every user can write to, such as
/// `/tmp`, is not ours alone and stays unchanged.
#[cfg(unix)]
fn take_rights(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;

    let mode = fs::metadata(path)?.permissions().mode();
    let is_shared = mode & 0o1000 != 0;
    let has_rights = is_open(path)? && !is_shared;
    if has_rights {
        fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700))?;
    }
    Ok(has_rights)
}

#[cfg(not(unix))]
fn take_rights(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Returns whether users other than the owner have access to a path.
#[cfg(unix)]
fn is_open(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;

    Ok(fs::metadata(path)?.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Checks that a path is a folder, or does not exist yet.
///
/// # Errors
///
/// The system's, [`io::ErrorKind::NotADirectory`] for all else that exists there, and one of its own for a link that leads
/// nowhere.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    match fs::metadata(folder) {
        Ok(there) if !there.is_dir() => {
            let problem = "it is no folder; move it away, or name another one";
            Err(io::Error::new(io::ErrorKind::NotADirectory, problem))
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Err(_) if folder.is_symlink() => {
            let problem = "it is a link that leads nowhere; make the folder that it names";
            Err(io::Error::other(problem))
        }
        _ => Ok(()),
    }
}

/// Removes a file, if it exists.
///
/// # Errors
///
/// The system's.
pub fn remove_if_there(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A draft of a file, next to its final place. An unfinished draft is removed when dropped.
///
/// The standard library writes it, so the tests of power cuts see every write. A crate could bypass that library.
#[derive(Debug)]
pub struct AtomicFile {
    file: File,
    part: PathBuf,
    target: PathBuf,
}

impl AtomicFile {
    /// Begins a file that only its owner can read.
    ///
    /// # Errors
    ///
    /// The system's, and [`io::ErrorKind::InvalidInput`] if something other than a file has its place.
    pub fn new(target: &Path) -> io::Result<AtomicFile> {
        match fs::metadata(target) {
            Ok(there) if !there.is_file() => {
                let problem = "what has that name is no file; choose another name";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
            }
            _ => {}
        }
        let mut part = target.as_os_str().to_owned();
        // Other processes that write the same file at the same time have separate drafts.
        part.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(part);
        remove_if_there(&part)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(AtomicFile {
            file: options.open(&part)?,
            part,
            target: target.to_owned(),
        })
    }

    /// Returns the file to write to.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Moves the file to its place, and makes sure that it survives a power cut.
    ///
    /// # Errors
    ///
    /// The system's; the place is unchanged then, unless only the sync of its folder failed.
    pub fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.target)?;
        sync_folder_of(&self.target)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        // Either it has its final name already, or its draft is useless.
        let _ = fs::remove_file(&self.part);
    }
}

/// Makes the name of a file or folder durable.
#[cfg(unix)]
fn sync_folder_of(file: &Path) -> io::Result<()> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    File::open(folder)?.sync_all()
}

/// Systems other than Unix sync their folders themselves.
#[cfg(not(unix))]
fn sync_folder_of(_: &Path) -> io::Result<()> {
    Ok(())
}
