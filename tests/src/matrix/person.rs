//! People with a matrix-sdk client.

use std::{sync::Arc, time::Duration};

use matrix_sdk::{
    Client,
    config::{RequestConfig, SyncSettings},
    deserialized_responses::{TimelineEvent, TimelineEventKind, UnableToDecryptReason},
    encryption::EncryptionSettings,
    media::{MediaFormat, MediaRequestParameters},
    ruma::{
        EventId, OwnedEventId, OwnedRoomId, OwnedUserId, RoomId, UInt, UserId,
        api::client::{filter::FilterDefinition, room::create_room, sync::sync_events::v3::Filter},
        events::{AnyInitialStateEvent, room::MediaSource},
        serde::Raw,
    },
};
use serde_json::{Value, json};
use tokio::{sync::watch, task::JoinHandle};

use super::{Homeserver, PASSWORD, PATIENCE};

/// A limit above the number of events that any test writes in a room between two syncs. A client never receives the events beyond
/// its limit.
const UNCUT: u32 = 1000;

/// The number of checkups that a person requests at most, to get one that the bot could make.
const MOST_CHECKUPS: usize = 5;

/// An event as a person's client received it.
#[derive(Clone)]
pub struct ReceivedEvent {
    /// The room of the event.
    pub room: OwnedRoomId,
    /// Its id.
    pub id: OwnedEventId,
    /// Its sender.
    pub sender: String,
    /// Its type.
    pub kind: String,
    /// Its content.
    pub content: Value,
    /// The reason why it could not be decrypted, if it could not.
    pub sealed: Option<UnableToDecryptReason>,
    raw: Value,
}

impl ReceivedEvent {
    fn read(room: &RoomId, event: &TimelineEvent) -> Option<ReceivedEvent> {
        let raw: Value = serde_json::from_str(event.raw().json().get()).ok()?;
        let text = |key: &str| Some(raw.get(key)?.as_str()?.to_owned());
        let sealed = match &event.kind {
            TimelineEventKind::UnableToDecrypt { utd_info, .. } => Some(utd_info.reason.clone()),
            _ => None,
        };
        Some(ReceivedEvent {
            room: room.to_owned(),
            id: EventId::parse(text("event_id")?).ok()?,
            sender: text("sender")?,
            kind: text("type")?,
            content: raw.get("content").cloned().unwrap_or_default(),
            sealed,
            raw,
        })
    }

    /// Returns the text of the event.
    pub fn body(&self) -> &str {
        self.content["body"].as_str().unwrap_or_default()
    }

    /// Tells whether it is a picture whose words are in a separate message.
    pub fn is_picture_alone(&self) -> bool {
        let alternative = &self.content["org.oddboard.alt"];
        self.content["msgtype"] == "m.image" && self.content["body"] == *alternative
    }

    /// Returns the root event of its thread, if it is in one.
    pub fn thread(&self) -> Option<&str> {
        let relation = &self.content["m.relates_to"];
        let is_in_thread = relation["rel_type"] == "m.thread";
        relation["event_id"].as_str().filter(|_| is_in_thread)
    }

    /// Returns the event that it edits, if it is an edit.
    pub fn changes(&self) -> Option<&str> {
        let relation = &self.content["m.relates_to"];
        let is_change = relation["rel_type"] == "m.replace";
        relation["event_id"].as_str().filter(|_| is_change)
    }

    /// Returns the emoji of its reaction to this event, if it is one.
    pub fn reaction_to(&self, event: &EventId) -> Option<&str> {
        let relation = &self.content["m.relates_to"];
        let is_to = self.kind == "m.reaction" && relation["event_id"] == event.as_str();
        relation["key"].as_str().filter(|_| is_to)
    }

    /// Tells whether it is a message of the bot, not an edit.
    pub fn is_said_by_bot(&self) -> bool {
        self.kind == "m.room.message" && self.sender == "@odd:localhost" && self.changes().is_none()
    }
}

/// A person with an account and a client that accepts every invitation.
pub struct Person {
    /// The account name.
    pub name: String,
    /// The client.
    pub client: Client,
    seen: Arc<watch::Sender<Vec<ReceivedEvent>>>,
    listening: JoinHandle<()>,
}

impl Drop for Person {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Person {
    /// Logs a person in.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses the login.
    pub async fn log_in(homeserver: &Homeserver, name: &str) -> Person {
        Person::log_in_by(homeserver, name, true).await
    }

    /// Logs a person in with a session that they have not signed.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses the login.
    pub async fn log_in_unsigned(homeserver: &Homeserver, name: &str) -> Person {
        Person::log_in_by(homeserver, name, false).await
    }

    async fn log_in_by(homeserver: &Homeserver, name: &str, is_signed: bool) -> Person {
        let encryption = EncryptionSettings {
            auto_enable_cross_signing: is_signed,
            ..EncryptionSettings::default()
        };
        let client = Client::builder()
            .homeserver_url(homeserver.address())
            .with_encryption_settings(encryption)
            .request_config(RequestConfig::new().timeout(PATIENCE))
            .build()
            .await
            .expect("a client");
        client
            .matrix_auth()
            .login_username(name, PASSWORD)
            .send()
            .await
            .expect("the homeserver knows them");
        client
            .encryption()
            .wait_for_e2ee_initialization_tasks()
            .await;
        let seen = Arc::new(watch::Sender::new(Vec::new()));
        let listening = tokio::spawn(listen(client.clone(), Arc::clone(&seen)));
        Person {
            name: name.to_owned(),
            client,
            seen,
            listening,
        }
    }

    /// Returns the account id.
    pub fn account(&self) -> String {
        format!("@{}:localhost", self.name)
    }

    /// Opens a room and invites people.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub async fn open_room(
        &self,
        invited: &[&str],
        is_encrypted: bool,
        powers: Value,
    ) -> OwnedRoomId {
        let mut request = create_room::v3::Request::new();
        request.preset = Some(create_room::v3::RoomPreset::PrivateChat);
        request.invite = accounts(invited);
        if is_encrypted {
            let encryption = json!({
                "type": "m.room.encryption", "state_key": "",
                "content": { "algorithm": "m.megolm.v1.aes-sha2" },
            });
            let encryption = Raw::<AnyInitialStateEvent>::from_json_string(encryption.to_string());
            request.initial_state = vec![encryption.expect("it is JSON")];
        }
        if !powers.is_null() {
            let powers = Raw::from_json_string(powers.to_string());
            request.power_level_content_override = Some(powers.expect("it is JSON"));
        }
        let room = self.client.create_room(request).await.expect("a room");
        room.room_id().to_owned()
    }

    /// Opens a public room and invites people. The room may be the successor of another one.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub async fn open_public_room(
        &self,
        invited: &[&str],
        goes_on_from: Option<&RoomId>,
    ) -> OwnedRoomId {
        let mut request = create_room::v3::Request::new();
        request.preset = Some(create_room::v3::RoomPreset::PublicChat);
        request.invite = accounts(invited);
        if let Some(before) = goes_on_from {
            let content = json!({ "predecessor": { "room_id": before } });
            let content = Raw::from_json_string(content.to_string());
            request.creation_content = Some(content.expect("it is JSON"));
        }
        let room = self.client.create_room(request).await.expect("a room");
        room.room_id().to_owned()
    }

    /// Marks a room as replaced by another one.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub async fn moves(&self, room: &RoomId, next: &RoomId) {
        let room = self.client.get_room(room).expect("they are in the room");
        let tombstone = json!({ "body": "moved", "replacement_room": next });
        let sent = room.send_state_event_raw("m.room.tombstone", "", tombstone);
        sent.await.expect("they may");
    }

    /// Opens a room for direct messages with the bot.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub async fn open_direct(&self) -> OwnedRoomId {
        let bot = UserId::parse("@odd:localhost").expect("an account");
        let room = self.client.create_dm(&bot).await.expect("a room");
        room.room_id().to_owned()
    }

    /// Sends an event.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub async fn send(&self, room: &RoomId, kind: &str, content: Value) -> OwnedEventId {
        let room = self.client.get_room(room).expect("they are in the room");
        let sent = room.send_raw(kind, content).await;
        sent.expect("the homeserver takes it").response.event_id
    }

    /// Sends a message.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub async fn says(&self, room: &RoomId, text: &str) -> OwnedEventId {
        let content = json!({ "msgtype": "m.text", "body": text });
        self.send(room, "m.room.message", content).await
    }

    /// Sends a message in a thread.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub async fn says_in(&self, room: &RoomId, thread: &str, text: &str) -> OwnedEventId {
        let content = json!({
            "msgtype": "m.text", "body": text,
            "m.relates_to": {
                "rel_type": "m.thread", "event_id": thread, "is_falling_back": true,
                "m.in_reply_to": { "event_id": thread },
            },
        });
        self.send(room, "m.room.message", content).await
    }

    /// Replies to a message.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub async fn replies(&self, to: &ReceivedEvent, text: &str) -> OwnedEventId {
        let content = json!({
            "msgtype": "m.text", "body": text,
            "m.relates_to": { "m.in_reply_to": { "event_id": to.id } },
        });
        self.send(&to.room, "m.room.message", content).await
    }

    /// Reacts to a message.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub async fn reacts(&self, to: &ReceivedEvent, sign: &str) -> OwnedEventId {
        let content = json!({
            "m.relates_to": { "rel_type": "m.annotation", "event_id": to.id, "key": sign },
        });
        self.send(&to.room, "m.reaction", content).await
    }

    /// Returns the number of events seen so far.
    pub fn now(&self) -> usize {
        self.seen.borrow().len()
    }

    /// Returns all events seen so far.
    pub fn all(&self) -> Vec<ReceivedEvent> {
        self.seen.borrow().clone()
    }

    /// Waits until `find` returns a value for the events seen so far.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until<T>(&self, what: &str, find: impl Fn(&[ReceivedEvent]) -> Option<T>) -> T {
        let mut seen = self.seen.subscribe();
        let found = tokio::time::timeout(PATIENCE, async {
            loop {
                if let Some(found) = find(&seen.borrow_and_update()) {
                    return found;
                }
                seen.changed().await.expect("they listen");
            }
        });
        match found.await {
            Ok(found) => found,
            Err(_) => panic!(
                "{} waits for {what} and has seen:\n{}",
                self.name,
                self.transcript()
            ),
        }
    }

    /// Waits for a message of the bot with these words, after the first `after` events.
    pub async fn reads(&self, after: usize, words: &str) -> ReceivedEvent {
        self.until(words, |seen| {
            let mut later = seen.iter().skip(after);
            later
                .find(|event| event.is_said_by_bot() && event.body().contains(words))
                .cloned()
        })
        .await
    }

    /// Requests a checkup, and waits for an answer with these words. Requests it again if the homeserver was too slow for the bot.
    ///
    /// # Panics
    ///
    /// Panics after the time limit, or if the bot cannot make any of several checkups.
    pub async fn checks_up(&self, room: &RoomId, words: &str) -> ReceivedEvent {
        for _ in 0..MOST_CHECKUPS {
            let before = self.now();
            self.says(room, "!odd doctor").await;
            let answered = self.until(words, |seen| {
                let is_answer = |event: &&ReceivedEvent| {
                    let is_failure = event.body().contains("I could not check what works here");
                    event.is_said_by_bot() && (is_failure || event.body().contains(words))
                };
                seen.iter().skip(before).find(is_answer).cloned()
            });
            let answer = answered.await;
            if answer.body().contains(words) {
                return answer;
            }
        }
        panic!("the bot cannot check what works for {}", self.name);
    }

    /// Waits until the bot reacts to an event, and returns the emoji.
    pub async fn sign(&self, event: &EventId) -> String {
        self.until("a sign of the bot", |seen| {
            let mut by_bot = seen.iter().filter(|event| event.sender == "@odd:localhost");
            by_bot.find_map(|seen| seen.reaction_to(event).map(str::to_owned))
        })
        .await
    }

    /// Returns the decrypted file of a message.
    ///
    /// # Panics
    ///
    /// Panics if there is none, or if the homeserver does not have it.
    pub async fn file(&self, message: &ReceivedEvent) -> Vec<u8> {
        let content = &message.content;
        let source = match content.get("file") {
            Some(file) => {
                let file = serde_json::from_value(file.clone()).expect("an encrypted file");
                MediaSource::Encrypted(Box::new(file))
            }
            None => MediaSource::Plain(content["url"].as_str().expect("an address").into()),
        };
        let request = MediaRequestParameters {
            source,
            format: MediaFormat::File,
        };
        let media = self.client.media();
        let file = tokio::time::timeout(PATIENCE, media.get_media_content(&request, false)).await;
        file.expect("the file comes in time")
            .expect("the homeserver has the file")
    }

    /// Returns the events seen so far, one per line.
    pub fn transcript(&self) -> String {
        let line = |event: &ReceivedEvent| {
            let place = &event.room.as_str()[..6.min(event.room.as_str().len())];
            let sealed = event.sealed.as_ref();
            let sealed = sealed.map_or_else(String::new, |why| format!(" (sealed: {why:?})"));
            let text = match event.kind.as_str() {
                "m.room.message" => event.body().to_owned(),
                _ => event.content.to_string(),
            };
            let text: String = text.chars().take(300).collect();
            format!("{place} {}: {}{sealed} {text}", event.sender, event.kind)
        };
        self.all().iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// Receives every event while the person exists, and joins every room to which they are invited.
async fn listen(client: Client, seen: Arc<watch::Sender<Vec<ReceivedEvent>>>) {
    let mut retry = tokio::time::interval(Duration::from_millis(200));
    loop {
        // The homeserver is unreachable; retry.
        retry.tick().await;
        let mut filter = FilterDefinition::empty();
        filter.room.timeline.limit = Some(UInt::from(UNCUT));
        let settings = SyncSettings::new()
            .timeout(Duration::from_secs(10))
            .filter(Filter::FilterDefinition(filter));
        let Ok(response) = client.sync_once(settings).await else {
            continue;
        };
        let mut new = Vec::new();
        for (room, update) in response.rooms.joined {
            let events = update.timeline.events.iter();
            new.extend(events.filter_map(|event| ReceivedEvent::read(&room, event)));
        }
        let mut all = seen.borrow().clone();
        all.append(&mut new);
        for event in all.iter_mut().filter(|event| event.sealed.is_some()) {
            if let Some(opened) = open(&client, event).await {
                *event = opened;
            }
        }
        if all.len() != seen.borrow().len() || all.iter().any(|event| event.sealed.is_some()) {
            seen.send_replace(all);
        }
        for room in client.invited_rooms() {
            // The invitation may have been withdrawn.
            let _ = room.join().await;
        }
    }
}

fn accounts(names: &[&str]) -> Vec<OwnedUserId> {
    let account = |name| UserId::parse(format!("@{name}:localhost")).expect("an account");
    names.iter().map(account).collect()
}

/// Decrypts an event whose key may have arrived in the meantime.
async fn open(client: &Client, event: &ReceivedEvent) -> Option<ReceivedEvent> {
    let room = client.get_room(&event.room)?;
    let raw = Raw::from_json_string(event.raw.to_string()).ok()?;
    let opened = room.decrypt_event(&raw, None).await.ok()?;
    ReceivedEvent::read(&event.room, &opened)
}
