//! The words of a typed command.

use rules::bare_move;

use super::{
    MAX_LENGTH,
    keyword::is_name,
    typed::{is_unseen, plain, straight},
};

/// A word, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandWord {
    /// The text.
    pub text: String,
    /// The byte position of a colon outside quotes that separates a name from a value.
    colon: Option<usize>,
}

impl CommandWord {
    /// Returns name and value, if the word has the form `name:value` and the name looks like one.
    pub fn named(&self) -> Option<(&str, &str)> {
        let at = self.colon?;
        let name = &self.text[..at];
        is_name(name).then(|| (name, &self.text[at + 1..]))
    }

    /// Returns whether the word has the form `name=value`, like an option of a variant.
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

/// Splits a typed command into words, without its slash. Reads at most [`MAX_LENGTH`] bytes of the text.
pub fn typed_words(text: &str) -> Vec<CommandWord> {
    let text = straight(&text[..text.floor_char_boundary(MAX_LENGTH)]);
    split(text.trim_start().trim_start_matches('/'))
}

/// Removes the command `/move` before a move: people type it even in a field for the move alone.
pub fn without_command(text: &str) -> &str {
    const MOVE: &str = "move";
    let text = text.trim_start_matches(is_unseen);
    let bare = text.strip_prefix('/').unwrap_or(text);
    match bare.split_at_checked(MOVE.len()) {
        Some((name, rest)) if name.eq_ignore_ascii_case(MOVE) => rest.trim_start(),
        _ => text,
    }
}

/// Returns whether a text contains the name of a square, as a move does.
pub fn names_square(text: &str) -> bool {
    plain(text)
        .as_bytes()
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']))
}

/// Returns whether a text looks like a move and nothing else. That is a short word with a square or a piece in it, as
/// people and other programs write one. A move number can come before it.
pub fn is_move(text: &str) -> bool {
    let text = plain(text);
    let mut words = text.split_whitespace().skip_while(|word| counts(word));
    let (Some(word), rest) = (words.next(), words.next()) else {
        return false;
    };
    let is_alone = match rest {
        None => true,
        Some(suffix) => is_en_passant(suffix) && words.next().is_none(),
    };
    let word = bare_move(word);
    let is_short = (2..=12).contains(&word.chars().count());
    let is_written_so = word
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "~*<>=@+#-()/:".contains(c));
    is_alone
        && is_short
        && is_written_so
        && (names_square(word) || names_lost_piece(word) || is_castling(word))
}

/// Returns whether a word is only a move number, such as `1.` or `2…`.
pub(super) fn counts(word: &str) -> bool {
    let digits = word.trim_end_matches(['.', '…']);
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_en_passant(word: &str) -> bool {
    matches!(bare_move(word), "ep" | "e.p" | "EP" | "E.P")
}

/// Returns whether a word names the lost piece of a move of Bario: `-N`.
fn names_lost_piece(word: &str) -> bool {
    let piece = word.strip_prefix('-');
    piece.is_some_and(|piece| piece.len() == 1 && piece.starts_with(char::is_alphabetic))
}

/// Returns whether a word is castling by letters or by zeros. Without hyphens the letters are capitals, because "oo" and "Oo"
/// are exclamations in chat.
fn is_castling(word: &str) -> bool {
    let word = word.replace('0', "O");
    let mut hyphenated = ["O-O", "O-O-O"].into_iter();
    matches!(word.as_str(), "OO" | "OOO") || hyphenated.any(|it| it.eq_ignore_ascii_case(&word))
}

/// Returns the move of a text that asks about it and does not play it: `e4?`. With a `!` at the end too, the text plays
/// it.
pub fn asked_move(text: &str) -> Option<&str> {
    let word = text.trim_end_matches(is_question);
    let asks = word.len() < text.len() && !word.ends_with('!');
    (asks && is_move(word)).then_some(word)
}

fn is_question(symbol: char) -> bool {
    symbol.is_whitespace() || matches!(symbol, '?' | '？' | '\u{2047}')
}

/// Inserts the implied command before a move: `/move`, or `/why` for a move with a question mark.
pub(super) fn before_move(mut words: Vec<CommandWord>) -> Vec<CommandWord> {
    if words.first().is_some_and(|first| counts(&first.text))
        && words.get(1).is_some_and(|second| is_move(&second.text))
    {
        words.remove(0);
    }
    let Some(first) = words.first_mut() else {
        return words;
    };
    let name = match asked_move(&first.text).map(str::to_owned) {
        Some(word) => {
            first.text = word;
            "why"
        }
        None if is_move(&first.text) => "move",
        None => return words,
    };
    words.splice(0..0, split(name));
    words
}

/// Splits a partial text before the word that is being typed; that word is empty after white space.
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
    fn moves_are_distinguished_from_chat() {
        for text in include_str!("words/moves.txt").lines() {
            assert!(is_move(text), "{text}");
            assert_eq!(asked_move(text), None);
        }
        for text in include_str!("words/chat.txt").lines().chain([""]) {
            assert!(!is_move(text), "{text}");
            assert_eq!(asked_move(text), None);
        }
        for text in ["e4?", "e4??"] {
            assert_eq!(asked_move(text), Some("e4"));
        }
    }
}
