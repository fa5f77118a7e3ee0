//! Commands that a person types, built as Discord's own client does: only registered commands can be sent. The client shows
//! options and choices in the language of the user, and sends their default names and values.

use std::{cmp::Ordering, collections::BTreeMap};

use serde::Serialize;
use serde_json::{Value, json};

use super::{Id, json::items, people::member_json, server_state::ServerState};

/// A command as it is sent.
pub(super) struct TypedCommand {
    pub(super) data: Value,
    /// The command as every reader of a public answer sees it.
    pub(super) line: String,
}

/// Parses a complete command: `/challenge variant:berolina opponent:@Bob`.
pub(super) fn command(
    state: &ServerState,
    guild: Option<Id>,
    locale: &str,
    text: &str,
) -> Result<TypedCommand, String> {
    let parsed = parse(state, guild, locale, text)?;
    let name = parsed.name();
    let is_given = |option: &Value| {
        let mut given = parsed.given.iter();
        given.any(|(given, _)| given["name"] == option["name"])
    };
    let mut needed = options(parsed.takes()).filter(|option| option["required"] == true);
    if let Some(missing) = needed.find(|option| !is_given(option)) {
        let missing = plain(&missing["name"]);
        return Err(format!("/{name} is not sent without its option {missing}"));
    }
    let mut resolved = Resolved::default();
    let mut sent = Vec::new();
    let mut line = format!("/{name}");
    for (option, value) in &parsed.given {
        let (value, shown) = value_of(state, guild, locale, option, value, &mut resolved)?;
        line.push_str(&format!(" {}:{shown}", plain(&option["name"])));
        sent.push(json!({ "name": option["name"], "type": option["type"], "value": value }));
    }
    let mut data = parsed.data(sent);
    if !resolved.users.is_empty() {
        data["resolved"] = json!(resolved);
    }
    Ok(TypedCommand { data, line })
}

/// Parses a partial command. The last option asks for completions.
pub(super) fn unfinished(
    state: &ServerState,
    guild: Option<Id>,
    locale: &str,
    text: &str,
) -> Result<TypedCommand, String> {
    let parsed = parse(state, guild, locale, text)?;
    let Some(((last, typed), before)) = parsed.given.split_last() else {
        return Err(format!("{text:?} has no option that could be completed"));
    };
    let (name, kind) = (&last["name"], &last["type"]);
    if last["autocomplete"] != true {
        return Err(format!("the option {name} is not completed by the bot"));
    }
    let mut sent = Vec::new();
    for (option, value) in before {
        let resolved = &mut Resolved::default();
        let (value, _) = value_of(state, guild, locale, option, value, resolved)?;
        sent.push(json!({ "name": option["name"], "type": option["type"], "value": value }));
    }
    sent.push(json!({ "name": name, "type": kind, "value": typed, "focused": true }));
    Ok(TypedCommand {
        data: parsed.data(sent),
        line: text.to_owned(),
    })
}

/// The people whom a command or a menu names, as Discord describes them to the bot.
#[derive(Default, Serialize)]
pub(super) struct Resolved {
    users: BTreeMap<Id, Value>,
    members: BTreeMap<Id, Value>,
}

impl Resolved {
    /// Adds a person. Returns the id as it is sent.
    pub(super) fn add(&mut self, state: &ServerState, guild: Option<Id>, user: Id) -> Value {
        self.users.insert(user, state.account(user).to_json());
        let member = guild.and_then(|guild| Some((guild, state.guild(guild).members.get(&user)?)));
        if let Some((guild, member)) = member {
            let mut described = member_json(state, guild, user, member);
            if let Some(fields) = described.as_object_mut() {
                fields.retain(|name, _| !["user", "deaf", "mute"].contains(&name.as_str()));
            }
            described["permissions"] = json!(member.permissions.to_string());
            self.members.insert(user, described);
        }
        json!(user)
    }
}

/// A parsed command.
struct ParsedCommand {
    definition: Value,
    /// The definition of its subcommand, if it has one.
    own: Option<Value>,
    /// The given options with their values.
    given: Vec<(Value, String)>,
}

impl ParsedCommand {
    /// Returns the definition that lists the options.
    fn takes(&self) -> &Value {
        self.own.as_ref().unwrap_or(&self.definition)
    }

    /// Returns the full name of the command: `settings server`.
    fn name(&self) -> String {
        let names = [Some(&self.definition), self.own.as_ref()]
            .into_iter()
            .flatten();
        let names: Vec<_> = names.map(|named| plain(&named["name"])).collect();
        names.join(" ")
    }

    /// Returns the interaction data of the command.
    fn data(&self, sent: Vec<Value>) -> Value {
        let sent = match &self.own {
            Some(own) => vec![json!({ "name": own["name"], "type": 1, "options": sent })],
            None => sent,
        };
        let (id, name) = (&self.definition["id"], &self.definition["name"]);
        json!({ "id": id, "name": name, "type": self.definition["type"], "options": sent })
    }
}

/// Returns the named subcommand, or `None` if the command has none.
fn subcommand(definition: &Value, word: Option<&str>) -> Result<Option<Value>, String> {
    let mut subcommands = options(definition).filter(|option| option["type"] == 1);
    if subcommands.clone().next().is_none() {
        return Ok(None);
    }
    let found = subcommands.find(|option| option["name"].as_str() == word);
    let missing = || format!("{} is not sent without a subcommand", definition["name"]);
    found.cloned().map(Some).ok_or_else(missing)
}

fn parse(
    state: &ServerState,
    guild: Option<Id>,
    locale: &str,
    text: &str,
) -> Result<ParsedCommand, String> {
    let mut words = text.split_whitespace();
    let name = words.next().and_then(|word| word.strip_prefix('/'));
    let name = name.ok_or_else(|| format!("{text:?} is no command"))?;
    let definition = definition(state, guild, name)?;
    let own = subcommand(&definition, words.clone().next())?;
    let mut parsed = ParsedCommand {
        definition,
        own,
        given: Vec::new(),
    };
    for word in words.skip(usize::from(parsed.own.is_some())) {
        let option = word.split_once(':').and_then(|(key, rest)| {
            let option = options(parsed.takes()).find(|option| *shown(option, locale) == key)?;
            Some((option.clone(), rest.to_owned()))
        });
        let mut given = parsed.given.iter();
        if let Some((option, rest)) = option {
            let name = &option["name"];
            if given.any(|(given, _)| given["name"] == *name) {
                return Err(format!("the option {name} is given twice"));
            }
            parsed.given.push((option, rest));
        } else if let Some((_, value)) = parsed.given.last_mut() {
            *value = format!("{value} {word}").trim().to_owned();
        } else {
            let advice = "write its name, a colon and the value";
            return Err(format!("/{name} has no option for {word:?}; {advice}"));
        }
    }
    Ok(parsed)
}

fn definition(state: &ServerState, guild: Option<Id>, name: &str) -> Result<Value, String> {
    let mut commands = state.commands.iter();
    let found = commands.find(|command| command["name"] == name);
    let found = found.ok_or_else(|| format!("no command /{name} is registered"))?;
    let here = json!(u8::from(guild.is_none()));
    let contexts = found["contexts"].as_array();
    let is_shown = contexts.is_none_or(|contexts| contexts.contains(&here));
    if is_shown && !(guild.is_none() && found["dm_permission"] == false) {
        Ok(found.clone())
    } else {
        Err(format!("/{name} is not offered here"))
    }
}

/// Returns the localized name of an option or a choice.
fn shown<'v>(thing: &'v Value, locale: &str) -> &'v Value {
    let local = &thing["name_localizations"][locale];
    if local.is_null() {
        &thing["name"]
    } else {
        local
    }
}

fn options(definition: &Value) -> impl Iterator<Item = &Value> + Clone {
    items(&definition["options"]).iter()
}

/// Returns a value as it is sent, and as people see it.
fn value_of(
    state: &ServerState,
    guild: Option<Id>,
    locale: &str,
    option: &Value,
    text: &str,
    resolved: &mut Resolved,
) -> Result<(Value, String), String> {
    let name = &option["name"];
    let wrong = |why: &str| Err(format!("the option {name} does not take {text:?}: {why}"));
    let choices = items(&option["choices"]);
    if !choices.is_empty() {
        return match choices.iter().find(|choice| shown(choice, locale) == text) {
            Some(choice) => Ok((choice["value"].clone(), plain(&choice["name"]))),
            None => wrong("it is none of the choices"),
        };
    }
    let value = match option["type"].as_u64() {
        Some(3) => {
            let length = text.chars().count() as u64;
            let least = option["min_length"].as_u64().unwrap_or(1);
            let most = option["max_length"].as_u64().unwrap_or(6000);
            if !(least..=most).contains(&length) {
                return wrong("its length");
            }
            json!(text)
        }
        Some(4) => {
            let Ok(number) = text.parse::<i64>() else {
                return wrong("it is no number");
            };
            let is_beyond = |bound: &str, order| {
                option[bound]
                    .as_i64()
                    .is_some_and(|bound| number.cmp(&bound) == order)
            };
            if is_beyond("min_value", Ordering::Less) {
                return wrong("it is too low");
            }
            if is_beyond("max_value", Ordering::Greater) {
                return wrong("it is too high");
            }
            json!(number)
        }
        Some(5) => match text.to_lowercase().parse::<bool>() {
            Ok(value) => json!(value),
            Err(_) => return wrong("it is neither true nor false"),
        },
        Some(6) => {
            let Some(user) = person(state, guild, text) else {
                return wrong("nobody here is called so");
            };
            let shown = format!("@{}", state.name_in(guild, user));
            return Ok((resolved.add(state, guild, user), shown));
        }
        kind => return wrong(&format!("this server cannot type options of type {kind:?}")),
    };
    Ok((value, text.to_owned()))
}

/// Returns a text or number as text.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns the person with this name in the guild, with or without `@`.
pub(super) fn person(state: &ServerState, guild: Option<Id>, text: &str) -> Option<Id> {
    let wanted = text.trim_start_matches('@');
    let is_here = |id: &Id| {
        guild.is_none_or(|guild| {
            *id == state.application || state.guild(guild).members.contains_key(id)
        })
    };
    let here = || state.accounts.keys().copied().filter(is_here);
    let is_called = |id: &Id| state.name_in(guild, *id) == wanted;
    here()
        .find(is_called)
        .or_else(|| here().find(|id| state.account(*id).username == wanted))
}
