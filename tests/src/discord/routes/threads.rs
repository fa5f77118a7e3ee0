//! Creation and members of threads.

use serde_json::json;

use super::{Answer, channels::need};
use crate::discord::{
    Id,
    event_log::VisibleEvent,
    id::moment,
    json::text,
    people::{ChannelKind, Kind, permission},
    refusal::{Refusal, Reply},
    server::ApiRequest,
    server_state::ServerState,
};

/// Opens a thread below a message.
pub(super) fn open(state: &mut ServerState, request: &ApiRequest, ids: &[Id]) -> Answer {
    let (parent, id) = (ids[0], ids[1]);
    if state.rooms.contains_key(&id) {
        return Err(Refusal::HAS_THREAD);
    }
    let body = &request.body.json;
    let has_threads = [ChannelKind::Text, ChannelKind::Announcements].map(Kind::Channel);
    if !has_threads.contains(&state.room(parent).kind) {
        return Err(Refusal::WRONG_CHANNEL_TYPE);
    }
    let kind = Kind::Thread {
        parent,
        owner: state.application,
        is_archived: false,
        is_locked: false,
        is_private: false,
        rests_after: body["auto_archive_duration"].as_u64().unwrap_or(1440),
        members: [state.application].into(),
    };
    let name = text(&body["name"]);
    let guild = state.room(parent).guild;
    state.add_room_as(id, kind, guild, name);
    state.note(id, VisibleEvent::Thread(name.to_owned()));
    state.send_room_event(id, "CREATE");
    Ok(Reply::new(201, state.room(id).to_json(state)))
}

/// Returns a member of a thread.
pub(super) fn member(state: &mut ServerState, _: &ApiRequest, ids: &[Id]) -> Answer {
    let (room, user) = (state.room(ids[0]), ids[1]);
    match &room.kind {
        Kind::Thread { members, .. } if members.contains(&user) => {
            let since = moment(room.created);
            let member =
                json!({ "id": room.id, "user_id": user, "join_timestamp": since, "flags": 0 });
            Ok(Reply::good(member))
        }
        _ => Err(Refusal::UNKNOWN_MEMBER),
    }
}

/// Adds a person to a thread.
pub(super) fn join(state: &mut ServerState, _: &ApiRequest, ids: &[Id]) -> Answer {
    let (id, user) = (ids[0], ids[1]);
    let guild = state.room(id).guild;
    let is_here = user == state.application
        || guild.is_some_and(|guild| state.guild(guild).members.contains_key(&user));
    if !is_here {
        return Err(Refusal::UNKNOWN_MEMBER);
    }
    let room = state.room_mut(id);
    match &mut room.kind {
        Kind::Thread {
            is_archived: true, ..
        } => Err(Refusal::ARCHIVED),
        Kind::Thread { members, .. } => {
            members.insert(user);
            room.readers = None;
            Ok(Reply::nothing())
        }
        _ => Err(Refusal::WRONG_CHANNEL_TYPE),
    }
}

/// Adds the users who are mentioned in a thread to it.
pub(in crate::discord) fn draw_in(state: &mut ServerState, room: Id, named: &[Id]) {
    let room = state.room_mut(room);
    if let Kind::Thread {
        members,
        is_archived,
        ..
    } = &mut room.kind
    {
        members.extend(named);
        // A new message reopens an archived thread.
        *is_archived = false;
        room.readers = None;
    }
}

/// Refuses an edit of a message in an archived thread.
pub(super) fn check_open(state: &ServerState, room: Id) -> Result<(), Refusal> {
    match state.room(room).kind {
        Kind::Thread {
            is_archived: true, ..
        } => Err(Refusal::ARCHIVED),
        _ => Ok(()),
    }
}

/// Refuses a locked thread unless the bot has the permission to write there.
pub(super) fn check_unlocked(state: &ServerState, room: Id) -> Result<(), Refusal> {
    match state.room(room).kind {
        Kind::Thread {
            is_locked: true, ..
        } => need(state, room, permission::MANAGE_THREADS),
        _ => Ok(()),
    }
}
