//! Messages.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};

use super::{
    Id, components,
    components::{Button, Menu},
    id::moment,
    json::{items, text},
    limits::{EPHEMERAL, LOADING, SILENT},
    mentions,
    server_state::ServerState,
};

/// A file attached to a message.
#[derive(Clone, PartialEq)]
pub struct File {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Its content type, such as `image/png`.
    pub kind: String,
    /// Its alternative text.
    pub alt: Option<String>,
    /// Its content.
    pub bytes: Arc<[u8]>,
}

/// The user and command that Discord shows above a public answer.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandUse {
    /// The interaction.
    pub interaction: Id,
    /// The user.
    pub user: Id,
    /// The command with all its options, as it was typed. Empty after a button or menu.
    pub command: String,
}

/// A message in its current state or an earlier one.
#[derive(Clone)]
pub struct Message {
    /// Its id.
    pub id: Id,
    /// Its channel, thread or direct channel.
    pub room: Id,
    /// Its author.
    pub author: Id,
    /// Its text, with command mentions as people read them.
    pub text: String,
    /// Its embeds, as they were sent.
    pub embeds: Vec<Value>,
    /// Its components, as they were sent.
    pub components: Value,
    /// Its files.
    pub files: Vec<File>,
    /// Discord's flags.
    pub flags: u64,
    /// The only person who sees it. `None` if every reader of the channel does.
    pub only: Option<Id>,
    /// The users whose mentions were allowed.
    pub named: Vec<Id>,
    /// The users whose phones it notified.
    pub pinged: Vec<Id>,
    /// The interaction that it answers.
    pub command_use: Option<CommandUse>,
    /// The message to which it replies.
    pub reply_to: Option<Id>,
    /// The number of edits since it was first posted.
    pub n_edits: usize,
    /// Its text as it was sent.
    pub(super) content: String,
    pub(super) nonce: Value,
    pub(super) created: Duration,
    pub(super) edited: Option<Duration>,
}

impl Message {
    /// Tells whether Discord shows "is thinking…" instead of it.
    pub fn is_thinking(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// Tells whether only one person sees it.
    pub fn is_private(&self) -> bool {
        self.only.is_some()
    }

    /// Tells whether it was sent without notifications.
    pub fn is_silent(&self) -> bool {
        self.flags & SILENT != 0
    }

    /// Checks that its text contains these words.
    ///
    /// # Panics
    ///
    /// Panics if it does not.
    #[track_caller]
    pub fn says(&self, words: &str) -> &Message {
        assert!(self.text.contains(words), "no {words:?} in {:?}", self.text);
        self
    }

    /// Checks that its text does not contain these words.
    ///
    /// # Panics
    ///
    /// Panics if it does.
    #[track_caller]
    pub fn omits(&self, words: &str) -> &Message {
        assert!(!self.text.contains(words), "{words:?} in {:?}", self.text);
        self
    }

    /// Checks that its text begins with these words.
    ///
    /// # Panics
    ///
    /// Panics if it does not.
    #[track_caller]
    pub fn begins(&self, words: &str) -> &Message {
        assert!(
            self.text.starts_with(words),
            "not {words:?} but {:?}",
            self.text
        );
        self
    }

    /// Checks that only one person sees it.
    ///
    /// # Panics
    ///
    /// Panics if others do.
    #[track_caller]
    pub fn in_private(&self) -> &Message {
        assert!(self.is_private(), "others see {:?}", self.text);
        self
    }

    /// Returns its buttons in order.
    pub fn buttons(&self) -> Vec<Button> {
        components::buttons(&self.components)
    }

    /// Returns its menus in order.
    pub fn menus(&self) -> Vec<Menu> {
        components::menus(&self.components)
    }

    /// Returns the button with this label or id.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn button(&self, name: &str) -> Button {
        let mut buttons = self.buttons().into_iter();
        let found = buttons.find(|button| button.label == name || button.id == name);
        let (text, buttons) = (&self.text, self.buttons());
        found.unwrap_or_else(|| panic!("there is no button {name:?} below {text:?}: {buttons:?}"))
    }

    /// Tells whether there is an enabled button with this label or id.
    pub fn offers(&self, name: &str) -> bool {
        let mut buttons = self.buttons().into_iter();
        buttons.any(|button| (button.label == name || button.id == name) && !button.is_disabled)
    }

    /// Returns the menu with this label or id. An empty name selects the only menu.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn menu(&self, name: &str) -> Menu {
        let menus = self.menus();
        let is_it = |menu: &&Menu| {
            menu.label == name || menu.id == name || (name.is_empty() && menus.len() == 1)
        };
        let found = menus.iter().find(is_it).cloned();
        found
            .unwrap_or_else(|| panic!("there is no menu {name:?} below {:?}: {menus:?}", self.text))
    }

    /// Returns all its words: text, embeds, text components.
    pub fn words(&self) -> String {
        let mut words = vec![self.text.as_str()];
        for embed in &self.embeds {
            words.extend([text(&embed["title"]), text(&embed["description"])]);
            for field in items(&embed["fields"]) {
                words.extend([text(&field["name"]), text(&field["value"])]);
            }
            words.push(text(&embed["footer"]["text"]));
        }
        words.retain(|text| !text.is_empty());
        mentions::as_read(&words.join("\n"))
    }

    /// Returns the message as the gateway sends it.
    pub(super) fn to_event(&self, state: &ServerState) -> Value {
        let mut event = self.to_json(state);
        if let Some(guild) = state.room(self.room).guild {
            event["guild_id"] = json!(guild);
        }
        event
    }

    /// Returns the message as an HTTP response contains it.
    pub(super) fn to_json(&self, state: &ServerState) -> Value {
        let named = self.named.iter().map(|id| state.account(*id).to_json());
        let files = self.files.iter().map(|file| self.file_json(file, state));
        let embeds = self
            .embeds
            .iter()
            .map(|embed| self.embed_json(embed, state));
        let mut message = json!({
            "id": self.id,
            "channel_id": self.room,
            "author": state.account(self.author).to_json(),
            "content": self.content,
            "timestamp": moment(self.created),
            "edited_timestamp": self.edited.map(moment),
            "tts": false,
            "mention_everyone": false,
            "mentions": named.collect::<Value>(),
            "mention_roles": [],
            "attachments": files.collect::<Value>(),
            "embeds": embeds.collect::<Value>(),
            "components": components::received(&self.components),
            "pinned": false,
            "flags": self.flags | if self.only.is_some() { EPHEMERAL } else { 0 },
            "type": self.kind(),
        });
        if !self.nonce.is_null() {
            message["nonce"] = self.nonce.clone();
        }
        if self.author == state.application {
            message["application_id"] = json!(state.application);
        }
        if let Some(command_use) = &self.command_use {
            message["webhook_id"] = json!(state.application);
            message["interaction_metadata"] = json!({
                "id": command_use.interaction,
                "type": if command_use.command.is_empty() { 3 } else { 2 },
                "user": state.account(command_use.user).to_json(),
                "authorizing_integration_owners": {},
            });
            if command_use.command.is_empty() {
                message["interaction_metadata"]["interacted_message_id"] = json!(self.reply_to);
            }
        }
        if let Some(reply_to) = self.reply_to {
            message["message_reference"] =
                json!({ "type": 0, "channel_id": self.room, "message_id": reply_to });
        }
        if state.rooms.contains_key(&self.id) {
            message["thread"] = state.room(self.id).to_json(state);
        }
        message
    }

    /// Returns Discord's number of its kind: an ordinary message, a reply, or the answer to a command.
    fn kind(&self) -> u64 {
        match (&self.command_use, self.reply_to) {
            (Some(command_use), None) if !command_use.command.is_empty() => 20,
            (_, Some(_)) => 19,
            _ => 0,
        }
    }

    /// Returns an embed with the URLs of files in place of their names.
    fn embed_json(&self, embed: &Value, state: &ServerState) -> Value {
        let mut embed = embed.clone();
        embed["type"] = json!("rich");
        for place in ["image", "thumbnail"] {
            let name = text(&embed[place]["url"]).strip_prefix("attachment://");
            let mut files = self.files.iter();
            if let Some(file) = files.find(|file| Some(file.name.as_str()) == name) {
                let url = self.url(file, state);
                embed[place] = json!({ "url": url, "proxy_url": url });
            }
        }
        embed
    }

    fn url(&self, file: &File, state: &ServerState) -> String {
        let (origin, room) = (&state.origin, self.room);
        format!("{origin}/attachments/{room}/{}/{}", file.id, file.name)
    }

    fn file_json(&self, file: &File, state: &ServerState) -> Value {
        let url = self.url(file, state);
        let mut json = json!({
            "id": file.id,
            "filename": file.name,
            "size": file.bytes.len(),
            "url": url,
            "proxy_url": url,
            "content_type": file.kind,
        });
        if let Some(alt) = &file.alt {
            json["description"] = json!(alt);
        }
        json
    }
}
