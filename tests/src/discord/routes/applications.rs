//! The application itself and its commands.

use serde_json::{Value, json};

use super::{Answer, forbidden, number, unknown};
use crate::discord::{
    Id, commands,
    people::merged,
    refusal::{Refusal, Reply},
    server::Call,
    world::World,
};

pub(super) fn serve(world: &mut World, call: &Call, segments: &[&str]) -> Answer {
    match (call.method.as_str(), segments) {
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
            Ok(Reply::good(about(world)))
        }
        (_, ["applications", application, rest @ ..]) => {
            if number(application)? != world.application {
                return Err(Refusal::new(404, 10002, "Unknown Application"));
            }
            match rest {
                ["commands"] => all_commands(world, call, None),
                ["guilds", guild, "commands"] => {
                    let guild = number(guild)?;
                    let is_here = world
                        .halls
                        .get(&guild)
                        .is_some_and(|hall| hall.bot.is_some());
                    if !is_here {
                        return Err(Refusal::missing_access());
                    }
                    all_commands(world, call, Some(guild))
                }
                ["commands", id] => one_command(world, call, number(id)?),
                _ => Err(unknown(world, call)),
            }
        }
        _ => Err(unknown(world, call)),
    }
}

fn about(world: &World) -> Value {
    json!({
        "id": world.application,
        "name": "Oddboard",
        "icon": null,
        "description": "",
        "type": null,
        "bot": world.account(world.application).to_json(),
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": "0".repeat(64),
        "flags": 0,
        "integration_types_config": {},
        "explicit_content_filter": 0,
        "max_participants": null,
        "tags": [],
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "owner": world.account(world.application).to_json(),
        "approximate_guild_count": world.halls.len(),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "event_webhooks_url": null,
        "event_webhooks_status": 1,
        "event_webhooks_types": [],
        "rpc_origins": [],
        "eligible_oauth2_scopes": [],
        "flags_new": "0",
        "team": null,
    })
}

fn all_commands(world: &mut World, call: &Call, guild: Option<Id>) -> Answer {
    let sent = match (call.method.as_str(), &call.body.json) {
        ("GET", _) => {
            let known = world.commands.get(&guild).cloned().unwrap_or_default();
            return Ok(Reply::good(Value::Array(known)));
        }
        ("PUT", Value::Array(sent)) => sent.clone(),
        ("POST", command) => return one_more(world, call, guild, command.clone()),
        _ => return Err(unknown(world, call)),
    };
    let known: Vec<Value> = sent
        .into_iter()
        .map(|command| registered(world, guild, command))
        .collect();
    world.commands.insert(guild, known.clone());
    Ok(Reply::good(Value::Array(known)))
}

fn one_more(world: &mut World, call: &Call, guild: Option<Id>, command: Value) -> Answer {
    let mut all = world.commands.get(&guild).cloned().unwrap_or_default();
    all.retain(|other| other["name"] != command["name"]);
    all.push(command.clone());
    if let Some(why) = commands::wrong(&all).first() {
        return Err(forbidden(world, call, why));
    }
    let command = registered(world, guild, command);
    all.pop();
    all.push(command.clone());
    world.commands.insert(guild, all);
    Ok(Reply::created(command))
}

/// Returns a command as Discord stores it.
fn registered(world: &mut World, guild: Option<Id>, sent: Value) -> Value {
    let known = world.commands.get(&guild).into_iter().flatten();
    let id = known
        .into_iter()
        .find(|known| known["name"] == sent["name"])
        .map(|known| known["id"].clone());
    let mut command = json!({
        "id": id.unwrap_or_else(|| json!(world.clock.fresh())),
        "application_id": world.application,
        "version": world.clock.fresh(),
        "type": 1,
        "description": "",
        "default_member_permissions": null,
        "nsfw": false,
        "contexts": null,
        "integration_types": [0],
    });
    if let Some(guild) = guild {
        command["guild_id"] = json!(guild);
    }
    let mut sent = sent;
    clean(&mut sent);
    if let Some(fields) = sent.as_object_mut() {
        fields.remove("id");
    }
    merged(command, sent)
}

/// Removes empty fields, as Discord does not store them.
fn clean(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let says = |value: &Value| {
                !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty())
            };
            fields.retain(|_, value| says(value));
            fields.values_mut().for_each(clean);
        }
        Value::Array(items) => items.iter_mut().for_each(clean),
        _ => {}
    }
}

fn one_command(world: &mut World, call: &Call, id: Id) -> Answer {
    let all = world.commands.entry(None).or_default();
    let Some(at) = all.iter().position(|command| command["id"] == json!(id)) else {
        return Err(Refusal::new(404, 10063, "Unknown application command"));
    };
    match call.method.as_str() {
        "GET" => Ok(Reply::good(all[at].clone())),
        "DELETE" => {
            all.remove(at);
            Ok(Reply::nothing())
        }
        _ => Err(unknown(world, call)),
    }
}
