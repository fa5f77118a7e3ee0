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

use std::{collections::BTreeMap, fs, path::Path};

use sha2::{Digest, Sha256};

use super::{fault::Fault, sled};
use crate::ports::{Batch, Entry};

/// The names of all files and folders in the data folder; what begins with the last is one, too.
pub(super) const NAMES: [&str; 5] = ["acknowledged", "blobs", "conf", "db", "journal"];
pub(super) const SNAPSHOT: &str = "snap.";

const DATA: u8 = b'd';
const PART_OF: u8 = b'p';
const PART: usize = 4096;

/// What an earlier release has written.
pub(super) struct Legacy {
    tree: ::sled::Db,
    /// What the commits in the journal have changed; each key with its new value, if it has one.
    recent: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
}

impl Legacy {
    /// Opens a copy of the files, to which sled will write.
    pub(super) fn open(copy: &Path) -> Result<Legacy, Fault> {
        let n_acknowledged = n_acknowledged(copy)?;
        let tree = sled::open(copy)?;
        let mut totals = [0; 3];
        if !tree.is_empty() {
            check_format(tree.get("mformat")?.as_deref())?;
        }
        if let Some(stored) = tree.get("mtotals")? {
            totals = three_numbers(&stored).ok_or_else(not_ours)?;
        }
        let [n_stored, n_entries, digest] = totals;
        let mut legacy = Legacy {
            tree,
            recent: BTreeMap::new(),
        };
        legacy.check_content(n_entries, digest)?;
        let n_commits = legacy.read_journal(copy, n_stored)?;
        if n_commits < n_acknowledged {
            let n_missing = n_acknowledged - n_commits;
            return Err(Fault::Corrupt(format!(
                "the last {n_missing} of {n_acknowledged} commits are missing"
            )));
        }
        Ok(legacy)
    }

    /// Reads everything in the tree and compares it with what was written.
    fn check_content(&self, n_entries: u64, digest: u64) -> Result<(), Fault> {
        let (mut n_found, mut sum) = (0, 0_u64);
        for first in [DATA, PART_OF] {
            for entry in self.tree.scan_prefix([first]) {
                let (key, value) = entry?;
                n_found += 1;
                sum = sum.wrapping_add(entry_digest(&key, &value));
            }
        }
        if (n_found, sum) == (n_entries, digest) {
            return Ok(());
        }
        Err(Fault::Corrupt(format!(
            "it holds other entries than were written, {n_found} instead of {n_entries}"
        )))
    }

    /// Takes in the commits that the tree does not hold; tells how many there are then.
    fn read_journal(&mut self, folder: &Path, n_stored: u64) -> Result<u64, Fault> {
        let journal = folder.join("journal");
        let bytes = if journal.exists() {
            fs::read(journal)?
        } else {
            Vec::new()
        };
        let mut bytes = &bytes[..];
        let mut n_commits = n_stored;
        while let Some((number, batch)) = read_commit(&mut bytes) {
            if number > n_commits + 1 {
                return Err(Fault::Corrupt(format!(
                    "the commits between {n_commits} and {number} are missing"
                )));
            }
            if number <= n_commits {
                break;
            }
            self.recent.extend(batch.changes);
            n_commits = number;
        }
        Ok(n_commits)
    }

    /// All entries, in no order.
    pub(super) fn entries(&self) -> impl Iterator<Item = Result<Entry, Fault>> {
        let stored = self.tree.scan_prefix([DATA]);
        let stored = stored.filter_map(|entry| match entry {
            Ok((key, _)) if self.recent.contains_key(&key[1..]) => None,
            Ok((key, stored)) => Some(
                self.value(&key[1..], &stored)
                    .map(|value| (key[1..].to_vec(), value)),
            ),
            Err(error) => Some(Err(error.into())),
        });
        let recent = self.recent.iter();
        let recent =
            recent.filter_map(|(key, value)| Some(Ok((key.clone(), value.as_ref()?.clone()))));
        stored.chain(recent)
    }

    /// The value of a key, given what is stored under the key itself.
    fn value(&self, key: &[u8], stored: &[u8]) -> Result<Vec<u8>, Fault> {
        let length = match stored.split_first() {
            Some((0, value)) => return Ok(value.to_vec()),
            Some((1, length)) => u32::from_be_bytes(length.try_into().map_err(|_| not_ours())?),
            _ => return Err(not_ours()),
        };
        let mut value = Vec::new();
        for part in 0..length.div_ceil(PART as u32) {
            let part = self.tree.get(part_key(key, part))?;
            value.extend_from_slice(&part.ok_or_else(not_ours)?);
        }
        if value.len() == length as usize {
            Ok(value)
        } else {
            Err(not_ours())
        }
    }
}

fn not_ours() -> Fault {
    Fault::Corrupt("an entry is not as it was written".to_owned())
}

/// Whether a folder holds what an earlier release has written.
pub(super) fn is_in(folder: &Path) -> bool {
    ["db", "conf", "journal"]
        .iter()
        .any(|name| folder.join(name).exists())
        || n_acknowledged(folder).is_ok_and(|n_commits| n_commits > 0)
}

fn n_acknowledged(folder: &Path) -> Result<u64, Fault> {
    let text = fs::read_to_string(folder.join("acknowledged"))?;
    let number = text.strip_suffix('\n').unwrap_or_default().parse();
    match number {
        Ok(number) => Ok(number),
        Err(_) if text.is_empty() => Ok(0),
        Err(_) => Err(Fault::Corrupt(
            "the file acknowledged does not hold a number".to_owned(),
        )),
    }
}

fn check_format(format: Option<&[u8]>) -> Result<(), Fault> {
    match format {
        Some(b"1") => Ok(()),
        Some(format) => Err(Fault::Format(format!(
            "it has format {}, not 1",
            format.escape_ascii()
        ))),
        None => Err(Fault::Format(
            "it does not say in which format it is".to_owned(),
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

fn entry_digest(key: &[u8], value: &[u8]) -> u64 {
    let length = (key.len() as u64).to_be_bytes();
    u64::from_be_bytes(digest(&[&length, key, value]))
}

fn digest(parts: &[&[u8]]) -> [u8; 8] {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part);
    }
    let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(digest.finalize());
    [a, b, c, d, e, f, g, h]
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
