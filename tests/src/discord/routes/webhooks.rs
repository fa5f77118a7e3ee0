//! Messages that follow an acknowledgment, by the token of its interaction.

use std::time::Duration;

use super::{
    Answer, forbidden,
    interactions::{answered, origin},
    messages::check_change,
    shown,
};
use crate::discord::{
    Id, limits, limits::EPHEMERAL, question::id_of, refusal::Refusal, server::Call, speech,
    world::World,
};

/// The lifetime of a token.
const LIFE: Duration = Duration::from_secs(15 * 60);

/// Returns the interaction of a token that is still valid and was acknowledged.
pub(super) fn question(world: &World, token: &str) -> Result<Id, Refusal> {
    let question = id_of(token).and_then(|id| world.questions.get(&id));
    let question = question.ok_or(Refusal::UNKNOWN_WEBHOOK)?;
    if question.is_expired || question.asked + LIFE < world.clock.now() {
        return Err(Refusal::INVALID_TOKEN);
    }
    let acknowledged = question.acknowledgment.map(|_| question.id);
    acknowledged.ok_or(Refusal::UNKNOWN_WEBHOOK)
}

/// Returns the first message that answers an interaction, which a path names `@original`.
pub(super) fn original(world: &World, question: Id, name: &str) -> Result<Id, Refusal> {
    let message = world.questions[&question].original;
    let is_it = |message: &Id| name == "@original" && world.messages.contains_key(message);
    message.filter(is_it).ok_or(Refusal::UNKNOWN_MESSAGE)
}

pub(super) fn edit(world: &mut World, call: &Call, ids: &[Id]) -> Answer {
    let (question, message) = (ids[1], ids[2]);
    check_change(world, call, message, &call.body.json)?;
    let why = "an edit cannot make a message private";
    change(world, call, question, message, why)
}

/// Changes a message, which cannot become private.
fn change(world: &mut World, call: &Call, question: Id, message: Id, why: &str) -> Answer {
    let is_public = world.messages[&message].only.is_none();
    if is_public && limits::flags(&call.body.json) & EPHEMERAL != 0 {
        return Err(forbidden(world, call, why));
    }
    speech::change(world, message, &call.body.json, &call.body.files);
    answered(world, question, message, false);
    shown(world, message)
}

pub(super) fn follow_up(world: &mut World, call: &Call, ids: &[Id]) -> Answer {
    let (id, body) = (ids[1], &call.body.json);
    let original = world.questions[&id].original;
    let first = original.and_then(|original| world.messages.get(&original));
    // The first message replaces "is thinking…" and keeps its visibility.
    if let Some(thinking) = first.filter(|first| first.is_thinking()) {
        let why = "what was deferred for all to see cannot be followed up for one person only";
        return change(world, call, id, thinking.id, why);
    }
    let mut origin = origin(world, id, body);
    origin.reply_to = original;
    let message = speech::say(world, origin, body, &call.body.files);
    answered(world, id, message, false);
    shown(world, message)
}
