//! Positions of the handbook on a board.

use serde::{Deserialize, Serialize};

use super::{BoardPosition, UserId};
use text::Language;

/// A request for a position of the handbook.
#[derive(Clone)]
pub struct StudyQuery {
    /// The place in the handbook, as `baroque:Q27:0`: the variant, the section and the number of the picture.
    pub place: String,
    /// The actions and chance outcomes so far.
    pub played: Vec<String>,
    /// The next step, if any.
    pub step: Option<StudyStep>,
    /// The seed of the chance outcomes; nothing is at stake here, so it need not be secret.
    pub chance: u64,
    /// The person who sees it, if they are known.
    pub viewer: Option<UserId>,
    /// True if the page is dark.
    pub is_dark: bool,
    /// The language.
    pub language: Language,
}

/// A step on a position of the handbook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StudyStep {
    /// Tries a move.
    Try(String),
    /// Shows the continuation: the solution, or the next move of the diagram.
    Show,
}

/// A position of the handbook that a reader explores on a board.
#[derive(Clone, PartialEq, Serialize)]
pub struct StudyBoard {
    /// The position on the board.
    #[serde(flatten)]
    pub position: BoardPosition,
    /// The position after the reader's own move, if the other side has replied to it since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<BoardPosition>,
    /// The actions and chance outcomes so far.
    pub played: Vec<String>,
    /// The path of the analysis board with this position.
    pub analysis: String,
    /// The result of the step, in words, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The square of the highlighted piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Further highlighted squares.
    pub targets: Vec<String>,
    /// The squares of the pieces that forbid the attempted move.
    pub causes: Vec<String>,
    /// True if the request is carried out.
    pub is_done: bool,
    /// True if the move does not solve the task.
    pub is_wrong: bool,
    /// True if a continuation can be shown.
    pub has_more: bool,
    /// The anchor of the next task or the next step of a guided game in the handbook.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
