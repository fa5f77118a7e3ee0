//! The low-priority changes to messages, which wait for a turn.

use std::{borrow::Cow, collections::VecDeque, sync::Mutex};

use matrix_sdk::ruma::{OwnedEventId, OwnedRoomId, OwnedUserId};
use serde_json::{Map, Value};
use tokio::sync::Notify;

use kit::lock;

/// The number of waiting changes; more displace the oldest.
const MOST: usize = 100;

/// A reaction that the bot sends as an answer.
#[derive(Clone)]
pub(super) struct ReactionSign {
    /// The transaction name, under which it is sent once.
    pub(super) name: &'static str,
    /// The emoji or the text of the reaction.
    pub(super) key: Cow<'static, str>,
}

/// A low-priority change to a message.
pub(super) struct Touch {
    pub(super) room: OwnedRoomId,
    pub(super) event: OwnedEventId,
    pub(super) how: Retouch,
}

/// The kind of the change.
pub(super) enum Retouch {
    /// An edit of its words. Without `reader`, all members of the room read the message.
    Change {
        new: Map<String, Value>,
        reader: Option<OwnedUserId>,
    },
    /// A reaction, sent once under its name.
    React(ReactionSign),
    /// A redaction.
    Redact,
}

/// The waiting changes.
#[derive(Default)]
pub(super) struct Touches {
    waiting: Mutex<VecDeque<Touch>>,
    added: Notify,
}

impl Touches {
    /// Adds a change, and removes earlier changes to the same message that it makes obsolete.
    pub(super) fn add(&self, touch: Touch) {
        let mut waiting = lock(&self.waiting);
        waiting.retain(|before| before.event != touch.event || !touch.how.replaces(&before.how));
        waiting.push_back(touch);
        if waiting.len() > MOST {
            waiting.pop_front();
        }
        self.added.notify_one();
    }

    /// Takes the next change.
    pub(super) fn next(&self) -> Option<Touch> {
        lock(&self.waiting).pop_front()
    }

    /// Waits until there is a change.
    pub(super) async fn until_some(&self) {
        while lock(&self.waiting).is_empty() {
            self.added.notified().await;
        }
    }
}

impl Retouch {
    /// Tells whether this change hides the effect of the other one.
    fn replaces(&self, other: &Retouch) -> bool {
        matches!(
            (self, other),
            (Retouch::Change { .. }, Retouch::Change { .. }) | (Retouch::Redact, _)
        )
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::room_id;

    use super::*;

    fn change(event: &str, text: &str) -> Touch {
        let mut new = Map::new();
        new.insert("body".to_owned(), text.into());
        touch(event, Retouch::Change { new, reader: None })
    }

    fn touch(event: &str, how: Retouch) -> Touch {
        Touch {
            room: room_id!("!a:x").to_owned(),
            event: OwnedEventId::try_from(event).expect("an event"),
            how,
        }
    }

    /// Returns the remaining changes, in order.
    fn left(touches: &Touches) -> Vec<String> {
        let done = std::iter::from_fn(|| touches.next()).map(|touch| {
            let what = match touch.how {
                Retouch::Change { new, .. } => new["body"].as_str().unwrap_or_default().to_owned(),
                Retouch::React(sign) => sign.key.into_owned(),
                Retouch::Redact => "-".to_owned(),
            };
            format!("{} {what}", touch.event)
        });
        done.collect()
    }

    #[test]
    fn an_outdated_change_is_dropped() {
        let touches = Touches::default();
        touches.add(change("$a", "old"));
        touches.add(change("$b", "b"));
        let sign = ReactionSign {
            name: "done",
            key: Cow::Borrowed("✅"),
        };
        touches.add(touch("$a", Retouch::React(sign)));
        touches.add(change("$a", "new"));
        assert_eq!(left(&touches), ["$b b", "$a ✅", "$a new"]);
        touches.add(change("$a", "old"));
        touches.add(touch("$a", Retouch::Redact));
        assert_eq!(left(&touches), ["$a -"]);
    }

    #[test]
    fn no_more_than_so_much_waits() {
        let touches = Touches::default();
        for n in 0..=MOST {
            touches.add(change(&format!("${n}"), "x"));
        }
        assert_eq!(left(&touches).len(), MOST);
    }
}
