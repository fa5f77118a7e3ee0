//! Salvaging entries from a damaged file.

#[cfg(test)]
mod tests;

use std::path::Path;

use super::{
    super::fault::{EntrySink, Fault, check_commits},
    FILE,
    pages::{Commit, Pages, Range, TreeReader},
    tables::{COMMITS_NAME, ENTRIES_NAME, checked},
};
use crate::{KeyRange, Salvaged};

/// Passes every undamaged entry in a folder to `take`, some of them twice. The second one is newer. Writes nothing.
pub(in crate::disk) fn salvage(
    folder: &Path,
    n_acknowledged: u64,
    take: EntrySink<'_>,
) -> Result<Salvaged, Fault> {
    let mut pages = Pages::open(&folder.join(FILE))?;
    let [latest, before] = pages.commits();
    let mut number = OneNumber::default();
    let faults = pages
        .read_table(latest, COMMITS_NAME, &mut number)
        .and_then(|()| check_commits(number.0, n_acknowledged));
    let mut missing = Missing::default();
    read(&mut pages, latest, &mut missing)?;
    let lost = if missing.0.is_empty() {
        Vec::new()
    } else {
        // The entries of a damaged page may be in another page of the commit before, as they were then.
        let mut former = Former {
            within: &missing.0,
            take,
            lost: Vec::new(),
        };
        read(&mut pages, before, &mut former)?;
        former.lost
    };
    let mut all = All {
        take,
        n_entries: 0,
        damaged: Vec::new(),
    };
    read(&mut pages, latest, &mut all)?;
    Ok(Salvaged {
        n_entries: all.n_entries,
        damaged: all.damaged,
        outdated: missing.0,
        lost,
        faults: faults.err().iter().map(Fault::to_string).collect(),
    })
}

fn read(pages: &mut Pages, commit: Commit, reader: &mut dyn TreeReader) -> Result<(), Fault> {
    pages.read_table(commit, ENTRIES_NAME, reader)
}

impl KeyRange {
    fn new((after, until): Range<'_>) -> KeyRange {
        KeyRange {
            after: after.map(<[u8]>::to_vec),
            until: until.map(<[u8]>::to_vec),
        }
    }

    fn contains(&self, key: &[u8]) -> bool {
        self.after.as_deref().is_none_or(|after| key > after)
            && self.until.as_deref().is_none_or(|until| key <= until)
    }

    /// Returns the intersection of two ranges, unless it is empty.
    fn and(&self, other: &KeyRange) -> Option<KeyRange> {
        let until = match (&self.until, &other.until) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.as_ref().or(other.as_ref()),
        };
        let after = self.after.as_ref().max(other.after.as_ref());
        let is_empty = after
            .zip(until)
            .is_some_and(|(after, until)| after >= until);
        (!is_empty).then(|| KeyRange {
            after: after.cloned(),
            until: until.cloned(),
        })
    }
}

/// A visitor that reads the single number of a table.
#[derive(Default)]
struct OneNumber(u64);

impl TreeReader for OneNumber {
    fn entry(&mut self, _key: &[u8], value: &[u8]) -> Result<(), Fault> {
        let bytes = value.try_into();
        let bytes = bytes.map_err(|_| Fault::Format("a number is of another length".to_owned()))?;
        self.0 = u64::from_le_bytes(bytes);
        Ok(())
    }

    fn lost(&mut self, _keys: Range<'_>, why: Fault) -> Result<(), Fault> {
        Err(why)
    }
}

/// A visitor that collects the damaged key ranges of the latest commit.
#[derive(Default)]
struct Missing(Vec<KeyRange>);

impl TreeReader for Missing {
    fn entry(&mut self, _key: &[u8], _value: &[u8]) -> Result<(), Fault> {
        Ok(())
    }

    fn lost(&mut self, keys: Range<'_>, _why: Fault) -> Result<(), Fault> {
        self.0.push(KeyRange::new(keys));
        Ok(())
    }
}

/// A visitor that takes entries of the commit before, in the damaged ranges of the latest.
struct Former<'a, 'b> {
    within: &'a [KeyRange],
    take: EntrySink<'b>,
    lost: Vec<KeyRange>,
}

impl TreeReader for Former<'_, '_> {
    fn entry(&mut self, key: &[u8], stored: &[u8]) -> Result<(), Fault> {
        let is_within = self.within.iter().any(|keys| keys.contains(key));
        match checked(key, stored) {
            Ok(value) if is_within => (self.take)((key.to_vec(), value)),
            _ => Ok(()),
        }
    }

    fn lost(&mut self, keys: Range<'_>, _why: Fault) -> Result<(), Fault> {
        let keys = KeyRange::new(keys);
        let in_both = self.within.iter().filter_map(|within| within.and(&keys));
        self.lost.extend(in_both);
        Ok(())
    }
}

/// A visitor that takes all entries of the latest commit.
struct All<'a> {
    take: EntrySink<'a>,
    n_entries: u64,
    damaged: Vec<Vec<u8>>,
}

impl TreeReader for All<'_> {
    fn entry(&mut self, key: &[u8], stored: &[u8]) -> Result<(), Fault> {
        match checked(key, stored) {
            Ok(value) => {
                self.n_entries += 1;
                (self.take)((key.to_vec(), value))
            }
            Err(_) => {
                self.damaged.push(key.to_vec());
                Ok(())
            }
        }
    }

    fn lost(&mut self, _keys: Range<'_>, _why: Fault) -> Result<(), Fault> {
        Ok(())
    }
}
