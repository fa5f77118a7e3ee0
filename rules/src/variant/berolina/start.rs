//! The names of the variant, and the usual start.

use super::position::Position;
use crate::{Color, Glyph, Variant, VariantInfo, options::Options, variant::entry::Entry};

impl Entry for Position {
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
    };

    fn usual_start(_: &Options) -> Position {
        Position::start()
    }
}
