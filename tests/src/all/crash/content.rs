//! The content of a data folder as the next start of the program finds it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use api::{MatchId, StoreError};
use service::read_match;
use store::{Engine, open, writer::Writer};

/// A digest of all entries of a store, with the numbers of matches and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Content {
    digest: u64,
    pub(super) n_matches: usize,
    pub(super) n_moves: usize,
}

impl Content {
    /// Opens the store in a folder and reads everything, each match as a whole.
    pub(super) fn of(folder: &Path) -> Result<Content, StoreError> {
        let store = Writer::new(open(Engine::default(), folder)?.into());
        let mut entries = store.scan(b"", None, usize::MAX)?;
        // Each start advances the bot's own time.
        entries.retain(|(key, _)| !key.starts_with(b"time"));
        let mut digest = DefaultHasher::new();
        entries.hash(&mut digest);
        let mut content = Content {
            digest: digest.finish(),
            n_matches: 0,
            n_moves: 0,
        };
        for (key, _) in &entries {
            if let Some(id) = key.strip_prefix(b"match/") {
                let id = str::from_utf8(id).ok().and_then(|id| id.parse().ok());
                let id: MatchId = id.expect("the key of a match ends in its id");
                let found = read_match(&store, id)?;
                content.n_matches += 1;
                content.n_moves += found.map_or(0, |(_, record)| record.inputs.len());
            }
        }
        Ok(content)
    }
}
