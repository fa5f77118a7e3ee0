//! Messages that follow an acknowledgment, by the token of its interaction.

use std::time::Duration;

use super::{
    Answer, forbidden,
    interactions::{answered, origin},
    messages::check_change,
    shown,
};
use crate::discord::{
    Id, interaction_state::id_of, limits, limits::EPHEMERAL, refusal::Refusal, server::ApiRequest,
    server_state::ServerState, speech,
};

/// The lifetime of a token.
const LIFE: Duration = Duration::from_secs(15 * 60);

/// Returns the interaction of a token that is still valid and was acknowledged.
pub(super) fn interaction(state: &ServerState, token: &str) -> Result<Id, Refusal> {
    let interaction = id_of(token).and_then(|id| state.interactions.get(&id));
    let interaction = interaction.ok_or(Refusal::UNKNOWN_WEBHOOK)?;
    if interaction.is_expired || interaction.asked + LIFE < state.clock.now() {
        return Err(Refusal::INVALID_TOKEN);
    }
    let acknowledged = interaction.acknowledgment.map(|_| interaction.id);
    acknowledged.ok_or(Refusal::UNKNOWN_WEBHOOK)
}

/// Returns the first message that answers an interaction, which a path names `@original`.
pub(super) fn original(state: &ServerState, interaction: Id, name: &str) -> Result<Id, Refusal> {
    let message = state.interactions[&interaction].original;
    let is_it = |message: &Id| name == "@original" && state.messages.contains_key(message);
    message.filter(is_it).ok_or(Refusal::UNKNOWN_MESSAGE)
}

pub(super) fn edit(state: &mut ServerState, request: &ApiRequest, ids: &[Id]) -> Answer {
    let (interaction, message) = (ids[1], ids[2]);
    check_change(state, request, message, &request.body.json)?;
    let why = "an edit cannot make a message private";
    change(state, request, interaction, message, why)
}

/// Changes a message, which cannot become private.
fn change(
    state: &mut ServerState,
    request: &ApiRequest,
    interaction: Id,
    message: Id,
    why: &str,
) -> Answer {
    let is_public = state.messages[&message].only.is_none();
    if is_public && limits::flags(&request.body.json) & EPHEMERAL != 0 {
        return Err(forbidden(state, request, why));
    }
    speech::change(state, message, &request.body.json, &request.body.files);
    answered(state, interaction, message, false);
    shown(state, message)
}

pub(super) fn follow_up(state: &mut ServerState, request: &ApiRequest, ids: &[Id]) -> Answer {
    let (id, body) = (ids[1], &request.body.json);
    let original = state.interactions[&id].original;
    let first = original.and_then(|original| state.messages.get(&original));
    // The first message replaces "is thinking…" and keeps its visibility.
    if let Some(thinking) = first.filter(|first| first.is_thinking()) {
        let why = "what was deferred for all to see cannot be followed up for one person only";
        return change(state, request, id, thinking.id, why);
    }
    let mut origin = origin(state, id, body);
    origin.reply_to = original;
    let message = speech::add_message(state, origin, body, &request.body.files);
    answered(state, id, message, false);
    shown(state, message)
}
