//! The table of commands as Discord registers it.

use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
};

use crate::command::{CommandOption, OptionKind, SPECS, Spec};

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

fn option(option: &CommandOption) -> CreateCommandOption {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Lower-case letters, digits and dashes, as Discord wants names.
    fn is_name(name: &str) -> bool {
        let is_proper = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        (1..=32).contains(&name.len()) && name.chars().all(is_proper)
    }

    fn is_description(text: &str) -> bool {
        (1..=100).contains(&text.chars().count())
    }

    #[test]
    fn every_command_is_within_the_limits_of_discord() {
        assert!(SPECS.len() <= 100);
        for spec in SPECS {
            assert!(
                is_name(spec.name) && is_description(spec.summary),
                "{}",
                spec.name
            );
            assert!(spec.options.len() <= 25, "{}", spec.name);
            let required: Vec<bool> = spec.options.iter().map(|option| option.required).collect();
            assert!(
                required.is_sorted_by(|one, other| one >= other),
                "{}",
                spec.name
            );
            for option in spec.options {
                assert!(
                    is_name(option.name) && is_description(option.summary),
                    "{}",
                    option.name
                );
                let words = option.kind.words().unwrap_or_default();
                assert!(words.len() <= 25, "{}", option.name);
                assert!(words.iter().all(|word| (1..=100).contains(&word.len())));
            }
        }
    }

    #[test]
    fn a_command_is_registered_as_the_table_has_it() {
        let commands = serde_json::to_value(commands()).expect("commands are plain data");
        let all = commands.as_array().expect("a list");
        assert_eq!(all.len(), SPECS.len());
        let challenge = &all[0];
        assert_eq!(challenge["name"], "challenge");
        let kinds: Vec<_> = challenge["options"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|option| {
                (
                    &option["name"],
                    &option["type"],
                    option["autocomplete"] == true,
                )
            })
            .map(|(name, kind, completed)| format!("{name} {kind} {completed}"))
            .collect();
        assert_eq!(
            kinds,
            [
                "\"variant\" 3 false",
                "\"opponent\" 6 false",
                "\"color\" 3 false",
                "\"options\" 3 true"
            ]
        );
    }
}
