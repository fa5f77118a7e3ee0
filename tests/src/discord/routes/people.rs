//! People and guilds.

use serde_json::json;

use super::{Answer, number};
use crate::discord::{
    Id,
    json::merged,
    people::member_json,
    refusal::{Refusal, Reply},
    server::ApiRequest,
    server_state::ServerState,
};

pub(super) fn myself(state: &mut ServerState, _: &ApiRequest, _: &[Id]) -> Answer {
    let myself = state.account(state.application).to_json();
    let more = json!({ "mfa_enabled": false, "locale": "en-US", "verified": true, "email": null });
    Ok(Reply::good(merged(myself, more)))
}

pub(super) fn user(state: &mut ServerState, _: &ApiRequest, ids: &[Id]) -> Answer {
    let user = state.accounts.get(&ids[0]).ok_or(Refusal::UNKNOWN_USER)?;
    Ok(Reply::good(user.to_json()))
}

/// Opens direct messages. A user's refusal of direct messages shows only when one is sent.
pub(super) fn open_direct(state: &mut ServerState, request: &ApiRequest, _: &[Id]) -> Answer {
    let user = request.body.json["recipient_id"].as_str().map(number);
    let account = user.transpose()?.and_then(|user| state.accounts.get(&user));
    let account = account.ok_or(Refusal::INVALID_FORM)?;
    if account.is_bot {
        return Err(Refusal::CLOSED_DIRECT);
    }
    let room = state.direct(account.id);
    Ok(Reply::good(state.room(room).to_json(state)))
}

/// Returns the guild with this id, if the bot is a member.
pub(super) fn joined(state: &ServerState, id: Id) -> Result<Id, Refusal> {
    let guild_state = state.guilds.get(&id).ok_or(Refusal::UNKNOWN_GUILD)?;
    guild_state.bot.map(|_| id).ok_or(Refusal::MISSING_ACCESS)
}

pub(super) fn guild(state: &mut ServerState, _: &ApiRequest, ids: &[Id]) -> Answer {
    Ok(Reply::good(state.guild(ids[0]).to_json(state)))
}

pub(super) fn member(state: &mut ServerState, _: &ApiRequest, ids: &[Id]) -> Answer {
    let (guild, user) = (ids[0], ids[1]);
    let guild_state = state.guild(guild);
    let bot = guild_state.bot_member();
    let member = if user == state.application {
        Some(&bot)
    } else {
        guild_state.members.get(&user)
    };
    let member = member.ok_or(Refusal::UNKNOWN_MEMBER)?;
    Ok(Reply::good(member_json(state, guild, user, member)))
}
