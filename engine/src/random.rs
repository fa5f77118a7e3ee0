//! Pseudo-random words from a seed: the same on every machine, and not secret.

/// A sequence of pseudo-random words from a seed (SplitMix64), for callers of [`crate::Engine::think`] without a source
/// of randomness.
/// ```
/// use engine::SeededWords;
///
/// let mut words = SeededWords::new(7);
/// assert_eq!(words.word(), SeededWords::new(7).word());
/// assert_ne!(words.word(), SeededWords::new(7).word());
/// ```
#[derive(Clone, Debug)]
pub struct SeededWords(u64);

impl SeededWords {
    /// Starts the sequence of a seed.
    pub fn new(seed: u64) -> SeededWords {
        SeededWords(seed)
    }

    /// Returns the next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }
}

/// Mixes the bits of a word; the result looks random, and is the same for the same word.
pub(crate) fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
