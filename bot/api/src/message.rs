//! What is said to people.

use std::{fmt, marker::PhantomData, sync::Arc};

use rules::{PublicView, SeatView, View};
use serde::{Deserialize, Serialize};

use super::{Recipe, Speaker, UserId, clip};

/// The longest text of a message that every platform takes, in characters.
pub const LONGEST_TEXT: usize = 2000;

/// The longest alternative text of a picture that every platform takes, in characters.
pub const LONGEST_ALT: usize = 1024;

/// The longest label of an entry or a menu that every platform shows, in characters.
pub const LONGEST_LABEL: usize = 100;

/// The longest label of a button that every platform shows, in characters.
pub const LONGEST_BUTTON: usize = 80;

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
    /// Buttons and menus below.
    pub controls: Vec<Component>,
    /// The people whose attention it asks for.
    pub mentions: Vec<UserId>,
    /// The people whom its text names, by the names that it has for them, whose attention it does not ask for by that.
    pub named: Vec<Speaker>,
    /// Whether it asks for that without a sound, as far as the platform can.
    pub is_silent: bool,
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
            mentions: Vec::new(),
            named: Vec::new(),
            is_silent: false,
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
            mentions: message.mentions,
            named: message.named,
            is_silent: message.is_silent,
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
    /// The file; empty for a platform that [has pictures drawn later](super::Capabilities::draws_later).
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

/// A text file. The page keeps it as it stands here.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// A file name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Buttons beside each other below a message, or a menu.
///
/// The page keeps it and what is in it as it stands here: a field may be added, but never change its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Component {
    /// Up to five buttons side by side.
    Buttons(Vec<Button>),
    /// A menu.
    Menu(Menu),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// What comes back in [`Said::Press`](super::Said::Press): at most 100 characters, match and ply only.
    pub id: String,
    /// What is written on it, at most [`LONGEST_BUTTON`] characters.
    pub label: String,
    /// How it looks.
    pub emphasis: Emphasis,
    /// Who alone may press it; nobody is named if everybody may. What shows each reader a page of their own leaves it out
    /// for others, who are refused where they see it.
    #[serde(default, rename = "for", skip_serializing_if = "Vec::is_empty")]
    pub for_whom: Vec<UserId>,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Emphasis {
    /// What most people want.
    Primary,
    /// One of several.
    Neutral,
    /// What cannot be undone.
    Danger,
}

/// A menu of at most 25 entries, one of which is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// What comes back in [`Said::Choose`](super::Said::Choose).
    pub id: String,
    /// What is written on it before a choice, at most [`LONGEST_LABEL`] characters.
    pub label: String,
    /// The entries.
    pub choices: Vec<Choice>,
    /// That it takes any person there too, as far as the platform knows them: besides the entries, which stand where it shows
    /// them. What comes back is `<@…>` with their id, or their name as somebody writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<People>,
}

/// The people whom a menu takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct People {
    /// The one who is chosen, if one is.
    pub chosen: Option<UserId>,
}

impl People {
    /// What comes back for nobody in particular. No name is written so.
    pub const NOBODY: &str = "<@>";

    /// What comes back for anybody who knows the name of the challenge, wherever they are. No name is written so either.
    pub const ANYWHERE: &str = "<@*>";
}

/// An entry of a menu or of a completion.
///
/// It may tell what only one side knows, so `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// What people read, at most [`LONGEST_LABEL`] characters.
    pub label: String,
    /// What it stands for: the value of a menu's entry or of an option, or the whole text after a completion.
    pub value: String,
}

impl Choice {
    /// What follows the label of an entry that is chosen already.
    pub const CHOSEN: &str = " ✓";

    /// An entry; a label that is too long is clipped.
    pub fn new(label: &str, value: impl Into<String>) -> Choice {
        Choice {
            label: clip(label, LONGEST_LABEL),
            value: value.into(),
        }
    }
}

/// Ways to go on for somebody who is typing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completions {
    /// Those that are shown, best first.
    pub choices: Vec<Choice>,
    /// How many more there are, in words. Together they are at most 25. It stands for what is typed already, for platforms on
    /// which whatever is shown can be chosen.
    pub rest: Option<Choice>,
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Choice")
    }
}
