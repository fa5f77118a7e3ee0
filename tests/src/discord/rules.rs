//! The limits for each request that do not depend on the server's state.

use serde_json::Value;

use super::{commands, components, limits, limits::EPHEMERAL, server::Call};

/// Returns all errors in a request by itself, beyond the schemas of Discord's API description.
pub(super) fn wrong(call: &Call) -> Vec<String> {
    let body = &call.body.json;
    let segments: Vec<&str> = call.segments.iter().map(String::as_str).collect();
    match (call.method.as_str(), segments.as_slice()) {
        ("POST", ["channels", _, "messages"]) => wrong_post(call),
        ("PATCH", ["channels", _, "messages", _]) => wrong_edit(call),
        ("PATCH", ["webhooks", _, _, "messages", _]) => {
            limits::changed_message(body, &call.body.files)
        }
        ("POST", ["webhooks", _, _]) => limits::new_message(body, &call.body.files),
        ("POST", ["interactions", _, _, "callback"]) => wrong_callback(call),
        ("PUT", ["applications", _, .., "commands"]) => {
            let commands = body.as_array().map_or(&[][..], Vec::as_slice);
            commands::wrong(commands)
        }
        ("POST", ["channels", .., "threads"]) => wrong_thread(body),
        _ => Vec::new(),
    }
}

fn wrong_post(call: &Call) -> Vec<String> {
    let body = &call.body.json;
    let mut wrong = limits::new_message(body, &call.body.files);
    if limits::flags(body) & EPHEMERAL != 0 {
        wrong.push(
            "a message in a channel is never for one person only, whatever its flags say"
                .to_owned(),
        );
    }
    let nonce = body["nonce"].as_str().unwrap_or_default();
    if nonce.chars().count() > 25 {
        wrong.push(format!("the nonce is {nonce:?}"));
    }
    wrong
}

fn wrong_edit(call: &Call) -> Vec<String> {
    let mut wrong = limits::changed_message(&call.body.json, &call.body.files);
    if limits::flags(&call.body.json) & EPHEMERAL != 0 {
        wrong.push("an edit cannot make a message private".to_owned());
    }
    wrong
}

fn wrong_callback(call: &Call) -> Vec<String> {
    let data = &call.body.json["data"];
    match call.body.json["type"].as_u64() {
        Some(4) => limits::new_message(data, &call.body.files),
        Some(7) => limits::changed_message(data, &call.body.files),
        Some(8) => {
            let choices = data["choices"].as_array().map_or(&[][..], Vec::as_slice);
            let mut wrong = commands::wrong_choices(choices);
            if choices.len() > 25 {
                wrong.push(format!("{} completions, more than 25", choices.len()));
            }
            wrong
        }
        Some(9) => components::wrong_modal(data),
        _ => Vec::new(),
    }
}

fn wrong_thread(body: &Value) -> Vec<String> {
    let name = body["name"].as_str().unwrap_or_default();
    if (1..=100).contains(&name.chars().count()) {
        Vec::new()
    } else {
        vec![format!("the name of a thread is {name:?}")]
    }
}
