//! Store adapters, and the backup format for moving data between them.

mod backup;
mod disk;
mod memory;
mod postgres;
mod reporting;
pub mod testing;
pub mod watch;
pub mod writer;

use std::{fmt, str::FromStr};

pub use self::disk::{open, open_to_read, salvage};
pub use self::postgres::{
    DatabaseSettings, check_database_url, open_database, open_database_to_read,
};
pub use self::{
    backup::{
        BackupError, RestoreError, UNFINISHED, Written, backup, copy, read_through, restore,
        salvage_backup,
    },
    memory::MemoryStore,
    reporting::ReportingStore,
};

/// An engine that keeps the data on the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Commits survive a crash and a power loss; damage is noticed.
    #[default]
    Redb,
    /// Commits survive a crash of the process.
    Sled,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 2] = [Engine::Redb, Engine::Sled];

    /// Returns the name in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Redb => "redb",
            Engine::Sled => "sled",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Engine, String> {
        let engine = Engine::ALL.into_iter().find(|engine| engine.name() == text);
        engine.ok_or_else(|| format!("write {} or {}", Engine::Redb, Engine::Sled))
    }
}

/// The result of salvaging a damaged folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Salvaged {
    /// The number of undamaged entries in the latest commit.
    pub n_entries: u64,
    /// The keys of damaged entries.
    pub damaged: Vec<Vec<u8>>,
    /// The key ranges in which the latest commit could not be read as a whole. Entries salvaged there may be from a commit
    /// before, and some may have been removed since.
    pub outdated: Vec<KeyRange>,
    /// The key ranges in which entries may be lost.
    pub lost: Vec<KeyRange>,
    /// The other problems, in words.
    pub faults: Vec<String>,
}

/// The keys after one bound and up to another; `None` is unbounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// The exclusive lower bound.
    pub after: Option<Vec<u8>>,
    /// The inclusive upper bound.
    pub until: Option<Vec<u8>>,
}
