//! Seeded randomness: the same tests everywhere, and others for every `ODDBOARD_SEED`.

use std::env;

use proptest::{
    strategy::Strategy,
    test_runner::{Config, RngSeed, TestRunner},
};

/// A seed of this name, which is always the same unless `ODDBOARD_SEED` says another number.
fn seed(name: u64) -> u64 {
    let Ok(other) = env::var("ODDBOARD_SEED") else {
        return name;
    };
    let other: u64 = other.parse().expect("ODDBOARD_SEED is a number");
    name ^ other.rotate_left(32)
}

/// Checks a property on generated values; a failure is shrunk and printed.
///
/// # Panics
///
/// It does not hold.
#[track_caller]
pub fn check_property<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value)) {
    let config = Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed(1)),
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&strategy, |value| {
        property(value);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

/// The splitmix64 generator.
pub struct Random(u64);

impl Random {
    /// A generator; each suite names its own.
    pub fn new(name: u64) -> Random {
        Random(seed(name))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The bias of the remainder is far below what a test can see.
        (self.next() % bound as u64) as usize
    }

    /// Whether something that happens `percent` times in a hundred happens.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items; there must be one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
