//! A person who uses Discord.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{
    Choice, Field, Id, Interaction, Message, Modal, Room, interaction::InteractionContent,
    interaction_state::Kind, json::items, people::Kind as RoomKind, routes, server::Server,
    server_state::ServerState, speech, speech::Origin, typing, typing::Resolved,
};

/// A person. Their actions follow Discord's rules: they can use only registered commands and visible, enabled components.
#[derive(Clone)]
pub struct User {
    pub(super) server: Arc<Server>,
    /// Their id.
    pub id: Id,
}

impl User {
    pub(super) fn new(server: &Arc<Server>, id: Id) -> User {
        User {
            server: server.clone(),
            id,
        }
    }

    /// Sends a registered command, and returns the answer of the bot. See [`types`](User::types).
    pub async fn asks(&self, room: &Room, text: &str) -> Message {
        self.types(room, text).answer().await
    }

    /// Presses a button, and returns the answer of the bot. See [`presses`](User::presses).
    pub async fn clicks(&self, message: &Message, name: &str) -> Message {
        self.presses(message, name).answer().await
    }

    /// Chooses from a menu, and returns the answer of the bot. See [`chooses`](User::chooses).
    pub async fn picks(&self, message: &Message, menu: &str, entry: &str) -> Message {
        self.chooses(message, menu, entry).answer().await
    }

    /// Sends a registered command with options by name: `/challenge variant:berolina opponent:@Bob`.
    ///
    /// # Panics
    ///
    /// Panics if the command is not registered with these options or not offered in this room, or if they cannot read the
    /// channel.
    pub fn types(&self, room: &Room, text: &str) -> Interaction {
        let typed = self.tries(room, text);
        typed.unwrap_or_else(|why| panic!("Discord does not send {text:?}: {why}"))
    }

    /// Sends a command that Discord may refuse.
    ///
    /// # Errors
    ///
    /// Returns the reason of Discord's refusal.
    ///
    /// # Panics
    ///
    /// Panics if they cannot read the channel.
    pub fn tries(&self, room: &Room, text: &str) -> Result<Interaction, String> {
        let typed = {
            let state = self.server.state();
            let locale = state.account(self.id).locale;
            self.check_is_there(&state, room.id, text)?;
            typing::command(&state, state.room(room.id).guild, locale, text)?
        };
        let shown = format!("types {}", typed.line);
        Ok(self.does(InteractionContent {
            command: typed.line,
            ..self.content(Kind::Command, room.id, typed.data, shown)
        }))
    }

    /// Types a partial command and waits for completions of its last option: `/move move:e2`.
    ///
    /// # Panics
    ///
    /// Panics if the bot does not complete the option, or if no completions arrive.
    pub async fn completes(&self, room: &Room, text: &str) -> Vec<Choice> {
        self.begins(room, text).choices().await
    }

    /// Types a partial command and continues without waiting for completions.
    ///
    /// # Panics
    ///
    /// Panics if the bot does not complete the option.
    pub fn begins(&self, room: &Room, text: &str) -> Interaction {
        let begun = self.tries_to_begin(room, text);
        begun.unwrap_or_else(|why| panic!("Discord does not complete {text:?}: {why}"))
    }

    /// Types a partial command that may not ask the bot for completions.
    ///
    /// # Errors
    ///
    /// Returns the reason why the bot is not asked.
    ///
    /// # Panics
    ///
    /// Panics if they cannot read the channel.
    pub fn tries_to_begin(&self, room: &Room, text: &str) -> Result<Interaction, String> {
        let typed = {
            let state = self.server.state();
            let locale = state.account(self.id).locale;
            typing::unfinished(&state, state.room(room.id).guild, locale, text)?
        };
        let shown = format!("begins {text}");
        Ok(self.does(self.content(Kind::Completion, room.id, typed.data, shown)))
    }

    /// Refuses a command in a room without the bot, unless they have installed the bot and the command allows that context.
    fn check_is_there(&self, state: &ServerState, room: Id, name: &str) -> Result<(), String> {
        let room = state.room(room);
        let context = match room.kind {
            RoomKind::Group(_) => 2,
            RoomKind::Direct(_) => return Ok(()),
            _ => 0,
        };
        let guild_state = room.guild.map(|guild| state.guild(guild));
        if guild_state.is_some_and(|guild_state| guild_state.bot.is_some()) {
            return Ok(());
        }
        let name = name.trim_start_matches('/').split_whitespace().next();
        let has =
            |command: &Value, list: &str, what: u64| items(&command[list]).contains(&json!(what));
        let may_come = state.commands.iter().any(|command| {
            command["name"].as_str() == name
                && has(command, "integration_types", 1)
                && has(command, "contexts", context)
        });
        if may_come && state.account(self.id).has_installed {
            Ok(())
        } else {
            Err("the bot is not here".to_owned())
        }
    }

    /// Installs the bot as a user app.
    pub fn installs(&self) {
        self.server.state().account_mut(self.id).has_installed = true;
    }

    /// Chooses a user command of the bot.
    ///
    /// # Panics
    ///
    /// Panics if there is none with this name.
    pub fn asks_for(&self, room: &Room, name: &str, other: &User) -> Interaction {
        let data = {
            let state = self.server.state();
            let mut resolved = Resolved::default();
            resolved.add(&state, state.room(room.id).guild, other.id);
            menu_entry(&state, name, 2, other.id, json!(resolved))
        };
        let shown = format!("chooses {name:?} for {}", other.name());
        self.does(InteractionContent {
            command: name.to_owned(),
            ..self.content(Kind::Command, room.id, data, shown)
        })
    }

    /// Chooses a message command of the bot.
    ///
    /// # Panics
    ///
    /// Panics if there is none with this name.
    pub fn asks_of(&self, message: &Message, name: &str) -> Interaction {
        let data = {
            let state = self.server.state();
            let id = message.id;
            let shown = state.messages[&id].to_json(&state);
            let resolved = json!({ "messages": { id.to_string(): shown } });
            menu_entry(&state, name, 3, id, resolved)
        };
        let shown = format!("chooses {name:?} of a message");
        self.does(InteractionContent {
            command: name.to_owned(),
            ..self.content(Kind::Command, message.room, data, shown)
        })
    }

    /// Presses a button by its label or id, in the current state of the message.
    ///
    /// # Panics
    ///
    /// Panics if they cannot see the message, the message is gone, or it has no such enabled button.
    pub fn presses(&self, message: &Message, name: &str) -> Interaction {
        self.presses_of(&self.current(message), name)
    }

    /// Presses a button in an earlier state of the message, as a user with an outdated screen does.
    ///
    /// # Panics
    ///
    /// Panics if they could not see the message, or if it had no such enabled button.
    pub fn presses_of(&self, message: &Message, name: &str) -> Interaction {
        let button = message.button(name);
        assert!(
            !button.is_disabled && !button.id.is_empty(),
            "the button {name:?} cannot be pressed"
        );
        let data = json!({ "custom_id": button.id, "component_type": 2 });
        let shown = format!("presses [{}]", button.label);
        self.does(InteractionContent {
            source: Some(message.id),
            ..self.content(Kind::Component, message.room, data, shown)
        })
    }

    /// Chooses an entry by its label or value from a menu by its label or id. An empty menu name selects the only menu. The entry
    /// of a menu of people is a name. An empty name clears the selection.
    ///
    /// # Panics
    ///
    /// Panics if they cannot see the message, the message is gone, or there is no such menu or entry.
    pub fn chooses(&self, message: &Message, menu: &str, entry: &str) -> Interaction {
        self.chooses_of(&self.current(message), menu, entry)
    }

    /// Chooses from a menu in an earlier state of the message.
    ///
    /// # Panics
    ///
    /// Panics if they could not see the message, or if there was no such menu or entry.
    pub fn chooses_of(&self, message: &Message, menu: &str, entry: &str) -> Interaction {
        let menu = message.menu(menu);
        assert!(!menu.is_disabled, "nothing can be chosen from {menu:?}");
        let mut data = json!({ "custom_id": menu.id, "component_type": menu.kind });
        if menu.kind == 5 {
            let state = self.server.state();
            let guild = state.room(message.room).guild;
            let mut resolved = Resolved::default();
            data["values"] = if entry.is_empty() {
                assert_eq!(menu.least, 0, "somebody has to be chosen from {menu:?}");
                json!([])
            } else {
                let user = typing::person(&state, guild, entry);
                let user = user.unwrap_or_else(|| panic!("nobody here is called {entry}"));
                json!([resolved.add(&state, guild, user)])
            };
            data["resolved"] = json!(resolved);
        } else {
            let mut entries = menu.entries.iter();
            let found = entries.find(|found| found.label == entry || found.value == entry);
            let found = found.unwrap_or_else(|| panic!("there is no entry {entry:?} in {menu:?}"));
            data["values"] = json!([found.value]);
        }
        let shown = format!("chooses {entry} from <{}>", menu.label);
        self.does(InteractionContent {
            source: Some(message.id),
            ..self.content(Kind::Component, message.room, data, shown)
        })
    }

    /// Fills in a modal and submits it. Fields are named by label or id.
    ///
    /// # Panics
    ///
    /// Panics if there is no such field, a required one is empty, or a text is too long.
    pub fn submits(&self, modal: &Modal, texts: &[(&str, &str)]) -> Interaction {
        for (name, _) in texts {
            let mut fields = modal.fields.iter();
            let is_known = fields.any(|field| field.is_called(name));
            assert!(is_known, "there is no field {name:?} in {modal:?}");
        }
        let row = |field: &Field| {
            let (label, most) = (&field.label, field.most);
            let given = texts.iter().find(|(name, _)| field.is_called(name));
            let text = given.map_or(field.value.as_str(), |(_, text)| text);
            let is_missing = field.is_required && text.is_empty();
            assert!(!is_missing, "the field {label:?} is required");
            let n = text.chars().count();
            assert!(n <= most, "the field {label:?} takes {most} characters");
            json!({ "type": 1, "components": [{ "type": 4, "custom_id": field.id, "value": text }] })
        };
        let rows: Vec<Value> = modal.fields.iter().map(row).collect();
        let data = json!({ "custom_id": modal.id, "components": rows });
        let shown = format!("sends “{}”", modal.title);
        let content = {
            let state = self.server.state();
            let opener = &state.interactions[&modal.opened_by];
            let is_own = opener.user == self.id;
            assert!(is_own, "the window is open on somebody else's screen");
            InteractionContent {
                command: opener.command.clone(),
                source: opener.source,
                ..self.content(Kind::Modal, opener.room, data, shown)
            }
        };
        self.does(content)
    }

    fn content(&self, kind: Kind, room: Id, data: Value, shown: String) -> InteractionContent {
        InteractionContent {
            kind,
            user: self.id,
            room,
            command: String::new(),
            source: None,
            data,
            shown,
        }
    }

    #[track_caller]
    fn does(&self, content: InteractionContent) -> Interaction {
        self.check_reads(content.room);
        Interaction::begin(&self.server, content)
    }

    #[track_caller]
    fn check_reads(&self, room: Id) {
        let mut state = self.server.state();
        assert!(state.rooms.contains_key(&room), "the channel is gone");
        let is_reader = state.readers(room).contains(&self.id);
        let (name, room) = (&state.account(self.id).global_name, state.room(room));
        assert!(is_reader, "{name} cannot read {}", room.name);
    }

    /// Returns the message in its current state.
    #[track_caller]
    fn current(&self, message: &Message) -> Message {
        self.check_reads(message.room);
        let state = self.server.state();
        let current = state.messages.get(&message.id).cloned();
        let current = current.unwrap_or_else(|| panic!("the message is gone: {:?}", message.text));
        let is_seen = current.only.is_none_or(|only| only == self.id);
        let name = &state.account(self.id).global_name;
        assert!(is_seen, "{name} cannot see the message");
        current
    }

    /// Writes a message of plain text.
    ///
    /// # Panics
    ///
    /// Panics if they cannot read the channel.
    pub fn writes(&self, room: &Room, text: &str) -> Message {
        self.check_reads(room.id);
        let mut state = self.server.state();
        let origin = Origin {
            room: room.id,
            author: self.id,
            only: None,
            command_use: None,
            reply_to: None,
        };
        let id = speech::add_message(&mut state, origin, &json!({ "content": text }), &[]);
        let message = state.messages[&id].clone();
        routes::draw_in(&mut state, room.id, &message.named);
        drop(state);
        self.server.changed();
        message
    }
}

/// Returns the interaction data of a user or message command.
fn menu_entry(state: &ServerState, name: &str, kind: u64, target: Id, resolved: Value) -> Value {
    let mut commands = state.commands.iter();
    let entry = commands.find(|command| command["name"] == name && command["type"] == kind);
    let entry = entry.unwrap_or_else(|| panic!("no menu has {name:?}"));
    json!({ "id": entry["id"], "name": name, "type": kind, "target_id": target, "resolved": resolved })
}
