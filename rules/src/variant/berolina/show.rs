//! The views of a game. Berolina hides nothing, so all views are the same.

use super::position::{DoubleStep, Position};
use crate::{
    Bitboard, Color, Glyph, Role, Variant, VariantInfo,
    board::Piece,
    options::Options,
    variant::referee::{Referee, TextFields},
};

impl Referee for Position {
    const INFO: VariantInfo = VariantInfo {
        name: Variant::Berolina.name(),
        aliases: &["berlin", "berliner", "berolinachess", "berolinapawns"],
        example: "e2g4 or Nf3",
        options: &[],
        glyphs: &[
            Glyph::King(Color::White),
            Glyph::Queen(Color::White),
            Glyph::Rook(Color::White),
            Glyph::Bishop(Color::White),
            Glyph::Knight(Color::White),
            Glyph::BerolinaPawn(Color::White),
        ],
        has_check: true,
        has_secrets: false,
    };

    fn usual_start(_: &Options) -> Position {
        Position::start()
    }

    fn number(&self) -> u32 {
        self.number.into()
    }

    fn may_repeat(&self, _: &Position) -> bool {
        self.quiet != 0
    }

    fn repeats(&self, earlier: &Position) -> bool {
        self.turn == earlier.turn
            && self.board == earlier.board
            && self.rights == earlier.rights
            && self.double_step == earlier.double_step
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

/// Returns the glyph of a piece.
pub(super) fn glyph(piece: Piece) -> Glyph {
    match piece.role {
        Role::Pawn => Glyph::BerolinaPawn(piece.color),
        role => role.glyph(piece.color),
    }
}
