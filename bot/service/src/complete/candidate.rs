//! A candidate completion of a half-typed word, and its fit.

use command::plain;

/// The maximum number of completions that a platform shows, including the line that counts the others.
const MOST: usize = 25;

/// The maximum length of an offered word, in characters, because platforms accept no longer values. A part of a word would mean
/// another value.
const LONGEST_WORD: usize = 100;

/// Folds a word: drops the signs that people leave out or write differently on their keyboard.
fn fold(text: &str) -> String {
    text::fold(&plain(text))
}

/// A completion of the word that is being typed.
pub(super) struct Candidate {
    pub(super) label: String,
    pub(super) word: String,
    /// The other names of the word.
    pub(super) names: Vec<String>,
    /// The rank among the shown candidates of equal fit: the lowest first.
    pub(super) place: usize,
}

impl Candidate {
    /// Returns a candidate with its word as the label.
    pub(super) fn bare(word: String) -> Candidate {
        Candidate {
            label: word.clone(),
            word,
            names: Vec::new(),
            place: 0,
        }
    }

    /// Tells whether it fits the typed text.
    pub(super) fn fits(&self, typed: &str) -> bool {
        fit(self, typed, &fold(typed)).is_some()
    }
}

/// Returns the shown candidates that fit the typed text, best first, and the number of further ones.
pub(super) fn fitting(candidates: Vec<Candidate>, typed: &str) -> (Vec<Candidate>, usize) {
    let folded = fold(typed);
    let mut fitting: Vec<_> = candidates
        .into_iter()
        .filter(|candidate| candidate.word.chars().count() <= LONGEST_WORD)
        .filter_map(|candidate| Some((fit(&candidate, typed, &folded)?, candidate)))
        .collect();
    fitting.sort_by_key(|(fit, _)| *fit);
    let n_more = match fitting.len() {
        0..=MOST => 0,
        n_fitting => n_fitting - (MOST - 1),
    };
    fitting.truncate(fitting.len() - n_more);
    fitting.sort_by_key(|(fit, candidate)| (*fit, candidate.place));
    let shown = fitting.into_iter().map(|(_, candidate)| candidate);
    (shown.collect(), n_more)
}

/// Rates the fit of a candidate to the typed text and its folded form: 0 is best, `None` is no fit. The case matters where the
/// text can be a bishop or the b-file.
fn fit(candidate: &Candidate, typed: &str, folded: &str) -> Option<u8> {
    let word = candidate.word.trim_start_matches('"');
    let begins = |name: &str| name.starts_with(typed);
    let begins_folded = |name: &str| fold(name).starts_with(folded);
    let mut names = candidate.names.iter().map(String::as_str).chain([word]);
    if names.clone().any(begins) {
        Some(0)
    } else if names.any(begins_folded) {
        Some(1)
    } else {
        let inside = folded.trim_start_matches('@');
        (!inside.is_empty() && has_inside(&candidate.label, inside)).then_some(2)
    }
}

/// Tells whether a word of a label begins with the folded text, which can be several words.
fn has_inside(label: &str, folded: &str) -> bool {
    let label = fold(label);
    let mut before = None;
    let mut starts = label.char_indices().filter(|(_, c)| {
        let is_inside = before.replace(*c).is_some_and(char::is_alphanumeric);
        c.is_alphanumeric() && !is_inside
    });
    starts.any(|(at, _)| label[at..].starts_with(folded))
}
