//! The help for all commands and for one.

use rules::Variant;

use super::options;
use crate::buttons::text_message;
use api::{LONGEST_TEXT, Message, Private};
use command::{CommandOption, SPECS, Spec};
use text::{Language, Text, arg};

/// Lists all commands: as many as fit with their descriptions, the rest by name.
pub(crate) fn overview(language: Language) -> Text {
    let with_about = |n_about: usize| {
        let (described, named) = SPECS.split_at(n_about);
        let names: Vec<_> = named.iter().map(|spec| format!("/{}", spec.name)).collect();
        let named = (!names.is_empty()).then(|| text::help_named(names.join(", ")));
        let commands = Text::lines(described.iter().map(about).chain(named));
        Text::joined([text::help(), commands, text::help_more()], "\n\n")
    };
    let fits = |text: &Text| language.localize(text).chars().count() <= LONGEST_TEXT;
    let mut texts = (0..=SPECS.len()).rev().map(with_about);
    texts.find(fits).unwrap_or_else(text::help)
}

fn about(spec: &Spec) -> Text {
    text::command_about(arg::command(spec.name), arg::summary(&spec.summary))
}

/// Renders the help for one command; `is_one_room` leaves out the options for servers of several rooms.
pub(crate) fn command(spec: &Spec, is_one_room: bool, language: Language) -> Message<Private> {
    let option = |option: &CommandOption| {
        let (name, summary) = (&option.keyword.local, &option.summary);
        if option.required {
            text::help_option(arg::option(name), arg::summary(summary))
        } else {
            text::help_option_optional(arg::option(name), arg::summary(summary))
        }
    };
    let option_lines = match spec.options {
        [] => text::help_no_options(),
        options => {
            let is_there = |option: &&CommandOption| option.is_for(is_one_room);
            Text::list(options.iter().filter(is_there).map(option))
        }
    };
    let lines = Text::lines([
        about(spec),
        option_lines,
        text::help_example(spec.example()),
    ]);
    if !spec.takes_choices() {
        return text_message(&lines, language);
    }
    let choices = Variant::ALL.into_iter().flat_map(options::option_texts);
    Message {
        controls: vec![options::buttons(language)],
        ..text_message(
            &Text::joined([lines].into_iter().chain(choices), "\n\n"),
            language,
        )
    }
}
