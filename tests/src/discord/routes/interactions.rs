//! Acknowledgments of interactions.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Answer, forbidden, messages::check_change, number};
use crate::discord::{
    Id, Message,
    chronicle::{Choice, Sight},
    components,
    json::{items, text},
    limits,
    limits::EPHEMERAL,
    message::Used,
    question::{Acknowledgment, Kind, Manner, Question},
    refusal::{Refusal, Reply},
    server::Call,
    speech,
    speech::Origin,
    typing::plain,
    world::World,
};

/// The time that a bot has for an acknowledgment.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

pub(super) fn respond(world: &mut World, call: &Call, ids: &[Id]) -> Answer {
    let id = ids[0];
    let now = world.clock.now();
    let question = world.questions.get(&id);
    let question = question.filter(|question| question.token == call.segments[2]);
    let question = question.ok_or(Refusal::UNKNOWN_INTERACTION)?;
    if question.acknowledgment.is_some() {
        // Two requests may be in flight at once. It is a violation only if the bot knew of the first.
        let knew = question.told_at.is_some_and(|told| told <= call.arrived);
        if knew && !question.is_doubtful {
            world.problem(format!("the interaction {id} is acknowledged twice"));
        }
        return Err(Refusal::ACKNOWLEDGED);
    }
    if question.is_expired {
        return Err(Refusal::UNKNOWN_INTERACTION);
    }
    let after = now.saturating_sub(question.asked);
    if after > PATIENCE {
        let (user, room, is_late) = (question.user, question.room, question.is_late);
        if !is_late {
            let problem = format!("the interaction {id} was acknowledged after {after:?}");
            world.problem(problem);
        }
        world.note_to(user, room, Sight::Failure);
        return Err(Refusal::UNKNOWN_INTERACTION);
    }
    let manner = manner(question, &call.body.json);
    let Some(manner) = manner else {
        let kind = &call.body.json["type"];
        let why = format!("type {kind} does not answer this kind of interaction");
        return Err(forbidden(world, call, &why));
    };
    let is_private = limits::flags(&call.body.json["data"]) & EPHEMERAL != 0;
    carry_out(world, call, id, manner)?;
    let question = world.question_mut(id);
    question.acknowledgment = Some(Acknowledgment {
        manner,
        is_private,
        after,
    });
    // If the interaction was sent twice, two processes may acknowledge it without knowing of each other.
    question.is_doubtful |= call.is_doubtful;
    question.progress();
    match call.parameter("with_response").as_deref() {
        Some("true") => Ok(Reply::good(response(world, id, &call.body.json["type"]))),
        _ => Ok(Reply::nothing()),
    }
}

/// Records that the bot has received the response to its acknowledgment.
pub(in crate::discord) fn told(world: &mut World, id: &str) {
    let n_answered = world.calls.len();
    let question = number(id).ok().and_then(|id| world.questions.get_mut(&id));
    if let Some(question) = question {
        question.told_at = Some(n_answered);
    }
}

/// Records that the bot receives an interaction again, and may not know of its acknowledgment.
pub(in crate::discord) fn told_again(world: &mut World, id: Id) {
    let now = world.clock.now();
    if let Some(question) = world.questions.get_mut(&id) {
        question.is_doubtful = true;
        question.is_late = now.saturating_sub(question.asked) > PATIENCE;
    }
}

/// Returns the manner in which this callback type answers this interaction, or `None` if it cannot.
fn manner(question: &Question, body: &Value) -> Option<Manner> {
    let has_message = question.source.is_some();
    let is_completion = question.kind == Kind::Completion;
    match body["type"].as_u64()? {
        4 if !is_completion => Some(Manner::Answer),
        5 if !is_completion => Some(Manner::Deferral),
        6 if has_message => Some(Manner::Silence),
        7 if has_message => Some(Manner::Update),
        8 if is_completion => Some(Manner::Choices),
        9 if !is_completion && question.kind != Kind::Modal => Some(Manner::Modal),
        _ => None,
    }
}

fn carry_out(world: &mut World, call: &Call, id: Id, manner: Manner) -> Result<(), Refusal> {
    let data = &call.body.json["data"];
    let question = &world.questions[&id];
    let (user, room, source) = (question.user, question.room, question.source);
    match manner {
        Manner::Answer => {
            let origin = origin(world, id, data);
            let message = speech::say(world, origin, data, &call.body.files);
            answered(world, id, message, true);
        }
        Manner::Deferral => {
            let origin = origin(world, id, data);
            let message = speech::think(world, origin, data);
            world.question_mut(id).original = Some(message);
        }
        Manner::Silence => {
            world.question_mut(id).original = source;
            world.note_to(user, room, Sight::Acknowledgment);
        }
        Manner::Update => {
            let message = source.ok_or(Refusal::UNKNOWN_MESSAGE)?;
            check_change(world, call, message, data)?;
            world.question_mut(id).original = source;
            speech::change(world, message, data, &call.body.files);
            answered(world, id, message, true);
        }
        Manner::Choices => offer(world, call, id),
        Manner::Modal => {
            let modal = components::modal(data, id);
            world.note_to(user, room, Sight::Modal(modal.clone()));
            world.question_mut(id).modal = Some(modal);
        }
    }
    Ok(())
}

/// Records that a message answered an interaction.
pub(super) fn answered(world: &mut World, id: Id, message: Id, is_original: bool) {
    let question = world.question_mut(id);
    question.answers.push(message);
    if is_original {
        question.original = Some(message);
    }
    question.progress();
}

/// Returns the origin of a message that answers an interaction.
pub(super) fn origin(world: &World, id: Id, body: &Value) -> Origin {
    let question = &world.questions[&id];
    let is_private = limits::flags(body) & EPHEMERAL != 0;
    Origin {
        room: question.room,
        author: world.application,
        only: is_private.then_some(question.user),
        used: Some(Used {
            interaction: id,
            user: question.user,
            command: question.command.clone(),
        }),
        reply_to: question.source,
    }
}

fn offer(world: &mut World, call: &Call, id: Id) {
    let choices = items(&call.body.json["data"]["choices"]).iter();
    let choices = choices.map(|choice| Choice {
        name: text(&choice["name"]).to_owned(),
        value: plain(&choice["value"]),
    });
    let choices: Vec<Choice> = choices.collect();
    let question = world.question_mut(id);
    question.choices = Some(choices.clone());
    let (user, room) = (question.user, question.room);
    world.note_to(user, room, Sight::Choices(choices));
}

fn response(world: &World, id: Id, kind: &Value) -> Value {
    let question = &world.questions[&id];
    let message: Option<&Message> = question
        .original
        .and_then(|message| world.messages.get(&message));
    let mut response = json!({
        "interaction": {
            "id": id, "type": question.kind as u8, "response_message_id": question.original,
            "response_message_loading": message.is_some_and(Message::is_thinking),
            "response_message_ephemeral": message.is_some_and(Message::is_private),
        },
    });
    if let Some(message) = message {
        response["resource"] = json!({ "type": kind, "message": message.to_json(world) });
    }
    response
}
