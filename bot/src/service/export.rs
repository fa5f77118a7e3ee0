//! The record of a match as people get it.

use rules::{Outcome, Record};

use super::Match;
use crate::{
    commit_reveal::Proof,
    ports::{Secret, Timestamp},
    words::{self, Language},
};

/// The record with headers that tell of the match, and of its dice as far as they may be known.
pub(super) fn with_headers(
    row: &Match,
    mut record: Record,
    outcome: Option<Outcome>,
    secret: Option<Secret>,
) -> Record {
    let names = row.names();
    let mut headers = vec![
        ("started".to_owned(), date(row.opened)),
        ("white".to_owned(), names.white),
        ("black".to_owned(), names.black),
    ];
    if let Some(outcome) = outcome {
        headers.push(("result".to_owned(), outcome.score().to_owned()));
        headers.push((
            "end".to_owned(),
            Language::ENGLISH.say(&words::outcome(outcome)),
        ));
    }
    if let (Some(challenger), Some(accepted)) =
        (row.seat_of(&row.challenger.id), &row.seal.accepted)
    {
        let proof = Proof {
            id: row.id,
            asked: row.side,
            challenger,
            commitment: row.seal.commitment,
            accepted: accepted.to_string(),
            secret,
        };
        headers.extend(proof.headers());
    }
    record.headers = headers;
    record
}

/// The day, as `2026-05-13`.
fn date(at: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
    moment.strftime("%Y-%m-%d").to_string()
}
