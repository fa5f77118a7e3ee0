//! What takes long to read, so that whoever decides leaves it to others: records of matches, and what there may be much of.

use std::collections::BTreeMap;

use super::state::{Found, Leftovers};
use crate::{
    EngineMove, EngineQuestion, Live, Retry, Rows,
    match_store::{
        entries::{first_keys, unless_damaged},
        personal_data::{PersonalData, read_traces},
        schema,
        storage::{Stored, read_row, read_stored},
    },
    outbox::dead_letters::{Retryable, read_retryable},
};
use api::{MatchId, StoreError, UserId};

/// How many old inputs are forgotten at a time.
const FORGOTTEN: usize = 256;

/// How many entries of what counts for a while only a tick looks at.
const LOOKED_AT: usize = 64;

/// Something to be read before an input can be decided on.
pub enum Read {
    /// A match, and its game replayed.
    Live(MatchId),
    /// A match and its record, whether or not that can be played.
    Stored(MatchId),
    /// What time has made needless.
    Leftovers {
        /// Inputs of days before this one are told no more.
        first_day: i64,
        /// The key after which it is looked at what counts for a while only.
        lapsed_to: Option<Vec<u8>>,
    },
    /// What could not be said for good.
    DeadLetters(Retry),
    /// All that tells of somebody who goes by these names.
    PersonalData(UserId, Vec<String>),
    /// What the program would play in the place of its opponent, which takes thinking rather than reading.
    Hint(Box<EngineQuestion>),
}

impl Read {
    /// What is to be thought about, if that is what it takes.
    pub fn question(&self) -> Option<&EngineQuestion> {
        match self {
            Read::Hint(question) => Some(question),
            _ => None,
        }
    }

    /// Whether all that is stored is looked through for it.
    pub fn is_of_everything(&self) -> bool {
        matches!(self, Read::PersonalData(..))
    }
}

/// What was read for an input. It may have changed since, so a change that depends on it has conditions.
#[derive(Default)]
pub struct Loaded {
    pub(crate) live: BTreeMap<MatchId, Found<Live>>,
    pub(crate) stored: BTreeMap<MatchId, Found<Stored>>,
    pub(crate) leftovers: Option<Leftovers>,
    pub(crate) dead_letters: Option<Retryable>,
    pub(crate) traces: Option<PersonalData>,
    pub(crate) hint: Option<EngineMove>,
    /// How often accounts had come to people or left them by then.
    pub(crate) n_linked: u64,
}

impl Loaded {
    /// What was found for who asked for a hint.
    pub fn with_hint(self, found: EngineMove) -> Loaded {
        Loaded {
            hint: Some(found),
            ..self
        }
    }

    /// Reads something more.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub fn read(&mut self, rows: &dyn Rows, read: Read) -> Result<(), StoreError> {
        match read {
            Read::Live(id) => {
                let live = found(rows, id, Live::load(rows, id))?;
                self.live.insert(id, live);
            }
            Read::Stored(id) => {
                let stored = found(rows, id, read_stored(rows, id))?;
                self.stored.insert(id, stored);
            }
            Read::Leftovers {
                first_day,
                lapsed_to,
            } => self.leftovers = Some(leftovers(rows, first_day, lapsed_to)?),
            Read::PersonalData(user, names) => {
                self.traces = Some(read_traces(rows, &user, &names)?)
            }
            // Who reads does not think: any move will do.
            Read::Hint(question) => {
                let any = question.any(0);
                self.hint = any.map(|action| question.answered(action, None));
            }
            Read::DeadLetters(which) => self.dead_letters = Some(read_retryable(rows, &which)?),
        }
        Ok(())
    }
}

/// What became of looking for a match.
fn found<T>(
    rows: &dyn Rows,
    id: MatchId,
    read: Result<Option<T>, StoreError>,
) -> Result<Found<T>, StoreError> {
    match read {
        Ok(Some(found)) => Ok(Found::Whole(found)),
        Ok(None) => Ok(Found::Missing),
        Err(StoreError::Damaged { .. }) => {
            let game_match = unless_damaged(read_row(rows, id))?;
            Ok(Found::Damaged(game_match.map(Box::new)))
        }
        Err(error) => Err(error),
    }
}

/// Reads the oldest inputs that need not be remembered any more, and some of what counts for a while only.
fn leftovers(
    rows: &dyn Rows,
    first_day: i64,
    lapsed_to: Option<Vec<u8>>,
) -> Result<Leftovers, StoreError> {
    let is_old = |key: &Vec<u8>| schema::day_of_inbox_key(key).is_some_and(|day| day < first_day);
    let mut events = first_keys(rows, schema::INBOX, None, FORGOTTEN)?;
    events.retain(is_old);
    let mut lapsing = Vec::new();
    for prefix in schema::LAPSING {
        let after = lapsed_to.as_deref();
        if after.is_none_or(|after| after < prefix || after.starts_with(prefix)) {
            let found = rows.scan(prefix, after, LOOKED_AT - lapsing.len());
            // Where one is damaged, none of these is looked at.
            lapsing.extend(unless_damaged(found.map(Some))?.unwrap_or_default());
        }
    }
    let is_part = lapsing.len() == LOOKED_AT;
    let last = lapsing.last().filter(|_| is_part);
    Ok(Leftovers {
        events,
        lapsed_to: last.map(|(key, _)| key.clone()),
        lapsing,
    })
}
