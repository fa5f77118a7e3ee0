//! Requests of an operator to a running bot: over a socket in its data folder, which only the owner can use.
//!
//! The client sends one line, the [`AdminRequest`]. The answer is a line `ok` and the content, or a line `no` and the reason. The
//! content itself shows whether it is complete.

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

/// A request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminRequest {
    /// All data as [`store::backup`] writes it.
    Backup,
    /// The [`Report`](super::Report) of all data, as JSON.
    Check,
    /// A retry of the failed deliveries, once for each id that a client draws; the result comes as [`Retried`], as JSON.
    Retry(u32),
}

/// The reason that a running bot did not answer a request.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The bot refuses it.
    #[error("the bot that serves this folder says: {0}")]
    Refused(String),
    /// The bot cannot be reached.
    #[error(
        "the bot that serves this folder could not be asked ({0}); try again, or stop it first"
    )]
    Io(#[from] io::Error),
}

#[cfg(unix)]
impl AdminRequest {
    /// Parses a request.
    fn read(line: &str) -> Option<AdminRequest> {
        match line.split_once(' ') {
            None if line == "backup" => Some(AdminRequest::Backup),
            None if line == "check" => Some(AdminRequest::Check),
            Some(("retry", id)) => id.parse().ok().map(AdminRequest::Retry),
            _ => None,
        }
    }

    /// Returns the time in which the bot has to send further data.
    const fn patience(self) -> Duration {
        Duration::from_secs(match self {
            AdminRequest::Backup | AdminRequest::Retry(_) => 60,
            // It plays every match through before it answers.
            AdminRequest::Check => 3600,
        })
    }
}

#[cfg(unix)]
impl fmt::Display for AdminRequest {
    /// Writes `backup`, `check`, `retry 17`.
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

/// A path of the socket for the system, which limits it to about a hundred bytes.
#[cfg(unix)]
struct Address {
    path: PathBuf,
    /// The folder in a short path. It has to stay open while the path is in use.
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

    /// Names a file in an open folder, as only Linux can.
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

/// Returns none: this system has no such sockets.
#[cfg(not(unix))]
pub fn ask(_: &std::path::Path, _: AdminRequest) -> Result<Option<io::Empty>, AskError> {
    Ok(None)
}
