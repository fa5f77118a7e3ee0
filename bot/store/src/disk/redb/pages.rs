//! Reads the undamaged pages of a damaged redb file, without redb. Only a salvage needs this.
//!
//! If a file was not closed properly, redb reads nothing from it after damage of one page in use. In any other file, redb stops
//! at a damaged page. The table shows the saved entries of 200 files with 251 entries each. They were read from both ends on
//! 2026-11-27, with redb 4.4 as in a release:
//!
//! | damage | closed well: here | by redb | killed: here | by redb |
//! | --- | ---: | ---: | ---: | ---: |
//! | a flipped bit | 50,128 of 50,200 | 49,879 | 50,132 | 38,065 |
//! | ten flipped bits | 49,100 | 47,128 | 49,390 | 2,492 |
//! | 512 bytes of zeros | 49,245 | 48,492 | 49,519 | 37,061 |
//! | a page of zeros | 46,527 | 42,762 | 48,364 | 31,479 |
//! | cut off | 1,220 | 0 | 1,220 | 0 |
//!
//! [`super::salvage`] has the test that compares both. If redb saves as much one day, remove this module.
//!
//! The design document of redb describes the format. A header names two commits. Each has the roots of two trees of
//! tables: those of users and those of redb itself. Each link to a page contains the digest of that page. Numbers are
//! little-endian.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
};

use twox_hash::XxHash3_128;

use super::super::fault::Fault;

const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";
const VERSION: u8 = 3;
const HEADER: usize = 320;

/// The offsets of the two commits in the header, and the length of each.
const COMMITS: [usize; 2] = [64, 192];
const COMMIT: usize = 128;

/// The size of the smallest pages. redb writes files with no other page size.
const PAGE: u64 = 4096;

/// The largest number of pages of a region.
const MOST_PAGES: u64 = 1 << 20;

const LEAF: u8 = 1;
const BRANCH: u8 = 2;

/// The largest depth of a tree; a damaged one could contain a cycle.
const DEEPEST: usize = 64;

/// The keys after the first bound and up to the second; `None` is unbounded.
pub(super) type Range<'a> = (Option<&'a [u8]>, Option<&'a [u8]>);

/// A visitor of the entries of a tree.
pub(super) trait TreeReader {
    /// Visits an entry, which may be damaged if its page is.
    fn entry(&mut self, key: &[u8], value: &[u8]) -> Result<(), Fault>;

    /// Visits the key range of a damaged page, which holds or leads to some of these keys.
    fn lost(&mut self, keys: Range<'_>, why: Fault) -> Result<(), Fault>;
}

/// A link to a page: its location and its digest.
#[derive(Clone, Copy)]
struct Link {
    page: u64,
    digest: u128,
}

/// The lengths of the keys and values of a tree, if all have the same length.
#[derive(Clone, Copy, Default)]
struct Widths {
    key: Option<usize>,
    value: Option<usize>,
}

/// One of the two commits.
#[derive(Clone, Copy)]
pub(super) struct Commit {
    is_whole: bool,
    number: u64,
    tables: Option<Link>,
}

impl Commit {
    fn check(&self) -> Result<(), Fault> {
        if self.is_whole {
            Ok(())
        } else {
            Err(damaged("the header is damaged"))
        }
    }
}

/// A redb file.
pub(super) struct Pages {
    file: File,
    length: u64,
    /// The bytes of a region, and those of its header before the pages.
    region: [u64; 2],
    /// The commit that the header names as the latest, and the other.
    commits: [Commit; 2],
    /// True if the first commit was synced before the header named it, so that it must be undamaged.
    is_sure: bool,
}

impl Pages {
    /// Reads the header.
    pub(super) fn open(path: &Path) -> Result<Pages, Fault> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        if length < PAGE {
            return Err(damaged("the file is cut off"));
        }
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        let number = |at| number(&header, at).map(u64::from).unwrap_or_default();
        let (page, n_before, n_pages) = (number(12), number(16), number(20));
        let is_possible = page == PAGE && n_before <= MOST_PAGES && n_pages <= MOST_PAGES;
        if !header.starts_with(MAGIC) || !is_possible {
            return Err(damaged("the file does not begin as one of redb"));
        }
        let flags = header[MAGIC.len()];
        let mut commits = COMMITS.map(|at| commit(&header[at..at + COMMIT]));
        if flags & 1 != 0 {
            commits.reverse();
        }
        Ok(Pages {
            file,
            length,
            region: [(n_before + n_pages) * PAGE, n_before * PAGE],
            commits,
            is_sure: flags & 4 != 0,
        })
    }

    /// Returns the latest commit, damaged or not, and the one before.
    pub(super) fn commits(&self) -> [Commit; 2] {
        let [named, other] = self.commits;
        // The system may have written the commit's name to the disk before the commit itself, or only the name.
        let is_later = other.is_whole && named.is_whole && other.number > named.number;
        if is_later && !self.is_sure {
            [other, named]
        } else {
            [named, other]
        }
    }

    /// Reads the undamaged parts of a table in a commit. A table that cannot be found counts as lost, never as empty.
    pub(super) fn read_table(
        &mut self,
        commit: Commit,
        table: &str,
        reader: &mut dyn TreeReader,
    ) -> Result<(), Fault> {
        let mut sought = TableReader {
            name: table,
            found: None,
            fault: commit.check().err(),
        };
        self.walk_tree(commit.tables, Widths::default(), &mut sought)?;
        let fault = match sought.found {
            Some(_) => sought.fault,
            None => Some(damaged(&format!("the table {table} is missing"))),
        };
        if let Some(why) = fault {
            reader.lost((None, None), why)?;
        }
        match sought.found {
            Some((root, widths)) => self.walk_tree(root, widths, reader),
            None => Ok(()),
        }
    }

    fn walk_tree(
        &mut self,
        root: Option<Link>,
        widths: Widths,
        reader: &mut dyn TreeReader,
    ) -> Result<(), Fault> {
        match root {
            Some(root) => self.walk(root, widths, (None, None), DEEPEST, reader),
            None => Ok(()),
        }
    }

    /// Reads a page and all its descendants. A descendant of a damaged page can be undamaged, as its digest shows.
    fn walk(
        &mut self,
        link: Link,
        widths: Widths,
        keys: Range<'_>,
        depth: usize,
        reader: &mut dyn TreeReader,
    ) -> Result<(), Fault> {
        let page = match self.page(link.page) {
            Ok(page) => page,
            Err(why) => return reader.lost(keys, why),
        };
        let not_whole = || damaged("a page is not what its digest says");
        let is_whole = |length| {
            let page: &[u8] = &page;
            page.get(..length)
                .is_some_and(|bytes| XxHash3_128::oneshot(bytes) == link.digest)
        };
        match page.first() {
            Some(&LEAF) => {
                let (entries, length) = leaf(&page, widths);
                if !length.is_some_and(is_whole) {
                    reader.lost(keys, not_whole())?;
                }
                let mut entries = entries.into_iter().filter(|(key, _)| is_in(keys, key));
                entries.try_for_each(|(key, value)| reader.entry(key, value))
            }
            Some(&BRANCH) if depth > 0 => {
                let Some((children, length)) = branch(&page, widths) else {
                    return reader.lost(keys, not_whole());
                };
                if !is_whole(length) {
                    reader.lost(keys, not_whole())?;
                }
                let mut after = keys.0;
                for (child, until) in children {
                    self.walk(child, widths, (after, until.or(keys.1)), depth - 1, reader)?;
                    after = until;
                }
                Ok(())
            }
            _ => reader.lost(keys, not_whole()),
        }
    }

    fn page(&mut self, page: u64) -> Result<Vec<u8>, Fault> {
        let order = page >> 59;
        let region = (page >> 20) & 0xf_ffff;
        let index = page & (0xf_ffff >> order);
        let [region_length, before] = self.region;
        let length = PAGE << order;
        let start = PAGE + region * region_length + before + index * length;
        if length > self.length || start > self.length - length {
            return Err(damaged("a page is beyond the end of the file"));
        }
        let mut bytes = vec![0; length as usize];
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// A visitor that finds a table.
struct TableReader<'a> {
    name: &'a str,
    found: Option<(Option<Link>, Widths)>,
    /// Damage that may concern the table.
    fault: Option<Fault>,
}

impl TreeReader for TableReader<'_> {
    fn entry(&mut self, name: &[u8], table: &[u8]) -> Result<(), Fault> {
        if name == self.name.as_bytes() {
            self.found = definition(table);
        }
        Ok(())
    }

    fn lost(&mut self, _keys: Range<'_>, why: Fault) -> Result<(), Fault> {
        self.fault.get_or_insert(why);
        Ok(())
    }
}

fn is_in((after, until): Range<'_>, key: &[u8]) -> bool {
    after.is_none_or(|after| after < key) && until.is_none_or(|until| key <= until)
}

fn damaged(detail: &str) -> Fault {
    Fault::Corrupt(detail.to_owned())
}

fn commit(bytes: &[u8]) -> Commit {
    let (fields, digest) = bytes.split_at(COMMIT - 16);
    let root = |is_there: u8, at| (is_there != 0).then(|| link(fields, at)).flatten();
    Commit {
        is_whole: fields[0] == VERSION && XxHash3_128::oneshot(fields).to_le_bytes() == digest,
        number: long(fields, 104).unwrap_or_default(),
        tables: root(fields[1], 8),
    }
}

/// Returns the root and the widths of a table, which has one value for each key.
fn definition(bytes: &[u8]) -> Option<(Option<Link>, Widths)> {
    let width = |at: usize| match bytes.get(at)? {
        0 => Some(None),
        _ => number(bytes, at + 1).map(|width| Some(width as usize)),
    };
    let root = match (bytes.first()?, bytes.get(9)?) {
        (3, 0) => None,
        (3, _) => Some(link(bytes, 10)?),
        _ => return None,
    };
    let (key, value) = (width(42)?, width(47)?);
    Some((root, Widths { key, value }))
}

type PageEntries<'a> = Vec<(&'a [u8], &'a [u8])>;

type Children<'a> = Vec<(Link, Option<&'a [u8]>)>;

/// Returns the entries of a leaf page that can be found, and the number of its bytes that its digest covers.
fn leaf(page: &[u8], widths: Widths) -> (PageEntries<'_>, Option<usize>) {
    let n_entries = short(page, 2).unwrap_or_default();
    let n_listed = [widths.key, widths.value].map(|width| n_entries * usize::from(width.is_none()));
    let keys = Ends::new(page, widths.key, 4, 4 * (1 + n_listed[0] + n_listed[1]));
    let Some(last) = n_entries.checked_sub(1) else {
        return (Vec::new(), None);
    };
    let Some(keys_end) = keys.end(last) else {
        return (Vec::new(), None);
    };
    let values = Ends::new(page, widths.value, 4 * (1 + n_listed[0]), keys_end);
    let entries = (0..n_entries).filter_map(|n| Some((keys.bytes(n)?, values.bytes(n)?)));
    (entries.collect(), values.end(last))
}

/// Returns the children of a branch page, each but the last with its largest key, and the number of bytes that the digest
/// covers.
fn branch(page: &[u8], widths: Widths) -> Option<(Children<'_>, usize)> {
    let n_keys = short(page, 2)?;
    let n_children = n_keys + 1;
    let (pages, listed) = (8 + 16 * n_children, 8 + 24 * n_children);
    let n_listed = n_keys * usize::from(widths.key.is_none());
    let keys = Ends::new(page, widths.key, listed, listed + 4 * n_listed);
    let child = |n| {
        let link = Link {
            page: long(page, pages + 8 * n)?,
            digest: wide(page, 8 + 16 * n)?,
        };
        Some((link, keys.bytes(n).filter(|_| n < n_keys)))
    };
    let children = (0..n_children).map(child).collect::<Option<_>>()?;
    Some((children, keys.end(n_keys.checked_sub(1)?)?))
}

/// The end offsets of the keys of a page, or of its values.
struct Ends<'a> {
    page: &'a [u8],
    width: Option<usize>,
    /// The offset of the list of ends, if the lengths differ.
    listed: usize,
    /// The offset of the first key or value.
    start: usize,
}

impl<'a> Ends<'a> {
    fn new(page: &'a [u8], width: Option<usize>, listed: usize, start: usize) -> Ends<'a> {
        Ends {
            page,
            width,
            listed,
            start,
        }
    }

    fn end(&self, n: usize) -> Option<usize> {
        match self.width {
            Some(width) => Some(self.start + width * (n + 1)),
            None => number(self.page, self.listed + 4 * n).map(|end| end as usize),
        }
    }

    fn bytes(&self, n: usize) -> Option<&'a [u8]> {
        let start = match n.checked_sub(1) {
            None => self.start,
            Some(before) => self.end(before)?,
        };
        self.page.get(start..self.end(n)?)
    }
}

fn link(bytes: &[u8], at: usize) -> Option<Link> {
    Some(Link {
        page: long(bytes, at)?,
        digest: wide(bytes, at + 8)?,
    })
}

fn short(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_le_bytes(*bytes).into())
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn wide(bytes: &[u8], at: usize) -> Option<u128> {
    Some(u128::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
