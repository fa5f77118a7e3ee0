//! Position text: the board, the side to move, and the finished turns, which are 0 if absent.

use alloc::vec::Vec;
use core::fmt;

use super::position::Position;
use crate::{
    Color, Flaw, Glyph, Position as _, Variant,
    board::Board,
    options::Options,
    position_text::{
        Fields, PositionText, flaws_of_board, read_n_turns, read_turn, sound, turns_before,
    },
};

impl PositionText for Position {
    fn read(_: &mut Options, text: &str) -> Result<Position, Vec<Flaw>> {
        let mut fields = Fields::split(Variant::Hill, text, 2..=3)?;
        let board = fields.read(0, Board::read);
        let turn = fields.read(1, read_turn);
        let n_turns = fields.read_or(2, 0, read_n_turns);
        let (Some(board), Some(turn), Some(n_turns)) = (board, turn, n_turns) else {
            return Err(fields.flaws);
        };
        let position = Position {
            board,
            turn,
            n_turns,
        };
        let mut flaws = flaws_of_board(&board);
        if !position.checkers_of(!turn).is_empty() {
            flaws.push(Flaw::InCheck(!turn));
        }
        sound(position, flaws)
    }

    fn arranged(_: &Options, cells: &[Option<Glyph>; 64], turn: Color) -> Position {
        Position {
            board: Board::of_cells(cells),
            turn,
            n_turns: turns_before(turn),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.board, self.turn.letter(), self.n_turns)
    }
}
