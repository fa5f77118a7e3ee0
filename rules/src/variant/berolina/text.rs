//! Position text: a six-field FEN with an en passant field of two squares (berolina O23, O24). Other programs leave out its
//! counters, or count moves from 0. The reader accepts both, and the writer always writes the full form.

use alloc::{vec, vec::Vec};
use core::fmt;

use super::position::{DoubleStep, Position};
use crate::{
    Color, Field, Flaw, Glyph, Role, Square, Variant,
    bitboard::Bitboard,
    board::Board,
    castling::{Castling, Rights, Wing, flaw_of_right},
    options::Options,
    position_text::{
        Fields, PositionText, TextFields, flaws_of_board, malformed, read_number, read_turn, sound,
    },
};

/// The number of quiet plies that draws the game (berolina O20).
pub(super) const MAX_QUIET: u8 = 100;
/// The number of the first move.
const FIRST_MOVE: u16 = 1;

impl PositionText for Position {
    fn read(_: &mut Options, text: &str) -> Result<Position, Vec<Flaw>> {
        let mut fields = Fields::split(Variant::Berolina, text, 4..=6)?;
        let board = fields.read(0, Board::read);
        let turn = fields.read(1, read_turn);
        let rights = fields.read(2, |text| Rights::read(text).map_err(|flaw| vec![flaw]));
        let double_step = fields.read(3, read_double_step);
        let max = MAX_QUIET.into();
        let quiet = fields.read_or(4, 0, |text| read_number(Field::QuietPlies, 0, max, text));
        let max = u16::MAX.into();
        let number = fields.read_or(5, FIRST_MOVE, |text| {
            read_number(Field::MoveNumber, 0, max, text)
        });
        let number = number.map(|number| number.max(FIRST_MOVE));
        let mut flaws = fields.flaws;
        if let Some(board) = &board {
            flaws.extend(flaws_of_board(board));
            flaws.extend(
                rights
                    .iter()
                    .flat_map(|&rights| flaws_of_rights(board, rights)),
            );
        }
        if let (Some(board), Some(turn), Some(Some(step))) = (&board, turn, double_step) {
            flaws.extend(flaw_of_double_step(board, turn, step));
        }
        let parts = (board, turn, rights, double_step, quiet, number);
        let (Some(board), Some(turn), Some(rights), Some(double_step), Some(quiet), Some(number)) =
            parts
        else {
            return Err(flaws);
        };
        let position = Position {
            board,
            number,
            quiet,
            turn,
            rights,
            double_step,
        };
        flaws.extend(position.flaw_of_check());
        sound(position, flaws)
    }

    fn arranged(_: &Options, cells: &[Option<Glyph>; 64], turn: Color) -> Position {
        let board = Board::of_cells(cells);
        Position {
            board,
            number: FIRST_MOVE,
            quiet: 0,
            turn,
            rights: Rights::of(|color, wing| can_castle(&board, color, wing)),
            double_step: None,
        }
    }

    fn fields_in(text: &str) -> TextFields {
        let Ok(position) = text.parse::<Position>() else {
            return TextFields::default();
        };
        let squares = |step: DoubleStep| Bitboard::from(step.skipped) | step.stepper.into();
        TextFields {
            castling: position.rights.rooks(),
            en_passant: position.double_step.map_or(Bitboard::EMPTY, squares),
            quiet: position.quiet,
        }
    }
}

impl Position {
    fn flaw_of_check(&self) -> Option<Flaw> {
        let waiting = !self.turn;
        let king = self.board.pieces(waiting, Role::King).first()?;
        let attackers = self.attackers_given(king, self.turn, self.board.occupied());
        (!attackers.is_empty()).then_some(Flaw::InCheck(waiting))
    }
}

fn read_double_step(text: &str) -> Result<Option<DoubleStep>, Vec<Flaw>> {
    if text == "-" {
        return Ok(None);
    }
    let square = |range| {
        text.get(range)
            .and_then(|part: &str| part.parse::<Square>().ok())
    };
    let (Some(one), Some(other), 4) = (square(0..2), square(2..4), text.len()) else {
        return malformed(Field::EnPassant, text);
    };
    // Both orders are read; the skipped square is the one on rank 3 or 6.
    let is_third = |square: Square| matches!(square.rank(), 2 | 5);
    match (is_third(one), is_third(other)) {
        (true, false) => Ok(Some(DoubleStep {
            skipped: one,
            stepper: other,
        })),
        (false, true) => Ok(Some(DoubleStep {
            skipped: other,
            stepper: one,
        })),
        _ => malformed(Field::EnPassant, text),
    }
}

/// Tells whether a king and a rook are on their start squares.
fn can_castle(board: &Board, color: Color, wing: Wing) -> bool {
    let castling = Castling::new(color, wing);
    board.pieces(color, Role::King).contains(castling.king)
        && board.pieces(color, Role::Rook).contains(castling.rook)
}

fn flaws_of_rights(board: &Board, rights: Rights) -> Vec<Flaw> {
    rights
        .held()
        .filter(|&(color, wing)| !can_castle(board, color, wing))
        .map(|(color, wing)| flaw_of_right(color, wing, Glyph::Rook(color)))
        .collect()
}

/// Returns the flaw of a double step, which must be the other side's, with its origin and its skipped square empty now.
fn flaw_of_double_step(board: &Board, turn: Color, step: DoubleStep) -> Option<Flaw> {
    let DoubleStep { skipped, stepper } = step;
    let mover = !turn;
    let third = Bitboard::rank(mover.second_rank()).ahead(mover);
    let fourth = Bitboard::from(skipped).ahead(mover);
    let origins = Bitboard::from(skipped).ahead(turn);
    let origin = if stepper.file() > skipped.file() {
        origins.west()
    } else {
        origins.east()
    };
    let is_possible = third.contains(skipped)
        && (fourth.west() | fourth.east()).contains(stepper)
        && board.pieces(mover, Role::Pawn).contains(stepper)
        && !board.occupied().contains(skipped)
        && origin
            .first()
            .is_some_and(|origin| !board.occupied().contains(origin));
    (!is_possible).then_some(Flaw::DoubleStep {
        color: mover,
        skipped,
        stepper: Some(stepper),
    })
}

impl fmt::Display for Position {
    /// Writes a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn.letter();
        write!(f, "{} {turn} {} ", self.board, self.rights)?;
        match self.double_step {
            Some(step) => write!(f, "{step}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.quiet, self.number)
    }
}

impl fmt::Display for DoubleStep {
    /// Writes both squares, the lower rank first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = if self.skipped.rank() < self.stepper.rank() {
            (self.skipped, self.stepper)
        } else {
            (self.stepper, self.skipped)
        };
        write!(f, "{low}{high}")
    }
}

#[cfg(test)]
mod tests;
