//! Typed, pasted and copied text: from phones, from other keyboards and from other programs.

use alloc::string::String;

/// The remarks that other programs and phones put behind a move.
const REMARKS: [char; 10] = [
    '+', '#', '!', '?', '.', '…', '\u{203c}', '\u{2047}', '\u{2048}', '\u{2049}',
];
/// The marks around a move that is quoted or formatted as code.
const MARKS: [char; 3] = ['"', '\'', '`'];
/// The suffixes of a capture en passant.
const EN_PASSANT: [&str; 2] = ["ep", "e.p"];
/// Returns the equivalent character of a plain keyboard: a hyphen for every dash, straight quotes for all others. A
/// full-width `ｅ` becomes `e`, and the figurine of a knight `N`. Returns `None` for an invisible character.
///
/// ```
/// use rules::plain_symbol;
///
/// let plain: String = "ｅ２–ｇ４\u{200b}".chars().filter_map(plain_symbol).collect();
/// assert_eq!(plain, "e2-g4");
/// ```
pub fn plain_symbol(symbol: char) -> Option<char> {
    match symbol {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => Some('-'),
        '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』' => Some('"'),
        '‘' | '’' | '‚' | '‛' | '‹' | '›' => Some('\''),
        '×' => Some('x'),
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '♙' | '♟' => Some('P'),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(symbol) - 0xfee0),
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => None,
        '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' => None,
        _ => Some(symbol),
    }
}

/// Returns a move as plain letters, digits and signs, without blanks, its number and its remarks; `None` if that is longer
/// than `max_len` bytes.
pub(crate) fn plain_move(text: &str, max_len: usize) -> Option<String> {
    // A character has up to four bytes.
    if text.len() > 4 * max_len {
        return None;
    }
    let symbols = text.chars().filter_map(plain_symbol);
    let plain: String = symbols.filter(|symbol| !symbol.is_whitespace()).collect();
    let bare = bare_move(&plain);
    (bare.len() <= max_len).then(|| bare.into())
}

/// Strips the number before a move, and marks and remarks around it, in any order. The move is written with the signs of a
/// plain keyboard.
///
/// ```
/// assert_eq!(rules::bare_move("`e2g4`!"), "e2g4");
/// assert_eq!(rules::bare_move("1...Nf6?!"), "Nf6");
/// ```
pub fn bare_move(plain: &str) -> &str {
    let bare = without_remarks(without_number(plain.trim_matches(MARKS)));
    if bare.len() < plain.len() {
        bare_move(bare)
    } else {
        bare
    }
}

/// Strips `1.`, `1...` or `…` from the beginning.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    let move_text = rest.trim_start_matches(['.', '…']);
    if move_text.len() < rest.len() {
        move_text
    } else {
        text
    }
}

/// Strips `+`, `!?`, `.`, `e.p.` and the like from the end.
fn without_remarks(text: &str) -> &str {
    let bare = text.trim_end_matches(REMARKS);
    let square = EN_PASSANT.iter().find_map(|suffix| {
        let (square, end) = bare.split_at_checked(bare.len().checked_sub(suffix.len())?)?;
        let is_one = end.eq_ignore_ascii_case(suffix);
        (is_one && square.ends_with(|symbol: char| symbol.is_ascii_digit())).then_some(square)
    });
    square.map_or(bare, without_remarks)
}
