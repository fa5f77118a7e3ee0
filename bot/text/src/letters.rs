//! The letters of pieces, which depend on the language: a knight is `N` in English and `C` in French.

use std::{fmt, str::FromStr};

use super::{Language, messages};

/// The letters of pieces and objects in English, in the order of the message `letters` of each language.
const ENGLISH: &str = "KQRBNPmedw";

/// The choice of the letters of pieces. Records and typed moves always use the English ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Letters {
    /// The English letters.
    #[default]
    English,
    /// The letters of the language.
    Local,
}

/// The text is not a choice of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("letters are english or local")]
pub struct ParseLettersError;

impl Letters {
    /// Returns the typed name: `english`.
    pub const fn name(self) -> &'static str {
        match self {
            Letters::English => "english",
            Letters::Local => "local",
        }
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Letters {
    type Err = ParseLettersError;

    fn from_str(text: &str) -> Result<Letters, ParseLettersError> {
        [Letters::English, Letters::Local]
            .into_iter()
            .find(|letters| letters.name() == text)
            .ok_or(ParseLettersError)
    }
}

impl Language {
    /// Returns the same language with these letters of pieces.
    pub fn with_letters(self, letters: Letters) -> Language {
        Language { letters, ..self }
    }

    /// Returns the letters of pieces and objects.
    pub(super) fn alphabet(self) -> Alphabet {
        Alphabet(match self.letters {
            Letters::English => ENGLISH.to_owned(),
            Letters::Local => self.localize(&messages::letters()),
        })
    }

    /// Localizes moves in short notation: `Nf3`, or `Cf3` with French letters.
    pub fn moves(self, english: &str) -> String {
        let alphabet = self.alphabet();
        let mut before = None;
        let moves = english.chars().map(|c| match before.replace(c) {
            // This letter names the effect of an egg: `Rxf6*W`.
            Some('*') => c,
            _ if c.is_ascii_uppercase() => alphabet.letter(c),
            _ => c,
        });
        moves.collect()
    }
}

/// The letters of pieces and objects, in the order of [`ENGLISH`].
pub(super) struct Alphabet(String);

impl Alphabet {
    /// Returns the replacement of an English letter.
    pub(super) fn letter(&self, english: char) -> char {
        let place = ENGLISH.chars().position(|letter| letter == english);
        let letter = place.and_then(|place| self.0.chars().nth(place));
        letter.unwrap_or(english)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn local(tag: &str) -> Language {
        let language: Language = tag.parse().expect("the bot speaks it");
        language.with_letters(Letters::Local)
    }

    #[test]
    fn moves_have_the_letters_that_their_reader_wants() {
        let table = [
            ("Nbd2", "Cbd2", "Cbd2"),
            ("bxc8=Q#", "bxc8=D#", "bxc8=D#"),
            ("O-O", "O-O", "O-O"),
            ("Rxf6*R Kb2", "Txf6*R Rb2", "Txf6*R Rb2"),
            ("B@e4", "F@e4", "A@e4"),
        ];
        for (english, french, spanish) in table {
            assert_eq!(local("fr").moves(english), french);
            assert_eq!(local("es").moves(english), spanish);
            assert_eq!(local("en").moves(english), english);
            let usual: Language = "fr".parse().expect("the bot speaks it");
            assert_eq!(usual.moves(english), english);
        }
    }

    #[test]
    fn every_language_has_a_letter_of_its_own_for_each_piece_and_object_of_a_board() {
        for language in Language::all() {
            let alphabet = language.with_letters(Letters::Local).alphabet();
            let letters = ENGLISH.chars().map(|english| alphabet.letter(english));
            // Black's pieces stand on a board in small letters.
            let small = letters.map(|letter| letter.to_ascii_lowercase());
            let different: BTreeSet<char> = small.collect();
            assert_eq!(different.len(), ENGLISH.len(), "{language}");
            assert!(different.iter().all(char::is_ascii_lowercase), "{language}");
        }
    }
}
