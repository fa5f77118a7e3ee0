//! The local web page: a little chat platform of its own, on loopback only.
//!
//! People sign in with a name and a secret that their browser keeps, talk in two channels, and have direct messages with
//! the bot. Every capability of the [`Chat`] port works here, so it is the demo and the test bed too.
//!
//! What was said is kept in the [`Writer`] under `play/`, as JSON objects, and bounded: 500 posts for each channel and
//! each person's direct messages, 32 answers for each person. Of a picture the [recipe](crate::ports::Recipe) is kept, and it
//! is drawn when somebody wants to see it. A field whose meaning changes gets a new name; readers leave alone what they
//! do not know.
//!
//! | key | value |
//! | --- | --- |
//! | `play/people` | how many people have ever come |
//! | `play/forgotten` | how many of them are forgotten |
//! | `play/guest/<number>` | nothing; this person has never done anything, and may be forgotten |
//! | `play/person/<number>` | a person: name, SHA-256 of the secret, whether they want no direct messages |
//! | `play/name/<folded name>` | the number of the person of that name |
//! | `play/room/<room>` | the counters of a room |
//! | `play/post/<room>/<number>` | a post, with the nonce it was said under |
//! | `play/picture/<room>/<number>` | its picture as a PNG file, if it was said before there were recipes |
//! | `play/nonce/<room>/<nonce>` | the number of the post said under that nonce |
//! | `play/answers/<person>` | the events whose answers are kept, oldest first |
//! | `play/answer/<person>/<event>` | an answer |
//! | `play/answer-picture/<person>/<event>` | its picture as a PNG file, if it was said before there were recipes |
//!
//! Numbers are given per room and a direct room is one person's own, so that nobody can count somebody else's messages
//! by a gap in their own.

use std::{
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash},
    sync::Arc,
};

use async_trait::async_trait;
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::oneshot;

use crate::{
    chat::kit::hold,
    ports::{
        Answer, Batch, Capabilities, ChannelId, Chat, ChatError, Choice, DrawError, Drawer,
        Entries, Event, EventId, Finding, Form, Message, MessageId, Nonce, Place, Platform,
        Private, Public, Speaker, StoreError, UserId,
    },
    writer::{Pending, Writer},
};

use self::{
    answers::Reply,
    hub::{Audience, Hub},
    live::Frame,
    people::{Person, PersonId},
    rooms::{Author, Counters, NewPost, Room, StoredPost},
    waiting::Waiting,
    wire::Body,
};

mod answers;
mod connections;
mod guard;
mod hub;
mod live;
mod names;
mod page;
mod people;
mod problem;
mod requests;
mod rooms;
mod rulebook;
mod server;
mod waiting;
mod wire;

#[cfg(test)]
mod tests;

pub use self::server::{BindError, bind, serve};

/// How many names are offered while one is typed.
const MAX_NAMES: usize = 25;

/// The chat platform behind the page.
pub struct Playground {
    writer: Writer,
    locks: Locks,
    hub: Hub,
    answers: Waiting<Reply>,
    completions: Waiting<Vec<Choice>>,
    drawer: Arc<dyn Drawer>,
}

impl Playground {
    /// A platform that keeps what is said in `writer` and has its pictures drawn by `drawer`. It is silent until it is
    /// [served](serve).
    pub fn new(writer: Writer, drawer: Arc<dyn Drawer>) -> Arc<Playground> {
        Arc::new(Playground {
            writer,
            locks: Locks::default(),
            hub: Hub::default(),
            answers: Waiting::default(),
            completions: Waiting::default(),
            drawer,
        })
    }

    fn read<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, Trouble> {
        let Some(value) = self.writer.get(key.as_bytes())? else {
            return Ok(None);
        };
        Ok(Some(parse(key.as_bytes(), &value)?))
    }

    /// The same, and nothing in place of what is damaged, where all goes on without it.
    fn read_sound<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, Trouble> {
        match self.read(key) {
            Err(Trouble::Damaged(_)) => Ok(None),
            found => found,
        }
    }

    /// The entries with a prefix that come after a key, but for those that are damaged.
    fn sound_after<T: DeserializeOwned>(
        &self,
        prefix: &str,
        after: Option<&str>,
    ) -> impl Iterator<Item = Result<(Vec<u8>, T), Trouble>> {
        let start = after.map(str::as_bytes);
        let entries = Entries::new(move |after, limit| {
            let after = after.or(start);
            self.writer.scan(prefix.as_bytes(), after, limit)
        });
        let parsed = entries.map(|entry| {
            let (key, value) = entry?;
            let value = parse(&key, &value)?;
            Ok((key, value))
        });
        parsed.filter(|entry| !matches!(entry, Err(Trouble::Damaged(_))))
    }

    /// The file of a picture; one that came without a recipe is stored under this key.
    async fn file(&self, picture: &wire::Picture, key: &str) -> Result<Option<Arc<[u8]>>, Trouble> {
        let Some(recipe) = &picture.recipe else {
            return Ok(self.writer.get(key.as_bytes())?.map(Arc::from));
        };
        match self.drawer.draw(recipe).await {
            Ok(file) => Ok(Some(file)),
            Err(DrawError::Gone) => Ok(None),
            Err(error @ DrawError::Later(_)) => Err(Trouble::Later(error.to_string())),
        }
    }

    /// Makes changes durable that were decided upon what was read under `generation`; an empty batch waits until all
    /// that was read is durable.
    async fn commit(&self, generation: u64, batch: Batch) -> Result<(), Trouble> {
        durable(self.submit(generation, batch)?).await
    }

    /// Hands changes to the writer: all who read from then on see them.
    fn submit(&self, generation: u64, batch: Batch) -> Result<Pending, Trouble> {
        batch.check()?;
        Ok(self.writer.submit(generation, batch))
    }
}

#[async_trait]
impl Chat for Playground {
    fn platform(&self) -> Platform {
        Platform::Playground
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            buttons: true,
            menus: true,
            completion: true,
            ephemeral: true,
            edits: true,
            pictures: true,
            draws_later: true,
            forms: true,
            threads: false,
        }
    }

    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        let room = Room::of_channel(channel)
            .ok_or_else(|| refused(format_args!("there is no channel {channel}")))?;
        self.say_as_bot(room, nonce, message).await
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        let (id, person) = self.known(user)?;
        if person.is_closed {
            return Err(refused(format_args!("{user} wants no direct messages")));
        }
        self.say_as_bot(Room::Direct(id), nonce, message).await
    }

    fn has_forgotten(&self, message: &MessageId) -> bool {
        rooms::post_of(message).is_some_and(|(room, number)| self.is_forgotten(room, number))
    }

    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        let gone = || refused(format_args!("message {message} is gone"));
        let (room, number) = rooms::post_of(message).ok_or_else(gone)?;
        let found = self
            .edit_post(room, number, |old| Body::new(new).with_picture_of(old))
            .await?;
        if found { Ok(()) } else { Err(gone()) }
    }

    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError> {
        let gone = || refused(format_args!("message {message} is gone"));
        let (room, number) = rooms::post_of(message).ok_or_else(gone)?;
        let (id, _) = self.known(user)?;
        if room != Room::Direct(id) {
            return Err(refused(format_args!("message {message} is not {user}'s")));
        }
        let found = self.edit_post(room, number, |_| Body::new(new)).await?;
        if found { Ok(()) } else { Err(gone()) }
    }

    async fn open_thread(
        &self,
        _: &MessageId,
        _: &str,
        _: &[&UserId],
    ) -> Result<ChannelId, ChatError> {
        Err(refused(format_args!("there are no threads here")))
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        let reply = Reply {
            replaces: answer.replaces,
            body: Body::new(&answer.message),
        };
        self.reply(event, &reply).await
    }

    async fn ask(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        let reply = Reply {
            replaces: true,
            body: Body::form(form),
        };
        self.reply(event, &reply).await
    }

    async fn examine(&self, event: &Event) -> Result<Vec<Finding>, ChatError> {
        let (_, person) = self.known(&event.speaker.id)?;
        Ok(vec![
            Finding::good("I hear you, and this answer reached you."),
            if person.is_closed {
                Finding::bad(
                    "I may not write to you directly, so you hear of your turns in the channel only. \
                     Tick the box in our direct messages to change that.",
                )
            } else {
                Finding::good("I can write to you directly.")
            },
        ])
    }

    async fn person(&self, _: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        let found = self.person_called(written.trim().trim_start_matches('@'))?;
        match found {
            Some(person) if self.count_in(person.id).await? => Ok(Some(person.speaker())),
            _ => Ok(None),
        }
    }

    async fn people(&self, beginning: &str) -> Result<Vec<String>, ChatError> {
        Ok(self.names_beginning(beginning, MAX_NAMES)?)
    }

    async fn complete(&self, event: &EventId, choices: &[Choice]) -> Result<(), ChatError> {
        self.completions.answer(event, &choices.to_vec());
        Ok(())
    }
}

impl Playground {
    async fn reply(&self, event: &EventId, reply: &Reply) -> Result<(), ChatError> {
        let (person, id) = answers::event_of(event)
            .ok_or_else(|| refused(format_args!("event {event} was never heard here")))?;
        let kept = self.keep_answer(person, id, reply).await;
        // Whoever waits hears the answer even when the disk refuses it: it may say just that.
        if !self.answers.answer(event, reply) {
            let frame = Frame::Answer { id, reply };
            self.hub.publish(Audience::Person(person), &frame);
        }
        Ok(kept?)
    }

    async fn say_as_bot<A>(
        &self,
        room: Room,
        nonce: &Nonce,
        message: &Message<A>,
    ) -> Result<MessageId, ChatError> {
        let post = NewPost {
            nonce: format!("bot/{}", nonce.0),
            author: Author::Bot,
            body: Body::new(message),
        };
        let number = self.say(room, post).await?;
        Ok(rooms::message_id(room, number))
    }

    fn known(&self, user: &UserId) -> Result<(PersonId, Person), ChatError> {
        let nobody = || refused(format_args!("there is nobody called {user}"));
        let id = PersonId::of_user(user).ok_or_else(nobody)?;
        let person = self.person(id)?.ok_or_else(nobody)?;
        Ok((id, person))
    }
}

fn refused(reason: std::fmt::Arguments<'_>) -> ChatError {
    ChatError::Refused(reason.to_string())
}

/// The store did not do what was asked.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    /// It may work later.
    #[error("{0}")]
    Later(String),
    /// The store as a whole does not work, which is logged where that begins; it may work later.
    #[error("{0}")]
    Outage(String),
    /// It will never work.
    #[error("{0}")]
    Never(String),
    /// An entry is not what was written. It will never work, and all else does.
    #[error("{0}")]
    Damaged(String),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::from(&error)
    }
}

impl From<&StoreError> for Trouble {
    fn from(error: &StoreError) -> Trouble {
        match error {
            StoreError::TooLarge { .. } => Trouble::Never(error.to_string()),
            StoreError::Damaged { .. } => Trouble::Damaged(error.to_string()),
            error if error.is_outage() => Trouble::Outage(error.to_string()),
            error => Trouble::Later(error.to_string()),
        }
    }
}

impl From<Trouble> for ChatError {
    fn from(trouble: Trouble) -> ChatError {
        match trouble {
            Trouble::Later(reason) => ChatError::Unavailable(reason),
            Trouble::Outage(reason) => ChatError::Outage(reason),
            Trouble::Never(reason) | Trouble::Damaged(reason) => ChatError::Refused(reason),
        }
    }
}

async fn durable(pending: Pending) -> Result<(), Trouble> {
    let committed = pending.await;
    committed.map_err(|error| Trouble::from(&*error))
}

fn parse<T: DeserializeOwned>(key: &[u8], value: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(value).map_err(|error| StoreError::Damaged {
        key: key.to_vec(),
        // The error in full could tell what stands there.
        detail: format!("it cannot be understood at byte {}", error.column()),
    })
}

/// Reads an entry only to see whether it is what was written; any that is not the page's is.
///
/// # Errors
///
/// [`StoreError::Damaged`].
pub fn decode(key: &[u8], value: &[u8]) -> Result<(), StoreError> {
    let mut parts = key.split(|byte| *byte == b'/');
    if parts.next() != Some(b"play") {
        return Ok(());
    }
    match parts.next().unwrap_or_default() {
        b"people" | b"forgotten" => parse::<u32>(key, value).map(drop),
        b"person" => parse::<Person>(key, value).map(drop),
        b"name" => parse::<PersonId>(key, value).map(drop),
        b"room" => parse::<Counters>(key, value).map(drop),
        b"post" => parse::<StoredPost>(key, value).map(drop),
        b"nonce" => parse::<u64>(key, value).map(drop),
        b"answers" => parse::<Vec<String>>(key, value).map(drop),
        b"answer" => parse::<Reply>(key, value).map(drop),
        _ => Ok(()),
    }
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("maps with text keys and plain values are always JSON")
}

/// Keeps two tasks from changing the same room or person at once. Things that share a lock merely wait for each other.
struct Locks([tokio::sync::Mutex<Turns>; 64]);

impl Default for Locks {
    fn default() -> Locks {
        Locks(std::array::from_fn(|_| tokio::sync::Mutex::default()))
    }
}

impl Locks {
    async fn lock(&self, what: impl Hash) -> tokio::sync::MutexGuard<'_, Turns> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(what);
        self.0[(hash % self.0.len() as u64) as usize].lock().await
    }
}

/// Lets what was changed one after the other be told one after the other, though the lock is not held until then: so many
/// changes become durable together.
#[derive(Default)]
struct Turns(Option<oneshot::Receiver<()>>);

impl Turns {
    /// The turn after all that were taken before.
    fn take(&mut self) -> Turn {
        let (over, next) = oneshot::channel();
        Turn {
            before: self.0.replace(next),
            _over: over,
        }
    }
}

/// The turn of one change; the next one comes when it is dropped.
struct Turn {
    before: Option<oneshot::Receiver<()>>,
    _over: oneshot::Sender<()>,
}

impl Turn {
    async fn come(&mut self) {
        if let Some(before) = self.before.take() {
            // Nothing is ever sent: it ends when the turn before is over.
            let _ = before.await;
        }
    }
}
