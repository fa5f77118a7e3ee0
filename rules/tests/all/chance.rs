//! Exact chances of what may come of a decision.

use std::collections::BTreeMap;

use rules::{Action, Fraction, Game};
use serde::{Deserialize, de::Error};

/// The most ways in which a decision may turn out in tests.
const MAX_WAYS: usize = 100_000;

/// Reads `1/4`, or `1` for what is certain.
pub(crate) fn fraction<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Fraction, D::Error> {
    let text = String::deserialize(text)?;
    let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
    let number = |text: &str| text.parse().map_err(D::Error::custom);
    Ok(Fraction::new(number(over)?, number(under)?))
}

/// Every position that may come of a legal decision, with its chance.
///
/// # Panics
///
/// The decision is illegal, or there are very many ways.
pub(crate) fn prospects(game: &Game, action: Action) -> BTreeMap<String, Fraction> {
    let continuations = game
        .continuations(action, MAX_WAYS)
        .expect("a legal decision with few ways");
    let mut prospects = BTreeMap::new();
    for continuation in continuations {
        let chance = continuation.chance;
        prospects
            .entry(continuation.game.truth().as_view().position.clone())
            .and_modify(|sum: &mut Fraction| {
                *sum = sum.plus(chance).expect("the numbers are small");
            })
            .or_insert(chance);
    }
    prospects
}
