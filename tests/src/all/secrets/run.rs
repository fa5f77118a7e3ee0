//! The interface of a run: the deeds of a match, and the messages that people receive, on any platform.

use std::collections::BTreeMap;
use tests::user_input::UserInput;

use api::{EventId, Place, Speaker};
use async_trait::async_trait;
use runtime::Parts;
use serde_json::Value;
use store::writer::Writer;

use super::copy;

/// A deed of a person; the same in both runs, except for a secret.
#[derive(Clone)]
pub(super) struct Deed {
    pub(super) id: String,
    pub(super) who: &'static str,
    pub(super) is_direct: bool,
    /// True if they act by another account of theirs, if they have one.
    pub(super) is_elsewhere: bool,
    pub(super) what: What,
}

impl Deed {
    /// Creates a deed in the channel.
    pub(super) fn new(id: impl Into<String>, who: &'static str, what: What) -> Deed {
        Deed {
            id: id.into(),
            who,
            is_direct: false,
            is_elsewhere: false,
            what,
        }
    }
}

#[derive(Clone)]
pub(super) enum What {
    Said(UserInput),
    /// A request for completions.
    Typed(String),
}

impl What {
    pub(super) fn text(text: impl Into<String>) -> What {
        What::Said(UserInput::Text(text.into()))
    }
}

/// A message to a person.
#[derive(PartialEq)]
pub(super) struct Got {
    /// The head and the body of an answer, or a frame of the line; without the time, which is no secret and never the
    /// same.
    pub(super) text: String,
    /// The name of its picture, if it has one.
    pub(super) picture: Option<String>,
}

impl Got {
    /// Returns the frame, if the message came over the line.
    pub(super) fn frame(&self) -> Option<Value> {
        serde_json::from_str(&self.text).ok()
    }
}

/// The person who can use a control, or none for all readers of the channel.
pub(super) type Hands = Option<&'static str>;

/// All messages that follow from a deed.
pub(super) struct Heard {
    /// The reply to the speaker alone.
    pub(super) told: Got,
    /// The messages on the line of each person, by place, in order.
    pub(super) lines: BTreeMap<&'static str, Vec<Got>>,
    /// The controls that have appeared since.
    pub(super) controls: Vec<(Hands, UserInput)>,
}

/// A function that replaces parts of a bot.
pub(super) type Prepare = dyn Fn(&mut Parts);

/// People with accounts at a place where they can play.
#[async_trait(?Send)]
pub(super) trait Company {
    /// Returns the store with their data.
    fn writer(&self) -> &Writer;

    /// Returns the bot's speaker for a person.
    fn speaker(&self, name: &str) -> Speaker;

    /// Returns the channel in which a person plays or watches.
    fn place(&self, name: &str) -> Place;

    /// Returns the id of an event of this name.
    fn event(&self, name: &str) -> EventId;

    /// Continues from a writer's data; `prepare` may replace parts of the bot.
    async fn open(&self, writer: Writer, prepare: &Prepare) -> Box<dyn Run>;
}

/// Opens two runs that continue from the same data.
pub(super) async fn open_two(
    company: &dyn Company,
    writer: &Writer,
    prepare: &Prepare,
) -> [Box<dyn Run>; 2] {
    let one = company.open(copy(writer).await, prepare).await;
    [one, company.open(copy(writer).await, prepare).await]
}

/// A run of a match, and all messages that people receive there, to the last byte.
#[async_trait(?Send)]
pub(super) trait Run {
    /// Returns the writer of all its data.
    fn writer(&self) -> &Writer;

    /// Closes the direct messages of a person.
    async fn close_direct(&self, name: &str);

    /// Performs a deed and waits for all messages that follow from it.
    async fn hear(&mut self, deed: &Deed) -> Heard;

    /// Returns the picture of that name as a person receives it: the head of the answer, and the file.
    async fn picture(&self, who: &str, name: &str) -> (String, Vec<u8>);

    /// Disconnects all people and ends the run.
    async fn close(self: Box<Self>);
}
