//! The interface to chat platforms.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use serde_json::Value;
use tokio::sync::broadcast;

use super::{
    AnalysisBoard, AnalysisQuery, BoardQuery, BoardReview, ChannelId, Completions, DrawnBoard,
    EngineLine, Event, EventId, ListedGame, MatchId, Message, MessageId, NoBoard, PageReach,
    PageSettings, Place, Platform, Private, Public, PublicGame, Recipe, ServerId, Speaker,
    StudyBoard, StudyQuery, Timestamp, TokenDigest, UserId,
};
use command::Control;
use text::{Language, Text};

/// An immediate answer to an event. Only the speaker of the event reads it.
#[derive(Clone, PartialEq)]
pub struct Answer {
    /// The message.
    pub message: Message<Private>,
    /// True if it replaces the message with the used control, provided that message is itself an answer.
    pub replaces: bool,
    /// True if all readers of the place see the result. A sign is then enough on platforms without private answers.
    pub is_evident: bool,
    /// The match that resulted, if any.
    pub about: Option<MatchId>,
}

impl From<Message<Private>> for Answer {
    /// Makes an answer that leaves the message with the used control in place.
    fn from(message: Message<Private>) -> Answer {
        Answer {
            message,
            replaces: false,
            is_evident: false,
            about: None,
        }
    }
}

/// A form that asks for one line of text. Only the speaker of the event sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The control that the filled form returns.
    pub control: Control,
    /// The title, at most [`Form::LONGEST_LABEL`] characters.
    pub title: String,
    /// The label of the text field, at most [`Form::LONGEST_LABEL`] characters.
    pub label: String,
    /// An example input, at most 100 characters.
    pub example: String,
}

impl Form {
    /// The longest input, in characters.
    pub const LONGEST: u16 = 100;

    /// The longest title or label that every platform shows, in characters.
    pub const LONGEST_LABEL: usize = 45;
}

/// The idempotency key of a message: a platform posts each nonce once. At most 25 letters, digits and dashes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nonce(pub String);

impl Nonce {
    /// Returns the nonce of a message that an event causes. `what` has at most four letters. Long event ids are
    /// distinguished by their last characters.
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

/// A turn of a person, as their devices announce it. It holds what everybody may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnPush {
    /// The key by which a turn is announced once.
    pub nonce: Nonce,
    /// The match.
    pub id: MatchId,
    /// All accounts of the person.
    pub accounts: Vec<UserId>,
    /// Their sessions on the page that have not ended.
    pub sessions: Vec<TokenDigest>,
    /// The announcement, in their language.
    pub text: String,
}

/// The result of one check of `/doctor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// True if the check passed.
    pub works: bool,
    /// A sentence. For a failed check, it names the fault, its effect and the remedy.
    pub text: Text,
}

impl Finding {
    /// Makes the finding of a check that passed.
    pub fn good(text: Text) -> Finding {
        Finding { works: true, text }
    }

    /// Makes the finding that the bot receives the reader's events.
    pub fn receives() -> Finding {
        Finding::good(text::doctor_heard())
    }

    /// Makes the finding that the bot can send the reader direct messages.
    pub fn writes() -> Finding {
        Finding::good(text::doctor_writes())
    }

    /// Makes the finding of a check that failed.
    pub fn bad(text: Text) -> Finding {
        Finding { works: false, text }
    }
}

/// One piece of data that an adapter stores about a person, for export to that person.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonalEntry {
    /// The name of the data.
    pub what: &'static str,
    /// The data, without credentials.
    pub value: Value,
}

/// The parameters of a checkup.
#[derive(Clone, Copy, Debug)]
pub struct Checkup {
    /// The language of the messages that the checkup sends.
    pub language: Language,
    /// True if matches get threads in the place of the event.
    pub threads: bool,
}

/// The capabilities in which platforms differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Messages can link to the web page, because it is public.
    pub links_to_page: bool,
    /// Shows the board of a public page in a widget beside the messages of a room.
    pub widgets: bool,
    /// Answers that only one person in a channel sees.
    pub ephemeral: bool,
    /// Stores the [`Recipe`](super::Recipe) of a picture and has a [`Drawer`](super::Drawer) draw it on demand, so that no
    /// picture needs to be drawn in advance.
    pub draws_later: bool,
    /// Threads that begin with a message.
    pub threads: bool,
    /// Shows a [`Part::Time`](text::Part::Time) in the reader's own time zone.
    pub marked_times: bool,
    /// Posts can be edited together with their picture, and deleted.
    pub replaces_posts: bool,
    /// Accepts few posts in a period, so that the posts of each person must be limited.
    pub posts_are_few: bool,
}

/// A chat platform. An adapter only translates between the core and the protocol.
///
/// A message for a direct message cannot be posted in a channel (`tests/proofs`).
#[async_trait]
pub trait Chat: Send + Sync {
    /// Returns the platform.
    fn platform(&self) -> Platform;

    /// Returns the capabilities of the platform.
    fn capabilities(&self) -> Capabilities;

    /// Tells whether the adapter receives events and can send messages, as far as it knows.
    fn is_connected(&self) -> bool {
        true
    }

    /// Tells whether another process holds the role of this platform, so that this one can send nothing.
    fn is_elsewhere(&self) -> bool {
        false
    }

    /// Records that a message may have been sent already, by an earlier run or before an outage. An adapter that cannot
    /// rely on the nonce searches for the message before it sends it again.
    fn may_have_said(&self, _nonce: Nonce) {}

    /// Finds a post that may have been made. Posts nothing.
    async fn find_post(
        &self,
        _nonce: &Nonce,
        _channel: &ChannelId,
        _message: &Message<Public>,
    ) -> Result<Option<MessageId>, ChatError> {
        Ok(None)
    }

    /// Finds a direct message that may have been sent. Sends nothing.
    async fn find_whisper(
        &self,
        _nonce: &Nonce,
        _user: &UserId,
        _message: &Message<Private>,
    ) -> Result<Option<MessageId>, ChatError> {
        Ok(None)
    }

    /// Posts a message in a channel, once per nonce.
    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError>;

    /// Sends one person a direct message, once per nonce.
    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError>;

    /// Tells whether a message is known to be deleted, so that no edit is needed.
    fn has_forgotten(&self, _message: &MessageId) -> bool {
        false
    }

    /// Edits the text and controls of a post; its picture stays. Idempotent.
    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError>;

    /// Edits a post, including its picture. Idempotent.
    async fn replace(&self, message: &MessageId, _: &Message<Public>) -> Result<(), ChatError> {
        Err(ChatError::Refused(format!("{message} stays as it is")))
    }

    /// Deletes a post. Idempotent.
    async fn remove(&self, message: &MessageId) -> Result<(), ChatError> {
        Err(ChatError::Refused(format!("{message} stays where it is")))
    }

    /// Edits a direct message to one person. Idempotent. Refuses a message that was not sent to that person.
    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError>;

    /// Opens a thread on a post and adds these people to it. Idempotent. Returns `None` if the post no longer exists or its
    /// channel has no threads.
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

    /// Archives a thread one day after its last message, on platforms that archive threads. The bot posts nothing more there.
    /// Idempotent.
    async fn close_thread(&self, _thread: &ChannelId) -> Result<(), ChatError> {
        Ok(())
    }

    /// Answers an event; only its speaker sees the answer. A second answer to the same event replaces the first.
    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError>;

    /// Sends the speaker of an event a note until the event is answered. On platforms where a second answer replaces the
    /// first, the note is one more answer.
    async fn note(&self, event: &EventId, note: &Answer) -> Result<(), ChatError> {
        self.answer(event, note).await
    }

    /// Posts a message to all readers of the place of an event, after the answer. Used where the bot can only answer: see
    /// [`Place::Group`].
    async fn announce(&self, _: &EventId, _: &Message<Public>) -> Result<(), ChatError> {
        Ok(())
    }

    /// Edits an announced message through the use of its control by this event, before the answer to the event.
    async fn settle(&self, _: &EventId, _: &Message<Public>) -> Result<(), ChatError> {
        Ok(())
    }

    /// Ends an event without an answer, because its speaker already knows the reason.
    async fn dismiss(&self, _event: &EventId) -> Result<(), ChatError> {
        Ok(())
    }

    /// Answers an event with a form; only its speaker sees it.
    async fn show_form(&self, event: &EventId, form: &Form) -> Result<(), ChatError>;

    /// Returns a sentence with the reason why the bot cannot post in the place of an event, and the remedy. Returns `None` if
    /// it can post, as far as is known.
    fn obstacle(&self, _event: &EventId) -> Option<Text> {
        None
    }

    /// Tells whether others read the message of the speaker.
    fn is_read_by_others(&self, _event: &EventId) -> bool {
        !self.capabilities().ephemeral
    }

    /// Deletes, if the platform allows it, a message of the speaker that others should not have read.
    async fn redact(&self, _event: &EventId) -> Result<(), ChatError> {
        Ok(())
    }

    /// Checks which features work for the speaker of an event in their place.
    async fn examine(&self, event: &Event, checkup: Checkup) -> Result<Vec<Finding>, ChatError>;

    /// Tells whether a person has left the server or room of a channel for good, as far as can be determined.
    async fn has_left(&self, _user: &UserId, _channel: &ChannelId) -> Result<bool, ChatError> {
        Ok(false)
    }

    /// Finds the person that a text names, with or without a leading `@`. The bot itself writes `<@…>` with an id of the
    /// platform, which names exactly one person. Returns `None` for other names where the platform resolves mentions
    /// itself.
    async fn person(&self, _place: &Place, _written: &str) -> Result<Option<Speaker>, ChatError> {
        Ok(None)
    }

    /// Returns why a challenged person would not read the challenge in a place, or `None` if they would or it is unknown.
    /// Reasons already known from a command come from [`Chat::obstacle`].
    async fn unread(&self, _place: &Place, _who: &Speaker) -> Result<Option<Text>, ChatError> {
        Ok(None)
    }

    /// Returns at most 25 names of people that contain a word with this beginning, in any case. Empty where the platform
    /// suggests people itself.
    async fn people(&self, _beginning: &str) -> Result<Vec<String>, ChatError> {
        Ok(Vec::new())
    }

    /// Tells whether the platform may know devices of people. If it does not, turns need not be announced.
    ///
    /// # Errors
    ///
    /// This cannot be read now.
    fn has_devices(&self) -> Result<bool, ChatError> {
        Ok(false)
    }

    /// Announces a turn on the devices on which a person has asked for it, at most once per nonce. Does not wait for the
    /// devices. Only the web page knows devices.
    async fn push_turn(&self, _turn: &TurnPush) -> Result<(), ChatError> {
        Ok(())
    }

    /// Returns all data that the adapter stores about a person, without credentials.
    async fn kept_of(&self, _user: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        Ok(Vec::new())
    }

    /// Deletes all data that the adapter stores about a person. The deletion is durable once this returns. Idempotent. The
    /// event that asked for it can still be answered, and that answer is not stored.
    async fn forget(&self, _user: &UserId) -> Result<(), ChatError> {
        Ok(())
    }

    /// Sends completions to the person who types a command.
    async fn complete(&self, _event: &EventId, _offered: &Completions) -> Result<(), ChatError> {
        Ok(())
    }
}

/// A request that the platform did not carry out.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The request may succeed later. The reason names the cause, which may also be the data folder.
    #[error("{0}")]
    Unavailable(String),
    /// A rate limit: the platform did nothing, and accepts no such request for this long. Before a retry the caller checks
    /// whether the request is still wanted.
    #[error("the platform takes no such request for {0:?}")]
    Limited(Duration),
    /// The bot's own store has failed, which is logged when it begins. The request may succeed later.
    #[error("{0}")]
    Outage(String),
    /// The request will never succeed: the channel, message or person no longer exists or is closed to the bot.
    #[error("the chat platform refused: {0}")]
    Refused(String),
}

/// Receives the events of the adapters. The answer comes back through [`Chat::answer`] or [`Chat::complete`] with the id of
/// the event.
#[async_trait]
pub trait Listener: Send + Sync {
    /// Handles an event. Returns once the event is queued, not once it is answered. For a half-typed text, the completions come
    /// by [`Chat::complete`].
    async fn hear(&self, event: Event);

    /// Handles an event that this process or another may have handled before.
    async fn hear_again(&self, event: Event) {
        self.hear(event).await;
    }

    /// Handles the report that the bot has joined a server, perhaps again, or that the server is available again.
    async fn is_on(&self, _: &ServerId) {}

    /// Handles a person's current name on a server, or in direct messages with the bot if there is none. It may be
    /// unchanged.
    async fn is_called(&self, _: &Speaker, _: Option<&ServerId>) {}

    /// Returns the time of the clock that decides on the times of players.
    fn now(&self) -> Timestamp {
        Timestamp::default()
    }

    /// Returns the language that a person has chosen, if there is one and it can be read.
    fn chosen_language(&self, _user: &UserId) -> Option<Language> {
        None
    }

    /// Returns the settings of a person that a page follows, or `None` if they cannot be read.
    fn page_settings(&self, _user: &UserId) -> Option<PageSettings> {
        None
    }

    /// Returns the language of messages to a person if nothing else is known of their languages.
    fn language_for(&self, _user: &UserId) -> Language {
        Language::ENGLISH
    }

    /// Returns a board in the view of this viewer. Viewers with the same view share it while they hold it.
    ///
    /// # Errors
    ///
    /// The reason why the viewer gets no board.
    async fn board(&self, _: BoardQuery) -> Result<Arc<DrawnBoard>, NoBoard> {
        Err(NoBoard::Unknown)
    }

    /// Returns a position of the handbook after a step.
    ///
    /// # Errors
    ///
    /// There is no such position, or a played move is impossible there.
    async fn study(&self, _: StudyQuery) -> Result<StudyBoard, Text> {
        Err(text::study_unknown())
    }

    /// Returns a position on the analysis board.
    ///
    /// # Errors
    ///
    /// There is no such start, or a played move is impossible there.
    async fn analysis(&self, _: AnalysisQuery) -> Result<AnalysisBoard, Text> {
        Err(text::study_unknown())
    }

    /// Returns the best line in a position of the analysis board, for this person.
    ///
    /// # Errors
    ///
    /// There is no such position, it has no next move, or the engine is busy.
    async fn engine_line(&self, _: AnalysisQuery, _: &UserId) -> Result<EngineLine, Text> {
        Err(text::study_unknown())
    }

    /// Returns the matches and challenges of a person that are not over, those that wait for them first.
    ///
    /// # Errors
    ///
    /// They cannot be read now.
    async fn games(&self, _: &UserId, _: Language) -> Result<Vec<ListedGame>, Text> {
        Ok(Vec::new())
    }

    /// Returns the matches that the page lists for everybody, the one with the newest move first.
    ///
    /// # Errors
    ///
    /// They cannot be read now.
    async fn public_games(&self, _: Language) -> Result<Vec<PublicGame>, Text> {
        Ok(Vec::new())
    }

    /// Handles an event by which a person launches the page inside the platform, in a channel, and from below the board of a match if
    /// one is named. Returns once it is stored, or cannot be.
    async fn launches(&self, _: &EventId, _: &UserId, _: &ChannelId, _: Option<MatchId>) {}

    /// Returns the match of a channel that a person would open there: the one whose board they have launched there, or else the only
    /// one that they play, or else the only one that they may see.
    ///
    /// # Errors
    ///
    /// The matches cannot be read now.
    async fn match_in(&self, _: &ChannelId, _: &UserId) -> Result<Option<MatchId>, Text> {
        Ok(None)
    }

    /// Returns the review of a finished match, if this viewer can see its board.
    ///
    /// # Errors
    ///
    /// The reason why there is no review.
    async fn review(
        &self,
        _: MatchId,
        _: &UserId,
        _: PageReach,
        _: Language,
    ) -> Result<BoardReview, Text> {
        Err(text::page_no_game())
    }

    /// Returns the recipe of the picture of a match that everybody may see.
    ///
    /// # Errors
    ///
    /// The reason why there is no picture.
    async fn picture(&self, _: MatchId, _: PageReach, _: Language) -> Result<Recipe, NoBoard> {
        Err(NoBoard::Unknown)
    }

    /// Returns the recipe of the animation of a finished match, if this viewer can see its board.
    ///
    /// # Errors
    ///
    /// The reason why there is no animation.
    async fn animation(
        &self,
        _: MatchId,
        _: Option<&UserId>,
        _: PageReach,
        _: Language,
    ) -> Result<Recipe, Text> {
        Err(text::page_no_game())
    }

    /// Returns the numbers of the changes of a match from now on. Each arrives once the change is durable.
    async fn watch(&self, _id: MatchId) -> broadcast::Receiver<u64> {
        broadcast::Sender::new(1).subscribe()
    }
}
