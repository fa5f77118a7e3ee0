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
    server::ApiRequest,
    server_state::ServerState,
    speech,
    speech::Origin,
};

/// Returns a message of this room that is not for one person only.
pub(super) fn readable(state: &ServerState, room: Id, message: Id) -> Result<Id, Refusal> {
    let found = state.messages.get(&message);
    let found = found.filter(|found| found.room == room && found.only.is_none());
    found.map(|_| message).ok_or(Refusal::UNKNOWN_MESSAGE)
}

/// Returns the message that a path names last.
pub(super) fn show(state: &mut ServerState, _: &ApiRequest, ids: &[Id]) -> Answer {
    shown(state, ids[ids.len() - 1])
}

/// Deletes the message that a path names last.
pub(super) fn delete(state: &mut ServerState, _: &ApiRequest, ids: &[Id]) -> Answer {
    let message = &state.messages[&ids[ids.len() - 1]];
    let id = message.id;
    if message.author != state.application {
        need(state, message.room, permission::MANAGE_MESSAGES)?;
    }
    state.delete_message(id);
    Ok(Reply::nothing())
}

pub(super) fn post(state: &mut ServerState, request: &ApiRequest, ids: &[Id]) -> Answer {
    let room = ids[0];
    may_write(state, request, room)?;
    let now = state.clock.now();
    let headers = match state
        .message_rates
        .as_mut()
        .map(|message_rates| message_rates.take(room, now))
    {
        Some(Err(wait)) => return Ok(Reply::rate_limited(wait, false)),
        Some(Ok(left)) => left.headers(),
        None => Vec::new(),
    };
    let good = |body| Reply {
        headers,
        ..Reply::good(body)
    };
    let body = &request.body.json;
    let nonce = nonce(body);
    if let Some(nonce) = &nonce
        && body["enforce_nonce"] == true
    {
        if let Some(known) = said_before(state, room, nonce) {
            return Ok(good(known.to_json(state)));
        }
        let mut known = state.nonces.keys();
        if known.any(|(other, known)| *other != room && known == nonce) {
            state.problem(format!("the nonce {nonce} is used in two channels"));
        }
    }
    let reply_to = body["message_reference"]["message_id"]
        .as_str()
        .and_then(|id| id.parse().ok());
    let origin = Origin {
        room,
        author: state.application,
        only: None,
        command_use: None,
        reply_to,
    };
    let id = speech::add_message(state, origin, body, &request.body.files);
    if let Some(nonce) = nonce {
        state.nonces.insert((room, nonce), id);
    }
    let named = state.messages[&id].named.clone();
    draw_in(state, room, &named);
    Ok(good(state.messages[&id].to_json(state)))
}

/// Refuses if the bot may not write in the room, or may not write this message.
fn may_write(state: &ServerState, request: &ApiRequest, room: Id) -> Result<(), Refusal> {
    match state.room(room).kind {
        Kind::Direct(user) => return may_whisper(state, user),
        Kind::Group(_) => return Err(Refusal::MISSING_ACCESS),
        Kind::Channel(ChannelKind::Forum) => return Err(Refusal::NO_TEXT_CHANNEL),
        Kind::Channel(_) => need(state, room, permission::SEND_MESSAGES)?,
        Kind::Thread { .. } => {
            need(state, room, permission::SEND_MESSAGES_IN_THREADS)?;
            check_unlocked(state, room)?;
        }
    }
    if request.body.files.is_empty() {
        Ok(())
    } else {
        need(state, room, permission::ATTACH_FILES)
    }
}

fn may_whisper(state: &ServerState, user: Id) -> Result<(), Refusal> {
    let mut guilds = state.guilds.values();
    let is_near = guilds
        .any(|guild_state| guild_state.bot.is_some() && guild_state.members.contains_key(&user));
    let account = state.account(user);
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

fn said_before<'a>(state: &'a ServerState, room: Id, nonce: &str) -> Option<&'a Message> {
    let id = state.nonces.get(&(room, nonce.to_owned()))?;
    let message = state.messages.get(id)?;
    (message.created + MEMORY >= state.clock.now()).then_some(message)
}

pub(super) fn list(state: &mut ServerState, request: &ApiRequest, ids: &[Id]) -> Answer {
    let bound = |name: &str| request.parameter(name).and_then(|id| id.parse::<Id>().ok());
    let (before, after) = (bound("before"), bound("after"));
    let limit = request.parameter("limit");
    let limit = limit.and_then(|limit| limit.parse().ok()).unwrap_or(50);
    let fits = |id: &&Id| {
        before.is_none_or(|before| **id < before) && after.is_none_or(|after| **id > after)
    };
    let found = state.room(ids[0]).messages.iter().rev().filter(fits);
    let found = found
        .take(limit)
        .map(|id| state.messages[id].to_json(state));
    Ok(Reply::good(found.collect()))
}

pub(super) fn edit(state: &mut ServerState, request: &ApiRequest, ids: &[Id]) -> Answer {
    let message = &state.messages[&ids[1]];
    if message.author != state.application {
        return Err(Refusal::FOREIGN_MESSAGE);
    }
    check_open(state, message.room)?;
    check_change(state, request, ids[1], &request.body.json)?;
    speech::change(state, ids[1], &request.body.json, &request.body.files);
    shown(state, ids[1])
}

/// Refuses an edit that would leave a message empty.
pub(super) fn check_change(
    state: &mut ServerState,
    request: &ApiRequest,
    id: Id,
    body: &Value,
) -> Result<(), Refusal> {
    let message = state.messages.get(&id).ok_or(Refusal::UNKNOWN_MESSAGE)?;
    if speech::would_be_empty(message, body, &request.body.files) {
        return Err(forbidden(
            state,
            request,
            "nothing would be left of the message",
        ));
    }
    Ok(())
}
