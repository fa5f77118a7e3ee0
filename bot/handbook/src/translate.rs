//! The handbook in another language. Its words come from its own files, and the rest from English.

use serde::Deserialize;

use super::{
    Handbook, HandbookDiagram, HandbookError, Section, Task,
    read::{checked, sections},
};
use text::Language;

/// Makes a handbook from these files and fills the gaps with English. The heading of a gap has a note in the `language` of the
/// files.
///
/// # Errors
///
/// Returns the first error in the files, or the first section that English does not have.
pub(super) fn translate(
    english: &Handbook,
    files: &[(&str, &str)],
    language: Language,
) -> Result<Handbook, HandbookError> {
    let translations = sections(english.variant, files, Some(english))?;
    let find = |id: &str| translations.iter().find(|section| section.id == id);
    let translated = english.sections.iter().map(|section| {
        // A section below such a heading does not repeat the note.
        let is_below = |parent: usize| find(&english.sections[parent].id).is_none();
        match find(&section.id) {
            Some(found) => found.clone(),
            None if section.parent.is_some_and(is_below) => section.clone(),
            None => Section {
                title: language.localize(&text::page_in_english(&section.title)),
                ..section.clone()
            },
        }
    });
    checked(Handbook {
        variant: english.variant,
        sections: translated.collect(),
    })
}

impl Section {
    /// Completes a translated section with the data of the English one. The English names remain valid too.
    pub(super) fn completed(self, english: &Section) -> Result<Section, String> {
        let (n_own, n_diagrams) = (self.diagrams.len(), english.diagrams.len());
        if n_own != n_diagrams {
            return Err(format!("it has {n_own} of {n_diagrams} diagrams"));
        }
        let untold = if self.untold.is_empty() {
            english.untold.clone()
        } else {
            self.untold
        };
        Ok(Section {
            names: [&self.names[..], &english.names[..]].concat(),
            parent: english.parent,
            no_diagram: english.no_diagram.clone(),
            untold,
            ..self
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiagramWords {
    caption: String,
    value: Option<String>,
    betza: Option<String>,
}

impl HandbookDiagram {
    /// Returns the same diagram with the words of a translated block.
    pub(super) fn translated(&self, block: &str) -> Result<HandbookDiagram, String> {
        let words: DiagramWords = toml::from_str(block).map_err(|error| error.to_string())?;
        let mut diagram = self.clone();
        diagram.caption = words.caption;
        diagram.value = words.value.or(diagram.value);
        diagram.betza = words.betza.or(diagram.betza);
        Ok(diagram)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskWords {
    question: String,
}

impl Task {
    /// Returns the same task with the question of a translated block.
    pub(super) fn with_question(&self, block: &str) -> Result<Task, String> {
        let words: TaskWords = toml::from_str(block).map_err(|error| error.to_string())?;
        Ok(Task {
            question: words.question,
            ..self.clone()
        })
    }
}
