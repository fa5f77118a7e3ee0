//! Position text: `board turn moves` (baroque Q39).

use alloc::{format, string::String, vec, vec::Vec};
use core::fmt;

use super::{
    board::{Board, Kind},
    position::Position,
};
use crate::{
    Color,
    variant::text::{keep, read_turn},
};

/// The longest text worth reading, in bytes.
const MAX_LEN: usize = 200;

impl Position {
    /// Reads a position text; the error has every reason why it is no legal position.
    pub(crate) fn read(text: &str) -> Result<Position, Vec<String>> {
        if text.len() > MAX_LEN {
            return Err(vec![format!("a position has at most {MAX_LEN} characters")]);
        }
        let mut flaws = Vec::new();
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        if fields.len() != 3 {
            flaws.push(format!(
                "a position has three fields (board, side to move, half-moves since the start), this one has {}",
                fields.len()
            ));
        }
        let field = |index| fields.get(index).copied();
        let board = field(0).and_then(|text| keep(Board::read(text), &mut flaws));
        let turn = field(1).and_then(|text| keep(read_turn(text), &mut flaws));
        let moves = field(2).and_then(|text| keep(read_moves(text), &mut flaws));
        flaws.extend(board.iter().flat_map(flaws_of_kings));
        let (Some(board), Some(turn), Some(moves)) = (board, turn, moves) else {
            return Err(flaws);
        };
        let position = Position {
            board,
            draw: None,
            moves,
            turn,
        };
        flaws.extend(position.flaw_of_check());
        if flaws.is_empty() {
            Ok(position)
        } else {
            Err(flaws)
        }
    }

    fn flaw_of_check(&self) -> Option<String> {
        let waiting = !self.turn;
        let has_kings = Color::ALL
            .into_iter()
            .all(|color| !self.board.pieces(color, Kind::King).is_empty());
        let is_in_check = has_kings && !self.checkers_of(waiting).is_empty();
        is_in_check.then(|| format!("{waiting} is in check, but it is {}'s move", self.turn))
    }
}

/// Digits only: no sign.
fn read_moves(text: &str) -> Result<u32, Vec<String>> {
    let number = text
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok());
    number.flatten().ok_or_else(|| {
        vec![format!(
            "the half-moves since the start are a number from 0 to {}, not {text:?}",
            u32::MAX
        )]
    })
}

fn flaws_of_kings(board: &Board) -> Vec<String> {
    let n_kings = |color| board.pieces(color, Kind::King).len();
    Color::ALL
        .into_iter()
        .filter(|&color| n_kings(color) != 1)
        .map(|color| format!("{color} has {} kings instead of one", n_kings(color)))
        .collect()
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, "{} {turn} {}", self.board, self.moves)
    }
}

#[cfg(test)]
mod tests;
