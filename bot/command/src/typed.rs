//! Normalization of typed and pasted text to the characters of a plain keyboard.

#[cfg(test)]
mod tests;

use rules::plain_symbol;

use super::keyword::is_name;
use text::is_shaping;

/// The quotes of all languages: each opening quote, and its closing quotes.
const QUOTES: [(char, &[char]); 13] = [
    ('"', &['"']),
    ('＂', &['＂', '"']),
    ('“', &['”', '"']),
    ('”', &['”', '"']),
    ('„', &['“', '”', '"']),
    ('‟', &['”', '"']),
    ('«', &['»', '"']),
    ('»', &['«', '»', '"']),
    ('‹', &['›', '"']),
    ('›', &['‹', '›', '"']),
    ('‘', &['’', '"']),
    ('‚', &['‘', '’', '"']),
    ('「', &['」', '"']),
];

/// Converts a value to plain letters, digits and signs: `22-7` for `２２–７`.
pub fn plain(text: &str) -> String {
    text.chars().filter_map(plain_symbol).collect()
}

/// Converts a command to straight quotes and plain colons, its name to plain letters, and removes invisible characters. Leaves
/// values unchanged, because people's names can have any dashes, letters, joiners and emoji forms.
pub fn straight(text: &str) -> String {
    let mut straight = String::with_capacity(text.len());
    let mut closing: Option<&[char]> = None;
    let mut symbols = text.chars().filter(|symbol| is_kept(*symbol)).peekable();
    while let Some(symbol) = symbols.next() {
        // Within a word it is an apostrophe.
        let is_apostrophe =
            symbol == '’' && symbols.peek().is_some_and(|next| !next.is_whitespace());
        match closing {
            None => {
                closing = opened(symbol, &straight);
                match closing {
                    Some(_) => straight.push('"'),
                    None => straight.extend(outside(symbol, &straight)),
                }
            }
            Some(closers) if closers.contains(&symbol) && !is_apostrophe => {
                closing = None;
                straight.truncate(straight.trim_end().len());
                straight.push('"');
            }
            // French quotes have blanks inside.
            Some(_) if symbol.is_whitespace() && straight.ends_with('"') => {}
            Some(_) => straight.push(symbol),
        }
    }
    straight
}

/// Returns whether a text begins with the slash of a command, from any keyboard and after invisible characters.
pub fn begins_with_slash(text: &str) -> bool {
    let seen = text.trim_start_matches(is_unseen).chars().next();
    seen.and_then(plain_symbol) == Some('/')
}

/// Returns whether a character is invisible: a blank, or a character that only editors and keyboards leave behind.
pub fn is_unseen(symbol: char) -> bool {
    symbol.is_whitespace() || plain_symbol(symbol).is_none()
}

/// Returns the closing quotes, if a character opens a quote after the text `before` it. A straight quote does so within
/// a word, too.
fn opened(symbol: char, before: &str) -> Option<&'static [char]> {
    let begins_value = before.is_empty()
        || before.ends_with([':', '=', '/', '@'])
        || before.ends_with(char::is_whitespace);
    let mut quotes = QUOTES.iter();
    let quote = quotes.find(|(opening, _)| *opening == symbol && (begins_value || symbol == '"'));
    quote.map(|(_, closers)| *closers)
}

/// Converts a character outside quotes, after the text `before` it.
fn outside(symbol: char, before: &str) -> Option<char> {
    let word = before.rsplit(char::is_whitespace).next();
    let is_name_of_command = before.trim_start().len() == word.map_or(0, str::len);
    let is_colon = symbol == '：' && word.is_some_and(is_name);
    if is_name_of_command || is_colon {
        plain_symbol(symbol)
    } else {
        Some(symbol)
    }
}

/// Returns whether a character is visible, or joins others into a visible one.
fn is_kept(symbol: char) -> bool {
    plain_symbol(symbol).is_some() || is_shaping(symbol)
}
