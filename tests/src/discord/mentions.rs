//! Clickable command mentions in a text: `</settings me:5>`.

use serde_json::{Value, json};

use super::server_state::ServerState;

/// Returns a text as people read it.
pub(super) fn as_read(text: &str) -> String {
    let mut read = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("</") {
        read.push_str(before);
        rest = match after
            .split_once('>')
            .and_then(|(inner, after)| Some((mention(inner)?, after)))
        {
            Some(((name, _), after)) => {
                read.push_str(&format!("/{name}"));
                after
            }
            None => {
                read.push_str("</");
                after
            }
        };
    }
    read + rest
}

/// Returns the name and the id of the command between the brackets.
fn mention(inner: &str) -> Option<(&str, &str)> {
    let (name, id) = inner.split_once(':')?;
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !name.contains('\n')).then_some((name, id))
}

/// Returns all errors in the command mentions of a text.
pub(super) fn wrong(state: &ServerState, text: &str) -> Vec<String> {
    let inners = text
        .split("</")
        .skip(1)
        .filter_map(|part| part.split('>').next());
    let mentions = inners.filter_map(mention);
    let unknown = mentions.filter(|(name, id)| !is_known(state, name, id));
    unknown
        .map(|(name, id)| format!("there is no command /{name} with the number {id}"))
        .collect()
}

fn is_known(state: &ServerState, name: &str, id: &str) -> bool {
    let (name, subcommand) = match name.split_once(' ') {
        Some((name, subcommand)) => (name, Some(subcommand)),
        None => (name, None),
    };
    let is_it = |command: &&Value| command["name"] == name && command["id"] == json!(id);
    let Some(command) = state.commands.iter().find(is_it) else {
        return false;
    };
    let options = command["options"].as_array().into_iter().flatten();
    let mut subcommands = options.filter(|option| option["type"] == 1).peekable();
    match subcommand {
        None => subcommands.peek().is_none(),
        Some(subcommand) => subcommands.any(|option| option["name"] == subcommand),
    }
}
