//! Interactions of people with the bot, and waits for their results.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::sync::watch;

use super::{
    Acknowledgment, Choice, Id, Message, Modal, PATIENCE,
    event_log::VisibleEvent,
    interaction_state::{InteractionState, Kind, token},
    limits::LARGEST_FILE,
    people::{Kind as RoomKind, member_json},
    server::Server,
    server_state::ServerState,
    sessions::Intent,
    transcript,
};

/// An interaction, as its author knows it. A test can wait for its answers.
#[derive(Clone)]
pub struct Interaction {
    server: Arc<Server>,
    /// Its id.
    pub id: Id,
}

/// The content of an interaction.
pub(super) struct InteractionContent {
    pub(super) kind: Kind,
    pub(super) user: Id,
    pub(super) room: Id,
    pub(super) command: String,
    pub(super) source: Option<Id>,
    pub(super) data: Value,
    /// The line that its author sees.
    pub(super) shown: String,
}

impl Interaction {
    /// Sends an interaction to the bot.
    pub(super) fn begin(server: &Arc<Server>, content: InteractionContent) -> Interaction {
        let mut state = server.state();
        let id = state.clock.fresh();
        let guild = state.room(content.room).guild;
        assert!(
            state.sessions.hears(guild),
            "no bot is connected that could hear of {:?}",
            content.shown
        );
        state.note_to(
            content.user,
            content.room,
            VisibleEvent::Action(content.shown.clone()),
        );
        let event = event(&state, id, &content);
        let interaction = InteractionState {
            id,
            token: token(id),
            kind: content.kind,
            user: content.user,
            room: content.room,
            asked: state.clock.now(),
            command: content.command,
            source: content.source,
            event: event.clone(),
            acknowledgment: None,
            is_doubtful: false,
            is_late: false,
            known_at: None,
            original: None,
            answers: Vec::new(),
            modal: None,
            choices: None,
            is_expired: false,
            progress: watch::Sender::new(()),
        };
        state.interactions.insert(id, interaction);
        state.send_event(guild, Intent::NONE, "INTERACTION_CREATE", &event);
        drop(state);
        server.changed();
        Interaction {
            server: server.clone(),
            id,
        }
    }

    async fn until<T>(
        &self,
        what: &str,
        look: impl Fn(&InteractionState, &ServerState) -> Option<T>,
    ) -> T {
        let mut progress = self.server.state().interactions[&self.id]
            .progress
            .subscribe();
        let wait = async {
            loop {
                progress.borrow_and_update();
                let found = {
                    let state = self.server.state();
                    look(&state.interactions[&self.id], &state)
                };
                if let Some(found) = found {
                    return found;
                }
                let changed = progress.changed().await;
                changed.expect("the server keeps every interaction");
            }
        };
        let found = tokio::time::timeout(PATIENCE, wait).await;
        found.unwrap_or_else(|_| {
            let user = self.server.state().interactions[&self.id].user;
            let lines = transcript::lines(&mut self.server.state(), user, false);
            let transcript = transcript::joined(lines);
            let report = self.server.report();
            panic!("waited in vain for {what} of an interaction\n{report}\n{transcript}")
        })
    }

    /// Waits until the bot acknowledges it, and returns the kind and time.
    ///
    /// # Panics
    ///
    /// Panics if it does not.
    pub async fn acknowledged(&self) -> Acknowledgment {
        let look = |interaction: &InteractionState, _: &ServerState| interaction.acknowledgment;
        self.until("the acknowledgment", look).await
    }

    /// Waits for the first message that answers it, a deferral not counted. Returns it as it reads now.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub async fn answer(&self) -> Message {
        let look =
            |interaction: &InteractionState, state: &ServerState| interaction.shown(state).next();
        self.until("the answer", look).await
    }

    /// Waits until `n` messages were shown or edited in answer, and returns all of them as they read now.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer within the time limit.
    pub async fn answers(&self, n: usize) -> Vec<Message> {
        let look = |interaction: &InteractionState, state: &ServerState| {
            (interaction.answers.len() >= n).then(|| interaction.shown(state).collect())
        };
        self.until("more answers", look).await
    }

    /// Waits for the modal that it opens.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub async fn modal(&self) -> Modal {
        let look = |interaction: &InteractionState, _: &ServerState| interaction.modal.clone();
        self.until("the modal", look).await
    }

    /// Waits for completions.
    ///
    /// # Panics
    ///
    /// Panics if there are none.
    pub async fn choices(&self) -> Vec<Choice> {
        let look = |interaction: &InteractionState, _: &ServerState| interaction.choices.clone();
        self.until("the completions", look).await
    }

    /// Returns the first message that has answered it so far.
    pub fn answered(&self) -> Option<Message> {
        let state = self.server.state();
        state.interactions[&self.id].shown(&state).next()
    }

    /// Tells whether the bot has acknowledged it so far.
    pub fn is_acknowledged(&self) -> bool {
        let state = self.server.state();
        state.interactions[&self.id].acknowledgment.is_some()
    }

    /// Sends it to the bot once more, as Discord does now and then.
    pub fn repeat(&self) {
        let mut state = self.server.state();
        let interaction = &state.interactions[&self.id];
        let (room, event) = (interaction.room, interaction.event.clone());
        let guild = state.rooms.get(&room).and_then(|room| room.guild);
        state.send_event(guild, Intent::NONE, "INTERACTION_CREATE", &event);
    }

    /// Expires its token: the bot can neither acknowledge it nor follow up.
    pub fn expire(&self) {
        self.server.state().interaction_mut(self.id).is_expired = true;
    }

    /// Waits until the bot acknowledges it, and returns the delay.
    pub async fn delay(&self) -> Duration {
        self.acknowledged().await.after
    }
}

/// Returns the user installation behind the interaction: the one that sent the message whose component is used now, or that of
/// its author.
fn taker(state: &ServerState, content: &InteractionContent) -> Id {
    let source = content
        .source
        .and_then(|source| state.messages.get(&source));
    let command_use = source.and_then(|source| source.command_use.as_ref());
    command_use.map_or(content.user, |command_use| command_use.user)
}

/// Returns the gateway event for the bot.
fn event(state: &ServerState, id: Id, content: &InteractionContent) -> Value {
    let room = state.room(content.room);
    let mut channel = room.to_json(state);
    let permissions = state.permissions_of(content.user, room);
    channel["permissions"] = json!(permissions.to_string());
    let mut event = json!({
        "id": id,
        "application_id": state.application,
        "type": content.kind as u8,
        "data": content.data,
        "token": token(id),
        "version": 1,
        "channel_id": content.room,
        "channel": channel,
        "locale": state.account(content.user).locale,
        "entitlements": [],
        "attachment_size_limit": LARGEST_FILE,
        "app_permissions": state.bot_permissions(room).to_string(),
    });
    match (room.guild, &room.kind) {
        (Some(guild), _) => {
            let guild_state = state.guild(guild);
            let member = guild_state.members.get(&content.user);
            let member = member.unwrap_or_else(|| {
                let name = &state.account(content.user).global_name;
                panic!("{name} is not in {}", guild_state.name)
            });
            event["guild_id"] = json!(guild);
            event["guild"] = json!({ "id": guild, "locale": guild_state.locale, "features": [] });
            event["guild_locale"] = json!(guild_state.locale);
            event["context"] = json!(0);
            event["authorizing_integration_owners"] = match guild_state.bot {
                Some(_) => json!({ "0": guild }),
                // The bot is installed for a user.
                None => json!({ "1": content.user }),
            };
            event["member"] = member_json(state, guild, content.user, member);
            event["member"]["permissions"] = json!(permissions.to_string());
        }
        (None, RoomKind::Direct(_)) => {
            event["context"] = json!(1);
            event["authorizing_integration_owners"] = json!({ "0": "0" });
            event["user"] = state.account(content.user).to_json();
        }
        (None, RoomKind::Group(_)) => {
            event["context"] = json!(2);
            event["authorizing_integration_owners"] = json!({ "1": taker(state, content) });
            event["user"] = state.account(content.user).to_json();
        }
        (None, _) => panic!("a channel outside of a guild"),
    }
    // The permissions of a mentioned member are those in this room.
    let named = event.pointer_mut("/data/resolved/members");
    let named = named.and_then(Value::as_object_mut);
    for (user, member) in named.into_iter().flatten() {
        if let Ok(user) = user.parse() {
            member["permissions"] = json!(state.permissions_of(user, room).to_string());
        }
    }
    if let Some(message) = content
        .source
        .and_then(|source| state.messages.get(&source))
    {
        event["message"] = message.to_json(state);
    }
    event
}
