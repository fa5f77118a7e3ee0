//! Tells a view in words: the twin of its picture.
//!
//! ```
//! use render::{Hints, text};
//! use rules::{ByColor, Color, Game, Setup};
//!
//! let mut game = Game::new(&"berolina".parse::<Setup>()?);
//! game.act("e2g4".parse()?)?;
//! let (seen, names) = (game.public_view(), ByColor { white: "Ann".to_string(), black: "Bob".to_string() });
//! let view = seen.as_view();
//! assert_eq!(text::status(view, &names), "Bob (Black) to move");
//! assert!(text::alt(view, &names).contains(" Move 1: Ann played g4: pawn e2 to g4."));
//! let board = text::board(view, &names, Color::White, &Hints::default());
//! assert!(board.lines().any(|line| line.ends_with(" R  N  B  Q  K  B  N  R")));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod turn;

use std::fmt::Write as _;

use rules::{
    ByColor, Color, Glyph, Outcome, PendingDecision, Power, Square, Status, Variant, View,
};

use crate::{Board, Diagram, Hints, Mark, words};

pub use turn::{events, turn};

/// Longest alternative text, in characters.
const ALT_MAX: usize = 1024;

/// Longest name in an alternative text, in characters.
const NAME_MAX: usize = 64;

/// Longest line of a board in letters, in characters, unless a word is longer; and longest phrase that is kept on one.
const LINE_MAX: usize = 32;
const PHRASE_MAX: usize = LINE_MAX - 3;

/// Longest part of an alternative text that tells the last turn, in characters. The pieces are to find room too.
const TURN_MAX: usize = 320;

/// The board as lines of characters of one width, with this side at the bottom, for a code block in a chat.
///
/// White's pieces are capital letters, Black's small ones, and what each side has at hand stands beside its name.
/// `[ ]` is around the squares of the last turn and `( )` around a king in check; `*` follows a piece that is frozen and
/// `~` one that the other side does not see. Lines below the board say what its signs mean, as far as they occur, and what
/// is pointed out.
pub fn board(view: &View, names: &ByColor<String>, bottom: Color, pointed_out: &Hints) -> String {
    let mut lines = Vec::new();
    lines.extend(beside(&in_block(!bottom, names)));
    lines.extend(at_hand(view, !bottom).iter().flat_map(|told| beside(told)));
    // From the top left corner, as the side at the bottom sees it.
    let turned = |at: u8| match bottom {
        Color::White => at,
        Color::Black => 7 - at,
    };
    for rank in (0..8).rev().map(turned) {
        let mut line = format!("{} ", rank + 1);
        for file in (0..8).map(turned) {
            line.extend(cell(view, Square::from_index(rank * 8 + file)));
        }
        lines.push(line.trim_end().to_string());
    }
    let files = (0..8).map(|file| char::from(b'a' + turned(file)).to_string());
    lines.push(format!("   {}", files.collect::<Vec<_>>().join("  ")));
    lines.extend(beside(&in_block(bottom, names)));
    lines.extend(at_hand(view, bottom).iter().flat_map(|told| beside(told)));
    lines.extend(legend(view).iter().flat_map(|told| beside(told)));
    lines.extend(hints(pointed_out).iter().flat_map(|told| beside(told)));
    lines.join("\n")
}

/// A text as lines that fit on a phone beside the board, broken between phrases, and between words where a phrase is long.
fn beside(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let words: Vec<&str> = text.split_whitespace().collect();
    for phrase in words.split_inclusive(|word| word.ends_with([',', ';', '.'])) {
        let whole = phrase.join(" ");
        let parts = match whole.chars().count() {
            ..=PHRASE_MAX => &[&*whole],
            _ => phrase,
        };
        for part in parts {
            match lines.last_mut() {
                Some(line) if line.chars().count() + part.chars().count() < LINE_MAX => {
                    line.push(' ');
                    line.push_str(part);
                }
                _ => lines.push(format!("   {part}")),
            }
        }
    }
    lines
}

/// A square of the board: what is on it between two signs.
fn cell(view: &View, square: Square) -> [char; 3] {
    let marks = &view.marks;
    let piece = view.glyph(square).map_or('.', letter);
    let (open, close) = if marks.check.contains(&square) {
        ('(', ')')
    } else if marks.last.contains(&square) {
        ('[', ']')
    } else {
        (' ', ' ')
    };
    let close = if marks.frozen.contains(&square) {
        '*'
    } else if marks.stealth.contains(&square) {
        '~'
    } else {
        close
    };
    [open, piece, close]
}

/// What the signs of a board mean that chess does not have.
fn legend(view: &View) -> Option<String> {
    let objects = OBJECTS
        .into_iter()
        .filter(|object| view.cells.contains(&Some(*object)))
        .map(|object| format!("{} {}", letter(object), object.name_in(view.variant)));
    let frozen = (!view.marks.frozen.is_empty()).then(|| "* frozen".to_string());
    let unseen = (!view.marks.stealth.is_empty()).then(|| format!("~ {UNSEEN}"));
    let told: Vec<String> = objects.chain(frozen).chain(unseen).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

const OBJECTS: [Glyph; 4] = [Glyph::Mushroom, Glyph::Egg, Glyph::Banana, Glyph::Bomb];

const UNSEEN: &str = "unseen by the other side";

/// The alternative text of a picture: who plays, how it stands, the last turn, what is at hand, every piece and every
/// object, in this order. At most 1024 characters.
pub fn alt(view: &View, names: &ByColor<String>) -> String {
    hinted_alt(view, names, &Hints::default())
}

/// What is pointed out, in words: `Chosen: b1. It may go to a3 c3.`
pub fn hints(hints: &Hints) -> Option<String> {
    let mut told = Vec::new();
    told.extend(hints.chosen.map(|at| format!("Chosen: {at}.")));
    if !hints.targets.is_empty() {
        let what = match hints.chosen {
            Some(_) => "It may go to",
            None => "To choose from:",
        };
        told.push(format!("{what} {}.", listed(&hints.targets)));
    }
    if !hints.causes.is_empty() {
        told.push(format!("What forbids it: {}.", listed(&hints.causes)));
    }
    if !hints.threatened.is_empty() {
        told.push(format!("King in danger: {}.", listed(&hints.threatened)));
    }
    (!told.is_empty()).then(|| told.join(" "))
}

/// The alternative text of a picture with hints.
pub fn hinted_alt(view: &View, names: &ByColor<String>, pointed_out: &Hints) -> String {
    let names = ByColor::from_fn(|color| shorten(&names[color], NAME_MAX));
    let mut out = format!(
        "{}: {} against {}. {}.",
        view.variant.title(),
        player(Color::White, &names),
        player(Color::Black, &names),
        status(view, &names),
    );
    if let Some(last) = &view.turn {
        let told = shorten(&turn(view.variant, last, &names), TURN_MAX);
        let _ = write!(out, " Move {}: {told}.", last.number);
    }
    if let Some(told) = hints(pointed_out) {
        let _ = write!(out, " {}", shorten(&told, TURN_MAX));
    }
    for color in Color::ALL {
        if let Some(told) = at_hand(view, color) {
            let _ = write!(out, " {color}'s {told}.");
        }
    }
    for (what, squares) in [
        ("Frozen", &view.marks.frozen),
        ("Unseen by the other side", &view.marks.stealth),
    ] {
        if !squares.is_empty() {
            let _ = write!(out, " {what}: {}.", listed(squares));
        }
    }
    for color in Color::ALL {
        let told = things(view.variant, &view.cells, |glyph| {
            glyph.color() == Some(color)
        });
        let _ = write!(out, " {color}: {}.", told.unwrap_or("nothing".to_string()));
    }
    if let Some(told) = things(view.variant, &view.cells, |glyph| glyph.color().is_none()) {
        let _ = write!(out, " Objects: {told}.");
    }
    shorten(&out, ALT_MAX)
}

/// The alternative text of a diagram, its pieces called as in this variant. At most 1024 characters.
pub fn diagram(diagram: &Diagram, variant: Variant) -> String {
    let text = match diagram.change() {
        Some((before, after)) => format!(
            "Before: {} After: {}",
            told(before, variant),
            told(after, variant)
        ),
        None => {
            let name = |number| match diagram.names.get(number) {
                Some(name) => format!("{name}: "),
                None => String::new(),
            };
            let boards = diagram.boards().enumerate();
            let boards: Vec<String> = boards
                .map(|(number, board)| name(number) + &told(board, variant))
                .collect();
            boards.join(" ")
        }
    };
    shorten(&text, ALT_MAX)
}

/// What a board of a diagram shows.
fn told(board: &Board, variant: Variant) -> String {
    let mut cells = [None; 64];
    Square::all().for_each(|square| cells[square.index()] = board.glyph(square));
    let mut told = Vec::new();
    for color in Color::ALL {
        let pieces = things(variant, &cells, |glyph| glyph.color() == Some(color));
        told.extend(pieces.map(|pieces| format!("{color}: {pieces}.")));
    }
    let objects = things(variant, &cells, |glyph| glyph.color().is_none());
    told.extend(objects.map(|objects| format!("Objects: {objects}.")));
    for mark in Mark::ALL {
        let marks = board.marks.iter().filter(|(_, other)| *other == mark);
        let squares: Vec<Square> = marks.map(|(square, _)| *square).collect();
        if !squares.is_empty() {
            told.push(format!(
                "{}: {}.",
                capitalized(mark.meaning()),
                listed(&squares)
            ));
        }
    }
    let arrows: Vec<String> = board
        .arrows
        .iter()
        .map(|(from, to)| format!("{from} to {to}"))
        .collect();
    if !arrows.is_empty() {
        told.push(format!("Arrows: {}.", arrows.join(", ")));
    }
    told.join(" ")
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
            format!("{} {}{check}", player(color, names), pending(view.pending))
        }
        Status::ToRoll => "Chance is to decide".to_string(),
        Status::Over(outcome @ Outcome::Won { .. }) => words::outcome::told(
            outcome,
            |winner| player(winner, names),
            |loser| names[loser].clone(),
        ),
        Status::Over(outcome @ Outcome::Drawn { .. }) => capitalized(&words::outcome(outcome)),
    }
}

/// What is to be decided: `to move`.
fn pending(pending: PendingDecision) -> String {
    match pending {
        PendingDecision::Move => "to move".to_string(),
        PendingDecision::MoveAgain => "to move again".to_string(),
        PendingDecision::KingPlace => "to place the king".to_string(),
        PendingDecision::LostPiece(at) => format!("to name the piece lost on {at}"),
        PendingDecision::Swap => "to swap two pieces".to_string(),
        PendingDecision::DropPlace(role) => format!("to place a {role}"),
        PendingDecision::Promotion { from, to } => {
            format!("to say what the pawn becomes that goes from {from} to {to}")
        }
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

/// What a side has beside the board, if its variant knows such a thing: `reserve: queen, 2 rooks`.
fn at_hand(view: &View, color: Color) -> Option<String> {
    let kinds: Vec<String> = view.reserves[color]
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(glyph, count)| match count {
            1 => glyph.name_in(view.variant).to_string(),
            _ => format!("{count} {}s", glyph.name_in(view.variant)),
        })
        .collect();
    let reserve = match (view.reserves[color].is_empty(), kinds.is_empty()) {
        (true, _) => None,
        (false, true) => Some("reserve: nothing".to_string()),
        (false, false) => Some(format!("reserve: {}", kinds.join(", "))),
    };
    let powers: Vec<String> = view.powers[color]
        .iter()
        .map(|(power, left)| match (power, left) {
            (Power::Shell, true) => "shell ready".to_string(),
            (Power::Stealth, true) => "stealth move ready".to_string(),
            (Power::Shell, false) => "shell used".to_string(),
            (Power::Stealth, false) => "stealth move used".to_string(),
        })
        .collect();
    let powers = (!powers.is_empty()).then(|| format!("powers: {}", powers.join(", ")));
    let told: Vec<String> = reserve.into_iter().chain(powers).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// What stands where, kind by kind: `king e1, rooks a1 h1`.
fn things(
    variant: Variant,
    cells: &[Option<Glyph>; 64],
    wanted: impl Fn(Glyph) -> bool,
) -> Option<String> {
    let kinds = Glyph::ALL.into_iter().filter(|glyph| wanted(*glyph));
    let told: Vec<String> = kinds
        .filter_map(|kind| {
            let squares: Vec<Square> = Square::all()
                .filter(|square| cells[square.index()] == Some(kind))
                .collect();
            let plural = if squares.len() > 1 { "s" } else { "" };
            (!squares.is_empty())
                .then(|| format!("{}{plural} {}", kind.name_in(variant), listed(&squares)))
        })
        .collect();
    (!told.is_empty()).then(|| told.join(", "))
}

fn listed(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" ")
}

/// The name of a piece or object after the right article: `an egg`.
pub(crate) fn a(glyph: Glyph, variant: Variant) -> String {
    let name = glyph.name_in(variant);
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
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
