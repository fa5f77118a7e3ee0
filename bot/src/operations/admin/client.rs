//! The client side.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::net::UnixStream,
    path::Path,
};

use super::{Address, AdminRequest, AskError};

/// The longest first line of an answer, in bytes.
const LONGEST: u64 = 1 << 12;

/// Sends a request to the bot that serves a data folder; `None` if none does.
///
/// # Errors
///
/// See [`AskError`].
pub fn ask(folder: &Path, request: AdminRequest) -> Result<Option<impl BufRead + use<>>, AskError> {
    let mut stream = match UnixStream::connect(Address::of(folder)?.path) {
        // A bot that was killed leaves its socket behind.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused
            ) =>
        {
            return Ok(None);
        }
        stream => stream?,
    };
    stream.set_read_timeout(Some(request.patience()))?;
    stream.set_write_timeout(Some(request.patience()))?;
    stream.write_all(format!("{request}\n").as_bytes())?;
    let mut answer = BufReader::with_capacity(1 << 16, stream);
    let mut first = String::new();
    answer
        .by_ref()
        .take(LONGEST)
        .read_line(&mut first)
        .map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "it does not answer"))?;
    match first
        .strip_suffix('\n')
        .map(|line| line.split_once(' ').unwrap_or((line, "")))
    {
        Some(("ok", _)) => Ok(Some(answer)),
        Some(("no", reason)) => Err(AskError::Refused(reason.to_owned())),
        _ => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
    }
}
