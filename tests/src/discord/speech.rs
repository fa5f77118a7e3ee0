//! Creation and edits of messages.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    Id, Message,
    body::Upload,
    chronicle::Sight,
    json::{items, text, texts},
    limits::{EPHEMERAL, LOADING, SILENT, SUPPRESS_EMBEDS, flags, number},
    mentions,
    message::{File, Used},
    people::{Kind, permission},
    sessions::Intent,
    world::World,
};

/// The place and author of a message.
pub(super) struct Origin {
    pub(super) room: Id,
    pub(super) author: Id,
    pub(super) only: Option<Id>,
    pub(super) used: Option<Used>,
    pub(super) reply_to: Option<Id>,
}

/// Creates a message from a body and shows it.
pub(super) fn say(world: &mut World, origin: Origin, body: &Value, files: &[Upload]) -> Id {
    check_mentions(world, body);
    let message = Message {
        id: world.clock.fresh(),
        room: origin.room,
        author: origin.author,
        text: mentions::as_read(content(body)),
        content: content(body).to_owned(),
        embeds: items(&body["embeds"]).to_vec(),
        components: items(&body["components"]).into(),
        files: new_files(world, body, files),
        flags: flags(body) & !EPHEMERAL,
        only: origin.only,
        named: named(world, origin.room, body),
        pinged: Vec::new(),
        used: origin.used,
        reply_to: origin.reply_to,
        n_edits: 0,
        nonce: body["nonce"].clone(),
        created: world.clock.now(),
        edited: None,
    };
    show(world, message)
}

/// Shows "is thinking…".
pub(super) fn think(world: &mut World, origin: Origin, body: &Value) -> Id {
    let body = json!({ "flags": flags(body) | LOADING });
    say(world, origin, &body, &[])
}

fn show(world: &mut World, mut message: Message) -> Id {
    let id = message.id;
    message.pinged = pinged(world, &message);
    if message.only.is_none()
        && let Some(room) = world.rooms.get_mut(&message.room)
    {
        room.messages.push(id);
    }
    let sight = Sight::Message(message.clone());
    world.messages.insert(id, message.clone());
    world.note_about(&message, sight);
    if message.only.is_none() {
        let room = world.room(message.room);
        // The bot is never a member of a group.
        if let Kind::Group(_) = room.kind {
            return id;
        }
        let guild = room.guild;
        let mut data = message.to_event(world);
        // Without a privileged intent a bot reads only its own messages, messages that mention it, and direct messages.
        if message.author != world.application
            && guild.is_some()
            && !message.named.contains(&world.application)
        {
            data["content"] = json!("");
        }
        world.tell(guild, Intent::messages(guild), "MESSAGE_CREATE", &data);
    }
    id
}

fn content(body: &Value) -> &str {
    text(&body["content"])
}

fn check_mentions(world: &mut World, body: &Value) {
    let described = texts(items(&body["embeds"]), "description");
    for text in [content(body)].into_iter().chain(described) {
        for problem in mentions::wrong(world, text) {
            world.problem(problem);
        }
    }
}

/// Edits a message and shows it.
pub(super) fn change(world: &mut World, id: Id, body: &Value, files: &[Upload]) {
    check_mentions(world, body);
    let now = world.clock.now();
    let new_files = new_files(world, body, files);
    let Some(message) = world.messages.get(&id) else {
        return;
    };
    let new_names = named(world, message.room, body);
    let Some(message) = world.messages.get_mut(&id) else {
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
    world.note_about(&message, Sight::Edit(message.clone()));
    let room = world.room(message.room);
    // The same condition as for a new message.
    if message.only.is_none() && !matches!(room.kind, Kind::Group(_)) {
        let guild = room.guild;
        let data = message.to_event(world);
        world.tell(guild, Intent::messages(guild), "MESSAGE_UPDATE", &data);
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

fn new_files(world: &mut World, body: &Value, files: &[Upload]) -> Vec<File> {
    let files = files.iter();
    files.map(|upload| file(world, body, upload)).collect()
}

fn file(world: &mut World, body: &Value, upload: &Upload) -> File {
    let mut described = items(&body["attachments"]).iter();
    let described = described.find(|item| number(item) == Some(upload.number));
    let text = |key: &str| Some(described?[key].as_str()?.to_owned());
    File {
        id: world.clock.fresh(),
        name: text("filename").unwrap_or_else(|| upload.name.clone()),
        kind: upload.kind.clone(),
        alt: text("description"),
        bytes: upload.bytes.clone(),
    }
}

/// Returns the users whom a text mentions, as far as the message allows mentions.
fn named(world: &World, room: Id, body: &Value) -> Vec<Id> {
    let text = content(body);
    let allowed = &body["allowed_mentions"];
    let has = |list: &str, item: &str| items(&allowed[list]).iter().any(|found| found == item);
    let is_allowed =
        |id: Id| !allowed.is_object() || has("parse", "users") || has("users", &id.to_string());
    let everybody = text.contains("@everyone") || text.contains("@here");
    let may_name_all = world.bot_permissions(world.room(room)) & permission::MENTION_EVERYONE != 0;
    let mut named: Vec<Id> = Vec::new();
    if everybody && may_name_all && (!allowed.is_object() || has("parse", "everyone")) {
        named.extend(world.accounts.keys().filter(|id| **id != world.application));
    }
    for part in text.split("<@").skip(1) {
        let (number, _) = part.split_once('>').unwrap_or((part, ""));
        let id = number.trim_start_matches('!').parse::<Id>();
        if let Ok(id) = id
            && world.accounts.contains_key(&id)
            && is_allowed(id)
            && !named.contains(&id)
        {
            named.push(id);
        }
    }
    named
}

/// Returns the users whose phones are notified.
fn pinged(world: &mut World, message: &Message) -> Vec<Id> {
    let is_quiet = message.flags & (SILENT | LOADING) != 0 || message.only.is_some();
    if is_quiet {
        return Vec::new();
    }
    if let Kind::Direct(user) = world.room(message.room).kind {
        return [user]
            .into_iter()
            .filter(|user| *user != message.author)
            .collect();
    }
    let readers = world.readers(message.room);
    let named = message.named.iter().copied();
    named
        .filter(|user| readers.contains(user) && *user != message.author)
        .collect()
}
