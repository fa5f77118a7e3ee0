//! Interactions of people with the bot, and waits for their results.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::sync::watch;

use super::{
    Acknowledgment, Choice, Id, Message, Modal, PATIENCE,
    chronicle::Sight,
    limits::LARGEST_FILE,
    people::{Kind as RoomKind, member_json},
    question::{Kind, Question, token},
    server::Server,
    sessions::Intent,
    transcript,
    world::World,
};

/// An interaction, as its author knows it. A test can wait for its answers.
#[derive(Clone)]
pub struct Interaction {
    server: Arc<Server>,
    /// Its id.
    pub id: Id,
}

/// The content of an interaction.
pub(super) struct Deed {
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
    pub(super) fn begin(server: &Arc<Server>, deed: Deed) -> Interaction {
        let mut world = server.world();
        let id = world.clock.fresh();
        let guild = world.room(deed.room).guild;
        assert!(
            world.sessions.hears(guild),
            "no bot is connected that could hear of {:?}",
            deed.shown
        );
        world.note_to(deed.user, deed.room, Sight::Deed(deed.shown.clone()));
        let event = event(&world, id, &deed);
        let question = Question {
            id,
            token: token(id),
            kind: deed.kind,
            user: deed.user,
            room: deed.room,
            asked: world.clock.now(),
            command: deed.command,
            source: deed.source,
            event: event.clone(),
            acknowledgment: None,
            is_doubtful: false,
            is_late: false,
            told_at: None,
            original: None,
            answers: Vec::new(),
            modal: None,
            choices: None,
            is_expired: false,
            progress: watch::Sender::new(()),
        };
        world.questions.insert(id, question);
        world.tell(guild, Intent::NONE, "INTERACTION_CREATE", &event);
        drop(world);
        server.changed();
        Interaction {
            server: server.clone(),
            id,
        }
    }

    async fn until<T>(&self, what: &str, look: impl Fn(&Question, &World) -> Option<T>) -> T {
        let mut progress = self.server.world().questions[&self.id].progress.subscribe();
        let wait = async {
            loop {
                progress.borrow_and_update();
                let found = {
                    let world = self.server.world();
                    look(&world.questions[&self.id], &world)
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
            let user = self.server.world().questions[&self.id].user;
            let lines = transcript::lines(&mut self.server.world(), user, false);
            let transcript = transcript::joined(lines);
            let report = self.server.report();
            panic!("waited in vain for {what} of an interaction\n{report}\n{transcript}")
        })
    }

    /// Waits until the bot acknowledges it, and returns the manner and time.
    ///
    /// # Panics
    ///
    /// Panics if it does not.
    pub async fn acknowledged(&self) -> Acknowledgment {
        let look = |question: &Question, _: &World| question.acknowledgment;
        self.until("the acknowledgment", look).await
    }

    /// Waits for the first message that answers it, a deferral not counted. Returns it as it reads now.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub async fn answer(&self) -> Message {
        let look = |question: &Question, world: &World| question.shown(world).next();
        self.until("the answer", look).await
    }

    /// Waits until `n` messages were shown or edited in answer, and returns all of them as they read now.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer within the time limit.
    pub async fn answers(&self, n: usize) -> Vec<Message> {
        let look = |question: &Question, world: &World| {
            (question.answers.len() >= n).then(|| question.shown(world).collect())
        };
        self.until("more answers", look).await
    }

    /// Waits for the modal that it opens.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub async fn modal(&self) -> Modal {
        let look = |question: &Question, _: &World| question.modal.clone();
        self.until("the modal", look).await
    }

    /// Waits for completions.
    ///
    /// # Panics
    ///
    /// Panics if there are none.
    pub async fn choices(&self) -> Vec<Choice> {
        let look = |question: &Question, _: &World| question.choices.clone();
        self.until("the completions", look).await
    }

    /// Returns the first message that has answered it so far.
    pub fn answered(&self) -> Option<Message> {
        let world = self.server.world();
        world.questions[&self.id].shown(&world).next()
    }

    /// Tells whether the bot has acknowledged it so far.
    pub fn is_acknowledged(&self) -> bool {
        let world = self.server.world();
        world.questions[&self.id].acknowledgment.is_some()
    }

    /// Sends it to the bot once more, as Discord does now and then.
    pub fn repeat(&self) {
        let mut world = self.server.world();
        let question = &world.questions[&self.id];
        let (room, event) = (question.room, question.event.clone());
        let guild = world.rooms.get(&room).and_then(|room| room.guild);
        world.tell(guild, Intent::NONE, "INTERACTION_CREATE", &event);
    }

    /// Expires its token: the bot can neither acknowledge it nor follow up.
    pub fn expire(&self) {
        self.server.world().question_mut(self.id).is_expired = true;
    }

    /// Waits until the bot acknowledges it, and returns the delay.
    pub async fn delay(&self) -> Duration {
        self.acknowledged().await.after
    }
}

/// Returns the user installation behind the interaction: the one that sent the message whose component is used now, or that of
/// its author.
fn taker(world: &World, deed: &Deed) -> Id {
    let source = deed.source.and_then(|source| world.messages.get(&source));
    let used = source.and_then(|source| source.used.as_ref());
    used.map_or(deed.user, |used| used.user)
}

/// Returns the gateway event for the bot.
fn event(world: &World, id: Id, deed: &Deed) -> Value {
    let room = world.room(deed.room);
    let mut channel = room.to_json(world);
    let permissions = world.permissions_of(deed.user, room);
    channel["permissions"] = json!(permissions.to_string());
    let mut event = json!({
        "id": id,
        "application_id": world.application,
        "type": deed.kind as u8,
        "data": deed.data,
        "token": token(id),
        "version": 1,
        "channel_id": deed.room,
        "channel": channel,
        "locale": world.account(deed.user).locale,
        "entitlements": [],
        "attachment_size_limit": LARGEST_FILE,
        "app_permissions": world.bot_permissions(room).to_string(),
    });
    match (room.guild, &room.kind) {
        (Some(guild), _) => {
            let hall = world.hall(guild);
            let member = hall.members.get(&deed.user);
            let member = member.unwrap_or_else(|| {
                let name = &world.account(deed.user).global_name;
                panic!("{name} is not in {}", hall.name)
            });
            event["guild_id"] = json!(guild);
            event["guild"] = json!({ "id": guild, "locale": hall.locale, "features": [] });
            event["guild_locale"] = json!(hall.locale);
            event["context"] = json!(0);
            event["authorizing_integration_owners"] = match hall.bot {
                Some(_) => json!({ "0": guild }),
                // The bot is installed for a user.
                None => json!({ "1": deed.user }),
            };
            event["member"] = member_json(world, guild, deed.user, member);
            event["member"]["permissions"] = json!(permissions.to_string());
        }
        (None, RoomKind::Direct(_)) => {
            event["context"] = json!(1);
            event["authorizing_integration_owners"] = json!({ "0": "0" });
            event["user"] = world.account(deed.user).to_json();
        }
        (None, RoomKind::Group(_)) => {
            event["context"] = json!(2);
            event["authorizing_integration_owners"] = json!({ "1": taker(world, deed) });
            event["user"] = world.account(deed.user).to_json();
        }
        (None, _) => panic!("a channel outside of a guild"),
    }
    // The permissions of a mentioned member are those in this room.
    let named = event.pointer_mut("/data/resolved/members");
    let named = named.and_then(Value::as_object_mut);
    for (user, member) in named.into_iter().flatten() {
        if let Ok(user) = user.parse() {
            member["permissions"] = json!(world.permissions_of(user, room).to_string());
        }
    }
    if let Some(message) = deed.source.and_then(|source| world.messages.get(&source)) {
        event["message"] = message.to_json(world);
    }
    event
}
