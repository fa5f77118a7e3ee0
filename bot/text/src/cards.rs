//! The ways of the pieces, and moves in words that name the piece.

use rules::{Action, Glyph, Reason, Variant, WhyNot};

use super::{Text, arg, messages as room, pieces};

/// Describes how a piece moves and captures, or what an object does.
pub fn card(glyph: Glyph, variant: Variant) -> Text {
    match variant {
        Variant::Baroque => card_of_baroque(glyph),
        Variant::Chakart => card_of_chakart(glyph),
        _ => card_of_chess(glyph),
    }
}

fn card_of_chess(glyph: Glyph) -> Text {
    match glyph {
        Glyph::King(_) => room::card_king(),
        Glyph::Queen(_) => room::card_queen(),
        Glyph::Rook(_) => room::card_rook(),
        Glyph::Bishop(_) => room::card_bishop(),
        Glyph::Knight(_) => room::card_knight(),
        Glyph::BerolinaPawn(_) => room::card_pawn_berolina(),
        Glyph::Undefined(_) => room::card_undefined(),
        _ => room::card_pawn(),
    }
}

fn card_of_baroque(glyph: Glyph) -> Text {
    match glyph {
        Glyph::King(_) => room::card_king(),
        Glyph::Queen(_) => room::card_withdrawer(),
        Glyph::Rook(_) => room::card_coordinator(),
        Glyph::Bishop(_) => room::card_chameleon(),
        Glyph::Knight(_) => room::card_long_leaper(),
        Glyph::Immobilizer(_) => room::card_immobilizer(),
        _ => room::card_pincer(),
    }
}

fn card_of_chakart(glyph: Glyph) -> Text {
    match glyph {
        Glyph::King(_) => room::card_king_chakart(),
        Glyph::Queen(_) => room::card_queen_chakart(),
        Glyph::Rook(_) => room::card_rook_chakart(),
        Glyph::Bishop(_) => room::card_bishop_chakart(),
        Glyph::Knight(_) => room::card_knight_chakart(),
        Glyph::Mushroom => room::card_mushroom(),
        Glyph::Egg => room::card_egg(),
        Glyph::Banana => room::card_banana(),
        Glyph::Bomb => room::card_bomb(),
        _ => room::card_pawn_chakart(),
    }
}

/// Renders the reason why a piece has no legal move; `None` if the reason is about a single move.
pub fn stuck(why: &WhyNot) -> Option<Text> {
    let the = |thing| pieces::the_on(thing, why.variant);
    match why.reason {
        Reason::Frozen(_) => Some(room::note_frozen()),
        Reason::FrozenBy { by, .. } => Some(room::note_frozen_by(the(by))),
        Reason::InCheck { king, by } => {
            Some(room::note_in_check(arg::by(the(by)), arg::king(king)))
        }
        Reason::Exposed { king, by } => Some(room::note_exposed(arg::by(the(by)), arg::king(king))),
        _ => None,
    }
}

/// Renders an action with the name of the piece that makes it: `withdrawer d1 to g4`. Actions without such words are in short
/// notation.
pub fn named_move(variant: Variant, piece: Glyph, action: Action, caption: &str) -> Text {
    let name = pieces::name(piece, variant);
    let moved = |from, to| room::turn_moved(arg::from(from), arg::piece(&name), arg::to(to));
    match action {
        Action::Move {
            from,
            to,
            promotion: None,
        } => moved(from, to),
        Action::Move {
            from,
            to,
            promotion: Some(role),
        }
        | Action::Define { role, from, to } => room::move_becomes(
            arg::moved(moved(from, to)),
            arg::piece(pieces::role(role).a()),
        ),
        Action::Stealth { from, to } => {
            room::turn_stole(arg::from(from), arg::piece(name), arg::to(to))
        }
        Action::Shell { .. } | Action::Drop { .. } | Action::Swap { .. } | Action::Lose { .. } => {
            Text::moves(caption)
        }
    }
}

#[cfg(test)]
mod tests;
