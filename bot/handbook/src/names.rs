//! Finding what somebody means who writes a name.

use rules::Variant;

use super::{Handbook, Level, Section, Spot};
use text::fold;

/// The variant that somebody means, whose spelling may be another or slightly wrong.
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

/// What was found for a name.
#[derive(Clone, PartialEq, Eq)]
pub enum SearchResult {
    /// This is it.
    Here(Spot),
    /// Nothing has that name; these are nearest.
    Nearest(Vec<Spot>),
}

/// How many near ones are told.
const NEAREST: usize = 3;

/// The section that somebody means: by its anchor, its heading or another name of it, in whatever language.
pub fn find(variant: Variant, text: &str) -> SearchResult {
    let wanted = plain(text);
    let spot = |number| Spot::new(variant, number);
    let is_it = |section: &Section| names(section).any(|name| is_same(&name, &wanted));
    let exact =
        Handbook::in_all_languages(variant).find_map(|it| it.sections().iter().position(is_it));
    if let Some(number) = exact {
        return SearchResult::Here(spot(number));
    }
    let far = |number: &usize| {
        let handbooks = Handbook::in_all_languages(variant);
        handbooks
            .map(|it| distance(&it.sections()[*number], &wanted))
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
    /// What can be asked for, the topics first, then the chapters, then the paragraphs; but not the steps of the first game,
    /// which follow each other.
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

/// All that a section is called.
fn names(section: &Section) -> impl Iterator<Item = String> {
    let written = [&section.id, &section.title];
    let written = written.into_iter().chain(&section.names);
    let written = written.map(String::as_str).chain(section.paragraphs());
    written.map(plain)
}

/// Whether two names are the same but for the plural.
fn is_same(name: &str, wanted: &str) -> bool {
    name == wanted
        || wanted.strip_suffix('s') == Some(name)
        || name.strip_suffix('s') == Some(wanted)
}

/// How far the nearest name of a section is from a word, in thousandths; what begins like it is nearest.
fn distance(section: &Section, wanted: &str) -> usize {
    let wanted: String = wanted.chars().take(40).collect();
    let far = |name: String| {
        if name.starts_with(&wanted) || wanted.starts_with(&name) {
            return name.len().abs_diff(wanted.len());
        }
        let near = strsim::normalized_damerau_levenshtein(&name, &wanted);
        100 + (1000.0 * (1.0 - near)) as usize
    };
    names(section).map(far).min().unwrap_or(usize::MAX)
}

/// A name without what people leave out or change.
fn plain(text: &str) -> String {
    let letters: String = text
        .chars()
        .filter(|c| c.is_alphanumeric())
        .take(100)
        .collect();
    fold(&letters)
}
