//! Stores in memory for tests: one whose entries they damage, and one whose calls they observe.

mod harmed;
mod observed;

pub use self::{
    harmed::HarmedStore,
    observed::{ObservedStore, StoreCall},
};
