//! Tells a view in words: the twin of its picture.

use std::fmt::Write as _;

use rules::{ByColor, Color, Fact, Glyph, Outcome, Square, Status, Turn, View, WinReason};

/// Longest alternative text, in characters.
const ALT_MAX: usize = 1024;

/// Longest name in an alternative text, in characters.
const NAME_MAX: usize = 64;

/// The board as lines of characters of one width, White at the bottom, for a code block in a chat.
///
/// White's men are capital letters, Black's small ones. `[ ]` is around the squares of the last turn and `( )` around
/// a king in check.
pub fn board(view: &View, names: &ByColor<String>) -> String {
    let mut out = format!("   {}\n", in_block(Color::Black, names));
    for rank in (0..8).rev() {
        let mut line = format!("{} ", rank + 1);
        for file in 0..8 {
            let square = Square::from_index(rank * 8 + file);
            let man = view.glyph(square).map_or('.', letter);
            let (open, close) = if view.marks.check.contains(&square) {
                ('(', ')')
            } else if view.marks.last.contains(&square) {
                ('[', ']')
            } else {
                (' ', ' ')
            };
            line.extend([open, man, close]);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push_str("   a  b  c  d  e  f  g  h\n");
    let _ = write!(out, "   {}", in_block(Color::White, names));
    out
}

/// The alternative text of a picture: who plays, how it stands, the last turn and every man. At most 1024 characters.
pub fn alt(view: &View, names: &ByColor<String>) -> String {
    let names = ByColor::from_fn(|color| shorten(&names[color], NAME_MAX));
    let mut out = format!(
        "{}: {} against {}. {}.",
        capitalized(view.variant.name()),
        player(Color::White, &names),
        player(Color::Black, &names),
        status(view, &names),
    );
    if let Some(last) = &view.turn {
        let _ = write!(out, " Move {}: {}.", last.number, turn(last, &names));
    }
    for color in Color::ALL {
        let _ = write!(out, " {color}: {}.", men(view, color));
    }
    shorten(&out, ALT_MAX)
}

/// One line on a turn: `Ann played Nf3: knight g1 to f3`.
pub fn turn(turn: &Turn, names: &ByColor<String>) -> String {
    let mut parts: Vec<String> = Vec::new();
    if is_castling(&turn.facts) {
        parts.push("castles".to_string());
    }
    parts.extend(turn.facts.iter().map(|fact| match fact {
        Fact::Moved { glyph, from, to } => format!("{} {from} to {to}", glyph.name()),
        Fact::Captured { glyph, at } => format!("captures {} on {at}", glyph.name()),
        Fact::Promoted { into, at } => format!("becomes a {} on {at}", into.name()),
        Fact::Dropped { glyph, at } => format!("places a {} on {at}", glyph.name()),
        Fact::Swapped { a, b } => format!("swaps {a} and {b}"),
        Fact::Stole {
            glyph,
            from,
            to: Some(to),
        } => format!("{} {from} to {to} unseen", glyph.name()),
        Fact::Stole {
            glyph,
            from,
            to: None,
        } => format!("{} {from} moves unseen", glyph.name()),
        Fact::Appeared { glyph, at } => format!("the hidden {} appears on {at}", glyph.name()),
        Fact::Shot { from, at } => format!("king {from} throws the shell to {at}"),
        Fact::Burst { object, at } => format!("the shell bursts on the {} on {at}", object.name()),
        Fact::Ate { object, at } => format!("meets the {} on {at}", object.name()),
        Fact::Slipped { glyph, from, to } => {
            format!("{} goes on from {from} to {to}", glyph.name())
        }
        Fact::Left { object, at } => format!("leaves a {} on {at}", object.name()),
        Fact::Drew(effect) => format!("the egg is {}", effect.title()),
        Fact::Returned { glyph, from, to } => {
            format!("{} goes back from {from} to {to}", glyph.name())
        }
        Fact::Vanished { glyph, at } => format!("{} on {at} is gone", glyph.name()),
        Fact::Froze { glyph, at } => format!("{} on {at} is immobilised", glyph.name()),
        Fact::Freed { glyph, at } => format!("{} on {at} is free again", glyph.name()),
        Fact::Recolored { glyph, at } => match glyph.color() {
            Some(color) => format!("{} on {at} is {color}'s now", glyph.name()),
            None => format!("{} on {at} changes sides", glyph.name()),
        },
        Fact::Brought(role) => format!("a {role} is to be placed"),
        Fact::BonusLost => "the bonus is lost".to_string(),
        Fact::Defined { glyph, at } => {
            format!("the undefined piece on {at} becomes a {}", glyph.name())
        }
        Fact::Lost { glyph, at } => format!("the piece captured on {at} was a {}", glyph.name()),
        Fact::Reset(color) => format!("all pieces of {} become undefined", names[*color]),
    }));
    format!(
        "{} played {}: {}",
        names[turn.color],
        turn.caption,
        parts.join(", ")
    )
}

/// One line on how it stands: `Ann (White) to move, in check` or `Ann (White) wins by checkmate`.
pub fn status(view: &View, names: &ByColor<String>) -> String {
    match view.status {
        Status::ToDecide(color) => {
            let check = if in_check(view, color) {
                ", in check"
            } else {
                ""
            };
            format!("{} to move{check}", player(color, names))
        }
        Status::ToRoll => "Chance is to decide".to_string(),
        Status::Over(Outcome::Won { winner, reason }) => {
            let winner_and_side = player(winner, names);
            match reason {
                WinReason::Checkmate => format!("{winner_and_side} wins by checkmate"),
                WinReason::KingsCaptured => format!(
                    "{winner_and_side} wins, {} has no king left",
                    names[!winner]
                ),
                WinReason::NoDecision => format!(
                    "{winner_and_side} wins, {} has no decision left",
                    names[!winner]
                ),
                WinReason::RecycledIntoCheck => {
                    format!(
                        "{winner_and_side} wins, {} recycled into check",
                        names[!winner]
                    )
                }
                WinReason::Resignation => {
                    format!("{winner_and_side} wins, {} resigned", names[!winner])
                }
            }
        }
        Status::Over(outcome @ Outcome::Drawn { .. }) => capitalized(&outcome.to_string()),
    }
}

/// Whether a king of this side is shown in check.
pub(crate) fn in_check(view: &View, color: Color) -> bool {
    let mut kings = view
        .marks
        .check
        .iter()
        .filter_map(|square| view.glyph(*square));
    kings.any(|glyph| glyph.color() == Some(color))
}

/// A name, on one line whatever it holds, and the side.
fn player(color: Color, names: &ByColor<String>) -> String {
    format!("{} ({color})", names[color].replace(char::is_control, " "))
}

/// The same, unable to end a code block.
fn in_block(color: Color, names: &ByColor<String>) -> String {
    player(color, names).replace('`', "'")
}

fn letter(glyph: Glyph) -> char {
    let letter = match glyph {
        Glyph::King(_) => 'K',
        Glyph::Queen(_) => 'Q',
        Glyph::Rook(_) => 'R',
        Glyph::Bishop(_) => 'B',
        Glyph::Knight(_) => 'N',
        Glyph::Pawn(_) | Glyph::BerolinaPawn(_) => 'P',
        Glyph::Immobilizer(_) => 'M',
        Glyph::Mushroom => 'm',
        Glyph::Egg => 'e',
        Glyph::Banana => 'd',
        Glyph::Bomb => 'w',
        Glyph::Undefined(_) => 'U',
    };
    match glyph.color() {
        Some(Color::Black) => letter.to_ascii_lowercase(),
        Some(Color::White) | None => letter,
    }
}

/// Whether a king and a rook moved in one turn.
fn is_castling(facts: &[Fact]) -> bool {
    let moved = |wanted: fn(Glyph) -> bool| {
        facts
            .iter()
            .any(|fact| matches!(fact, Fact::Moved { glyph, .. } if wanted(*glyph)))
    };
    moved(|glyph| matches!(glyph, Glyph::King(_))) && moved(|glyph| matches!(glyph, Glyph::Rook(_)))
}

/// `king e1, rooks a1 h1`, the king first, or `nothing`.
fn men(view: &View, color: Color) -> String {
    let kinds = Glyph::ALL
        .into_iter()
        .filter(|glyph| glyph.color() == Some(color));
    let told: Vec<String> = kinds
        .filter_map(|kind| {
            let squares: Vec<String> = Square::all()
                .filter(|square| view.glyph(*square) == Some(kind))
                .map(|square| square.to_string())
                .collect();
            let plural = if squares.len() > 1 { "s" } else { "" };
            (!squares.is_empty()).then(|| format!("{}{plural} {}", kind.name(), squares.join(" ")))
        })
        .collect();
    if told.is_empty() {
        "nothing".to_string()
    } else {
        told.join(", ")
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// The text, or its beginning and an ellipsis where it has more than `max` characters.
fn shorten(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        None => text.to_string(),
        Some(_) => text.chars().take(max - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests;
