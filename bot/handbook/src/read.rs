//! Parses Markdown into sections.

use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};
use rules::Variant;

use super::{Handbook, HandbookDiagram, Level, Section, Task, Untold};

/// The maximum length of an anchor, which has to fit into the id of a button.
const LONGEST_ID: usize = 24;

/// An error in a file of the handbook.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, {place}: {what}")]
pub struct HandbookError {
    /// The file.
    pub file: String,
    /// The section above the error, or the beginning.
    pub place: String,
    /// The description of the error.
    pub what: String,
}

/// Parses the chapters of a variant: name and text of each file.
///
/// # Errors
///
/// Returns the first error in the files.
pub fn read(variant: Variant, files: &[(&str, &str)]) -> Result<Handbook, HandbookError> {
    checked(Handbook {
        variant,
        sections: sections(variant, files, None)?,
    })
}

/// Parses the sections of some files. With `english`, completes each as a translation of its English section.
pub(super) fn sections(
    variant: Variant,
    files: &[(&str, &str)],
    english: Option<&Handbook>,
) -> Result<Vec<Section>, HandbookError> {
    let mut sections: Vec<Section> = Vec::new();
    for (file, text) in files {
        let mut reader = ChapterReader {
            variant,
            english,
            sections: &mut sections,
            open: None,
        };
        let events = Parser::new_ext(text, Options::ENABLE_HEADING_ATTRIBUTES);
        for event in events {
            if let Err(what) = reader.take(event) {
                return Err(reader.flaw(file, what));
            }
        }
        reader.close().map_err(|what| reader.flaw(file, what))?;
    }
    Ok(sections)
}

/// Checks a handbook, and returns it if it has no error.
pub(super) fn checked(handbook: Handbook) -> Result<Handbook, HandbookError> {
    match check(&handbook) {
        Ok(()) => Ok(handbook),
        Err((place, what)) => Err(HandbookError {
            file: format!("{}", handbook.variant),
            place,
            what,
        }),
    }
}

/// Checks the handbook for errors between sections, such as dead links.
fn check(handbook: &Handbook) -> Result<(), (String, String)> {
    let sections = &handbook.sections;
    if sections.is_empty() {
        return Err(("beginning".into(), "there is no chapter".into()));
    }
    for (number, section) in sections.iter().enumerate() {
        let flaw = |what: String| Err((section.id.clone(), what));
        if handbook.section(&section.id) != Some(number) {
            return flaw("another section has the same anchor".into());
        }
        let untold = section.untold.iter();
        let mut reasons = untold.map(|untold| &untold.why);
        if reasons.any(|why| why.trim().is_empty()) {
            return flaw("a paragraph is not told without a reason".into());
        }
        let dead = section
            .links
            .iter()
            .find(|link| handbook.section(link).is_none());
        if let Some(link) = dead {
            return flaw(format!("#{link} leads nowhere"));
        }
    }
    Ok(())
}

struct ChapterReader<'a, 'e> {
    variant: Variant,
    english: Option<&'a Handbook>,
    sections: &'a mut Vec<Section>,
    open: Option<Open<'a, 'e>>,
}

/// The section that the parser reads.
struct Open<'a, 'e> {
    section: Section,
    /// The English section that it translates.
    english: Option<&'a Section>,
    /// The events that become its HTML.
    events: Vec<Event<'e>>,
    within: Within,
    /// The number of the next item of each open list; `None` for a list without numbers.
    lists: Vec<Option<u64>>,
    /// The address of the open link, if it leads out of the handbook.
    address: Option<String>,
}

/// The target of the next text.
#[derive(PartialEq, Eq)]
enum Within {
    Heading,
    Text,
    Block { kind: String, text: String },
}

impl<'a, 'e> ChapterReader<'a, 'e> {
    fn flaw(&self, file: &str, what: String) -> HandbookError {
        let place = self.open.as_ref().map(|open| open.section.id.clone());
        HandbookError {
            file: file.to_owned(),
            place: place.unwrap_or_else(|| "beginning".to_owned()),
            what,
        }
    }

    fn take(&mut self, event: Event<'e>) -> Result<(), String> {
        if let Event::Start(Tag::Heading {
            level, id, classes, ..
        }) = event
        {
            return self.begin(level, id, classes);
        }
        let variant = self.variant;
        let open = self.open.as_mut().ok_or("text before the first heading")?;
        open.take(event, variant)
    }

    fn begin(
        &mut self,
        level: HeadingLevel,
        id: Option<CowStr<'_>>,
        classes: Vec<CowStr<'_>>,
    ) -> Result<(), String> {
        self.close()?;
        let level = match level {
            HeadingLevel::H1 => Level::Chapter,
            HeadingLevel::H2 => Level::Topic,
            HeadingLevel::H3 => Level::Paragraph,
            _ => return Err("a heading has no more than three signs".into()),
        };
        let id = id.ok_or("a heading has no anchor")?.to_string();
        let is_good = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if id.len() > LONGEST_ID || !id.chars().all(is_good) {
            return Err(format!("{id} is no anchor"));
        }
        let parent = self.sections.iter().rposition(|other| other.level < level);
        if parent.is_none() && level != Level::Chapter {
            return Err(format!("{id} belongs to no chapter"));
        }
        let english = match self.english {
            None => None,
            Some(english) => Some(original(english, &id, level)?),
        };
        self.open = Some(Open {
            english,
            section: Section {
                id,
                names: classes.iter().map(ToString::to_string).collect(),
                title: String::new(),
                level,
                parent,
                text: String::new(),
                html: String::new(),
                links: Vec::new(),
                diagrams: Vec::new(),
                tasks: Vec::new(),
                no_diagram: None,
                untold: Vec::new(),
            },
            events: Vec::new(),
            within: Within::Heading,
            lists: Vec::new(),
            address: None,
        });
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        if let Some(open) = &mut self.open {
            self.sections.push(open.finish()?);
            self.open = None;
        }
        Ok(())
    }
}

/// Returns the section of the English handbook with this anchor.
fn original<'a>(english: &'a Handbook, id: &str, level: Level) -> Result<&'a Section, String> {
    let number = english.section(id);
    let section = number.map(|number| &english.sections[number]);
    let same = section.filter(|section| section.id == id && section.level == level);
    same.ok_or_else(|| format!("English has no such section as {id}"))
}

impl<'e> Open<'_, 'e> {
    fn finish(&mut self) -> Result<Section, String> {
        let mut section = self.section.clone();
        html::push_html(&mut section.html, self.events.drain(..));
        section.text = section.text.trim().to_owned();
        match self.english {
            None => Ok(section),
            Some(english) => section.completed(english),
        }
    }

    fn take(&mut self, event: Event<'e>, variant: Variant) -> Result<(), String> {
        match &mut self.within {
            Within::Heading => {
                match event {
                    Event::Text(text) => self.section.title.push_str(&text),
                    Event::End(TagEnd::Heading(_)) => self.within = Within::Text,
                    _ => return Err("a heading is plain text".into()),
                }
                return Ok(());
            }
            Within::Block { kind, text } => {
                match event {
                    Event::Text(more) => text.push_str(&more),
                    _ => {
                        let (kind, text) = (std::mem::take(kind), std::mem::take(text));
                        self.within = Within::Text;
                        self.block(&kind, &text, variant)?;
                    }
                }
                return Ok(());
            }
            Within::Text => {}
        }
        let section = &mut self.section;
        match &event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => {
                self.within = Within::Block {
                    kind: kind.to_string(),
                    text: String::new(),
                };
                return Ok(());
            }
            Event::Text(text) | Event::Code(text) => section.text.push_str(text),
            Event::SoftBreak => section.text.push(' '),
            Event::Start(Tag::Link { dest_url, .. }) => match dest_url.strip_prefix('#') {
                Some(anchor) => section.links.push(anchor.to_owned()),
                None if dest_url.starts_with("https://") => {
                    self.address = Some(dest_url.to_string())
                }
                None => return Err(format!("{dest_url} is no link of ours")),
            },
            Event::Start(Tag::List(first)) => {
                if !section.text.is_empty() && !section.text.ends_with('\n') {
                    section.text.push('\n');
                }
                self.lists.push(*first);
            }
            Event::End(TagEnd::List(_)) => {
                self.lists.pop();
                section.text.push('\n');
            }
            Event::Start(Tag::Item) => match self.lists.last_mut() {
                Some(Some(number)) => {
                    section.text.push_str(&format!("{number}. "));
                    *number += 1;
                }
                _ => section.text.push_str("• "),
            },
            Event::End(TagEnd::Item) => {
                let end = section.text.trim_end().len();
                section.text.truncate(end);
                section.text.push('\n');
            }
            Event::End(TagEnd::Link) => {
                if let Some(address) = self.address.take() {
                    section.text.push_str(&format!(" ({address})"));
                }
            }
            Event::End(TagEnd::Paragraph) => section.text.push_str("\n\n"),
            Event::Start(Tag::Paragraph | Tag::Emphasis | Tag::Strong)
            | Event::End(TagEnd::Emphasis | TagEnd::Strong) => {}
            _ => return Err("it has what the handbook does not use".into()),
        }
        self.events.push(event);
        Ok(())
    }

    fn block(&mut self, kind: &str, text: &str, variant: Variant) -> Result<(), String> {
        let section = &mut self.section;
        match (kind, self.english) {
            ("diagram", None) => section.diagrams.push(HandbookDiagram::read(variant, text)?),
            ("diagram", Some(english)) => {
                let shared = english.diagrams.get(section.diagrams.len());
                let shared = shared.ok_or("English has fewer diagrams")?;
                section.diagrams.push(shared.translated(text)?);
            }
            ("task", english) if section.tasks.is_empty() => {
                let task = match english {
                    None => Task::read(variant, text)?,
                    Some(english) => {
                        let shared = english.tasks.first().ok_or("English has no task")?;
                        shared.with_question(text)?
                    }
                };
                section.diagrams.push(HandbookDiagram::of_task(&task));
                section.tasks.push(task);
            }
            ("untold", _) => {
                let block: toml::Table = text
                    .parse()
                    .map_err(|error: toml::de::Error| error.to_string())?;
                for (paragraphs, why) in block {
                    section.untold.push(Untold {
                        paragraphs: paragraphs.split(' ').map(str::to_owned).collect(),
                        why: why.as_str().ok_or("a reason is text")?.to_owned(),
                    });
                }
            }
            ("no-diagram", None) => section.no_diagram = Some(text.trim().to_owned()),
            _ => return Err(format!("a block of the kind {kind} is not known here")),
        }
        Ok(())
    }
}
