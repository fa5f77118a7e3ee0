//! Messages to the bot: direct messages, or messages elsewhere that mention it.
//!
//! Discord sends their text without a privileged intent. The bot answers the author in direct messages, because others must not
//! read an answer.

use std::sync::Arc;

use serde::{Deserialize, de::IgnoredAny};
use serenity::all::{self, UserId};
use tracing::warn;

use super::{
    adapter::Discord,
    answers::ANSWERING,
    body::OutgoingMessage,
    failure::{Failure, is_closed},
    ids,
    reading::speaker,
    received::ReceivedMessage,
};
use api::{
    Answer, Event, EventId, Message, MessageId, Nonce, Place, Private, Public, ServerAccess,
};
use command::{Intent, MAX_LENGTH, asked_move, is_move, named, names_square, typed_words};
use kit::{lock, retry};

/// The part of a message that shows whether it addresses the bot. Discord sends all messages of all servers, so the bot does
/// not parse the rest of most messages.
#[derive(Deserialize)]
pub(super) struct MessageGist {
    author: GistAuthor,
    guild_id: Option<IgnoredAny>,
    webhook_id: Option<IgnoredAny>,
    mentions: Vec<Mentioned>,
}

#[derive(Deserialize)]
struct GistAuthor {
    #[serde(default)]
    bot: bool,
}

#[derive(Deserialize)]
struct Mentioned {
    id: UserId,
}

impl MessageGist {
    /// Tells whether a person wrote it in direct messages to this bot, or mentioned the bot in it.
    fn is_for(&self, bot: UserId) -> bool {
        let is_by_person = !self.author.bot && self.webhook_id.is_none();
        let names_bot = || self.mentions.iter().any(|mentioned| mentioned.id == bot);
        is_by_person && (self.guild_id.is_none() || names_bot())
    }
}

/// A parsed message to the bot.
pub(super) enum ReadMessage {
    /// A message that asks for something.
    Asks(Box<Event>),
    /// A message that the bot does not understand.
    Unknown,
}

impl Discord {
    /// Tells whether a message addresses the bot.
    pub(super) fn is_for_bot(&self, message: &MessageGist) -> bool {
        self.me.get().is_some_and(|me| message.is_for(me.id))
    }

    /// Parses a message that is [for the bot](Discord::is_for_bot). Returns `None` for a reply to others.
    pub(super) fn read_message(&self, message: &all::Message) -> Option<ReadMessage> {
        let me = self.me.get()?.id;
        let names = [format!("<@{me}>"), format!("<@!{me}>")];
        let is_named = names.iter().any(|name| message.content.contains(name));
        let text = names.iter().fold(message.content.clone(), |text, name| {
            text.replace(name, " ")
        });
        let text = text.trim();
        let command = command_in(text, is_named && text.is_empty());
        // A reply mentions the author of the message that it replies to, and most replies address others.
        let is_reply = message.guild_id.is_some() && !is_named;
        match command {
            Some(command) if !is_reply || !text.contains(char::is_whitespace) => {
                Some(self.asks(message, command))
            }
            _ if is_reply => None,
            _ => Some(ReadMessage::Unknown),
        }
    }

    fn asks(&self, message: &all::Message, text: String) -> ReadMessage {
        let member = message.member.as_ref();
        let nick = member.and_then(|member| member.nick.as_deref());
        let place = |_| Place::Channel(ids::channel_id(message.channel_id));
        let intent = Intent::typed(&text);
        ReadMessage::Asks(Box::new(Event {
            text: Some(text),
            server: message.guild_id.map(|guild| ServerAccess {
                id: ids::server_id(guild),
                // A message does not contain the permissions of its author.
                may_manage: false,
            }),
            ..Event::new(
                ids::message_event(message.channel_id, message.id),
                speaker(&message.author, nick),
                message.guild_id.map_or(Place::Direct, place),
                intent,
            )
        }))
    }

    /// Registers a message, and returns whether it is new.
    pub(super) fn await_message(&self, message: ReceivedMessage, event: &EventId) -> bool {
        if !message.is_aloud {
            self.directs.put(message.user, message.channel);
        }
        self.messages.add(event.id.to_string(), Arc::new(message))
    }

    /// Returns the message that an event comes from, if any.
    pub(super) fn message_of(&self, event: &EventId) -> Option<Arc<ReceivedMessage>> {
        self.messages.get(&*event.id)
    }

    /// Answers a message in direct messages; a second answer replaces the first.
    pub(super) async fn answer_message(
        &self,
        message: &ReceivedMessage,
        event: &EventId,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let _turn = message.turn.lock().await;
        let tell = || self.tell_writer(message, event, &answer.message);
        retry("an answer", ANSWERING, tell).await
    }

    async fn tell_writer(
        &self,
        message: &ReceivedMessage,
        event: &EventId,
        reply: &Message<Private>,
    ) -> Result<(), Failure> {
        let earlier = lock(&message.answered).clone();
        if let Some(earlier) = earlier {
            return self.change(&earlier, self.encoder().edit(reply)).await;
        }
        let nonce = Nonce::of_event("answ", event);
        let outgoing = self.encoder().whisper(reply, &nonce);
        let sent = self.whisper_back(message, outgoing).await?;
        *lock(&message.answered) = sent;
        Ok(())
    }

    /// Answers the author in direct messages. If they accept none, the bot posts that in the channel of their message.
    async fn whisper_back(
        &self,
        message: &ReceivedMessage,
        outgoing: OutgoingMessage,
    ) -> Result<Option<MessageId>, Failure> {
        match self.whisper_to(message.user, outgoing).await {
            Err(failure) if is_closed(&failure) && message.is_aloud => {
                self.explain_closed(message).await?;
                Ok(None)
            }
            sent => sent.map(Some),
        }
    }

    /// Posts a notice in the author's channel, now and then, that the bot cannot message them. The notice does not reveal their
    /// request.
    async fn explain_closed(&self, message: &ReceivedMessage) -> Result<(), Failure> {
        if self.closed_notices.get(&message.user).is_some() {
            return Ok(());
        }
        let text = message.language().localize(&text::discord_answer_closed());
        let mut remark = Message::<Public>::text(text);
        remark.mentions.push(ids::user_id(message.user));
        let nonce = Nonce(format!("closed{}", message.id));
        let outgoing = self.encoder().post(&remark, &nonce);
        self.post_once(message.channel, outgoing).await?;
        self.closed_notices.put(message.user, ());
        Ok(())
    }

    /// Explains valid messages, now and then, to the author of a message that the bot does not understand.
    pub(super) async fn tell_way_in(&self, message: &ReceivedMessage) {
        if !self.help_notices.add(message.user, ()) {
            return;
        }
        if !message.is_aloud {
            self.directs.put(message.user, message.channel);
        }
        let help = Message::<Private>::text(message.language().localize(&text::discord_way_in()));
        let nonce = Nonce(format!("way{}", message.id));
        let tell = || self.whisper_back(message, self.encoder().whisper(&help, &nonce));
        if let Err(failure) = retry("a hint", ANSWERING, tell).await {
            warn!(?failure, "cannot send the help for an unknown message");
        }
    }
}

/// Returns the command in a text: the text itself, or a move; `help` if it is empty apart from the mention.
fn command_in(text: &str, is_call: bool) -> Option<String> {
    if is_call {
        return Some("/help".to_owned());
    }
    if text.is_empty() || text.len() > MAX_LENGTH {
        return None;
    }
    if named(&typed_words(text)).is_some() {
        return Some(text.to_owned());
    }
    let quoted = |name: &str, text: &str| format!("/{name} \"{}\"", text.replace('"', ""));
    // The text addresses only the bot, so lower-case castling counts as well.
    let capitals = text.to_ascii_uppercase();
    if let Some(question) = asked_move(&capitals) {
        return Some(quoted("why", &text[..question.len()]));
    }
    (names_square(text) || is_move(&capitals)).then(|| quoted("move", text))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(command_in(text, false).as_deref(), expected, "{text}");
    }

    #[test]
    fn moves_and_commands_are_recognized_in_messages() {
        check("e2e4", Some("/move \"e2e4\""));
        check("Nf3 e5", Some("/move \"Nf3 e5\""));
        check("O-O", Some("/move \"O-O\""));
        check("-N", Some("/move \"-N\""));
        check("ooo", Some("/move \"ooo\""));
        check("o-O!", Some("/move \"o-O!\""));
        check("Oo", Some("/move \"Oo\""));
        check("ooo?", Some("/why \"ooo\""));
        check("1. o-o?", Some("/why \"1. o-o\""));
        check("–N", Some("/move \"–N\""));
        check("O–O", Some("/move \"O–O\""));
        check("ｅ２–ｇ４", Some("/move \"ｅ２–ｇ４\""));
        check("e4?", Some("/why \"e4\""));
        check("1. e4 ?", Some("/why \"1. e4\""));
        check("c8(Q)？", Some("/why \"c8(Q)\""));
        check("e4!?", Some("/move \"e4!?\""));
        check("0-0", Some("/move \"0-0\""));
        check("--help", None);
        check("help", Some("help"));
        check("/games", Some("/games"));
        check("\u{200b} /games", Some("\u{200b} /games"));
        check("resign", Some("resign"));
        check("hello", None);
        check("- first of a list", None);
        check("", None);
        assert_eq!(command_in("", true).as_deref(), Some("/help"));
    }

    #[test]
    fn of_a_message_that_is_not_meant_for_the_bot_only_that_is_read() {
        let is_for_bot = |message: Value| {
            let gist: MessageGist = serde_json::from_value(message).expect("it is read");
            gist.is_for(UserId::new(7))
        };
        let (ann, bot) = (json!({ "id": "1" }), json!({ "id": "2", "bot": true }));
        let (us, other) = (json!([{ "id": "7" }]), json!([{ "id": "8" }]));
        assert!(is_for_bot(json!({ "author": ann, "mentions": [] })));
        assert!(is_for_bot(
            json!({ "author": ann, "mentions": us, "guild_id": "3" })
        ));
        // The rest can have an unexpected format.
        let foreign = json!({ "author": ann, "mentions": other, "guild_id": "3", "content": 5 });
        assert!(!is_for_bot(foreign));
        assert!(!is_for_bot(
            json!({ "author": bot, "mentions": us, "guild_id": "3" })
        ));
        let hook = json!({ "author": ann, "mentions": us, "guild_id": "3", "webhook_id": "4" });
        assert!(!is_for_bot(hook));
    }
}
