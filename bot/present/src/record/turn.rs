//! The events of a turn.

use rules::{ByColor, Color, Turn, Variant};

use api::clip;
use text::{Language, Text};

/// The longest description of a turn, in characters, so that all else fits into a message too.
const LONGEST_TURN: usize = 1000;

/// Describes a turn, as a sentence with its number.
pub(crate) fn last_turn(
    variant: Variant,
    turn: &Turn,
    names: &ByColor<String>,
    language: Language,
) -> Text {
    let text = language.localize(&text::turn(variant, turn, names));
    let text = format!("{} {text}", number(turn));
    text::sentence(clip(&text, LONGEST_TURN))
}

/// Returns the number of a turn, as it stands before a move: `3.` for White's, `3…` for Black's.
fn number(turn: &Turn) -> String {
    match turn.color {
        Color::White => format!("{}.", turn.number),
        Color::Black => format!("{}…", turn.number),
    }
}
