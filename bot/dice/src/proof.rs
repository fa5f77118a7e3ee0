//! The data that the dice of a match are checked against, and its headers in a record.

use rules::{Color, Record};
use serde::{Deserialize, Serialize};

use super::{Commitment, DiceFlaw, Published, read_secret};
use api::{EventId, MatchId, Secret, SideChoice};

const MATCH: &str = "match";
const COLOR: &str = "color";
const CHALLENGER: &str = "challenger";
const COMMITMENT: &str = "dice-commitment";
const EVENT: &str = "dice-event";
const SECRET: &str = "dice-secret";

/// The public data about the dice of a match while it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The commitment that the challenge published.
    pub commitment: Commitment,
    /// The event that accepted the challenge.
    pub accepted: Option<EventId>,
}

/// The data that the dice of a match are checked against; a record has it in its headers.
#[derive(Debug)]
pub struct Proof {
    /// The match.
    pub id: MatchId,
    /// The side that the challenger asked for.
    pub side_choice: SideChoice,
    /// The side that the challenger played.
    pub challenger: Color,
    /// The commitment that the challenge published.
    pub commitment: Commitment,
    /// The text of the id of the event that accepted the challenge.
    pub accepted: String,
    /// The secret, once it is published.
    pub secret: Option<Secret>,
}

impl Proof {
    /// Returns the headers of this proof.
    pub fn headers(&self) -> Vec<(String, String)> {
        let side = |color| SideChoice::Fixed(color).to_string();
        let mut headers = vec![
            (MATCH, self.id.to_string()),
            (COLOR, self.side_choice.to_string()),
            (CHALLENGER, side(self.challenger)),
            (COMMITMENT, self.commitment.to_string()),
            (EVENT, self.accepted.clone()),
        ];
        let secret = self.secret.as_ref();
        headers.extend(secret.map(|secret| (SECRET, Published(secret).to_string())));
        headers
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    /// Reads the headers that [`Proof::headers`] wrote.
    ///
    /// # Errors
    ///
    /// The flaws of the headers.
    pub fn read(record: &Record) -> Result<Proof, Vec<DiceFlaw>> {
        let mut headers = Headers {
            record,
            flaws: Vec::new(),
        };
        let id = headers.take(MATCH, |text| text.parse().ok());
        let side_choice = headers.take(COLOR, |text| text.parse().ok());
        let challenger = headers.take(CHALLENGER, |text| text.parse().ok());
        let commitment = headers.take(COMMITMENT, |text| text.parse().ok());
        let accepted = headers.take(EVENT, |text| Some(text.to_owned()));
        let secret = headers.take(SECRET, |text| read_secret(text).ok());
        match (id, side_choice, challenger, commitment, accepted, secret) {
            (
                Some(id),
                Some(side_choice),
                Some(challenger),
                Some(commitment),
                Some(accepted),
                Some(secret),
            ) => Ok(Proof {
                id,
                side_choice,
                challenger,
                commitment,
                accepted,
                secret: Some(secret),
            }),
            _ => Err(headers.flaws),
        }
    }
}

/// Headers that are being read.
struct Headers<'a> {
    record: &'a Record,
    flaws: Vec<DiceFlaw>,
}

impl Headers<'_> {
    /// Takes the value of the only header with this name.
    fn take<T>(&mut self, name: &'static str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let mut values = self
            .record
            .headers
            .iter()
            .filter(|(found, _)| found == name);
        let flaw = match (values.next(), values.next()) {
            (None, _) if name == SECRET => DiceFlaw::NoSecret,
            (None, _) => DiceFlaw::NoHeader(name),
            (Some(_), Some(_)) => DiceFlaw::HeaderTwice(name),
            (Some((_, text)), None) => match read(text) {
                Some(value) => return Some(value),
                None => DiceFlaw::BadHeader(name),
            },
        };
        self.flaws.push(flaw);
        None
    }
}
