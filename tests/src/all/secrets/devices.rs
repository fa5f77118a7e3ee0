//! The devices of people, and the pushes that these and their push service get, to the last byte.

use std::{collections::BTreeMap, iter, mem};

use page::PushSettings;
use serde_json::{Value, json};
use store::writer::Writer;
use testkit::push::{Browser, claims};
use tests::push_service::{PushService, PushedMessage};

use super::{PEOPLE, page::plain, run::ReceivedMessage};

/// The number of turns that each row of devices has announced, by its key.
type Announced = BTreeMap<Vec<u8>, usize>;

/// A device for each person, and the push service that reaches them.
pub(super) struct Devices {
    service: PushService,
    browsers: BTreeMap<&'static str, Browser>,
    /// The subjects of pushes so far, which depend on the address of the push service.
    subjects: Vec<String>,
    announced: Announced,
}

impl Devices {
    pub(super) async fn new() -> Devices {
        let numbered = PEOPLE.into_iter().zip(1..);
        Devices {
            service: PushService::start().await,
            browsers: numbered.map(|(name, n)| (name, Browser::new(n))).collect(),
            subjects: Vec::new(),
            announced: Announced::new(),
        }
    }

    /// Returns the settings of a page that uses the push service.
    pub(super) fn settings(&self) -> PushSettings {
        self.service.settings()
    }

    /// Returns the subscription of a person's device.
    pub(super) fn subscription(&self, name: &str) -> Value {
        let browser = &self.browsers[name];
        json!({
            "endpoint": format!("{}/{name}", self.service.origin),
            "keys": { "p256dh": browser.p256dh(), "auth": browser.auth() },
        })
    }

    /// Returns the pushes to each person since the last call, after all deliveries.
    pub(super) async fn pushes(&mut self, writer: &Writer) -> Vec<(&'static str, ReceivedMessage)> {
        let before = mem::replace(&mut self.announced, announced(writer));
        let news = self.announced.iter().map(|(key, n)| {
            // The row of a person who has ended their sessions is gone.
            n.saturating_sub(before.get(key).copied().unwrap_or_default())
        });
        let mut pushed = Vec::new();
        for _ in 0..news.sum::<usize>() {
            pushed.push(self.service.next().await);
        }
        // A bot can push more than it has announced.
        pushed.extend(iter::from_fn(|| self.service.next_at_hand()));
        let received = pushed.into_iter().map(|pushed| self.received(pushed));
        let mut received: Vec<_> = received.collect();
        // The order of two pushes at a time depends on the speed of the machine.
        received.sort();
        let messages = received.into_iter();
        messages.map(|(name, text)| (name, plain(text))).collect()
    }

    /// Returns a push as its person reads it and as its service sees it, without what is new in each run.
    fn received(&mut self, pushed: PushedMessage) -> (&'static str, String) {
        let PushedMessage {
            path,
            mut headers,
            body,
        } = pushed;
        let mut browsers = self.browsers.iter();
        let found = browsers.find(|(name, _)| path.strip_prefix('/') == Some(**name));
        let (name, browser) = found.expect("it is the device of a person");
        let (name, (message, n_padded)) = (*name, browser.decrypt(&body));
        let take = |name: &str| {
            let value = headers.remove(name).expect("each push has it");
            value.to_str().expect("a text").to_owned()
        };
        let [_, authorization, topic] = ["host", "authorization", "topic"].map(take);
        let (_, claims) = claims(&authorization);
        let text = format!(
            "push about {} by {}, {} bytes, {n_padded} of text: {message}\n{headers:?}",
            self.subject(topic),
            claims["sub"],
            body.len(),
        );
        (name, text)
    }

    /// Returns the number of a subject.
    fn subject(&mut self, topic: String) -> usize {
        let known = self.subjects.iter().position(|known| *known == topic);
        known.unwrap_or_else(|| {
            self.subjects.push(topic);
            self.subjects.len() - 1
        })
    }
}

/// Reads the number of turns that the devices of each person have announced.
fn announced(writer: &Writer) -> Announced {
    let rows = writer.scan(b"play/devices/", None, usize::MAX);
    let rows = rows.expect("memory can be read").into_iter();
    let counted = rows.map(|(key, row)| {
        let row: Value = serde_json::from_slice(&row).expect("rows are JSON");
        let announced = row["announced"].as_array().expect("a list");
        (key, announced.len())
    });
    counted.collect()
}
