//! Words of a typed command that lack the name of their option: `1d` where `time:1d` is meant.

use super::{
    CommandOption, CommandWord, Given, OptionKind, Spec, TimeControl, Topic, VacationChange,
    excerpt,
};
use crate::{
    handbook,
    words::{self, Text, arg, either},
};

/// The most words that are suggested for an option; with more it is suggested without them.
const MOST_WORDS: usize = 3;

/// Stands for a value that is not suggested.
const VALUE: &str = "…";

/// Refuses a word that would go to the option `next` and fits another one better, whose name has to be written: it is that name,
/// or a value of that option. `after` is the word that follows.
pub(super) fn refuse(
    spec: &'static Spec,
    given: &Given,
    next: Option<&CommandOption>,
    word: &CommandWord,
    after: Option<&CommandWord>,
) -> Result<(), Text> {
    let after = after.filter(|after| after.named().is_none());
    let after = after.map(|after| after.text.as_str());
    let meant = meant(spec, given, next, &word.text, after);
    if meant.is_empty() {
        return Ok(());
    }
    let (meant, text) = (either(meant), excerpt(&word.text));
    let names_person = |option: &CommandOption| option.kind == OptionKind::Person;
    Err(match spec.options.iter().any(names_person) {
        true => words::command_unnamed_person(arg::meant(meant), arg::text(text)),
        false => words::command_unnamed(arg::meant(meant), arg::text(text)),
    })
}

/// What somebody may want to write instead: `rated:yes`, `rated:no`. Nothing if the word is fine as it is.
fn meant(
    spec: &'static Spec,
    given: &Given,
    next: Option<&CommandOption>,
    word: &str,
    after: Option<&str>,
) -> Vec<Text> {
    let is_open = |option: &&CommandOption| given.iter().all(|(name, _)| *name != option.name());
    let named = spec.option(word).filter(is_open);
    if let Some(next) = next {
        if next.joint().is_some() {
            // Whatever else stands there may be a part of it.
            let named = named.filter(|option| option.kind == OptionKind::Yes);
            return named.map_or_else(Vec::new, |option| suggestions(option, after));
        }
        if value(next.kind, word).is_some() {
            return Vec::new();
        }
    }
    if let Some(option) = named {
        return suggestions(option, after);
    }
    let others = spec.options.iter().filter(is_open);
    let others: Vec<_> = others.filter(|option| Some(*option) != next).collect();
    let time = others.iter().find(|option| option.kind == OptionKind::Time);
    if let Some((option, time)) = time.zip(time_in_words(word, after)) {
        return vec![suggestion(option, Text::verbatim(time.to_string()))];
    }
    let suggested = others
        .into_iter()
        .filter_map(|option| Some(suggestion(option, value(option.kind, word)?)));
    suggested.collect()
}

/// An option by its name, with the word that follows if that can be its value, else with each of its few words.
fn suggestions(option: &CommandOption, after: Option<&str>) -> Vec<Text> {
    let words = option.kind.words();
    if let Some(after) = after {
        let value = match words {
            Some(_) => value(option.kind, after),
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

/// `rated:yes`
fn suggestion(option: &CommandOption, value: Text) -> Text {
    Text::joined([option.keyword.local.clone(), value], ":")
}

/// A word as the value of an option of this kind, if it cannot be much else.
fn value(kind: OptionKind, word: &str) -> Option<Text> {
    if let Some(word) = kind.word(word) {
        return Some(word.local);
    }
    let is_value = match kind {
        OptionKind::Variant => handbook::variant(word).is_some(),
        OptionKind::Person => word.starts_with('@'),
        OptionKind::Time => word.parse::<TimeControl>().is_ok(),
        OptionKind::Days => VacationChange::read_days(word).is_some(),
        OptionKind::Date => VacationChange::read_date(word).is_some(),
        OptionKind::Setting(topic @ (Topic::Quiet | Topic::Zone)) => topic.setting(word).is_some(),
        OptionKind::Server(topic) => topic.setting(word).is_some(),
        _ => false,
    };
    is_value.then(|| Text::verbatim(word))
}

/// A time as people say it: `3 days`, `3days`.
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
