//! Words of a typed command.

use super::keyword::is_name;

/// A word, its quotes taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandWord {
    /// The text.
    pub text: String,
    /// Where a colon outside quotes parts a name from a value.
    colon: Option<usize>,
}

impl CommandWord {
    /// Name and value, if the word is written `name:value` and the name looks like one.
    pub fn named(&self) -> Option<(&str, &str)> {
        let at = self.colon?;
        let name = &self.text[..at];
        is_name(name).then(|| (name, &self.text[at + 1..]))
    }

    /// Whether the word is written `name=value`, as what is chosen about a variant.
    pub fn is_choice(&self) -> bool {
        self.text
            .split_once('=')
            .is_some_and(|(name, _)| is_name(name))
    }
}

/// Splits a text at white space; double quotes hold a word together.
pub fn split(text: &str) -> Vec<CommandWord> {
    let mut words = Vec::new();
    let mut word: Option<CommandWord> = None;
    let mut quoted = false;
    for c in text.chars() {
        if c.is_whitespace() && !quoted {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_with(|| CommandWord {
            text: String::new(),
            colon: None,
        });
        match c {
            '"' => quoted = !quoted,
            _ => {
                if c == ':' && !quoted && word.colon.is_none() {
                    word.colon = Some(word.text.len());
                }
                word.text.push(c);
            }
        }
    }
    words.extend(word);
    words
}

/// Whether a square is named in a text, as it is in a move.
pub fn names_square(text: &str) -> bool {
    text.as_bytes()
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']))
}

/// Parts a half-typed text before the word that is being typed; that word is empty after white space.
pub fn last_word(text: &str) -> (&str, &str) {
    let mut start = 0;
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if c.is_whitespace() && !quoted => start = at + c.len_utf8(),
            _ => {}
        }
    }
    text.split_at(start)
}
