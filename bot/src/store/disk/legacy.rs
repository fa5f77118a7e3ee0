//! Reads what releases up to 0.1.0 have written: a tree of sled, and the journal of what did not go there yet.
//!
//! | tree key | tree value |
//! | --- | --- |
//! | `d` key | 0, then the value; or 1, then the value's length as four bytes, when the value lies in parts |
//! | `mformat` | the number of this layout |
//! | `mtotals` | how many commits the tree holds; how many keys with `d` and `p`, and the sum of the digests of each |
//! | `p` length of key (two bytes), key, number of the part (four bytes) | the part, 4096 bytes but for the last |
//!
//! The journal holds one commit after another, numbered without a gap; what follows the last is a commit that was torn,
//! an older one, or zeros.
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | the length of the changes |
//! | 8 | the number of the commit |
//! | 8 | a digest of the number and the changes |
//! | … | the changes: length of the key (2), key, length of the value and 1 more, or 0 without one (4), value |
//!
//! The file `acknowledged` tells how many commits there are at least. Numbers are big-endian.

use std::{collections::BTreeMap, fs, io, mem, path::Path};

use super::{
    fault::{Fault, caught, check_commits},
    sink::EntrySink,
    sled,
    tally::{Tally, digest},
};
use crate::ports::{Batch, Entry};

/// The file that tells how many commits there are.
pub(super) const ACKNOWLEDGED: &str = "acknowledged";

/// The names of all files and folders in the data folder; what begins with the last is one, too.
const NAMES: [&str; 5] = [ACKNOWLEDGED, "blobs", "conf", "db", "journal"];
const SNAPSHOT: &str = "snap.";

/// Where a tree is made in the place of one that sled cannot open.
const NOTHING: &str = "nothing";

const DATA: u8 = b'd';
const PART_OF: u8 = b'p';
const PART: usize = 4096;

/// Whether this is the name of a file or folder that an earlier release has written.
pub(super) fn is_ours(name: &str) -> bool {
    NAMES.contains(&name) || name.starts_with(SNAPSHOT)
}

/// Says whether to go on in spite of a fault.
type Judge<'a> = &'a mut dyn FnMut(Fault) -> Result<(), Fault>;

/// What a step came to; nothing if it failed and all goes on.
fn judged<T: Default>(
    judge: Judge<'_>,
    step: impl FnOnce() -> Result<T, Fault>,
) -> Result<T, Fault> {
    caught(step).or_else(|fault| judge(fault).map(|()| T::default()))
}

/// What an earlier release has written.
pub(super) struct Legacy {
    tree: ::sled::Db,
    /// What the commits in the journal have changed; each key with its new value, if it has one.
    recent: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    n_commits: u64,
    n_acknowledged: u64,
    /// What follows the last whole commit in the journal.
    rest: Vec<u8>,
}

impl Legacy {
    /// Opens a copy of the files, to which sled will write.
    pub(super) fn open(copy: &Path) -> Result<Legacy, Fault> {
        let legacy = Legacy::read(copy, &mut Err)?;
        check_commits(legacy.n_commits, legacy.n_acknowledged)?;
        Ok(legacy)
    }

    fn read(copy: &Path, judge: Judge<'_>) -> Result<Legacy, Fault> {
        let n_acknowledged = judged(judge, || n_acknowledged(copy))?;
        let tree = caught(|| sled::open(copy)).or_else(|fault| {
            judge(fault)?;
            sled::open(&copy.join(NOTHING))
        })?;
        let mut legacy = Legacy {
            tree,
            recent: BTreeMap::new(),
            n_commits: 0,
            n_acknowledged,
            rest: judged(judge, || read_if_there(&copy.join("journal")))?,
        };
        judged(judge, || legacy.check_format())?;
        let [n_commits, n_entries, sum] = judged(judge, || legacy.totals())?;
        legacy.n_commits = n_commits;
        judged(judge, || legacy.tally()?.check(&Tally { n_entries, sum }))?;
        legacy.read_journal(judge)?;
        Ok(legacy)
    }

    fn check_format(&self) -> Result<(), Fault> {
        match self.tree.get("mformat")?.as_deref() {
            Some(b"1") => Ok(()),
            None if self.tree.is_empty() => Ok(()),
            Some(format) => Err(Fault::Format(format!(
                "it has format {}, not 1",
                format.escape_ascii()
            ))),
            None => Err(Fault::Format(
                "it does not say in which format it is".to_owned(),
            )),
        }
    }

    /// How many commits the tree holds, and what it should hold.
    fn totals(&self) -> Result<[u64; 3], Fault> {
        match self.tree.get("mtotals")? {
            Some(stored) => three_numbers(&stored).ok_or_else(|| {
                Fault::Corrupt("the totals are not as they were written".to_owned())
            }),
            None => Ok([0; 3]),
        }
    }

    /// Reads everything in the tree.
    fn tally(&self) -> Result<Tally, Fault> {
        let mut tally = Tally::default();
        for first in [DATA, PART_OF] {
            for entry in self.tree.scan_prefix([first]) {
                let (key, value) = entry?;
                tally.add(&key, &value);
            }
        }
        Ok(tally)
    }

    /// Takes in the commits that the tree does not hold.
    fn read_journal(&mut self, judge: Judge<'_>) -> Result<(), Fault> {
        let journal = mem::take(&mut self.rest);
        let mut rest = &journal[..];
        while let Some((number, batch)) = read_commit(&mut rest) {
            if number <= self.n_commits {
                break;
            }
            self.take_in(number, batch, judge)?;
        }
        self.rest = rest.to_vec();
        Ok(())
    }

    /// Takes in what can be read beyond the place where the journal is damaged.
    fn read_rest(&mut self, judge: Judge<'_>) -> Result<(), Fault> {
        let journal = mem::take(&mut self.rest);
        let mut rest = &journal[..];
        while !rest.is_empty() {
            match read_commit(&mut rest) {
                Some((number, batch)) if number > self.n_commits => {
                    self.take_in(number, batch, judge)?;
                }
                Some(_older) => {}
                None => rest = &rest[1..],
            }
        }
        Ok(())
    }

    /// Takes in a commit that is newer than all so far.
    fn take_in(&mut self, number: u64, batch: Batch, judge: Judge<'_>) -> Result<(), Fault> {
        let n_commits = self.n_commits;
        if number > n_commits + 1 {
            judge(Fault::Corrupt(format!(
                "the commits between {n_commits} and {number} are missing"
            )))?;
        }
        self.recent.extend(batch.changes);
        self.n_commits = number;
        Ok(())
    }

    /// All entries, in no order.
    pub(super) fn entries(&self) -> impl Iterator<Item = Result<Entry, Fault>> {
        self.stored().chain(self.recent().map(Ok))
    }

    /// The entries of the tree that the journal does not change. An error of sled is the end.
    fn stored(&self) -> impl Iterator<Item = Result<Entry, Fault>> {
        let mut has_failed = false;
        let stored = self.tree.scan_prefix([DATA]);
        let stored = stored.take_while(move |entry| !mem::replace(&mut has_failed, entry.is_err()));
        stored.filter_map(|entry| match entry {
            Ok((key, _)) if self.recent.contains_key(&key[1..]) => None,
            Ok((key, stored)) => Some(
                self.value(&key[1..], &stored)
                    .map(|value| (key[1..].to_vec(), value)),
            ),
            Err(error) => Some(Err(error.into())),
        })
    }

    /// The entries that the journal has set.
    fn recent(&self) -> impl Iterator<Item = Entry> {
        let recent = self.recent.iter();
        recent.filter_map(|(key, value)| Some((key.clone(), value.clone()?)))
    }

    /// The value of a key, given what is stored under the key itself.
    fn value(&self, key: &[u8], stored: &[u8]) -> Result<Vec<u8>, Fault> {
        let whole = match stored.split_first() {
            Some((0, value)) => Some(value.to_vec()),
            Some((1, length)) => self.joined(key, length)?,
            _ => None,
        };
        whole.ok_or_else(|| {
            let key = key.escape_ascii();
            Fault::Corrupt(format!("the entry {key} is not as it was written"))
        })
    }

    /// The parts of a value of this length, if they are whole.
    fn joined(&self, key: &[u8], length: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        let Ok(length) = length.try_into().map(u32::from_be_bytes) else {
            return Ok(None);
        };
        let mut value = Vec::new();
        for part in 0..length.div_ceil(PART as u32) {
            let Some(part) = self.tree.get(part_key(key, part))? else {
                return Ok(None);
            };
            value.extend_from_slice(&part);
        }
        Ok((value.len() == length as usize).then_some(value))
    }
}

/// Gives away what can be read of a copy of the files; what is wrong with them.
pub(super) fn salvage(copy: &Path, take: EntrySink<'_>) -> Result<Vec<Fault>, Fault> {
    let mut faults = Vec::new();
    let judge: Judge<'_> = &mut |fault| {
        faults.push(fault);
        Ok(())
    };
    let mut legacy = Legacy::read(copy, judge)?;
    legacy.read_rest(judge)?;
    judged(judge, || {
        check_commits(legacy.n_commits, legacy.n_acknowledged)
    })?;
    let stored = caught(|| {
        legacy.stored().try_for_each(|entry| match entry {
            Ok(entry) => take(entry),
            Err(fault) => judge(fault),
        })
    });
    stored.or_else(judge)?;
    legacy.recent().try_for_each(take)?;
    Ok(faults)
}

/// Whether a folder holds what an earlier release has written.
pub(super) fn is_in(folder: &Path) -> Result<bool, Fault> {
    for name in ["db", "conf", "journal"] {
        if folder.join(name).try_exists()? {
            return Ok(true);
        }
    }
    match n_acknowledged(folder) {
        Ok(n_commits) => Ok(n_commits > 0),
        Err(Fault::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(Fault::Corrupt(_)) => Ok(false),
        Err(fault) => Err(fault),
    }
}

pub(super) fn read_if_there(file: &Path) -> Result<Vec<u8>, Fault> {
    if file.try_exists()? {
        Ok(fs::read(file)?)
    } else {
        Ok(Vec::new())
    }
}

fn n_acknowledged(folder: &Path) -> Result<u64, Fault> {
    let text = fs::read(folder.join(ACKNOWLEDGED))?;
    let number = str::from_utf8(&text).ok();
    let number = number.and_then(|text| text.strip_suffix('\n')?.parse().ok());
    match number {
        Some(number) => Ok(number),
        None if text.is_empty() => Ok(0),
        None => Err(Fault::Corrupt(
            "the file acknowledged does not hold a number".to_owned(),
        )),
    }
}

fn three_numbers(stored: &[u8]) -> Option<[u64; 3]> {
    let (numbers, rest) = stored.as_chunks::<8>();
    let numbers = <[[u8; 8]; 3]>::try_from(numbers).ok()?;
    rest.is_empty().then(|| numbers.map(u64::from_be_bytes))
}

fn part_key(key: &[u8], part: u32) -> Vec<u8> {
    let length = (key.len() as u16).to_be_bytes();
    [&[PART_OF], &length[..], key, &part.to_be_bytes()].concat()
}

/// Takes off the commit at the beginning, with its number; nothing if there is no whole one.
fn read_commit(bytes: &mut &[u8]) -> Option<(u64, Batch)> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (number, rest) = rest.split_first_chunk::<8>()?;
    let (expected, rest) = rest.split_first_chunk::<8>()?;
    let (mut changes, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    if digest(&[number, changes]) != *expected {
        return None;
    }
    let mut batch = Batch::default();
    while !changes.is_empty() {
        batch.changes.push(read_change(&mut changes)?);
    }
    *bytes = rest;
    Some((u64::from_be_bytes(*number), batch))
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
