//! Buttons, menus and text fields: their limits, and functions to find them in a message.

use serde_json::{Value, json};

use super::json::{broken, items, length, texts, twice};

/// The kinds of components by Discord's numbers.
const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_MENU: u64 = 3;
const TEXT_FIELD: u64 = 4;
const USER_MENU: u64 = 5;

/// The most rows of a message, and the most fields of a modal.
const MOST_ROWS: usize = 5;

/// A button as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// The label.
    pub label: String,
    /// The custom id that the bot receives. Empty for a link.
    pub id: String,
    /// The address of a link, or an empty text.
    pub url: String,
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

impl Field {
    /// Tells whether it has this label or id.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.label == name || self.id == name
    }
}

/// Returns all components, nested ones included, in display order.
pub(super) fn all(components: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    for component in items(components) {
        found.push(component);
        found.extend(all(&component["components"]));
    }
    found
}

fn is_menu(component: &Value) -> bool {
    component["type"] == STRING_MENU || component["type"] == USER_MENU
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
        url: text(component, "url"),
        style: component["style"].as_u64().unwrap_or_default(),
        is_disabled: component["disabled"] == true,
    };
    buttons.map(button).collect()
}

pub(super) fn menus(components: &Value) -> Vec<Menu> {
    let menu = |component: &Value| Menu {
        label: text(component, "placeholder"),
        id: text(component, "custom_id"),
        kind: component["type"].as_u64().unwrap_or_default(),
        entries: items(&component["options"]).iter().map(entry).collect(),
        least: component["min_values"].as_u64().unwrap_or(1),
        chosen: chosen(component),
        is_disabled: component["disabled"] == true,
    };
    let menus = all(components).into_iter().filter(|found| is_menu(found));
    menus.map(menu).collect()
}

/// Returns the people who are selected by default in a menu of people.
fn chosen(menu: &Value) -> Vec<String> {
    let chosen = items(&menu["default_values"]).iter();
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
        if is_menu(component) {
            for bound in ["min_values", "max_values"] {
                component[bound] = json!(component[bound].as_u64().unwrap_or(1));
            }
        }
        number(&mut component["components"], last);
        if component["components"].is_null()
            && let Some(fields) = component.as_object_mut()
        {
            fields.remove("components");
        }
    }
}

/// Returns all errors in the components of a message.
pub(super) fn wrong(components: &Value) -> Vec<String> {
    let all = all(components);
    let n = items(components).len();
    let mut wrong = broken([(n > MOST_ROWS, format!("{n} rows, more than {MOST_ROWS}"))]);
    for component in &all {
        wrong.extend(match component["type"].as_u64() {
            Some(ROW) => wrong_row(component),
            Some(BUTTON) => wrong_button(component),
            Some(STRING_MENU) => {
                let entries = items(&component["options"]);
                twice("value of a menu", texts(entries, "value"))
            }
            Some(USER_MENU) => wrong_user_menu(component),
            _ => Vec::new(),
        });
    }
    let ids = all.iter().map(|component| &component["custom_id"]);
    let ids = ids.filter_map(Value::as_str);
    wrong.extend(twice("custom id", ids));
    wrong
}

/// Returns all errors in a modal.
pub(super) fn wrong_modal(data: &Value) -> Vec<String> {
    let modal = modal(data, super::Id(0));
    let n = modal.fields.len();
    let has_labels = modal.fields.iter().all(|field| !field.label.is_empty());
    let mut wrong = broken([
        (n > MOST_ROWS, format!("a modal has {n} fields")),
        (!has_labels, "a field of a modal has no label".to_owned()),
    ]);
    let ids = modal.fields.iter().map(|field| field.id.as_str());
    wrong.extend(twice("custom id", ids));
    wrong
}

/// Returns the error in a row of several components, which may only be buttons.
fn wrong_row(row: &Value) -> Vec<String> {
    let inner = items(&row["components"]);
    let n = inner.len();
    let buttons = inner.iter().filter(|inner| inner["type"] == BUTTON);
    let n_buttons = buttons.count();
    let complaint = format!("a row has {n} components, {n_buttons} of them buttons");
    broken([(n > 1 && n_buttons < n, complaint)])
}

fn wrong_button(button: &Value) -> Vec<String> {
    let is_link = button["style"] == 5;
    let (has_url, has_id) = (button["url"].is_string(), button["custom_id"].is_string());
    let has_one_use = is_link == has_url && is_link != has_id;
    let has_face = length(&button["label"]) > 0 || !button["emoji"].is_null();
    broken([
        (!has_one_use, format!("neither a link nor an id: {button}")),
        (!has_face, format!("a button has no label: {button}")),
    ])
}

/// Returns all errors in a menu of people. Discord fills the menu itself, and accepts as many default values as entries may be
/// chosen.
fn wrong_user_menu(component: &Value) -> Vec<String> {
    let bound = |name: &str| component[name].as_u64().unwrap_or(1);
    let (least, most) = (bound("min_values"), bound("max_values"));
    let chosen = chosen(component);
    let n = chosen.len() as u64;
    let is_early = n > 0 && !(least..=most).contains(&n);
    let has_entries = !component["options"].is_null();
    let mut wrong = broken([
        (least > most, format!("from {least} to {most} people")),
        (is_early, format!("{n} people are chosen from the start")),
        (has_entries, "a menu of people has entries".to_owned()),
    ]);
    wrong.extend(twice("person of a menu", chosen.iter().map(String::as_str)));
    wrong
}
