//! Counts for the operator of the bot.

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

/// The counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of matches that are being played.
    pub n_playing: usize,
    /// The number of failed deliveries.
    pub n_dead_letters: usize,
}

/// Counts matches and failed deliveries, without reading any match.
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
