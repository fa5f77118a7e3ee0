//! Talking to people.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use serde_json::Value;
use tokio::sync::broadcast;

use super::{
    BoardQuery, BoardReview, ChannelId, Completions, DrawnBoard, Event, EventId, MatchId, Message,
    MessageId, NoBoard, Place, Platform, Private, Public, ServerId, Speaker, StudyBoard,
    StudyQuery, UserId,
};
use text::{Language, Text};

/// An immediate answer to an event; only the person who caused it reads it.
#[derive(Clone, PartialEq)]
pub struct Answer {
    /// What is said.
    pub message: Message<Private>,
    /// Whether it replaces the message whose control was used, if that message was an answer itself.
    pub replaces: bool,
    /// Whether everybody there sees what came of it, so that a sign is enough where nobody can be answered alone.
    pub is_evident: bool,
    /// The match that came of it, if one did.
    pub about: Option<MatchId>,
}

/// A question for one line of text, which only the person who caused an event sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// What comes back in [`Said::Fill`](super::Said::Fill): at most 100 characters, match and ply only.
    pub id: String,
    /// What it is about, at most [`Form::LONGEST_LABEL`] characters.
    pub title: String,
    /// What is asked, at most [`Form::LONGEST_LABEL`] characters.
    pub label: String,
    /// What could be written, at most 100 characters.
    pub example: String,
}

impl Form {
    /// The longest text that can be written, in characters.
    pub const LONGEST: u16 = 100;

    /// The longest title or label that every platform shows, in characters.
    pub const LONGEST_LABEL: usize = 45;
}

/// Names a delivery, so that the platform says it once however often it is told: at most 25 letters, digits and dashes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nonce(pub String);

impl Nonce {
    /// Names what is said because of an event, `what` in at most four letters; of long ids of events the end tells them apart.
    pub fn of_event(what: &str, event: &EventId) -> Nonce {
        let end = event
            .id
            .chars()
            .rev()
            .filter(char::is_ascii_alphanumeric)
            .take(20);
        let end: String = end.collect::<Vec<_>>().into_iter().rev().collect();
        Nonce(format!("{what}-{end}"))
    }
}

/// Something that works for a person where they are, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether it works.
    pub works: bool,
    /// A sentence: what works; or what does not, what that breaks, and what to do about it.
    pub text: Text,
}

impl Finding {
    /// Something that works.
    pub fn good(text: Text) -> Finding {
        Finding { works: true, text }
    }

    /// That the bot hears somebody, who reads this.
    pub fn heard() -> Finding {
        Finding::good(text::doctor_heard())
    }

    /// That the bot can write to somebody directly.
    pub fn writes() -> Finding {
        Finding::good(text::doctor_writes())
    }

    /// Something that does not.
    pub fn bad(text: Text) -> Finding {
        Finding { works: false, text }
    }
}

/// Something that a platform's adapter keeps of a person, for themselves.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonalEntry {
    /// What it is.
    pub what: &'static str,
    /// All of it, but for what proves who they are.
    pub value: Value,
}

/// What is to be looked at for somebody.
#[derive(Clone, Copy, Debug)]
pub struct Checkup {
    /// The language of what they are sent for that.
    pub language: Language,
    /// Whether matches are to get threads where they are.
    pub threads: bool,
}

/// What an adapter's platform can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Buttons below a message.
    pub buttons: bool,
    /// Menus below a message.
    pub menus: bool,
    /// Suggestions while a command is typed.
    pub completion: bool,
    /// Answers that one person in a channel sees.
    pub ephemeral: bool,
    /// Messages can be changed later.
    pub edits: bool,
    /// Pictures in messages.
    pub pictures: bool,
    /// Keeps the [`Recipe`](super::Recipe) of a picture and has it drawn by a [`Drawer`](super::Drawer) when somebody wants to see it, so that none need
    /// be drawn before.
    pub draws_later: bool,
    /// Forms to fill in.
    pub forms: bool,
    /// Threads that begin with a message.
    pub threads: bool,
    /// Shows a [`Part::Time`](text::Part::Time) as its reader counts time.
    pub marked_times: bool,
    /// A post can be changed with its picture, and taken away.
    pub replaces_posts: bool,
    /// Takes few posts in a while, so that nobody may have many posted.
    pub posts_are_few: bool,
}

/// A chat platform. An adapter does nothing but translate.
///
/// What is whispered cannot be posted (`tests/proofs`).
#[async_trait]
pub trait Chat: Send + Sync {
    /// Which platform it is.
    fn platform(&self) -> Platform;

    /// What the platform can do.
    fn capabilities(&self) -> Capabilities;

    /// Whether people are heard there and can be told something, as far as is known.
    fn is_connected(&self) -> bool {
        true
    }

    /// Whether another process speaks there, so that this one can say nothing.
    fn is_elsewhere(&self) -> bool {
        false
    }

    /// This may have been said, by an earlier run of the program or before an outage; whoever cannot tell by the nonce looks
    /// before they say it again.
    fn may_have_said(&self, _nonce: Nonce) {}

    /// Finds a post that may have been made, without making it.
    async fn find_post(
        &self,
        _nonce: &Nonce,
        _channel: &ChannelId,
        _message: &Message<Public>,
    ) -> Result<Option<MessageId>, ChatError> {
        Ok(None)
    }

    /// Finds a direct message that may have been sent, without sending it.
    async fn find_whisper(
        &self,
        _nonce: &Nonce,
        _user: &UserId,
        _message: &Message<Private>,
    ) -> Result<Option<MessageId>, ChatError> {
        Ok(None)
    }

    /// Says something in a channel, once per nonce.
    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError>;

    /// Says something to one person in direct messages, once per nonce.
    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError>;

    /// Whether a message is known to be gone, so that it need not be changed any more.
    fn has_forgotten(&self, _message: &MessageId) -> bool {
        false
    }

    /// Changes the words and controls of an earlier post, whose picture stays; doing it twice is doing it once.
    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError>;

    /// Changes an earlier post, its picture too; doing it twice is doing it once.
    async fn replace(&self, message: &MessageId, _: &Message<Public>) -> Result<(), ChatError> {
        Err(ChatError::Refused(format!("{message} stays as it is")))
    }

    /// Takes an earlier post away; doing it twice is doing it once.
    async fn remove(&self, message: &MessageId) -> Result<(), ChatError> {
        Err(ChatError::Refused(format!("{message} stays where it is")))
    }

    /// Changes what was said to one person in direct messages; doing it twice is doing it once. A message that was not
    /// said to them is refused.
    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError>;

    /// Opens a thread that begins with an earlier post, and lets these people follow it; doing it twice is doing it once.
    /// Nothing if that post is gone, or there are no threads where it is.
    async fn open_thread(
        &self,
        message: &MessageId,
        _name: &str,
        _people: &[&UserId],
    ) -> Result<Option<ChannelId>, ChatError> {
        Err(ChatError::Refused(format!(
            "no thread begins with {message}"
        )))
    }

    /// Has a thread rest a day after its last message, where threads come to rest: nothing more is to be said there. Doing it
    /// twice is doing it once.
    async fn close_thread(&self, _thread: &ChannelId) -> Result<(), ChatError> {
        Ok(())
    }

    /// Answers an event; nobody but its speaker sees it. A second answer to the same event takes the place of the first.
    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError>;

    /// Says something to the speaker of an event until it is answered. Where a second answer takes the place of the first,
    /// it is one more answer.
    async fn note(&self, event: &EventId, note: &Answer) -> Result<(), ChatError> {
        self.answer(event, note).await
    }

    /// Says something to everybody where an event comes from, once that is answered, where nothing can be posted: see
    /// [`Place::Group`].
    async fn announce(&self, _: &EventId, _: &Message<Public>) -> Result<(), ChatError> {
        Ok(())
    }

    /// Changes what was announced, if its control was used by this event, before that is answered.
    async fn settle(&self, _: &EventId, _: &Message<Public>) -> Result<(), ChatError> {
        Ok(())
    }

    /// Ends an event without an answer, as its speaker has heard before why nothing comes of it.
    async fn dismiss(&self, _event: &EventId) -> Result<(), ChatError> {
        Ok(())
    }

    /// Answers an event with a form; nobody but its speaker sees it.
    async fn ask(&self, event: &EventId, form: &Form) -> Result<(), ChatError>;

    /// Why nothing can be posted where an event comes from, in a sentence that says what to do; nothing if it can be, as far
    /// as is known.
    fn obstacle(&self, _event: &EventId) -> Option<Text> {
        None
    }

    /// Whether others read what the speaker of an event has written.
    fn is_read_by_others(&self, _event: &EventId) -> bool {
        !self.capabilities().ephemeral
    }

    /// Takes back, as far as that can be done, what somebody has said where others read it and should not have.
    async fn redact(&self, _event: &EventId) -> Result<(), ChatError> {
        Ok(())
    }

    /// Looks at what works for the speaker of an event where they are, and what does not.
    async fn examine(&self, event: &Event, checkup: Checkup) -> Result<Vec<Finding>, ChatError>;

    /// Whether somebody has left the place of a channel for good, as far as can be told.
    async fn has_left(&self, _user: &UserId, _channel: &ChannelId) -> Result<bool, ChatError> {
        Ok(false)
    }

    /// The person whom somebody means who wrote this there, with or without a leading `@`; `<@…>` with an id of the platform,
    /// which the bot writes itself, means exactly one. Nobody by another name where the platform tells by itself who is meant.
    async fn person(&self, _place: &Place, _written: &str) -> Result<Option<Speaker>, ChatError> {
        Ok(None)
    }

    /// Why somebody who is challenged in a place would not read of it, as far as that can be told; nothing if they would. What
    /// is known of a command's person without asking is told by [`Chat::obstacle`].
    async fn unread(&self, _place: &Place, _who: &Speaker) -> Result<Option<Text>, ChatError> {
        Ok(None)
    }

    /// The names of people of which a word begins with this, in any case, at most 25; none where the platform offers people itself.
    async fn people(&self, _beginning: &str) -> Result<Vec<String>, ChatError> {
        Ok(Vec::new())
    }

    /// All that the adapter keeps of somebody, but for what proves who they are.
    async fn kept_of(&self, _user: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        Ok(Vec::new())
    }

    /// Deletes all that the adapter keeps of somebody; it is durable once this returns, and doing it twice is doing it once.
    /// The event by which they asked for it can still be answered, and nothing is kept of that answer.
    async fn forget(&self, _user: &UserId) -> Result<(), ChatError> {
        Ok(())
    }

    /// Offers ways to go on to the person who is typing, where commands are completed.
    async fn complete(&self, _event: &EventId, _offered: &Completions) -> Result<(), ChatError> {
        Ok(())
    }
}

/// The platform did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// It may work later; the reason tells who is at fault, since that may be the data folder too.
    #[error("{0}")]
    Unavailable(String),
    /// The platform takes no such request for so long, and nothing was done. Whoever tries again looks first whether it is still
    /// wanted.
    #[error("the platform takes no such request for {0:?}")]
    Limited(Duration),
    /// Our own store does not work, which is logged where that begins; it may work later.
    #[error("{0}")]
    Outage(String),
    /// It will never work: the channel, message or person is gone or closed to us.
    #[error("the chat platform refused: {0}")]
    Refused(String),
}

/// Where adapters hand in what they hear. The answer comes back through [`Chat::answer`] or [`Chat::complete`] with the
/// event's id.
#[async_trait]
pub trait Listener: Send + Sync {
    /// A person did something. Returns once it is taken up, not once it is answered.
    async fn hear(&self, event: Event);

    /// The same for what may have been heard before, by this process or another.
    async fn hear_again(&self, event: Event) {
        self.hear(event).await;
    }

    /// A person is typing a command: [`Said::Text`](super::Said::Text) holds what there is of it up to the cursor, and each completion is a
    /// whole text; the last option of a [`Said::Command`](super::Said::Command) is the one that is being typed, and each completion is a value for
    /// it.
    async fn complete(&self, event: Event);

    /// The bot is on a server, perhaps again, or has found its way back to it.
    async fn is_on(&self, _: &ServerId) {}

    /// What somebody is called by now on a server, or in their direct messages with the bot if on none; perhaps as before.
    async fn is_called(&self, _: &Speaker, _: Option<&ServerId>) {}

    /// The language that a person has chosen, if they have and it can be looked up.
    fn chosen_language(&self, _user: &UserId) -> Option<Language> {
        None
    }

    /// The language in which a person is told something where nothing else is known of what they speak.
    fn language_for(&self, _user: &UserId) -> Language {
        Language::ENGLISH
    }

    /// A board as somebody may see it. Those who are shown the same share it for as long as they hold it.
    ///
    /// # Errors
    ///
    /// Why there is none for them.
    async fn board(&self, _: BoardQuery) -> Result<Arc<DrawnBoard>, NoBoard> {
        Err(NoBoard::Unknown)
    }

    /// A position of the handbook, after what somebody does with it.
    ///
    /// # Errors
    ///
    /// There is no such position, or what was played there is impossible.
    async fn study(&self, _: StudyQuery) -> Result<StudyBoard, Text> {
        Err(text::study_unknown())
    }

    /// How a match went that is over, for somebody who may see its board.
    ///
    /// # Errors
    ///
    /// Why that is not told.
    async fn review(&self, id: MatchId, _: &UserId, _: Language) -> Result<BoardReview, Text> {
        Err(text::refusal_unknown_match(id))
    }

    /// The matches that change, from now on, each once the change is durable. Nothing stands for all; who lags behind looks at all again, too.
    /// Those that others change are told if they are watched.
    fn changes(&self) -> broadcast::Receiver<Option<MatchId>> {
        broadcast::Sender::new(1).subscribe()
    }

    /// Watches a match until the result is dropped.
    async fn watch(&self, id: MatchId) -> Arc<MatchId> {
        Arc::new(id)
    }
}
