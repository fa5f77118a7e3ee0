//! Stores in memory for tests: one with injected faults, and one with observed calls.

mod harmed;
mod observed;

pub use self::{
    harmed::HarmedStore,
    observed::{ObservedStore, StoreCall},
};
