//! What an operator asks of a running bot: over a socket in its data folder, which nobody but the owner can use.
//!
//! Who asks sends one line, the [`AdminRequest`]. The answer is a line `ok` and what was asked for, or a line `no` and why not.
//! What follows `ok` tells by itself whether it is whole.

#[cfg(unix)]
mod client;
#[cfg(unix)]
mod server;

use std::io;
#[cfg(unix)]
use std::{
    fmt,
    fs::File,
    path::{Path, PathBuf},
    time::Duration,
};

#[cfg(unix)]
pub use self::client::ask;
#[cfg(unix)]
pub(super) use self::server::open;
pub use service::Retried;

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminRequest {
    /// All data as [`store::backup`] writes it.
    Backup,
    /// The [`Report`](super::Report) of all data, as JSON.
    Check,
    /// To try again what could not be said for good, once for each id that whoever asks draws; what becomes of that is told
    /// as [`Retried`], as JSON.
    Retry(u32),
}

/// Why a running bot did not give what was asked of it.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It says so itself.
    #[error("the bot that serves this folder says: {0}")]
    Refused(String),
    /// It cannot be asked.
    #[error(
        "the bot that serves this folder could not be asked ({0}); try again, or stop it first"
    )]
    Io(#[from] io::Error),
}

#[cfg(unix)]
impl AdminRequest {
    /// The request that is written so.
    fn read(line: &str) -> Option<AdminRequest> {
        match line.split_once(' ') {
            None if line == "backup" => Some(AdminRequest::Backup),
            None if line == "check" => Some(AdminRequest::Check),
            Some(("retry", id)) => id.parse().ok().map(AdminRequest::Retry),
            _ => None,
        }
    }

    /// How long the bot may take to send more.
    const fn patience(self) -> Duration {
        Duration::from_secs(match self {
            AdminRequest::Backup | AdminRequest::Retry(_) => 60,
            // It plays every match through before it says a word.
            AdminRequest::Check => 3600,
        })
    }
}

#[cfg(unix)]
impl fmt::Display for AdminRequest {
    /// `backup`, `check`, `retry 17`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdminRequest::Backup => f.write_str("backup"),
            AdminRequest::Check => f.write_str("check"),
            AdminRequest::Retry(id) => write!(f, "retry {id}"),
        }
    }
}

/// The name of the socket in the data folder.
#[cfg(unix)]
const SOCKET: &str = "oddboard.sock";

/// How the system finds the socket, whose path is bounded to about a hundred bytes.
#[cfg(unix)]
struct Address {
    path: PathBuf,
    /// What a short path leads through; it has to stay open meanwhile.
    _folder: Option<File>,
}

#[cfg(unix)]
impl Address {
    fn of(folder: &Path) -> io::Result<Address> {
        let path = folder.join(SOCKET);
        if std::os::unix::net::SocketAddr::from_pathname(&path).is_ok() {
            return Ok(Address {
                path,
                _folder: None,
            });
        }
        Address::by_number(folder)
    }

    /// A way of Linux to name what is in an open folder.
    #[cfg(target_os = "linux")]
    fn by_number(folder: &Path) -> io::Result<Address> {
        use std::os::fd::AsRawFd;

        let folder = File::open(folder)?;
        Ok(Address {
            path: PathBuf::from(format!("/proc/self/fd/{}/{SOCKET}", folder.as_raw_fd())),
            _folder: Some(folder),
        })
    }

    #[cfg(not(target_os = "linux"))]
    fn by_number(_: &Path) -> io::Result<Address> {
        let problem = "its path is too long for a socket";
        Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
    }
}

/// Nobody can be asked where there are no such sockets.
#[cfg(not(unix))]
pub fn ask(_: &std::path::Path, _: AdminRequest) -> Result<Option<io::Empty>, AskError> {
    Ok(None)
}
