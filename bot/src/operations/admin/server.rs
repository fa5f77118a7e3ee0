//! The server side.

use std::{
    fs::{self, Permissions},
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::{
        fs::{FileTypeExt, PermissionsExt},
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, Weak},
    time::{Duration, Instant},
};

use tokio::{runtime::Handle, sync::Semaphore};
use tracing::{debug, info, warn};

use super::{Address, AdminRequest, SOCKET};
use crate::operations::{Report, source::Source};
use runtime::Core;
use store::{BackupError, backup};

/// The number of requests that are answered at a time.
const MOST: usize = 4;

/// The longest request line, in bytes.
const LONGEST: u64 = 64;

/// The time that one read or write can wait before the server checks whether to continue.
const TICK: Duration = Duration::from_secs(1);

/// The pause after the system refuses a connection.
const PAUSE: Duration = Duration::from_secs(1);

/// The bot, once it has started.
type Running = Arc<OnceLock<Weak<Core>>>;

/// The socket in a data folder; it is removed when this is dropped.
struct AdminSocket {
    listener: UnixListener,
    path: PathBuf,
}

impl AdminSocket {
    /// Makes the socket in a folder that this process holds.
    fn open(folder: &Path) -> io::Result<AdminSocket> {
        let path = folder.join(SOCKET);
        match fs::symlink_metadata(&path) {
            // A process that was killed has left it.
            Ok(there) if there.file_type().is_socket() => fs::remove_file(&path)?,
            Ok(_) => {
                return Err(io::Error::other(
                    "what has its name is no socket; move it away",
                ));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let listener = UnixListener::bind(Address::of(folder)?.path)?;
        let door = AdminSocket { listener, path };
        fs::set_permissions(&door.path, Permissions::from_mode(0o600))?;
        door.listener.set_nonblocking(true)?;
        Ok(door)
    }
}

impl Drop for AdminSocket {
    fn drop(&mut self) {
        // A remaining file is removed at the next start.
        let _ = fs::remove_file(&self.path);
    }
}

/// Makes the socket; the returned future answers its clients.
pub(in crate::operations) fn open(
    folder: &Path,
    source: Source,
    running: Running,
) -> io::Result<impl Future<Output = ()> + use<>> {
    let door = AdminSocket::open(folder)?;
    let listener = tokio::net::UnixListener::from_std(door.listener.try_clone()?)?;
    Ok(async move {
        // Dropped before the store, because the end of the store frees the folder for others.
        let (source, _door) = (source, door);
        let room = Arc::new(Semaphore::new(MOST));
        while let Ok(place) = Arc::clone(&room).acquire_owned().await {
            match accept(&listener).await {
                Ok(stream) => {
                    let (source, running) = (source.clone(), Arc::clone(&running));
                    tokio::task::spawn_blocking(move || {
                        let _place = place;
                        if let Err(error) = answer(&stream, &source, &running) {
                            warn!(%error, "cannot finish an answer on the admin socket");
                        }
                    });
                }
                Err(error) => {
                    warn!(%error, "cannot accept a connection on the admin socket");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    })
}

/// Accepts the next client.
async fn accept(listener: &tokio::net::UnixListener) -> io::Result<UnixStream> {
    let (stream, _) = listener.accept().await?;
    let stream = stream.into_std()?;
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(TICK))?;
    stream.set_write_timeout(Some(TICK))?;
    Ok(stream)
}

fn answer(mut stream: &UnixStream, source: &Source, running: &Running) -> Result<(), BackupError> {
    let mut line = String::new();
    BufReader::new(stream).take(LONGEST).read_line(&mut line)?;
    let Some(request) = AdminRequest::read(line.trim_end()) else {
        let no = b"no this version does not know what was asked; ask with the version that runs\n";
        return Ok(stream.write_all(no)?);
    };
    debug!(?request, "received a request on the admin socket");
    let begun = Instant::now();
    match request {
        AdminRequest::Backup => give_out(stream, source, false)?,
        AdminRequest::Check => give_out(stream, source, true)?,
        AdminRequest::Retry(id) => retry(stream, running, id)?,
    }
    let elapsed_ms = begun.elapsed().as_millis();
    info!(
        ?request,
        elapsed_ms, "answered a request on the admin socket"
    );
    Ok(())
}

/// Makes the bot retry the failed deliveries.
fn retry(mut stream: &UnixStream, running: &Running, id: u32) -> io::Result<()> {
    let Some(core) = running.get().and_then(Weak::upgrade) else {
        return stream
            .write_all(b"no it is only starting, or being stopped; order it again in a moment\n");
    };
    let Some(retried) = Handle::current().block_on(core.retry(id)) else {
        return stream.write_all(
            b"no this could not be stored, and the log of the bot tells why; order it again when that is mended\n",
        );
    };
    stream.write_all(b"ok\n")?;
    stream.write_all(&serde_json::to_vec(&retried)?)
}

/// Sends all data, or the report about them.
fn give_out(mut stream: &UnixStream, source: &Source, is_report: bool) -> Result<(), BackupError> {
    let answered = source.snapshot().and_then(|held| {
        let report = is_report.then(|| Report::of(&*held)).transpose()?;
        Ok((held, report))
    });
    let (held, report) = match answered {
        Ok(answer) => answer,
        Err(error) => {
            let interrupted = source.check().err().map(|reason| reason.to_string());
            let reason = interrupted.unwrap_or_else(|| error.to_string());
            stream.write_all(format!("no {reason}\n").as_bytes())?;
            return Err(error.into());
        }
    };
    stream.write_all(b"ok\n")?;
    let mut to = source.outlet(stream).paced();
    match report {
        Some(report) => to.write_all(&serde_json::to_vec(&report).map_err(io::Error::from)?)?,
        None => {
            backup(&*held, to)?;
        }
    }
    Ok(())
}
