//! Positions of the handbook on a board.

use serde::{Deserialize, Serialize};

use super::BoardPosition;
use text::Language;

/// What somebody does with a position of the handbook.
#[derive(Clone)]
pub struct StudyQuery {
    /// Where it is, as `baroque:Q27:0`: the variant, the section and the number of the picture.
    pub place: String,
    /// What was played there so far, chance included.
    pub played: Vec<String>,
    /// What is done now, if anything is.
    pub step: Option<StudyStep>,
    /// A number that chance is made of: nobody plays for anything here.
    pub chance: u64,
    /// Whether it stands on a dark page.
    pub is_dark: bool,
    /// What it is told in.
    pub language: Language,
}

/// What is done with a position of the handbook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StudyStep {
    /// A move is tried.
    Try(String),
    /// What comes next is shown: the solution, or what the diagram plays.
    Show,
}

/// A position of the handbook as it is tried on a board.
#[derive(Clone, PartialEq, Serialize)]
pub struct StudyBoard {
    /// What is to be seen on the board.
    #[serde(flatten)]
    pub position: BoardPosition,
    /// What was played so far, chance included.
    pub played: Vec<String>,
    /// What came of what was done, if anything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The piece that is pointed out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Other squares that are.
    pub targets: Vec<String>,
    /// The squares of what forbids a move that was tried.
    pub causes: Vec<String>,
    /// Whether what was asked for is done.
    pub is_done: bool,
    /// Whether there is something to show.
    pub has_more: bool,
    /// The anchor of what comes next in the handbook: the next task, or the next step of a guided game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
