//! The end of position texts: a JSON object whose values are strings, as `{"flags":"1111","pending":"swap"}`.

use alloc::{vec, vec::Vec};

use crate::Flaw;

/// What a tail says, in its order.
pub(crate) struct Tail<'a> {
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Tail<'a> {
    /// Reads a tail with the keys that may stand in it; keys that are unknown or there twice go into the heap of flaws, and
    /// so does a text that is no such object at all. Strings have no escapes, blanks may stand around the signs.
    pub(crate) fn read(
        text: &'a str,
        known: &[&'static str],
        flaws: &mut Vec<Flaw>,
    ) -> Option<Tail<'a>> {
        let Some(pairs) = read_pairs(text) else {
            flaws.push(Flaw::NoObject);
            return None;
        };
        for (at, &(key, _)) in pairs.iter().enumerate() {
            if !known.contains(&key) {
                flaws.push(Flaw::UnknownKey {
                    key: key.into(),
                    known: known.into(),
                });
            }
            if pairs[..at].iter().any(|&(earlier, _)| earlier == key) {
                flaws.push(Flaw::KeyTwice(key.into()));
            }
        }
        Some(Tail { pairs })
    }

    /// The value of a key that may be missing.
    pub(crate) fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs
            .iter()
            .find(|&&(name, _)| name == key)
            .map(|&(_, value)| value)
    }

    /// The value of a key that must be there.
    pub(crate) fn require(&self, key: &'static str) -> Result<&'a str, Vec<Flaw>> {
        self.get(key).ok_or_else(|| vec![Flaw::KeyMissing(key)])
    }
}

fn read_pairs(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut pairs = Vec::new();
    let mut rest = sign(text, '{')?;
    if let Some(end) = sign(rest, '}') {
        return end.trim_ascii().is_empty().then_some(pairs);
    }
    loop {
        let (key, after) = string(rest)?;
        let (value, after) = string(sign(after, ':')?)?;
        pairs.push((key, value));
        match sign(after, ',') {
            Some(more) => rest = more,
            None => return sign(after, '}')?.trim_ascii().is_empty().then_some(pairs),
        }
    }
}

/// What follows a sign.
fn sign(text: &str, sign: char) -> Option<&str> {
    text.trim_ascii_start().strip_prefix(sign)
}

/// A string, and what follows it.
fn string(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = sign(text, '"')?.split_once('"')?;
    let is_plain = inside
        .chars()
        .all(|symbol| symbol != '\\' && !symbol.is_control());
    is_plain.then_some((inside, after))
}

#[cfg(test)]
mod tests;
