//! From Markdown to sections.

use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};
use rules::Variant;

use super::{Diagram, Handbook, Level, Section, Task, Untold};

/// The longest anchor, so that it fits into the id of a button.
const LONGEST_ID: usize = 24;

/// What is wrong with a text of the handbook.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, {place}: {what}")]
pub struct Flaw {
    /// The file.
    pub file: String,
    /// The section above, or the beginning.
    pub place: String,
    /// What is wrong there.
    pub what: String,
}

/// Reads the chapters of a variant: name and text of each file.
///
/// # Errors
///
/// The first thing in it that cannot be read.
pub fn read(variant: Variant, files: &[(&str, &str)]) -> Result<Handbook, Flaw> {
    let mut sections: Vec<Section> = Vec::new();
    for (file, text) in files {
        let mut reader = Reader {
            variant,
            sections: &mut sections,
            open: None,
        };
        let events = Parser::new_ext(text, Options::ENABLE_HEADING_ATTRIBUTES);
        for event in events {
            if let Err(what) = reader.take(event) {
                return Err(reader.flaw(file, what));
            }
        }
        reader.close();
    }
    let handbook = Handbook { variant, sections };
    check(&handbook).map_err(|(place, what)| Flaw {
        file: format!("{variant}"),
        place,
        what,
    })?;
    Ok(handbook)
}

/// What can only be seen of the whole.
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

struct Reader<'a, 'e> {
    variant: Variant,
    sections: &'a mut Vec<Section>,
    open: Option<Open<'e>>,
}

/// The section that is being read.
struct Open<'e> {
    section: Section,
    /// What becomes its HTML.
    events: Vec<Event<'e>>,
    within: Within,
    /// How many items of the lists around there were; `None` for a list without numbers.
    lists: Vec<Option<u64>>,
    /// Where the link leads that is being read, if that is elsewhere.
    address: Option<String>,
}

/// What the next text belongs to.
#[derive(PartialEq, Eq)]
enum Within {
    Heading,
    Text,
    Block { kind: String, text: String },
}

impl<'e> Reader<'_, 'e> {
    fn flaw(&self, file: &str, what: String) -> Flaw {
        let place = self.open.as_ref().map(|open| open.section.id.clone());
        Flaw {
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
        self.close();
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
        self.open = Some(Open {
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

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.sections.push(open.finish());
        }
    }
}

impl<'e> Open<'e> {
    fn finish(mut self) -> Section {
        html::push_html(&mut self.section.html, self.events.into_iter());
        self.section.text = self.section.text.trim().to_owned();
        self.section
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
        match kind {
            "diagram" => section.diagrams.push(Diagram::read(variant, text)?),
            "task" if section.tasks.is_empty() => {
                let task = Task::read(variant, text)?;
                section.diagrams.push(Diagram::of_task(&task));
                section.tasks.push(task);
            }
            "untold" => {
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
            "no-diagram" => section.no_diagram = Some(text.trim().to_owned()),
            _ => return Err(format!("a block of the kind {kind} is not known here")),
        }
        Ok(())
    }
}
