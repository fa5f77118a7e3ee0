//! Completions from the handbook.

use super::{Candidate, Completer};
use command::{Given, OptionKind};
use handbook::{Handbook, SearchResult, Section, Spot};
use text::{self as room, Text, arg};

impl Completer<'_> {
    /// Returns the handbook topics of the variant that the typed words name.
    pub(super) fn topics(&self, given: &Given) -> Vec<Candidate> {
        let Some(variant) = given.variant() else {
            return Vec::new();
        };
        let entries = Handbook::in_language(variant, self.language).entries();
        let candidate = |section: &&Section| {
            let names = section.names.join(", ").replace('-', " ");
            let what = match &names[..] {
                "" => Text::verbatim(&section.title),
                names => room::completion_topic(arg::names(names), arg::title(&section.title)),
            };
            self.candidate(&*section.id, what)
        };
        entries.iter().map(candidate).collect()
    }

    /// Returns the pictures of that part, by their numbers.
    pub(super) fn pictures(given: &Given) -> Vec<Candidate> {
        let Some(spot) = chosen_spot(given) else {
            return Vec::new();
        };
        let n_pictures = Handbook::of(spot.variant).pictures(spot.section).len();
        (1..=n_pictures)
            .map(|number| Candidate::bare(number.to_string()))
            .collect()
    }

    /// Returns the moves that can answer its task, without their outcome.
    pub(super) fn answers(given: &Given) -> Vec<Candidate> {
        let Some(task) = chosen_spot(given).and_then(|spot| spot.section().tasks.first()) else {
            return Vec::new();
        };
        let moves = task.moves().into_iter();
        moves
            .map(|action| Candidate::bare(action.to_string()))
            .collect()
    }
}

/// Returns the part of the handbook that the typed words name.
fn chosen_spot(given: &Given) -> Option<Spot> {
    let variant = given.variant()?;
    let Some(topic) = given.of_kind(OptionKind::Topic) else {
        return Some(Spot::overview(variant));
    };
    match handbook::find(variant, topic) {
        SearchResult::Here(spot) => Some(spot),
        SearchResult::Nearest(_) => None,
    }
}
