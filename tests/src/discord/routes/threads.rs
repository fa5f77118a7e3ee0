//! Creation and members of threads.

use serde_json::json;

use super::{Answer, channels::need};
use crate::discord::{
    Id,
    chronicle::Sight,
    id::moment,
    json::text,
    people::{ChannelKind, Kind, permission},
    refusal::{Refusal, Reply},
    server::Call,
    world::World,
};

/// Opens a thread below a message.
pub(super) fn open(world: &mut World, call: &Call, ids: &[Id]) -> Answer {
    let (parent, id) = (ids[0], ids[1]);
    if world.rooms.contains_key(&id) {
        return Err(Refusal::HAS_THREAD);
    }
    let body = &call.body.json;
    let has_threads = [ChannelKind::Text, ChannelKind::Announcements].map(Kind::Channel);
    if !has_threads.contains(&world.room(parent).kind) {
        return Err(Refusal::WRONG_CHANNEL_TYPE);
    }
    let kind = Kind::Thread {
        parent,
        owner: world.application,
        is_archived: false,
        is_locked: false,
        is_private: false,
        rests_after: body["auto_archive_duration"].as_u64().unwrap_or(1440),
        members: [world.application].into(),
    };
    let name = text(&body["name"]);
    let guild = world.room(parent).guild;
    world.add_room_as(id, kind, guild, name);
    world.note(id, Sight::Thread(name.to_owned()));
    world.tell_room(id, "CREATE");
    Ok(Reply::new(201, world.room(id).to_json(world)))
}

/// Returns a member of a thread.
pub(super) fn member(world: &mut World, _: &Call, ids: &[Id]) -> Answer {
    let (room, user) = (world.room(ids[0]), ids[1]);
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
pub(super) fn join(world: &mut World, _: &Call, ids: &[Id]) -> Answer {
    let (id, user) = (ids[0], ids[1]);
    let guild = world.room(id).guild;
    let is_here = user == world.application
        || guild.is_some_and(|guild| world.hall(guild).members.contains_key(&user));
    if !is_here {
        return Err(Refusal::UNKNOWN_MEMBER);
    }
    let room = world.room_mut(id);
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
pub(in crate::discord) fn draw_in(world: &mut World, room: Id, named: &[Id]) {
    let room = world.room_mut(room);
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
pub(super) fn check_open(world: &World, room: Id) -> Result<(), Refusal> {
    match world.room(room).kind {
        Kind::Thread {
            is_archived: true, ..
        } => Err(Refusal::ARCHIVED),
        _ => Ok(()),
    }
}

/// Refuses a locked thread unless the bot has the permission to write there.
pub(super) fn check_unlocked(world: &World, room: Id) -> Result<(), Refusal> {
    match world.room(room).kind {
        Kind::Thread {
            is_locked: true, ..
        } => need(world, room, permission::MANAGE_THREADS),
        _ => Ok(()),
    }
}
