//! Positions on the analysis board, on which a reader plays both sides.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rules::{Color, GameInput, Glyph, Setup};
use serde::Serialize;

use super::{BoardPair, BoardPosition, BoardTurn, UserId};
use text::Language;

/// The character between two inputs of a line.
const BETWEEN: &str = "_";

/// The characters that are percent-encoded in an address. A browser leaves the others alone too.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'_')
    .remove(b'-')
    .remove(b'.')
    .remove(b'*');

/// A request for a position on the analysis board.
#[derive(Clone)]
pub struct AnalysisQuery {
    /// The start, as [`Setup`] writes it.
    pub setup: String,
    /// The actions and chance outcomes so far, with an underscore between two.
    pub moves: String,
    /// The move to try after them, if any.
    pub attempt: Option<String>,
    /// The board that the reader edits. It replaces the position and the moves.
    pub edited: Option<EditedBoard>,
    /// The seed of the chance outcomes that come next. Without a seed, the board shows the position before them.
    pub chance: Option<u64>,
    /// The person who sees it, if they are known.
    pub viewer: Option<UserId>,
    /// The side at the bottom.
    pub bottom: Color,
    /// True if the page is dark.
    pub is_dark: bool,
    /// The language.
    pub language: Language,
}

/// A board that a reader edits, which need not be a legal position.
#[derive(Clone)]
pub struct EditedBoard {
    /// The piece or object on each square, indexed by [`rules::Square::index`].
    pub cells: [Option<Glyph>; 64],
    /// The side to move.
    pub turn: Color,
}

/// A piece or object that the editor can place.
#[derive(Clone, PartialEq, Serialize)]
pub struct BoardPiece {
    /// The name of its drawing: `white-king`.
    pub drawing: String,
    /// Its name in words.
    pub label: String,
}

/// A position on the analysis board. It hides nothing.
#[derive(Clone, PartialEq, Serialize)]
pub struct AnalysisBoard {
    /// The position on the board.
    #[serde(flatten)]
    pub position: BoardPosition,
    /// The start, as [`Setup`] writes it.
    pub setup: String,
    /// The name of the variant in addresses: `baroque`.
    pub variant: &'static str,
    /// The position as a text that the page accepts as a start.
    pub notation: String,
    /// The pieces of White, those of Black, and the objects that the editor can place.
    pub pieces: Vec<Vec<BoardPiece>>,
    /// The actions and chance outcomes so far, with an underscore between two.
    pub moves: String,
    /// The number of chance outcomes before the first decision, such as those of a drawn start.
    pub n_start: usize,
    /// The turns so far, each with the number of inputs at its end.
    pub turns: Vec<BoardTurn>,
    /// The names of the sides.
    pub names: BoardPair<String>,
    /// The side to decide or the result, in few words.
    pub status: String,
    /// The legend of the signs on the board that chess does not have, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// The reason why the tried move is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The squares of the pieces that forbid the tried move.
    pub causes: Vec<String>,
}

/// The best line that the engine found in a position of the analysis board.
#[derive(Clone, PartialEq, Serialize)]
pub struct EngineLine {
    /// The expected score of both sides, or the forced win.
    pub score: String,
    /// The moves of the line in short notation.
    pub line: String,
    /// The first action, as text for a command.
    pub best: String,
}

/// Joins inputs as a line of the analysis board.
pub fn analysis_moves(inputs: &[GameInput]) -> String {
    let inputs: Vec<_> = inputs.iter().map(ToString::to_string).collect();
    inputs.join(BETWEEN)
}

/// Splits a line of the analysis board into the texts of its inputs.
pub fn analysis_inputs(moves: &str) -> impl Iterator<Item = &str> {
    moves.split(BETWEEN).filter(|input| !input.is_empty())
}

/// Returns the path of the analysis board with a start and the inputs that follow, at the position after the first `at` of
/// them.
pub fn analysis_path(setup: &Setup, inputs: &[GameInput], at: usize) -> String {
    let (setup, moves) = (setup.to_string(), analysis_moves(inputs));
    let encoded = |text| utf8_percent_encode(text, ENCODED);
    format!(
        "/analysis?setup={}&moves={}&at={at}",
        encoded(&setup),
        encoded(&moves)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_the_analysis_board_holds_the_start_and_the_inputs() {
        let setup: Setup = "chakart setup=symmetric".parse().expect("a setup");
        let inputs = ["start:17", "d1~g4", "a1<>b2"];
        let inputs = inputs.map(|input| input.parse::<GameInput>().expect("an input"));
        assert_eq!(
            analysis_path(&setup, &inputs, 2),
            "/analysis?setup=chakart%20setup%3Dsymmetric&moves=start%3A17_d1%7Eg4_a1%3C%3Eb2&at=2"
        );
        let moves = analysis_moves(&inputs);
        assert!(analysis_inputs(&moves).eq(["start:17", "d1~g4", "a1<>b2"]));
        assert_eq!(analysis_inputs("").count(), 0);
    }
}
