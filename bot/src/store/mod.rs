//! Store adapters, and the text by which data moves between them.

mod backup;
mod memory;
#[cfg(feature = "sled")]
mod sled;

#[cfg(feature = "sled")]
pub use self::sled::SledStore;
pub use self::{
    backup::{BackupError, RestoreError, backup, restore},
    memory::MemoryStore,
};
