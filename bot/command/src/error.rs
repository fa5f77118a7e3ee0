//! What is told of a text that is no command: what is wrong, and what to do.

use rules::{Flaw, SetupError, Variant};

use super::{Spec, excerpt, nearest_command, unnamed::choices};
use text::{Text, arg, either};

/// No command has this name.
pub(super) fn unknown_command(name: &str) -> Text {
    match nearest_command(name) {
        Some(nearest) => {
            text::command_unknown_nearest(arg::name(excerpt(name)), arg::nearest(nearest.name))
        }
        None => text::command_unknown(excerpt(name)),
    }
}

/// A command has no option of this name.
pub(super) fn unknown_option(command: &Spec, name: &str) -> Text {
    let name = excerpt(name);
    match command.options {
        [] => text::command_no_options(arg::command(command.name), arg::name(name)),
        options => {
            let known = options.iter().map(|option| option.keyword.local.clone());
            text::command_unknown_option(
                arg::command(command.name),
                arg::known(Text::joined(known, ", ")),
                arg::name(name),
            )
        }
    }
}

/// The value of an option cannot be read.
pub(super) fn bad_value(command: &Spec, option: &str, text: &str, expected: Text) -> Text {
    match text {
        "" => text::command_bad_empty(arg::expected(expected), arg::option(command.called(option))),
        _ => text::command_bad(
            arg::expected(expected),
            arg::option(command.called(option)),
            arg::text(excerpt(text)),
        ),
    }
}

/// The options are none of the variant.
pub(super) fn bad_options(error: &SetupError) -> Text {
    // Who reads so many knows what to do.
    const MOST: usize = 4;
    let flaws = error.flaws().iter().take(MOST).map(flaw);
    text::command_bad_options(Text::joined(flaws, " "))
}

/// What is wrong with options: a sentence.
fn flaw(flaw: &Flaw) -> Text {
    match flaw {
        Flaw::NoSuchOption { variant, name } => {
            let meant = choices(*variant, name, None);
            if !meant.is_empty() {
                return text::command_unnamed(arg::meant(either(meant)), arg::text(excerpt(name)));
            }
            let known: Vec<_> = variant.options().iter().map(|known| known.name).collect();
            match &known[..] {
                [] => text::flaw_no_options(arg::name(excerpt(name)), arg::variant(*variant)),
                known => text::flaw_no_such_option(
                    arg::known(known.join(", ")),
                    arg::name(excerpt(name)),
                    arg::variant(*variant),
                ),
            }
        }
        Flaw::NoSuchValue {
            variant,
            option,
            value,
        } => {
            let known = values(*variant, option).join(", ");
            text::flaw_no_such_value(
                arg::known(known),
                arg::option(*option),
                arg::value(excerpt(value)),
                arg::variant(*variant),
            )
        }
        Flaw::OptionTwice(option) => text::flaw_option_twice(*option),
        // The others are of positions, which nobody writes in a command.
        _ => text::flaw_unreadable(),
    }
}

fn values(variant: Variant, option: &str) -> Vec<&'static str> {
    let options = variant.options().iter();
    let options = options.filter(|known| known.name == option);
    options
        .flat_map(|known| known.values.iter().map(|value| value.name))
        .collect()
}
