//! The record of a match for export.

use rules::{Outcome, Record};

use crate::{HintUsage, Match};
use api::{Secret, Timestamp};
use dice::Proof;
use text::Language;

/// Adds headers about the match to the record, and about its dice as far as they may be public.
pub(crate) fn with_headers(
    game_match: &Match,
    mut record: Record,
    outcome: Option<Outcome>,
    secret: Option<Secret>,
) -> Record {
    let names = game_match.names();
    let mut headers = vec![
        ("started".to_owned(), date(game_match.opened)),
        ("white".to_owned(), names.white),
        ("black".to_owned(), names.black),
    ];
    if let Some(outcome) = outcome {
        headers.push(("result".to_owned(), outcome.score().to_owned()));
        headers.push((
            "end".to_owned(),
            Language::ENGLISH.localize(&text::outcome(outcome)),
        ));
    }
    let HintUsage {
        n_hints,
        n_takebacks,
        ..
    } = game_match.state.hint_usage;
    let usage = [("hints", n_hints), ("takebacks", n_takebacks)];
    let usage = usage.into_iter().filter(|(_, n)| *n > 0);
    headers.extend(usage.map(|(name, n)| (name.to_owned(), n.to_string())));
    if let (Some(challenger), Some(accepted)) = (
        game_match.seat_of(&game_match.challenger.id),
        &game_match.seal.accepted,
    ) {
        let proof = Proof {
            id: game_match.id,
            side_choice: game_match.side,
            challenger,
            commitment: game_match.seal.commitment,
            accepted: accepted.to_string(),
            secret,
        };
        headers.extend(proof.headers());
    }
    record.headers = headers;
    record
}

/// Returns the day, as `2026-05-13`.
fn date(at: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
    moment.strftime("%Y-%m-%d").to_string()
}
