//! Search for the section of a name that a person typed.

use rules::Variant;

use super::{Handbook, Level, Section, Spot};
use text::fold;

/// Finds the variant for a name, and tolerates other spellings and slight errors.
pub fn variant(text: &str) -> Option<Variant> {
    let text = plain(text);
    let of = |variant: Variant| {
        variant
            .info()
            .aliases
            .iter()
            .map(move |name| (*name, variant))
    };
    let names = Variant::ALL.map(|variant| (variant.name(), variant));
    let aliases = Variant::ALL.into_iter().flat_map(of);
    let known: Vec<_> = names.into_iter().chain(aliases).collect();
    let exact = known.iter().find(|(name, _)| *name == text);
    let is_near = |(name, _): &&(&str, Variant)| {
        text.len() <= 32 && strsim::damerau_levenshtein(name, &text) == 1
    };
    exact
        .or_else(|| known.iter().find(is_near))
        .map(|(_, variant)| *variant)
}

/// The result of a search for a name.
#[derive(Clone, PartialEq, Eq)]
pub enum SearchResult {
    /// The section with that name.
    Here(Spot),
    /// The sections with the nearest names; no section has that name.
    Nearest(Vec<Spot>),
}

/// The maximum number of near sections in a result.
const NEAREST: usize = 3;

/// Finds a section by its anchor, its heading or another of its names, in any language.
pub fn find(variant: Variant, text: &str) -> SearchResult {
    let query = plain(text);
    let spot = |number| Spot::new(variant, number);
    let is_it = |section: &Section| names(section).any(|name| is_same(&name, &query));
    let exact =
        Handbook::in_all_languages(variant).find_map(|it| it.sections().iter().position(is_it));
    if let Some(number) = exact {
        return SearchResult::Here(spot(number));
    }
    let far = |number: &usize| {
        let handbooks = Handbook::in_all_languages(variant);
        handbooks
            .map(|it| distance(&it.sections()[*number], &query))
            .min()
    };
    let handbook = Handbook::of(variant);
    let steps = handbook.first_game();
    let mut near: Vec<usize> = (0..handbook.sections().len()).collect();
    near.retain(|number| !steps.contains(number));
    near.sort_by_cached_key(far);
    near.truncate(NEAREST);
    SearchResult::Nearest(near.into_iter().map(spot).collect())
}

impl Handbook {
    /// Returns the sections for completion: the topics, then the chapters, then the paragraphs. Omits the steps of the
    /// first game, which follow each other.
    pub fn entries(&self) -> Vec<&Section> {
        let steps = self.first_game();
        let sections = self.sections().iter().enumerate();
        let sections = sections.filter(|(number, _)| !steps.contains(number));
        let mut sections: Vec<_> = sections.map(|(_, section)| section).collect();
        let order = [Level::Topic, Level::Chapter, Level::Paragraph];
        sections.sort_by_key(|section| order.iter().position(|level| *level == section.level));
        sections
    }
}

/// Returns all names of a section.
fn names(section: &Section) -> impl Iterator<Item = String> {
    let written = [&section.id, &section.title];
    let written = written.into_iter().chain(&section.names);
    let written = written.map(String::as_str).chain(section.paragraphs());
    written.map(plain)
}

/// Returns whether two names are equal except for the plural.
fn is_same(name: &str, query: &str) -> bool {
    name == query || query.strip_suffix('s') == Some(name) || name.strip_suffix('s') == Some(query)
}

/// Returns the distance of the nearest name of a section from a word, in thousandths. A name with the word as its
/// beginning is nearest.
fn distance(section: &Section, query: &str) -> usize {
    let query: String = query.chars().take(40).collect();
    let far = |name: String| {
        if name.starts_with(&query) || query.starts_with(&name) {
            return name.len().abs_diff(query.len());
        }
        let near = strsim::normalized_damerau_levenshtein(&name, &query);
        100 + (1000.0 * (1.0 - near)) as usize
    };
    names(section).map(far).min().unwrap_or(usize::MAX)
}

/// Reduces a name to its first 100 letters and digits, [folded](fold).
fn plain(text: &str) -> String {
    let letters: String = text
        .chars()
        .filter(|c| c.is_alphanumeric())
        .take(100)
        .collect();
    fold(&letters)
}
