//! The events that the shim records.

use std::{
    ffi::OsStr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

/// An action of a process. Paths are absolute, and each opening gets a new handle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub enum Event {
    /// Opens a file or folder. Creates it if it is missing, and empties it if `is_emptied`.
    Open {
        handle: usize,
        is_emptied: bool,
        path: PathBuf,
    },
    /// Creates a second handle of the same file or folder.
    Dup { old: usize, new: usize },
    /// Writes into a file.
    Write {
        handle: usize,
        offset: usize,
        bytes: Vec<u8>,
    },
    /// Sets the length of a file.
    Truncate { handle: usize, length: usize },
    /// Syncs a file or a folder.
    Sync { handle: usize },
    /// Fails to sync a file or a folder.
    Unsynced { handle: usize },
    /// Creates a folder.
    MakeFolder(PathBuf),
    /// Removes a file or an empty folder.
    Remove(PathBuf),
    /// Renames a file or folder, and replaces the one that has the new name, if any.
    Rename { from: PathBuf, to: PathBuf },
    /// Gives a file a second name.
    Link { from: PathBuf, to: PathBuf },
    /// Sends output out of the program; holds the beginning of it.
    Output(Vec<u8>),
}

/// All recorded events, in order.
pub struct Trace {
    /// The events.
    pub events: Vec<Event>,
    /// The length of the record after each event.
    ends: Vec<u64>,
}

impl Trace {
    /// Reads a record from a file.
    ///
    /// # Panics
    ///
    /// The shim did not write the file.
    pub fn read(path: &Path) -> Trace {
        let bytes = std::fs::read(path).expect("the shim has written a record");
        let mut trace = Trace {
            events: Vec::new(),
            ends: Vec::new(),
        };
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let (event, more) = read_event(rest);
            rest = more;
            trace.events.push(event);
            trace.ends.push((bytes.len() - rest.len()) as u64);
        }
        trace
    }

    /// Returns the number of events up to the last output that begins with these words. Ignores the events beyond this
    /// length of the record.
    ///
    /// # Panics
    ///
    /// No such output is recorded.
    pub fn n_until_output(&self, words: &str, length: u64) -> usize {
        let n_recorded = self.ends.partition_point(|end| *end <= length);
        let said = self.events[..n_recorded].iter().rposition(
            |event| matches!(event, Event::Output(output) if output.starts_with(words.as_bytes())),
        );
        said.unwrap_or_else(|| panic!("nothing that begins with {words:?} was said")) + 1
    }
}

fn read_event(bytes: &[u8]) -> (Event, &[u8]) {
    let end = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .expect("a record begins with a line");
    let line = std::str::from_utf8(&bytes[..end]).expect("the line is text");
    let mut words = line.split(' ');
    let what = words.next().expect("a split has a first part");
    let mut number = || -> usize {
        let word = words.next().unwrap_or_default();
        word.parse()
            .unwrap_or_else(|_| panic!("the record has the line {line:?}"))
    };
    let (first, second, n_bytes) = (number(), number(), number());
    let (bytes, rest) = bytes[end + 1..].split_at(n_bytes);
    let path = || PathBuf::from(OsStr::from_bytes(bytes));
    let paths = || {
        let mut paths = bytes.split(|byte| *byte == 0).map(OsStr::from_bytes);
        let mut next = || PathBuf::from(paths.next().expect("there are two names"));
        (next(), next())
    };
    let event = match what {
        "open" => Event::Open {
            handle: first,
            is_emptied: second == 1,
            path: path(),
        },
        "dup" => Event::Dup {
            old: first,
            new: second,
        },
        "write" => Event::Write {
            handle: first,
            offset: second,
            bytes: bytes.to_vec(),
        },
        "truncate" => Event::Truncate {
            handle: first,
            length: second,
        },
        "sync" => Event::Sync { handle: first },
        "unsynced" => Event::Unsynced { handle: first },
        "mkdir" => Event::MakeFolder(path()),
        "rmdir" | "unlink" => Event::Remove(path()),
        "rename" => {
            let (from, to) = paths();
            Event::Rename { from, to }
        }
        "link" => {
            let (from, to) = paths();
            Event::Link { from, to }
        }
        "said" => Event::Output(bytes.to_vec()),
        _ => panic!("the record has the line {line:?}"),
    };
    (event, rest)
}
