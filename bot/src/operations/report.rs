//! Reports the contents of a store, and the damage in it.

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

/// The findings of a check of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The number of entries.
    pub n_entries: u64,
    /// The number of matches, with challenges and damaged ones.
    pub n_matches: usize,
    /// The number of challenges that wait for an answer.
    pub n_challenges: usize,
    /// The number of matches that are being played.
    pub n_playing: usize,
    /// The number of matches that are over.
    pub n_over: usize,
    /// The damaged matches, and the problem of each.
    pub matches: BTreeMap<String, String>,
    /// Other damaged entries, and the problem of each.
    pub entries: BTreeMap<String, String>,
    /// A sentence for each failed delivery.
    pub dead_letters: Vec<String>,
}

impl Report {
    /// Reads a whole snapshot of a store, and plays every match through.
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

    /// Reads the answer of a running bot.
    ///
    /// # Errors
    ///
    /// It is cut off, or longer than any report.
    pub fn read(answer: impl Read) -> io::Result<Report> {
        Ok(serde_json::from_reader(answer.take(LARGEST))?)
    }

    /// Tells whether nothing is damaged.
    pub fn is_good(&self) -> bool {
        self.matches.is_empty() && self.entries.is_empty()
    }

    /// Returns a line for each damaged match or entry.
    pub fn problems(&self) -> Vec<String> {
        let matches = self.matches.iter();
        let matches = matches.map(|(id, problem)| format!("match {id} is damaged ({problem})"));
        let entries = self.entries.iter();
        let entries = entries.map(|(key, problem)| format!("{key} is damaged ({problem})"));
        matches.chain(entries).collect()
    }
}

impl fmt::Display for Report {
    /// Writes the totals.
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

/// Describes a failed delivery with its reason.
fn unsaid((row, letter): &(DeliveryId, DeadLetter)) -> String {
    let at = jiff::Timestamp::from_millisecond(letter.at.0).unwrap_or_default();
    format!(
        "message {row} was given up on {}: {}",
        at.strftime("%Y-%m-%d at %H:%M UTC"),
        letter.reason
    )
}

/// Checks all entries of a store for damage, including those of platforms.
pub(super) fn examine_all(held: &dyn Rows) -> Result<Damage, StoreError> {
    examine(held, page::decode)
}
