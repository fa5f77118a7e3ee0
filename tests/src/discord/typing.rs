//! Commands that a person types, built as Discord's own client does: only registered commands can be sent. The client shows
//! options and choices in the language of the user, and sends their default names and values.

use serde_json::{Value, json};

use super::{Id, world::World};

/// A command as it is sent.
pub(super) struct Typed {
    pub(super) data: Value,
    /// The command as every reader of a public answer sees it.
    pub(super) line: String,
}

/// Parses a complete command: `/challenge variant:berolina opponent:@Bob`.
pub(super) fn command(
    world: &World,
    guild: Option<Id>,
    locale: &str,
    text: &str,
) -> Result<Typed, String> {
    let Parts {
        definition,
        own,
        parts,
    } = parts(world, guild, locale, text)?;
    let name = called(&definition, own.as_ref());
    for option in
        options(own.as_ref().unwrap_or(&definition)).filter(|option| option["required"] == true)
    {
        if !parts
            .iter()
            .any(|(given, _)| given["name"] == option["name"])
        {
            return Err(format!(
                "/{name} is not sent without its option {}",
                plain(&option["name"])
            ));
        }
    }
    let mut sent = Vec::new();
    let mut resolved = json!({ "users": {}, "members": {} });
    let mut line = format!("/{name}");
    for (option, value) in &parts {
        let (value, shown) = value_of(world, guild, locale, option, value, &mut resolved)?;
        line.push_str(&format!(
            " {}:{shown}",
            option["name"].as_str().unwrap_or_default()
        ));
        sent.push(json!({ "name": option["name"], "type": option["type"], "value": value }));
    }
    let mut data = data(&definition, own.as_ref(), sent);
    if resolved["users"]
        .as_object()
        .is_some_and(|users| !users.is_empty())
    {
        data["resolved"] = resolved;
    }
    Ok(Typed { data, line })
}

/// Parses a partial command. The last option asks for completions.
pub(super) fn unfinished(
    world: &World,
    guild: Option<Id>,
    locale: &str,
    text: &str,
) -> Result<Typed, String> {
    let Parts {
        definition,
        own,
        parts,
    } = parts(world, guild, locale, text)?;
    let Some(((last, typed), before)) = parts.split_last() else {
        return Err(format!("{text:?} has no option that could be completed"));
    };
    if last["autocomplete"] != true {
        return Err(format!(
            "the option {} is not completed by the bot",
            last["name"]
        ));
    }
    let mut sent = Vec::new();
    for (option, value) in before {
        let (value, _) = value_of(world, guild, locale, option, value, &mut json!({}))?;
        sent.push(json!({ "name": option["name"], "type": option["type"], "value": value }));
    }
    sent.push(
        json!({ "name": last["name"], "type": last["type"], "value": typed, "focused": true }),
    );
    Ok(Typed {
        data: data(&definition, own.as_ref(), sent),
        line: text.to_owned(),
    })
}

/// A parsed command.
struct Parts {
    definition: Value,
    /// The definition of its subcommand, if it has one.
    own: Option<Value>,
    /// The given options.
    parts: Vec<(Value, String)>,
}

/// Returns the interaction data of a command.
fn data(definition: &Value, own: Option<&Value>, sent: Vec<Value>) -> Value {
    let sent = match own {
        Some(own) => vec![json!({ "name": own["name"], "type": 1, "options": sent })],
        None => sent,
    };
    json!({ "id": definition["id"], "name": definition["name"], "type": 1, "options": sent })
}

/// Returns the full name of a command: `settings server`.
fn called(definition: &Value, own: Option<&Value>) -> String {
    let names = [Some(definition), own].into_iter().flatten();
    let names: Vec<_> = names.map(|named| plain(&named["name"])).collect();
    names.join(" ")
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

fn parts(world: &World, guild: Option<Id>, locale: &str, text: &str) -> Result<Parts, String> {
    let name = text
        .split_whitespace()
        .next()
        .and_then(|word| word.strip_prefix('/'));
    let name = name.ok_or_else(|| format!("{text:?} is no command"))?;
    let definition = definition(world, guild, name)?;
    let own = subcommand(&definition, text.split_whitespace().nth(1))?;
    let n_named = 1 + usize::from(own.is_some());
    let mut parts: Vec<(Value, String)> = Vec::new();
    for word in text.split_whitespace().skip(n_named) {
        let option = word.split_once(':').and_then(|(key, rest)| {
            let takes = own.as_ref().unwrap_or(&definition);
            let option = options(takes).find(|option| *shown(option, locale) == key)?;
            Some((option.clone(), rest.to_owned()))
        });
        match option {
            Some((option, _))
                if parts
                    .iter()
                    .any(|(given, _)| given["name"] == option["name"]) =>
            {
                return Err(format!("the option {} is given twice", option["name"]));
            }
            Some(part) => parts.push(part),
            None => match parts.last_mut() {
                Some((_, value)) => *value = format!("{value} {word}").trim().to_owned(),
                None => {
                    let advice = "write its name, a colon and the value";
                    return Err(format!("/{name} has no option for {word:?}; {advice}"));
                }
            },
        }
    }
    Ok(Parts {
        definition,
        own,
        parts,
    })
}

fn definition(world: &World, guild: Option<Id>, name: &str) -> Result<Value, String> {
    let places = [guild, None];
    let mut known = places
        .iter()
        .filter(|place| place.is_some() || guild.is_none() || **place != guild);
    let found = known.find_map(|place| {
        world
            .commands
            .get(place)?
            .iter()
            .find(|command| command["name"] == name)
    });
    let found = found.ok_or_else(|| format!("no command /{name} is registered"))?;
    let contexts = found["contexts"].as_array();
    let here = if guild.is_some() { 0 } else { 1 };
    let is_shown = contexts.is_none_or(|contexts| contexts.contains(&json!(here)));
    let is_shown = is_shown && !(guild.is_none() && found["dm_permission"] == false);
    if is_shown {
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
    definition["options"].as_array().into_iter().flatten()
}

/// Returns a value as it is sent, and as people see it.
fn value_of(
    world: &World,
    guild: Option<Id>,
    locale: &str,
    option: &Value,
    text: &str,
    resolved: &mut Value,
) -> Result<(Value, String), String> {
    let name = &option["name"];
    let wrong = |why: &str| Err(format!("the option {name} does not take {text:?}: {why}"));
    if let Some(choices) = option["choices"]
        .as_array()
        .filter(|choices| !choices.is_empty())
    {
        let is_it = |choice: &&Value| shown(choice, locale) == text;
        return match choices.iter().find(is_it) {
            Some(choice) => Ok((
                choice["value"].clone(),
                choice["name"].as_str().unwrap_or_default().to_owned(),
            )),
            None => wrong("it is none of the choices"),
        };
    }
    let told = text.to_owned();
    match option["type"].as_u64() {
        Some(3) => {
            let length = text.chars().count() as u64;
            let least = option["min_length"].as_u64().unwrap_or(1);
            let most = option["max_length"].as_u64().unwrap_or(6000);
            if (least..=most).contains(&length) {
                Ok((json!(text), told))
            } else {
                wrong("its length")
            }
        }
        Some(4) => match text.parse::<i64>() {
            Ok(number)
                if option["min_value"]
                    .as_i64()
                    .is_some_and(|least| number < least) =>
            {
                wrong("it is too low")
            }
            Ok(number)
                if option["max_value"]
                    .as_i64()
                    .is_some_and(|most| number > most) =>
            {
                wrong("it is too high")
            }
            Ok(number) => Ok((json!(number), told)),
            Err(_) => wrong("it is no number"),
        },
        Some(5) => match text {
            "true" | "True" => Ok((json!(true), told)),
            "false" | "False" => Ok((json!(false), told)),
            _ => wrong("it is neither true nor false"),
        },
        Some(6) => match person(world, guild, text) {
            Some(user) => {
                let (id, shown) = resolve(world, guild, user, resolved);
                Ok((id, shown))
            }
            None => wrong("nobody here is called so"),
        },
        kind => wrong(&format!("this server cannot type options of type {kind:?}")),
    }
}

/// Returns a text or number as text.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns the person with this name in the guild, with or without `@`.
pub(super) fn person(world: &World, guild: Option<Id>, text: &str) -> Option<Id> {
    let wanted = text.trim_start_matches('@');
    let is_here = |id: &Id| {
        guild.is_none_or(|guild| {
            *id == world.application || world.hall(guild).members.contains_key(id)
        })
    };
    let here = || world.accounts.keys().copied().filter(is_here);
    let is_called = |id: &Id| world.name_in(guild, *id) == wanted;
    here()
        .find(is_called)
        .or_else(|| here().find(|id| world.account(*id).username == wanted))
}

/// Adds the mentioned users to a command's data.
pub(super) fn resolve(
    world: &World,
    guild: Option<Id>,
    user: Id,
    resolved: &mut Value,
) -> (Value, String) {
    let id = user.to_string();
    resolved["users"][&id] = world.account(user).to_json();
    let member = guild.and_then(|guild| Some((guild, world.hall(guild).members.get(&user)?)));
    if let Some((guild, member)) = member {
        let mut member_json = super::people::member_json(world, guild, user, member);
        if let Some(fields) = member_json.as_object_mut() {
            for absent in ["user", "deaf", "mute"] {
                fields.remove(absent);
            }
        }
        member_json["permissions"] = json!(member.permissions.to_string());
        resolved["members"][&id] = member_json;
    }
    (json!(id), format!("@{}", world.name_in(guild, user)))
}
