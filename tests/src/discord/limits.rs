//! Discord's limits on messages and interaction responses beyond the schemas of its API description.

use serde_json::Value;

use super::{
    body::Upload,
    commands, components,
    json::{broken, items, length, text},
    server::ApiRequest,
};

/// The longest text of a message, in characters.
const LONGEST_TEXT: usize = 2000;

/// The longest sum of all texts in embeds, in characters.
const LONGEST_EMBEDS: usize = 6000;

/// The largest file, in bytes.
pub(super) const LARGEST_FILE: usize = 10 * 1024 * 1024;

/// The message shows no embeds of its links.
pub(super) const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// Only one person sees the message.
pub(super) const EPHEMERAL: u64 = 1 << 6;
/// The message shows "is thinking…".
pub(super) const LOADING: u64 = 1 << 7;
/// The message notifies no user.
pub(super) const SILENT: u64 = 1 << 12;

/// The flags that a bot may set on a message. Only an interaction response can be ephemeral.
const KNOWN_FLAGS: u64 = SUPPRESS_EMBEDS | EPHEMERAL | SILENT;

/// Returns all errors in a message for a channel.
pub(super) fn post(request: &ApiRequest) -> Vec<String> {
    let mut wrong = follow_up(request);
    let complaint = "a message in a channel is never for one person only, whatever its flags say";
    wrong.extend(not_ephemeral(request, complaint));
    wrong
}

/// Returns all errors in an edit of a message in a channel.
pub(super) fn edit(request: &ApiRequest) -> Vec<String> {
    let mut wrong = edit_answer(request);
    wrong.extend(not_ephemeral(
        request,
        "an edit cannot make a message private",
    ));
    wrong
}

/// Returns all errors in a message that follows an acknowledgment.
pub(super) fn follow_up(request: &ApiRequest) -> Vec<String> {
    new_message(&request.body.json, &request.body.files)
}

/// Returns all errors in an edit of a message that answers an interaction.
pub(super) fn edit_answer(request: &ApiRequest) -> Vec<String> {
    message_parts(&request.body.json, &request.body.files)
}

/// Returns all errors in an acknowledgment.
pub(super) fn callback(request: &ApiRequest) -> Vec<String> {
    let data = &request.body.json["data"];
    match request.body.json["type"].as_u64() {
        Some(4) => new_message(data, &request.body.files),
        Some(7) => message_parts(data, &request.body.files),
        Some(8) => commands::wrong_choices(items(&data["choices"])),
        Some(9) => components::wrong_modal(data),
        _ => Vec::new(),
    }
}

fn not_ephemeral(request: &ApiRequest, complaint: &str) -> Vec<String> {
    let is_ephemeral = flags(&request.body.json) & EPHEMERAL != 0;
    broken([(is_ephemeral, complaint.to_owned())])
}

/// Returns all errors in a new message.
fn new_message(message: &Value, files: &[Upload]) -> Vec<String> {
    let has_text = !text(&message["content"]).trim().is_empty();
    let is_empty = !has_text && items(&message["embeds"]).is_empty() && files.is_empty();
    let complaint = "a message says nothing: no content, embed or file";
    let mut wrong = message_parts(message, files);
    wrong.extend(broken([(is_empty, complaint.to_owned())]));
    wrong
}

/// Returns the flags of a message body.
pub(super) fn flags(message: &Value) -> u64 {
    message["flags"].as_u64().unwrap_or_default()
}

fn message_parts(message: &Value, files: &[Upload]) -> Vec<String> {
    let (n, flags) = (length(&message["content"]), flags(message));
    let unknown = flags & !KNOWN_FLAGS;
    let mut wrong = broken([
        (n > LONGEST_TEXT, format!("content of {n} characters")),
        (unknown != 0, format!("a message has flags {flags:#x}")),
    ]);
    wrong.extend(embeds(message));
    wrong.extend(components::wrong(&message["components"]));
    wrong.extend(mentions(message));
    wrong.extend(attachments(message, files));
    wrong
}

fn embeds(message: &Value) -> Vec<String> {
    let embeds = items(&message["embeds"]);
    let n: usize = embeds.iter().map(n_characters).sum();
    let is_empty = |embed: &Value| embed.as_object().is_none_or(serde_json::Map::is_empty);
    let has_empty = embeds.iter().any(is_empty);
    broken([
        (n > LONGEST_EMBEDS, format!("embeds of {n} characters")),
        (has_empty, "an embed is empty".to_owned()),
    ])
}

/// Counts the characters of an embed's texts.
fn n_characters(embed: &Value) -> usize {
    let fields = items(&embed["fields"]).iter();
    let fields = fields.map(|field| length(&field["name"]) + length(&field["value"]));
    let own = ["/title", "/description", "/footer/text", "/author/name"];
    let own = own
        .iter()
        .map(|place| embed.pointer(place).map_or(0, length));
    own.chain(fields).sum()
}

/// Checks mentions: a mention notifies its user unless the message says which mentions are allowed.
fn mentions(message: &Value) -> Vec<String> {
    let text = text(&message["content"]);
    let allowed = &message["allowed_mentions"];
    let names = ["<@", "@everyone", "@here"]
        .iter()
        .any(|mark| text.contains(mark));
    let is_open = names && !allowed.is_object();
    let is_both = |kind: &str| {
        let is_parsed = items(&allowed["parse"]).iter().any(|item| item == kind);
        is_parsed && !items(&allowed[kind]).is_empty()
    };
    let both = |kind: &str| {
        let complaint = format!("`allowed_mentions` both parses and lists {kind}");
        (is_both(kind), complaint)
    };
    let complaint = format!("a message names somebody without `allowed_mentions`: {text:?}");
    broken([(is_open, complaint), both("users"), both("roles")])
}

/// Returns the number of a description of a file, or its id.
pub(super) fn number(attachment: &Value) -> Option<u64> {
    let id = &attachment["id"];
    id.as_u64().or_else(|| id.as_str()?.parse().ok())
}

/// Checks files: every file has one description, every description has its file, and embeds show only existing files.
fn attachments(message: &Value, files: &[Upload]) -> Vec<String> {
    let mut wrong = Vec::new();
    let described = items(&message["attachments"]);
    // A small number is a file's index in the request; Discord's ids are far above.
    let (new, old): (Vec<u64>, Vec<u64>) = described
        .iter()
        .filter_map(number)
        .partition(|id| *id < 1000);
    for id in &new {
        let is_missing = !files.iter().any(|file| file.number == *id);
        let is_twice = new.iter().filter(|other| *other == id).count() > 1;
        wrong.extend(broken([
            (is_missing, format!("attachment {id} has no part")),
            (is_twice, format!("attachment {id} is described twice")),
        ]));
    }
    for file in files {
        let (n, size) = (file.number, file.bytes.len());
        let has_size = (1..=LARGEST_FILE).contains(&size);
        wrong.extend(broken([
            (!new.contains(&n), format!("files[{n}] has no description")),
            (!has_size, format!("a file of {size} bytes")),
        ]));
    }
    for embed in items(&message["embeds"]) {
        for url in ["image", "thumbnail"].map(|place| text(&embed[place]["url"])) {
            let name = url.strip_prefix("attachment://");
            let is_there = |name| files.iter().any(|file| file.name == name) || !old.is_empty();
            if let Some(name) = name.filter(|name| !is_there(*name)) {
                wrong.push(format!(
                    "an embed shows the file {name}, which is not there"
                ));
            }
        }
    }
    wrong
}
