//! Matrix, by its client-server interface and matrix-sdk, which sees to encryption.
//!
//! What people type in a room everybody there reads, so what one person alone may know is said in a room where the bot and
//! they are alone; so are answers, and a sign in the room tells that one has come. There are no buttons: people react,
//! reply, or answer with a number.
//!
//! The homeserver tells again after a restart whatever was not answered before. What is said has a transaction id that
//! follows from what it answers or delivers, so that nothing is said twice.
//!
//! | key | value |
//! | --- | --- |
//! | `matrix/since/<session>` | from where the homeserver is to go on telling |
//! | `matrix/answered/<event>` | nothing; an event that was answered and will be told again |
//! | `matrix/direct/<account>` | the room where the bot and a person are alone |
//! | `matrix/person/<room>` | the person whom that room is for |
//! | `matrix/gone/<account>` | nothing; who left the room where they were alone with the bot, and has asked for nothing since |
//! | `matrix/closed/<account>` | nothing; who was told that they cannot be written to |
//! | `matrix/sealed/<room>/<account>` | nothing; who was told that they cannot be read there, and has not been read since |
//! | `matrix/asked/<account>` | `Choices`: what a person can choose who is alone with the bot |
//! | `matrix/choices/<event>` | `Choices`: what can be chosen below a post |
//! | `matrix/thread/<event>` | the room in which the thread of a match begins with this event |
//! | `matrix/promise/<message>` | where the picture of a message will be that is being said |
//! | `matrix/next/<room>` | the room that this one went on as |
//! | `matrix/first/<room>` | the first of the rooms that went on as this one |

mod answers;
mod body;
mod choices;
mod direct;
mod doctor;
mod ear;
mod failure;
mod heard;
mod html;
mod ids;
mod media;
mod progress;
mod recovery;
mod rooms;
mod session;
mod sync;
mod waiting;
mod words;

use std::{
    num::NonZeroUsize,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use lru::LruCache;
use matrix_sdk::{
    Client, Room, RoomMemberships, RoomState,
    ruma::{
        EventId as MatrixEvent, OwnedEventId, OwnedRoomId, OwnedTransactionId, OwnedUserId, RoomId,
        UserId as MatrixUser, events::room::member::MembershipState,
    },
};
use serde_json::{Map, Value};
use tokio::sync::OwnedMutexGuard;

use self::{
    body::Words, choices::Choices, direct::Asked, ear::Delayed, failure::Failure, ids::Spot,
    progress::Progress, rooms::Invitations, sync::Sealed, waiting::AllWaiting,
};
pub use self::{
    recovery::{RecoveryError, recovery_key},
    session::StartError,
    sync::serve,
};
use crate::{
    chat::kit::hold,
    ports::{
        Answer, Batch, Capabilities, ChannelId, Chat, ChatError, Choice, Event, EventId, Finding,
        Form, Message, MessageId, Nonce, Place, Platform, Private, Public, Speaker, UserId,
    },
    writer::Writer,
};

/// How many names, messages and rooms are remembered.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(10_000).expect("10,000 is not 0");

/// How many messages are remembered as they were said, because they may be changed.
const SAID: NonZeroUsize = NonZeroUsize::new(1000).expect("1,000 is not 0");

/// How long everybody waits until what is being posted in a room is there, because somebody reacts to it.
const POSTING: Duration = Duration::from_secs(1);

/// How Matrix is reached.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address of the homeserver.
    pub homeserver: String,
    /// The bot's account.
    pub user: String,
    /// The file with its password; needed until it has logged in.
    pub password_file: Option<PathBuf>,
    /// The folder of its session and keys.
    pub store: PathBuf,
    /// What a command in a room begins with.
    pub prefix: String,
    /// Whether each match gets a thread of its own.
    pub threads: bool,
}

/// A lock that is held for as long as something takes.
type Door = Arc<tokio::sync::Mutex<()>>;

/// A lock that is held while something is posted, so that nobody answers a post that is not remembered yet.
type Gate = Arc<tokio::sync::RwLock<()>>;

/// To whom something is said.
#[derive(Clone, Copy)]
enum To<'a> {
    /// Everybody in the room.
    Room,
    /// Everybody, in the thread that begins with this event.
    Thread(&'a OwnedEventId),
    /// One person, who is alone with the bot.
    Person(&'a MatrixUser),
}

/// Matrix.
pub struct Matrix {
    settings: Settings,
    client: Client,
    account: OwnedUserId,
    /// The name that people see.
    name: Mutex<String>,
    writer: Writer,
    progress: Progress,
    waiting: AllWaiting,
    names: Mutex<LruCache<OwnedUserId, Speaker>>,
    /// Who opens a room for direct messages waits for their turn, so that there is one for each person.
    doors: Mutex<LruCache<OwnedUserId, Door>>,
    gates: Mutex<LruCache<OwnedRoomId, Gate>>,
    /// Who says something in an encrypted room waits for their turn: the library panics where many do so while the key of
    /// the room is changed.
    turns: Mutex<LruCache<OwnedRoomId, Door>>,
    /// What was said, as it was said.
    said: Mutex<LruCache<OwnedEventId, Map<String, Value>>>,
    sealed: Mutex<Vec<Sealed>>,
    delayed: Mutex<Vec<Delayed>>,
    invitations: Mutex<Invitations>,
    /// The rooms that went on as others which the bot has tried to enter.
    upgrades: Mutex<LruCache<(OwnedRoomId, OwnedRoomId), ()>>,
}

impl Matrix {
    /// The platform, logged in; it hears nothing until it is [served](serve). `writer` remembers what was heard and where
    /// people are alone with the bot.
    ///
    /// # Errors
    ///
    /// There is no session and none can be had.
    pub async fn open(settings: Settings, writer: Writer) -> Result<Arc<Matrix>, StartError> {
        let client = session::open(&settings).await?;
        let account = client.user_id().map(MatrixUser::to_owned);
        let account = account.ok_or(StartError::Password)?;
        Ok(Arc::new(Matrix {
            settings,
            client,
            name: Mutex::new(account.localpart().to_owned()),
            account,
            writer,
            progress: Progress::default(),
            waiting: AllWaiting::default(),
            names: Mutex::new(LruCache::new(REMEMBERED)),
            doors: Mutex::new(LruCache::new(REMEMBERED)),
            gates: Mutex::new(LruCache::new(REMEMBERED)),
            turns: Mutex::new(LruCache::new(REMEMBERED)),
            said: Mutex::new(LruCache::new(SAID)),
            sealed: Mutex::default(),
            delayed: Mutex::default(),
            invitations: Mutex::default(),
            upgrades: Mutex::new(LruCache::new(REMEMBERED)),
        }))
    }

    async fn keep(&self, changes: Batch) -> Result<(), Failure> {
        Ok(self.writer.commit(changes).await?)
    }

    /// A room that the bot is in.
    fn joined(&self, room: &RoomId) -> Result<Room, Failure> {
        let room = self.client.get_room(room);
        room.filter(|room| room.state() == RoomState::Joined)
            .ok_or_else(|| Failure::Refused("the bot is not in that room any more".to_owned()))
    }

    /// The room where something is to be said that belongs there.
    fn room_at(&self, spot: &Spot) -> Result<Room, Failure> {
        let last = self.last_of(&spot.room)?;
        if let Some(root) = &spot.root
            && self.room_of_thread(root)?.as_ref() != Some(&last)
        {
            return Err(Failure::Refused(
                "the room of that thread has gone on as another".to_owned(),
            ));
        }
        self.joined(&last)
    }

    /// Says something once, however often it is tried under this name.
    async fn send(&self, room: &Room, name: &str, content: Value) -> Result<OwnedEventId, Failure> {
        let _turn = self.turn(room).await?;
        let sent = room
            .send_raw("m.room.message", content)
            .with_transaction_id(&transaction(name))
            .await?;
        Ok(sent.response.event_id)
    }

    async fn turn(&self, room: &Room) -> Result<Option<OwnedMutexGuard<()>>, Failure> {
        if !room.latest_encryption_state().await?.is_encrypted() {
            return Ok(None);
        }
        let door = {
            let mut turns = hold(&self.turns);
            Arc::clone(turns.get_or_insert_mut(room.room_id().to_owned(), Door::default))
        };
        Ok(Some(door.lock_owned().await))
    }

    fn gate(&self, room: &RoomId) -> Gate {
        let mut gates = hold(&self.gates);
        Arc::clone(gates.get_or_insert_mut(room.to_owned(), Gate::default))
    }

    /// What can be chosen below a message.
    async fn choices_below(&self, room: &Room, message: &MatrixEvent) -> Result<Choices, Failure> {
        if let Some(choices) = self.known_choices(message)? {
            return Ok(choices);
        }
        // It may be a post that the homeserver has just taken, and nobody has told us yet. Others are heard meanwhile.
        let gate = self.gate(room.room_id());
        let Ok(_nothing_is_posted) = tokio::time::timeout(POSTING, gate.write()).await else {
            let reason = "something is being posted in that room".to_owned();
            return Err(Failure::Later(reason));
        };
        Ok(self.known_choices(message)?.unwrap_or_default())
    }

    fn known_choices(&self, message: &MatrixEvent) -> Result<Option<Choices>, Failure> {
        let kept = self.writer.get(&choices_key(message))?;
        Ok(kept.and_then(|kept| serde_json::from_slice(&kept).ok()))
    }

    async fn remember_choices(
        &self,
        message: &MatrixEvent,
        choices: &Choices,
    ) -> Result<(), Failure> {
        let key = choices_key(message);
        let mut batch = Batch::default();
        if choices.is_for_later() {
            batch.put(
                key,
                serde_json::to_vec(choices).map_err(matrix_sdk::Error::from)?,
            );
        } else if self.writer.get(&key)?.is_some() {
            batch.remove(key);
        } else {
            return Ok(());
        }
        self.keep(batch).await
    }

    /// Says something that people may choose from, and remembers it.
    async fn say<A>(
        &self,
        room: &Room,
        name: &str,
        message: &Message<A>,
        to: To<'_>,
        hint: Option<String>,
    ) -> Result<MessageId, Failure> {
        let choices = Choices::of(&message.controls);
        let (content, promise) = self.content_named(room, message, hint, Some(name)).await?;
        let (said, brought) = tokio::join!(
            self.say_content(room, name, content, &choices, to),
            self.fulfil(promise)
        );
        brought.and(said)
    }

    async fn say_content(
        &self,
        room: &Room,
        name: &str,
        content: Map<String, Value>,
        choices: &Choices,
        to: To<'_>,
    ) -> Result<MessageId, Failure> {
        let mut sent = content.clone();
        if let To::Thread(root) = to {
            sent.insert("m.relates_to".to_owned(), body::in_thread(root));
        }
        let gate = self.gate(room.room_id());
        let _others_wait = gate.read().await;
        if let To::Person(user) = to {
            self.check_alone(room, user).await?;
        }
        let event = self.send(room, name, Value::Object(sent)).await?;
        self.remember_choices(&event, choices).await?;
        hold(&self.said).put(event.clone(), content);
        Ok(ids::message_id(room.room_id(), &event))
    }

    /// What a message says, as it was said first.
    async fn said(&self, room: &Room, event: &OwnedEventId) -> Result<Map<String, Value>, Failure> {
        if let Some(content) = hold(&self.said).get(event) {
            return Ok(content.clone());
        }
        let found = room.event(event, None).await?;
        let content = found.raw().get_field("content").ok().flatten();
        Ok(content.unwrap_or_default())
    }

    async fn change(
        &self,
        room: &Room,
        event: &OwnedEventId,
        new: Map<String, Value>,
    ) -> Result<(), Failure> {
        let content = body::replacing(event, new);
        let _turn = self.turn(room).await?;
        room.send_raw("m.room.message", content).await?;
        Ok(())
    }

    fn is_thread(&self, root: &MatrixEvent) -> Result<bool, Failure> {
        Ok(self.room_of_thread(root)?.is_some())
    }

    /// The room in which a thread of a match is.
    fn room_of_thread(&self, root: &MatrixEvent) -> Result<Option<OwnedRoomId>, Failure> {
        let found = self.writer.get(&thread_key(root))?;
        let text = found.and_then(|found| String::from_utf8(found).ok());
        Ok(text.and_then(|text| OwnedRoomId::try_from(text).ok()))
    }

    /// The one person in a room who goes by this name.
    async fn called(&self, place: &Place, name: &str) -> Result<Option<Speaker>, Failure> {
        let Place::Channel(channel) = place else {
            return Ok(None);
        };
        let room = self.room_at(&known(ids::spot(channel), channel)?)?;
        let members = room.members(RoomMemberships::JOIN).await?;
        let mut found = members.iter().filter(|member| {
            member.name().to_lowercase() == name.to_lowercase() && member.user_id() != self.account
        });
        let (Some(one), None) = (found.next(), found.next()) else {
            return Ok(None);
        };
        Ok(Some(self.speaker(&room, &one.user_id().to_owned()).await))
    }
}

#[async_trait]
impl Chat for Matrix {
    fn platform(&self) -> Platform {
        Platform::Matrix
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            buttons: false,
            menus: false,
            completion: false,
            ephemeral: false,
            edits: true,
            pictures: true,
            draws_later: false,
            forms: false,
            threads: self.settings.threads,
        }
    }

    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        let spot = known(ids::spot(channel), channel)?;
        let room = self.room_at(&spot)?;
        let name = format!("post-{}", nonce.0);
        let to = spot.root.as_ref().map_or(To::Room, To::Thread);
        let hint = Choices::of(&message.controls).hint();
        Ok(self.say(&room, &name, message, to, hint).await?)
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        let user = known(ids::user(user), user)?;
        let room = self.direct(&user, Asked::No).await?;
        let name = format!("whisper-{}", nonce.0);
        let hint = Choices::of(&message.controls).hint();
        Ok(self
            .say(&room, &name, message, To::Person(&user), hint)
            .await?)
    }

    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        let (room, event) = known(ids::message(message), message)?;
        let room = self.joined(&room)?;
        let choices = Choices::of(&new.controls);
        let before = self.said(&room, &event).await?;
        let words = Words::of(new, choices.hint(), &self.settings.prefix);
        self.change(&room, &event, words.in_place_of(&before))
            .await?;
        Ok(self.remember_choices(&event, &choices).await?)
    }

    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError> {
        let user = known(ids::user(user), user)?;
        let (room, event) = known(ids::message(message), message)?;
        let room = self.joined(&room)?;
        if self.person_of(&room).await?.as_ref() != Some(&user) {
            let reason = format!("message {message} was not said to {user} alone");
            return Err(ChatError::Refused(reason));
        }
        let choices = Choices::of(&new.controls);
        let content = self.content_of(&room, new, choices.hint()).await?;
        self.check_alone(&room, &user).await?;
        self.change(&room, &event, content).await?;
        Ok(self.remember_choices(&event, &choices).await?)
    }

    async fn open_thread(
        &self,
        message: &MessageId,
        _: &str,
        _: &[&UserId],
    ) -> Result<ChannelId, ChatError> {
        let (room, root) = known(ids::message(message), message)?;
        let mut batch = Batch::default();
        batch.put(thread_key(&root), room.as_str());
        self.keep(batch).await?;
        let room = self.first_of(&room)?;
        let root = Some(root);
        Ok(ids::channel_id(&Spot { room, root }))
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        let waiting = self.waiting(event)?;
        Ok(self.answer_in_the_end(&waiting, answer).await?)
    }

    async fn note(&self, event: &EventId, note: &Answer) -> Result<(), ChatError> {
        let waiting = self.waiting(event)?;
        Ok(self.note_for(&waiting, note).await?)
    }

    async fn ask(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        let waiting = self.waiting(event)?;
        Ok(self.ask_in_the_end(&waiting, form).await?)
    }

    fn obstacle(&self, event: &EventId) -> Option<String> {
        self.waiting(event).ok()?.obstacle.clone()
    }

    async fn examine(&self, event: &Event) -> Result<Vec<Finding>, ChatError> {
        let waiting = self.waiting(&event.id)?;
        Ok(self.checkup(&waiting).await?)
    }

    async fn redact(&self, event: &EventId) -> Result<(), ChatError> {
        let waiting = self.waiting(event)?;
        Ok(self.take_back_in_the_end(&waiting).await?)
    }

    async fn has_left(&self, user: &UserId, channel: &ChannelId) -> Result<bool, ChatError> {
        let user = known(ids::user(user), user)?;
        let spot = known(ids::spot(channel), channel)?;
        let Ok(room) = self.last_of(&spot.room).and_then(|room| self.joined(&room)) else {
            return Ok(false);
        };
        let member = room.get_member(&user).await.map_err(Failure::from)?;
        let is_there = member.is_some_and(|member| {
            matches!(
                member.membership(),
                MembershipState::Join | MembershipState::Invite | MembershipState::Knock
            )
        });
        Ok(!is_there)
    }

    async fn person(&self, place: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        let written = written.trim();
        let Ok(user) = MatrixUser::parse(written) else {
            let name = written.trim_start_matches('@');
            return Ok(self.called(place, name).await?);
        };
        if user == self.account {
            return Ok(None);
        }
        if let Some(speaker) = hold(&self.names).get(&user) {
            return Ok(Some(speaker.clone()));
        }
        let profile = match self.client.account().fetch_user_profile_of(&user).await {
            Ok(profile) => profile,
            Err(error) => match error.into() {
                Failure::Refused(_) => return Ok(None),
                failure => return Err(Failure::into(failure)),
            },
        };
        let name = profile.get("displayname").and_then(Value::as_str);
        Ok(Some(Speaker {
            id: ids::user_id(&user),
            name: name.unwrap_or(user.localpart()).to_owned(),
        }))
    }

    /// Nothing is completed here.
    async fn people(&self, _: &str) -> Result<Vec<String>, ChatError> {
        Ok(Vec::new())
    }

    /// Nothing is completed here.
    async fn complete(&self, event: &EventId, _: &[Choice]) -> Result<(), ChatError> {
        Err(ChatError::Refused(format!(
            "event {event} cannot be completed"
        )))
    }
}

fn choices_key(message: &MatrixEvent) -> Vec<u8> {
    format!("matrix/choices/{message}").into_bytes()
}

fn thread_key(root: &MatrixEvent) -> Vec<u8> {
    format!("matrix/thread/{root}").into_bytes()
}

/// The id by which the homeserver knows what it has been told before.
fn transaction(name: &str) -> OwnedTransactionId {
    format!("oddboard-{name}").into()
}

/// An id of ours as Matrix's.
fn known<T>(found: Option<T>, id: &impl std::fmt::Display) -> Result<T, Failure> {
    found.ok_or_else(|| Failure::Refused(format!("{id} is nothing of Matrix's")))
}
