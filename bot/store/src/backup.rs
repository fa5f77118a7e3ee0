//! Backup and restore of a store as portable text.
//!
//! A backup is in JSON Lines. The first line identifies the format, the last marks it as complete, and each line between
//! holds one entry:
//!
//! ```text
//! {"oddboard":"backup","version":1}
//! {"key":"match/h7k2m","value":"{\"variant\":\"berolina\"}"}
//! {"key":"picture","value_base64":"iVBORw0KGgo="}
//! {"complete":true,"entries":2,"sha256":"9f86d081…"}
//! ```
//!
//! Keys and values are text if they are UTF-8 without control characters other than tabs and line ends, else base64
//! (standard alphabet, padded). Entries are ordered by key bytes. The digest covers all bytes before the last line,
//! including line ends.
//!
//! During a restore the store holds a marker key, which the last commit removes. A failed restore removes all its entries. A
//! killed restore leaves the marker, and [`super::open`] refuses such a folder.

use std::io::{self, BufRead, BufWriter, Read, Write};

use data_encoding::{BASE64, HEXLOWER};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tracing::warn;

use api::{Batch, Entries, Entry, MAX_KEY, MAX_VALUE, Rows, Store, StoreError};

/// The marker key of an unfinished restore.
pub const UNFINISHED: &[u8] = b"\0restoring";

/// The only version of the format so far.
const VERSION: u32 = 1;

/// The number of entries in a page.
const PAGE: usize = 64;

/// The size of a batch at which a restore commits it, in bytes.
const CHUNK: usize = 1 << 20;

/// The longest line, in bytes: text with each byte escaped by another in JSON, and the field names.
const MAX_LINE: usize = 2 * (MAX_KEY + MAX_VALUE) + 100;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    oddboard: LineKind,
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LineKind {
    Backup,
}

/// Any line after the first.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OtherLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

impl OtherLine {
    fn entry(key: Vec<u8>, value: Vec<u8>) -> OtherLine {
        let (key, key_base64) = text_or_base64(key);
        let (value, value_base64) = text_or_base64(value);
        OtherLine {
            key,
            key_base64,
            value,
            value_base64,
            ..OtherLine::default()
        }
    }

    fn last(written: Written, digest: Sha256) -> OtherLine {
        let sha256 = HEXLOWER.encode(&digest.finalize());
        OtherLine {
            complete: Some(true),
            entries: Some(written.n_entries),
            left_out: Some(written.n_left_out).filter(|n| *n > 0),
            sha256: Some(sha256),
            ..OtherLine::default()
        }
    }
}

fn text_or_base64(bytes: Vec<u8>) -> (Option<String>, Option<String>) {
    match String::from_utf8(bytes) {
        Ok(text) if !text.contains(|char: char| char.is_control() && !"\t\r\n".contains(char)) => {
            (Some(text), None)
        }
        Ok(text) => (None, Some(BASE64.encode(text.as_bytes()))),
        Err(error) => (None, Some(BASE64.encode(error.as_bytes()))),
    }
}

fn bytes(what: &str, text: Option<String>, base64: Option<String>) -> Result<Vec<u8>, String> {
    match (text, base64) {
        (Some(text), None) => Ok(text.into_bytes()),
        (None, Some(base64)) => BASE64
            .decode(base64.as_bytes())
            .map_err(|e| format!("the {what} is not base64: {e}")),
        (None, None) => Err(format!("there is no {what}")),
        (Some(_), Some(_)) => Err(format!("there are two of the {what}")),
    }
}

/// The size of a backup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The number of entries in it.
    pub n_entries: u64,
    /// The number of damaged entries that it leaves out.
    pub n_left_out: u64,
}

/// The error of a backup that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The store cannot be read, or its data are damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output cannot be written.
    #[error("the backup could not be written ({0}); what there is of it is not complete")]
    Write(#[from] io::Error),
    /// The input is not a complete backup.
    #[error(
        "what was sent is no whole backup; take another one, and see the log of the bot if it happens again"
    )]
    Broken,
}

/// The error of a failed restore. Except for [`RestoreError::Store`] the store is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The store is not empty.
    #[error("there is data already; restore into a new folder, which you name with --data")]
    NotEmpty,
    /// The input does not begin with the first line of a backup.
    #[error(
        "this is not a backup of Oddboard: its first line is not {{\"oddboard\":\"backup\",\"version\":1}}"
    )]
    NotABackup,
    /// The backup was written by a later version.
    #[error(
        "this backup has version {0} and only 1 is known here; restore it with the version that wrote it"
    )]
    Version(u32),
    /// A line cannot be parsed.
    #[error(
        "line {line} of the backup is damaged: {reason}; nothing was restored, take another backup"
    )]
    OtherLine {
        /// The number of the line, from 1.
        line: u64,
        /// The reason.
        reason: String,
    },
    /// The last line is missing.
    #[error("the backup is cut off after line {line}; nothing was restored, take another backup")]
    CutOff {
        /// The number of the last line, from 1.
        line: u64,
    },
    /// The input cannot be read.
    #[error("the backup could not be read ({0}); nothing was restored")]
    Read(#[source] io::Error),
    /// The store cannot be written.
    #[error("{0}; the backup was not restored, remove the data folder before you restore again")]
    Store(#[from] StoreError),
}

/// Writes a backup of a snapshot. Leaves out damaged entries and logs them.
///
/// # Errors
///
/// The output is then not a complete backup, and [`restore`] refuses it.
pub fn backup(held: &dyn Rows, to: impl Write) -> Result<Written, BackupError> {
    let mut to = BufWriter::new(to);
    let mut digest = Sha256::new();
    let mut write = |line: Vec<u8>| {
        digest.update(&line);
        to.write_all(&line)
    };
    write(line(&Header {
        oddboard: LineKind::Backup,
        version: VERSION,
    })?)?;
    let mut written = Written::default();
    for entry in Entries::new(|after, limit| held.scan(b"", after, limit)) {
        match entry {
            Ok((key, value)) => {
                write(line(&OtherLine::entry(key, value))?)?;
                written.n_entries += 1;
            }
            Err(error @ StoreError::Damaged { .. }) => {
                warn!("{error} and left out of the backup");
                written.n_left_out += 1;
            }
            Err(error) => return Err(error.into()),
        }
    }
    to.write_all(&line(&OtherLine::last(written, digest))?)?;
    to.flush()?;
    Ok(written)
}

fn line(line: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    Ok(text)
}

/// Copies a backup that [`backup`] writes elsewhere.
///
/// # Errors
///
/// The output is then not a complete backup, and [`restore`] refuses it.
pub fn copy(from: impl BufRead, to: impl Write) -> Result<Written, BackupError> {
    let mut to = BufWriter::new(to);
    let mut lines = BackupLines::new(from);
    lines.header().map_err(|_| BackupError::Broken)?;
    to.write_all(&lines.text)?;
    while lines.entry().map_err(|_| BackupError::Broken)?.is_some() {
        to.write_all(&lines.text)?;
    }
    to.write_all(&line(&OtherLine::last(lines.written, lines.digest))?)?;
    to.flush()?;
    Ok(lines.written)
}

/// Passes every readable entry of a damaged backup to `take`. Returns the problems of the backup.
///
/// # Errors
///
/// [`RestoreError::NotABackup`] if there is no entry, [`RestoreError::Store`] if `take` fails.
pub fn salvage_backup(
    from: impl BufRead,
    take: &mut dyn FnMut(Entry) -> Result<(), StoreError>,
) -> Result<Vec<String>, RestoreError> {
    let mut lines = BackupLines::new(from);
    let mut wrong = lines.header().err();
    let mut n_wrong = u64::from(wrong.is_some());
    loop {
        let error = match lines.entry() {
            Ok(Some(entry)) => {
                take(entry)?;
                continue;
            }
            Ok(None) => break,
            Err(error) => error,
        };
        n_wrong += 1;
        let is_end = lines.is_last() || !matches!(error, RestoreError::OtherLine { .. });
        wrong.get_or_insert(error);
        if is_end {
            break;
        }
    }
    let Written {
        n_entries,
        n_left_out,
    } = lines.written;
    match wrong {
        Some(_) if n_entries == 0 => Err(RestoreError::NotABackup),
        Some(RestoreError::CutOff { line }) => {
            Ok(vec![format!("the backup is cut off after line {line}")])
        }
        Some(RestoreError::OtherLine { line, reason }) => Ok(vec![format!(
            "lines of the backup that are damaged: {n_wrong}; the first is line {line}: {reason}"
        )]),
        Some(first) => Ok(vec![first.to_string()]),
        None if n_left_out > 0 => Ok(vec![format!(
            "entries that were damaged when the backup was made and are not in it: {n_left_out}"
        )]),
        None => Ok(Vec::new()),
    }
}

/// Checks a whole backup without restoring it.
///
/// # Errors
///
/// See [`RestoreError`].
pub fn read_through(from: impl BufRead) -> Result<(), RestoreError> {
    let mut lines = BackupLines::new(from);
    lines.header()?;
    while lines.entry()?.is_some() {}
    Ok(())
}

/// Restores a backup into an empty store. Returns the number of entries.
///
/// # Errors
///
/// See [`RestoreError`].
pub fn restore(store: &dyn Store, from: impl BufRead) -> Result<u64, RestoreError> {
    if !store.scan(b"", None, 1)?.is_empty() {
        return Err(RestoreError::NotEmpty);
    }
    let mut lines = BackupLines::new(from);
    lines.header()?;
    match fill(store, &mut lines) {
        // A failed store cannot be emptied.
        Err(RestoreError::Store(error)) => Err(error.into()),
        Err(error) => empty(store).map_err(RestoreError::from).and(Err(error)),
        restored => restored,
    }
}

fn fill(store: &dyn Store, lines: &mut BackupLines<impl BufRead>) -> Result<u64, RestoreError> {
    let mut batch = Batch::default();
    batch.put(UNFINISHED, "");
    let mut size = 0;
    while let Some((key, value)) = lines.entry()? {
        size += key.len() + value.len();
        let mut entry = Batch::default();
        entry.put(key, value);
        entry.check().map_err(|error| lines.damaged(error))?;
        batch.changes.append(&mut entry.changes);
        if size > CHUNK {
            store.commit(&batch)?;
            batch = Batch::default();
            size = 0;
        }
    }
    batch.remove(UNFINISHED);
    store.commit(&batch)?;
    let Written {
        n_entries,
        n_left_out,
    } = lines.written;
    if n_left_out > 0 {
        warn!(
            n_left_out,
            "the backup lacks entries that were damaged when it was made"
        );
    }
    Ok(n_entries)
}

/// Removes all restored entries; the marker key goes last.
fn empty(store: &dyn Store) -> Result<(), StoreError> {
    loop {
        let mut batch = Batch::default();
        for (key, _) in store.scan(b"", None, PAGE)? {
            if key != UNFINISHED {
                batch.remove(key);
            }
        }
        if batch.is_empty() {
            batch.remove(UNFINISHED);
            return store.commit(&batch);
        }
        store.commit(&batch)?;
    }
}

/// A reader of the lines of a backup.
struct BackupLines<R> {
    from: R,
    /// The last line read, with its line end; empty after the last line.
    text: Vec<u8>,
    n_read: u64,
    /// The size of the backup so far.
    written: Written,
    /// The digest of the lines read so far.
    digest: Sha256,
}

impl<R: BufRead> BackupLines<R> {
    fn new(from: R) -> BackupLines<R> {
        BackupLines {
            from,
            text: Vec::new(),
            n_read: 0,
            written: Written::default(),
            digest: Sha256::new(),
        }
    }

    fn damaged(&self, reason: impl ToString) -> RestoreError {
        RestoreError::OtherLine {
            line: self.n_read,
            reason: reason.to_string(),
        }
    }

    /// Tells whether the current line is the last line of a backup.
    fn is_last(&self) -> bool {
        self.text.starts_with(br#"{"complete""#)
    }

    /// Reads the next line.
    fn next(&mut self) -> Result<(), RestoreError> {
        self.text.clear();
        let mut from = self.from.by_ref().take(MAX_LINE as u64 + 1);
        from.read_until(b'\n', &mut self.text)
            .map_err(RestoreError::Read)?;
        if !self.text.is_empty() {
            self.n_read += 1;
        }
        if self.text.len() > MAX_LINE {
            return Err(self.damaged(format!("it is longer than {MAX_LINE} bytes")));
        }
        Ok(())
    }

    fn header(&mut self) -> Result<(), RestoreError> {
        self.next().map_err(|error| match error {
            RestoreError::OtherLine { .. } => RestoreError::NotABackup,
            error => error,
        })?;
        let header: Header =
            serde_json::from_slice(&self.text).map_err(|_| RestoreError::NotABackup)?;
        self.digest.update(&self.text);
        if header.version == VERSION {
            Ok(())
        } else {
            Err(RestoreError::Version(header.version))
        }
    }

    /// Returns the next entry; `None` after the last, if the backup is complete.
    fn entry(&mut self) -> Result<Option<Entry>, RestoreError> {
        self.next()?;
        if !self.text.ends_with(b"\n") {
            return Err(RestoreError::CutOff { line: self.n_read });
        }
        let line: OtherLine =
            serde_json::from_slice(&self.text).map_err(|error| self.damaged(error))?;
        if line.complete.is_some() {
            self.written.n_left_out = line.left_out.unwrap_or(0);
            self.check_last()?;
            return Ok(None);
        }
        self.digest.update(&self.text);
        let key = bytes("key", line.key, line.key_base64).map_err(|reason| self.damaged(reason))?;
        let value =
            bytes("value", line.value, line.value_base64).map_err(|reason| self.damaged(reason))?;
        self.written.n_entries += 1;
        Ok(Some((key, value)))
    }

    fn check_last(&mut self) -> Result<(), RestoreError> {
        let expected = line(&OtherLine::last(self.written, self.digest.clone()))
            .map_err(RestoreError::Read)?;
        if self.text != expected {
            let expected = String::from_utf8_lossy(&expected).trim_end().to_owned();
            return Err(self.damaged(format!(
                "a line before it was changed, or it should be {expected}"
            )));
        }
        self.next()?;
        if self.text.is_empty() {
            Ok(())
        } else {
            Err(self.damaged("there should be none after the last"))
        }
    }
}
