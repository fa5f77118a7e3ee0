//! Acknowledgments of interactions.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Answer, forbidden, messages::check_change, number};
use crate::discord::{
    Id, Message, activities, components,
    event_log::{Choice, VisibleEvent},
    interaction_state::{Acknowledgment, AcknowledgmentKind, InteractionState, Kind},
    json::{items, text},
    limits,
    limits::EPHEMERAL,
    message::CommandUse,
    refusal::{Refusal, Reply},
    server::ApiRequest,
    server_state::ServerState,
    speech,
    speech::Origin,
    typing::plain,
};

/// The time that a bot has for an acknowledgment.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

pub(super) fn respond(state: &mut ServerState, request: &ApiRequest, ids: &[Id]) -> Answer {
    let id = ids[0];
    let now = state.clock.now();
    let interaction = state.interactions.get(&id);
    let interaction = interaction.filter(|interaction| interaction.token == request.segments[2]);
    let interaction = interaction.ok_or(Refusal::UNKNOWN_INTERACTION)?;
    if interaction.acknowledgment.is_some() {
        // Two requests may be in flight at once. It is a violation only if the bot knew of the first.
        let knew = interaction
            .known_at
            .is_some_and(|known_at| known_at <= request.arrived);
        if knew && !interaction.is_doubtful {
            state.problem(format!("the interaction {id} is acknowledged twice"));
        }
        return Err(Refusal::ACKNOWLEDGED);
    }
    if interaction.is_expired {
        return Err(Refusal::UNKNOWN_INTERACTION);
    }
    let after = now.saturating_sub(interaction.asked);
    if after > PATIENCE {
        let (user, room, is_late) = (interaction.user, interaction.room, interaction.is_late);
        if !is_late {
            let problem = format!("the interaction {id} was acknowledged after {after:?}");
            state.problem(problem);
        }
        state.note_to(user, room, VisibleEvent::Failure);
        return Err(Refusal::UNKNOWN_INTERACTION);
    }
    let kind = acknowledgment_kind(interaction, &request.body.json);
    let Some(kind) = kind else {
        let kind = &request.body.json["type"];
        let why = format!("type {kind} does not answer this kind of interaction");
        return Err(forbidden(state, request, &why));
    };
    let is_private = limits::flags(&request.body.json["data"]) & EPHEMERAL != 0;
    carry_out(state, request, id, kind)?;
    let interaction = state.interaction_mut(id);
    interaction.acknowledgment = Some(Acknowledgment {
        kind,
        is_private,
        after,
    });
    // If the interaction was sent twice, two processes may acknowledge it without knowing of each other.
    interaction.is_doubtful |= request.is_doubtful;
    interaction.progress();
    match request.parameter("with_response").as_deref() {
        Some("true") => Ok(Reply::good(response(state, id, &request.body.json["type"]))),
        _ => Ok(Reply::nothing()),
    }
}

/// Records that the bot has received the response to its acknowledgment.
pub(in crate::discord) fn record_receipt(state: &mut ServerState, id: &str) {
    let n_answered = state.calls.len();
    let interaction = number(id)
        .ok()
        .and_then(|id| state.interactions.get_mut(&id));
    if let Some(interaction) = interaction {
        interaction.known_at = Some(n_answered);
    }
}

/// Records that the bot receives an interaction again, and may not know of its acknowledgment.
pub(in crate::discord) fn record_repetition(state: &mut ServerState, id: Id) {
    let now = state.clock.now();
    if let Some(interaction) = state.interactions.get_mut(&id) {
        interaction.is_doubtful = true;
        interaction.is_late = now.saturating_sub(interaction.asked) > PATIENCE;
    }
}

/// Returns the kind of acknowledgment by this callback type, or `None` if it cannot answer this interaction.
fn acknowledgment_kind(interaction: &InteractionState, body: &Value) -> Option<AcknowledgmentKind> {
    let has_message = interaction.source.is_some();
    let is_completion = interaction.kind == Kind::Completion;
    match body["type"].as_u64()? {
        4 if !is_completion => Some(AcknowledgmentKind::Answer),
        5 if !is_completion => Some(AcknowledgmentKind::Deferral),
        6 if has_message => Some(AcknowledgmentKind::Silence),
        7 if has_message => Some(AcknowledgmentKind::Update),
        8 if is_completion => Some(AcknowledgmentKind::Choices),
        12 if !is_completion => Some(AcknowledgmentKind::Launch),
        9 if !is_completion && interaction.kind != Kind::Modal => Some(AcknowledgmentKind::Modal),
        _ => None,
    }
}

fn carry_out(
    state: &mut ServerState,
    request: &ApiRequest,
    id: Id,
    kind: AcknowledgmentKind,
) -> Result<(), Refusal> {
    let data = &request.body.json["data"];
    let interaction = &state.interactions[&id];
    let (user, room, source) = (interaction.user, interaction.room, interaction.source);
    match kind {
        AcknowledgmentKind::Answer => {
            let origin = origin(state, id, data);
            let message = speech::add_message(state, origin, data, &request.body.files);
            answered(state, id, message, true);
        }
        AcknowledgmentKind::Deferral => {
            let origin = origin(state, id, data);
            let message = speech::think(state, origin, data);
            state.interaction_mut(id).original = Some(message);
        }
        AcknowledgmentKind::Silence => {
            state.interaction_mut(id).original = source;
            state.note_to(user, room, VisibleEvent::Acknowledgment);
        }
        AcknowledgmentKind::Update => {
            let message = source.ok_or(Refusal::UNKNOWN_MESSAGE)?;
            check_change(state, request, message, data)?;
            state.interaction_mut(id).original = source;
            speech::change(state, message, data, &request.body.files);
            answered(state, id, message, true);
        }
        AcknowledgmentKind::Choices => offer(state, request, id),
        AcknowledgmentKind::Modal => {
            let modal = components::modal(data, id);
            state.note_to(user, room, VisibleEvent::Modal(modal.clone()));
            state.interaction_mut(id).modal = Some(modal);
        }
        AcknowledgmentKind::Launch => {
            activities::launch(state, room, user);
            state.note_to(user, room, VisibleEvent::Acknowledgment);
        }
    }
    Ok(())
}

/// Records that a message answered an interaction.
pub(super) fn answered(state: &mut ServerState, id: Id, message: Id, is_original: bool) {
    let interaction = state.interaction_mut(id);
    interaction.answers.push(message);
    if is_original {
        interaction.original = Some(message);
    }
    interaction.progress();
}

/// Returns the origin of a message that answers an interaction.
pub(super) fn origin(state: &ServerState, id: Id, body: &Value) -> Origin {
    let interaction = &state.interactions[&id];
    let is_private = limits::flags(body) & EPHEMERAL != 0;
    Origin {
        room: interaction.room,
        author: state.application,
        only: is_private.then_some(interaction.user),
        command_use: Some(CommandUse {
            interaction: id,
            user: interaction.user,
            command: interaction.command.clone(),
        }),
        reply_to: interaction.source,
    }
}

fn offer(state: &mut ServerState, request: &ApiRequest, id: Id) {
    let choices = items(&request.body.json["data"]["choices"]).iter();
    let choices = choices.map(|choice| Choice {
        name: text(&choice["name"]).to_owned(),
        value: plain(&choice["value"]),
    });
    let choices: Vec<Choice> = choices.collect();
    let interaction = state.interaction_mut(id);
    interaction.choices = Some(choices.clone());
    let (user, room) = (interaction.user, interaction.room);
    state.note_to(user, room, VisibleEvent::Choices(choices));
}

fn response(state: &ServerState, id: Id, kind: &Value) -> Value {
    let interaction = &state.interactions[&id];
    let message: Option<&Message> = interaction
        .original
        .and_then(|message| state.messages.get(&message));
    let mut response = json!({
        "interaction": {
            "id": id, "type": interaction.kind as u8, "response_message_id": interaction.original,
            "response_message_loading": message.is_some_and(Message::is_thinking),
            "response_message_ephemeral": message.is_some_and(Message::is_private),
        },
    });
    if let Some(message) = message {
        response["resource"] = json!({ "type": kind, "message": message.to_json(state) });
    }
    response
}
