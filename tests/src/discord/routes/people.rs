//! People and guilds.

use serde_json::json;

use super::{Answer, number};
use crate::discord::{
    Id,
    json::merged,
    people::member_json,
    refusal::{Refusal, Reply},
    server::Call,
    world::World,
};

pub(super) fn myself(world: &mut World, _: &Call, _: &[Id]) -> Answer {
    let myself = world.account(world.application).to_json();
    let more = json!({ "mfa_enabled": false, "locale": "en-US", "verified": true, "email": null });
    Ok(Reply::good(merged(myself, more)))
}

pub(super) fn user(world: &mut World, _: &Call, ids: &[Id]) -> Answer {
    let user = world.accounts.get(&ids[0]).ok_or(Refusal::UNKNOWN_USER)?;
    Ok(Reply::good(user.to_json()))
}

/// Opens direct messages. A user's refusal of direct messages shows only when one is sent.
pub(super) fn open_direct(world: &mut World, call: &Call, _: &[Id]) -> Answer {
    let user = call.body.json["recipient_id"].as_str().map(number);
    let account = user.transpose()?.and_then(|user| world.accounts.get(&user));
    let account = account.ok_or(Refusal::INVALID_FORM)?;
    if account.is_bot {
        return Err(Refusal::CLOSED_DIRECT);
    }
    let room = world.direct(account.id);
    Ok(Reply::good(world.room(room).to_json(world)))
}

/// Returns the guild with this id, if the bot is a member.
pub(super) fn joined(world: &World, id: Id) -> Result<Id, Refusal> {
    let hall = world.halls.get(&id).ok_or(Refusal::UNKNOWN_GUILD)?;
    hall.bot.map(|_| id).ok_or(Refusal::MISSING_ACCESS)
}

pub(super) fn guild(world: &mut World, _: &Call, ids: &[Id]) -> Answer {
    Ok(Reply::good(world.hall(ids[0]).to_json(world)))
}

pub(super) fn member(world: &mut World, _: &Call, ids: &[Id]) -> Answer {
    let (guild, user) = (ids[0], ids[1]);
    let hall = world.hall(guild);
    let bot = hall.bot_member();
    let member = if user == world.application {
        Some(&bot)
    } else {
        hall.members.get(&user)
    };
    let member = member.ok_or(Refusal::UNKNOWN_MEMBER)?;
    Ok(Reply::good(member_json(world, guild, user, member)))
}
