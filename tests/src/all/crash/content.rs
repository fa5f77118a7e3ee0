//! What a data folder holds, as the next start of the program finds it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use bot::{
    ports::StoreError,
    store::{Engine, open},
};

/// All entries of a store, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Content {
    digest: u64,
    pub(super) n_matches: usize,
    pub(super) n_moves: usize,
}

impl Content {
    /// Opens the store in a folder and reads everything.
    pub(super) fn of(folder: &Path) -> Result<Content, StoreError> {
        let entries = open(Engine::default(), folder)?.scan(b"", None, usize::MAX)?;
        let mut digest = DefaultHasher::new();
        entries.hash(&mut digest);
        let n_with = |prefix: &[u8]| {
            let keys = entries.iter().filter(|(key, _)| key.starts_with(prefix));
            keys.count()
        };
        Ok(Content {
            digest: digest.finish(),
            n_matches: n_with(b"match/"),
            n_moves: n_with(b"input/"),
        })
    }
}
