//! What happens in a room, read.

use matrix_sdk::ruma::{
    EventId, OwnedEventId, OwnedUserId, events::AnySyncTimelineEvent, serde::Raw,
};
use serde::Deserialize;
use serde_json::Value;

use super::html;

/// Something that happened in a room.
///
/// It may hold a secret, so it has no `Debug`.
pub(super) struct RoomEvent {
    pub(super) id: OwnedEventId,
    pub(super) by: OwnedUserId,
    pub(super) deed: Deed,
}

/// What somebody did.
#[derive(PartialEq, Eq)]
pub(super) enum Deed {
    /// They wrote something.
    Wrote(WrittenText),
    /// They changed what they had written.
    Changed(OwnedEventId, WrittenText),
    /// They reacted to a message.
    Reacted(OwnedEventId, String),
    /// They took a message back.
    TookBack(OwnedEventId),
    /// Somebody came, went, or was invited.
    Membership(OwnedUserId, String),
    /// Something that cannot be read.
    Sealed,
    /// Something else.
    Other,
}

/// What somebody wrote.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct WrittenText {
    /// In plain letters, people by their accounts.
    pub(super) text: String,
    /// The event that the thread begins with in which it was written.
    pub(super) thread: Option<OwnedEventId>,
    /// The message that it replies to.
    pub(super) reply_to: Option<OwnedEventId>,
}

#[derive(Deserialize)]
struct Envelope {
    event_id: OwnedEventId,
    sender: OwnedUserId,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    content: Value,
    state_key: Option<String>,
    redacts: Option<OwnedEventId>,
}

/// Reads an event; nothing if it is not one.
pub(super) fn read(raw: &Raw<AnySyncTimelineEvent>) -> Option<RoomEvent> {
    let envelope: Envelope = serde_json::from_str(raw.json().get()).ok()?;
    let deed = deed(&envelope);
    Some(RoomEvent {
        id: envelope.event_id,
        by: envelope.sender,
        deed,
    })
}

fn deed(envelope: &Envelope) -> Deed {
    let content = &envelope.content;
    let found = match (envelope.kind.as_str(), &envelope.state_key) {
        ("m.room.message", None) => message(content),
        ("m.room.encrypted", None) => {
            // Without a cipher text it was taken back.
            content.get("ciphertext").map(|_| Deed::Sealed)
        }
        ("m.reaction", None) => reaction(content),
        ("m.room.redaction", None) => {
            let named = event_at(content, &["redacts"]);
            named.or(envelope.redacts.clone()).map(Deed::TookBack)
        }
        ("m.room.member", Some(user)) => {
            let membership = text_at(content, &["membership"]);
            let user = OwnedUserId::try_from(user.as_str()).ok();
            user.zip(membership)
                .map(|(user, membership)| Deed::Membership(user, membership.to_owned()))
        }
        _ => None,
    };
    found.unwrap_or(Deed::Other)
}

fn message(content: &Value) -> Option<Deed> {
    if text_at(content, &["m.relates_to", "rel_type"]) == Some("m.replace") {
        let of = event_at(content, &["m.relates_to", "event_id"])?;
        let text = written(content.get("m.new_content")?, content)?;
        return Some(Deed::Changed(of, text));
    }
    written(content, content).map(Deed::Wrote)
}

/// What a person wrote; what bots write is of another kind.
fn written(content: &Value, outer: &Value) -> Option<WrittenText> {
    if text_at(content, &["msgtype"])? != "m.text" {
        return None;
    }
    let reply_to = event_at(outer, &["m.relates_to", "m.in_reply_to", "event_id"]);
    let in_thread = text_at(outer, &["m.relates_to", "rel_type"]) == Some("m.thread");
    let is_fallback = in_thread
        && outer
            .pointer("/m.relates_to/is_falling_back")
            .and_then(Value::as_bool)
            .unwrap_or(false);
    let body = text_at(content, &["body"])?;
    let body = if reply_to.is_some() {
        without_quote(body)
    } else {
        body
    };
    let text = text_at(content, &["formatted_body"]).and_then(html::with_accounts);
    Some(WrittenText {
        text: text.unwrap_or_else(|| body.to_owned()),
        thread: in_thread
            .then(|| event_at(outer, &["m.relates_to", "event_id"]))
            .flatten(),
        reply_to: reply_to.filter(|_| !is_fallback),
    })
}

/// A reply without what it quotes.
fn without_quote(body: &str) -> &str {
    if !body.starts_with("> ") {
        return body;
    }
    body.split_once("\n\n").map_or(body, |(_, text)| text)
}

fn reaction(content: &Value) -> Option<Deed> {
    let of = event_at(content, &["m.relates_to", "event_id"])?;
    let key = text_at(content, &["m.relates_to", "key"])?;
    Some(Deed::Reacted(of, key.to_owned()))
}

fn at<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, key| value.get(key))
}

fn text_at<'v>(value: &'v Value, path: &[&str]) -> Option<&'v str> {
    at(value, path)?.as_str()
}

fn event_at(value: &Value, path: &[&str]) -> Option<OwnedEventId> {
    EventId::parse(text_at(value, path)?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn heard(kind: &str, content: Value) -> Deed {
        let event = json!({
            "event_id": "$e", "sender": "@ann:example.org", "type": kind, "content": content,
            "origin_server_ts": 0,
        });
        let raw = Raw::from_json_string(event.to_string()).expect("it is JSON");
        let heard = read(&raw).expect("it is an event");
        assert_eq!(heard.by, "@ann:example.org");
        heard.deed
    }

    fn event(id: &str) -> OwnedEventId {
        EventId::parse(id).expect("an id")
    }

    fn wrote(text: &str, thread: Option<&str>, reply_to: Option<&str>) -> Deed {
        Deed::Wrote(WrittenText {
            text: text.to_owned(),
            thread: thread.map(event),
            reply_to: reply_to.map(event),
        })
    }

    #[track_caller]
    fn check(kind: &str, content: Value, expected: &Deed) {
        assert!(heard(kind, content) == *expected);
    }

    #[test]
    fn messages_of_people_are_read() {
        let kind = "m.room.message";
        check(
            kind,
            json!({ "msgtype": "m.text", "body": "!odd help" }),
            &wrote("!odd help", None, None),
        );
        check(
            kind,
            json!({ "msgtype": "m.notice", "body": "!odd help" }),
            &Deed::Other,
        );
        check(kind, json!({ "msgtype": "m.text" }), &Deed::Other);
        check(kind, json!({}), &Deed::Other);
        let reply = json!({
            "msgtype": "m.text", "body": "> <@odd:x> Ann challenges\n> anybody\n\naccept",
            "m.relates_to": { "m.in_reply_to": { "event_id": "$a" } },
        });
        check(kind, reply, &wrote("accept", None, Some("$a")));
        let in_thread = json!({
            "msgtype": "m.text", "body": "e2g4",
            "m.relates_to": {
                "rel_type": "m.thread", "event_id": "$root", "is_falling_back": true,
                "m.in_reply_to": { "event_id": "$last" },
            },
        });
        check(kind, in_thread, &wrote("e2g4", Some("$root"), None));
        let pill = json!({
            "msgtype": "m.text", "body": "!odd challenge berolina Bob", "format": "org.matrix.custom.html",
            "formatted_body": "!odd challenge berolina <a href=\"https://matrix.to/#/@bob:x\">Bob</a>",
        });
        check(
            kind,
            pill,
            &wrote("!odd challenge berolina @bob:x", None, None),
        );
    }

    #[test]
    fn what_else_happens_is_read() {
        let edit = json!({
            "msgtype": "m.text", "body": "* !odd move e2e4",
            "m.new_content": { "msgtype": "m.text", "body": "!odd move e2e4" },
            "m.relates_to": { "rel_type": "m.replace", "event_id": "$a" },
        });
        let text = WrittenText {
            text: "!odd move e2e4".to_owned(),
            thread: None,
            reply_to: None,
        };
        check("m.room.message", edit, &Deed::Changed(event("$a"), text));
        let reaction = json!({ "m.relates_to": { "rel_type": "m.annotation", "event_id": "$a", "key": "✅" } });
        check(
            "m.reaction",
            reaction,
            &Deed::Reacted(event("$a"), "✅".to_owned()),
        );
        check(
            "m.room.redaction",
            json!({ "redacts": "$a" }),
            &Deed::TookBack(event("$a")),
        );
        check(
            "m.room.encrypted",
            json!({ "ciphertext": "x" }),
            &Deed::Sealed,
        );
        check("m.room.encrypted", json!({}), &Deed::Other);
        check("m.sticker", json!({ "body": "!odd help" }), &Deed::Other);
    }
}
