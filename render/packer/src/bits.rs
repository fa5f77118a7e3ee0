//! Bit strings in the format of deflate: the lowest bit of a byte first.

/// At most 56 bits, the first one lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) bits: u64,
    pub(crate) len: u32,
}

impl Word {
    /// The maximum number of bits.
    pub(crate) const MAX: u32 = 56;

    /// Appends another word; the sum must fit.
    pub(crate) fn then(self, next: Word) -> Word {
        debug_assert!(self.len + next.len <= Word::MAX, "the words fit");
        Word {
            bits: self.bits | next.bits << self.len,
            len: self.len + next.len,
        }
    }
}

/// A growing bit string.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    bytes: Vec<u8>,
    /// The last bits, fewer than 8, which `bytes` does not contain yet.
    rest: Word,
}

impl Bits {
    /// Reserves memory for this number of bytes.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.bytes.reserve(bytes);
    }

    #[inline]
    pub(crate) fn put(&mut self, word: Word) {
        let bits = self.rest.bits | word.bits << self.rest.len;
        let len = self.rest.len + word.len;
        let n_bytes = len / 8;
        self.bytes
            .extend_from_slice(&bits.to_le_bytes()[..n_bytes as usize]);
        self.rest = Word {
            bits: bits.checked_shr(n_bytes * 8).unwrap_or(0),
            len: len % 8,
        };
    }

    /// Returns the bytes, the last one padded with zeros.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        if self.rest.len > 0 {
            self.put(Word { bits: 0, len: 7 });
        }
        self.bytes
    }
}
