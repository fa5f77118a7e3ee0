//! Names of people.

use engine::Level;
use rules::plain_symbol;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_security::skeleton;

use command::shown;
use text::{PROGRAM, Text, is_shaping, is_tag};

/// The longest name, in characters.
pub(super) const MAX_CHARS: usize = 32;

/// The largest number of marks on one letter.
const MAX_MARKS: usize = 3;

/// The longest folded name, in bytes.
const MAX_FOLDED: usize = 512;

/// Returns the name for display: trimmed, with single blanks inside, without characters that the bot omits. If the name is
/// unusable, returns the reason and the remedy.
pub(super) fn clean(text: &str) -> Result<String, Text> {
    // Normalization can make a text longer. It skips a name that is far too long.
    if text.len() > 1024 {
        return Err(text::page_name_long(MAX_CHARS));
    }
    let typed = with_single_blanks(&text.nfc().collect::<String>());
    let seen = all_shown(&typed);
    let n_tags = |text: &str| text.chars().filter(|c| is_tag(*c)).count();
    let is_unseen = |c| is_invisible(c) && !is_tag(c);
    // Tags are visible in a flag.
    if typed.chars().any(is_unseen)
        || n_tags(&typed) > n_tags(&seen)
        || text.trim().chars().any(char::is_control)
    {
        return Err(text::page_name_invisible());
    }
    if has_stacked_marks(&typed) {
        return Err(text::page_name_marks());
    }
    let name = with_single_blanks(&seen);
    match name.chars().count() {
        0 => return Err(text::page_name_empty()),
        1..=MAX_CHARS => {}
        _ => return Err(text::page_name_long(MAX_CHARS)),
    }
    if has_sign_of_commands(&name) || name.ends_with(']') {
        return Err(text::page_name_sign());
    }
    let folded = fold(&name);
    if folded.is_empty() {
        return Err(text::page_name_empty());
    }
    // A few characters can become many when folded.
    if folded.len() > MAX_FOLDED {
        return Err(text::page_name_long(MAX_CHARS));
    }
    // The bot plays as "Oddboard 3", which is shown as "Oddboard (level 3)".
    let rest = folded.strip_prefix(&fold(PROGRAM));
    // A 1 looks like an l.
    let is_level = |rest: &str| Level::all().any(|level| rest == fold(&level.to_string()));
    if rest.is_some_and(|rest| is_level(rest) || !rest.starts_with(char::is_alphabetic)) {
        return Err(text::page_name_bot(PROGRAM));
    }
    Ok(name)
}

/// Tells whether commands would misread the name: it has quotes, or a sign at its beginning, from any keyboard.
fn has_sign_of_commands(name: &str) -> bool {
    let plain: String = name.chars().filter_map(plain_symbol).collect();
    let begins = ["@", "/", "<@", "<!@"];
    plain.contains('"') || begins.iter().any(|sign| plain.starts_with(sign))
}

fn with_single_blanks(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a name as the bot shows it.
fn all_shown(name: &str) -> String {
    shown(name, name.len())
}

/// Folds a name, so that two names that people confuse are equal. The fold ignores invisible characters, case, width and
/// [shaping](is_shaping) characters, and equates letters that look the same.
pub(super) fn fold(name: &str) -> String {
    let plain: String = all_shown(name)
        .nfkc()
        .filter(|&c| !is_shaping(c))
        .flat_map(char::to_uppercase) // ß and ss are one
        .flat_map(char::to_lowercase)
        .nfkc()
        .collect();
    // A letter that looks like the digit 0 is a capital O here.
    skeleton(&plain).flat_map(char::to_lowercase).collect()
}

/// Tells whether a mark has no letter below it, or a letter has so many marks that they reach other lines.
fn has_stacked_marks(name: &str) -> bool {
    let mut n_marks = MAX_MARKS;
    name.chars().any(|c| {
        n_marks = if is_combining_mark(c) && !is_shaping(c) {
            n_marks + 1
        } else {
            0
        };
        n_marks > MAX_MARKS
    })
}

/// Tells whether a character is invisible: one that controls something, a blank that is no white space, or private use.
fn is_invisible(c: char) -> bool {
    is_control(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{fdd0}'..='\u{fdef}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}')
}

/// Tells whether a character is a control character or a mark that changes the writing direction of the text after it.
pub(super) fn is_control(c: char) -> bool {
    let is_direction = matches!(c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}');
    c.is_control() || is_direction
}
