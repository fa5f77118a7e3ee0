//! Creation and edits of messages.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    Id, Message,
    body::Upload,
    event_log::VisibleEvent,
    json::{items, text, texts},
    limits::{EPHEMERAL, LOADING, SILENT, SUPPRESS_EMBEDS, flags, number},
    mentions,
    message::{CommandUse, File},
    people::{Kind, permission},
    server_state::ServerState,
    sessions::Intent,
};

/// The place and author of a message.
pub(super) struct Origin {
    pub(super) room: Id,
    pub(super) author: Id,
    pub(super) only: Option<Id>,
    pub(super) command_use: Option<CommandUse>,
    pub(super) reply_to: Option<Id>,
}

/// Creates a message from a body and shows it.
pub(super) fn add_message(
    state: &mut ServerState,
    origin: Origin,
    body: &Value,
    files: &[Upload],
) -> Id {
    check_mentions(state, body);
    let message = Message {
        id: state.clock.fresh(),
        room: origin.room,
        author: origin.author,
        text: mentions::as_read(content(body)),
        content: content(body).to_owned(),
        embeds: items(&body["embeds"]).to_vec(),
        components: items(&body["components"]).into(),
        files: new_files(state, body, files),
        flags: flags(body) & !EPHEMERAL,
        only: origin.only,
        named: named(state, origin.room, body),
        pinged: Vec::new(),
        command_use: origin.command_use,
        reply_to: origin.reply_to,
        n_edits: 0,
        nonce: body["nonce"].clone(),
        created: state.clock.now(),
        edited: None,
    };
    show(state, message)
}

/// Shows "is thinking…".
pub(super) fn think(state: &mut ServerState, origin: Origin, body: &Value) -> Id {
    let body = json!({ "flags": flags(body) | LOADING });
    add_message(state, origin, &body, &[])
}

fn show(state: &mut ServerState, mut message: Message) -> Id {
    let id = message.id;
    message.pinged = pinged(state, &message);
    if message.only.is_none()
        && let Some(room) = state.rooms.get_mut(&message.room)
    {
        room.messages.push(id);
    }
    let event = VisibleEvent::Message(message.clone());
    state.messages.insert(id, message.clone());
    state.note_about(&message, event);
    if message.only.is_none() {
        let room = state.room(message.room);
        // The bot is never a member of a group.
        if let Kind::Group(_) = room.kind {
            return id;
        }
        let guild = room.guild;
        let mut data = message.to_event(state);
        // Without a privileged intent a bot reads only its own messages, messages that mention it, and direct messages.
        if message.author != state.application
            && guild.is_some()
            && !message.named.contains(&state.application)
        {
            data["content"] = json!("");
        }
        state.send_event(guild, Intent::messages(guild), "MESSAGE_CREATE", &data);
    }
    id
}

fn content(body: &Value) -> &str {
    text(&body["content"])
}

fn check_mentions(state: &mut ServerState, body: &Value) {
    let described = texts(items(&body["embeds"]), "description");
    for text in [content(body)].into_iter().chain(described) {
        for problem in mentions::wrong(state, text) {
            state.problem(problem);
        }
    }
}

/// Edits a message and shows it.
pub(super) fn change(state: &mut ServerState, id: Id, body: &Value, files: &[Upload]) {
    check_mentions(state, body);
    let now = state.clock.now();
    let new_files = new_files(state, body, files);
    let Some(message) = state.messages.get(&id) else {
        return;
    };
    let new_names = named(state, message.room, body);
    let Some(message) = state.messages.get_mut(&id) else {
        return;
    };
    let was_thinking = message.is_thinking();
    if body.get("content").is_some() {
        message.text = mentions::as_read(content(body));
        message.content = content(body).to_owned();
        message.named = new_names;
    }
    if body.get("embeds").is_some() {
        message.embeds = items(&body["embeds"]).to_vec();
    }
    if body.get("components").is_some() {
        message.components = items(&body["components"]).into();
    }
    // An edit removes the files that it does not list. Without a list all files remain, beside the new ones.
    if let Some(listed) = body["attachments"].as_array() {
        let kept: BTreeSet<&str> = texts(listed, "id").collect();
        let is_kept = |file: &File| kept.contains(file.id.to_string().as_str());
        message.files.retain(is_kept);
    }
    message.files.extend(new_files);
    message.flags &= !LOADING;
    if body["flags"].is_u64() {
        message.flags = message.flags & !SUPPRESS_EMBEDS | flags(body) & SUPPRESS_EMBEDS;
    }
    // The first answer after "is thinking…" does not count as an edit.
    if !was_thinking {
        message.n_edits += 1;
        message.edited = Some(now);
    }
    let message = message.clone();
    state.note_about(&message, VisibleEvent::Edit(message.clone()));
    let room = state.room(message.room);
    // The same condition as for a new message.
    if message.only.is_none() && !matches!(room.kind, Kind::Group(_)) {
        let guild = room.guild;
        let data = message.to_event(state);
        state.send_event(guild, Intent::messages(guild), "MESSAGE_UPDATE", &data);
    }
}

/// Tells whether a message would be empty after this edit.
pub(super) fn would_be_empty(message: &Message, body: &Value, files: &[Upload]) -> bool {
    let has_text = match body.get("content") {
        Some(text) => text.as_str().is_some_and(|text| !text.trim().is_empty()),
        None => !message.text.is_empty(),
    };
    let has_embeds = match body.get("embeds") {
        Some(embeds) => embeds.as_array().is_some_and(|embeds| !embeds.is_empty()),
        None => !message.embeds.is_empty(),
    };
    let has_files = match body["attachments"].as_array() {
        Some(listed) => !listed.is_empty(),
        None => !message.files.is_empty() || !files.is_empty(),
    };
    !(has_text || has_embeds || has_files)
}

fn new_files(state: &mut ServerState, body: &Value, files: &[Upload]) -> Vec<File> {
    let files = files.iter();
    files.map(|upload| file(state, body, upload)).collect()
}

fn file(state: &mut ServerState, body: &Value, upload: &Upload) -> File {
    let mut described = items(&body["attachments"]).iter();
    let described = described.find(|item| number(item) == Some(upload.number));
    let text = |key: &str| Some(described?[key].as_str()?.to_owned());
    File {
        id: state.clock.fresh(),
        name: text("filename").unwrap_or_else(|| upload.name.clone()),
        kind: upload.kind.clone(),
        alt: text("description"),
        bytes: upload.bytes.clone(),
    }
}

/// Returns the users whom a text mentions, as far as the message allows mentions.
fn named(state: &ServerState, room: Id, body: &Value) -> Vec<Id> {
    let text = content(body);
    let allowed = &body["allowed_mentions"];
    let has = |list: &str, item: &str| items(&allowed[list]).iter().any(|found| found == item);
    let is_allowed =
        |id: Id| !allowed.is_object() || has("parse", "users") || has("users", &id.to_string());
    let everybody = text.contains("@everyone") || text.contains("@here");
    let may_name_all = state.bot_permissions(state.room(room)) & permission::MENTION_EVERYONE != 0;
    let mut named: Vec<Id> = Vec::new();
    if everybody && may_name_all && (!allowed.is_object() || has("parse", "everyone")) {
        named.extend(state.accounts.keys().filter(|id| **id != state.application));
    }
    for part in text.split("<@").skip(1) {
        let (number, _) = part.split_once('>').unwrap_or((part, ""));
        let id = number.trim_start_matches('!').parse::<Id>();
        if let Ok(id) = id
            && state.accounts.contains_key(&id)
            && is_allowed(id)
            && !named.contains(&id)
        {
            named.push(id);
        }
    }
    named
}

/// Returns the users whose phones are notified.
fn pinged(state: &mut ServerState, message: &Message) -> Vec<Id> {
    let is_quiet = message.flags & (SILENT | LOADING) != 0 || message.only.is_some();
    if is_quiet {
        return Vec::new();
    }
    if let Kind::Direct(user) = state.room(message.room).kind {
        return [user]
            .into_iter()
            .filter(|user| *user != message.author)
            .collect();
    }
    let readers = state.readers(message.room);
    let named = message.named.iter().copied();
    named
        .filter(|user| readers.contains(user) && *user != message.author)
        .collect()
}
