//! Weights of features, and their text form.

use super::Group;

/// The value of a feature in hundredths of a pawn: on a full board and on an empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weight {
    pub(crate) full: i16,
    pub(crate) empty: i16,
}

/// The weights of all features of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights(Vec<Weight>);

impl Weights {
    pub(crate) fn new(weights: Vec<Weight>) -> Weights {
        Weights(weights)
    }

    pub(crate) fn all(&self) -> &[Weight] {
        &self.0
    }

    /// Parses weights: each group is its name, followed by `full/empty` for each of its features.
    pub(crate) fn read(groups: &[Group], text: &str) -> Option<Weights> {
        let mut words = text.split_whitespace();
        let mut weights = Vec::new();
        for group in groups {
            words.next().filter(|name| *name == group.name)?;
            for _ in 0..group.n {
                let (full, empty) = words.next()?.split_once('/')?;
                weights.push(Weight {
                    full: full.parse().ok()?,
                    empty: empty.parse().ok()?,
                });
            }
        }
        words.next().is_none().then_some(Weights(weights))
    }

    /// Returns the text form, with eight weights on a line. Squares are four on a line, from the side's first rank up and from
    /// the edge inwards.
    pub(crate) fn text(&self, groups: &[Group]) -> String {
        let (mut text, mut rest) = (String::new(), &self.0[..]);
        for group in groups {
            let (weights, others) = rest.split_at(group.n.min(rest.len()));
            rest = others;
            text.push_str(group.name);
            let width = if group.n == 32 { 4 } else { 8 };
            for (at, weight) in weights.iter().enumerate() {
                text.push(if at.is_multiple_of(width) { '\n' } else { ' ' });
                text.push_str(&format!("{}/{}", weight.full, weight.empty));
            }
            text.push('\n');
        }
        text
    }
}
