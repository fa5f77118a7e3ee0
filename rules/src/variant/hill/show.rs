//! The names of the variant, and the start of a game.

use super::position::Position;
use crate::{
    Color, Glyph, Variant, VariantInfo, board::Board, options::Options, referee::Referee,
    variant::entry::Entry,
};

impl Referee for Position {}

impl Entry for Position {
    const INFO: VariantInfo = VariantInfo {
        name: Variant::Hill.name(),
        aliases: &["kingofthehill", "koth"],
        example: "e2e4",
        options: &[],
        glyphs: &Glyph::OF_CHESS,
        has_check: true,
    };

    fn usual_start(_: &Options) -> Position {
        Position {
            board: Board::orthodox(),
            turn: Color::White,
            n_turns: 0,
        }
    }
}
