//! What a match is played by, and what people get there, wherever it is played.

use std::collections::BTreeMap;

use api::{EventId, Place, Said, Speaker};
use async_trait::async_trait;
use runtime::Parts;
use serde_json::Value;
use store::writer::Writer;

use super::copy;

/// Something that somebody does; the same in both runs, but for a secret.
#[derive(Clone)]
pub(super) struct Deed {
    pub(super) id: String,
    pub(super) who: &'static str,
    pub(super) is_direct: bool,
    /// Whether they do it by another account of theirs, if they have one.
    pub(super) is_elsewhere: bool,
    pub(super) what: What,
}

impl Deed {
    /// Something that is done in the channel.
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
    Said(Said),
    /// Completions are asked for.
    Typed(String),
}

impl What {
    pub(super) fn text(text: impl Into<String>) -> What {
        What::Said(Said::Text(text.into()))
    }
}

/// Something that somebody gets.
#[derive(PartialEq)]
pub(super) struct Got {
    /// The head and the body of an answer, or a frame of the line; without the time, which is nobody's secret and never
    /// the same.
    pub(super) text: String,
    /// What its picture is called, if it has one.
    pub(super) picture: Option<String>,
}

impl Got {
    /// What came over the line, if that is what it is.
    pub(super) fn frame(&self) -> Option<Value> {
        serde_json::from_str(&self.text).ok()
    }
}

/// Who can use a control: one person, or whoever reads the channel.
pub(super) type Hands = Option<&'static str>;

/// All that came of a deed.
pub(super) struct Heard {
    /// What its speaker alone was told.
    pub(super) told: Got,
    /// What came on the line of each person, by place, in order.
    pub(super) lines: BTreeMap<&'static str, Vec<Got>>,
    /// What can be pressed and chosen since.
    pub(super) controls: Vec<(Hands, Said)>,
}

/// What exchanges what a bot is made of.
pub(super) type Prepare = dyn Fn(&mut Parts);

/// People who are known somewhere, and who can play there.
#[async_trait(?Send)]
pub(super) trait Company {
    /// What is kept of them.
    fn writer(&self) -> &Writer;

    /// What the bot calls somebody.
    fn speaker(&self, name: &str) -> Speaker;

    /// The channel in which somebody plays or watches.
    fn place(&self, name: &str) -> Place;

    /// An event of this name.
    fn event(&self, name: &str) -> EventId;

    /// Goes on from what a writer holds; `prepare` may exchange what the bot is made of.
    async fn open(&self, writer: Writer, prepare: &Prepare) -> Box<dyn Run>;
}

/// Two runs that go on from the same.
pub(super) async fn open_two(
    company: &dyn Company,
    writer: &Writer,
    prepare: &Prepare,
) -> [Box<dyn Run>; 2] {
    let one = company.open(copy(writer).await, prepare).await;
    [one, company.open(copy(writer).await, prepare).await]
}

/// A run of a match, and all that people get there, to the last byte.
#[async_trait(?Send)]
pub(super) trait Run {
    /// Where everything is kept.
    fn writer(&self) -> &Writer;

    /// Somebody does not want direct messages any more.
    async fn close_direct(&self, name: &str);

    /// Does something and waits for all that comes of it.
    async fn hear(&mut self, deed: &Deed) -> Heard;

    /// The picture of that name, as it is given to somebody: the head of the answer, and the file.
    async fn picture(&self, who: &str, name: &str) -> (String, Vec<u8>);

    /// Everybody leaves.
    async fn close(self: Box<Self>);
}
