//! Commands in the client (MSC4391): the state of a room describes them, and the client sends a chosen command with separate
//! arguments.
//!
//! The descriptions follow `mautrix-go`, which is more specific than the proposal. It names an optional argument, except the
//! one that takes the rest of the line.

use std::collections::BTreeSet;

use data_encoding::BASE64;
use matrix_sdk::{
    Room,
    ruma::{
        OwnedUserId,
        api::client::state::send_state_event,
        events::{AnyInitialStateEvent, Mentions, StateEventType},
        serde::Raw,
    },
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use tracing::{info, warn};

use super::{
    adapter::Matrix,
    failure::{Failure, failure},
    room_state::state_content,
    send_limiter::Urgency,
};
use command::{CommandOption, SPECS, Spec, spec};
use text::{Language, Text};

/// The type of the event that describes a command.
const DESCRIPTION: &str = "org.matrix.msc4391.command_description";

/// The command fields of a message's content.
#[derive(Deserialize)]
pub(super) struct CommandContent {
    #[serde(rename = "org.matrix.msc4391.command")]
    command: WrittenCommand,
    #[serde(rename = "m.mentions")]
    mentions: Mentions,
}

#[derive(Deserialize)]
struct WrittenCommand {
    command: String,
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// A command that a person has chosen in their client.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct ChosenCommand {
    /// The command as it is typed elsewhere: `challenge berolina color:white`.
    pub(super) line: String,
    /// The accounts that the command is for.
    pub(super) to: BTreeSet<OwnedUserId>,
}

impl CommandContent {
    /// Returns the command, if there is one of that name.
    pub(super) fn chosen(self) -> Option<ChosenCommand> {
        let spec = spec(&self.command.command)?;
        let rest = tail(spec).map(CommandOption::name);
        let mut line = spec.name.to_owned();
        for option in spec.options {
            let Some(value) = self.command.arguments.get(option.name()).and_then(shown) else {
                continue;
            };
            line.push(' ');
            if rest == Some(option.name()) {
                line.push_str(&value);
            } else {
                line.push_str(&[option.name(), ":", &quoted(&value)].concat());
            }
        }
        Some(ChosenCommand {
            line,
            to: self.mentions.user_ids,
        })
    }
}

/// Formats an argument as it is typed.
fn shown(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        _ => None,
    }
}

fn quoted(text: &str) -> String {
    if text.contains(char::is_whitespace) {
        format!("\"{}\"", text.replace('"', ""))
    } else {
        text.to_owned()
    }
}

/// Returns the option that takes the rest of the line: the required positional option, else the first positional one.
fn tail(spec: &Spec) -> Option<&'static CommandOption> {
    let named = || spec.options.iter().filter(|option| option.positional);
    let required = named().rfind(|option| option.required);
    required.or_else(|| named().next())
}

/// Builds the description of a command.
fn description(spec: &Spec, language: Language) -> Value {
    let text = |text: &Text| json!({ "m.text": [{ "body": language.localize(text) }] });
    let options = spec.options.iter().filter(|option| option.is_for(true));
    let parameters = options.map(|option| {
        json!({
            "key": option.name(),
            "schema": schema(option),
            "optional": !option.required,
            "description": text(&option.summary),
        })
    });
    let mut described = json!({
        "command": spec.name,
        "parameters": parameters.collect::<Vec<_>>(),
        "description": text(&spec.summary),
    });
    if let (Some(tail), Some(fields)) = (tail(spec), described.as_object_mut()) {
        fields.insert("fi.mau.tail_parameter".to_owned(), json!(tail.name()));
    }
    described
}

/// Builds the schema of an option.
fn schema(option: &CommandOption) -> Value {
    let primitive = |kind: &str| json!({ "schema_type": "primitive", "type": kind });
    if option.kind.is_person() {
        let variants = [primitive("user_id"), primitive("string")];
        json!({ "schema_type": "union", "variants": variants })
    } else {
        primitive("string")
    }
}

impl Matrix {
    /// Returns the description of a command for the clients of a room, with its state key.
    fn description(&self, spec: &Spec) -> (String, Value) {
        let key = Sha256::digest([spec.name, self.account.as_str()].concat());
        (
            BASE64.encode(&key),
            description(spec, self.settings.language),
        )
    }

    /// Builds the descriptions of all commands for a new room.
    pub(super) fn commands_of_new_room(&self) -> Vec<Raw<AnyInitialStateEvent>> {
        if !self.settings.commands {
            return Vec::new();
        }
        let events = SPECS.iter().map(|spec| {
            let (key, content) = self.description(spec);
            Raw::new(&json!({ "type": DESCRIPTION, "state_key": key, "content": content }))
        });
        events.flatten().map(Raw::cast_unchecked).collect()
    }

    /// Publishes the commands in all rooms, if the bot has the permission; removes them if they are switched off.
    pub(super) async fn update_commands(&self) {
        for room in self.client.joined_rooms() {
            let are_described = room.get_state_events(description_type()).await;
            let are_described = are_described.is_ok_and(|events| !events.is_empty());
            if (self.settings.commands || are_described) && self.may_describe(&room).await {
                self.publish_commands(&room).await;
            }
        }
    }

    /// Tells whether the bot can publish the commands of a room, as far as it knows the room.
    async fn may_describe(&self, room: &Room) -> bool {
        let powers = Matrix::powers(room).await;
        powers.is_some_and(|powers| powers.user_can_send_state(&self.account, description_type()))
    }

    /// Publishes the commands in a room, if the homeserver lets the bot.
    pub(super) async fn publish_commands(&self, room: &Room) {
        for spec in SPECS {
            match self.publish_command(room, spec).await {
                Ok(()) => {}
                Err(Failure::Refused(_)) => {
                    info!(room = %room.room_id(), "no permission to publish the commands in a room");
                    return;
                }
                Err(failure) => {
                    warn!(?failure, room = %room.room_id(), "cannot publish all commands in a room");
                    return;
                }
            }
        }
    }

    async fn publish_command(&self, room: &Room, spec: &Spec) -> Result<(), Failure> {
        let (key, mut content) = self.description(spec);
        if !self.settings.commands {
            content = json!({});
        }
        let before = state_content(room, description_type(), &key).await?;
        if before.unwrap_or_else(|| json!({})) == content {
            return Ok(());
        }
        let content = Raw::new(&content).map_err(failure)?;
        let request = send_state_event::v3::Request::new_raw(
            room.room_id().to_owned(),
            description_type(),
            key,
            content.cast_unchecked(),
        );
        // There are many events, and none is urgent.
        let ask = |once| self.client.send(request.clone()).with_request_config(once);
        let who = room.room_id().as_str();
        self.in_turn(who, Urgency::Later, ask).await.map(drop)
    }
}

fn description_type() -> StateEventType {
    StateEventType::from(DESCRIPTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(content: Value) -> Option<String> {
        let content: CommandContent = serde_json::from_value(content).ok()?;
        content.chosen().map(|chosen| chosen.line)
    }

    #[test]
    fn a_chosen_command_is_read_as_a_typed_one() {
        let command = |command: &str, arguments: Value| {
            json!({
                "body": "/whatever", "m.mentions": { "user_ids": ["@odd:x"] },
                "org.matrix.msc4391.command": { "command": command, "arguments": arguments },
            })
        };
        let arguments =
            json!({ "variant": "berolina", "color": "white", "rated": true, "time": "3d + 1h" });
        assert_eq!(
            line(command("challenge", arguments)).as_deref(),
            Some("challenge berolina color:white time:\"3d + 1h\" rated:yes")
        );
        assert_eq!(
            line(command("move", json!({ "move": "e2e4", "match": "00001" }))).as_deref(),
            Some("move e2e4 match:00001")
        );
        assert_eq!(line(command("games", Value::Null)), None);
        assert_eq!(line(command("dance", json!({}))), None);
        assert_eq!(line(json!({ "body": "!odd games" })), None);
    }

    #[test]
    fn every_command_is_described_as_clients_want_it() {
        for spec in SPECS {
            let described = description(spec, Language::ENGLISH);
            let parameters = described["parameters"].as_array().expect("parameters");
            let tail = described["fi.mau.tail_parameter"].as_str();
            let at = tail.map(|tail| parameters.iter().position(|it| it["key"] == tail));
            if let Some(at) = at {
                let after = &parameters[at.expect("it is one of them") + 1..];
                assert!(
                    after.iter().all(|it| it["optional"] == true),
                    "{}",
                    spec.name
                );
            }
            assert!(described["description"]["m.text"][0]["body"].is_string());
        }
    }
}
