//! Messages that follow an acknowledgment, by the token of its interaction.

use std::time::Duration;

use super::{
    Answer, forbidden,
    interactions::{answered, origin},
    messages::check_change,
    number, unknown,
};
use crate::discord::{
    Id, limits,
    limits::EPHEMERAL,
    question::id_of,
    refusal::{Refusal, Reply},
    server::Call,
    speech,
    world::World,
};

/// The lifetime of a token.
const LIFE: Duration = Duration::from_secs(15 * 60);

pub(super) fn serve(
    world: &mut World,
    call: &Call,
    application: &str,
    token: &str,
    rest: &[&str],
) -> Answer {
    if number(application)? != world.application {
        return Err(Refusal::unknown_webhook());
    }
    let id = question(world, token)?;
    match (call.method.as_str(), rest) {
        ("POST", []) => follow_up(world, call, id),
        (method, ["messages", which]) => {
            let message = message(world, id, which)?;
            match method {
                "GET" => Ok(Reply::good(world.messages[&message].to_json(world))),
                "PATCH" => edit(world, call, id, message),
                "DELETE" => {
                    world.delete_message(message);
                    Ok(Reply::nothing())
                }
                _ => Err(unknown(world, call)),
            }
        }
        _ => Err(unknown(world, call)),
    }
}

/// Returns the interaction of a token that is still valid and was acknowledged.
fn question(world: &World, token: &str) -> Result<Id, Refusal> {
    let id = id_of(token).ok_or_else(Refusal::unknown_webhook)?;
    let question = world
        .questions
        .get(&id)
        .ok_or_else(Refusal::unknown_webhook)?;
    if question.is_expired || question.asked + LIFE < world.clock.now() {
        return Err(Refusal::new(401, 50027, "Invalid Webhook Token"));
    }
    match question.acknowledgment {
        Some(_) => Ok(question.id),
        None => Err(Refusal::unknown_webhook()),
    }
}

/// Returns the message that is named `@original` or by its id.
fn message(world: &World, id: Id, which: &str) -> Result<Id, Refusal> {
    let question = &world.questions[&id];
    let message = match which {
        "@original" => question.original,
        number_ => Some(number(number_)?).filter(|message| question.owned.contains(message)),
    };
    message
        .filter(|message| world.messages.contains_key(message))
        .ok_or_else(Refusal::unknown_message)
}

fn edit(world: &mut World, call: &Call, id: Id, message: Id) -> Answer {
    check_change(world, call, message, &call.body.json)?;
    let is_public = world.messages[&message].only.is_none();
    if is_public && limits::flags(&call.body.json) & EPHEMERAL != 0 {
        return Err(forbidden(
            world,
            call,
            "an edit cannot make a message private",
        ));
    }
    speech::change(world, message, &call.body.json, &call.body.files);
    answered(world, id, message, false);
    Ok(Reply::good(world.messages[&message].to_json(world)))
}

fn follow_up(world: &mut World, call: &Call, id: Id) -> Answer {
    let body = &call.body.json;
    let original = world.questions[&id]
        .original
        .and_then(|original| world.messages.get(&original));
    // The first message replaces "is thinking…" and keeps its visibility.
    if let Some(thinking) = original.filter(|original| original.is_thinking()) {
        let (message, is_public) = (thinking.id, thinking.only.is_none());
        if is_public && limits::flags(body) & EPHEMERAL != 0 {
            let why = "what was deferred for all to see cannot be followed up for one person only";
            return Err(forbidden(world, call, why));
        }
        speech::change(world, message, body, &call.body.files);
        answered(world, id, message, false);
        return Ok(Reply::good(world.messages[&message].to_json(world)));
    }
    let mut origin = origin(world, id, body);
    origin.reply_to = world.questions[&id].original;
    let message = speech::say(world, origin, body, &call.body.files);
    answered(world, id, message, false);
    Ok(Reply::good(world.messages[&message].to_json(world)))
}
