//! The data folder: private, and held by one process at a time.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use super::fault::Fault;

/// The file by which a process holds the folder.
///
/// It also tells how many commits were acknowledged, twice. An engine cannot tell a commit that was torn by the loss of
/// power from one that was made and then damaged: it drops both without a word. This number says which it was. It is
/// written after each commit and not synced: the loss of power may set it back, which is harmless, the end of the
/// process cannot.
const LOCK: &str = "oddboard.lock";

/// What an earlier release holds the folder by.
const EARLIER_LOCK: &str = "acknowledged";

/// The longest content of the lock in bytes: two numbers of twenty digits, each with what ends it.
const LENGTH: usize = 42;

/// How long somebody else may hold the folder before it is taken for theirs.
const MOMENT: Duration = Duration::from_secs(1);

/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(20);

/// A data folder that is ours until this is dropped.
pub(super) struct Folder {
    path: PathBuf,
    lock: File,
    /// Held so that no earlier release starts beside us.
    _earlier_lock: Option<File>,
}

impl Folder {
    /// Makes the folder if it is not there, and holds it.
    pub(super) fn hold(path: &Path) -> Result<Folder, Fault> {
        make(path)?;
        let earlier_lock = path.join(EARLIER_LOCK);
        let earlier_lock = if is_file(&earlier_lock)? {
            let file = File::open(earlier_lock)?;
            lock(&file, || thread::sleep(PAUSE))?;
            Some(file)
        } else {
            None
        };
        is_file(&path.join(LOCK))?;
        let file = private()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path.join(LOCK))?;
        lock(&file, || thread::sleep(PAUSE))?;
        let folder = Folder {
            path: path.to_owned(),
            lock: file,
            _earlier_lock: earlier_lock,
        };
        tighten(path);
        folder.sync()?;
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How many commits were acknowledged, at least.
    pub(super) fn n_acknowledged(&self) -> io::Result<u64> {
        let mut file = &self.lock;
        file.rewind()?;
        let mut bytes = Vec::new();
        file.take(LENGTH as u64 + 1).read_to_end(&mut bytes)?;
        let number = str::from_utf8(&bytes).ok().and_then(|text| {
            let (one, other) = text.strip_suffix('\n')?.split_once(' ')?;
            one.parse().ok().filter(|_| one == other)
        });
        if number.is_none() && !bytes.is_empty() {
            tracing::warn!("the file {LOCK} in the data folder was damaged and is written anew");
        }
        Ok(number.unwrap_or(0))
    }

    /// Notes how many commits were made, before it is said to anybody.
    pub(super) fn acknowledge(&self, n_commits: u64) -> io::Result<()> {
        let mut file = &self.lock;
        file.rewind()?;
        file.write_all(format!("{n_commits:020} {n_commits:020}\n").as_bytes())
    }

    /// Makes the names in the folder durable.
    pub(super) fn sync(&self) -> io::Result<()> {
        File::open(&self.path)?.sync_all()
    }
}

/// What is in the folder begins with one of these.
#[cfg(unix)]
const OURS: [&str; 8] = [
    "acknowledged",
    "blobs",
    "conf",
    "db",
    "journal",
    "oddboard.",
    "sled",
    "snap.",
];

/// Takes the rights from others: whoever can read the secret of the dice knows what nobody has shown yet.
#[cfg(unix)]
fn tighten(folder: &Path) {
    let mut n_open = 0;
    match tighten_all(folder, true, &mut n_open) {
        Err(error) => tracing::warn!(
            "others on this machine may be able to read the data in {}, and that could not be changed: {error}",
            folder.display()
        ),
        Ok(()) if n_open > 0 => tracing::warn!(
            "others on this machine could read the data in {}; now only its owner can",
            folder.display()
        ),
        Ok(()) => {}
    }
}

#[cfg(not(unix))]
fn tighten(_: &Path) {}

#[cfg(unix)]
fn tighten_all(path: &Path, is_top: bool, n_open: &mut usize) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_symlink() && !is_top {
        return Ok(());
    }
    let mode = fs::metadata(path)?.permissions().mode();
    // A folder that anybody may put files into, such as /tmp, is not ours alone.
    let is_shared = mode & 0o1000 != 0;
    if mode & 0o077 != 0 && !is_shared {
        fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700))?;
        *n_open += 1;
    }
    if fs::metadata(path)?.is_dir() {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if !is_top || OURS.iter().any(|ours| name.starts_with(ours)) {
                tighten_all(&entry.path(), false, n_open)?;
            }
        }
    }
    Ok(())
}

/// Holds a folder that nothing is to be written to; where nobody has ever held it, nobody does now.
pub(super) fn hold_existing(path: &Path) -> Result<Option<File>, Fault> {
    if !is_file(&path.join(LOCK))? {
        return Ok(None);
    }
    let file = File::open(path.join(LOCK))?;
    lock(&file, || thread::sleep(PAUSE))?;
    Ok(Some(file))
}

/// Makes a folder that nobody else can read, if it is not there.
pub(super) fn make(folder: &Path) -> Result<(), Fault> {
    if folder.is_dir() {
        return Ok(());
    }
    if folder.exists() {
        return Err(Fault::Io(io::ErrorKind::NotADirectory.into()));
    }
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)?;
    if let Some(parent) = folder.canonicalize()?.parent() {
        File::open(parent)?.sync_all()?;
    }
    Ok(())
}

/// Removes a folder with all that is in it, if it is there.
#[cfg(feature = "sled")]
pub(super) fn remove(folder: &Path) -> Result<(), Fault> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// How a file is opened that nobody else can read when it is made.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Whether there is a file of this name. What is there and no file is not opened: it could be waited for without end.
pub(super) fn is_file(path: &Path) -> Result<bool, Fault> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(true),
        Ok(_) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = format!("{name} is not a file; move it away");
            Err(Fault::Io(io::Error::other(text)))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Locks a file. A process that is just ending may hold it for a moment longer, and so may one that was just begun by a
/// process that held it and has not become its own program yet; so this tries for up to [`MOMENT`] and pauses in
/// between.
pub(super) fn lock(file: &File, mut pause: impl FnMut()) -> Result<(), Fault> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error.into()),
            Err(TryLockError::WouldBlock) if start.elapsed() >= MOMENT => {
                return Err(Fault::Locked);
            }
            Err(TryLockError::WouldBlock) => pause(),
        }
    }
}
