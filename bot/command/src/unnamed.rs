//! Words of a typed command without the name of their option: `1d` in place of `time:1d`.

use rules::{OptionValue, Variant};

use super::{
    CommandOption, CommandWord, Given, OptionKind, ServerSetting, ServerTopic, TimeControl,
    VacationChange, excerpt, keyword::yes_or_no,
};
use text::{Language, Text, arg, either, fold};

/// The maximum number of values that are suggested for an option; an option with more is suggested without its values.
const MOST_WORDS: usize = 3;

/// The placeholder for a value that is not suggested.
const VALUE: &str = "…";

/// Refuses a word that would go to the option `next` but fits another option better. That option requires its name. Such a word
/// is the name or a value of that option. `rest` are the words that follow.
pub(super) fn refuse(
    given: &Given,
    next: Option<&CommandOption>,
    word: &CommandWord,
    rest: &[CommandWord],
) -> Result<(), Text> {
    let after = rest.first().filter(|after| after.named().is_none());
    let after = after.map(|after| after.text.as_str());
    let meant = meant(given, next, &word.text, after);
    if meant.is_empty() {
        return Ok(());
    }
    let (meant, text) = (either(meant), excerpt(&word.text));
    Err(if may_name_person(given, rest) {
        text::command_unnamed_person(arg::meant(meant), arg::text(text))
    } else {
        text::command_unnamed(arg::meant(meant), arg::text(text))
    })
}

/// Returns whether a word can be the name of a person: the command takes one, and no other word gives one.
fn may_name_person(given: &Given, rest: &[CommandWord]) -> bool {
    let is_person = |option: &CommandOption| option.kind.is_person();
    let is_given = rest.iter().any(|word| match word.named() {
        Some((name, _)) => given.spec.option(name).is_some_and(is_person),
        None => word.text.starts_with('@'),
    });
    !is_given && given.open().any(is_person)
}

/// Suggests the intended text: `rated:yes`, `rated:no`. Returns nothing if the word is valid.
fn meant(
    given: &Given,
    next: Option<&CommandOption>,
    word: &str,
    after: Option<&str>,
) -> Vec<Text> {
    let spec = given.spec;
    let named = spec.option(word).filter(|option| given.lacks(option));
    if let Some(next) = next {
        if next.kind.joint().is_some() {
            // All other words can be a part of the value.
            let named = named.filter(|option| option.kind == OptionKind::Yes);
            return named.map_or_else(Vec::new, |option| suggestions(option, after));
        }
        if value(next, word).is_some() {
            return Vec::new();
        }
    }
    let chosen = chosen(given, word, after);
    if let Some(option) = named {
        return [suggestions(option, after), chosen].concat();
    }
    if next.is_none()
        && let Some(option) = spec.option(word)
    {
        // The name of the option stands behind its value: `7 days`.
        let value = given.find(option.name());
        let value = value.map(|(_, value)| suggestion(option, Text::verbatim(excerpt(value))));
        return value.into_iter().collect();
    }
    let others = given.open().filter(|option| Some(*option) != next);
    let others: Vec<_> = others.collect();
    let time = others.iter().find(|option| option.kind == OptionKind::Time);
    if let Some((option, time)) = time.zip(time_in_words(word, after)) {
        return vec![suggestion(option, Text::verbatim(time.to_string()))];
    }
    let suggested = others
        .into_iter()
        .filter_map(|option| Some(suggestion(option, value(option, word)?)));
    suggested.chain(chosen).collect()
}

/// Suggests options of the variant that is given, if there is one.
fn chosen(given: &Given, word: &str, after: Option<&str>) -> Vec<Text> {
    let variant = given.variant().filter(|_| given.spec.takes_choices());
    variant.map_or_else(Vec::new, |variant| choices(variant, word, after))
}

/// Suggests options of a variant for a word that is the name of an option, or a value of one: `rules=classic`.
pub(super) fn choices(variant: Variant, word: &str, after: Option<&str>) -> Vec<Text> {
    let mut choices = Vec::new();
    for option in variant.options() {
        let called = |text: &str| option.values.iter().find(|value| is_same(value.name, text));
        let choice =
            |value: &OptionValue| Text::verbatim(format!("{}={}", option.name, value.name));
        let is_named = is_same(option.name, word);
        let value = if is_named {
            after.and_then(called)
        } else {
            called(word)
        };
        match value {
            Some(value) => choices.push(choice(value)),
            None if is_named => choices.extend(option.values.iter().map(choice)),
            None => {}
        }
    }
    choices
}

fn is_same(name: &str, text: &str) -> bool {
    name.eq_ignore_ascii_case(text)
}

/// Suggests an option by its name: with the next word if that is a valid value, else with each of its few words.
fn suggestions(option: &CommandOption, after: Option<&str>) -> Vec<Text> {
    let words = option.kind.words();
    if let Some(after) = after {
        let value = match words {
            Some(_) => value(option, after),
            None => Some(Text::verbatim(excerpt(after))),
        };
        if let Some(value) = value {
            return vec![suggestion(option, value)];
        }
    }
    let few = words.filter(|words| words.len() <= MOST_WORDS);
    let values = few.map_or_else(
        || vec![Text::verbatim(VALUE)],
        |few| few.into_iter().map(|word| word.local).collect(),
    );
    let values = values.into_iter();
    values.map(|value| suggestion(option, value)).collect()
}

/// Writes `rated:yes`.
fn suggestion(option: &CommandOption, value: Text) -> Text {
    Text::joined([option.keyword.local.clone(), value], ":")
}

/// Returns a word as the value of an option of this kind, if the word is hardly valid elsewhere.
fn value(option: &CommandOption, word: &str) -> Option<Text> {
    let unrated = match option.kind {
        OptionKind::Rated => Some(yes_or_no(false)),
        OptionKind::Server(ServerTopic::Rated) => ServerSetting::Rated(false).keyword(),
        _ => None,
    };
    let unrated = unrated.filter(|_| says_unrated(word));
    if let Some(word) = unrated.or_else(|| option.kind.word(word)) {
        return Some(word.local);
    }
    let is_value = match option.kind {
        OptionKind::Variant => handbook::variant(word).is_some(),
        OptionKind::Person | OptionKind::Opponent => word.starts_with('@'),
        OptionKind::Time => word.parse::<TimeControl>().is_ok(),
        OptionKind::Days => VacationChange::read_days(word).is_some(),
        OptionKind::Date => VacationChange::read_date(word).is_some(),
        OptionKind::Setting(topic) => topic.setting(word).is_some(),
        OptionKind::Server(topic) => topic.setting(word).is_some(),
        _ => false,
    };
    is_value.then(|| Text::verbatim(word))
}

/// Returns whether a word means `unrated` in some language.
fn says_unrated(word: &str) -> bool {
    let word = fold(word);
    let mut spellings = Language::all().map(|language| language.localize(&text::words_unrated()));
    spellings.any(|spellings| spellings.split(' ').any(|spelling| fold(spelling) == word))
}

/// Parses a spoken time: `3 days`, `3days`.
fn time_in_words(word: &str, after: Option<&str>) -> Option<TimeControl> {
    let (number, unit) = match word.find(|c: char| !c.is_ascii_digit()) {
        Some(end) => word.split_at(end),
        None => (word, after?),
    };
    let unit = unit
        .chars()
        .next()
        .filter(|_| unit.chars().all(char::is_alphabetic))?;
    format!("{number}{unit}").parse().ok()
}
