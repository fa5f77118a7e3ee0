//! The file of a test, from which a run continues.
//!
//! The head line has the version of the format, the setup, the players, the bounds and the seed. Each other line has the
//! number of a pair and its score in half points. Pairs are written in the order of their numbers.

use std::{
    error::Error,
    fmt,
    fs::{File, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

/// The size of the largest file, in bytes.
const LARGEST: u64 = 1 << 20;

/// An open file. It is locked, so that no other run writes to it.
#[derive(Debug)]
pub(crate) struct PairLog {
    file: File,
    n_pairs: u64,
}

impl PairLog {
    /// Opens the file of a test, or creates it, and returns the scores in it. A last line that was not written to its end
    /// is dropped.
    pub(crate) fn open(path: &Path, head: &str) -> Result<(PairLog, Vec<u8>), LogError> {
        let mut options = File::options();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => LogError::Locked,
            TryLockError::Error(error) => LogError::Io(error),
        })?;
        let mut text = String::new();
        (&file).take(LARGEST + 1).read_to_string(&mut text)?;
        if text.len() as u64 > LARGEST {
            return Err(LogError::TooLarge);
        }
        let head = format!("{head}\n");
        let complete = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let scores = match complete.strip_prefix(&head[..]) {
            Some(lines) => scores(lines)?,
            None if head.starts_with(&text) => Vec::new(),
            None => return Err(LogError::contradiction(&text, &head)),
        };
        file.set_len(complete.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        if complete.is_empty() {
            file.write_all(head.as_bytes())?;
        }
        let n_pairs = scores.len() as u64;
        Ok((PairLog { file, n_pairs }, scores))
    }

    /// Writes the score of the next pair.
    pub(crate) fn append(&mut self, half_points: u8) -> Result<(), LogError> {
        let line = format!("{} {half_points}\n", self.n_pairs);
        self.file.write_all(line.as_bytes())?;
        self.n_pairs += 1;
        Ok(())
    }
}

/// Reads the scores of all lines after the head.
fn scores(lines: &str) -> Result<Vec<u8>, LogError> {
    let score = |(pair, line): (usize, &str)| {
        let found = line
            .split_once(' ')
            .filter(|(number, _)| *number == pair.to_string());
        let score = found.and_then(|(_, score)| score.parse().ok());
        score
            .filter(|score| *score <= 4)
            .ok_or_else(|| LogError::Line(pair + 2, line.into()))
    };
    lines.lines().enumerate().map(score).collect()
}

/// The reason why a file cannot be continued.
#[derive(Debug)]
pub(crate) enum LogError {
    Io(io::Error),
    Locked,
    TooLarge,
    Contradiction {
        file: String,
        call: String,
    },
    /// The number and the text of a line.
    Line(usize, String),
}

impl LogError {
    fn contradiction(text: &str, head: &str) -> LogError {
        LogError::Contradiction {
            file: text.lines().next().unwrap_or_default().into(),
            call: head.trim_end().into(),
        }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Io(error) => write!(
                f,
                "cannot use the file: {error}; check its path and its rights"
            ),
            LogError::Locked => {
                f.write_str("another run writes to the file; wait for it, or give another file")
            }
            LogError::TooLarge => {
                f.write_str("the file is too large for a test; give another file")
            }
            LogError::Contradiction { file, call } => write!(
                f,
                "the file is of another test: it begins with\n  {file}\nbut this call needs\n  {call}\n\
                 Give another file, or the same arguments as before"
            ),
            LogError::Line(number, line) => write!(
                f,
                "line {number} of the file is {line:?}, not the next pair with 0 to 4 half points; \
                 delete the file from this line on"
            ),
        }
    }
}

impl Error for LogError {}

impl From<io::Error> for LogError {
    fn from(error: io::Error) -> LogError {
        LogError::Io(error)
    }
}
