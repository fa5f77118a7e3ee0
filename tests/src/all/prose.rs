//! All text that people read is in `bot/text/languages` and in the handbook, and none of it in the code.

use std::collections::{BTreeMap, BTreeSet};

use super::tidy::{self, CRATES};

/// The calls with literals for administrators and developers, not for players.
const NOT_FOR_PEOPLE: [&str; 23] = [
    "trace!",
    "debug!",
    "info!",
    "warn!",
    "error!",
    "panic!",
    "assert!",
    "debug_assert!",
    "expect",
    "error",
    "log",
    // Damage in the store, and refusals of a platform: for the log and `check`.
    "damaged",
    "refused",
    "tell_unstored",
    "log_unsent",
    "Later",
    "LoggedOut",
    "Refused",
    "Unavailable",
    // The form that a stored text or an id should have, for the log and `check`.
    "NotRead",
    // Retried operations, for the log.
    "retry",
    // Reads apart from others, for the log.
    "apart",
    // The names of tasks, for the log.
    "watch_task",
];

/// The line that begins the tests of a file, at its end.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

#[test]
fn no_words_for_people_are_in_the_code() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut unused: BTreeSet<&str> = NOT_FOR_PEOPLE.into();
    let places = testkit::read("tests/src/all/prose.txt");
    let (_, places) = places.split_once("\n\n").expect("the file has a head");
    let places = places.lines().filter_map(|line| line.split_once(": "));
    let places: Vec<&str> = places.map(|(place, _)| place).collect();
    let mut absent: BTreeSet<&str> = places.iter().copied().collect();
    let folders = CRATES.iter();
    let folders = folders.filter(|folder| folder.starts_with("bot") || *folder == "render");
    let sources = folders.flat_map(|folder| sources(&format!("{folder}/src"), "rs"));
    for (path, text) in sources {
        if let Some(place) = places.iter().find(|place| path.starts_with(**place)) {
            absent.remove(place);
            continue;
        }
        let (folder, file) = path.rsplit_once('/').expect("a file is in a folder");
        let program = text.split(TESTS).next().unwrap_or_default();
        for (literal, exempt) in prose(program) {
            match exempt {
                // A literal in this form means the command.
                None if command::spec(&literal).is_some() => {}
                Some(name) => drop(unused.remove(name)),
                None => {
                    let literals = found.entry(folder.to_owned()).or_default();
                    literals.push(format!("{file}: {literal:?}"));
                }
            }
        }
    }
    assert!(unused.is_empty(), "no words stand in {unused:?}");
    assert!(absent.is_empty(), "there are no such files: {absent:?}");
    assert!(
        found.is_empty(),
        "what people read belongs into bot/text/languages: {found:#?}"
    );
}

#[test]
fn no_words_for_people_are_in_the_page() {
    let page = "bot/page/src/page";
    let scripts = sources(page, "js");
    let texts = scripts.iter().flat_map(|(path, script)| {
        let literals = script_literals(script).into_iter();
        literals.map(move |literal| (path.as_str(), literal))
    });
    let pages = sources(page, "html");
    let shown = pages.iter().flat_map(|(path, page)| {
        // Visible text, and quoted text, which a screen reader may read.
        let parts = page.split(['<', '>', '"']).map(str::to_owned);
        parts.map(move |part| (path.as_str(), part))
    });
    let is_markup = |text: &str| {
        let begins = ["/", "!doctype ", "button ", "light dark"];
        text.contains(['=', '{']) || begins.iter().any(|begin| text.starts_with(begin))
    };
    let found: Vec<_> = texts
        .chain(shown)
        .filter(|(_, text)| has_two_words(text) && !is_markup(text))
        .collect();
    assert_eq!(
        found,
        [],
        "what people read belongs into bot/text/languages"
    );
    assert!(scripts.len() > 6 && pages.len() > 2, "the page is found");
}

/// Returns the literals of a script, except names of classes and log messages.
fn script_literals(script: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in script.lines() {
        let line = line.trim_start();
        if line.starts_with(['/', '*']) || line.contains("console.") {
            continue;
        }
        for quote in ['"', '`'] {
            let mut parts = line.split(quote);
            while let (Some(before), Some(literal)) = (parts.next(), parts.next()) {
                if !before.trim_end().ends_with("class:") {
                    found.push(literal.to_owned());
                }
            }
        }
    }
    found
}

/// Returns the paths and texts of the sources of the program in a folder, without their tests.
fn sources(folder: &str, ending: &str) -> Vec<(String, String)> {
    let found = tidy::sources(folder, &[ending]).into_iter();
    let found = found.filter(|it| !it.is_test() && !it.path.ends_with("testing.rs"));
    found.map(|source| (source.path, source.text)).collect()
}

/// Returns the literals of two words or more, each with the one of [`NOT_FOR_PEOPLE`] around it, if any.
fn prose(code: &str) -> Vec<(String, Option<&'static str>)> {
    let mut found = Vec::new();
    // The names before the open brackets.
    let mut open: Vec<String> = Vec::new();
    let mut name = String::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.split_once('\n').map_or("", |(_, after)| after);
            continue;
        }
        if let Some((literal, after)) = literal(rest) {
            if has_two_words(literal) {
                let mut exempt = NOT_FOR_PEOPLE.into_iter();
                let exempt = exempt.find(|exempt| open.iter().any(|name| name == exempt));
                found.push((literal.to_owned(), exempt));
            }
            name.clear();
            rest = after;
            continue;
        }
        match c {
            '(' | '[' | '{' => open.push(std::mem::take(&mut name)),
            ')' | ']' | '}' => {
                open.pop();
                name.clear();
            }
            _ if c.is_alphanumeric() || c == '_' || c == '!' => name.push(c),
            _ => name.clear(),
        }
        rest = &rest[c.len_utf8()..];
    }
    found
}

/// Returns the content of the quotes that begin a text, and the rest; also of a character literal.
fn literal(text: &str) -> Option<(&str, &str)> {
    if let Some(raw) = text.strip_prefix('r') {
        let n_hashes = raw.len() - raw.trim_start_matches('#').len();
        let inner = raw[n_hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(n_hashes));
        return inner.split_once(end.as_str());
    }
    for letter in ["'\"'", "'\\''", "'\\\\'"] {
        if let Some(after) = text.strip_prefix(letter) {
            return Some(("", after));
        }
    }
    let inner = text.strip_prefix('"')?;
    let mut is_escaped = false;
    for (at, c) in inner.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some((&inner[..at], &inner[at + 1..])),
            _ => {}
        }
    }
    None
}

/// Tells whether two words stand beside each other: letters, a blank, letters. One may be an argument, such as
/// `{name}`.
fn has_two_words(literal: &str) -> bool {
    let words: Vec<&str> = literal.split([' ', '\n']).collect();
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation() && c != '<' && c != '=');
        word.chars().count() > 1 && word.chars().all(|c| c.is_alphabetic() || c == '\'')
    };
    let is_argument = |word: &&str| word.starts_with('{') && word.ends_with('}');
    let mut pairs = words.windows(2);
    pairs.any(|pair| pair.iter().all(is_word) && !pair.iter().all(is_argument))
}

#[test]
fn prose_is_distinguished_from_other_literals() {
    #[track_caller]
    fn check(code: &str, expected: &[&str]) {
        let told = prose(code)
            .into_iter()
            .filter(|(_, exempt)| exempt.is_none());
        let told: Vec<_> = told.map(|(literal, _)| literal).collect();
        assert_eq!(told, expected);
    }
    check(r#"say("Your turn.")"#, &["Your turn."]);
    check(r#"say("{name} plays on")"#, &["{name} plays on"]);
    check(
        r#"get("turn", "{a} {b}", "{}.{gap} {moves}", "a-b c1")"#,
        &[],
    );
    check(r#"warn!(%error, "your turn")"#, &[]);
    check(r#"it.expect("it is there"); say("it is")"#, &["it is"]);
    check("// say(\"your turn\")\nlet c = '\"';", &[]);
    check("say(r#\"a \"quoted word\"#)", &["a \"quoted word"]);
}
