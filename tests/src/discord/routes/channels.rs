//! Channels and threads themselves.

use super::Answer;
use crate::discord::{
    Id,
    chronicle::Sight,
    people::{Kind, permission},
    refusal::{Refusal, Reply},
    server::Call,
    world::World,
};

pub(super) fn show(world: &mut World, _: &Call, ids: &[Id]) -> Answer {
    Ok(Reply::good(world.room(ids[0]).to_json(world)))
}

/// Returns the room with this id, if the bot can see it.
pub(super) fn seen(world: &World, id: Id) -> Result<Id, Refusal> {
    let room = world.rooms.get(&id).ok_or(Refusal::UNKNOWN_CHANNEL)?;
    if world.bot_sees(room) && !room.is_closed_to(world.application) {
        Ok(id)
    } else {
        Err(Refusal::MISSING_ACCESS)
    }
}

/// Refuses if the bot lacks this permission in the room.
pub(super) fn need(world: &World, room: Id, permission: u64) -> Result<(), Refusal> {
    match world.bot_permissions(world.room(room)) & permission {
        granted if granted == permission => Ok(()),
        _ => Err(Refusal::MISSING_PERMISSIONS),
    }
}

/// Renames, archives or locks a thread.
pub(super) fn change(world: &mut World, call: &Call, ids: &[Id]) -> Answer {
    let (id, body) = (ids[0], &call.body.json);
    let may_all = need(world, id, permission::MANAGE_THREADS).is_ok();
    let bot = world.application;
    let room = world.room_mut(id);
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
        world.note(id, Sight::Name(name.to_owned()));
    }
    if archived == Some(true) {
        world.note(id, Sight::Archive);
    }
    world.tell_room(id, "UPDATE");
    show(world, call, ids)
}
