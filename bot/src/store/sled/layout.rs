//! How keys and values lie in the tree.
//!
//! | tree key | tree value |
//! | --- | --- |
//! | `d` key | 0, then the value; or 1, then the value's length as four bytes, when the value lies in parts |
//! | `m` name | facts about the store itself |
//! | `p` length of key (two bytes), key, number of the part (four bytes) | the part |
//!
//! Numbers are big-endian. Values are cut because sled writes what it holds together (up to some twenty neighbors) as
//! one piece, and a piece of more than 128 KiB goes to a file of its own, which sled does not sync.

use crate::ports::MAX_KEY;

/// The most bytes of a value that one tree value holds.
pub(super) const PART: usize = 4096;

/// The tree key of the format's number.
pub(super) const FORMAT_KEY: &[u8] = b"mformat";

/// The tree value that says that the tree is laid out as told here.
pub(super) const FORMAT: &[u8] = b"1";

/// What precedes a key in the tree.
pub(super) const DATA: u8 = b'd';

const WHOLE: u8 = 0;
const PARTS: u8 = 1;

/// A value as the tree value of its key tells it.
#[derive(Debug, PartialEq, Eq)]
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
            let mut stored = Vec::with_capacity(1 + value.len());
            stored.push(WHOLE);
            stored.extend_from_slice(value);
            return stored;
        }
        let length = u32::try_from(value.len()).expect("values are checked to be far shorter than 4 GiB");
        let mut stored = vec![PARTS];
        stored.extend_from_slice(&length.to_be_bytes());
        stored
    }
}

/// The tree key of a key.
pub(super) fn data_key(key: &[u8]) -> Vec<u8> {
    let mut stored = Vec::with_capacity(1 + key.len());
    stored.push(DATA);
    stored.extend_from_slice(key);
    stored
}

/// The tree key of a part of the value of `key`.
pub(super) fn part_key(key: &[u8], part: usize) -> Vec<u8> {
    const { assert!(MAX_KEY <= u16::MAX as usize) }
    let mut stored = vec![b'p'];
    stored.extend_from_slice(&(key.len() as u16).to_be_bytes());
    stored.extend_from_slice(key);
    stored.extend_from_slice(&(part as u32).to_be_bytes());
    stored
}

/// How many parts a value of this length lies in.
pub(super) fn n_parts(length: usize) -> usize {
    if length <= PART { 0 } else { length.div_ceil(PART) }
}
