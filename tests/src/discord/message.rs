//! Messages.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};

use super::{
    Id, components,
    components::{Button, Menu},
    id::moment,
    limits::{EPHEMERAL, LOADING, SILENT},
    mentions,
    world::World,
};

/// A file below a message.
#[derive(Clone, PartialEq)]
pub struct File {
    /// Its number.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// What it is, such as `image/png`.
    pub kind: String,
    /// What it shows, in words.
    pub alt: Option<String>,
    /// What is in it.
    pub bytes: Arc<[u8]>,
}

/// Who used what, as Discord shows it above an answer to all who can read that.
#[derive(Clone, Debug, PartialEq)]
pub struct Used {
    /// The interaction.
    pub interaction: Id,
    /// Who.
    pub user: Id,
    /// The command with all its options, as it was typed; empty after a button or menu.
    pub command: String,
}

/// A message, as it is or as it was at some moment.
#[derive(Clone)]
pub struct Message {
    /// Its number.
    pub id: Id,
    /// The channel, thread or direct channel it stands in.
    pub room: Id,
    /// Who wrote it.
    pub author: Id,
    /// Its text, with the commands in it as people read them.
    pub text: String,
    /// Its embeds, as they were sent.
    pub embeds: Vec<Value>,
    /// Its components, as they were sent.
    pub components: Value,
    /// Its files.
    pub files: Vec<File>,
    /// Discord's flags.
    pub flags: u64,
    /// The one person who sees it, if not everybody does who can read the channel.
    pub only: Option<Id>,
    /// Whom it named and was allowed to name.
    pub named: Vec<Id>,
    /// Whose phone it made ring.
    pub pinged: Vec<Id>,
    /// What it answers.
    pub used: Option<Used>,
    /// The message it refers to.
    pub reply_to: Option<Id>,
    /// How often it was changed since it was first said.
    pub n_edits: usize,
    /// Its text as it was sent.
    pub(super) content: String,
    pub(super) nonce: Value,
    pub(super) created: Duration,
    pub(super) edited: Option<Duration>,
}

impl Message {
    /// Whether Discord shows "is thinking…" instead of it.
    pub fn is_thinking(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// Whether only one person sees it.
    pub fn is_private(&self) -> bool {
        self.only.is_some()
    }

    /// Whether it was sent so that no phone rings.
    pub fn is_silent(&self) -> bool {
        self.flags & SILENT != 0
    }

    /// Its buttons in order.
    pub fn buttons(&self) -> Vec<Button> {
        components::buttons(&self.components)
    }

    /// Its menus in order.
    pub fn menus(&self) -> Vec<Menu> {
        components::menus(&self.components)
    }

    /// The button with this label or id.
    ///
    /// # Panics
    ///
    /// There is none.
    pub fn button(&self, name: &str) -> Button {
        let mut buttons = self.buttons().into_iter();
        let found = buttons.find(|button| button.label == name || button.id == name);
        found.unwrap_or_else(|| {
            panic!(
                "there is no button {name:?} below {:?}: {:?}",
                self.text,
                self.buttons()
            )
        })
    }

    /// Whether there is an enabled button with this label or id.
    pub fn offers(&self, name: &str) -> bool {
        let mut buttons = self.buttons().into_iter();
        buttons.any(|button| (button.label == name || button.id == name) && !button.is_disabled)
    }

    /// The menu with this label or id; any, if the name is empty and there is one only.
    ///
    /// # Panics
    ///
    /// There is none.
    pub fn menu(&self, name: &str) -> Menu {
        let menus = self.menus();
        let is_it = |menu: &&Menu| {
            menu.label == name || menu.id == name || (name.is_empty() && menus.len() == 1)
        };
        let found = menus.iter().find(is_it).cloned();
        found
            .unwrap_or_else(|| panic!("there is no menu {name:?} below {:?}: {menus:?}", self.text))
    }

    /// All that it tells in words: text, embeds, text components.
    pub fn words(&self) -> String {
        let mut words = vec![self.text.clone()];
        for embed in &self.embeds {
            words.extend(
                ["title", "description"]
                    .iter()
                    .filter_map(|key| Some(embed[*key].as_str()?.to_owned())),
            );
            for field in embed["fields"].as_array().into_iter().flatten() {
                words.extend(
                    ["name", "value"]
                        .iter()
                        .filter_map(|key| Some(field[*key].as_str()?.to_owned())),
                );
            }
            words.extend(embed["footer"]["text"].as_str().map(str::to_owned));
        }
        let components = components::all(&self.components).into_iter();
        words.extend(
            components.filter_map(|component| Some(component["content"].as_str()?.to_owned())),
        );
        words.retain(|text| !text.is_empty());
        mentions::as_read(&words.join("\n"))
    }

    /// As the gateway tells of it.
    pub(super) fn to_event(&self, world: &World) -> Value {
        let mut event = self.to_json(world);
        if let Some(guild) = world.room(self.room).guild {
            event["guild_id"] = json!(guild);
        }
        event
    }

    /// As Discord sends it.
    pub(super) fn to_json(&self, world: &World) -> Value {
        let users = |ids: &[Id]| {
            ids.iter()
                .map(|id| world.account(*id).to_json())
                .collect::<Vec<_>>()
        };
        let mut message = json!({
            "id": self.id,
            "channel_id": self.room,
            "author": world.account(self.author).to_json(),
            "content": self.content,
            "timestamp": moment(self.created),
            "edited_timestamp": self.edited.map(moment),
            "tts": false,
            "mention_everyone": false,
            "mentions": users(&self.named),
            "mention_roles": [],
            "attachments": self.files.iter().map(|file| self.file_json(file, world)).collect::<Vec<_>>(),
            "embeds": self.embeds.iter().map(|embed| self.embed_json(embed, world)).collect::<Vec<_>>(),
            "components": components::received(&self.components),
            "pinned": false,
            "flags": self.flags | if self.only.is_some() { EPHEMERAL } else { 0 },
            "type": self.kind(),
        });
        if !self.nonce.is_null() {
            message["nonce"] = self.nonce.clone();
        }
        if self.author == world.application {
            message["application_id"] = json!(world.application);
        }
        if let Some(used) = &self.used {
            message["webhook_id"] = json!(world.application);
            message["interaction_metadata"] = json!({
                "id": used.interaction,
                "type": if used.command.is_empty() { 3 } else { 2 },
                "user": world.account(used.user).to_json(),
                "authorizing_integration_owners": {},
            });
            if used.command.is_empty() {
                message["interaction_metadata"]["interacted_message_id"] = json!(self.reply_to);
            }
        }
        if let Some(reply_to) = self.reply_to {
            message["message_reference"] =
                json!({ "type": 0, "channel_id": self.room, "message_id": reply_to });
        }
        if world.rooms.contains_key(&self.id) {
            message["thread"] = world.room(self.id).to_json(world);
        }
        message
    }

    /// Discord's number of its kind: by itself, a reply, or the answer to a command.
    fn kind(&self) -> u64 {
        match (&self.used, self.reply_to) {
            (Some(used), None) if !used.command.is_empty() => 20,
            (_, Some(_)) => 19,
            _ => 0,
        }
    }

    /// An embed with files in the place of their names.
    fn embed_json(&self, embed: &Value, world: &World) -> Value {
        let mut embed = embed.clone();
        embed["type"] = json!("rich");
        for place in ["image", "thumbnail"] {
            let name = embed[place]["url"]
                .as_str()
                .and_then(|url| url.strip_prefix("attachment://"));
            let file = self
                .files
                .iter()
                .find(|file| Some(file.name.as_str()) == name);
            if let Some(file) = file {
                embed[place] =
                    json!({ "url": self.url(file, world), "proxy_url": self.url(file, world) });
            }
        }
        embed
    }

    fn url(&self, file: &File, world: &World) -> String {
        format!(
            "{}/attachments/{}/{}/{}",
            world.origin, self.room, file.id, file.name
        )
    }

    fn file_json(&self, file: &File, world: &World) -> Value {
        let url = self.url(file, world);
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
