//! The table of commands as Discord registers it.

use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
};

use crate::command::{OptionKind, OptionSpec, SPECS, Spec};

/// All commands. They work in servers and in direct messages with the bot.
pub(super) fn commands() -> Vec<CreateCommand> {
    SPECS.iter().map(command).collect()
}

fn command(spec: &Spec) -> CreateCommand {
    let command = CreateCommand::new(spec.name)
        .description(spec.summary)
        .integration_types(vec![InstallationContext::Guild])
        .contexts(vec![InteractionContext::Guild, InteractionContext::BotDm]);
    spec.options
        .iter()
        .map(option)
        .fold(command, CreateCommand::add_option)
}

fn option(option: &OptionSpec) -> CreateCommandOption {
    let kind = match option.kind {
        OptionKind::Person => CommandOptionType::User,
        _ => CommandOptionType::String,
    };
    let made =
        CreateCommandOption::new(kind, option.name, option.summary).required(option.required);
    match option.kind {
        OptionKind::Person => made,
        kind => match kind.words() {
            Some(words) => words
                .into_iter()
                .fold(made, |made, word| made.add_string_choice(word, word)),
            None => made.set_autocomplete(true),
        },
    }
}
