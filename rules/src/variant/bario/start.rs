//! The names, the options, and the usual start of each rule set.

use super::position::{Position, RuleSet};
use crate::{
    Color, Glyph, OptionSpec, OptionValue, Variant, VariantInfo, options::Options,
    variant::entry::Entry,
};

const RULES: &str = "rules";
const CLASSIC: &str = "classic";

/// The options of Bario.
const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: RULES,
    values: &[
        OptionValue {
            name: "modern",
            law: "bario B6",
        },
        OptionValue {
            name: CLASSIC,
            law: "bario K1",
        },
    ],
}];

/// Returns the chosen rule set.
pub(super) fn rule_set(options: &Options) -> RuleSet {
    match options.value(RULES) {
        Some(CLASSIC) => RuleSet::Classic,
        _ => RuleSet::Modern,
    }
}

impl Entry for Position {
    const INFO: VariantInfo = VariantInfo {
        name: Variant::Bario.name(),
        aliases: &["bariochess", "quantum"],
        example: "e2e4, or N@d1e3 to define a knight",
        options: OPTIONS,
        glyphs: &[
            Glyph::King(Color::White),
            Glyph::Queen(Color::White),
            Glyph::Rook(Color::White),
            Glyph::Bishop(Color::White),
            Glyph::Knight(Color::White),
            Glyph::Undefined(Color::White),
            Glyph::Pawn(Color::White),
        ],
        has_check: true,
    };

    fn usual_start(options: &Options) -> Position {
        Position::start(rule_set(options))
    }
}
