//! Store adapters.

mod memory;
#[cfg(feature = "sled")]
mod sled;

pub use self::memory::MemoryStore;
#[cfg(feature = "sled")]
pub use self::sled::SledStore;
