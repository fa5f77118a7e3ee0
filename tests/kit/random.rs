//! Seeded randomness: the same tests everywhere, and other tests for every `ODDBOARD_SEED`.

use std::env;

use proptest::{
    strategy::Strategy,
    test_runner::{Config, RngSeed, TestRunner},
};

/// Returns a seed of this name, which is always the same unless `ODDBOARD_SEED` sets another number.
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
/// Panics if the property does not hold.
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
    /// Returns a generator; each suite has its own name.
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

    /// Returns a number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The bias of the remainder is far below what a test can see.
        (self.next() % bound as u64) as usize
    }

    /// Returns true in `percent` of a hundred calls, at random.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns one of the items; there must be one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
