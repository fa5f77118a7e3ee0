//! Something that a half-typed word may become, and how well it fits.

use command::plain;

/// The most completions that a platform shows, the line that counts the others among them.
const MOST: usize = 25;

/// The longest word that is offered, in characters, for platforms take no longer values. A part of one would stand for
/// something else.
const LONGEST_WORD: usize = 100;

/// A word without what people may leave out or write differently on their keyboard.
fn fold(text: &str) -> String {
    text::fold(&plain(text))
}

/// A completion of the word that is being typed.
pub(super) struct Candidate {
    pub(super) label: String,
    pub(super) word: String,
    /// What it can be called besides the word.
    pub(super) names: Vec<String>,
    /// Where it stands among those that are shown and fit as well: the lowest first.
    pub(super) place: usize,
}

impl Candidate {
    /// A word that says enough.
    pub(super) fn bare(word: String) -> Candidate {
        Candidate {
            label: word.clone(),
            word,
            names: Vec::new(),
            place: 0,
        }
    }

    /// Whether it fits what is typed.
    pub(super) fn fits(&self, typed: &str) -> bool {
        fit(self, typed, &fold(typed)).is_some()
    }
}

/// Those candidates that fit what is typed and are shown, best first, and how many more fit.
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

/// How well a candidate fits what is typed, as it is and folded: 0 is best, nothing is not at all. The case matters where a
/// bishop and the b-file may be meant.
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

/// Whether some word of a label begins so; what is typed, folded, may be several words.
fn has_inside(label: &str, folded: &str) -> bool {
    let label = fold(label);
    let mut before = None;
    let mut starts = label.char_indices().filter(|(_, c)| {
        let is_inside = before.replace(*c).is_some_and(char::is_alphanumeric);
        c.is_alphanumeric() && !is_inside
    });
    starts.any(|(at, _)| label[at..].starts_with(folded))
}
