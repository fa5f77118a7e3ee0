//! Checking that two stores hold the same entries.

use sha2::{Digest, Sha256};

use super::fault::Fault;

/// The number of entries, and the sum of their digests, which does not depend on their order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) n_entries: u64,
    pub(super) sum: u64,
}

impl Tally {
    pub(super) fn add(&mut self, key: &[u8], value: &[u8]) {
        let length = (key.len() as u64).to_be_bytes();
        let digest = u64::from_be_bytes(digest(&[&length, key, value]));
        self.n_entries += 1;
        self.sum = self.sum.wrapping_add(digest);
    }

    /// Refuses data with other entries than were written.
    pub(super) fn check(&self, written: &Tally) -> Result<(), Fault> {
        if self == written {
            return Ok(());
        }
        Err(Fault::Corrupt(format!(
            "it holds other entries than were written, {} instead of {}",
            self.n_entries, written.n_entries
        )))
    }
}

/// Returns the first bytes of the SHA-256 of some parts.
pub(super) fn digest(parts: &[&[u8]]) -> [u8; 8] {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part);
    }
    let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(digest.finalize());
    [a, b, c, d, e, f, g, h]
}
