//! What several tests and benchmarks share.

mod faulty_store;

pub use self::faulty_store::{Fault, FaultyStore, Held};
