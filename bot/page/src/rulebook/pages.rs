//! Splits the handbook of a variant into pages that are short on a phone.

use std::{fmt::Write as _, ops::Range};

use axum::response::{Html, IntoResponse, Redirect, Response};
use handbook::{Handbook, Level, Section};
use html_escape::encode_double_quoted_attribute as escape;
use text::{Language, arg};

use super::section::{class, nothing, section_html};
use crate::{
    page::{PageTopic, page},
    problem::Problem,
};

/// The largest estimated height of a page on a phone, in pixels. The limit for readers is 8,440, ten screens.
const MOST_HEIGHT: usize = 7000;

/// The estimated height of a heading, of a line and of a picture with its caption on a phone, in pixels.
const HEADING: usize = 70;
const LINE: usize = 25;
const PICTURE: usize = 400;
const CAPTION: usize = 110;

/// The number of characters in a line on a phone.
const LINE_LENGTH: usize = 38;

/// The handbook of a variant, page by page. A page holds a chapter, or a part of a long chapter.
pub(super) struct HandbookPages {
    handbook: &'static Handbook,
    /// The sections of each page.
    pages: Vec<Range<usize>>,
}

impl HandbookPages {
    pub(super) fn of(handbook: &'static Handbook) -> HandbookPages {
        let sections = handbook.sections();
        let mut pages: Vec<Range<usize>> = Vec::new();
        let mut height = 0;
        for block in blocks(sections) {
            let added = sections[block.clone()].iter().map(estimated_height).sum();
            let is_new = sections[block.start].level == Level::Chapter;
            match pages.last_mut() {
                Some(page) if !is_new && height + added <= MOST_HEIGHT => {
                    page.end = block.end;
                    height += added;
                }
                _ => {
                    pages.push(block);
                    height = added;
                }
            }
        }
        HandbookPages { handbook, pages }
    }

    /// Answers a request for a name: with its page, or with the way to its section there.
    pub(super) fn named(&self, name: &str, language: Language) -> Result<Response, Problem> {
        let found = self.handbook.section(name);
        let section = found.or_else(|| self.handbook.paragraph(name));
        let section = section.ok_or_else(nothing)?;
        let number = self.number_of(section);
        let id = &self.handbook.sections()[section].id;
        let is_page = number > 0 && self.pages[number].start == section && id == name;
        Ok(if is_page {
            self.page(number, language).into_response()
        } else if found.is_some() {
            Redirect::to(&self.address(section)).into_response()
        } else {
            Redirect::to(&format!("{}#{name}", self.path(number))).into_response()
        })
    }

    /// Builds a page.
    pub(super) fn page(&self, number: usize, language: Language) -> Html<String> {
        let sections = self.handbook.sections();
        let variant = self.handbook.variant();
        let range = self.pages[number].clone();
        let chapter = self.chapter(number);
        let parts: Vec<_> = (0..self.pages.len())
            .filter(|part| self.chapter(*part) == chapter)
            .collect();
        let mut body = format!(
            "<div class=\"book\">\n{}<main>\n",
            self.contents(number, language)
        );
        let mut is_in_topic = false;
        if range.start != chapter {
            let _ = writeln!(body, "<h1>{}</h1>", escape(&sections[chapter].title));
        }
        if let Some(part) = parts.iter().position(|part| *part == number)
            && parts.len() > 1
        {
            let count = text::page_rules_part(arg::count(parts.len()), arg::number(part + 1));
            let _ = writeln!(
                body,
                "<p class=\"count\">{}</p>",
                escape(&language.localize(&count))
            );
        }
        let topic = sections[range.start].parent.map(|parent| &sections[parent]);
        if let Some(topic) = topic.filter(|topic| topic.level == Level::Topic) {
            let _ = writeln!(body, "<h2>{}</h2>", escape(&topic.title));
            is_in_topic = true;
        }
        for section in &sections[range] {
            if section.level < Level::Paragraph {
                is_in_topic = section.level == Level::Topic;
            }
            body.push_str(&section_html(variant, section, is_in_topic, language));
        }
        body.push_str(&self.turn(number, language));
        body.push_str("</main>\n</div>\n");
        let body = self.without_commands(&self.with_addresses(&body, number), language);
        let title = language.localize(&text::title(variant));
        page(&title, PageTopic::Variant(variant), &body, language)
    }

    /// Builds the list of chapters and topics twice: beside the text of a wide window, and folded above it on a phone.
    fn contents(&self, number: usize, language: Language) -> String {
        let sections = self.handbook.sections();
        let mut list = format!(
            "<ul>\n<li><a href=\"/rules\">{}</a></li>\n",
            escape(&language.localize(&text::page_rules_all()))
        );
        for (at, section) in sections.iter().enumerate() {
            if section.level == Level::Paragraph {
                continue;
            }
            let is_here = self.chapter(number) == at;
            let _ = writeln!(
                list,
                "<li class=\"{}\"><a href=\"{}\"{}>{}</a></li>",
                class(section.level),
                self.address(at),
                if is_here {
                    " aria-current=\"true\""
                } else {
                    ""
                },
                escape(&section.title)
            );
        }
        list.push_str("</ul>");
        let label = language.localize(&text::page_rules_contents());
        let label = escape(&label);
        format!(
            "<nav class=\"contents wide\" aria-label=\"{label}\">{list}</nav>\n\
             <details class=\"contents narrow\"><summary>{label}</summary>\n\
             <nav aria-label=\"{label}\">{list}</nav></details>\n"
        )
    }

    /// Builds the links to the page before and the page after this one.
    fn turn(&self, number: usize, language: Language) -> String {
        let sections = self.handbook.sections();
        let title = |page: &Range<usize>| sections[page.start].title.as_str();
        let before = number.checked_sub(1).map(|page| {
            let label = text::page_rules_before(title(&self.pages[page]));
            (page, "prev", label)
        });
        let next = self.pages.get(number + 1).map(|page| {
            let label = text::page_rules_after(title(page));
            (number + 1, "next", label)
        });
        let links = [before, next].into_iter().flatten();
        let links = links.map(|(page, rel, label)| {
            format!(
                "<a class=\"button\" rel=\"{rel}\" href=\"{}\">{}</a>\n",
                self.path(page),
                escape(&language.localize(&label))
            )
        });
        let label = language.localize(&text::page_rules_pages());
        format!(
            "<nav class=\"turn\" aria-label=\"{}\">\n{}</nav>\n",
            escape(&label),
            links.collect::<String>()
        )
    }

    /// Replaces the links of the texts to sections on other pages.
    fn with_addresses(&self, body: &str, number: usize) -> String {
        const LINK: &str = "href=\"#";
        let mut out = String::with_capacity(body.len());
        let mut rest = body;
        while let Some((before, after)) = rest.split_once(LINK) {
            let id = after.split('"').next().unwrap_or_default();
            let section = self.handbook.section(id);
            let is_elsewhere = section.filter(|section| self.number_of(*section) != number);
            out.push_str(before);
            match is_elsewhere {
                Some(section) => {
                    out.push_str("href=\"");
                    out.push_str(&self.address(section));
                    rest = &after[id.len()..];
                }
                None => {
                    out.push_str(LINK);
                    rest = after;
                }
            }
        }
        out + rest
    }

    /// Replaces the commands that open another page, or begin a match, by links.
    fn without_commands(&self, body: &str, language: Language) -> String {
        let variant = self.handbook.variant();
        let play = language.localize(&text::page_rules_play());
        let play = format!("<a href=\"/?play={variant}\">{}</a>", escape(&play));
        let body = body.replace(&format!("<code>/challenge {variant}</code>"), &play);
        let command = [">/rules", variant.name(), ""].join(" ");
        let mut parts = body.split(&command);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let name = part.split('<').next().unwrap_or_default();
            match self.handbook.section(name) {
                Some(section) => {
                    let title = &self.handbook.sections()[section].title;
                    let _ = write!(out, ">{}{}", escape(title), &part[name.len()..]);
                }
                None => out.extend([&command, part]),
            }
        }
        out
    }

    /// Returns the chapter of a page.
    fn chapter(&self, number: usize) -> usize {
        let sections = self.handbook.sections();
        let mut at = self.pages[number].start;
        while let Some(parent) = sections[at].parent {
            at = parent;
        }
        at
    }

    /// Returns the number of the page that holds a section.
    fn number_of(&self, section: usize) -> usize {
        self.pages.partition_point(|page| page.end <= section)
    }

    /// Returns the path of a page.
    fn path(&self, number: usize) -> String {
        let variant = self.handbook.variant();
        match number {
            0 => format!("/rules/{variant}"),
            _ => {
                let first = self.pages[number].start;
                format!("/rules/{variant}/{}", self.handbook.sections()[first].id)
            }
        }
    }

    /// Returns the path of a section, with its anchor unless its page begins with it.
    fn address(&self, section: usize) -> String {
        let number = self.number_of(section);
        let path = self.path(number);
        if self.pages[number].start == section {
            path
        } else {
            format!("{path}#{}", self.handbook.sections()[section].id)
        }
    }
}

/// Returns the sections that stay on one page together: a heading of a chapter, a topic with its paragraphs, or in a long
/// topic each paragraph.
fn blocks(sections: &[Section]) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < sections.len() {
        let n_below = sections[at + 1..]
            .iter()
            .take_while(|section| section.level > sections[at].level)
            .count();
        let whole = at..at + 1 + n_below;
        let height: usize = sections[whole.clone()].iter().map(estimated_height).sum();
        let is_whole = sections[at].level != Level::Chapter && height <= MOST_HEIGHT;
        let block = if is_whole { whole } else { at..at + 1 };
        at = block.end;
        blocks.push(block);
    }
    blocks
}

/// Estimates the height of a section on a phone, in pixels.
fn estimated_height(section: &Section) -> usize {
    let lines = section.text.lines();
    let n_lines: usize = lines
        .map(|line| 1 + line.chars().count() / LINE_LENGTH)
        .sum();
    let pictures: usize = section
        .diagrams
        .iter()
        .map(|diagram| CAPTION + PICTURE * if diagram.n_frames() == 2 { 2 } else { 1 })
        .sum();
    HEADING + LINE * n_lines + pictures
}

#[cfg(test)]
mod tests {
    use rules::Variant;

    use super::*;

    #[test]
    fn each_section_is_on_one_page_and_no_page_is_long() {
        for variant in Variant::ALL {
            for language in Language::all() {
                let handbook = Handbook::in_language(variant, language);
                let pages = HandbookPages::of(handbook);
                let held: Vec<usize> = pages.pages.iter().cloned().flatten().collect();
                let all: Vec<usize> = (0..handbook.sections().len()).collect();
                assert_eq!(held, all, "{variant}");
                for page in &pages.pages {
                    let height: usize = handbook.sections()[page.clone()]
                        .iter()
                        .map(estimated_height)
                        .sum();
                    assert!(height <= MOST_HEIGHT, "{variant} {language}: {page:?}");
                }
                assert!(pages.pages.len() > 5, "{variant}");
            }
        }
    }

    #[test]
    fn a_name_of_a_page_is_no_name_of_a_picture() {
        for variant in Variant::ALL {
            let handbook = Handbook::of(variant);
            for section in handbook.sections() {
                let plate = crate::rulebook::section::PagePlate::find(handbook, &section.id);
                assert!(plate.is_none(), "{variant} {}", section.id);
            }
        }
    }

    #[test]
    fn links_lead_to_the_page_of_their_section() {
        let handbook = Handbook::of(Variant::Baroque);
        let pages = HandbookPages::of(handbook);
        let own = handbook.section("overview").expect("the first section");
        let other = handbook.section("Q27").expect("a paragraph");
        assert_eq!(pages.address(own), "/rules/baroque");
        let address = pages.address(other);
        assert!(address.ends_with("#Q27"), "{address}");
        let text = "<a href=\"#overview\">one</a> <a href=\"#Q27\">two</a>";
        assert_eq!(
            pages.with_addresses(text, 0),
            format!("<a href=\"#overview\">one</a> <a href=\"{address}\">two</a>")
        );
    }
}
