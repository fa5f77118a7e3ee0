//! The end of position texts: a JSON object of strings, as `{"flags":"1111","pending":"swap"}`.

use alloc::{vec, vec::Vec};

use crate::Flaw;

/// The keys and values of a tail, in order.
pub(crate) struct Tail<'a> {
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Tail<'a> {
    /// Reads a tail with the known keys. It adds flaws for unknown and repeated keys to `flaws`, and one for a text that is
    /// no such object. Strings have no escapes; blanks around the signs are allowed.
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

    /// Returns the value of an optional key.
    pub(crate) fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs
            .iter()
            .find(|&&(name, _)| name == key)
            .map(|&(_, value)| value)
    }

    /// Returns the value of a required key.
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

/// Returns the text after a sign.
fn sign(text: &str, sign: char) -> Option<&str> {
    text.trim_ascii_start().strip_prefix(sign)
}

/// Returns a string, and the text after it.
fn string(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = sign(text, '"')?.split_once('"')?;
    let is_plain = inside
        .chars()
        .all(|symbol| symbol != '\\' && !symbol.is_control());
    is_plain.then_some((inside, after))
}

#[cfg(test)]
mod tests;
