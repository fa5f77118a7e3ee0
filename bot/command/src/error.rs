//! Messages for texts that are not a valid command: the error, and the correction.

use rules::{Flaw, SetupError, Variant};

use super::{CommandOption, Spec, excerpt, nearest_command, unnamed::choices};
use text::{Text, arg, either};

/// Makes the message for an unknown command.
pub(super) fn unknown_command(name: &str) -> Text {
    match nearest_command(name) {
        Some(nearest) => {
            text::command_unknown_nearest(arg::name(excerpt(name)), arg::nearest(nearest.name))
        }
        None => text::command_unknown(excerpt(name)),
    }
}

/// Makes the message for an option that the command does not have.
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

/// Makes the message for an option value that cannot be parsed.
pub(super) fn bad_value(option: &CommandOption, text: &str) -> Text {
    let expected = arg::expected(option.kind.expected(text));
    let option = arg::option(&option.keyword.local);
    match text {
        "" => text::command_bad_empty(expected, option),
        _ => text::command_bad(expected, option, arg::text(excerpt(text))),
    }
}

/// Makes the message for options that the variant does not have.
pub(super) fn bad_options(error: &SetupError) -> Text {
    // Four errors are enough for a person to continue.
    const MOST: usize = 4;
    let flaws = error.flaws().iter().take(MOST).map(flaw);
    text::command_bad_options(Text::joined(flaws, " "))
}

/// Renders an error in the options: a sentence.
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
        // The other errors concern positions, which no command takes.
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
