//! What a store holds, and what of it is damaged.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Read},
};

use serde::{Deserialize, Serialize};

use api::{Rows, StoreError};
use service::{Damage, DeadLetter, DeliveryId, examine, read_dead_letters};

/// The longest report of a running bot, in bytes.
const LARGEST: u64 = 1 << 28;

/// What was found in a store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// How many entries there are.
    pub n_entries: u64,
    /// How many matches there are, challenges and damaged ones counted.
    pub n_matches: usize,
    /// How many of them are challenges that wait for an answer.
    pub n_challenges: usize,
    /// How many of them are being played.
    pub n_playing: usize,
    /// How many of them are over.
    pub n_over: usize,
    /// The damaged matches, and what is wrong with each.
    pub matches: BTreeMap<String, String>,
    /// Other damaged entries, and what is wrong with each.
    pub entries: BTreeMap<String, String>,
    /// A sentence for each message that could not be said.
    pub dead_letters: Vec<String>,
}

impl Report {
    /// Reads all that a store held at one moment, and plays every match through.
    ///
    /// # Errors
    ///
    /// The store cannot read.
    pub fn of(held: &dyn Rows) -> Result<Report, StoreError> {
        let damage = examine_all(held)?;
        let text = |key: &[u8]| key.escape_ascii().to_string();
        let matches = damage.matches.iter().map(|(id, flaw)| {
            let problem = format!("{}: {}", text(&flaw.key), flaw.detail);
            (id.to_string(), problem)
        });
        let entries = damage.entries.iter();
        Ok(Report {
            n_entries: damage.n_entries,
            n_matches: damage.n_matches,
            n_challenges: damage.n_challenges,
            n_playing: damage.n_playing,
            n_over: damage.n_over,
            matches: matches.collect(),
            entries: entries
                .map(|(key, detail)| (text(key), detail.clone()))
                .collect(),
            dead_letters: read_dead_letters(held)?.iter().map(unsaid).collect(),
        })
    }

    /// Reads what a running bot answers.
    ///
    /// # Errors
    ///
    /// It is cut off, or longer than any report.
    pub fn read(answer: impl Read) -> io::Result<Report> {
        Ok(serde_json::from_reader(answer.take(LARGEST))?)
    }

    /// Whether nothing is damaged.
    pub fn is_good(&self) -> bool {
        self.matches.is_empty() && self.entries.is_empty()
    }

    /// A line for each thing that is damaged.
    pub fn problems(&self) -> Vec<String> {
        let matches = self.matches.iter();
        let matches = matches.map(|(id, problem)| format!("match {id} is damaged ({problem})"));
        let entries = self.entries.iter();
        let entries = entries.map(|(key, problem)| format!("{key} is damaged ({problem})"));
        matches.chain(entries).collect()
    }
}

impl fmt::Display for Report {
    /// The totals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            n_entries,
            n_matches,
            n_challenges,
            n_playing,
            n_over,
            ..
        } = self;
        write!(
            f,
            "matches: {n_matches}, of which {n_playing} are being played, {n_over} are over and {n_challenges} are open \
             challenges; entries: {n_entries}"
        )
    }
}

/// What was not said, and why.
fn unsaid((row, letter): &(DeliveryId, DeadLetter)) -> String {
    let at = jiff::Timestamp::from_millisecond(letter.at.0).unwrap_or_default();
    format!(
        "message {row} was given up on {}: {}",
        at.strftime("%Y-%m-%d at %H:%M UTC"),
        letter.reason
    )
}

/// Looks for damage in everything that a store held, what platforms keep there included.
pub(super) fn examine_all(held: &dyn Rows) -> Result<Damage, StoreError> {
    examine(held, page::decode)
}
