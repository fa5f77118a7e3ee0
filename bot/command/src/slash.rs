//! Commands with separate option fields of the platform. The parser takes their values literally.

use super::{
    Command, CommandOption, Given, MAX_LENGTH, error::unknown_command, given::option_named, spec,
};
use text::{Text, unmarked};

/// A command with separate options.
///
/// It may hold a secret, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct SlashCommand {
    /// The name, without slash.
    pub name: String,
    /// The options by name, each with its value exactly as typed.
    pub options: Vec<(String, String)>,
}

impl SlashCommand {
    /// Returns the command without the program's own marks in its values.
    pub(crate) fn unmarked(self) -> SlashCommand {
        let options = self.options.into_iter();
        SlashCommand {
            name: unmarked(&self.name),
            options: options
                .map(|(name, value)| (name, unmarked(&value)))
                .collect(),
        }
    }
}

/// The value of the suggestion that only counts the hidden suggestions, since a value cannot be empty. If a person chooses it,
/// the parser treats it as no input.
pub const NOTHING_TYPED: &str = "…";

impl Command {
    /// Makes a command from its options.
    ///
    /// # Errors
    ///
    /// Returns the error in the options as a message for the person.
    pub fn from_slash(command: &SlashCommand) -> Result<Command, Text> {
        let length = |(name, value): &(String, String)| name.len() + value.len();
        if command.options.iter().map(length).sum::<usize>() > MAX_LENGTH {
            return Err(text::command_too_long(MAX_LENGTH));
        }
        let spec = spec(&command.name).ok_or_else(|| unknown_command(&command.name))?;
        let mut given = Given::nothing(spec);
        for (name, value) in &command.options {
            let option = option_named(spec, name)?;
            if !given.lacks(option) {
                return Err(text::command_twice(&option.keyword.local));
            }
            // The platform offers people for selection, and a person can have this name.
            if value != NOTHING_TYPED || option.kind.is_person() {
                given.add(option, value);
            }
        }
        (spec.make)(&given)
    }
}

/// Returns the last option of a command, which is being typed, its text so far, and the options before it. Returns
/// `None` for an unknown command or option.
pub fn being_typed(command: &SlashCommand) -> Option<(&'static CommandOption, &str, Given)> {
    let spec = spec(&command.name)?;
    let ((name, typed), before) = command.options.split_last()?;
    let mut given = Given::nothing(spec);
    for (name, value) in before {
        if let Some(option) = spec.option(name) {
            given.add(option, value);
        }
    }
    Some((spec.option(name)?, typed, given))
}
