//! A board that is kept up to date.

use std::collections::BTreeMap;

use rules::Color;
use serde::Serialize;

use super::{Component, MatchId, UserId};
use text::{Language, Text};

/// Which board somebody wants to see.
#[derive(Clone)]
pub struct BoardQuery {
    /// Of which match.
    pub id: MatchId,
    /// At which ply; the last one if none is named.
    pub ply: Option<usize>,
    /// Who wants to see it, if they have said so.
    pub viewer: Option<UserId>,
    /// Through whose eyes, as `/history` names them; what they may know if nothing is said. Nobody else's before the end.
    pub eyes: Option<String>,
    /// The side at the bottom; their own if none is named.
    pub bottom: Option<Color>,
    /// Whether it stands on a dark page.
    pub is_dark: bool,
    /// What it is told in, unless they have chosen another.
    pub language: Language,
}

/// A board that is drawn and written once for all who are shown the same.
pub struct DrawnBoard {
    /// The board.
    pub board: LiveBoard,
    /// The frame, as JSON, that tells it to a page that watches.
    pub frame: String,
}

impl DrawnBoard {
    /// Writes the frame of a board.
    pub fn new(board: LiveBoard) -> DrawnBoard {
        let frame = serde_json::to_string(&BoardFrame::Board(&board));
        DrawnBoard {
            frame: frame.expect("a board has nothing that JSON lacks"),
            board,
        }
    }
}

/// A frame to a page that watches a match.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardFrame<'a> {
    /// The board as it is now.
    Board(&'a LiveBoard),
    /// Why there is none.
    Nothing(String),
}

/// Why somebody is shown no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBoard {
    /// There is no such match, or they may not see it.
    Unknown,
    /// It cannot be read or drawn now.
    Later,
}

impl NoBoard {
    /// The reason in words.
    pub fn text(self, id: MatchId) -> Text {
        match self {
            NoBoard::Unknown => text::refusal_unknown_match(id),
            NoBoard::Later => text::board_not_drawn(),
        }
    }
}

/// A board as one person may see it, in words and as a picture.
#[derive(Clone, PartialEq, Serialize)]
pub struct LiveBoard {
    /// The match.
    pub id: String,
    /// The name of the variant in addresses: `baroque`.
    pub variant: &'static str,
    /// What is played and by whom.
    pub title: String,
    /// What is to be seen on the board.
    #[serde(flatten)]
    pub position: BoardPosition,
    /// The ply of the match.
    pub last_ply: usize,
    /// How far the match is.
    pub stage: BoardStage,
    /// The side to decide, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<BoardSide>,
    /// What happened last and how it stands.
    pub text: String,
    /// What the signs on the board mean that chess does not have, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// All turns so far, as its reader may know them.
    pub turns: Vec<BoardTurn>,
    /// What one player offers the other, if an offer waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<BoardOffer>,
    /// Whether its reader has opened it and waits for another person to accept.
    pub is_waiting: bool,
    /// What else can be done.
    pub controls: Vec<Component>,
    /// When the time of the side to decide is over, in milliseconds by the clock of the system, if it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
    /// Whether it can be seen through several eyes: it is over, and something was hidden.
    pub has_eyes: bool,
    /// Whether only its players may see it: nobody else can look on by its address.
    pub is_private: bool,
    /// Where its reader plays it or reads of it on their own platform, by the id of the channel, if they may be there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// An offer that waits for an answer.
#[derive(Clone, PartialEq, Serialize)]
pub struct BoardOffer {
    /// Who offers what.
    pub text: String,
    /// How it is accepted, declined or withdrawn.
    pub controls: Vec<Component>,
}

/// A position as one person may see it and decide there.
#[derive(Clone, PartialEq, Serialize)]
pub struct BoardPosition {
    /// The ply that is shown.
    pub ply: usize,
    /// The side that its reader plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<BoardSide>,
    /// The side at the bottom.
    pub bottom: BoardSide,
    /// The picture, an SVG document as `render` writes it: with a part for each square.
    pub svg: String,
    /// The same in words.
    pub alt: String,
    /// What stands on squares, in words, by their names.
    pub squares: BTreeMap<String, String>,
    /// Where something may be chosen first, and what, if its reader is to decide.
    pub actions: Vec<BoardAction>,
}

/// A side as pages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardSide {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl From<Color> for BoardSide {
    fn from(color: Color) -> BoardSide {
        match color {
            Color::White => BoardSide::White,
            Color::Black => BoardSide::Black,
        }
    }
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardStage {
    /// It waits until somebody accepts.
    Challenge,
    /// It is played.
    Playing,
    /// It is over.
    Over,
    /// It came to nothing.
    Gone,
}

/// A legal decision, as it is made on a board.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardAction {
    /// The decision as a command names it.
    pub text: String,
    /// The square that is chosen first, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The square that is chosen then, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// What is chosen besides, by the name of its drawing: what a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// What tells it from other decisions with the same squares.
    pub label: String,
}

/// A turn in a list.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardTurn {
    /// The ply at which it was over.
    pub ply: usize,
    /// The number of the move.
    pub number: u32,
    /// Whose turn it was.
    pub color: BoardSide,
    /// In short notation.
    pub caption: String,
}

/// How a match went that is over, step by step.
#[derive(Clone, PartialEq, Serialize)]
pub struct BoardReview {
    /// How well each side played, and what the dice gave.
    pub text: String,
    /// How it stood before each decision.
    pub scores: Vec<BoardScore>,
    /// Where it turned.
    pub points: Vec<BoardPoint>,
}

/// How a match stood. Scores are those that White could expect: 1 for a win, 1/2 for a draw, 0 for a loss.
#[derive(Clone, Copy, PartialEq, Serialize)]
pub struct BoardScore {
    /// At which ply.
    pub ply: usize,
    /// As far as the side that decided could know.
    pub white: f64,
    /// Everything known.
    pub all_known: f64,
}

/// Where a match turned.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardPoint {
    /// The ply at which it was decided.
    pub ply: usize,
    /// What was decided, and what would have been better.
    pub text: String,
}
