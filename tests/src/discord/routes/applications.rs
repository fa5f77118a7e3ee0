//! The commands of the bot.

use serde_json::{Value, json};

use super::Answer;
use crate::discord::{
    Id, activities,
    json::{items, merged},
    oauth::client_id,
    refusal::{Refusal, Reply},
    server::ApiRequest,
    server_state::ServerState,
};

/// Describes an instance of the Activity.
pub(super) fn instance(state: &mut ServerState, request: &ApiRequest, _: &[Id]) -> Answer {
    if request.segments[1] != client_id(state) {
        return Err(Refusal::UNKNOWN_APPLICATION);
    }
    activities::describe(state, &request.segments[3])
}

/// Replaces the commands by those of the request.
pub(super) fn register(state: &mut ServerState, request: &ApiRequest, _: &[Id]) -> Answer {
    let sent = items(&request.body.json).to_vec();
    let commands = sent.into_iter().map(|command| registered(state, command));
    let commands: Vec<Value> = commands.collect();
    state.commands.clone_from(&commands);
    Ok(Reply::good(Value::Array(commands)))
}

/// Returns a command as Discord stores it.
fn registered(state: &mut ServerState, mut sent: Value) -> Value {
    let mut known = state.commands.iter();
    let known = known.find(|known| known["name"] == sent["name"]);
    let id = known.map(|known| known["id"].clone());
    let command = json!({
        "id": id.unwrap_or_else(|| json!(state.clock.fresh())),
        "application_id": state.application,
        "version": state.clock.fresh(),
        "type": 1,
        "description": "",
        "default_member_permissions": null,
        "nsfw": false,
        "contexts": null,
        "integration_types": [0],
    });
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
