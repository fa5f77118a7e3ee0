//! Exact chances of what may come of a decision.

use std::{collections::BTreeMap, fmt};

use rules::{Action, Game};
use serde::{Deserialize, de::Error};

/// The most ways in which a decision may turn out in tests.
const MAX_WAYS: usize = 100_000;

/// A reduced fraction, written `1/4`, or `1` if it is a whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fraction {
    over: u128,
    under: u128,
}

impl Fraction {
    /// One in so many.
    pub(crate) fn one_in(under: u128) -> Fraction {
        Fraction { over: 1, under }
    }

    /// The sum.
    pub(crate) fn plus(self, other: Fraction) -> Fraction {
        let over = self.over * other.under + other.over * self.under;
        let under = self.under * other.under;
        let common = common_divisor(over, under);
        Fraction {
            over: over / common,
            under: under / common,
        }
    }
}

fn common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Fraction, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
        let number = |text: &str| text.parse().map_err(D::Error::custom);
        Ok(Fraction {
            over: number(over)?,
            under: number(under)?,
        })
    }
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
        let chance = Fraction::one_in(continuation.one_in);
        prospects
            .entry(continuation.game.truth().as_view().position.clone())
            .and_modify(|sum: &mut Fraction| *sum = sum.plus(chance))
            .or_insert(chance);
    }
    prospects
}
