//! A live board for pages.

use std::collections::BTreeMap;

use rules::Color;
use serde::Serialize;

use super::{Component, MatchId, UserId};
use text::{Language, Text};

/// The reach of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageReach {
    /// People of this machine, who see the matches in the channels of the page.
    Machine,
    /// Everybody. A link to a match in a channel of any platform shows it.
    Everybody,
}

/// A request for a board.
#[derive(Clone)]
pub struct BoardQuery {
    /// The match.
    pub id: MatchId,
    /// The number of inputs; the last one if `None`.
    pub n_inputs: Option<usize>,
    /// The viewer, if known.
    pub viewer: Option<UserId>,
    /// The reach of the page that shows the board.
    pub reach: PageReach,
    /// The point of view, as `/history` names it; the viewer's own if `None`. Before the end of the match no other is
    /// allowed.
    pub eyes: Option<String>,
    /// The side at the bottom; the viewer's own if `None`.
    pub bottom: Option<Color>,
    /// True if the page is dark.
    pub is_dark: bool,
    /// The language, unless the viewer has chosen another.
    pub language: Language,
}

impl BoardQuery {
    /// Builds the request of a stranger for the present board.
    pub fn of_stranger(id: MatchId, reach: PageReach, language: Language) -> BoardQuery {
        BoardQuery {
            id,
            n_inputs: None,
            viewer: None,
            reach,
            eyes: None,
            bottom: None,
            is_dark: false,
            language,
        }
    }
}

/// A board that is drawn and serialized once for all viewers with the same view.
pub struct DrawnBoard {
    /// The board.
    pub board: LiveBoard,
    /// The frame, as JSON, that is sent to a page that watches the match.
    pub frame: String,
}

impl DrawnBoard {
    /// Serializes the frame of a board.
    pub fn new(board: LiveBoard) -> DrawnBoard {
        let frame = serde_json::to_string(&BoardFrame::Board(&board));
        DrawnBoard {
            frame: frame.expect("a board has nothing that JSON lacks"),
            board,
        }
    }
}

/// A frame for a page that watches a match.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardFrame<'a> {
    /// The board as it is now.
    Board(&'a LiveBoard),
    /// The reason why there is no board.
    Nothing(String),
    /// The time of the server's clock, in milliseconds since 1970 began. It comes before each board, which may be older.
    Now(i64),
}

/// The reason why a viewer gets no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBoard {
    /// There is no such match, or the viewer may not see it.
    Unknown,
    /// The board cannot be read or drawn now.
    Later,
}

impl NoBoard {
    /// Returns the reason in words.
    pub fn text(self) -> Text {
        match self {
            NoBoard::Unknown => text::page_no_game(),
            NoBoard::Later => text::page_no_board(),
        }
    }
}

/// The settings of a person that a page follows, as `/settings` names their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PageSettings {
    /// The language, or `usual`.
    pub language: &'static str,
    /// The theme, or `usual`.
    pub theme: &'static str,
    /// True if the bot asks before each move.
    pub confirms: bool,
}

/// A board in the view of one viewer, in words and as a picture.
#[derive(Clone, PartialEq, Serialize)]
pub struct LiveBoard {
    /// The match.
    pub id: String,
    /// The name of the variant in addresses: `baroque`.
    pub variant: &'static str,
    /// The variant and the players.
    pub title: String,
    /// The position on the board.
    #[serde(flatten)]
    pub position: BoardPosition,
    /// The number of inputs of the match.
    pub n_inputs_now: usize,
    /// The stage of the match.
    pub stage: BoardStage,
    /// The side to decide, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<BoardSide>,
    /// The state of the match for the viewer, in few words: `Your turn`.
    pub status: String,
    /// The last turn, and what else the viewer should know, in words.
    pub text: String,
    /// The places on other platforms where it is played, if there are any: `In a channel on Discord`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub venue: Option<String>,
    /// The legend of the signs on the board that chess does not have, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// The lead of each side in captured pieces at the shown number of inputs, as far as the viewer knows. A variant with a
    /// reserve has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leads: Option<BoardPair<BoardLead>>,
    /// All turns so far, in the view of the viewer.
    pub turns: Vec<BoardTurn>,
    /// The pending offer of one player to the other, or the challenge, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<BoardOffer>,
    /// The end of the match, if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<BoardResult>,
    /// The path of the analysis board with this position, if the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<String>,
    /// The rematch of the viewer that has begun, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// True if the viewer has opened the match and waits for another person to accept.
    pub is_waiting: bool,
    /// The other controls.
    pub controls: Vec<Component>,
    /// The names of the players, once it is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<BoardPair<String>>,
    /// The clocks of both sides, if it is played in real time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<BoardClock>,
    /// The time at which the clock of the side to decide runs out, in milliseconds of the system clock, if it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
    /// True if the viewer can switch the point of view: the match is over, and something was hidden.
    pub has_eyes: bool,
    /// True if only the players can see it. Others cannot watch it by its address.
    pub is_private: bool,
    /// The settings of the viewer, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<PageSettings>,
    /// The id of the channel on the viewer's own platform where they play or follow the match, if they have access to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// A value for each side.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardPair<T> {
    /// The value of White.
    pub white: T,
    /// The value of Black.
    pub black: T,
}

/// The pieces that a side has captured beyond what it has lost of the same kind.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardLead {
    /// The names of their drawings.
    pub pieces: Vec<String>,
    /// The pieces in words; empty without a lead.
    pub text: String,
}

/// The clocks of a match in real time. Their times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardClock {
    /// The time of each side when its clock last began to run.
    pub left: BoardPair<u64>,
    /// The time of each side at the beginning.
    pub budget: u64,
    /// The increment after each turn.
    pub increment: u64,
    /// True if the deadline ends the first turn of the side to decide, whose clock stands still.
    pub is_first_turn: bool,
}

/// A pending offer, in the view of one viewer.
#[derive(Clone, PartialEq, Serialize)]
pub struct BoardOffer {
    /// The kind.
    pub kind: BoardOfferKind,
    /// True if the viewer has made it.
    pub is_own: bool,
    /// The offer in words.
    pub text: String,
    /// The controls to accept and decline it, or to cancel it.
    pub controls: Vec<Component>,
}

/// The kind of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardOfferKind {
    /// The match itself.
    Challenge,
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// A pause.
    Pause,
    /// Another match after the end of this one.
    Rematch,
}

/// The end of a match, in the view of one viewer.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardResult {
    /// The result in few words: `You won`.
    pub title: String,
    /// The reason of the result.
    pub reason: String,
    /// The changes of the ratings, if it is rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<String>,
}

/// A position in the view of one viewer, with their legal actions.
#[derive(Clone, PartialEq, Serialize)]
pub struct BoardPosition {
    /// The number of inputs that the board shows.
    pub n_inputs: usize,
    /// The side that the viewer plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<BoardSide>,
    /// The side at the bottom.
    pub bottom: BoardSide,
    /// The picture, an SVG document from `render` with a part for each square.
    pub svg: String,
    /// The position in words.
    pub alt: String,
    /// The contents of the squares in words, by the names of the squares.
    pub squares: BTreeMap<String, String>,
    /// The legal actions, if the viewer is to decide.
    pub actions: Vec<BoardAction>,
    /// The ways of each kind of piece or object on the board in words, by the names of their drawings without a side.
    pub cards: BTreeMap<String, String>,
    /// The remarks on single pieces, by their squares.
    pub notes: BTreeMap<String, BoardNote>,
    /// The squares that each piece could go to if its side were to move, by the square of the piece: `e4 e5`.
    pub reach: BTreeMap<String, String>,
}

/// A remark on a piece: the reason why it cannot move, or that the other side does not see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardNote {
    /// The remark in words.
    pub text: String,
    /// The squares of the pieces that keep it from moving.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<String>,
}

/// A side in the format of pages.
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

/// The stage of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardStage {
    /// A challenge that waits for an opponent.
    Challenge,
    /// A match in progress.
    Playing,
    /// A finished match.
    Over,
    /// A challenge that was declined, was withdrawn or has lapsed.
    Gone,
}

/// A legal action, as it is entered on a board.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardAction {
    /// The action as text for a command.
    pub text: String,
    /// The first square to choose, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The second square to choose, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The further choice, by the name of its drawing: the piece that a pawn promotes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// The label that distinguishes it from other actions with the same squares.
    pub label: String,
    /// The squares of the pieces that it captures elsewhere than on its target.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<String>,
}

/// A turn in a list of turns.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardTurn {
    /// The number of inputs at the end of the turn.
    pub n_inputs: usize,
    /// The number of the move.
    pub number: u32,
    /// The side.
    pub color: BoardSide,
    /// The turn in short notation.
    pub caption: String,
}

/// The review of a finished match, decision by decision.
#[derive(Clone, PartialEq, Serialize)]
pub struct BoardReview {
    /// The quality of play of each side, and the luck of the dice.
    pub text: String,
    /// The expected score before each decision.
    pub scores: Vec<BoardScore>,
    /// The turning points.
    pub points: Vec<BoardPoint>,
}

/// The expected score for White after some inputs: 1 for a win, 1/2 for a draw, 0 for a loss.
#[derive(Clone, Copy, PartialEq, Serialize)]
pub struct BoardScore {
    /// The number of inputs.
    pub n_inputs: usize,
    /// The expected score from the knowledge of the side that decided.
    pub white: f64,
    /// The expected score with everything known.
    pub all_known: f64,
    /// The quality of the next decision, if it is bad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<BoardMark>,
}

/// The quality of a bad decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardMark {
    /// It lost at least a tenth of a point.
    Mistake,
    /// It lost at least a fifth of a point.
    Blunder,
}

/// A turning point of a match.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct BoardPoint {
    /// The number of inputs before the decision.
    pub n_inputs: usize,
    /// The decision, and the better alternative, in words.
    pub text: String,
    /// The decision, as text for a command.
    pub played: String,
    /// The better alternative, as text for a command.
    pub better: String,
}
