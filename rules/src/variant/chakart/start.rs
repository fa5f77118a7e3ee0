//! The names, the options, the usual start, and the reading of starts.

use super::position::{Position, Traps, UndrawnRows};
use crate::{
    ByColor, ChakartFlaw, Color, Flaw, Glyph, OptionSpec, OptionValue, Variant, VariantInfo,
    options::Options, variant::entry::Entry,
};

const OBJECTS: &str = "objects";
const OPEN: &str = "open";
const SETUP: &str = "setup";

/// The options of Chakart (chakart C8 and section 12).
const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: OBJECTS,
        values: &[
            OptionValue {
                name: "hidden",
                law: "chakart H1",
            },
            OptionValue {
                name: OPEN,
                law: "chakart H1",
            },
        ],
    },
    OptionSpec {
        name: SETUP,
        values: &[
            OptionValue {
                name: "asymmetric",
                law: "chakart C9",
            },
            OptionValue {
                name: "symmetric",
                law: "chakart C9",
            },
            OptionValue {
                name: "standard",
                law: "chakart C7",
            },
        ],
    },
];

impl Entry for Position {
    const INFO: VariantInfo = VariantInfo {
        name: Variant::Chakart.name(),
        aliases: &["mariokart", "chakartchess", "chesskart"],
        example: "e2e4 or Nf3; d1~d5 is a stealth move",
        options: OPTIONS,
        glyphs: &[
            Glyph::King(Color::White),
            Glyph::Queen(Color::White),
            Glyph::Rook(Color::White),
            Glyph::Bishop(Color::White),
            Glyph::Knight(Color::White),
            Glyph::Pawn(Color::White),
            Glyph::Mushroom,
            Glyph::Egg,
            Glyph::Banana,
            Glyph::Bomb,
        ],
        has_check: false,
    };

    fn usual_start(options: &Options) -> Position {
        let draw = match options.value(SETUP) {
            Some("standard") => None,
            Some("symmetric") => Some(UndrawnRows::Both),
            _ => Some(UndrawnRows::One(Color::White)),
        };
        Position::start(draw, (!is_open(options)).then(ByColor::<Traps>::default))
    }
}

/// Tells whether both sides see all objects.
pub(super) fn is_open(options: &Options) -> bool {
    options.value(OBJECTS) == Some(OPEN)
}

/// Returns the flaw of a position under these options. The text itself shows whether objects are hidden, so the options follow
/// it (chakart H12).
pub(super) fn agree(options: &mut Options, position: &Position) -> Option<Flaw> {
    if position.beliefs.is_none() {
        options.choose(OBJECTS, OPEN);
        return None;
    }
    is_open(options).then_some(Flaw::Chakart(ChakartFlaw::OpenObjects))
}
