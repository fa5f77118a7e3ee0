//! Rules for commands beyond the schemas of Discord's API description.

use serde_json::Value;

use super::components::twice;

/// The most characters of all names, descriptions and values of one command.
const LONGEST_COMMAND: usize = 8000;

/// Returns all errors in a list of commands.
pub(super) fn wrong(commands: &[Value]) -> Vec<String> {
    let mut wrong: Vec<String> = commands.iter().flat_map(wrong_command).collect();
    let names: Vec<&str> = commands
        .iter()
        .filter_map(|command| command["name"].as_str())
        .collect();
    wrong.extend(twice("name of a command", &names));
    if commands.len() > 100 {
        wrong.push(format!("{} commands, more than 100", commands.len()));
    }
    wrong
}

fn wrong_command(command: &Value) -> Vec<String> {
    let name = command["name"].as_str().unwrap_or_default();
    if matches!(command["type"].as_u64(), Some(2 | 3)) {
        return wrong_menu(command);
    }
    let mut wrong = wrong_name_and_description("command", command);
    wrong.extend(wrong_options(command));
    let length = told(command);
    if length > LONGEST_COMMAND {
        wrong.push(format!(
            "/{name} has {length} characters, more than {LONGEST_COMMAND}"
        ));
    }
    wrong
}

/// Returns all errors in a user or message command.
fn wrong_menu(command: &Value) -> Vec<String> {
    let name = command["name"].as_str().unwrap_or_default();
    let mut wrong = Vec::new();
    if !(1..=32).contains(&name.chars().count()) {
        wrong.push(format!("the name of a command in a menu is {name:?}"));
    }
    let told = command["description"].as_str().unwrap_or_default();
    let options = command["options"].as_array();
    if !told.is_empty() || options.is_some_and(|options| !options.is_empty()) {
        wrong.push(format!("{name:?} in a menu has a description or options"));
    }
    wrong
}

/// Returns all errors in the options of a command or a subcommand.
fn wrong_options(command: &Value) -> Vec<String> {
    let name = command["name"].as_str().unwrap_or_default();
    let mut wrong = Vec::new();
    let options = command["options"].as_array().map_or(&[][..], Vec::as_slice);
    if options.len() > 25 {
        wrong.push(format!(
            "/{name} has {} options, more than 25",
            options.len()
        ));
    }
    let names: Vec<&str> = options
        .iter()
        .filter_map(|option| option["name"].as_str())
        .collect();
    wrong.extend(twice("name of an option", &names));
    let is_required = |option: &Value| option["required"] == true;
    let n_required = options.iter().filter(|option| is_required(option)).count();
    if !options.iter().take(n_required).all(is_required) {
        wrong.push(format!(
            "/{name} has a required option after one that is not"
        ));
    }
    let is_subcommand = |option: &&Value| option["type"] == 1;
    let n_subcommands = options.iter().filter(is_subcommand).count();
    if n_subcommands != 0 && n_subcommands != options.len() {
        wrong.push(format!("/{name} has subcommands and options"));
    }
    wrong.extend(options.iter().flat_map(wrong_option));
    let subcommands = options.iter().filter(is_subcommand);
    wrong.extend(subcommands.flat_map(wrong_options));
    wrong
}

fn wrong_name_and_description(what: &str, value: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let name = value["name"].as_str().unwrap_or_default();
    let is_good = |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || "-_'".contains(c);
    if !(1..=32).contains(&name.chars().count()) || !name.chars().all(is_good) {
        wrong.push(format!("the name of a {what} is {name:?}"));
    }
    let description = value["description"].as_str().unwrap_or_default();
    if !(1..=100).contains(&description.chars().count()) {
        wrong.push(format!(
            "the description of the {what} {name:?} is {description:?}"
        ));
    }
    wrong
}

fn wrong_option(option: &Value) -> Vec<String> {
    let mut wrong = wrong_name_and_description("option", option);
    let name = option["name"].as_str().unwrap_or_default();
    let choices = option["choices"].as_array().map_or(&[][..], Vec::as_slice);
    if choices.len() > 25 {
        wrong.push(format!(
            "the option {name} has {} choices, more than 25",
            choices.len()
        ));
    }
    if !choices.is_empty() && option["autocomplete"] == true {
        wrong.push(format!("the option {name} has choices and completes"));
    }
    wrong.extend(wrong_choices(choices));
    wrong
}

/// Returns all errors in the choices of an option or of a completion.
pub(super) fn wrong_choices(choices: &[Value]) -> Vec<String> {
    let mut wrong = Vec::new();
    for choice in choices {
        let name = choice["name"].as_str().unwrap_or_default();
        let value = &choice["value"];
        let is_good_value = value.is_number()
            || value
                .as_str()
                .is_some_and(|value| (1..=100).contains(&value.chars().count()));
        if !(1..=100).contains(&name.chars().count()) || !is_good_value {
            wrong.push(format!("a choice is {choice}"));
        }
    }
    let names: Vec<&str> = choices
        .iter()
        .filter_map(|choice| choice["name"].as_str())
        .collect();
    wrong.extend(twice("name of a choice", &names));
    wrong
}

/// Counts the characters of a command's texts.
fn told(value: &Value) -> usize {
    let own = ["name", "description", "value"]
        .map(|key| value[key].as_str().map_or(0, |text| text.chars().count()));
    let inner = ["options", "choices"].map(|key| {
        value[key]
            .as_array()
            .map_or(0, |items| items.iter().map(told).sum())
    });
    own.iter().sum::<usize>() + inner.iter().sum::<usize>()
}
