//! Creation and members of threads.

use serde_json::{Value, json};

use super::{
    Answer,
    channels::{need, seen},
    number, unknown,
};
use crate::discord::{
    Id,
    chronicle::Sight,
    id::moment,
    people::{ChannelKind, Kind, permission},
    refusal::{Refusal, Reply},
    server::Call,
    world::World,
};

pub(super) fn serve(world: &mut World, call: &Call, segments: &[&str]) -> Answer {
    match (call.method.as_str(), segments) {
        ("POST", ["channels", room, "threads"]) => {
            let room = seen(world, room)?;
            let id = world.clock.fresh();
            // Without a type the thread is private.
            let is_private = call.body.json["type"].as_u64().unwrap_or(12) == 12;
            open(world, call, room, id, is_private)
        }
        ("POST", ["channels", room, "messages", message, "threads"]) => {
            let room = seen(world, room)?;
            let message = number(message)?;
            if !world
                .messages
                .get(&message)
                .is_some_and(|found| found.room == room && found.only.is_none())
            {
                return Err(Refusal::unknown_message());
            }
            if world.rooms.contains_key(&message) {
                let words = "A thread has already been created for this message";
                return Err(Refusal::new(400, 160_004, words));
            }
            open(world, call, room, message, false)
        }
        ("PUT" | "DELETE", ["channels", room, "thread-members", user]) => {
            let room = seen(world, room)?;
            let user = match *user {
                "@me" => world.application,
                user => number(user)?,
            };
            let is_in = call.method == "PUT";
            join(world, room, user, is_in)
        }
        ("GET", ["channels", room, "thread-members", user]) => {
            let (room, user) = (seen(world, room)?, number(user)?);
            match &world.room(room).kind {
                Kind::Thread { members, .. } if members.contains(&user) => {
                    Ok(Reply::good(member_of(world, room, user)))
                }
                _ => Err(Refusal::new(404, 10007, "Unknown Member")),
            }
        }
        _ => Err(unknown(world, call)),
    }
}

/// Returns a member of a thread.
fn member_of(world: &World, room: Id, user: Id) -> Value {
    let since = moment(world.room(room).created);
    json!({ "id": room, "user_id": user, "join_timestamp": since, "flags": 0 })
}

fn open(world: &mut World, call: &Call, parent: Id, id: Id, is_private: bool) -> Answer {
    let permission = if is_private {
        permission::CREATE_PRIVATE_THREADS
    } else {
        permission::CREATE_PUBLIC_THREADS
    };
    need(world, parent, permission)?;
    let name = call.body.json["name"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let has_threads = [ChannelKind::Text, ChannelKind::Announcements].map(Kind::Channel);
    if !has_threads.contains(&world.room(parent).kind) {
        return Err(Refusal::new(
            400,
            50024,
            "Cannot execute action on this channel type",
        ));
    }
    let kind = Kind::Thread {
        parent,
        owner: world.application,
        is_archived: false,
        is_locked: false,
        is_private,
        rests_after: call.body.json["auto_archive_duration"]
            .as_u64()
            .unwrap_or(1440),
        members: [world.application].into(),
    };
    let guild = world.room(parent).guild;
    world.add_room_as(id, kind, guild, &name);
    world.note(id, Sight::Thread(name));
    world.tell_room(id, "CREATE");
    Ok(Reply::created(world.room(id).to_json(world)))
}

fn join(world: &mut World, id: Id, user: Id, is_in: bool) -> Answer {
    let guild = world.room(id).guild;
    let is_here = user == world.application
        || guild.is_some_and(|guild| world.hall(guild).members.contains_key(&user));
    if !is_here {
        return Err(Refusal::new(404, 10007, "Unknown Member"));
    }
    match world
        .rooms
        .get_mut(&id)
        .map(|room| (&mut room.kind, &mut room.readers))
    {
        Some((
            Kind::Thread {
                is_archived: true, ..
            },
            _,
        )) => Err(Refusal::new(400, 50083, "Thread is archived")),
        Some((Kind::Thread { members, .. }, readers)) => {
            let _ = if is_in {
                members.insert(user)
            } else {
                members.remove(&user)
            };
            *readers = None;
            Ok(Reply::nothing())
        }
        _ => Err(Refusal::new(
            400,
            50024,
            "Cannot execute action on this channel type",
        )),
    }
}

/// Adds the users who are mentioned in a thread to it.
pub(in crate::discord) fn draw_in(world: &mut World, room: Id, named: &[Id]) {
    if let Some(room) = world.rooms.get_mut(&room)
        && let Kind::Thread {
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
        } => Err(Refusal::new(400, 50083, "Thread is archived")),
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
