//! How much there is of what whoever runs the bot has an eye on.

use std::collections::BTreeSet;

use crate::{
    Rows,
    match_store::{
        entries::keys_under,
        schema::{HERE, last_id},
    },
    outbox::dead_letters::DEAD,
};
use api::StoreError;

/// How much there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// How many matches are being played.
    pub n_playing: usize,
    /// How many deliveries were given up.
    pub n_dead_letters: usize,
}

/// Counts, without reading any match.
///
/// # Errors
///
/// The store cannot read.
pub fn census(rows: &dyn Rows) -> Result<Census, StoreError> {
    // A match may be played in several places.
    let here = keys_under(rows, HERE)?;
    let playing: BTreeSet<_> = here.iter().filter_map(|key| last_id(key)).collect();
    Ok(Census {
        n_playing: playing.len(),
        n_dead_letters: keys_under(rows, DEAD)?.len(),
    })
}
