//! The letters of a position text (chakart C50, C53).

use super::position::{Object, Trap};
use crate::{Color, Role};

/// A piece or an object on a square, as the board of a text shows it.
#[derive(Clone, Copy)]
pub(super) enum Cell {
    Piece {
        color: Color,
        role: Role,
        state: CellState,
    },
    Object(Object),
}

/// The state of a piece that its letter shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellState {
    Free,
    Frozen,
    Stealthy,
}

impl Cell {
    /// Returns the letter in the board of a text.
    pub(super) fn symbol(self) -> char {
        match self {
            Cell::Object(Object::Mushroom) => 'm',
            Cell::Object(Object::Egg) => 'e',
            Cell::Object(Object::Trap(trap)) => trap.symbol(),
            Cell::Piece { color, role, state } => {
                let letter = match state {
                    CellState::Free => role.letter().to_ascii_lowercase(),
                    CellState::Frozen => frozen_letter(role),
                    CellState::Stealthy => 'i',
                };
                match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                }
            }
        }
    }

    pub(super) fn of_symbol(symbol: char) -> Option<Cell> {
        let mut pieces = Color::ALL.into_iter().flat_map(|color| {
            let states = [CellState::Free, CellState::Frozen];
            let pieces = Role::ALL
                .into_iter()
                .flat_map(move |role| states.map(|state| Cell::Piece { color, role, state }));
            pieces.chain([Cell::Piece {
                color,
                role: Role::Queen,
                state: CellState::Stealthy,
            }])
        });
        let is_meant = |cell: &Cell| cell.symbol() == symbol;
        Object::ALL
            .into_iter()
            .map(Cell::Object)
            .find(is_meant)
            .or_else(|| pieces.find(is_meant))
    }
}

impl Trap {
    pub(super) fn symbol(self) -> char {
        match self {
            Trap::Banana => 'd',
            Trap::Bomb => 'w',
        }
    }
}

/// Returns the letters of frozen pieces (chakart C50).
fn frozen_letter(role: Role) -> char {
    match role {
        Role::Pawn => 's',
        Role::Rook => 'u',
        Role::Knight => 'o',
        Role::Bishop => 'c',
        Role::Queen => 't',
        Role::King => 'l',
    }
}
