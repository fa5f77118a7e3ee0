//! Commands whose options the platform tells apart: what stands in an option is taken to the letter.

use super::{
    Command, CommandOption, Given, MAX_LENGTH, OptionKind, error::unknown_command, options::named,
    spec,
};
use api::SlashCommand;
use text::Text;

/// Stands for nothing typed as the value of the suggestion that only counts what is not shown, for a value cannot be empty. Who
/// chooses that suggestion sends it.
pub const NOTHING_TYPED: &str = "…";

impl Command {
    /// Makes a command of its options.
    ///
    /// # Errors
    ///
    /// What is wrong with it, ready to be told.
    pub fn from_slash(command: &SlashCommand) -> Result<Command, Text> {
        let length = |(name, value): &(String, String)| name.len() + value.len();
        if command.options.iter().map(length).sum::<usize>() > MAX_LENGTH {
            return Err(text::command_too_long(MAX_LENGTH));
        }
        let spec = spec(&command.name).ok_or_else(|| unknown_command(&command.name))?;
        let mut given = Given::new();
        for (name, value) in &command.options {
            let option = named(spec, name)?;
            if given.iter().any(|(name, _)| *name == option.name()) {
                return Err(text::command_twice(&option.keyword.local));
            }
            // People are chosen by the platform, and somebody may be called so.
            if value != NOTHING_TYPED || option.kind == OptionKind::Person {
                given.push((option.name(), option.kind.plain(value)));
            }
        }
        Command::from_options(spec, given)
    }
}

/// The option of a command that is being typed, which is its last, what there is of it, and what was given before it;
/// nothing of what is none of ours.
pub fn being_typed(command: &SlashCommand) -> Option<(&'static CommandOption, &str, Given)> {
    let spec = spec(&command.name)?;
    let ((name, typed), before) = command.options.split_last()?;
    let given = before.iter().filter_map(|(name, value)| {
        let option = spec.option(name)?;
        Some((option.name(), option.kind.plain(value)))
    });
    Some((spec.option(name)?, typed, given.collect()))
}
