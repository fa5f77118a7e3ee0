//! Why a text is no command.

use std::fmt;

use rules::{Flaw, SetupError, Variant};

use super::{CommandOption, MAX_LENGTH, SPECS, Spec, excerpt, nearest};
use crate::words::{self, Text};

/// Why a text is no command.
///
/// It quotes what was written, which may be a secret, so `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub enum CommandError {
    /// There is no word in it.
    Empty,
    /// It is longer than any command.
    TooLong,
    /// No command has this name.
    UnknownCommand {
        /// What was written, shortened.
        name: String,
        /// The command with the nearest name, if one is near.
        nearest: Option<&'static str>,
    },
    /// The command has no option of this name.
    UnknownOption {
        /// The command.
        command: &'static Spec,
        /// What was written, shortened.
        name: String,
    },
    /// There is a word more than the command takes.
    Surplus {
        /// The command.
        command: &'static str,
        /// What was written, shortened.
        word: String,
    },
    /// An option is given more than once.
    Twice {
        /// The option.
        option: &'static CommandOption,
    },
    /// An option that must be given is not.
    Missing {
        /// The command.
        command: &'static Spec,
        /// The option.
        option: &'static str,
    },
    /// The options are none of the variant; every reason why, as a sentence.
    BadOptions(Vec<Text>),
    /// The value of an option cannot be read.
    Bad {
        /// The command.
        command: &'static Spec,
        /// The option.
        option: &'static str,
        /// What was written, shortened.
        text: String,
        /// What can be written.
        expected: Text,
    },
}

impl fmt::Debug for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CommandError")
    }
}

impl CommandError {
    pub(super) fn unknown_command(name: &str) -> CommandError {
        CommandError::UnknownCommand {
            name: excerpt(name),
            nearest: nearest(name, SPECS.iter().map(|spec| spec.name)),
        }
    }

    pub(super) fn bad_options(error: &SetupError) -> CommandError {
        CommandError::BadOptions(error.flaws().iter().map(flaw).collect())
    }

    /// What is told of it: what is wrong, and what to do.
    pub fn text(&self) -> Text {
        match self {
            CommandError::Empty => words::command_empty(),
            CommandError::TooLong => words::command_too_long(MAX_LENGTH),
            CommandError::UnknownCommand { name, nearest } => match nearest {
                Some(nearest) => words::command_unknown_nearest(name, *nearest),
                None => words::command_unknown(name),
            },
            CommandError::UnknownOption { command, name } => {
                let known = command.options.iter();
                let known = known.map(|option| option.keyword.local.clone());
                match command.options {
                    [] => words::command_no_options(command.name, name),
                    _ => {
                        let known = Text::joined(known, ", ");
                        words::command_unknown_option(command.name, known, name)
                    }
                }
            }
            CommandError::Surplus { command, word } => words::command_surplus(*command, word),
            CommandError::Twice { option } => words::command_twice(&option.keyword.local),
            CommandError::Missing { command, option } => {
                words::command_missing(command.name, &command.example, command.called(option))
            }
            CommandError::BadOptions(flaws) => {
                // Who reads so many knows what to do.
                const MOST: usize = 4;
                let flaws = flaws.iter().take(MOST).cloned();
                words::command_bad_options(Text::joined(flaws, " "))
            }
            CommandError::Bad {
                command,
                option,
                text,
                expected,
            } if text.is_empty() => words::command_bad_empty(expected, command.called(option)),
            CommandError::Bad {
                command,
                option,
                text,
                expected,
            } => words::command_bad(expected, command.called(option), text),
        }
    }
}

/// What is wrong with options: a sentence.
fn flaw(flaw: &Flaw) -> Text {
    match flaw {
        Flaw::NoSuchOption { variant, name } => {
            let known: Vec<_> = variant.options().iter().map(|known| known.name).collect();
            match &known[..] {
                [] => words::flaw_no_options(excerpt(name), *variant),
                known => words::flaw_no_such_option(known.join(", "), excerpt(name), *variant),
            }
        }
        Flaw::NoSuchValue {
            variant,
            option,
            value,
        } => {
            let known = values(*variant, option).join(", ");
            words::flaw_no_such_value(known, *option, excerpt(value), *variant)
        }
        Flaw::OptionTwice(option) => words::flaw_option_twice(*option),
        // The others are of positions, which nobody writes in a command.
        _ => words::flaw_unreadable(),
    }
}

fn values(variant: Variant, option: &str) -> Vec<&'static str> {
    let options = variant.options().iter();
    let options = options.filter(|known| known.name == option);
    options
        .flat_map(|known| known.values.iter().map(|value| value.name))
        .collect()
}
