//! Position text: `board turn moves` (baroque Q39); without the number of moves it is 0.

use alloc::vec::Vec;
use core::fmt;

use super::{
    board::{Board, Kind},
    position::Position,
    start,
};
use crate::{
    Color, Field, Flaw, Glyph, Variant,
    options::Options,
    position_text::{Fields, PositionText, read_number, read_turn, sound, turns_before},
};

impl PositionText for Position {
    fn read(options: &mut Options, text: &str) -> Result<Position, Vec<Flaw>> {
        let mut fields = Fields::split(Variant::Baroque, text, 2..=3)?;
        let board = fields.read(0, Board::read);
        let turn = fields.read(1, read_turn);
        let moves = fields.read_or(2, 0, |text| read_number(Field::Plies, 0, u32::MAX, text));
        let mut flaws = fields.flaws;
        flaws.extend(board.iter().flat_map(flaws_of_kings));
        let (Some(board), Some(turn), Some(moves)) = (board, turn, moves) else {
            return Err(flaws);
        };
        let position = Position {
            board,
            draw: None,
            moves,
            turn,
            chameleon: start::chameleon_rule(options),
        };
        flaws.extend(position.flaw_of_check());
        sound(position, flaws)
    }

    fn arranged(options: &Options, cells: &[Option<Glyph>; 64], turn: Color) -> Position {
        Position {
            board: Board::of_cells(cells),
            draw: None,
            moves: turns_before(turn),
            turn,
            chameleon: start::chameleon_rule(options),
        }
    }
}

impl Position {
    fn flaw_of_check(&self) -> Option<Flaw> {
        let waiting = !self.turn;
        let has_kings = Color::ALL
            .into_iter()
            .all(|color| !self.board.pieces(color, Kind::King).is_empty());
        let is_in_check = has_kings && !self.checkers_of(waiting).is_empty();
        is_in_check.then_some(Flaw::InCheck(waiting))
    }
}

fn flaws_of_kings(board: &Board) -> Vec<Flaw> {
    let n_kings = |color| board.pieces(color, Kind::King).len();
    Color::ALL
        .into_iter()
        .filter(|&color| n_kings(color) != 1)
        .map(|color| Flaw::Kings {
            color,
            found: n_kings(color),
        })
        .collect()
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn.letter();
        write!(f, "{} {turn} {}", self.board, self.moves)
    }
}

#[cfg(test)]
mod tests;
