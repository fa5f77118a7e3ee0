//! Channels and threads themselves.

use super::Answer;
use crate::discord::{
    Id,
    event_log::VisibleEvent,
    people::{Kind, permission},
    refusal::{Refusal, Reply},
    server::ApiRequest,
    server_state::ServerState,
};

pub(super) fn show(state: &mut ServerState, _: &ApiRequest, ids: &[Id]) -> Answer {
    Ok(Reply::good(state.room(ids[0]).to_json(state)))
}

/// Returns the room with this id, if the bot can see it.
pub(super) fn seen(state: &ServerState, id: Id) -> Result<Id, Refusal> {
    let room = state.rooms.get(&id).ok_or(Refusal::UNKNOWN_CHANNEL)?;
    if state.bot_sees(room) && !room.is_closed_to(state.application) {
        Ok(id)
    } else {
        Err(Refusal::MISSING_ACCESS)
    }
}

/// Refuses if the bot lacks this permission in the room.
pub(super) fn need(state: &ServerState, room: Id, permission: u64) -> Result<(), Refusal> {
    match state.bot_permissions(state.room(room)) & permission {
        granted if granted == permission => Ok(()),
        _ => Err(Refusal::MISSING_PERMISSIONS),
    }
}

/// Renames, archives or locks a thread.
pub(super) fn change(state: &mut ServerState, request: &ApiRequest, ids: &[Id]) -> Answer {
    let (id, body) = (ids[0], &request.body.json);
    let may_all = need(state, id, permission::MANAGE_THREADS).is_ok();
    let bot = state.application;
    let room = state.room_mut(id);
    let Kind::Thread {
        owner,
        is_archived,
        is_locked,
        rests_after,
        ..
    } = &mut room.kind
    else {
        return Err(Refusal::MISSING_PERMISSIONS);
    };
    let is_own = *owner == bot && !*is_locked && body["locked"].is_null();
    if !may_all && !is_own {
        return Err(Refusal::MISSING_PERMISSIONS);
    }
    let archived = body["archived"].as_bool();
    if *is_archived && archived != Some(false) {
        return Err(Refusal::ARCHIVED);
    }
    let rests = body["auto_archive_duration"].as_u64();
    *rests_after = rests.unwrap_or(*rests_after);
    *is_archived = archived.unwrap_or(*is_archived);
    *is_locked = body["locked"].as_bool().unwrap_or(*is_locked);
    if let Some(name) = body["name"].as_str() {
        name.clone_into(&mut room.name);
        state.note(id, VisibleEvent::Name(name.to_owned()));
    }
    if archived == Some(true) {
        state.note(id, VisibleEvent::Archive);
    }
    state.send_room_event(id, "UPDATE");
    show(state, request, ids)
}
