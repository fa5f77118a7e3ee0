//! Time.

/// A moment: milliseconds since 1970 began, UTC.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The number of the day, 0 for the first of 1970.
    pub const fn day(self) -> i64 {
        self.0.div_euclid(24 * 3600 * 1000)
    }
}

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Timestamp;
}
