//! Channels and threads themselves.

use serde_json::Value;

use super::{Answer, number, unknown};
use crate::discord::{
    Id,
    chronicle::Sight,
    people::{Kind, permission},
    refusal::{Refusal, Reply},
    server::Call,
    world::World,
};

pub(super) fn serve(world: &mut World, call: &Call, segments: &[&str]) -> Answer {
    let ["channels", room, rest @ ..] = segments else {
        return Err(unknown(world, call));
    };
    let room = seen(world, room)?;
    match (call.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::good(world.room(room).to_json(world))),
        ("PATCH", []) => change(world, call, room),
        ("DELETE", []) => {
            need(world, room, permission::MANAGE_THREADS)?;
            let gone = world.room(room).to_json(world);
            world.delete_room(room);
            Ok(Reply::good(gone))
        }
        ("POST", ["typing"]) => Ok(Reply::nothing()),
        _ => Err(unknown(world, call)),
    }
}

/// Returns the room with this id, if the bot can see it.
pub(super) fn seen(world: &World, text: &str) -> Result<Id, Refusal> {
    let room = world
        .rooms
        .get(&number(text)?)
        .ok_or_else(Refusal::unknown_channel)?;
    let is_let_in = match &room.kind {
        Kind::Thread {
            is_private: true,
            members,
            ..
        } => members.contains(&world.application),
        _ => true,
    };
    if is_let_in && world.bot_sees(room) {
        Ok(room.id)
    } else {
        Err(Refusal::missing_access())
    }
}

/// Refuses if the bot lacks this permission in the room.
pub(super) fn need(world: &World, room: Id, permission: u64) -> Result<(), Refusal> {
    match world.bot_permissions(world.room(room)) & permission {
        granted if granted == permission => Ok(()),
        _ => Err(Refusal::missing_permissions()),
    }
}

/// Renames, archives or locks a thread.
fn change(world: &mut World, call: &Call, id: Id) -> Answer {
    let body = &call.body.json;
    let Kind::Thread {
        owner,
        is_archived,
        is_locked,
        ..
    } = world.room(id).kind
    else {
        return Err(Refusal::missing_permissions());
    };
    let may_all = need(world, id, permission::MANAGE_THREADS).is_ok();
    let opens = body["archived"] == Value::Bool(false);
    let is_allowed =
        may_all || (owner == world.application && !is_locked && body["locked"].is_null());
    if !is_allowed {
        return Err(Refusal::missing_permissions());
    }
    if is_archived && !opens {
        return Err(Refusal::new(400, 50083, "Thread is archived"));
    }
    let name = body["name"].as_str().map(str::to_owned);
    if let Some(room) = world.rooms.get_mut(&id) {
        if let Some(name) = &name {
            room.name.clone_from(name);
        }
        if let Kind::Thread {
            is_archived,
            is_locked,
            rests_after,
            ..
        } = &mut room.kind
        {
            let rests = body["auto_archive_duration"].as_u64();
            *rests_after = rests.unwrap_or(*rests_after);
            *is_archived = body["archived"].as_bool().unwrap_or(*is_archived);
            *is_locked = body["locked"].as_bool().unwrap_or(*is_locked);
        }
    }
    if let Some(name) = name {
        world.note(id, Sight::Name(name));
    }
    if body["archived"] == Value::Bool(true) {
        world.note(id, Sight::Archive);
    }
    world.tell_room(id, "UPDATE");
    Ok(Reply::good(world.room(id).to_json(world)))
}
