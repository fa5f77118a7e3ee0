//! Rules for commands beyond the schemas of Discord's API description.

use serde_json::Value;

use super::{
    json::{broken, items, length, text, texts, twice},
    server::ApiRequest,
};

/// The most commands, and the most characters of all names, descriptions and values of one command.
const MOST_COMMANDS: usize = 100;
const LONGEST_COMMAND: usize = 8000;

/// Returns all errors in a list of commands.
pub(super) fn wrong(request: &ApiRequest) -> Vec<String> {
    let commands = items(&request.body.json);
    let (n, is_list) = (commands.len(), request.body.json.is_array());
    let mut wrong = broken([
        (!is_list, "the commands are no list".to_owned()),
        (n > MOST_COMMANDS, format!("{n} commands")),
    ]);
    wrong.extend(twice("name of a command", texts(commands, "name")));
    let is_entry = |command: &&Value| command["type"] == 4;
    let n_entries = commands.iter().filter(is_entry).count();
    let handled = commands
        .iter()
        .filter(|command| !command["handler"].is_null());
    wrong.extend(broken([
        (n_entries > 1, format!("{n_entries} entry points")),
        (
            !handled.clone().all(|command| is_entry(&command)) || handled.count() != n_entries,
            "an entry point alone has a handler".to_owned(),
        ),
    ]));
    for command in commands {
        if matches!(command["type"].as_u64(), Some(2 | 3)) {
            wrong.extend(wrong_menu(command));
        } else {
            wrong.extend(wrong_name_and_description("command", command));
            wrong.extend(wrong_options(command));
            let (name, n) = (text(&command["name"]), n_characters(command));
            let complaint = format!("/{name} has {n} characters");
            wrong.extend(broken([(n > LONGEST_COMMAND, complaint)]));
        }
    }
    wrong
}

/// Returns all errors in a user or message command.
fn wrong_menu(command: &Value) -> Vec<String> {
    let name = text(&command["name"]);
    let is_plain = length(&command["description"]) == 0 && items(&command["options"]).is_empty();
    broken([(!is_plain, format!("{name:?} has more than a name"))])
}

/// Returns all errors in the options of a command or a subcommand.
fn wrong_options(command: &Value) -> Vec<String> {
    let name = text(&command["name"]);
    let options = items(&command["options"]);
    let is_required = |option: &Value| option["required"] == true;
    let n_required = options.iter().filter(|option| is_required(option)).count();
    let are_first = options.iter().take(n_required).all(is_required);
    let is_subcommand = |option: &&Value| option["type"] == 1;
    let n_subcommands = options.iter().filter(is_subcommand).count();
    let is_mixed = n_subcommands != 0 && n_subcommands != options.len();
    let mut wrong = broken([
        (!are_first, format!("/{name} requires a later option")),
        (is_mixed, format!("/{name} has subcommands and options")),
    ]);
    wrong.extend(twice("name of an option", texts(options, "name")));
    wrong.extend(options.iter().flat_map(wrong_option));
    let subcommands = options.iter().filter(is_subcommand);
    wrong.extend(subcommands.flat_map(wrong_options));
    wrong
}

fn wrong_name_and_description(what: &str, value: &Value) -> Vec<String> {
    let (name, description) = (text(&value["name"]), text(&value["description"]));
    let fits = |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || "-_'".contains(c);
    let (is_good, is_bare) = (name.chars().all(fits), description.is_empty());
    broken([
        (!is_good, format!("the name of a {what} is {name:?}")),
        (is_bare, format!("{what} {name:?} has no description")),
    ])
}

fn wrong_option(option: &Value) -> Vec<String> {
    let name = text(&option["name"]);
    let choices = items(&option["choices"]);
    let has_both = !choices.is_empty() && option["autocomplete"] == true;
    let mut wrong = broken([(has_both, format!("{name} has choices and completes"))]);
    wrong.extend(wrong_name_and_description("option", option));
    wrong.extend(wrong_choices(choices));
    wrong
}

/// Returns all errors in the choices of an option or of a completion.
pub(super) fn wrong_choices(choices: &[Value]) -> Vec<String> {
    let is_good = |value: &Value| value.is_number() || (1..=100).contains(&length(value));
    let wrong = choices.iter().filter(|choice| !is_good(&choice["value"]));
    let mut wrong: Vec<String> = wrong
        .map(|choice| format!("a choice is {choice}"))
        .collect();
    wrong.extend(twice("name of a choice", texts(choices, "name")));
    wrong
}

/// Counts the characters of a command's texts.
fn n_characters(value: &Value) -> usize {
    let own = ["name", "description", "value"].map(|key| length(&value[key]));
    let inner = ["options", "choices"].map(|key| items(&value[key]).iter().map(n_characters).sum());
    own.iter().chain(&inner).sum()
}
