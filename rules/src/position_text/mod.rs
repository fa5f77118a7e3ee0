//! Position texts: their interface, and the parts that those of several variants share.

use alloc::{vec, vec::Vec};
use core::ops::RangeInclusive;

use crate::{Bitboard, Color, Field, Flaw, Glyph, Role, Variant, board::Board, options::Options};

pub(crate) mod tail;

/// The longest text of fields that is read, in bytes.
const MAX_LEN: usize = 200;
/// The greatest number of finished turns in a text.
const MAX_TURNS: u32 = 999_999_999;

/// The reader of a variant's position texts; `Display` writes them.
pub(crate) trait PositionText: Sized {
    /// Reads a position text; the error has every flaw of the text. If the text itself determines options, they are written
    /// into `options`.
    fn read(options: &mut Options, text: &str) -> Result<Self, Vec<Flaw>>;

    /// Returns a position with these pieces and objects, which need not be legal, as if they had not moved yet.
    fn arranged(options: &Options, cells: &[Option<Glyph>; 64], turn: Color) -> Self;

    /// Returns the fields of a position text that a view has nowhere else; none where it has all.
    fn fields_in(text: &str) -> TextFields {
        let _ = text;
        TextFields::default()
    }
}

/// The fields of a position text that a view has nowhere else.
#[derive(Clone, Copy, Default)]
pub(crate) struct TextFields {
    /// The squares of the pieces with which castling is still allowed.
    pub(crate) castling: Bitboard,
    /// The square that a pawn skipped, and the square of that pawn if the text has it.
    pub(crate) en_passant: Bitboard,
    /// The plies since the last capture or pawn move.
    pub(crate) quiet: u8,
}

/// The fields of a text, separated by blanks, and their flaws.
pub(crate) struct Fields<'a> {
    texts: Vec<&'a str>,
    pub(crate) flaws: Vec<Flaw>,
}

impl<'a> Fields<'a> {
    /// Splits a short text into its expected number of fields; the last ones may be absent.
    pub(crate) fn split(
        variant: Variant,
        text: &'a str,
        n_fields: RangeInclusive<usize>,
    ) -> Result<Fields<'a>, Vec<Flaw>> {
        check_len(text, MAX_LEN)?;
        let texts: Vec<&str> = text.split_ascii_whitespace().collect();
        let found = texts.len();
        let flaw = (!n_fields.contains(&found)).then_some(Flaw::Fields { variant, found });
        let flaws = flaw.into_iter().collect();
        Ok(Fields { texts, flaws })
    }

    /// Returns the value of the field with this index, if it exists and is valid.
    pub(crate) fn read<T>(
        &mut self,
        index: usize,
        read: impl FnOnce(&str) -> Result<T, Vec<Flaw>>,
    ) -> Option<T> {
        keep(read(self.texts.get(index)?), &mut self.flaws)
    }

    /// Returns the value of the field with this index, if it can be read; `absent` if the text ends before it.
    pub(crate) fn read_or<T>(
        &mut self,
        index: usize,
        absent: T,
        read: impl FnOnce(&str) -> Result<T, Vec<Flaw>>,
    ) -> Option<T> {
        match self.texts.get(index) {
            Some(text) => keep(read(text), &mut self.flaws),
            None => Some(absent),
        }
    }
}

/// Returns a position without flaws.
pub(crate) fn sound<P>(position: P, flaws: Vec<Flaw>) -> Result<P, Vec<Flaw>> {
    if flaws.is_empty() {
        Ok(position)
    } else {
        Err(flaws)
    }
}

/// The parts of a text `<board> <turn> <movesCount> <json>`.
pub(crate) struct TextParts<'a> {
    pub(crate) board: &'a str,
    pub(crate) turn: &'a str,
    pub(crate) n_turns: &'a str,
    pub(crate) tail: &'a str,
}

impl<'a> TextParts<'a> {
    /// Splits a text of at most `max` bytes.
    pub(crate) fn split(
        variant: Variant,
        text: &'a str,
        max_len: usize,
    ) -> Result<TextParts<'a>, Vec<Flaw>> {
        check_len(text, max_len)?;
        let (board, rest) = split_word(text);
        let (turn, rest) = split_word(rest);
        let (n_turns, tail) = split_word(rest);
        if tail.is_empty() {
            let found = text.split_ascii_whitespace().count();
            return Err(vec![Flaw::Fields { variant, found }]);
        }
        Ok(TextParts {
            board,
            turn,
            n_turns,
            tail,
        })
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    match text.split_once(|symbol: char| symbol.is_ascii_whitespace()) {
        Some((word, rest)) => (word, rest.trim_ascii_start()),
        None => (text, ""),
    }
}

/// Checks that a position has at most `max` bytes.
fn check_len(text: &str, max: usize) -> Result<(), Vec<Flaw>> {
    if text.len() > max {
        return Err(vec![Flaw::TooLong { max }]);
    }
    Ok(())
}

/// Returns the value that was read, or adds its flaws to `flaws`.
pub(crate) fn keep<T>(read: Result<T, Vec<Flaw>>, flaws: &mut Vec<Flaw>) -> Option<T> {
    read.map_err(|more| flaws.extend(more)).ok()
}

/// Reads `w` or `b`.
pub(crate) fn read_turn(text: &str) -> Result<Color, Vec<Flaw>> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => malformed(Field::Turn, text),
    }
}

/// Returns the fewest finished turns before a turn of this side.
pub(crate) fn turns_before(turn: Color) -> u32 {
    u32::from(turn == Color::Black)
}

/// Reads the number of finished turns.
pub(crate) fn read_n_turns(text: &str) -> Result<u32, Vec<Flaw>> {
    read_number(Field::Turns, 0, MAX_TURNS, text)
}

/// Reads a number within bounds: digits only, no sign.
pub(crate) fn read_number<T: TryFrom<u32>>(
    field: Field,
    min: u32,
    max: u32,
    text: &str,
) -> Result<T, Vec<Flaw>> {
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_digits);
    let number = number.filter(|number| (min..=max).contains(number));
    number
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| {
            vec![Flaw::Number {
                field,
                min,
                max,
                found: text.into(),
            }]
        })
}

/// Returns the flaw of a field that cannot be read.
pub(crate) fn malformed<T>(field: Field, text: &str) -> Result<T, Vec<Flaw>> {
    Err(vec![Flaw::Malformed {
        field,
        found: text.into(),
    }])
}

/// Returns the flaws of a chess board: kings that are missing or too many, pawns on edge ranks.
pub(crate) fn flaws_of_board(board: &Board) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for color in Color::ALL {
        let found = board.pieces(color, Role::King).len();
        if found != 1 {
            flaws.push(Flaw::Kings { color, found });
        }
    }
    let pawns = board.role(Role::Pawn) & Bitboard::EDGE_RANKS;
    flaws.extend(pawns.map(Flaw::PawnOnEdge));
    flaws
}
