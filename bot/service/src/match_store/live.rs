//! A match with its game, ready for further inputs.

use std::sync::Arc;

use rules::{Game, GameInput, Next, Record};

use super::{
    entries::damaged,
    schema::{match_key, read_secret},
    storage::{Stored, read_stored},
};
use crate::{Match, Rows, Stage};
use api::{MatchId, Slot, StoreError};

/// A match and its game. Clones share the data.
#[derive(Clone)]
pub struct Live {
    /// The match.
    pub game_match: Arc<Match>,
    pub(crate) game: Arc<Game>,
    /// The inputs of the game.
    pub(crate) inputs: Arc<Vec<GameInput>>,
    /// The entry that holds its version, as it was read or is written. A commit that changes the match depends on it.
    pub(crate) slot: Arc<Slot>,
}

impl Live {
    /// Loads a match with its game; `None` if there is none.
    ///
    /// # Errors
    ///
    /// The store cannot read; [`StoreError::Damaged`] if this match alone cannot be read, or contradicts itself.
    pub(crate) fn load(rows: &dyn Rows, id: MatchId) -> Result<Option<Live>, StoreError> {
        let Some(Stored {
            game_match,
            record,
            slot,
            ..
        }) = read_stored(rows, id)?
        else {
            return Ok(None);
        };
        let damaged = |detail: &str| damaged(match_key(id), detail);
        let game = record.replay();
        let game = game.map_err(|error| damaged(&error.to_string()))?;
        let is_over = matches!(game.next(), Next::Over(_));
        if is_over != matches!(game_match.stage, Stage::Over(_)) {
            return Err(damaged("its stage is not that of its record"));
        }
        if matches!(game_match.stage, Stage::Challenge | Stage::Playing(_)) {
            // Without its dice it could not be played to its end.
            read_secret(rows, id)?;
        }
        Ok(Some(Live {
            game_match: Arc::new(game_match),
            game: Arc::new(game),
            inputs: Arc::new(record.inputs),
            slot: Arc::new(slot),
        }))
    }

    /// Returns its record, without headers.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new(self.game_match.setup.clone());
        record.inputs = Vec::clone(&self.inputs);
        record
    }

    /// Returns whether the whole match is stored as one value.
    pub(crate) fn is_packed(&self) -> bool {
        self.slot.0 == match_key(self.game_match.id)
    }
}
