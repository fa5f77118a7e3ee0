//! What the shim has recorded.

use std::{
    ffi::OsStr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

/// Something that a process did. Paths are whole; handles are numbers, given anew by each opening.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub enum Event {
    /// Opened a file or folder, which is made if it is not there, and emptied if asked for.
    Open {
        handle: usize,
        is_emptied: bool,
        path: PathBuf,
    },
    /// Made another handle of what a handle is of.
    Dup { old: usize, new: usize },
    /// Wrote into a file.
    Write {
        handle: usize,
        offset: usize,
        bytes: Vec<u8>,
    },
    /// Gave a file this length.
    Truncate { handle: usize, length: usize },
    /// Synced a file or a folder.
    Sync { handle: usize },
    /// Was refused the syncing of a file or a folder.
    Unsynced { handle: usize },
    /// Made a folder.
    MakeFolder(PathBuf),
    /// Removed a file or an empty folder.
    Remove(PathBuf),
    /// Gave another name, in the place of what may have had it.
    Rename { from: PathBuf, to: PathBuf },
    /// Gave a second name.
    Link { from: PathBuf, to: PathBuf },
    /// Said something to the world outside; the beginning of it.
    Said(Vec<u8>),
}

/// All that was recorded, in order.
pub struct Trace {
    /// What happened.
    pub events: Vec<Event>,
    /// The length of the record after each.
    ends: Vec<u64>,
}

impl Trace {
    /// Reads a record.
    ///
    /// # Panics
    ///
    /// The shim did not write it.
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

    /// The number of events up to the last that begins with these words among those that were recorded when the record
    /// had this length: the moment at which the words left the program.
    ///
    /// # Panics
    ///
    /// There is none.
    pub fn said(&self, words: &str, length: u64) -> usize {
        let n_recorded = self.ends.partition_point(|end| *end <= length);
        let said = self.events[..n_recorded].iter().rposition(
            |event| matches!(event, Event::Said(said) if said.starts_with(words.as_bytes())),
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
        "said" => Event::Said(bytes.to_vec()),
        _ => panic!("the record has the line {line:?}"),
    };
    (event, rest)
}
