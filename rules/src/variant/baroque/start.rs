//! How games begin: the usual array, a position, or rows that chance draws (baroque Q2, Q3).

use alloc::vec::Vec;
use core::fmt;

use super::{
    board::Kind,
    position::{Position, Row, mirror},
};
use crate::{ChanceOutcome, OptionSpec, OptionValue, options::Options, start_arrays::start_arrays};

const SETUP: &str = "setup";
const SYMMETRIC: &str = "symmetric";
const ASYMMETRIC: &str = "asymmetric";

/// What may be chosen about Baroque (baroque Q3).
pub(crate) const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: SETUP,
    help: "start array",
    values: &[
        OptionValue {
            name: "standard",
            help: "always the same",
            law: "baroque Q2",
        },
        OptionValue {
            name: SYMMETRIC,
            help: "one drawn row for both, White's coordinator and immobilizer swapped",
            law: "baroque Q3",
        },
        OptionValue {
            name: ASYMMETRIC,
            help: "a drawn row for each side",
            law: "baroque Q3",
        },
    ],
}];

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// From a position.
    At(Position),
    /// From rows that are to be drawn.
    Drawn(Draw),
}

/// What is still to be drawn before the first move, each time one of [`N_ROWS`] rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Draw {
    /// One row for both sides.
    Both,
    /// White's row, then Black's.
    White,
    /// Black's row; White's is known.
    Black(Row),
}

/// How many rows there are; all are equally likely (baroque Q3).
pub(super) const N_ROWS: u16 = 5760;

impl Start {
    /// The start under these options.
    pub(crate) fn under(options: &Options) -> Start {
        match options.value(SETUP) {
            Some(SYMMETRIC) => Start::Drawn(Draw::Both),
            Some(ASYMMETRIC) => Start::Drawn(Draw::White),
            _ => Start::At(Position::start()),
        }
    }

    pub(crate) fn is_drawn(self) -> bool {
        matches!(self, Start::Drawn(_))
    }
}

impl Draw {
    /// What chance may bring.
    pub(super) fn outcomes(self) -> impl Iterator<Item = ChanceOutcome> {
        (0..N_ROWS).map(ChanceOutcome::Start)
    }

    /// The board as far as it is known.
    pub(super) fn board(self) -> Position {
        match self {
            Draw::Both | Draw::White => Position::of_rows(None, None),
            Draw::Black(white) => Position::of_rows(Some(white), None),
        }
    }

    /// How the game begins once the row with this index is drawn; `None` if there is none.
    pub(super) fn drawn(self, index: u16) -> Option<Start> {
        all_rows().nth(usize::from(index)).map(|row| self.with(row))
    }

    fn with(self, row: Row) -> Start {
        match self {
            Draw::Both => Start::At(Position::of_rows(Some(row.map(mirror)), Some(row))),
            Draw::White => Start::Drawn(Draw::Black(row)),
            Draw::Black(white) => Start::At(Position::of_rows(Some(white), Some(row))),
        }
    }

    /// Visits every start that may come of it.
    pub(super) fn each(self, visit: &mut impl FnMut(&Position)) {
        let rows: Vec<Row> = all_rows().collect();
        self.each_of(&rows, visit);
    }

    fn each_of(self, rows: &[Row], visit: &mut impl FnMut(&Position)) {
        for &row in rows {
            match self.with(row) {
                Start::At(position) => visit(&position),
                Start::Drawn(draw) => draw.each_of(rows, visit),
            }
        }
    }
}

/// Every row that can be drawn, from the a-file to the h-file, sorted by the letters of the pieces: `bbkmnnqr` is the first.
fn all_rows() -> impl Iterator<Item = Row> {
    start_arrays(['r', 'n', 'b', 'q', 'k', 'b', 'n', 'm'], 'b').map(|row| {
        row.map(|letter| Kind::from_letter(letter).expect("these are letters of pieces"))
    })
}

impl fmt::Display for Start {
    /// The position text, as far as the start is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::At(position) => position.fmt(f),
            Start::Drawn(draw) => draw.board().fmt(f),
        }
    }
}

#[cfg(test)]
mod tests;
