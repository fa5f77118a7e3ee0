//! Store adapters, and the text by which data moves between them.

mod backup;
mod disk;
mod memory;
mod postgres;
mod reporting;
pub mod testing;
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

/// What keeps the data on the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// What was committed survives the loss of process and power; damage is noticed.
    #[default]
    Redb,
    /// What was committed survives the loss of the process.
    Sled,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Engine; 2] = [Engine::Redb, Engine::Sled];

    /// Its name in the configuration.
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

/// What was saved of a damaged folder, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Salvaged {
    /// How many entries were whole in the latest commit.
    pub n_entries: u64,
    /// The keys of entries that are not what was written.
    pub damaged: Vec<Vec<u8>>,
    /// Where the latest commit could not be read: entries there, if any were saved, are as they were one commit before,
    /// and some may have been removed since.
    pub outdated: Vec<KeyRange>,
    /// Where some entries were not saved, if there were such.
    pub lost: Vec<KeyRange>,
    /// What else is wrong, in words.
    pub faults: Vec<String>,
}

/// The keys after one and up to another, as far as there are such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// The keys are greater than this.
    pub after: Option<Vec<u8>>,
    /// This is the last.
    pub until: Option<Vec<u8>>,
}
