//! What people see of a game, and what they know the variant by.

use alloc::vec::Vec;

use super::{explain::explain, position::Position};
use crate::{
    Action, Color, Flaw, Glyph, Outcome, Position as _, Reason, Variant, VariantInfo, WhyNot,
    board::Board, options::Options, variant::Referee,
};

impl Referee for Position {
    const INFO: VariantInfo = VariantInfo {
        name: "hill",
        title: "King of the hill",
        aliases: &["kingofthehill", "koth"],
        example: "e2e4",
        options: &[],
        glyphs: &Glyph::OF_CHESS,
        has_check: true,
        has_secrets: false,
    };

    fn usual_start(_: &Options) -> Position {
        Position {
            board: Board::orthodox(),
            turn: Color::White,
            n_turns: 0,
        }
    }

    fn read_start(_: &mut Options, text: &str) -> Result<Position, Vec<Flaw>> {
        Position::read(text)
    }

    fn why_not(&self, action: Action) -> Option<WhyNot> {
        (!self.is_legal(action)).then(|| because(explain(self, action)))
    }

    fn why_over(outcome: Outcome) -> WhyNot {
        because(Reason::Over(outcome))
    }
}

fn because(reason: Reason) -> WhyNot {
    WhyNot {
        variant: Variant::Hill,
        law: "hill H1",
        reason,
    }
}
