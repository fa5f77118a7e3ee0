//! The interface of a run: the steps of a match, and the messages that people receive, on any platform.

use std::collections::BTreeMap;
use tests::user_input::UserInput;

use api::{EventId, Place, Speaker};
use async_trait::async_trait;
use runtime::Parts;
use serde_json::Value;
use store::writer::Writer;

use super::copy;

/// A step of a person; the same in both runs, except for a secret.
#[derive(Clone)]
pub(super) struct Step {
    pub(super) id: String,
    pub(super) who: &'static str,
    pub(super) is_direct: bool,
    /// True if they act by another account of theirs, if they have one.
    pub(super) is_elsewhere: bool,
    pub(super) kind: StepKind,
}

impl Step {
    /// Creates a step in the channel.
    pub(super) fn new(id: impl Into<String>, who: &'static str, kind: StepKind) -> Step {
        Step {
            id: id.into(),
            who,
            is_direct: false,
            is_elsewhere: false,
            kind,
        }
    }
}

#[derive(Clone)]
pub(super) enum StepKind {
    Input(UserInput),
    /// A request for completions.
    Typed(String),
}

impl StepKind {
    pub(super) fn text(text: impl Into<String>) -> StepKind {
        StepKind::Input(UserInput::Text(text.into()))
    }
}

/// A message to a person.
#[derive(PartialEq)]
pub(super) struct ReceivedMessage {
    /// The head and the body of an answer, or a frame of the line; without the time, which is no secret and never the
    /// same.
    pub(super) text: String,
    /// The name of its picture, if it has one.
    pub(super) picture: Option<String>,
}

impl ReceivedMessage {
    /// Returns the frame, if the message came over the line.
    pub(super) fn frame(&self) -> Option<Value> {
        serde_json::from_str(&self.text).ok()
    }
}

/// The person who can use a control, or none for all readers of the channel.
pub(super) type ControlUser = Option<&'static str>;

/// All messages that follow from a step.
pub(super) struct StepMessages {
    /// The reply to the speaker alone.
    pub(super) reply: ReceivedMessage,
    /// The messages on the line of each person, by place, in order.
    pub(super) lines: BTreeMap<&'static str, Vec<ReceivedMessage>>,
    /// The controls that have appeared since.
    pub(super) controls: Vec<(ControlUser, UserInput)>,
}

/// A function that replaces parts of a bot.
pub(super) type Prepare = dyn Fn(&mut Parts);

/// People with accounts at a place where they can play.
#[async_trait(?Send)]
pub(super) trait Participants {
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
    participants: &dyn Participants,
    writer: &Writer,
    prepare: &Prepare,
) -> [Box<dyn Run>; 2] {
    let one = participants.open(copy(writer).await, prepare).await;
    [one, participants.open(copy(writer).await, prepare).await]
}

/// A run of a match, and all messages that people receive there, to the last byte.
#[async_trait(?Send)]
pub(super) trait Run {
    /// Returns the writer of all its data.
    fn writer(&self) -> &Writer;

    /// Closes the direct messages of a person.
    async fn close_direct(&self, name: &str);

    /// Performs a step and waits for all messages that follow from it.
    async fn hear(&mut self, step: &Step) -> StepMessages;

    /// Returns the picture of that name as a person receives it: the head of the answer, and the file.
    async fn picture(&self, who: &str, name: &str) -> (String, Vec<u8>);

    /// Disconnects all people and ends the run.
    async fn close(self: Box<Self>);
}
