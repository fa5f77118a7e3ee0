//! All text that people read is in `bot/text/languages` and in the handbook, and none of it in the code.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

/// The folders with sources of texts for people.
const FOLDERS: [&str; 15] = [
    "bot/src",
    "bot/text/src",
    "bot/api/src",
    "bot/kit/src",
    "bot/handbook/src",
    "bot/command/src",
    "bot/dice/src",
    "bot/service/src",
    "bot/present/src",
    "bot/runtime/src",
    "bot/store/src",
    "bot/discord/src",
    "bot/matrix/src",
    "bot/page/src",
    "render/src",
];

/// Files, and folders of them, whose literals are for administrators and for writers of texts and pictures, with the
/// reason why players do not see them.
const NOT_FOR_PLAYERS: &[(&str, &str)] = &[
    (
        "bot/src/operations/admin/",
        "what commands of the terminal print",
    ),
    (
        "bot/src/operations/backups.rs",
        "why there is no backup, for the log",
    ),
    (
        "bot/runtime/src/egress/delivery/",
        "why something is not said, for the log and `check`",
    ),
    (
        "bot/src/operations/monitor.rs",
        "what the page of metrics tells who runs the program",
    ),
    ("bot/src/operations/report.rs", "what `check` prints"),
    ("bot/src/operations/salvage.rs", "what `salvage` prints"),
    (
        "bot/src/operations/serve.rs",
        "why the program does not start, and the log",
    ),
    (
        "bot/src/operations/serve_error.rs",
        "why the program does not start or ends",
    ),
    (
        "bot/src/operations/platforms.rs",
        "why a platform is not served, in a terminal and the log",
    ),
    (
        "bot/src/operations/source.rs",
        "what `backup` and `check` print",
    ),
    (
        "bot/runtime/src/system.rs",
        "why the program does not start",
    ),
    (
        "bot/discord/src/failure.rs",
        "why Discord refuses, for the log and `check`",
    ),
    ("bot/page/src/guard.rs", "what browsers are told in headers"),
    (
        "bot/page/src/stored.rs",
        "what is damaged, for the log and `check`",
    ),
    (
        "bot/matrix/src/profile.rs",
        "why the bot does not look as it is set to, for the log",
    ),
    (
        "bot/matrix/src/recovery.rs",
        "why there is no key, in the terminal",
    ),
    (
        "bot/matrix/src/session.rs",
        "why the program does not start, in the terminal",
    ),
    (
        "bot/matrix/src/settings.rs",
        "why the program does not start, in the terminal",
    ),
    (
        "bot/matrix/src/login.rs",
        "why the program does not start, in the terminal",
    ),
    ("bot/src/cli/", "what the program prints in a terminal"),
    ("bot/src/config/", "what is wrong with the configuration"),
    (
        "bot/kit/src/files.rs",
        "why a file cannot be written, in a terminal and the log",
    ),
    (
        "bot/handbook/src/diagram.rs",
        "what is wrong with a diagram stops a test",
    ),
    (
        "bot/handbook/src/read.rs",
        "what is wrong with a chapter stops a test",
    ),
    (
        "bot/handbook/src/task.rs",
        "what is wrong with a task stops a test",
    ),
    (
        "bot/handbook/src/translate.rs",
        "what is wrong with a translation stops a test",
    ),
    (
        "bot/service/src/outbox/dead_letters.rs",
        "reasons for the log and `check`",
    ),
    (
        "bot/service/src/match_store/entries.rs",
        "what is damaged, for the log and `check`",
    ),
    (
        "bot/service/src/upkeep/examine.rs",
        "what is damaged, for the log and `check`",
    ),
    (
        "bot/service/src/match_store/leak.rs",
        "what the compiler says",
    ),
    ("bot/api/src/store.rs", "what `Debug` shows"),
    (
        "bot/store/src/",
        "what is wrong with the store, in a terminal and the log",
    ),
    (
        "bot/text/src/deleted.rs",
        "the name that is kept, and said in each language",
    ),
    (
        "bot/text/src/flaws.rs",
        "what is wrong with what a command of the terminal reads",
    ),
    (
        "bot/text/src/language.rs",
        "why a message cannot be said, for the log",
    ),
    (
        "bot/text/src/record.rs",
        "what is wrong with a record that a command of the terminal reads",
    ),
    ("render/src/grid.rs", "what is wrong with the configuration"),
    ("render/src/pieces.rs", "what is wrong with a set of pieces"),
    (
        "render/src/tile.rs",
        "samples of which only the colors count",
    ),
    (
        "render/src/sheet.rs",
        "the contact sheet is for who draws pieces",
    ),
    (
        "render/src/theme.rs",
        "what is wrong with the configuration",
    ),
];

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
    "lasting",
    "Unavailable",
    // Retried operations, for the log.
    "retry",
    // The names of tasks, for the log.
    "watch",
    "watch_task",
];

/// The line that begins the tests of a file, at its end.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

#[test]
fn no_words_for_people_are_in_the_code() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut unused: BTreeSet<&str> = NOT_FOR_PEOPLE.into();
    let mut absent: BTreeSet<&str> = NOT_FOR_PLAYERS.iter().map(|(place, _)| *place).collect();
    let sources = FOLDERS.into_iter().flat_map(|folder| sources(folder, "rs"));
    for (path, text) in sources {
        let mut exempt = NOT_FOR_PLAYERS.iter().map(|(place, _)| place);
        if let Some(place) = exempt.find(|place| path.starts_with(**place)) {
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

/// Returns the sources of the program in a folder, without their tests.
fn sources(folder: &str, ending: &str) -> Vec<(String, String)> {
    let top = testkit::path("");
    let mut folders = vec![top.join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("the folder is there");
        for entry in entries {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                folders.extend((!path.ends_with("tests")).then_some(path));
                continue;
            }
            let is_test = path.ends_with("tests.rs") || path.ends_with("testing.rs");
            if !is_test && path.extension().is_some_and(|found| found == ending) {
                let name = path.strip_prefix(&top).expect("it is below the top");
                let text = fs::read_to_string(&path).expect("a source");
                found.push((name.display().to_string(), text));
            }
        }
    }
    found
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
fn prose_is_told_from_other_literals() {
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
