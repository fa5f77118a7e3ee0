//! The sections of the handbook as parts of a page, with their pictures.

use std::fmt::Write as _;

use axum::http::StatusCode;
use html_escape::encode_double_quoted_attribute as escape;
use rules::{Color, Variant};

use crate::{problem::Problem, state::PLATE_SIZE};
use handbook::{DiagramFrame, Handbook, HandbookDiagram, Level, Section, nobody};
use text::Language;

/// One picture of a section.
pub(super) struct PagePlate {
    pub(super) variant: Variant,
    pub(super) section: &'static Section,
    /// Its number among those of the section.
    pub(super) number: usize,
    pub(super) diagram: &'static HandbookDiagram,
    /// Its number among those of the diagram.
    pub(super) frame: usize,
}

impl PagePlate {
    /// Returns the picture with this name, such as `Q27-0`.
    pub(super) fn find(handbook: &'static Handbook, name: &str) -> Option<PagePlate> {
        let (id, number) = name.rsplit_once('-')?;
        let section = &handbook.sections()[handbook.section(id)?];
        let number: usize = number.parse().ok()?;
        PagePlate::all(handbook.variant(), section).nth(number)
    }

    /// Returns all pictures of a section, in order.
    pub(super) fn all(
        variant: Variant,
        section: &'static Section,
    ) -> impl Iterator<Item = PagePlate> {
        let diagrams = section.diagrams.iter();
        let frames =
            diagrams.flat_map(|diagram| (0..diagram.n_frames()).map(move |n| (diagram, n)));
        frames
            .enumerate()
            .map(move |(number, (diagram, frame))| PagePlate {
                variant,
                section,
                number,
                diagram,
                frame,
            })
    }

    /// Returns the path of its page; with `.png`, of the picture.
    pub(super) fn path(&self) -> String {
        format!(
            "/rules/{}/{}-{}",
            self.variant, self.section.id, self.number
        )
    }

    pub(super) fn bottom(&self) -> Color {
        self.diagram.bottom()
    }

    /// Tells whether it explains the moves of a piece by marks with a legend.
    pub(super) fn at_a_glance(&self) -> bool {
        self.diagram.betza.is_some() && self.diagram.n_pictures() == 1
    }

    /// Builds the image element with its alternative text. A click on it shows the moves of a piece.
    pub(super) fn image(&self, frame: &DiagramFrame, query: &str, language: Language) -> String {
        let path = self.path();
        let width = PLATE_SIZE.width();
        let plate = self
            .diagram
            .plate(0)
            .filter(|_| self.at_a_glance() && query.is_empty());
        let (alt, map) = match plate {
            Some(plate) => (plate.alt(self.variant, language), ""),
            None => (
                text::alt(frame.shown.as_view(), &nobody(), language),
                " ismap",
            ),
        };
        format!(
            "<a class=\"plate\" href=\"{path}\"><picture>\
             <source srcset=\"{path}.dark.png{query}\" media=\"(prefers-color-scheme: dark)\">\
             <img src=\"{path}.png{query}\" alt=\"{}\" width=\"{width}\"{map}></picture></a>",
            escape(&alt)
        )
    }
}

/// Builds a section with its pictures. The heading of a paragraph is one below that of its topic or chapter.
pub(super) fn section_html(
    variant: Variant,
    section: &'static Section,
    is_in_topic: bool,
    language: Language,
) -> String {
    let heading = match section.level {
        Level::Chapter => 1,
        Level::Paragraph if is_in_topic => 3,
        Level::Topic | Level::Paragraph => 2,
    };
    let id = &section.id;
    let mut out = format!("<section id=\"{id}\" class=\"{}\">\n", class(section.level));
    // Paragraphs that share a section have an anchor each.
    for name in section.paragraphs().filter(|name| name != id) {
        let _ = write!(out, "<span id=\"{name}\"></span>");
    }
    let _ = write!(
        out,
        "<h{heading}>{} <a class=\"anchor\" href=\"#{id}\">{}</a></h{heading}>\n{}",
        escape(&section.title),
        if is_law(id) { id } else { "#" },
        section.html
    );
    out.push_str(&figures(variant, section, language));
    if !section.untold.is_empty() {
        let summary = language.localize(&text::page_rules_untold());
        let _ = writeln!(out, "<details><summary>{}</summary>", escape(&summary));
        for untold in &section.untold {
            let _ = writeln!(out, "<p>{}</p>", escape(&language.localize(&untold.text())));
        }
        out.push_str("</details>\n");
    }
    for task in &section.tasks {
        let _ = writeln!(
            out,
            "<details><summary>{}</summary><p>{}</p></details>",
            escape(&language.localize(&text::page_rules_solution())),
            escape(&task.solution.to_string())
        );
    }
    out.push_str("</section>\n");
    out
}

/// Tells whether a name is that of a paragraph of the law: `Q27`.
fn is_law(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}

pub(super) fn figures(variant: Variant, section: &'static Section, language: Language) -> String {
    let mut out = String::new();
    for (number, diagram) in section.diagrams.iter().enumerate() {
        let earlier = &section.diagrams[..number];
        let plates = PagePlate::all(variant, section);
        let plates: Vec<_> = plates
            .filter(|plate| std::ptr::eq(plate.diagram, diagram))
            .collect();
        // The page shows both boards of a pair, and only the beginning of a game.
        let n_shown = if plates.len() == 2 { 2 } else { 1 };
        let picture: usize = earlier.iter().map(HandbookDiagram::n_pictures).sum();
        let _ = writeln!(
            out,
            "<figure data-study=\"{variant}:{}:{picture}\">",
            section.id
        );
        for plate in plates.iter().take(n_shown) {
            if let Some(frame) = diagram.frame_for(plate.frame, None) {
                out.push_str(&plate.image(&frame, "", language));
                out.push('\n');
            }
        }
        let _ = writeln!(out, "<figcaption>{}", escape(&diagram.caption));
        if let [first, _, _, ..] = &plates[..] {
            let _ = write!(
                out,
                " <a href=\"{}\">{}</a>",
                first.path(),
                escape(&language.localize(&text::page_rules_step(plates.len())))
            );
        }
        if let Some(caption) = diagram.at_a_glance() {
            let caption = language.localize(&caption);
            let _ = write!(out, "<br>{}", escape(&caption).replace('\n', "<br>"));
        }
        out.push_str("</figcaption></figure>\n");
    }
    out
}

/// Returns the style of a section of a level.
pub(super) fn class(level: Level) -> &'static str {
    match level {
        Level::Chapter => "chapter",
        Level::Topic => "topic",
        Level::Paragraph => "paragraph",
    }
}

/// Returns the problem of a missing page.
pub(super) fn nothing() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, text::page_rules_missing())
}
