//! Position text: the board, the side to move, the finished turns.

use alloc::{vec, vec::Vec};
use core::fmt;

use super::position::Position;
use crate::{
    Flaw, Variant,
    board::Board,
    variant::text::{check_len, flaws_of_board, read_n_turns, read_turn},
};

impl Position {
    pub(super) fn read(text: &str) -> Result<Position, Vec<Flaw>> {
        check_len(text, 200)?;
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let [board, turn, n_turns] = fields[..] else {
            let (variant, found) = (Variant::Hill, fields.len());
            return Err(vec![Flaw::Fields { variant, found }]);
        };
        let position = Position {
            board: Board::read(board)?,
            turn: read_turn(turn)?,
            n_turns: read_n_turns(n_turns)?,
        };
        let mut flaws = flaws_of_board(&position.board);
        if !position.checkers_of(!position.turn).is_empty() {
            flaws.push(Flaw::InCheck(!position.turn));
        }
        flaws.is_empty().then_some(position).ok_or(flaws)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.board, self.turn.letter(), self.n_turns)
    }
}
