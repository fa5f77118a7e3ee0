//! Words of a typed command.

use rules::plain_symbol;

use super::{
    MAX_LENGTH,
    keyword::is_name,
    typed::{plain, straight},
};

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

/// Splits a typed command into words, without its slash. Reads no more of the text than [`MAX_LENGTH`].
pub fn typed_words(text: &str) -> Vec<CommandWord> {
    let text = straight(&text[..text.floor_char_boundary(MAX_LENGTH)]);
    split(text.trim_start().trim_start_matches('/'))
}

/// Takes the command `/move` off a move: people write it also where only the move is asked for.
pub fn without_command(text: &str) -> &str {
    const MOVE: &str = "move";
    let unseen = |symbol: char| symbol.is_whitespace() || plain_symbol(symbol).is_none();
    let text = text.trim_start_matches(unseen);
    let bare = text.strip_prefix('/').unwrap_or(text);
    match bare.split_at_checked(MOVE.len()) {
        Some((name, rest)) if name.eq_ignore_ascii_case(MOVE) => rest.trim_start(),
        _ => text,
    }
}

/// Whether a square is named in a text, as it is in a move.
pub fn names_square(text: &str) -> bool {
    plain(text)
        .as_bytes()
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']))
}

/// What people write behind a move to say what they think of it.
const OPINIONS: [char; 2] = ['!', '?'];

/// Whether a text looks like a move and nothing else: a short word with a square or a piece in it.
pub fn is_move(text: &str) -> bool {
    let text = plain(text);
    let text = text.trim_matches('`').trim_end_matches(OPINIONS);
    let is_short = (2..=12).contains(&text.chars().count());
    let is_word = text
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "~*<>=@+#-.".contains(c));
    is_short
        && is_word
        && (names_square(text) || text.starts_with('-') || text.to_uppercase().starts_with("O-O"))
}

/// The move that a text asks about and does not make: `e4?`. With `!` behind it as well the text makes it.
pub fn asked_move(text: &str) -> Option<&str> {
    let asked = text.trim_end_matches('?');
    let asks = asked.len() < text.len() && !asked.ends_with('!');
    (asks && is_move(asked)).then_some(asked)
}

/// The same words with the command before them that a move in its place stands for: one that plays it, or explains one that is
/// asked about.
pub(super) fn before_move(mut words: Vec<CommandWord>) -> Vec<CommandWord> {
    let Some(first) = words.first_mut() else {
        return words;
    };
    let name = match asked_move(&first.text).map(str::to_owned) {
        Some(asked) => {
            first.text = asked;
            "why"
        }
        None if is_move(&first.text) => "move",
        None => return words,
    };
    words.splice(0..0, split(name));
    words
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_chat() {
        for text in [
            "e2g4",
            "Nf3",
            "d1~d5",
            "e1*e5",
            "a1<>b2",
            "N@d4",
            "-N",
            "e7e8=Q",
            "O-O",
            "Rxf6*W",
            "Nf3!",
            "e4!?",
            "e4?!",
            "♘f3",
            "e2–g4",
            "O–O",
            "–N",
            "ｅ２ｇ４",
            "`e2g4`",
        ] {
            assert!(is_move(text), "{text}");
            assert_eq!(asked_move(text), None);
        }
        for text in [
            "nice game!",
            "e2 e4",
            "ok",
            "f",
            "",
            "well played",
            "42",
            "e9",
            "ok?",
            "?",
            "!!",
        ] {
            assert!(!is_move(text), "{text}");
            assert_eq!(asked_move(text), None);
        }
        for text in ["e4?", "e4??"] {
            assert_eq!(asked_move(text), Some("e4"));
        }
    }
}
