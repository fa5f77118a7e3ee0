//! Messages to people.

use std::{fmt, marker::PhantomData, sync::Arc};

use rules::{PublicView, SeatView, View};
use serde::{Deserialize, Serialize};

use super::{Recipe, clip};
use command::{Control, MatchId, People, Speaker, UserId};

/// The longest text of a message that every platform accepts, in characters.
pub const LONGEST_TEXT: usize = 2000;

/// The longest alternative text of a picture that every platform accepts, in characters.
pub const LONGEST_ALT: usize = 1024;

/// The longest label of an entry or a menu that every platform shows, in characters.
pub const LONGEST_LABEL: usize = 100;

/// The longest label of a button that every platform shows, in characters.
pub const LONGEST_BUTTON: usize = 80;

/// The audience of a message: [`Public`] or [`Private`].
pub trait Audience: Clone + Send + Sync + 'static {}

/// The audience of everyone in the channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Public {}

/// The audience of one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Private {}

impl Audience for Public {}
impl Audience for Private {}

/// A message, with its audience as a type.
///
/// A public message can be shown to one person; a private one can never be made public (`tests/proofs`).
#[derive(Clone, PartialEq)]
pub struct Message<A> {
    /// The text: plain, with line breaks, at most [`LONGEST_TEXT`] characters; names in it are already cleaned of control
    /// characters.
    pub text: String,
    /// Lines of characters below the text, for a monospaced font.
    pub block: Option<String>,
    /// A picture below the text.
    pub picture: Option<Picture<A>>,
    /// A text file to download.
    pub attachment: Option<Attachment>,
    /// Buttons and menus below.
    pub controls: Vec<Component>,
    /// A link to a part of the web page, for platforms whose readers can open a public page.
    pub link: Option<PageLink>,
    /// The people that it mentions.
    pub mentions: Vec<UserId>,
    /// The people that the text names, by the names in it. Naming them does not mention them.
    pub named: Vec<Speaker>,
    /// True if its mentions make no sound, as far as the platform supports that.
    pub is_silent: bool,
    /// The match whose board the place also shows beside the messages, where the platform has widgets.
    pub widget: Option<MatchId>,
}

impl<A> Message<A> {
    /// Makes a message of text alone.
    pub fn text(text: impl Into<String>) -> Message<A> {
        Message {
            text: text.into(),
            block: None,
            picture: None,
            attachment: None,
            controls: Vec::new(),
            link: None,
            mentions: Vec::new(),
            named: Vec::new(),
            is_silent: false,
            widget: None,
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
            // It shows what everybody may see.
            link: None,
            mentions: message.mentions,
            named: message.named,
            is_silent: message.is_silent,
            widget: None,
        }
    }
}

/// A link to a part of the web page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// The label, at most [`LONGEST_BUTTON`] characters.
    pub label: String,
    /// The path on the page, such as `match/4kq0z`.
    pub path: String,
    /// The buttons beside the link, by which people play there with their own accounts, if there are any.
    pub play: Option<Box<PlayButtons>>,
}

/// The buttons by which people play on the web page with their own accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayButtons {
    /// Gives its presser a link of their own.
    pub link: Button,
    /// Opens the page inside the chat, for platforms that can show it there.
    pub here: Button,
}

/// A picture, with its audience as a type.
///
/// The view of one side is never a public picture, and never part of a public message (`tests/proofs`).
#[derive(Clone, PartialEq)]
pub struct Picture<A> {
    /// A file name.
    pub name: String,
    /// The format of the file.
    pub format: Format,
    /// The intended width and height, in pixels.
    pub extent: (u32, u32),
    /// The recipe.
    pub recipe: Recipe,
    /// The file; empty for a platform that [has pictures drawn later](super::Capabilities::draws_later).
    pub bytes: Arc<[u8]>,
    /// The alternative text.
    pub alt: String,
    audience: PhantomData<A>,
}

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A still picture.
    Png,
    /// An animation.
    Gif,
}

impl Format {
    /// Returns the media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Gif => "image/gif",
        }
    }
}

/// A picture without an audience yet.
pub struct Drawing {
    /// A file name.
    pub name: String,
    /// The format of the file.
    pub format: Format,
    /// The intended width and height, in pixels.
    pub extent: (u32, u32),
    /// The recipe.
    pub recipe: Recipe,
    /// The file; empty if it is to be drawn later.
    pub bytes: Vec<u8>,
    /// The alternative text.
    pub alt: String,
}

impl Picture<Public> {
    /// Makes a picture of the public view.
    pub fn public(view: &PublicView, draw: impl FnOnce(&View) -> Drawing) -> Picture<Public> {
        Picture::new(draw(view.as_view()))
    }
}

impl Picture<Private> {
    /// Makes a picture of the view of one seat.
    pub fn private(view: &SeatView, draw: impl FnOnce(&View) -> Drawing) -> Picture<Private> {
        Picture::new(draw(view.as_view()))
    }

    /// Makes a private picture of a drawing, for one person.
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

/// A text file. The page stores it in this format.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// A file name.
    pub name: String,
    /// The content.
    pub text: String,
}

/// A row of buttons below a message, or a menu.
///
/// The page stores it and its parts in this format: fields may be added, but must never change their meaning.
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
    /// The control that a press returns.
    #[serde(rename = "id")]
    pub control: Control,
    /// The label, at most [`LONGEST_BUTTON`] characters.
    pub label: String,
    /// The emphasis.
    pub emphasis: Emphasis,
    /// The accounts that can press it; empty for all accounts. Adapters that show each reader a separate page hide it from
    /// others. Elsewhere, the bot refuses others.
    #[serde(default, rename = "for", skip_serializing_if = "Vec::is_empty")]
    pub for_whom: Vec<UserId>,
}

/// The emphasis of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Emphasis {
    /// The action that most people want.
    Primary,
    /// One of several equal actions.
    Neutral,
    /// An action that cannot be undone.
    Danger,
}

/// A menu of at most 25 entries, of which one is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// The control that a choice returns.
    #[serde(rename = "id")]
    pub control: Control,
    /// The label before a choice, at most [`LONGEST_LABEL`] characters.
    pub label: String,
    /// The entries.
    pub choices: Vec<Choice>,
    /// The people that the menu accepts besides its entries, as far as the platform knows them. The value is `<@…>` with an
    /// id, or a name as typed. A platform with its own list of people may leave out the entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<People>,
}

/// An entry of a menu or of a completion.
///
/// It can reveal private knowledge of one side, so `Debug` does not print it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The label, at most [`LONGEST_LABEL`] characters.
    pub label: String,
    /// The value of a menu's entry or of an option, or the whole text after a completion.
    pub value: String,
}

impl Choice {
    /// The mark after the label of an entry that is already chosen.
    pub const CHOSEN: &str = " ✓";

    /// Makes an entry and clips a label that is too long.
    pub fn new(label: &str, value: impl Into<String>) -> Choice {
        Choice {
            label: clip(label, LONGEST_LABEL),
            value: value.into(),
        }
    }
}

/// The completions for a half-typed text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completions {
    /// The completions to show, best first.
    pub choices: Vec<Choice>,
    /// An entry that states the number of further completions, at most 25 in total with `choices`. Its value is the typed
    /// text, because some platforms let people choose every entry.
    pub rest: Option<Choice>,
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Choice")
    }
}
