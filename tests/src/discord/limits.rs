//! Discord's limits on messages and modals beyond the schemas of its API description.

use serde_json::Value;

use super::{body::Upload, components};

/// The longest text of a message, in characters.
const LONGEST_TEXT: usize = 2000;

/// The longest sum of all texts in embeds, in characters.
const LONGEST_EMBEDS: usize = 6000;

/// The largest file, in bytes.
pub(super) const LARGEST_FILE: usize = 10 * 1024 * 1024;

/// Only one person sees the message.
pub(super) const EPHEMERAL: u64 = 1 << 6;
/// The message shows "is thinking…".
pub(super) const LOADING: u64 = 1 << 7;
/// The message notifies no user.
pub(super) const SILENT: u64 = 1 << 12;
/// The message consists of components only.
pub(super) const COMPONENTS_V2: u64 = 1 << 15;

/// The flags that a bot may set on a message. Only an interaction response can be ephemeral.
const KNOWN_FLAGS: u64 = 1 << 2 | EPHEMERAL | SILENT | COMPONENTS_V2;

/// Returns all errors in a new message.
pub(super) fn new_message(message: &Value, files: &[Upload]) -> Vec<String> {
    let mut wrong = message_parts(message, files);
    let is_told = is_told(message) || !files.is_empty();
    if !is_told {
        wrong.push("a message says nothing: no content, embed, file or poll".to_owned());
    }
    if flags(message) & !KNOWN_FLAGS != 0 {
        wrong.push(format!("a message has flags {:#x}", flags(message)));
    }
    wrong
}

/// Returns all errors in an edit of a message.
pub(super) fn changed_message(message: &Value, files: &[Upload]) -> Vec<String> {
    message_parts(message, files)
}

/// Returns the flags of a message body.
pub(super) fn flags(message: &Value) -> u64 {
    message["flags"].as_u64().unwrap_or_default()
}

fn is_told(message: &Value) -> bool {
    let has = |name: &str| {
        message[name]
            .as_array()
            .is_some_and(|items| !items.is_empty())
    };
    let text = message["content"].as_str().unwrap_or_default();
    !text.trim().is_empty()
        || has("embeds")
        || !message["poll"].is_null()
        || (flags(message) & COMPONENTS_V2 != 0 && has("components"))
}

fn message_parts(message: &Value, files: &[Upload]) -> Vec<String> {
    let mut wrong = Vec::new();
    let text = message["content"].as_str().unwrap_or_default();
    let length = text.chars().count();
    if length > LONGEST_TEXT {
        wrong.push(format!(
            "content of {length} characters, more than {LONGEST_TEXT}"
        ));
    }
    let is_v2 = flags(message) & COMPONENTS_V2 != 0;
    if is_v2 && (!text.is_empty() || message["embeds"].is_array()) {
        wrong.push("a message told by components has no content and no embeds".to_owned());
    }
    wrong.extend(embeds(message));
    wrong.extend(components::wrong(&message["components"], is_v2));
    wrong.extend(mentions(message));
    wrong.extend(attachments(message, files));
    wrong
}

fn embeds(message: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let embeds = message["embeds"].as_array().map_or(&[][..], Vec::as_slice);
    let sum: usize = embeds.iter().map(told_in_embed).sum();
    if sum > LONGEST_EMBEDS {
        wrong.push(format!(
            "embeds of {sum} characters, more than {LONGEST_EMBEDS}"
        ));
    }
    if embeds
        .iter()
        .any(|embed| embed.as_object().is_none_or(serde_json::Map::is_empty))
    {
        wrong.push("an embed is empty".to_owned());
    }
    wrong
}

fn told_in_embed(embed: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let fields = embed["fields"].as_array().into_iter().flatten();
    let fields: usize = fields
        .map(|field| length(&field["name"]) + length(&field["value"]))
        .sum();
    length(&embed["title"])
        + length(&embed["description"])
        + length(&embed["footer"]["text"])
        + length(&embed["author"]["name"])
        + fields
}

/// Checks mentions: a mention notifies its user unless the message says which mentions are allowed.
fn mentions(message: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let text = message["content"].as_str().unwrap_or_default();
    let allowed = &message["allowed_mentions"];
    let names_somebody = ["<@", "@everyone", "@here"]
        .iter()
        .any(|mark| text.contains(mark));
    if names_somebody && !allowed.is_object() {
        wrong.push(format!(
            "a message names somebody without `allowed_mentions`: {text:?}"
        ));
    }
    for kind in ["users", "roles"] {
        let parsed = allowed["parse"]
            .as_array()
            .is_some_and(|parse| parse.iter().any(|item| item == kind));
        let listed = allowed[kind]
            .as_array()
            .is_some_and(|listed| !listed.is_empty());
        if parsed && listed {
            wrong.push(format!("`allowed_mentions` both parses and lists {kind}"));
        }
    }
    wrong
}

/// Checks files: every file has one description, every description has its file, and embeds show only existing files.
fn attachments(message: &Value, files: &[Upload]) -> Vec<String> {
    let mut wrong = Vec::new();
    let described = message["attachments"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    // A small number is a file's index in the request; Discord's ids are far above.
    let new = described.iter().filter_map(|item| {
        item["id"]
            .as_u64()
            .or_else(|| item["id"].as_str()?.parse().ok())
    });
    let new: Vec<u64> = new.filter(|id| *id < 1000).collect();
    for id in &new {
        if !files.iter().any(|file| file.number == *id) {
            wrong.push(format!("attachment {id} has no part files[{id}]"));
        }
        if new.iter().filter(|other| *other == id).count() > 1 {
            wrong.push(format!("attachment {id} is described twice"));
        }
    }
    for file in files {
        if !new.contains(&file.number) {
            wrong.push(format!(
                "the part files[{}] is described by no attachment",
                file.number
            ));
        }
        if file.bytes.is_empty() || file.bytes.len() > LARGEST_FILE {
            wrong.push(format!(
                "a file of {} bytes; the largest has {LARGEST_FILE}",
                file.bytes.len()
            ));
        }
    }
    if files.len() > 10 {
        wrong.push(format!("{} files, more than 10", files.len()));
    }
    let shown = message["embeds"].as_array().into_iter().flatten();
    let shown =
        shown.flat_map(|embed| ["image", "thumbnail"].map(|place| embed[place]["url"].as_str()));
    for name in shown
        .flatten()
        .filter_map(|url| url.strip_prefix("attachment://"))
    {
        let is_new = files.iter().any(|file| file.name == name);
        if !is_new
            && !described
                .iter()
                .any(|item| item["id"].as_str().is_some_and(|id| id.len() > 3))
        {
            wrong.push(format!(
                "an embed shows the file {name}, which is not there"
            ));
        }
    }
    wrong
}
