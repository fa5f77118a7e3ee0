//! Messages in channels, threads and direct messages.

use serde_json::Value;

use super::{
    Answer,
    channels::{need, seen},
    forbidden, number,
    threads::{check_open, check_unlocked, draw_in},
    unknown,
};
use crate::discord::{
    Id, Message,
    limits::COMPONENTS_V2,
    people::{ChannelKind, Kind, permission},
    refusal::{Refusal, Reply},
    server::Call,
    speech,
    speech::Origin,
    world::World,
};

pub(super) fn serve(world: &mut World, call: &Call, segments: &[&str]) -> Answer {
    let room = seen(world, segments[1])?;
    match (call.method.as_str(), &segments[3..]) {
        ("POST", []) => post(world, call, room),
        ("GET", []) => list(world, call, room),
        (method, [message]) => {
            let message = readable(world, room, number(message)?)?;
            match method {
                "GET" => Ok(Reply::good(world.messages[&message].to_json(world))),
                "PATCH" => edit(world, call, message),
                "DELETE" => {
                    if world.messages[&message].author != world.application {
                        need(world, room, permission::MANAGE_MESSAGES)?;
                    }
                    world.delete_message(message);
                    Ok(Reply::nothing())
                }
                _ => Err(unknown(world, call)),
            }
        }
        _ => Err(unknown(world, call)),
    }
}

/// Returns a message of this room that is not for one person only.
fn readable(world: &World, room: Id, message: Id) -> Result<Id, Refusal> {
    let found = world.messages.get(&message);
    match found.filter(|found| found.room == room && found.only.is_none()) {
        Some(_) => Ok(message),
        None => Err(Refusal::unknown_message()),
    }
}

fn post(world: &mut World, call: &Call, room: Id) -> Answer {
    may_write(world, call, room)?;
    let now = world.clock.now();
    let headers = match world.pace.as_mut().map(|pace| pace.take(room, now)) {
        Some(Err(wait)) => return Ok(Reply::rate_limited(wait.as_secs_f64(), false)),
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
        if world
            .nonces
            .keys()
            .any(|(other, known)| *other != room && known == nonce)
        {
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
        Kind::Group(_) => return Err(Refusal::missing_access()),
        Kind::Channel(ChannelKind::Forum) => {
            let words = "Cannot send messages in a non-text channel";
            return Err(Refusal::new(400, 50008, words));
        }
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
    let is_near = world
        .halls
        .values()
        .any(|hall| hall.bot.is_some() && hall.members.contains_key(&user));
    if !is_near && !world.account(user).has_installed {
        let words = "Cannot send messages to this user due to having no mutual guilds";
        return Err(Refusal::new(403, 50278, words));
    }
    if world.account(user).is_direct_open {
        Ok(())
    } else {
        Err(Refusal::new(
            403,
            50007,
            "Cannot send messages to this user",
        ))
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

fn list(world: &World, call: &Call, room: Id) -> Answer {
    need(world, room, permission::READ_MESSAGE_HISTORY)?;
    let bound = |name: &str| call.parameter(name).and_then(|id| id.parse::<Id>().ok());
    let (before, after) = (bound("before"), bound("after"));
    let limit = call
        .parameter("limit")
        .and_then(|limit| limit.parse().ok())
        .unwrap_or(50);
    let fits = |id: &&Id| {
        before.is_none_or(|before| **id < before) && after.is_none_or(|after| **id > after)
    };
    let ids = world
        .room(room)
        .messages
        .iter()
        .rev()
        .filter(fits)
        .take(limit);
    Ok(Reply::good(
        ids.map(|id| world.messages[id].to_json(world)).collect(),
    ))
}

fn edit(world: &mut World, call: &Call, id: Id) -> Answer {
    let message = &world.messages[&id];
    if message.author != world.application {
        return Err(Refusal::new(
            403,
            50005,
            "Cannot edit a message authored by another user",
        ));
    }
    check_open(world, message.room)?;
    check_change(world, call, id, &call.body.json)?;
    speech::change(world, id, &call.body.json, &call.body.files);
    Ok(Reply::good(world.messages[&id].to_json(world)))
}

/// Refuses an edit that would make a message invalid.
pub(super) fn check_change(
    world: &mut World,
    call: &Call,
    id: Id,
    body: &Value,
) -> Result<(), Refusal> {
    let message = world
        .messages
        .get(&id)
        .ok_or_else(Refusal::unknown_message)?;
    let is_v2 = message.flags & COMPONENTS_V2 != 0;
    if is_v2 && !body["content"].is_null() {
        return Err(forbidden(
            world,
            call,
            "a message told by components has no content",
        ));
    }
    if speech::would_be_empty(message, body, &call.body.files) {
        return Err(forbidden(
            world,
            call,
            "nothing would be left of the message",
        ));
    }
    Ok(())
}
