//! The state of a position in words: the text form of its picture.

use render::{Diagram, DiagramBoard, Hints, Mark, PictureSign};
use rules::{
    ByColor, Color, Glyph, Outcome, PendingDecision, Power, Square, Status, Variant, View,
};

use super::{
    Language, Text, arg, clip,
    letters::Alphabet,
    lists::{self, clauses, listed},
    messages as room,
    outcomes::{outcome, outcome_between},
    pictures::mark,
    pieces::{self, player},
    turns::turn,
};

/// The maximum length of a name in an alternative text, in characters.
const NAME_MAX: usize = 64;

/// The maximum length in characters of a line next to a board in letters, unless a word is longer. The second limit is for a
/// phrase that is kept on one line.
const LINE_MAX: usize = 32;
const PHRASE_MAX: usize = LINE_MAX - 3;

/// The maximum length of the part of an alternative text about the last turn, in characters. It leaves room for the
/// pieces.
const TURN_MAX: usize = 320;

/// Renders the board as lines of characters of one width, with this side at the bottom, for a code block in a chat.
///
/// White's pieces are capital letters, Black's small ones. The items of a side stand next to its name. `[ ]` encloses the
/// squares of the last turn and `( )` a king in check; `*` follows a frozen piece and `~` a piece that the other side does not
/// see. Lines below the board explain its signs, as far as they occur, and list the hints.
pub fn board(
    view: &View,
    names: &ByColor<String>,
    bottom: Color,
    pointed_out: &Hints,
    language: Language,
) -> String {
    let alphabet = language.alphabet();
    let mut lines = Vec::new();
    let localize = |text: Text| beside(&language.localize(&text));
    lines.extend(localize(in_block(!bottom, names)));
    lines.extend(at_hand(view, !bottom).map(localize).into_iter().flatten());
    // The order is from the top left corner, from the perspective of the side at the bottom.
    let turned = |at: u8| match bottom {
        Color::White => at,
        Color::Black => 7 - at,
    };
    for rank in (0..8).rev().map(turned) {
        let mut line = format!("{} ", rank + 1);
        for file in (0..8).map(turned) {
            line.extend(cell(view, Square::from_index(rank * 8 + file), &alphabet));
        }
        lines.push(line.trim_end().to_string());
    }
    let files = (0..8).map(|file| char::from(b'a' + turned(file)).to_string());
    lines.push(format!("   {}", files.collect::<Vec<_>>().join("  ")));
    lines.extend(localize(in_block(bottom, names)));
    let below = [
        at_hand(view, bottom),
        legend(view, &alphabet),
        hints(pointed_out),
    ];
    lines.extend(below.into_iter().flatten().flat_map(localize));
    lines.join("\n")
}

/// Wraps a text to lines that fit on a phone, as the board does. Breaks between phrases, and between the words of a
/// long phrase.
fn beside(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // A sign after a no-break space, as in French, stays on the line of the word before it.
    let words: Vec<&str> = text
        .split([' ', '\n'])
        .filter(|word| !word.is_empty())
        .collect();
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

/// Renders a square of the board: its content between two signs.
fn cell(view: &View, square: Square, alphabet: &Alphabet) -> [char; 3] {
    let marks = &view.marks;
    let glyph = view.glyph(square);
    let piece = glyph.map_or('.', |glyph| letter(glyph, alphabet));
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

/// Explains the signs of a board that chess does not have.
fn legend(view: &View, alphabet: &Alphabet) -> Option<Text> {
    let objects = OBJECTS
        .into_iter()
        .filter(|object| view.cells.contains(&Some(*object)))
        .map(|object| {
            room::legend_object(
                arg::object(pieces::name(object, view.variant)),
                arg::sign(letter(object, alphabet)),
            )
        });
    let frozen = (!view.marks.frozen.is_empty()).then(room::legend_frozen);
    let unseen = (!view.marks.stealth.is_empty()).then(room::legend_unseen);
    listed(objects.chain(frozen).chain(unseen))
}

/// Explains the signs in the picture of a view that chess does not have, if there are any.
pub fn picture_signs(view: &View) -> Option<Text> {
    let signs = PictureSign::of(view).into_iter().map(|sign| match sign {
        PictureSign::Undefined => room::sign_undefined(),
        PictureSign::Reserve => room::sign_reserve(),
        PictureSign::Frozen => room::sign_frozen(),
        PictureSign::Unseen => room::sign_unseen(),
        PictureSign::Gone => room::sign_gone(),
        PictureSign::Steps => room::sign_steps(),
        PictureSign::Powers => room::sign_powers(),
    });
    clauses(signs).map(room::signs)
}

const OBJECTS: [Glyph; 4] = [Glyph::Mushroom, Glyph::Egg, Glyph::Banana, Glyph::Bomb];

/// Renders the alternative text of a picture. It has the players, the status, the last turn, the items, the pieces and the
/// objects, in this order.
pub fn alt(view: &View, names: &ByColor<String>, language: Language) -> String {
    hinted_alt(view, names, &Hints::default(), language)
}

/// Renders the hints: `Chosen: b1. It may go to a3 c3.`
fn hints(hints: &Hints) -> Option<Text> {
    let targets = (!hints.targets.is_empty()).then(|| match hints.chosen {
        Some(_) => room::hints_targets(squares(&hints.targets)),
        None => room::hints_to_choose(squares(&hints.targets)),
    });
    let causes = (!hints.causes.is_empty()).then(|| room::hints_causes(squares(&hints.causes)));
    let sentences = [hints.chosen.map(room::hints_chosen), targets, causes];
    let sentences: Vec<Text> = sentences.into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| Text::joined(sentences, " "))
}

/// Renders the alternative text of a picture with hints.
pub fn hinted_alt(
    view: &View,
    names: &ByColor<String>,
    pointed_out: &Hints,
    language: Language,
) -> String {
    let names = ByColor::from_fn(|color| clip(&names[color], NAME_MAX));
    let (white, black) = (player(Color::White, &names), player(Color::Black, &names));
    let mut sentences = vec![room::alt_head(
        arg::black(black),
        arg::status(status(view, &names)),
        arg::variant(view.variant),
        arg::white(white),
    )];
    if let Some(last) = &view.turn {
        let turn = language.localize(&turn(view.variant, last, &names));
        sentences.push(room::alt_turn(
            arg::number(last.number),
            arg::turn(clip(&turn, TURN_MAX)),
        ));
    }
    if let Some(hints) = hints(pointed_out) {
        sentences.push(Text::verbatim(clip(&language.localize(&hints), TURN_MAX)));
    }
    for color in Color::ALL {
        sentences.extend(
            at_hand(view, color)
                .map(|things| room::alt_at_hand(arg::color(color), arg::things(things))),
        );
    }
    let marks = &view.marks;
    if !marks.frozen.is_empty() {
        sentences.push(room::alt_frozen(squares(&marks.frozen)));
    }
    if !marks.stealth.is_empty() {
        sentences.push(room::alt_unseen(squares(&marks.stealth)));
    }
    for color in Color::ALL {
        let own = things(view.variant, &view.cells, |glyph| {
            glyph.color() == Some(color)
        });
        sentences.push(match own {
            Some(things) => room::alt_pieces(arg::color(color), arg::things(things)),
            None => room::alt_no_pieces(color),
        });
    }
    let objects = things(view.variant, &view.cells, |glyph| glyph.color().is_none());
    sentences.extend(objects.map(room::alt_objects));
    language.localize(&Text::joined(sentences, " "))
}

/// Renders the alternative text of a diagram, with the names of pieces in this variant.
pub fn diagram(diagram: &Diagram, variant: Variant, language: Language) -> String {
    let text = match diagram.change() {
        Some((before, after)) => room::alt_before_after(
            arg::after(board_text(after, variant)),
            arg::before(board_text(before, variant)),
        ),
        None => {
            let boards = diagram.boards().enumerate().map(|(number, board)| {
                let description = board_text(board, variant);
                match diagram.names().get(number) {
                    Some(name) => room::alt_board(arg::board(description), arg::name(name)),
                    None => description,
                }
            });
            Text::joined(boards, " ")
        }
    };
    language.localize(&text)
}

/// Describes a board of a diagram.
fn board_text(board: &DiagramBoard, variant: Variant) -> Text {
    let mut cells = [None; 64];
    Square::all().for_each(|square| cells[square.index()] = board.glyph(square));
    let mut sentences = Vec::new();
    for color in Color::ALL {
        let own = things(variant, &cells, |glyph| glyph.color() == Some(color));
        sentences
            .extend(own.map(|things| room::alt_pieces(arg::color(color), arg::things(things))));
    }
    let objects = things(variant, &cells, |glyph| glyph.color().is_none());
    sentences.extend(objects.map(room::alt_objects));
    for kind in Mark::ALL {
        let at: Vec<Square> = board.marked(kind).collect();
        if !at.is_empty() {
            sentences.push(room::alt_mark(
                arg::mark(mark(kind)),
                arg::squares(squares(&at)),
            ));
        }
    }
    let arrows = board.arrows();
    let arrows = arrows.map(|(from, to)| room::alt_arrow(arg::from(from), arg::to(to)));
    sentences.extend(listed(arrows).map(room::alt_arrows));
    Text::joined(sentences, " ")
}

/// Renders the status in one line: `Ann (White) to move, in check` or `Ann (White) wins by checkmate`.
pub fn status(view: &View, names: &ByColor<String>) -> Text {
    match view.status {
        Status::ToDecide(color) => {
            let player = player(color, names);
            pending(view.pending, player, view.is_in_check(color))
        }
        Status::ToRoll => room::status_chance(),
        Status::Over(won @ Outcome::Won { .. }) => outcome_between(won, names),
        Status::Over(other) => room::outcome_line(outcome(other)),
    }
}

/// Describes the pending decision of a player. Only the player to move can be in check.
fn pending(pending: PendingDecision, player: Text, is_check: bool) -> Text {
    match pending {
        PendingDecision::Move if is_check => room::status_move_check(player),
        PendingDecision::Move => room::status_move(player),
        PendingDecision::MoveAgain if is_check => room::status_move_again_check(player),
        PendingDecision::MoveAgain => room::status_move_again(player),
        PendingDecision::KingPlace => room::status_king_place(player),
        PendingDecision::LostPiece(at) => {
            room::status_lost_piece(arg::player(player), arg::square(at))
        }
        PendingDecision::Swap => room::status_swap(player),
        PendingDecision::DropPlace(role) => {
            room::status_drop_place(arg::piece(pieces::role(role).a()), arg::player(player))
        }
        PendingDecision::Promotion { from, to } => {
            room::status_promotion(arg::from(from), arg::player(player), arg::to(to))
        }
    }
}

/// Renders a name and the side, without characters that could end a code block.
fn in_block(color: Color, names: &ByColor<String>) -> Text {
    player(
        color,
        &ByColor::from_fn(|color| names[color].replace('`', "'")),
    )
}

fn letter(glyph: Glyph, alphabet: &Alphabet) -> char {
    let letter = alphabet.letter(match glyph {
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
    });
    match glyph.color() {
        Some(Color::Black) => letter.to_ascii_lowercase(),
        Some(Color::White) | None => letter,
    }
}

/// Lists the items of a side next to the board, if its variant has such items: `reserve: queen, 2 rooks`.
fn at_hand(view: &View, color: Color) -> Option<Text> {
    let kinds = view.reserves[color].iter().filter(|(_, count)| *count > 0);
    let kinds = kinds.map(|(glyph, count)| (*glyph, usize::from(*count)));
    let reserve = (!view.reserves[color].is_empty()).then(|| match counted(kinds, view.variant) {
        Some(kinds) => room::hand_reserve(kinds),
        None => room::hand_reserve_empty(),
    });
    let powers = view.powers[color].iter();
    let powers = powers.map(|(kind, is_left)| power(*kind, *is_left));
    let powers = listed(powers).map(room::hand_powers);
    clauses(reserve.into_iter().chain(powers))
}

/// Lists kinds of pieces with their numbers: `queen, 2 rooks`.
fn counted(kinds: impl Iterator<Item = (Glyph, usize)>, variant: Variant) -> Option<Text> {
    listed(kinds.map(|(glyph, count)| {
        let name = pieces::name(glyph, variant);
        match count {
            1 => name,
            _ => name.many(count),
        }
    }))
}

/// Renders the lead of a side in captured pieces, if it has one: `Ahead by queen, 2 rooks`.
pub fn lead(kinds: impl Iterator<Item = (Glyph, usize)>, variant: Variant) -> Option<Text> {
    counted(kinds, variant).map(room::board_lead)
}

/// Renders a power: `shell ready`.
pub fn power(power: Power, is_left: bool) -> Text {
    match (power, is_left) {
        (Power::Shell, true) => room::power_shell_ready(),
        (Power::Stealth, true) => room::power_stealth_ready(),
        (Power::Shell, false) => room::power_shell_used(),
        (Power::Stealth, false) => room::power_stealth_used(),
    }
}

/// Lists the squares of the pieces, kind by kind: `king e1, rooks a1 h1`.
fn things(
    variant: Variant,
    cells: &[Option<Glyph>; 64],
    is_included: impl Fn(Glyph) -> bool,
) -> Option<Text> {
    let kinds = Glyph::ALL.into_iter().filter(|glyph| is_included(*glyph));
    let pieces = kinds.filter_map(|kind| {
        let at: Vec<Square> = Square::all()
            .filter(|square| cells[square.index()] == Some(kind))
            .collect();
        let name = pieces::name(kind, variant);
        let name = match at.len() {
            0 => return None,
            1 => name,
            _ => name.plural(),
        };
        Some(room::alt_piece(
            arg::piece(name),
            arg::squares(squares(&at)),
        ))
    });
    listed(pieces)
}

fn squares(squares: &[Square]) -> String {
    lists::squares(squares, " ")
}

#[cfg(test)]
mod tests;
