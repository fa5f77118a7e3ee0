//! The file in which a commit becomes durable, before it goes to the tree together with many others.
//!
//! To make a batch durable sled waits twice for the disk and writes every key together with its neighbors. So a commit
//! is written here, and synced, once. When the journal has become long, what its commits have changed goes to the tree
//! at once: there, what changed often is written once, and what soon went again never. Then the journal begins anew in
//! the same place.
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | the length of the changes |
//! | 8 | the number of the commit |
//! | 8 | a digest of the number and the changes |
//! | … | the changes: length of the key (2), key, length of the value and 1 more, or 0 without one (4), value |
//!
//! Numbers are big-endian. Commits are numbered without a gap; what follows the last one is a commit that was torn, an
//! older one, or zeros.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use sha2::{Digest, Sha256};

use super::{Fault, sync_folder};
use crate::ports::Batch;

/// The name of the file in the folder.
const NAME: &str = "journal";

/// The length at which it is better to begin anew, in bytes.
const LONG: usize = 1 << 20;

/// How much the file grows at a time, in bytes. As long as it does not grow, the disk need not note its length, which
/// takes longer than the commit itself.
const ROOM: usize = 1 << 16;

pub(super) struct Journal {
    /// Stands where the next commit goes.
    file: File,
    /// The length of the commits.
    length: usize,
    /// The length of the file.
    room: usize,
    n_commits: u64,
}

impl Journal {
    /// Opens the journal of a tree that holds this many commits already; the commits that it does not hold.
    pub(super) fn open(folder: &Path, n_stored: u64) -> Result<(Journal, Vec<Batch>), Fault> {
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(folder.join(NAME))?;
        sync_folder(folder)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut batches = Vec::new();
        let mut n_commits = n_stored;
        let mut length = 0;
        while let Some((number, batch, rest)) = read_commit(&bytes[length..]) {
            if number > n_commits + 1 {
                return Err(Fault::Corrupt(format!(
                    "the commits between {n_commits} and {number} are missing"
                )));
            }
            if number <= n_commits {
                break;
            }
            batches.push(batch);
            n_commits = number;
            length = bytes.len() - rest.len();
        }
        // After an error nobody knows what of this is on the disk and what is only remembered by the system.
        file.rewind()?;
        file.write_all(&bytes[..length])?;
        file.sync_data()?;
        let journal = Journal {
            file,
            length,
            room: bytes.len(),
            n_commits,
        };
        Ok((journal, batches))
    }

    /// How many commits were made, those that went to the tree included.
    pub(super) fn n_commits(&self) -> u64 {
        self.n_commits
    }

    /// Whether it is time for the commits to go to the tree.
    pub(super) fn is_long(&self) -> bool {
        self.length >= LONG
    }

    /// Makes a commit durable.
    pub(super) fn append(&mut self, batch: &Batch) -> io::Result<()> {
        let number = self.n_commits + 1;
        let commit = written(number, batch);
        let end = self.length + commit.len();
        if end > self.room {
            self.make_room(end.next_multiple_of(ROOM))?;
        }
        self.file.write_all(&commit)?;
        self.file.sync_data()?;
        self.length = end;
        self.n_commits = number;
        Ok(())
    }

    /// Lets the file grow to this length.
    fn make_room(&mut self, room: usize) -> io::Result<()> {
        self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(&vec![0; room - self.room])?;
        self.file.seek(SeekFrom::Start(self.length as u64))?;
        self.room = room;
        Ok(())
    }

    /// Begins anew, because the tree holds all commits.
    pub(super) fn begin_anew(&mut self) -> io::Result<()> {
        self.file.rewind()?;
        self.length = 0;
        Ok(())
    }
}

/// A commit as it lies in the file.
fn written(number: u64, batch: &Batch) -> Vec<u8> {
    let mut changes = Vec::new();
    for (key, value) in &batch.changes {
        let key_length = u16::try_from(key.len()).expect("keys are checked to be short");
        changes.extend(key_length.to_be_bytes());
        changes.extend(key);
        let value_length = value.as_ref().map_or(0, |value| value.len() + 1);
        changes.extend(four_bytes(value_length));
        changes.extend(value.as_deref().unwrap_or_default());
    }
    let number = number.to_be_bytes();
    let length = four_bytes(changes.len());
    [&length[..], &number, &digest(number, &changes), &changes].concat()
}

fn four_bytes(length: usize) -> [u8; 4] {
    let length = u32::try_from(length).expect("what waits for the disk is far less than 4 GiB");
    length.to_be_bytes()
}

fn digest(number: [u8; 8], changes: &[u8]) -> [u8; 8] {
    let digest = Sha256::new().chain_update(number).chain_update(changes);
    let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(digest.finalize());
    [a, b, c, d, e, f, g, h]
}

/// The commit at the beginning, with its number and what follows it; nothing if there is no whole one.
fn read_commit(bytes: &[u8]) -> Option<(u64, Batch, &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (number, rest) = rest.split_first_chunk()?;
    let (expected, rest) = rest.split_first_chunk()?;
    let (mut changes, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    if digest(*number, changes) != *expected {
        return None;
    }
    let mut batch = Batch::default();
    while !changes.is_empty() {
        batch.changes.push(read_change(&mut changes)?);
    }
    Some((u64::from_be_bytes(*number), batch, rest))
}

fn read_change(changes: &mut &[u8]) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    let (length, rest) = changes.split_first_chunk()?;
    let (key, rest) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
    let (length, rest) = rest.split_first_chunk()?;
    let length = u32::from_be_bytes(*length) as usize;
    let (value, rest) = rest.split_at_checked(length.saturating_sub(1))?;
    *changes = rest;
    Some((key.to_vec(), (length > 0).then(|| value.to_vec())))
}
