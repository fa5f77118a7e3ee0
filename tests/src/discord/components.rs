//! Buttons, menus and text fields: their limits, and functions to find them in a message.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// The kinds of components by Discord's numbers.
const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_MENU: u64 = 3;
const TEXT_FIELD: u64 = 4;
const USER_MENU: u64 = 5;

/// The most rows, and the most components of a message with components v2.
const MOST_ROWS: usize = 5;
const MOST_COMPONENTS: usize = 40;

/// A button as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// The label.
    pub label: String,
    /// The custom id that the bot receives. Empty for a link.
    pub id: String,
    /// Discord's number of its style: 1 primary, 2 secondary, 3 success, 4 danger, 5 a link.
    pub style: u64,
    /// True if it cannot be pressed.
    pub is_disabled: bool,
}

/// A menu as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// The placeholder before a choice.
    pub label: String,
    /// The custom id that the bot receives with the choice.
    pub id: String,
    /// Discord's number of its kind: 3 for a list, 5 for people.
    pub kind: u64,
    /// The entries.
    pub entries: Vec<Entry>,
    /// The fewest entries that may be chosen.
    pub least: u64,
    /// The ids of the people who are selected by default.
    pub chosen: Vec<String>,
    /// True if no entry can be chosen.
    pub is_disabled: bool,
}

/// An entry of a menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The label.
    pub label: String,
    /// The value that the bot receives.
    pub value: String,
    /// The description below the label.
    pub description: String,
}

/// A modal that asks for text.
#[derive(Clone, Debug, PartialEq)]
pub struct Modal {
    /// The custom id that the bot receives with the text.
    pub id: String,
    /// The title.
    pub title: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// The interaction that opened it.
    pub(super) opened_by: super::Id,
}

/// A text field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The label.
    pub label: String,
    /// The custom id for the bot.
    pub id: String,
    /// The initial text.
    pub value: String,
    /// True if it must not be empty.
    pub is_required: bool,
    /// The most characters that it accepts.
    pub most: usize,
}

/// Returns all components, nested ones included, in display order.
pub(super) fn all(components: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    for component in components.as_array().into_iter().flatten() {
        found.push(component);
        found.extend(all(&component["components"]));
        if component["accessory"].is_object() {
            found.push(&component["accessory"]);
        }
    }
    found
}

pub(super) fn buttons(components: &Value) -> Vec<Button> {
    let buttons = all(components)
        .into_iter()
        .filter(|component| component["type"] == BUTTON);
    let button = |component: &Value| Button {
        label: match text(component, "label") {
            label if label.is_empty() => text(&component["emoji"], "name"),
            label => label,
        },
        id: text(component, "custom_id"),
        style: component["style"].as_u64().unwrap_or_default(),
        is_disabled: component["disabled"] == true,
    };
    buttons.map(button).collect()
}

pub(super) fn menus(components: &Value) -> Vec<Menu> {
    let is_menu = |component: &&Value| matches!(component["type"].as_u64(), Some(3 | 5..=8));
    let menu = |component: &Value| Menu {
        label: text(component, "placeholder"),
        id: text(component, "custom_id"),
        kind: component["type"].as_u64().unwrap_or_default(),
        entries: component["options"]
            .as_array()
            .into_iter()
            .flatten()
            .map(entry)
            .collect(),
        least: component["min_values"].as_u64().unwrap_or(1),
        chosen: chosen(component),
        is_disabled: component["disabled"] == true,
    };
    all(components)
        .into_iter()
        .filter(is_menu)
        .map(menu)
        .collect()
}

/// Returns the people who are selected by default in a menu of people.
fn chosen(menu: &Value) -> Vec<String> {
    let chosen = menu["default_values"].as_array().into_iter().flatten();
    chosen.map(|chosen| text(chosen, "id")).collect()
}

fn entry(option: &Value) -> Entry {
    Entry {
        label: text(option, "label"),
        value: text(option, "value"),
        description: text(option, "description"),
    }
}

pub(super) fn modal(data: &Value, opened_by: super::Id) -> Modal {
    let components = all(&data["components"]).into_iter();
    let fields = components
        .filter(|component| component["type"] == TEXT_FIELD)
        .map(|field| Field {
            label: text(field, "label"),
            id: text(field, "custom_id"),
            value: text(field, "value"),
            is_required: field["required"] != false,
            most: field["max_length"]
                .as_u64()
                .and_then(|most| most.try_into().ok())
                .unwrap_or(4000),
        });
    Modal {
        id: text(data, "custom_id"),
        title: text(data, "title"),
        fields: fields.collect(),
        opened_by,
    }
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_owned()
}

/// Returns components as Discord sends them: each with an id, and menus with the number of entries that may be chosen.
pub(super) fn received(components: &Value) -> Value {
    let mut components = components.clone();
    number(&mut components, &mut 0);
    components
}

fn number(components: &mut Value, last: &mut u64) {
    for component in components.as_array_mut().into_iter().flatten() {
        *last += 1;
        component["id"] = json!(*last);
        if matches!(component["type"].as_u64(), Some(3 | 5..=8)) {
            for bound in ["min_values", "max_values"] {
                let told = component[bound].as_u64().unwrap_or(1);
                component[bound] = json!(told);
            }
        }
        number(&mut component["components"], last);
        if component["components"].is_null() {
            component
                .as_object_mut()
                .map(|fields| fields.remove("components"));
        }
    }
}

/// Returns all errors in the components of a message.
pub(super) fn wrong(components: &Value, is_v2: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    let rows = components.as_array().map_or(&[][..], Vec::as_slice);
    let all = all(components);
    if is_v2 && all.len() > MOST_COMPONENTS {
        wrong.push(format!(
            "{} components, more than {MOST_COMPONENTS}",
            all.len()
        ));
    }
    if !is_v2 {
        if rows.len() > MOST_ROWS {
            wrong.push(format!("{} rows, more than {MOST_ROWS}", rows.len()));
        }
        if rows.iter().any(|row| row["type"] != ROW) {
            wrong.push(
                "what is not in a row needs the flag of messages told by components".to_owned(),
            );
        }
    }
    for row in all.iter().filter(|component| component["type"] == ROW) {
        wrong.extend(wrong_row(row));
    }
    for component in &all {
        wrong.extend(wrong_component(component));
    }
    let ids: Vec<&str> = all
        .iter()
        .filter_map(|component| component["custom_id"].as_str())
        .collect();
    wrong.extend(twice("custom id", &ids));
    wrong
}

/// Returns all errors in a modal.
pub(super) fn wrong_modal(data: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let modal = modal(data, super::Id(0));
    if !(1..=45).contains(&modal.title.chars().count()) {
        wrong.push(format!("the title of a modal is {:?}", modal.title));
    }
    if !(1..=100).contains(&modal.id.chars().count()) {
        wrong.push(format!("the custom id of a modal is {:?}", modal.id));
    }
    if !(1..=5).contains(&modal.fields.len()) {
        wrong.push(format!("a modal has {} fields", modal.fields.len()));
    }
    for field in &modal.fields {
        if !(1..=45).contains(&field.label.chars().count())
            || !(1..=100).contains(&field.id.chars().count())
        {
            wrong.push(format!(
                "a field of a modal is {:?}, {:?}",
                field.label, field.id
            ));
        }
    }
    let ids: Vec<&str> = modal.fields.iter().map(|field| field.id.as_str()).collect();
    wrong.extend(twice("custom id", &ids));
    wrong
}

fn wrong_row(row: &Value) -> Option<String> {
    let inner = row["components"].as_array().map_or(&[][..], Vec::as_slice);
    let n_buttons = inner
        .iter()
        .filter(|component| component["type"] == BUTTON)
        .count();
    let is_good = match inner.len() {
        0 => false,
        1 => true,
        n => n <= 5 && n_buttons == n,
    };
    (!is_good).then(|| {
        format!(
            "a row has {} components, {n_buttons} of them buttons",
            inner.len()
        )
    })
}

fn wrong_component(component: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let id = component["custom_id"].as_str();
    match component["type"].as_u64() {
        Some(BUTTON) => {
            let is_link = component["style"] == 5;
            if is_link != component["url"].is_string() || is_link == id.is_some() {
                wrong.push(format!(
                    "a button is neither a link nor has it an id of its own: {component}"
                ));
            }
            let label = component["label"].as_str().unwrap_or_default();
            if label.chars().count() > 80 || (label.is_empty() && component["emoji"].is_null()) {
                wrong.push(format!("the label of a button is {label:?}"));
            }
        }
        Some(STRING_MENU) => wrong.extend(wrong_menu(component)),
        Some(USER_MENU) => wrong.extend(wrong_user_menu(component)),
        _ => {}
    }
    if id.is_some_and(|id| !(1..=100).contains(&id.chars().count())) {
        wrong.push(format!("a custom id is {id:?}"));
    }
    wrong
}

fn wrong_menu(component: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let entries: Vec<Entry> = component["options"]
        .as_array()
        .into_iter()
        .flatten()
        .map(entry)
        .collect();
    if !(1..=25).contains(&entries.len()) {
        wrong.push(format!("a menu has {} entries", entries.len()));
    }
    let fits = |text: &str| (1..=100).contains(&text.chars().count());
    for entry in &entries {
        if !fits(&entry.label) || !fits(&entry.value) || entry.description.chars().count() > 100 {
            wrong.push(format!(
                "an entry of a menu is too long or empty: {entry:?}"
            ));
        }
    }
    let values: Vec<&str> = entries.iter().map(|entry| entry.value.as_str()).collect();
    wrong.extend(twice("value of a menu", &values));
    if component["placeholder"]
        .as_str()
        .is_some_and(|text| text.chars().count() > 150)
    {
        wrong.push("the label of a menu has more than 150 characters".to_owned());
    }
    wrong
}

/// Returns all errors in a menu of people. Discord fills the menu itself, and accepts as many default values as entries may be
/// chosen.
fn wrong_user_menu(component: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let bound = |name: &str| component[name].as_u64().unwrap_or(1);
    let (least, most) = (bound("min_values"), bound("max_values"));
    if least > most {
        wrong.push(format!(
            "at least {least} and at most {most} people are to be chosen"
        ));
    }
    let chosen = chosen(component);
    let n_chosen = chosen.len() as u64;
    if n_chosen > 0 && !(least..=most).contains(&n_chosen) {
        wrong.push(format!("{n_chosen} people are chosen from the start"));
    }
    if !component["options"].is_null() {
        wrong.push("a menu of people has no entries of its own".to_owned());
    }
    let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
    wrong.extend(twice("person of a menu", &chosen));
    wrong
}

/// Reports the duplicates in a list.
pub(super) fn twice(what: &str, names: &[&str]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let again = names.iter().filter(|name| !seen.insert(**name));
    again
        .map(|name| format!("the {what} {name:?} is used twice"))
        .collect()
}
