//! Talking to people.

use std::{fmt, marker::PhantomData, sync::Arc};

use async_trait::async_trait;
use rules::{PublicView, SeatView, View};

use super::{ChannelId, EventId, MessageId, Platform, Recipe, UserId};

/// Something that a person did.
///
/// It may hold a secret, so `Debug` shows its id only.
#[derive(Clone)]
pub struct Event {
    /// The platform's own id of it; the same when the platform tells us twice.
    pub id: EventId,
    /// Who did it.
    pub speaker: Speaker,
    /// Where.
    pub place: Place,
    /// What.
    pub said: Said,
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Event({})", self.id)
    }
}

/// A person and the name to show for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// Who.
    pub id: UserId,
    /// The name to show; any text, at most as long as the platform allows.
    pub name: String,
}

/// Where something was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a channel that others read.
    Channel(ChannelId),
    /// In the direct messages between the speaker and the bot.
    Direct,
}

/// What a person did.
#[derive(Clone, PartialEq, Eq)]
pub enum Said {
    /// A command as text, with or without its slash: `/move e2e4`.
    Text(String),
    /// A button with this id was pressed.
    Press(String),
    /// An entry of the menu with this id was chosen.
    Choose {
        /// The menu.
        menu: String,
        /// The value of the entry.
        value: String,
    },
    /// The form with this id was filled in.
    Fill {
        /// The form.
        form: String,
        /// What was written.
        text: String,
    },
}

/// The longest text of a message that every platform takes, in characters.
pub const LONGEST_TEXT: usize = 2000;

/// The longest alternative text of a picture that every platform takes, in characters.
pub const LONGEST_ALT: usize = 1024;

/// The longest label of an entry that every platform shows, in characters.
pub const LONGEST_LABEL: usize = 100;

/// A text of at most so many characters; where it is longer, its end is left out and `…` stands for it.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept = text.chars().take(most.saturating_sub(1));
    kept.chain(['…']).collect()
}

/// Who may read a message: [`Public`] or [`Private`].
pub trait Audience: Clone + Send + Sync + 'static {}

/// Everyone in the channel reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Public {}

/// One person reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Private {}

impl Audience for Public {}
impl Audience for Private {}

/// Something to say, and who may read it.
///
/// A public message can be shown to one person; a private one can never be made public (`tests/proofs`).
#[derive(Clone, PartialEq)]
pub struct Message<A> {
    /// Plain text with line breaks, at most [`LONGEST_TEXT`] characters; names in it are already cleaned of control
    /// characters.
    pub text: String,
    /// Lines of letters below the text, to be shown in a font in which all have the same width.
    pub block: Option<String>,
    /// A picture below the text.
    pub picture: Option<Picture<A>>,
    /// A text file to download.
    pub attachment: Option<Attachment>,
    /// Rows of buttons and menus below.
    pub controls: Vec<Control>,
    /// The one person whose attention it asks for.
    pub mention: Option<UserId>,
}

impl<A> Message<A> {
    /// A message of text alone.
    pub fn text(text: impl Into<String>) -> Message<A> {
        Message {
            text: text.into(),
            block: None,
            picture: None,
            attachment: None,
            controls: Vec::new(),
            mention: None,
        }
    }
}

impl From<Message<Public>> for Message<Private> {
    fn from(message: Message<Public>) -> Message<Private> {
        Message {
            text: message.text,
            block: message.block,
            picture: message.picture.map(Picture::from),
            attachment: message.attachment,
            controls: message.controls,
            mention: message.mention,
        }
    }
}

/// A picture and who may see it.
///
/// What one side sees is never a picture for everyone, nor a part of a message for everyone (`tests/proofs`).
#[derive(Clone, PartialEq)]
pub struct Picture<A> {
    /// A file name.
    pub name: String,
    /// Of what kind the file is.
    pub format: Format,
    /// How wide and high it is meant to be, in pixels.
    pub extent: (u32, u32),
    /// What it is drawn from.
    pub recipe: Recipe,
    /// The file; empty for a platform that [has pictures drawn later](Capabilities::draws_later).
    pub bytes: Arc<[u8]>,
    /// What it shows, in words.
    pub alt: String,
    audience: PhantomData<A>,
}

/// Of what kind the file of a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A picture that stays as it is.
    Png,
    /// One that moves.
    Gif,
}

impl Format {
    /// Its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Gif => "image/gif",
        }
    }
}

/// A picture before it is known who may see it.
pub struct Drawing {
    /// A file name.
    pub name: String,
    /// Of what kind the file is.
    pub format: Format,
    /// How wide and high it is meant to be, in pixels.
    pub extent: (u32, u32),
    /// What it is drawn from.
    pub recipe: Recipe,
    /// The file; empty if it is to be drawn later.
    pub bytes: Vec<u8>,
    /// What it shows, in words.
    pub alt: String,
}

impl Picture<Public> {
    /// A picture of what everybody may know.
    pub fn public(view: &PublicView, draw: impl FnOnce(&View) -> Drawing) -> Picture<Public> {
        Picture::new(draw(view.as_view()))
    }
}

impl Picture<Private> {
    /// A picture of what one side may know.
    pub fn private(view: &SeatView, draw: impl FnOnce(&View) -> Drawing) -> Picture<Private> {
        Picture::new(draw(view.as_view()))
    }

    /// A picture of what one person may know, whoever that is.
    pub fn for_one(drawing: Drawing) -> Picture<Private> {
        Picture::new(drawing)
    }
}

impl From<Picture<Public>> for Picture<Private> {
    fn from(picture: Picture<Public>) -> Picture<Private> {
        Picture {
            name: picture.name,
            format: picture.format,
            extent: picture.extent,
            recipe: picture.recipe,
            bytes: picture.bytes,
            alt: picture.alt,
            audience: PhantomData,
        }
    }
}

impl<A> Picture<A> {
    fn new(drawing: Drawing) -> Picture<A> {
        Picture {
            name: drawing.name,
            format: drawing.format,
            extent: drawing.extent,
            recipe: drawing.recipe,
            bytes: drawing.bytes.into(),
            alt: drawing.alt,
            audience: PhantomData,
        }
    }
}

/// A text file.
#[derive(Clone, PartialEq, Eq)]
pub struct Attachment {
    /// A file name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// A row of controls below a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// Up to five buttons side by side.
    Buttons(Vec<Button>),
    /// A menu.
    Menu(Menu),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What comes back in [`Said::Press`]: at most 100 characters, match and ply only.
    pub id: String,
    /// What is written on it.
    pub label: String,
    /// How it looks.
    pub emphasis: Emphasis,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// What most people want.
    Primary,
    /// One of several.
    Neutral,
    /// What cannot be undone.
    Danger,
}

/// A menu of at most 25 entries, one of which is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What comes back in [`Said::Choose`].
    pub id: String,
    /// What is written on it before a choice.
    pub label: String,
    /// The entries.
    pub choices: Vec<Choice>,
}

/// An entry of a menu or of a completion.
///
/// It may tell what only one side knows, so `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Choice {
    /// What people read, at most [`LONGEST_LABEL`] characters.
    pub label: String,
    /// What it stands for: the value of a menu's entry, or the whole text after a completion.
    pub value: String,
}

impl Choice {
    /// An entry; a label that is too long is clipped.
    pub fn new(label: &str, value: impl Into<String>) -> Choice {
        Choice {
            label: clip(label, LONGEST_LABEL),
            value: value.into(),
        }
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Choice")
    }
}

/// An immediate answer to an event; only the person who caused it reads it.
#[derive(Clone, PartialEq)]
pub struct Answer {
    /// What is said.
    pub message: Message<Private>,
    /// Whether it replaces the message whose control was used, if that message was an answer itself.
    pub replaces: bool,
    /// Whether everybody there sees what came of it, so that a sign is enough where nobody can be answered alone.
    pub is_evident: bool,
}

/// A question for one line of text, which only the person who caused an event sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// What comes back in [`Said::Fill`]: at most 100 characters, match and ply only.
    pub id: String,
    /// What it is about, at most 45 characters.
    pub title: String,
    /// What is asked, at most 45 characters.
    pub label: String,
    /// What could be written, at most 100 characters.
    pub example: String,
}

impl Form {
    /// The longest text that can be written, in characters.
    pub const LONGEST: u16 = 100;
}

/// Names a delivery, so that the platform says it once however often it is told: at most 25 letters, digits and dashes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nonce(pub String);

/// Something that works for a person where they are, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether it works.
    pub works: bool,
    /// A sentence: what works; or what does not, what that breaks, and what to do about it.
    pub text: String,
}

impl Finding {
    /// Something that works.
    pub fn good(text: impl Into<String>) -> Finding {
        Finding {
            works: true,
            text: text.into(),
        }
    }

    /// Something that does not.
    pub fn bad(text: impl Into<String>) -> Finding {
        Finding {
            works: false,
            text: text.into(),
        }
    }
}

/// What an adapter's platform can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Keeps the [`Recipe`] of a picture and has it drawn by a [`Drawer`](super::Drawer) when somebody wants to see it, so that none need
    /// be drawn before.
    pub draws_later: bool,
    /// Forms to fill in.
    pub forms: bool,
    /// Threads that begin with a message.
    pub threads: bool,
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

    /// Changes what was said to one person in direct messages; doing it twice is doing it once. A message that was not
    /// said to them is refused.
    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError>;

    /// Opens a thread that begins with an earlier post, and lets these people follow it; doing it twice is doing it once.
    async fn open_thread(
        &self,
        message: &MessageId,
        name: &str,
        people: &[&UserId],
    ) -> Result<ChannelId, ChatError>;

    /// Answers an event; nobody but its speaker sees it. A second answer to the same event takes the place of the first.
    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError>;

    /// Says something to the speaker of an event until it is answered. Where a second answer takes the place of the first,
    /// it is one more answer.
    async fn note(&self, event: &EventId, note: &Answer) -> Result<(), ChatError> {
        self.answer(event, note).await
    }

    /// Answers an event with a form; nobody but its speaker sees it.
    async fn ask(&self, event: &EventId, form: &Form) -> Result<(), ChatError>;

    /// Why nothing can be posted where an event comes from, in a sentence that says what to do; nothing if it can be, as far
    /// as is known.
    fn obstacle(&self, _event: &EventId) -> Option<String> {
        None
    }

    /// Takes back, as far as that can be done, what somebody has said where others read it and should not have.
    async fn redact(&self, _event: &EventId) -> Result<(), ChatError> {
        Ok(())
    }

    /// Looks at what works for the speaker of an event where they are, and what does not.
    async fn examine(&self, event: &Event) -> Result<Vec<Finding>, ChatError>;

    /// Whether somebody has left the place of a channel for good, as far as can be told.
    async fn has_left(&self, _user: &UserId, _channel: &ChannelId) -> Result<bool, ChatError> {
        Ok(false)
    }

    /// The person whom somebody means who wrote this there, with or without a leading `@`.
    async fn person(&self, place: &Place, written: &str) -> Result<Option<Speaker>, ChatError>;

    /// The names of people that begin with this, in any case, at most 25.
    async fn people(&self, beginning: &str) -> Result<Vec<String>, ChatError>;

    /// Offers completions, best first, to the person who is typing.
    async fn complete(&self, event: &EventId, choices: &[Choice]) -> Result<(), ChatError>;
}

/// The platform did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// It may work later; the reason tells who is at fault, since that may be the data folder too.
    #[error("{0}")]
    Unavailable(String),
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

    /// A person is typing a command; [`Said::Text`] holds what there is of it up to the cursor.
    async fn complete(&self, event: Event);
}
