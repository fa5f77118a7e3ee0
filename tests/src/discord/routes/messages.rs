//! Messages in channels, threads and direct messages.

use serde_json::Value;

use super::{
    Answer,
    channels::need,
    forbidden, shown,
    threads::{check_open, check_unlocked, draw_in},
};
use crate::discord::{
    Id, Message,
    people::{ChannelKind, Kind, permission},
    refusal::{Refusal, Reply},
    server::Call,
    speech,
    speech::Origin,
    world::World,
};

/// Returns a message of this room that is not for one person only.
pub(super) fn readable(world: &World, room: Id, message: Id) -> Result<Id, Refusal> {
    let found = world.messages.get(&message);
    let found = found.filter(|found| found.room == room && found.only.is_none());
    found.map(|_| message).ok_or(Refusal::UNKNOWN_MESSAGE)
}

/// Returns the message that a path names last.
pub(super) fn show(world: &mut World, _: &Call, ids: &[Id]) -> Answer {
    shown(world, ids[ids.len() - 1])
}

/// Deletes the message that a path names last.
pub(super) fn delete(world: &mut World, _: &Call, ids: &[Id]) -> Answer {
    let message = &world.messages[&ids[ids.len() - 1]];
    let id = message.id;
    if message.author != world.application {
        need(world, message.room, permission::MANAGE_MESSAGES)?;
    }
    world.delete_message(id);
    Ok(Reply::nothing())
}

pub(super) fn post(world: &mut World, call: &Call, ids: &[Id]) -> Answer {
    let room = ids[0];
    may_write(world, call, room)?;
    let now = world.clock.now();
    let headers = match world.pace.as_mut().map(|pace| pace.take(room, now)) {
        Some(Err(wait)) => return Ok(Reply::rate_limited(wait, false)),
        Some(Ok(left)) => left.headers(),
        None => Vec::new(),
    };
    let good = |body| Reply {
        headers,
        ..Reply::good(body)
    };
    let body = &call.body.json;
    let nonce = nonce(body);
    if let Some(nonce) = &nonce
        && body["enforce_nonce"] == true
    {
        if let Some(known) = said_before(world, room, nonce) {
            return Ok(good(known.to_json(world)));
        }
        let mut known = world.nonces.keys();
        if known.any(|(other, known)| *other != room && known == nonce) {
            world.problem(format!("the nonce {nonce} is used in two channels"));
        }
    }
    let reply_to = body["message_reference"]["message_id"]
        .as_str()
        .and_then(|id| id.parse().ok());
    let origin = Origin {
        room,
        author: world.application,
        only: None,
        used: None,
        reply_to,
    };
    let id = speech::say(world, origin, body, &call.body.files);
    if let Some(nonce) = nonce {
        world.nonces.insert((room, nonce), id);
    }
    let named = world.messages[&id].named.clone();
    draw_in(world, room, &named);
    Ok(good(world.messages[&id].to_json(world)))
}

/// Refuses if the bot may not write in the room, or may not write this message.
fn may_write(world: &World, call: &Call, room: Id) -> Result<(), Refusal> {
    match world.room(room).kind {
        Kind::Direct(user) => return may_whisper(world, user),
        Kind::Group(_) => return Err(Refusal::MISSING_ACCESS),
        Kind::Channel(ChannelKind::Forum) => return Err(Refusal::NO_TEXT_CHANNEL),
        Kind::Channel(_) => need(world, room, permission::SEND_MESSAGES)?,
        Kind::Thread { .. } => {
            need(world, room, permission::SEND_MESSAGES_IN_THREADS)?;
            check_unlocked(world, room)?;
        }
    }
    if call.body.files.is_empty() {
        Ok(())
    } else {
        need(world, room, permission::ATTACH_FILES)
    }
}

fn may_whisper(world: &World, user: Id) -> Result<(), Refusal> {
    let mut halls = world.halls.values();
    let is_near = halls.any(|hall| hall.bot.is_some() && hall.members.contains_key(&user));
    let account = world.account(user);
    if !is_near && !account.has_installed {
        Err(Refusal::NO_MUTUAL_GUILD)
    } else if account.is_direct_open {
        Ok(())
    } else {
        Err(Refusal::CLOSED_DIRECT)
    }
}

fn nonce(body: &Value) -> Option<String> {
    match &body["nonce"] {
        Value::String(nonce) => Some(nonce.clone()),
        Value::Number(nonce) => Some(nonce.to_string()),
        _ => None,
    }
}

/// The time for which Discord remembers a nonce: "a few minutes".
const MEMORY: std::time::Duration = std::time::Duration::from_secs(180);

fn said_before<'a>(world: &'a World, room: Id, nonce: &str) -> Option<&'a Message> {
    let id = world.nonces.get(&(room, nonce.to_owned()))?;
    let message = world.messages.get(id)?;
    (message.created + MEMORY >= world.clock.now()).then_some(message)
}

pub(super) fn list(world: &mut World, call: &Call, ids: &[Id]) -> Answer {
    let bound = |name: &str| call.parameter(name).and_then(|id| id.parse::<Id>().ok());
    let (before, after) = (bound("before"), bound("after"));
    let limit = call.parameter("limit");
    let limit = limit.and_then(|limit| limit.parse().ok()).unwrap_or(50);
    let fits = |id: &&Id| {
        before.is_none_or(|before| **id < before) && after.is_none_or(|after| **id > after)
    };
    let found = world.room(ids[0]).messages.iter().rev().filter(fits);
    let found = found
        .take(limit)
        .map(|id| world.messages[id].to_json(world));
    Ok(Reply::good(found.collect()))
}

pub(super) fn edit(world: &mut World, call: &Call, ids: &[Id]) -> Answer {
    let message = &world.messages[&ids[1]];
    if message.author != world.application {
        return Err(Refusal::FOREIGN_MESSAGE);
    }
    check_open(world, message.room)?;
    check_change(world, call, ids[1], &call.body.json)?;
    speech::change(world, ids[1], &call.body.json, &call.body.files);
    shown(world, ids[1])
}

/// Refuses an edit that would leave a message empty.
pub(super) fn check_change(
    world: &mut World,
    call: &Call,
    id: Id,
    body: &Value,
) -> Result<(), Refusal> {
    let message = world.messages.get(&id).ok_or(Refusal::UNKNOWN_MESSAGE)?;
    if speech::would_be_empty(message, body, &call.body.files) {
        return Err(forbidden(
            world,
            call,
            "nothing would be left of the message",
        ));
    }
    Ok(())
}
