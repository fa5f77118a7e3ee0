//! Slow reads, which the decider leaves to other threads: records of matches, and data that may be large.

use std::{collections::BTreeMap, mem};

use crate::{
    EngineMove, EngineQuestion, Live, Match, Retry, Rows,
    match_store::{
        entries::{entries_under, unless_damaged},
        names::{named_key, people_in},
        personal_data::{PersonalData, read_personal_data},
        schema,
        storage::{Stored, read_row, read_stored},
    },
    outbox::dead_letters::{Retryable, read_retryable},
};
use api::{ChannelId, Entry, MatchId, StoreError, Timestamp, UserId};

/// The number of days before and after the present one to search for a request. Platforms repeat an event within minutes, and
/// people within hours. Before it was set back, a clock may have been past midnight.
pub(crate) const MEMORY_DAYS: i64 = 1;

/// The number of old requests that are deleted at a time.
const FORGOTTEN: usize = 256;

/// The number of lapsing entries that a tick checks.
const LOOKED_AT: usize = 64;

/// Missing data that a decision needs.
pub(crate) enum Need {
    /// The value of a key.
    Entry(Vec<u8>),
    /// The matches in a list.
    List(List),
    /// An id and a secret for a new match.
    NewMatchSeed,
    /// The result of a slow read.
    Read(Read),
}

/// A list of matches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum List {
    /// A person's matches in play, and the challenges they opened.
    Mine(UserId),
    /// The challenges that others opened to a person.
    Called(UserId),
    /// The matches of others that a person follows.
    Follows(UserId),
    /// A channel's matches that are being played.
    Here(ChannelId),
    /// A person's challenges that ended without a match.
    Closed(UserId),
    /// A person's matches that are over, newest first.
    Past(UserId),
    /// The first matches of that list, up to this number.
    Last(UserId, usize),
}

impl List {
    /// Returns the prefix of its keys.
    pub(crate) fn prefix(&self) -> Vec<u8> {
        match self {
            List::Mine(user) => schema::mine_prefix(user),
            List::Called(user) => schema::called_prefix(user),
            List::Follows(user) => schema::follows_prefix(user),
            List::Here(channel) => schema::here_prefix(channel),
            List::Closed(user) => schema::closed_prefix(user),
            List::Past(user) | List::Last(user, _) => schema::past_prefix(user),
        }
    }
}

/// A read that must finish before a request can be decided on.
pub(crate) enum Read {
    /// A match, with its game replayed.
    Live(MatchId),
    /// A match with its record, whether or not the record can be replayed.
    Stored(MatchId),
    /// Data that time has made obsolete.
    Leftovers {
        /// The first day with stored requests. The bot does not answer earlier ones again.
        first_day: i64,
        /// The key after which the search for lapsed entries begins.
        lapsed_to: Option<Vec<u8>>,
    },
    /// Failed deliveries to retry.
    DeadLetters(Retry),
    /// All data about a person.
    PersonalData(UserId),
    /// The hint: the best move that the program finds in the place of its opponent. It takes thinking rather than reading.
    Hint(Box<EngineQuestion>),
}

impl Read {
    /// Returns the read of data that is obsolete at this time.
    pub(crate) fn leftovers(now: Timestamp, lapsed_to: Option<Vec<u8>>) -> Read {
        Read::Leftovers {
            // A clock that is set back by as many days still finds its requests.
            first_day: now.day() - 2 * MEMORY_DAYS,
            lapsed_to,
        }
    }
}

/// The result of loading a match.
#[derive(Clone)]
pub(crate) enum Found<T> {
    /// The match is stored and readable.
    Whole(T),
    /// It is damaged. The players of some damaged matches are still known.
    Damaged(Option<Box<Match>>),
    /// No such match exists.
    Missing,
}

/// Data that time has made obsolete, or a part of it.
#[derive(Default)]
pub(crate) struct Leftovers {
    /// The oldest keys of the inbox, and the keys that index them.
    pub(crate) events: Vec<Vec<u8>>,
    /// The last lapsing key of this search; `None` if the next search begins at the start.
    pub(crate) lapsed_to: Option<Vec<u8>>,
    /// The lapsing entries that this search found.
    pub(crate) lapsing: Vec<Entry>,
}

/// The results of the reads for a request. The rows may have changed since, so a change that depends on them has conditions.
#[derive(Default)]
pub struct Loaded {
    /// The reads to make before the next try.
    pub(crate) missing: Vec<Read>,
    pub(crate) live: BTreeMap<MatchId, Found<Live>>,
    pub(crate) stored: BTreeMap<MatchId, Found<Stored>>,
    pub(crate) leftovers: Option<Leftovers>,
    pub(crate) dead_letters: Option<Retryable>,
    pub(crate) personal_data: Option<PersonalData>,
    /// The number of times that the data about a person had changed before the decision.
    pub(crate) n_outdated: u32,
    pub(crate) hint: Option<EngineMove>,
    /// The number of links and unlinks of accounts at the time of the reads.
    pub(crate) n_linked: u64,
}

impl Loaded {
    /// Returns the question for the engine, if the request waits for a hint.
    pub fn question(&self) -> Option<&EngineQuestion> {
        self.missing.iter().find_map(|read| match read {
            Read::Hint(question) => Some(&**question),
            _ => None,
        })
    }

    /// Adds the hint that the engine found. The next try names other missing data again.
    pub fn add_hint(&mut self, found: EngineMove) {
        self.hint = Some(found);
        self.missing.clear();
    }

    /// Makes the missing reads.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub fn read_missing(&mut self, rows: &dyn Rows) -> Result<(), StoreError> {
        let mut missing = mem::take(&mut self.missing).into_iter();
        missing.try_for_each(|read| self.read(rows, read))
    }

    /// Makes one more read.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub(crate) fn read(&mut self, rows: &dyn Rows, read: Read) -> Result<(), StoreError> {
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
            Read::PersonalData(user) => self.personal_data = Some(read_personal_data(rows, &user)?),
            // A reader does not think, so it uses any move.
            Read::Hint(question) => {
                let any = question.any(0);
                self.hint = any.map(|action| question.answered(action, None));
            }
            Read::DeadLetters(retry) => self.dead_letters = Some(read_retryable(rows, &retry)?),
        }
        Ok(())
    }
}

/// Turns the read of a match into its result.
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

/// Reads the oldest requests that are no longer needed, and some of the lapsing entries.
fn leftovers(
    rows: &dyn Rows,
    first_day: i64,
    lapsed_to: Option<Vec<u8>>,
) -> Result<Leftovers, StoreError> {
    let is_old = |key: &[u8]| schema::day_of_inbox_key(key).is_some_and(|day| day < first_day);
    let mut events = Vec::new();
    for entry in entries_under(rows, schema::INBOX).take(FORGOTTEN) {
        let (key, value) = match entry {
            Err(StoreError::Damaged { key, .. }) => (key, Vec::new()),
            entry => entry?,
        };
        if is_old(&key) {
            let people = people_in(&key, &value).unwrap_or_default();
            events.extend(people.iter().map(|user| named_key(user, &key)));
            events.push(key);
        }
    }
    let mut lapsing = Vec::new();
    for prefix in schema::LAPSING {
        let after = lapsed_to.as_deref();
        if after.is_none_or(|after| after < prefix || after.starts_with(prefix)) {
            let found = rows.scan(prefix, after, LOOKED_AT - lapsing.len());
            // If one entry of a range is damaged, the whole range is skipped.
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
