//! The handbook: all texts about the rules, as data.
//!
//! The source is Markdown. Each language has a folder, with a folder for each variant. There, each chapter is a file, in the
//! order of the names. The build embeds all files, so a new paragraph or language needs no code. A section is a heading with
//! the text below it: `#` begins a chapter, `##` a topic, `###` a paragraph. Each has an anchor as its name, and optionally
//! further names: `## Pincer {#pincer .pawn}`. A paragraph of the law has its name there: `### Freezing {#Q27 .Q28}`.
//! `[freezing](#Q27)` links one section to another. Fenced blocks hold data:
//!
//! - `diagram`: a position, the moves played from it, and claims about the result; see [`HandbookDiagram`].
//! - `task`: a position in which the reader finds a move; see [`Task`].
//! - `no-diagram`: the reason why a paragraph has no diagram.
//! - `untold`: paragraphs of the law that a player does not need, such as conventions of other programs; each with the
//!   reason.
//!
//! A test compares all claims of a block with the rules, and fails for a block that cannot be parsed.
//!
//! The chapter `first-game` is a game that the reader plays as White. Each paragraph asks for a move. Its diagram plays
//! the move and the reply, from the last position of the paragraph before.
//!
//! English is complete. Another language has the same headings with the same anchors, and optionally further names. Its
//! diagrams hold only words: `caption`, and optionally `value` and `betza`. The rest of a section comes from English. A chapter
//! that a language lacks appears in English, with a note in its heading.

mod diagram;
mod glance;
mod here;
mod moves;
mod names;
mod plate;
mod read;
mod task;
#[cfg(test)]
mod tests;
mod translate;

use std::{fmt, str::FromStr, sync::LazyLock};

use rules::Variant;

use text::{Language, Text, arg};

pub use self::{
    diagram::{AnyView, Claims, DiagramFrame, HandbookDiagram},
    glance::{Glance, glance},
    here::{Knowledge, here},
    names::{SearchResult, find, variant},
    plate::{DiagramRenderer, Plate, names, nobody, starts},
    read::{HandbookError, read},
    task::{Goal, Miss, Task},
};
use translate::translate;

/// The files of the handbook: the path of each, such as `/fr/baroque/4-end.md`, and its text.
static FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The handbooks in each language, in the order of the languages.
static HANDBOOKS: LazyLock<Vec<[Handbook; Variant::ALL.len()]>> = LazyLock::new(|| {
    let in_language = |read: Result<Handbook, HandbookError>, language| {
        read.unwrap_or_else(|flaw| panic!("the handbook in {language}: {flaw}"))
    };
    let english = Variant::ALL.map(|variant| {
        let files = files(Language::ENGLISH, variant);
        in_language(read(variant, &files), Language::ENGLISH)
    });
    let translated = |language| {
        english.each_ref().map(|english| {
            let files = files(language, english.variant);
            in_language(translate(english, &files, language), language)
        })
    };
    Language::all()
        .map(|language| match language {
            Language::ENGLISH => english.clone(),
            _ => translated(language),
        })
        .collect()
});

/// Parses all handbooks now, which is slow, so that the first request does not wait for it.
pub fn prepare() {
    LazyLock::force(&HANDBOOKS);
}

/// Returns the chapters of a variant in a language: name and text of each.
fn files(language: Language, variant: Variant) -> Vec<(&'static str, &'static str)> {
    let folder = format!("/{language}/{variant}/");
    let within = |(place, text): &(&'static str, &'static str)| {
        Some((place.strip_prefix(folder.as_str())?, *text))
    };
    FILES.iter().filter_map(within).collect()
}

/// The handbook of one variant.
#[derive(Clone)]
pub struct Handbook {
    variant: Variant,
    sections: Vec<Section>,
}

/// A heading and the text below it.
#[derive(Clone)]
pub struct Section {
    /// The anchor: at most 24 letters, digits and dashes.
    pub id: String,
    /// Further names.
    pub names: Vec<String>,
    /// The heading.
    pub title: String,
    /// The level of the heading.
    pub level: Level,
    /// The number of the section that contains it, if any.
    pub parent: Option<usize>,
    /// The text, as plain text.
    pub text: String,
    /// The text as HTML, without the heading.
    pub html: String,
    /// The anchors of its links.
    pub links: Vec<String>,
    /// The diagrams.
    pub diagrams: Vec<HandbookDiagram>,
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The reason why it has no diagram.
    pub no_diagram: Option<String>,
    /// The paragraphs of the law that the section omits.
    pub untold: Vec<Untold>,
}

/// Paragraphs of the law that a player does not need.
#[derive(Clone)]
pub struct Untold {
    /// The names of the paragraphs.
    pub paragraphs: Vec<String>,
    /// Their subject, and the reason for the omission.
    pub why: String,
}

impl Untold {
    /// Renders the names and the reason: `O15 and O18: …`.
    pub fn text(&self) -> Text {
        let names = match &self.paragraphs[..] {
            [first, second] => text::untold_both(arg::first(first), arg::last(second)),
            [first, .., last] => text::untold_from_to(arg::first(first), arg::last(last)),
            few => Text::verbatim(few.concat()),
        };
        text::page_untold(arg::names(names), arg::why(&self.why))
    }
}

/// The level of a section below the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A chapter, such as the pieces.
    Chapter,
    /// A topic, such as a piece.
    Topic,
    /// A paragraph: one rule.
    Paragraph,
}

impl Section {
    /// Returns the paragraphs of the law that the section explains, and those that it omits with a reason.
    pub fn paragraphs(&self) -> impl Iterator<Item = &str> {
        let own = [&self.id].into_iter().chain(&self.names);
        let own = own.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
        let untold = self.untold.iter().flat_map(|untold| &untold.paragraphs);
        own.chain(untold).map(String::as_str)
    }
}

impl Handbook {
    /// Returns the handbook of a variant in English.
    pub fn of(variant: Variant) -> &'static Handbook {
        Handbook::in_language(variant, Language::ENGLISH)
    }

    /// Returns the handbook of a variant in a language. All languages have the same sections in the same order.
    pub fn in_language(variant: Variant, language: Language) -> &'static Handbook {
        &HANDBOOKS[language.number()][variant as usize]
    }

    /// Returns the handbooks of a variant, first the English one.
    fn in_all_languages(variant: Variant) -> impl Iterator<Item = &'static Handbook> {
        let languages = [Language::ENGLISH].into_iter().chain(Language::all());
        languages.map(move |language| Handbook::in_language(variant, language))
    }

    /// Returns the variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns all sections, in reading order; the first one is the overview.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Returns the number of the section with this anchor, in any case.
    pub fn section(&self, anchor: &str) -> Option<usize> {
        let is_it = |section: &Section| section.id.eq_ignore_ascii_case(anchor);
        self.sections.iter().position(is_it)
    }

    /// Returns the number of the section that explains a paragraph of the law, or omits it with a reason.
    pub fn paragraph(&self, name: &str) -> Option<usize> {
        let is_it = |section: &Section| section.paragraphs().any(|known| known == name);
        self.sections.iter().position(is_it)
    }

    /// Returns the numbers of the sections directly below this one.
    pub fn below(&self, number: usize) -> Vec<usize> {
        let is_below = |at: &usize| self.sections[*at].parent == Some(number);
        (0..self.sections.len()).filter(is_below).collect()
    }

    /// Returns the number of the next section after this one that has a task.
    pub fn next_task(&self, number: usize) -> Option<usize> {
        (number + 1..self.sections.len()).find(|later| !self.sections[*later].tasks.is_empty())
    }

    /// Returns the numbers of the steps of the guided first game, in order.
    pub fn first_game(&self) -> Vec<usize> {
        self.section("first-game")
            .map_or_else(Vec::new, |chapter| self.below(chapter))
    }

    /// Returns the starting position of the variant: the first diagram of the section with the name `start`.
    pub fn start(&self) -> Option<&HandbookDiagram> {
        let is_start = |section: &&Section| section.names.iter().any(|name| name == "start");
        self.sections.iter().find(is_start)?.diagrams.first()
    }

    /// Returns all pictures of a section, in order: its own, then those of the sections below it.
    pub fn pictures(&self, number: usize) -> Vec<(&HandbookDiagram, usize)> {
        let own = self.sections[number].diagrams.iter();
        let frames = own.flat_map(|diagram| (0..diagram.n_pictures()).map(move |n| (diagram, n)));
        let below = self.below(number).into_iter();
        // A chapter has too many topics for that.
        let below = below.filter(|_| self.sections[number].level != Level::Chapter);
        frames
            .chain(below.flat_map(|section| self.pictures(section)))
            .collect()
    }
}

/// The law by which a move of Bario loses at once: it starts a recycle that leaves the own king in check.
pub const LAW_OF_LOSING: &str = "bario K9";

/// A location in the handbook: a section and one of its pictures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The variant of the handbook.
    pub variant: Variant,
    /// The number of the section.
    pub section: usize,
    /// The number of the picture.
    pub picture: usize,
}

impl Spot {
    /// Makes a location at the beginning of a section.
    pub fn new(variant: Variant, section: usize) -> Spot {
        Spot {
            variant,
            section,
            picture: 0,
        }
    }

    /// Returns the overview of a variant, which fits on one screen.
    pub fn overview(variant: Variant) -> Spot {
        Spot::new(variant, 0)
    }

    /// Finds the section about a law, with a name as in [`rules::WhyNot`]. The name is a paragraph, `baroque Q27`, or a part of
    /// the law, `baroque, Check and end`.
    pub fn of_law(law: &str) -> Option<Spot> {
        let (variant, section) = match law.split_once(", ") {
            // Only a reason about a finished game names no paragraph.
            Some((variant, _)) => {
                let variant: Variant = variant.parse().ok()?;
                (variant, Handbook::of(variant).section("end")?)
            }
            None => {
                let (variant, paragraph) = law.split_once(' ')?;
                let variant: Variant = variant.parse().ok()?;
                (variant, Handbook::of(variant).paragraph(paragraph)?)
            }
        };
        Some(Spot::new(variant, section))
    }

    /// Returns the section.
    pub fn section(self) -> &'static Section {
        &Handbook::of(self.variant).sections[self.section]
    }

    /// Returns the picture, if there is one: a diagram and the number of the picture in it.
    pub fn picture(self) -> Option<(&'static HandbookDiagram, usize)> {
        let pictures = Handbook::of(self.variant).pictures(self.section);
        pictures.get(self.picture).copied()
    }
}

impl fmt::Display for Spot {
    /// Writes `baroque:Q27:0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.variant, self.section().id, self.picture)
    }
}

/// The text is not a location in the handbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such place in the handbook")]
pub struct ParseSpotError;

impl FromStr for Spot {
    type Err = ParseSpotError;

    fn from_str(text: &str) -> Result<Spot, ParseSpotError> {
        let mut parts = text.split(':');
        let mut part = || parts.next().ok_or(ParseSpotError);
        let variant: Variant = part()?.parse().map_err(|_| ParseSpotError)?;
        let handbook = Handbook::of(variant);
        let section = handbook.section(part()?).ok_or(ParseSpotError)?;
        let picture = match parts.next() {
            Some(picture) => picture.parse().map_err(|_| ParseSpotError)?,
            None => 0,
        };
        let is_there = picture == 0 || picture < handbook.pictures(section).len();
        if parts.next().is_some() || !is_there {
            return Err(ParseSpotError);
        }
        Ok(Spot {
            variant,
            section,
            picture,
        })
    }
}
