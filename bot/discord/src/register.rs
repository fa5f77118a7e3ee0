//! The commands in the format in which Discord registers them: in English, with translations into the bot's other languages
//! for clients in these languages.
//!
//! The names of commands are the same in all languages, see [`Spec`]. Discord sends the English names of options and
//! choices, whatever language people read.

use serde_json::json;
use serenity::all::{
    CommandOptionType, CommandType, CreateCommand, CreateCommandOption, EntryPointHandlerType,
    InstallationContext, InteractionContext,
};

use command::{CommandOption, Keyword, OWN, OptionKind, SPECS, Spec};
use text::{Language, Text};

/// All locales of Discord clients.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// Returns all commands, with the entry point of the Activity if there is one. They work on servers, in direct messages with the
/// bot, and wherever a person has installed the bot for themselves.
///
/// If the name of a command begins with the name of another, it becomes a subcommand of that one. The other then
/// becomes a subcommand too, under a name of its own: `/settings me`, `/settings server`.
pub(super) fn commands(has_activity: bool) -> Vec<CreateCommand> {
    let whole = SPECS.iter().filter(|spec| !spec.name.contains(' '));
    let commands = whole.map(command).chain(menus());
    commands.chain(has_activity.then(entry_point)).collect()
}

/// The name of the entry point command, which Discord gives it too.
const ENTRY_POINT: &str = "launch";

/// Returns the command by which Discord's own menus launch the Activity. The bot answers it, as it answers the button below a board.
fn entry_point() -> CreateCommand {
    let summary = text::discord_entry_point();
    let made = everywhere(CreateCommand::new(ENTRY_POINT))
        .kind(CommandType::PrimaryEntryPoint)
        .handler(EntryPointHandlerType::AppHandler)
        .description(english(&summary));
    localized(&summary).fold(made, |made, (locale, text)| {
        made.description_localized(locale, text)
    })
}

/// Returns the entries of the context menus of people and messages. Their meaning is read in [`super::reading`].
fn menus() -> impl Iterator<Item = CreateCommand> {
    let menus = [
        (CommandType::User, text::menu_challenge()),
        (CommandType::Message, text::menu_rules()),
    ];
    menus.into_iter().map(|(kind, text)| {
        let made = everywhere(CreateCommand::new(english(&text)).kind(kind));
        localized(&text).fold(made, |made, (locale, name)| {
            made.name_localized(locale, name)
        })
    })
}

fn everywhere(command: CreateCommand) -> CreateCommand {
    command
        .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
        .contexts(vec![
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ])
}

/// Serializes commands to the same bytes for the same commands, although their languages are in no order.
pub(super) fn canonical(commands: &[CreateCommand]) -> Vec<u8> {
    let mut value = json!(commands);
    value.sort_all_objects();
    value.to_string().into_bytes()
}

fn command(spec: &Spec) -> CreateCommand {
    let command = CreateCommand::new(spec.name).description(english(&spec.summary));
    let command = everywhere(command);
    let command = localized(&spec.summary).fold(command, |command, (locale, text)| {
        command.description_localized(locale, text)
    });
    let mut siblings = spec.siblings().peekable();
    if siblings.peek().is_none() {
        let options = options(spec);
        return options.fold(command, CreateCommand::add_option);
    }
    let own = subcommand(OWN, spec);
    let others = siblings.map(|(sibling, name)| subcommand(name, sibling));
    [own]
        .into_iter()
        .chain(others)
        .fold(command, CreateCommand::add_option)
}

fn subcommand(name: &str, spec: &Spec) -> CreateCommandOption {
    let kind = CommandOptionType::SubCommand;
    let made = CreateCommandOption::new(kind, name, english(&spec.summary));
    let made = localized(&spec.summary).fold(made, |made, (locale, text)| {
        made.description_localized(locale, text)
    });
    let options = options(spec);
    options.fold(made, CreateCommandOption::add_sub_option)
}

/// Returns the options of a command that servers of Discord have.
fn options(spec: &Spec) -> impl Iterator<Item = CreateCommandOption> {
    let options = spec.options.iter();
    options.filter(|option| option.is_for(false)).map(option)
}

fn option(option: &CommandOption) -> CreateCommandOption {
    let kind = if option.kind.is_person() {
        CommandOptionType::User
    } else {
        CommandOptionType::String
    };
    let made = CreateCommandOption::new(kind, option.name(), english(&option.summary))
        .required(option.required);
    let made = localized(&option.keyword.local).fold(made, |made, (locale, name)| {
        made.name_localized(locale, name)
    });
    let made = localized(&option.summary).fold(made, |made, (locale, text)| {
        made.description_localized(locale, text)
    });
    match option.kind {
        kind if kind.is_person() => made,
        // The last choice of a person must come first, but registered choices have one order for all.
        OptionKind::Variant | OptionKind::Level => made.set_autocomplete(true),
        kind => match kind.words() {
            Some(words) => words.iter().fold(made, choice),
            None => made.set_autocomplete(true),
        },
    }
}

fn choice(option: CreateCommandOption, word: &Keyword) -> CreateCommandOption {
    option.add_string_choice_localized(
        english(&word.local),
        word.name,
        localized(&word.local).collect::<Vec<_>>(),
    )
}

fn english(text: &Text) -> String {
    Language::ENGLISH.localize(text)
}

/// Returns a text for each locale in a language of the bot, if it differs from English.
fn localized(text: &Text) -> impl Iterator<Item = (&'static str, String)> {
    LOCALES.into_iter().filter_map(move |locale| {
        let translated = Language::negotiate([locale])?.localize(text);
        (translated != english(text)).then_some((locale, translated))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// Returns the commands as they are sent.
    fn sent() -> Vec<Value> {
        let value: Value =
            serde_json::from_slice(&canonical(&commands(false))).expect("it is JSON");
        value.as_array().expect("a list").clone()
    }

    fn list(value: &Value) -> &[Value] {
        value.as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns the name in each language with a translation; the default one has the key "".
    fn in_each(thing: &Value, field: &str) -> Vec<(String, String)> {
        let owned = |text: &Value| text.as_str().expect("a text").to_owned();
        let local = thing[format!("{field}_localizations")].as_object();
        let local = local.into_iter().flatten();
        let local = local.map(|(locale, text)| (locale.clone(), owned(text)));
        [(String::new(), owned(&thing[field]))]
            .into_iter()
            .chain(local)
            .collect()
    }

    /// Tells whether a name is valid for Discord: lower-case letters of any language, digits and dashes.
    fn is_name(name: &str) -> bool {
        let is_proper =
            |c: char| c.is_alphanumeric() && c.to_lowercase().eq([c]) || "-_'".contains(c);
        (1..=32).contains(&name.chars().count()) && name.chars().all(is_proper)
    }

    #[track_caller]
    fn check_described(thing: &Value) {
        for (locale, text) in in_each(thing, "description") {
            assert!(
                (1..=100).contains(&text.chars().count()),
                "{locale}: {text}"
            );
        }
    }

    #[test]
    fn every_command_is_within_the_limits_of_discord_in_every_language() {
        let commands = sent();
        assert!(commands.len() <= 100);
        for command in &commands {
            let name = &command["name"];
            if !command["type"].is_null() {
                check_menu(command);
                continue;
            }
            assert!(is_name(name.as_str().expect("a name")), "{name}");
            check_described(command);
            let options = list(&command["options"]);
            let subcommands = options.iter().filter(|option| option["type"] == 1);
            let n_subcommands = subcommands.clone().count();
            assert!(n_subcommands == 0 || n_subcommands == options.len());
            let takers = [command].into_iter().chain(subcommands);
            takers.for_each(check_options);
        }
    }

    /// Checks that an entry of a context menu has a name for people, and nothing else.
    #[track_caller]
    fn check_menu(command: &Value) {
        for (locale, name) in in_each(command, "name") {
            assert!((1..=32).contains(&name.chars().count()), "{locale}: {name}");
        }
        assert!(command["description"].is_null() && list(&command["options"]).is_empty());
    }

    #[track_caller]
    fn check_options(command: &Value) {
        let name = &command["name"];
        let options = list(&command["options"]);
        assert!(options.len() <= 25, "{name}");
        let required: Vec<bool> = options
            .iter()
            .map(|option| option["required"] == true)
            .collect();
        assert!(required.is_sorted_by(|one, other| one >= other), "{name}");
        for option in options {
            check_described(option);
            let words = list(&option["choices"]);
            assert!(words.len() <= 25, "{option}");
            for (locale, word) in words.iter().flat_map(|word| in_each(word, "name")) {
                assert!(
                    (1..=100).contains(&word.chars().count()),
                    "{locale}: {word}"
                );
            }
        }
        let mut taken = BTreeSet::new();
        for option in options {
            let names: BTreeSet<_> = in_each(option, "name")
                .into_iter()
                .map(|(_, name)| name)
                .collect();
            for option in names {
                assert!(is_name(&option), "{option}");
                assert!(taken.insert(option.clone()), "{name} has {option} twice");
            }
        }
    }

    #[test]
    fn an_activity_has_an_entry_point_that_the_bot_answers() {
        let sent = canonical(&commands(true));
        let sent: Vec<Value> = serde_json::from_slice(&sent).expect("a list");
        let entries: Vec<_> = sent.iter().filter(|command| command["type"] == 4).collect();
        let [entry] = entries[..] else {
            panic!("{entries:?}");
        };
        assert_eq!(entry["handler"], 1);
        check_described(entry);
        assert!(is_name(entry["name"].as_str().expect("a name")));
    }

    #[test]
    fn the_commands_are_registered_as_they_are_written_down() {
        let sent = serde_json::to_string_pretty(&sent()).expect("it is JSON");
        let path = testkit::path("bot/tests/registration.json");
        testkit::check_golden(&path, &(sent + "\n"));
    }
}
