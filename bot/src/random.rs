//! Random words that follow from a number: not secret, and the same everywhere. Dice are thrown elsewhere.

/// Words that follow from a seed (SplitMix64).
pub(crate) struct SeededWords(u64);

impl SeededWords {
    /// The words of this seed.
    pub(crate) fn new(seed: u64) -> SeededWords {
        SeededWords(seed)
    }

    /// The next word.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
