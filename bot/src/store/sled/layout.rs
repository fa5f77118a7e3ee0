//! How keys and values lie in the tree.
//!
//! | tree key | tree value |
//! | --- | --- |
//! | `d` key | 0, then the value; or 1, then the value's length as four bytes, when the value lies in parts |
//! | `mformat` | the number of this layout |
//! | `mtotals` | [`Totals`] |
//! | `p` length of key (two bytes), key, number of the part (four bytes) | the part |
//!
//! Numbers are big-endian. Values are cut because sled writes what it holds together (up to some twenty neighbors) as
//! one piece, and a piece of more than 128 KiB goes to a file of its own, which sled does not sync.

use sha2::{Digest, Sha256};

use crate::ports::MAX_KEY;

/// The most bytes of a value that one tree value holds.
pub(super) const PART: usize = 4096;

/// The tree key of the layout's number.
pub(super) const FORMAT_KEY: &[u8] = b"mformat";

/// The tree value that says that the tree is laid out as told here.
pub(super) const FORMAT: &[u8] = b"1";

/// The tree key of the totals.
pub(super) const TOTALS_KEY: &[u8] = b"mtotals";

/// What precedes a key in the tree.
pub(super) const DATA: u8 = b'd';

/// What precedes the key of a part in the tree.
pub(super) const PART_OF: u8 = b'p';

const WHOLE: u8 = 0;
const PARTS: u8 = 1;

/// A value as the tree value of its key tells it.
pub(super) enum Head<'a> {
    /// The value itself.
    Whole(&'a [u8]),
    /// The length of a value that lies in parts.
    Parts(usize),
}

impl<'a> Head<'a> {
    /// Reads a tree value; `None` if it is none of ours.
    pub(super) fn read(stored: &'a [u8]) -> Option<Head<'a>> {
        match stored.split_first()? {
            (&WHOLE, value) => Some(Head::Whole(value)),
            (&PARTS, length) => {
                let length = u32::from_be_bytes(length.try_into().ok()?);
                usize::try_from(length).ok().map(Head::Parts)
            }
            _ => None,
        }
    }

    /// The tree value for a value.
    pub(super) fn of(value: &[u8]) -> Vec<u8> {
        if value.len() <= PART {
            return [&[WHOLE], value].concat();
        }
        let length =
            u32::try_from(value.len()).expect("values are checked to be far shorter than 4 GiB");
        [&[PARTS], &length.to_be_bytes()[..]].concat()
    }
}

/// The tree key of a key.
pub(super) fn data_key(key: &[u8]) -> Vec<u8> {
    [&[DATA], key].concat()
}

/// The tree key of a part of the value of `key`.
pub(super) fn part_key(key: &[u8], part: usize) -> Vec<u8> {
    const { assert!(MAX_KEY <= u16::MAX as usize) }
    let part = u32::try_from(part).expect("a value of less than 4 GiB has fewer parts");
    [
        &[PART_OF],
        &(key.len() as u16).to_be_bytes()[..],
        key,
        &part.to_be_bytes(),
    ]
    .concat()
}

/// How many parts a value of this length lies in.
pub(super) fn n_parts(length: usize) -> usize {
    if length <= PART {
        0
    } else {
        length.div_ceil(PART)
    }
}

/// What can be said of the whole tree, kept up to date by each commit.
#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    /// How many commits were made.
    pub(super) n_commits: u64,
    /// What the commits have left.
    pub(super) content: Content,
}

impl Totals {
    /// Reads a tree value; `None` if it is none of ours.
    pub(super) fn read(stored: &[u8]) -> Option<Totals> {
        let (numbers, rest) = stored.as_chunks::<8>();
        let &[n_commits, n_entries, digest] = numbers else {
            return None;
        };
        let content = Content {
            n_entries: u64::from_be_bytes(n_entries),
            digest: u64::from_be_bytes(digest),
        };
        rest.is_empty().then_some(Totals {
            n_commits: u64::from_be_bytes(n_commits),
            content,
        })
    }

    /// The tree value for these totals.
    pub(super) fn stored(&self) -> Vec<u8> {
        [self.n_commits, self.content.n_entries, self.content.digest]
            .map(u64::to_be_bytes)
            .concat()
    }
}

/// A summary of tree keys with their tree values, equal (but for an unlikely chance) only for equal content.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Content {
    /// How many there are.
    pub(super) n_entries: u64,
    /// The digests of all, added up.
    digest: u64,
}

impl Content {
    /// Counts a tree key with its tree value.
    pub(super) fn add(&mut self, key: &[u8], value: &[u8]) {
        self.n_entries = self.n_entries.wrapping_add(1);
        self.digest = self.digest.wrapping_add(digest(key, value));
    }

    /// Counts a tree key with its tree value no longer.
    pub(super) fn subtract(&mut self, key: &[u8], value: &[u8]) {
        self.n_entries = self.n_entries.wrapping_sub(1);
        self.digest = self.digest.wrapping_sub(digest(key, value));
    }
}

fn digest(key: &[u8], value: &[u8]) -> u64 {
    let digest = Sha256::new()
        .chain_update((key.len() as u64).to_be_bytes())
        .chain_update(key)
        .chain_update(value);
    let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(digest.finalize());
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}
