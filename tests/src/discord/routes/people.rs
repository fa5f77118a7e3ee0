//! People and guilds.

use serde_json::{Value, json};

use super::{Answer, number, unknown};
use crate::discord::{
    Id,
    people::{Kind, Member, member_json, merged},
    refusal::{Refusal, Reply},
    server::Call,
    world::World,
};

pub(super) fn serve(world: &mut World, call: &Call, segments: &[&str]) -> Answer {
    match (call.method.as_str(), segments) {
        ("GET", ["users", "@me"]) => Ok(Reply::good(myself(world))),
        ("POST", ["users", "@me", "channels"]) => open_direct(world, &call.body.json),
        ("GET", ["users", "@me", "guilds"]) => Ok(Reply::good(my_guilds(world))),
        ("GET", ["users", user]) => {
            let user = world.accounts.get(&number(user)?);
            let user = user.ok_or_else(|| Refusal::new(404, 10013, "Unknown User"))?;
            Ok(Reply::good(user.to_json()))
        }
        (_, ["guilds", guild, rest @ ..]) => {
            let guild = number(guild)?;
            match world.halls.get(&guild) {
                None => Err(Refusal::new(404, 10004, "Unknown Guild")),
                Some(hall) if hall.bot.is_none() => Err(Refusal::missing_access()),
                Some(_) => in_guild(world, call, guild, rest),
            }
        }
        _ => Err(unknown(world, call)),
    }
}

fn myself(world: &World) -> Value {
    let myself = world.account(world.application).to_json();
    let more = json!({ "mfa_enabled": false, "locale": "en-US", "verified": true, "email": null });
    merged(myself, more)
}

fn my_guilds(world: &World) -> Value {
    let here = world
        .halls
        .values()
        .filter_map(|hall| Some((hall, hall.bot?)));
    let guilds = here.map(|(hall, permissions)| {
        json!({
            "id": hall.id, "name": hall.name, "icon": null, "banner": null, "owner": false,
            "permissions": permissions.to_string(), "features": [],
        })
    });
    Value::Array(guilds.collect())
}

/// Opens direct messages. A user's refusal of direct messages shows only when one is sent.
fn open_direct(world: &mut World, body: &Value) -> Answer {
    let user = body["recipient_id"].as_str().map(number).transpose()?;
    match user.and_then(|user| world.accounts.get(&user)) {
        None => Err(Refusal::invalid_form()),
        Some(account) if account.is_bot => Err(Refusal::new(
            403,
            50007,
            "Cannot send messages to this user",
        )),
        Some(account) => {
            let room = world.direct(account.id);
            Ok(Reply::good(world.room(room).to_json(world)))
        }
    }
}

fn in_guild(world: &mut World, call: &Call, guild: Id, rest: &[&str]) -> Answer {
    let hall = world.hall(guild);
    match (call.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::good(hall.to_json(world))),
        ("GET", ["roles"]) => Ok(Reply::good(hall.roles_json())),
        ("GET", ["channels"]) => {
            let is_channel = |kind: &Kind| matches!(kind, Kind::Channel(_));
            let rooms = world
                .rooms
                .values()
                .filter(|room| room.guild == Some(guild) && is_channel(&room.kind));
            Ok(Reply::good(rooms.map(|room| room.to_json(world)).collect()))
        }
        ("GET", ["members", "search"]) => {
            let beginning = call.parameter("query").unwrap_or_default().to_lowercase();
            let limit = call
                .parameter("limit")
                .and_then(|limit| limit.parse().ok())
                .unwrap_or(1);
            let fits = |user: &Id| {
                let names = [
                    world.name_in(Some(guild), *user),
                    world.account(*user).username.clone(),
                ];
                names
                    .iter()
                    .any(|name| name.to_lowercase().starts_with(&beginning))
            };
            let members = hall
                .members
                .iter()
                .filter(|(user, _)| fits(user))
                .take(limit);
            Ok(Reply::good(
                members
                    .map(|(user, member)| member_json(world, guild, *user, member))
                    .collect(),
            ))
        }
        ("GET", ["members", user]) => {
            let user = number(user)?;
            let bot = Member {
                nick: None,
                permissions: 0,
                joined: hall.created,
            };
            let member = if user == world.application {
                Some(&bot)
            } else {
                hall.members.get(&user)
            };
            let member = member.ok_or_else(|| Refusal::new(404, 10007, "Unknown Member"))?;
            Ok(Reply::good(member_json(world, guild, user, member)))
        }
        _ => Err(unknown(world, call)),
    }
}
