//! Parses the events of a room.

use matrix_sdk::ruma::{
    OwnedDeviceId, OwnedEventId, OwnedUserId,
    events::{
        AnySyncMessageLikeEvent, AnySyncStateEvent, AnySyncTimelineEvent, SyncMessageLikeEvent,
        SyncStateEvent,
        relation::Annotation,
        room::{
            member::MembershipState,
            message::{
                MessageType, Relation, RoomMessageEventContent,
                RoomMessageEventContentWithoutRelation, sanitize::remove_plain_reply_fallback,
            },
            redaction::SyncRoomRedactionEvent,
        },
    },
    serde::Raw,
};

use super::{
    commands::{ChosenCommand, CommandContent},
    html,
};

/// An event of a room.
///
/// It may hold a secret, so it has no `Debug`.
pub(super) struct RoomEvent {
    pub(super) id: OwnedEventId,
    pub(super) by: OwnedUserId,
    /// The session that sent it, if it was encrypted.
    pub(super) session: Option<OwnedDeviceId>,
    pub(super) kind: RoomEventKind,
}

/// The kind of a room event.
#[derive(PartialEq, Eq)]
pub(super) enum RoomEventKind {
    /// A message.
    Wrote(WrittenText),
    /// An edit of a message.
    Changed(OwnedEventId, WrittenText),
    /// A reaction to a message.
    Reacted(OwnedEventId, String),
    /// A redaction of a message.
    TookBack(OwnedEventId),
    /// A person joined, left, or was invited.
    Membership {
        of: OwnedUserId,
        before: Option<MembershipState>,
        now: MembershipState,
    },
    /// An event that cannot be decrypted.
    Undecryptable,
    /// Another event.
    Other,
}

impl RoomEventKind {
    /// Tells whether it can be a choice below another message.
    pub(super) fn is_below_another(&self) -> bool {
        match self {
            RoomEventKind::Wrote(text) => text.reply_to.is_some(),
            kind => matches!(kind, RoomEventKind::Reacted(..)),
        }
    }
}

/// The text of a message.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct WrittenText {
    /// The plain text, with accounts in place of people's names.
    pub(super) text: String,
    /// The first event of the thread in which it was written.
    pub(super) thread: Option<OwnedEventId>,
    /// The message that it replies to.
    pub(super) reply_to: Option<OwnedEventId>,
    /// The command that it is, if the person has chosen it in their client.
    pub(super) command: Option<ChosenCommand>,
}

/// Parses an event; none if it is malformed.
pub(super) fn read(raw: &Raw<AnySyncTimelineEvent>) -> Option<RoomEvent> {
    let event = raw.deserialize().ok()?;
    let (id, by) = (event.event_id().to_owned(), event.sender().to_owned());
    let mut kind = kind(event).unwrap_or(RoomEventKind::Other);
    if let RoomEventKind::Wrote(text) = &mut kind {
        let command = raw.get_field::<CommandContent>("content").ok().flatten();
        text.command = command.and_then(CommandContent::chosen);
    }
    Some(RoomEvent {
        id,
        by,
        session: None,
        kind,
    })
}

fn kind(event: AnySyncTimelineEvent) -> Option<RoomEventKind> {
    use AnySyncMessageLikeEvent as Message;
    use AnySyncTimelineEvent::{MessageLike, State};
    match event {
        MessageLike(Message::RoomMessage(SyncMessageLikeEvent::Original(event))) => {
            message(event.content)
        }
        // A redacted event is no original.
        MessageLike(Message::RoomEncrypted(SyncMessageLikeEvent::Original(_))) => {
            Some(RoomEventKind::Undecryptable)
        }
        MessageLike(Message::Reaction(SyncMessageLikeEvent::Original(event))) => {
            let Annotation { event_id, key, .. } = event.content.relates_to;
            Some(RoomEventKind::Reacted(event_id, key))
        }
        MessageLike(Message::RoomRedaction(SyncRoomRedactionEvent::Original(event))) => event
            .content
            .redacts
            .or(event.redacts)
            .map(RoomEventKind::TookBack),
        State(AnySyncStateEvent::RoomMember(SyncStateEvent::Original(event))) => {
            let before = event.unsigned.prev_content;
            Some(RoomEventKind::Membership {
                of: event.state_key,
                before: before.map(|before| before.membership),
                now: event.content.membership,
            })
        }
        _ => None,
    }
}

fn message(content: RoomMessageEventContent) -> Option<RoomEventKind> {
    match content.relates_to {
        Some(Relation::Replacement(change)) => {
            let text = written(change.new_content.msgtype, None)?;
            Some(RoomEventKind::Changed(change.event_id, text))
        }
        relation => written(content.msgtype, relation).map(RoomEventKind::Wrote),
    }
}

/// The relation of a message to another.
type MessageRelation = Relation<RoomMessageEventContentWithoutRelation>;

/// Returns the text of a person's message; messages of bots are of another type.
fn written(message: MessageType, relation: Option<MessageRelation>) -> Option<WrittenText> {
    let MessageType::Text(content) = message else {
        return None;
    };
    let (thread, reply_to) = match relation {
        Some(Relation::Thread(thread)) => {
            let reply_to = thread.in_reply_to.filter(|_| !thread.is_falling_back);
            (Some(thread.event_id), reply_to)
        }
        Some(Relation::Reply(reply)) => (None, Some(reply.in_reply_to)),
        _ => (None, None),
    };
    let formatted = content.formatted.as_ref();
    let text = formatted.and_then(|formatted| html::with_accounts(&formatted.body));
    Some(WrittenText {
        text: text.unwrap_or_else(|| remove_plain_reply_fallback(&content.body).to_owned()),
        thread,
        reply_to: reply_to.map(|reply_to| reply_to.event_id),
        command: None,
    })
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::EventId;
    use serde_json::{Value, json};

    use super::*;

    fn kind_of(kind: &str, content: Value) -> RoomEventKind {
        let event = json!({
            "event_id": "$e", "sender": "@ann:example.org", "type": kind, "content": content,
            "origin_server_ts": 0,
        });
        let raw = Raw::from_json_string(event.to_string()).expect("it is JSON");
        let Some(room_event) = read(&raw) else {
            return RoomEventKind::Other;
        };
        assert_eq!(room_event.by, "@ann:example.org");
        room_event.kind
    }

    fn event(id: &str) -> OwnedEventId {
        EventId::parse(id).expect("an id")
    }

    fn written_text(text: &str, thread: Option<&str>, reply_to: Option<&str>) -> WrittenText {
        WrittenText {
            text: text.to_owned(),
            thread: thread.map(event),
            reply_to: reply_to.map(event),
            command: None,
        }
    }

    fn wrote(text: &str, thread: Option<&str>, reply_to: Option<&str>) -> RoomEventKind {
        RoomEventKind::Wrote(written_text(text, thread, reply_to))
    }

    #[track_caller]
    fn check(kind: &str, content: Value, expected: RoomEventKind) {
        assert!(kind_of(kind, content) == expected);
    }

    #[test]
    fn messages_of_people_are_read() {
        let kind = "m.room.message";
        let text = json!({ "msgtype": "m.text", "body": "!odd help" });
        check(kind, text, wrote("!odd help", None, None));
        let notice = json!({ "msgtype": "m.notice", "body": "!odd help" });
        check(kind, notice, RoomEventKind::Other);
        check(kind, json!({ "msgtype": "m.text" }), RoomEventKind::Other);
        check(kind, json!({}), RoomEventKind::Other);
        let reply = json!({
            "msgtype": "m.text", "body": "> <@odd:x> Ann challenges\n> anybody\n\naccept",
            "m.relates_to": { "m.in_reply_to": { "event_id": "$a" } },
        });
        check(kind, reply, wrote("accept", None, Some("$a")));
        let in_thread = json!({
            "msgtype": "m.text", "body": "e2g4",
            "m.relates_to": {
                "rel_type": "m.thread", "event_id": "$root", "is_falling_back": true,
                "m.in_reply_to": { "event_id": "$last" },
            },
        });
        check(kind, in_thread, wrote("e2g4", Some("$root"), None));
        let pill = json!({
            "msgtype": "m.text", "body": "!odd challenge berolina Bob", "format": "org.matrix.custom.html",
            "formatted_body": "!odd challenge berolina <a href=\"https://matrix.to/#/@bob:x\">Bob</a>",
        });
        let named = "!odd challenge berolina @bob:x";
        check(kind, pill, wrote(named, None, None));
    }

    #[test]
    fn edits_reactions_redactions_and_encrypted_events_are_read() {
        let edit = json!({
            "msgtype": "m.text", "body": "* !odd move e2e4",
            "m.new_content": { "msgtype": "m.text", "body": "!odd move e2e4" },
            "m.relates_to": { "rel_type": "m.replace", "event_id": "$a" },
        });
        let text = written_text("!odd move e2e4", None, None);
        let changed = RoomEventKind::Changed(event("$a"), text);
        check("m.room.message", edit, changed);
        let annotation = json!({ "rel_type": "m.annotation", "event_id": "$a", "key": "✅" });
        let reacted = RoomEventKind::Reacted(event("$a"), "✅".to_owned());
        check("m.reaction", json!({ "m.relates_to": annotation }), reacted);
        let took_back = RoomEventKind::TookBack(event("$a"));
        check("m.room.redaction", json!({ "redacts": "$a" }), took_back);
        let encrypted = json!({
            "algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "x", "session_id": "y",
        });
        check("m.room.encrypted", encrypted, RoomEventKind::Undecryptable);
        check("m.room.encrypted", json!({}), RoomEventKind::Other);
        let sticker = json!({ "body": "!odd help" });
        check("m.sticker", sticker, RoomEventKind::Other);
    }
}
