//! The names, the options, and the starts of games: the usual array, or rows that chance draws (baroque Q2, Q3).

use core::ops::ControlFlow;

use super::{
    board::Kind,
    position::{BackRow, ChameleonRule, DrawStage, Position, mirror},
};
use crate::{
    ChanceOutcome, Color, Glyph, OptionSpec, OptionValue, Variant, VariantInfo,
    board::PieceKind as _, options::Options, start_arrays::start_arrays, variant::entry::Entry,
};

const SETUP: &str = "setup";
const SYMMETRIC: &str = "symmetric";
const ASYMMETRIC: &str = "asymmetric";
const CHAMELEON: &str = "chameleon";
const PURE: &str = "pure";

/// The options of Baroque (baroque Q3, Q24b).
const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: SETUP,
        values: &[
            OptionValue {
                name: "standard",
                law: "baroque Q2",
            },
            OptionValue {
                name: SYMMETRIC,
                law: "baroque Q3",
            },
            OptionValue {
                name: ASYMMETRIC,
                law: "baroque Q3",
            },
        ],
    },
    OptionSpec {
        name: CHAMELEON,
        values: &[
            OptionValue {
                name: "combined",
                law: "baroque Q24",
            },
            OptionValue {
                name: PURE,
                law: "baroque Q24b",
            },
        ],
    },
];

/// The number of rows; all are equally likely (baroque Q3).
pub(super) const N_ROWS: u16 = 5760;

impl Entry for Position {
    const INFO: VariantInfo = VariantInfo {
        name: Variant::Baroque.name(),
        aliases: &["ultima", "baroquechess", "barock"],
        example: "e2e4 or Nf3",
        options: OPTIONS,
        glyphs: &[
            Glyph::King(Color::White),
            Glyph::Queen(Color::White),
            Glyph::Rook(Color::White),
            Glyph::Bishop(Color::White),
            Glyph::Knight(Color::White),
            Glyph::Immobilizer(Color::White),
            Glyph::Pawn(Color::White),
        ],
        has_check: true,
    };

    fn usual_start(options: &Options) -> Position {
        let start = match options.value(SETUP) {
            Some(SYMMETRIC) => Position::to_be_drawn(DrawStage::Both),
            Some(ASYMMETRIC) => Position::to_be_drawn(DrawStage::White),
            _ => Position::start(),
        };
        Position {
            chameleon: chameleon_rule(options),
            ..start
        }
    }
}

/// Returns the chosen captures of a chameleon that leaps.
pub(super) fn chameleon_rule(options: &Options) -> ChameleonRule {
    match options.value(CHAMELEON) {
        Some(PURE) => ChameleonRule::Pure,
        _ => ChameleonRule::Combined,
    }
}

impl Position {
    fn to_be_drawn(draw: DrawStage) -> Position {
        Position {
            draw: Some(draw),
            ..Position::of_rows(None, None)
        }
    }

    /// Returns the position after the draw of a row; the same position if no draw is pending.
    fn with_row(&self, row: BackRow) -> Position {
        let mut next = *self;
        next.draw = None;
        match self.draw {
            None => {}
            Some(DrawStage::Both) => {
                next.board.line_up(Color::White, row.map(mirror));
                next.board.line_up(Color::Black, row);
            }
            Some(DrawStage::White) => {
                next.board.line_up(Color::White, row);
                next.draw = Some(DrawStage::Black);
            }
            Some(DrawStage::Black) => next.board.line_up(Color::Black, row),
        }
        next
    }

    /// Returns the position after the draw of the row with this index.
    pub(super) fn drawn(&self, index: u16) -> Position {
        let row = all_rows().nth(usize::from(index));
        row.map_or(*self, |row| self.with_row(row))
    }

    /// Visits the position after every row that can be drawn.
    pub(super) fn each_drawn<B>(
        &self,
        mut visit: impl FnMut(ChanceOutcome, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, row) in (0..N_ROWS).zip(all_rows()) {
            visit(ChanceOutcome::Start(index), self.with_row(row))?;
        }
        ControlFlow::Continue(())
    }
}

/// Returns every row that can be drawn, from the a-file to the h-file, sorted by the letters of the pieces: `bbkmnnqr` is
/// the first.
fn all_rows() -> impl Iterator<Item = BackRow> {
    start_arrays(['r', 'n', 'b', 'q', 'k', 'b', 'n', 'm'], 'b').map(|row| {
        row.map(|letter| Kind::from_letter(letter).expect("these are letters of pieces"))
    })
}

#[cfg(test)]
mod tests;
