//! Searches for messages that an earlier attempt may have posted, before the bot posts them again.
//!
//! Discord keeps the nonce of a message for minutes, and reports it only in the response, which may be lost. So a message
//! is recognized by its content: its words, the names of its files and the ids of its buttons and menus. Those of a match
//! name the match and the number of inputs. A board that is shown again has a different text. Messages that this process
//! posted under another nonce are excluded.

use serde_json::Value;
use serenity::{
    all::{ChannelId, MessageId},
    http::{LightMethod, Request, Route},
};
use tracing::info;

use super::{adapter::Discord, body::OutgoingMessage, failure::Failure, ids};

/// The number of recent messages of a channel to search: the most that one request returns.
const MOST: u8 = 100;

/// The marks by which a message is recognized.
#[derive(Debug, PartialEq, Eq)]
struct MessageMarks(Vec<String>);

impl Discord {
    /// Returns the message if its result was unknown and it exists already.
    pub(super) async fn find_sent(
        &self,
        channel: ChannelId,
        nonce: &str,
        outgoing: &OutgoingMessage,
    ) -> Result<Option<MessageId>, Failure> {
        if !self.doubts.is_in_doubt(nonce) {
            return Ok(None);
        }
        let Ok(body) = serde_json::to_value(outgoing) else {
            return Ok(None);
        };
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let (line, most) = (self.line.at_once(), MOST.to_string());
        let request = Request::new(route, LightMethod::Get).params(Some(vec![("limit", most)]));
        let listed = line.value(request);
        let messages: Vec<Value> = match listed.await {
            // Without the permission to read the history there is only the nonce.
            Err(Failure::Refused(_)) => return Ok(None),
            listed => listed?,
        };
        let marks = MessageMarks::of(&body);
        let me = self.own_account().await?.id;
        let is_it = |message: &&Value| {
            let id = number(&message["id"]);
            let is_known = |other: String| other != nonce;
            number(&message["author"]["id"]) == Some(me.get())
                && !id.and_then(|id| self.nonces.get(&id)).is_some_and(is_known)
                && MessageMarks::of(message) == marks
        };
        let found = messages.iter().find(is_it);
        let found = found.and_then(|message| number(&message["id"]));
        if found.is_some() {
            info!("found the message of an earlier attempt; not posting it again");
        }
        Ok(found.map(MessageId::new))
    }
}

fn number(value: &Value) -> Option<u64> {
    ids::number(value.as_str()?)
}

impl MessageMarks {
    fn of(message: &Value) -> MessageMarks {
        let mut marks = Vec::new();
        let mut add = |text: &Value| {
            // Discord removes whitespace that has no effect. The mentions may have changed since.
            let words = text.as_str().unwrap_or_default().split_whitespace();
            let words = words.filter(|word| !word.starts_with("<@"));
            marks.push(words.collect::<Vec<_>>().join(" "));
        };
        add(&message["content"]);
        let listed = |name: &str| message[name].as_array().into_iter().flatten();
        listed("embeds").for_each(|embed| add(&embed["description"]));
        listed("attachments").for_each(|file| add(&file["filename"]));
        let rows = listed("components");
        rows.filter_map(|row| row["components"].as_array())
            .flatten()
            .for_each(|control| add(&control["custom_id"]));
        MessageMarks(marks)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns a message in Discord's format, with the fields that it adds.
    fn echoed_message(content: &str, file: &str, button: &str) -> Value {
        json!({
            "id": "5", "content": content, "embeds": [], "nonce": null,
            "attachments": [{ "id": "7", "filename": file, "url": "https://example.org" }],
            "components": [{ "type": 1, "id": 1, "components": [{ "type": 2, "id": 2, "custom_id": button }] }],
        })
    }

    #[test]
    fn a_message_is_known_by_its_words_its_files_and_its_buttons() {
        let sent = json!({
            "content": "1\\. e4\n", "embeds": [], "components": [{ "type": 1, "components": [{ "custom_id": "move:a-1" }] }],
            "attachments": [{ "id": 0, "filename": "a-1.png" }],
        });
        let is_it = |other: &Value| MessageMarks::of(other) == MessageMarks::of(&sent);
        assert!(is_it(&echoed_message("1\\. e4", "a-1.png", "move:a-1")));
        assert!(is_it(&echoed_message(
            "<@5> 1\\. e4",
            "a-1.png",
            "move:a-1"
        )));
        assert!(!is_it(&echoed_message("1\\. e5", "a-1.png", "move:a-1")));
        assert!(!is_it(&echoed_message("1\\. e4", "a-2.png", "move:a-1")));
        assert!(!is_it(&echoed_message("1\\. e4", "a-1.png", "move:a-2")));
    }
}
