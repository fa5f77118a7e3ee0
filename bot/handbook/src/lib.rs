//! The handbook: all that is told about the rules, as data.
//!
//! It is written in Markdown, a folder for each language, in it one for each variant, and a file for each chapter, in the
//! order of their names. All is embedded when the program is built: who adds a paragraph or a language touches no code. A
//! section is a heading with what stands below it: `#` begins a chapter, `##` a topic, `###` a paragraph. Each is named by
//! an anchor, and perhaps by more words: `## Pincer {#pincer .pawn}`. Paragraphs that the law has are named as there:
//! `### Freezing {#Q27 .Q28}`. `[freezing](#Q27)` leads from one section to another. Fenced blocks hold what is more than
//! words:
//!
//! - `diagram`: a position, what is played there, and what is to come of it; see [`HandbookDiagram`].
//! - `task`: a position in which to find something; see [`Task`].
//! - `no-diagram`: why a paragraph has none.
//! - `untold`: paragraphs of the law that nobody has to know to play, such as what other programs do; each with the reason.
//!
//! All that a block claims is compared with the rules by a test, and what cannot be read does not pass it either.
//!
//! The chapter `first-game` is a game to play through as White: a paragraph for each move asks for it, and its diagram plays
//! the move and the reply, from where the one before ended.
//!
//! English has everything. Another language has the same headings with the same anchors, and perhaps more names; its
//! diagrams hold only what is words: `caption`, and if need be `value` and `betza`. All else of a section is the English
//! one's. A chapter that a language lacks is told in English, and its heading says so.

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

/// The files of the handbook: where each is, such as `/fr/baroque/4-end.md`, and its text.
static FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The handbooks in each language, in the order of the languages.
static HANDBOOKS: LazyLock<Vec<[Handbook; Variant::ALL.len()]>> = LazyLock::new(|| {
    let whole = |read: Result<Handbook, HandbookError>, language| {
        read.unwrap_or_else(|flaw| panic!("the handbook in {language}: {flaw}"))
    };
    let english = Variant::ALL.map(|variant| {
        let files = files(Language::ENGLISH, variant);
        whole(read(variant, &files), Language::ENGLISH)
    });
    let translated = |language| {
        english.each_ref().map(|english| {
            let files = files(language, english.variant);
            whole(translate(english, &files, language), language)
        })
    };
    Language::all()
        .map(|language| match language {
            Language::ENGLISH => english.clone(),
            _ => translated(language),
        })
        .collect()
});

/// Reads the whole handbook now, which takes a while, so that nobody has to wait for it.
pub fn prepare() {
    LazyLock::force(&HANDBOOKS);
}

/// The chapters of a variant in a language: name and text of each.
fn files(language: Language, variant: Variant) -> Vec<(&'static str, &'static str)> {
    let folder = format!("/{language}/{variant}/");
    let within = |(place, text): &(&'static str, &'static str)| {
        Some((place.strip_prefix(folder.as_str())?, *text))
    };
    FILES.iter().filter_map(within).collect()
}

/// What is told about one variant.
#[derive(Clone)]
pub struct Handbook {
    variant: Variant,
    sections: Vec<Section>,
}

/// A heading and what stands below it.
#[derive(Clone)]
pub struct Section {
    /// Its anchor: at most 24 letters, digits and dashes.
    pub id: String,
    /// What else it is called.
    pub names: Vec<String>,
    /// Its heading.
    pub title: String,
    /// Which kind it is.
    pub level: Level,
    /// The number of the section that it belongs to, if any.
    pub parent: Option<usize>,
    /// What it says, as plain text.
    pub text: String,
    /// The same as HTML, without the heading.
    pub html: String,
    /// The anchors that it leads to.
    pub links: Vec<String>,
    /// Its diagrams.
    pub diagrams: Vec<HandbookDiagram>,
    /// Its tasks.
    pub tasks: Vec<Task>,
    /// Why it has no diagram.
    pub no_diagram: Option<String>,
    /// Paragraphs of the law that belong here and are not told.
    pub untold: Vec<Untold>,
}

/// Paragraphs of the law that nobody has to know to play.
#[derive(Clone)]
pub struct Untold {
    /// Their names.
    pub paragraphs: Vec<String>,
    /// What they are about, and why that is not told.
    pub why: String,
}

impl Untold {
    /// Their names and the reason: `O15 and O18: …`.
    pub fn text(&self) -> Text {
        let names = match &self.paragraphs[..] {
            [first, second] => text::untold_both(arg::first(first), arg::last(second)),
            [first, .., last] => text::untold_from_to(arg::first(first), arg::last(last)),
            few => Text::verbatim(few.concat()),
        };
        text::page_untold(arg::names(names), arg::why(&self.why))
    }
}

/// How far below the variant a section is.
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
    /// The paragraphs of the law that it tells of, and those of which it says why they are not told.
    pub fn paragraphs(&self) -> impl Iterator<Item = &str> {
        let told = [&self.id].into_iter().chain(&self.names);
        let told = told.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
        let untold = self.untold.iter().flat_map(|untold| &untold.paragraphs);
        told.chain(untold).map(String::as_str)
    }
}

impl Handbook {
    /// The handbook of a variant, in English.
    pub fn of(variant: Variant) -> &'static Handbook {
        Handbook::in_language(variant, Language::ENGLISH)
    }

    /// The handbook of a variant in a language. It has the same sections in the same order in all.
    pub fn in_language(variant: Variant, language: Language) -> &'static Handbook {
        &HANDBOOKS[language.number()][variant as usize]
    }

    /// The handbooks of a variant, first the English one.
    fn in_all_languages(variant: Variant) -> impl Iterator<Item = &'static Handbook> {
        let languages = [Language::ENGLISH].into_iter().chain(Language::all());
        languages.map(move |language| Handbook::in_language(variant, language))
    }

    /// Whose it is.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// All sections, in reading order; the first one is the overview.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The number of the section with this anchor, in any case.
    pub fn section(&self, anchor: &str) -> Option<usize> {
        let is_it = |section: &Section| section.id.eq_ignore_ascii_case(anchor);
        self.sections.iter().position(is_it)
    }

    /// The number of the section that tells of a paragraph of the law, or says why it is not told.
    pub fn paragraph(&self, name: &str) -> Option<usize> {
        let is_it = |section: &Section| section.paragraphs().any(|known| known == name);
        self.sections.iter().position(is_it)
    }

    /// The numbers of the sections that belong to this one.
    pub fn below(&self, number: usize) -> Vec<usize> {
        let is_below = |at: &usize| self.sections[*at].parent == Some(number);
        (0..self.sections.len()).filter(is_below).collect()
    }

    /// The number of the next section after this one that has a task.
    pub fn next_task(&self, number: usize) -> Option<usize> {
        (number + 1..self.sections.len()).find(|later| !self.sections[*later].tasks.is_empty())
    }

    /// The numbers of the steps of the guided first game, in order.
    pub fn first_game(&self) -> Vec<usize> {
        self.section("first-game")
            .map_or_else(Vec::new, |chapter| self.below(chapter))
    }

    /// How the variant begins: the first diagram of the section that is called `start`.
    pub fn start(&self) -> Option<&HandbookDiagram> {
        let is_start = |section: &&Section| section.names.iter().any(|name| name == "start");
        self.sections.iter().find(is_start)?.diagrams.first()
    }

    /// All pictures that go with a section, in order: its own, then those of what belongs to it.
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

/// A place in the handbook: a section and one of its pictures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// Whose handbook.
    pub variant: Variant,
    /// The number of the section.
    pub section: usize,
    /// The number of its picture.
    pub picture: usize,
}

impl Spot {
    /// The beginning of a section.
    pub fn new(variant: Variant, section: usize) -> Spot {
        Spot {
            variant,
            section,
            picture: 0,
        }
    }

    /// Where a variant is told on one screen.
    pub fn overview(variant: Variant) -> Spot {
        Spot::new(variant, 0)
    }

    /// The section that tells of a law, named as [`rules::WhyNot`] names it: a paragraph, `baroque Q27`, or a whole part
    /// of the law, `baroque, Check and end`.
    pub fn of_law(law: &str) -> Option<Spot> {
        let (variant, section) = match law.split_once(", ") {
            // Only what is said of a game that is over names no paragraph.
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

    /// The section.
    pub fn section(self) -> &'static Section {
        &Handbook::of(self.variant).sections[self.section]
    }

    /// Its picture, if it has one: a diagram and the number of the picture in it.
    pub fn picture(self) -> Option<(&'static HandbookDiagram, usize)> {
        let pictures = Handbook::of(self.variant).pictures(self.section);
        pictures.get(self.picture).copied()
    }
}

impl fmt::Display for Spot {
    /// `baroque:Q27:0`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.variant, self.section().id, self.picture)
    }
}

/// The text is no place in the handbook.
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
