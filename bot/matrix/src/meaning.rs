//! The meaning of an event. The bot reads it once, and stores it until the event is answered.
//!
//! A number means the choice that had it when the person wrote it. If the homeserver repeated the event after a restart, the
//! bot would read it against a later question. So the meaning is durable before it has any effect, and stays valid.

use std::sync::atomic::Ordering;

use matrix_sdk::{
    Room,
    ruma::{EventId, OwnedEventId, UserId, events::room::member::MembershipState},
};
use serde::{Deserialize, Serialize};

use super::{
    adapter::Matrix,
    choices::{Choices, is_answer},
    failure::{Failure, failure},
    ids::{self, Location},
    stored::key,
    timeline::{RoomEvent, RoomEventKind, WrittenText},
    words::BotNames,
};
use api::{ChannelId, Entries};
use command::{Control, RawIntent, asked_move, is_move, named, typed_words, without_command};
use kit::lock;

/// The prefix of the keys of meanings.
const INTENTS: &[u8] = b"matrix/meant/";

/// The prefix of the keys of the choices in direct rooms.
const CHOICES: &[u8] = b"matrix/asked/";

/// The meaning of an event of a person.
///
/// It may hold a secret, so it has no `Debug`.
#[derive(Serialize, Deserialize)]
pub(super) struct Meaning {
    /// The number of the event: those of one person are in the order in which they first came.
    pub(super) order: u64,
    #[serde(rename = "said")]
    pub(super) intent: RawIntent,
    /// The place that it belongs to; none for an event in a direct room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) about: Option<ChannelId>,
    /// True if no other person reads the room.
    pub(super) is_direct: bool,
    /// True if it was written in the thread of its match.
    pub(super) is_in_thread: bool,
    /// True if it completes a challenge that the bot posts in the place of the request.
    #[serde(rename = "is_asked")]
    pub(super) completes_challenge: bool,
}

/// Returns the key of the meaning of an event, which holds the intent.
pub(super) fn intent_key(event: &EventId, by: &UserId) -> Vec<u8> {
    key("meant", format_args!("{event}/{by}"))
}

impl Matrix {
    /// Returns the meaning of an event, and stores it; none if the event is not for the bot.
    pub(super) async fn meaning_of(
        &self,
        room: &Room,
        event: &RoomEvent,
    ) -> Result<Option<Meaning>, Failure> {
        let key = intent_key(&event.id, &event.by);
        if let Some(kept) = self.kept_json(&key)? {
            return Ok(Some(kept));
        }
        let meaning = self.read_meaning(room, event).await?;
        if let Some(meaning) = &meaning {
            self.keep_json(key, meaning).await?;
        }
        Ok(meaning)
    }

    /// Restores the meanings and choices from before the start.
    pub(super) fn take_up_meanings(&self) -> Result<(), Failure> {
        let mut next = 1;
        let mut follow = |order: Option<u64>| next = next.max(order.unwrap_or_default() + 1);
        let mut kept = Vec::new();
        for entry in Entries::new(|after, limit| self.writer.scan(INTENTS, after, limit)) {
            let (key, value) = entry?;
            let meaning = serde_json::from_slice::<Meaning>(&value).ok();
            follow(meaning.map(|meaning| meaning.order));
            kept.push(key);
        }
        for entry in Entries::new(|after, limit| self.writer.scan(CHOICES, after, limit)) {
            let choices = serde_json::from_slice::<Choices>(&entry?.1).ok();
            follow(choices.map(|choices| choices.order));
        }
        self.order.store(next, Ordering::Relaxed);
        *lock(&self.intents_before) = kept;
        Ok(())
    }

    async fn read_meaning(
        &self,
        room: &Room,
        event: &RoomEvent,
    ) -> Result<Option<Meaning>, Failure> {
        let person = self.person_of(room).await?;
        let is_direct = person.as_ref() == Some(&event.by);
        let intent = match &event.kind {
            RoomEventKind::Wrote(WrittenText {
                command: Some(command),
                ..
            }) if command.to.contains(&self.account) => Some(RawIntent::Text(command.line.clone())),
            RoomEventKind::Wrote(text) if is_direct => {
                Some(self.meaning_in_direct(room, &event.by, text).await?)
            }
            RoomEventKind::Wrote(text) => self.overheard(room, text).await?,
            RoomEventKind::Reacted(to, key) => {
                self.reacted(room, &event.by, is_direct, to, key).await?
            }
            _ => None,
        };
        let Some(intent) = intent else {
            return Ok(None);
        };
        let order = self.order.fetch_add(1, Ordering::Relaxed);
        let root = self.thread_of(event)?;
        let names_match =
            matches!(&event.kind, RoomEventKind::Wrote(text) if text.text.contains("match:"));
        let is_in_thread = root.is_some() && !names_match;
        let about = if is_direct {
            let place = self.place_of_challenge(&event.by, &intent)?;
            let room = self.challenge_room(&event.by, place.as_ref()).await?;
            place.filter(|_| room.is_some())
        } else {
            let room = self.first_of(room.room_id())?;
            Some(ids::channel_id(&Location { room, root }))
        };
        Ok(Some(Meaning {
            order,
            intent,
            completes_challenge: is_direct && about.is_some(),
            about,
            is_direct,
            is_in_thread,
        }))
    }

    /// Returns the place of a challenge that a person completes in their direct room; none for any other message.
    fn place_of_challenge(
        &self,
        by: &UserId,
        intent: &RawIntent,
    ) -> Result<Option<ChannelId>, Failure> {
        let (RawIntent::Press(Control::Challenge(..))
        | RawIntent::Choose {
            menu: Control::Challenge(..),
            ..
        }) = intent
        else {
            return Ok(None);
        };
        Ok(self.choices_of(by)?.about)
    }

    /// Returns the room of the place for a challenge, if its author is still there.
    pub(super) async fn challenge_room(
        &self,
        by: &UserId,
        place: Option<&ChannelId>,
    ) -> Result<Option<Room>, Failure> {
        let spot = place.and_then(ids::spot);
        let Some(room) = spot.and_then(|spot| self.room_at(&spot).ok()) else {
            return Ok(None);
        };
        let member = room.get_member_no_sync(by).await.map_err(failure)?;
        let is_there = member.is_some_and(|member| *member.membership() == MembershipState::Join);
        Ok(is_there.then_some(room))
    }

    /// Returns the first event of the match thread in which an event was written.
    fn thread_of(&self, event: &RoomEvent) -> Result<Option<OwnedEventId>, Failure> {
        match &event.kind {
            RoomEventKind::Wrote(WrittenText {
                thread: Some(root), ..
            }) if self.is_thread(root)? => Ok(Some(root.clone())),
            _ => Ok(None),
        }
    }

    /// Reads a message of a person in their direct room.
    async fn meaning_in_direct(
        &self,
        room: &Room,
        by: &UserId,
        text: &WrittenText,
    ) -> Result<RawIntent, Failure> {
        let words = self.names().text_in_direct(&text.text);
        let replied = self.replied(room, text).await?;
        let current = self.choices_of(by)?;
        let by_word = replied.by_word(&words).or_else(|| current.by_word(&words));
        let chosen = by_word.or_else(|| current.by_own_reaction(&words));
        let intent = if chosen.is_some() || is_command(&words) {
            chosen
        } else if asked_move(&words).is_some() {
            replied.by_move(&words).or_else(|| current.by_move(&words))
        } else {
            let filled = replied.by_text(&words).or_else(|| current.by_text(&words));
            let moved = || is_move(&words).then(|| RawIntent::Move(words.clone()));
            filled.or_else(moved).or_else(|| current.by_name(&words))
        };
        Ok(intent.unwrap_or(RawIntent::Text(words)))
    }

    /// Reads a message to the bot in a room with others; none if the person addresses others.
    async fn overheard(
        &self,
        room: &Room,
        text: &WrittenText,
    ) -> Result<Option<RawIntent>, Failure> {
        let replied = self.replied(room, text).await?;
        let spoken = self.names().spoken_to(&text.text);
        let written = spoken.as_deref().unwrap_or(&text.text).trim();
        if let Some(intent) = replied.by_word(written) {
            return Ok(Some(intent));
        }
        if let Some(intent) = self.answered_in_thread(room, text, written).await? {
            return Ok(Some(intent));
        }
        if let Some(intent) = replied.by_move(written) {
            return Ok(Some(intent));
        }
        if spoken.is_some() || (!replied.is_empty() && is_command(written)) {
            return Ok(Some(RawIntent::Text(written.to_owned())));
        }
        // In the thread of a match, a bare move is enough to play. A question about a move there addresses others.
        let command = written.strip_prefix('/').map(without_command);
        let played = command.unwrap_or(written);
        let plays = is_move(played) && asked_move(played).is_none();
        let is_in_match = match (&text.thread, &text.reply_to) {
            (Some(root), None) if plays => self.is_thread(root)?,
            _ => false,
        };
        Ok(is_in_match.then(|| RawIntent::Text(["move", played].join(" "))))
    }

    /// Reads `accept` or `decline` alone in a thread: the answer to its last question, else to the challenge that it begins with.
    async fn answered_in_thread(
        &self,
        room: &Room,
        text: &WrittenText,
        written: &str,
    ) -> Result<Option<RawIntent>, Failure> {
        let (Some(root), None) = (&text.thread, &text.reply_to) else {
            return Ok(None);
        };
        if !is_answer(written) {
            return Ok(None);
        }
        let last = self.kept_text(&key("question", root))?;
        let last = last.and_then(|last| EventId::parse(last).ok());
        for message in last.iter().chain([root]) {
            let choices = self.choices_below(room, message).await?;
            if let Some(intent) = choices.by_answer(written) {
                return Ok(Some(intent));
            }
        }
        Ok(None)
    }

    /// Returns the names of the bot, by which people address it.
    pub(super) fn names(&self) -> BotNames<'_> {
        BotNames {
            prefix: &self.settings.prefix,
            account: self.account.as_str(),
            name: lock(&self.name).clone(),
        }
    }

    /// Returns the choices below the message that a text replies to.
    async fn replied(&self, room: &Room, text: &WrittenText) -> Result<Choices, Failure> {
        match &text.reply_to {
            Some(message) => self.choices_below(room, message).await,
            None => Ok(Choices::default()),
        }
    }

    async fn reacted(
        &self,
        room: &Room,
        by: &UserId,
        is_direct: bool,
        to: &EventId,
        key: &str,
    ) -> Result<Option<RawIntent>, Failure> {
        let choices = self.choices_below(room, to).await?;
        let mut intent = choices.by_reaction(key);
        if intent.is_none() && is_direct {
            let current = self.choices_of(by)?;
            let is_to_question = current.question.as_deref() == Some(to);
            intent = current.by_own_reaction(key).filter(|_| is_to_question);
        }
        Ok(intent)
    }
}

/// Tells whether a text begins with the name of a command.
fn is_command(text: &str) -> bool {
    named(&typed_words(text)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_distinguished_from_chat() {
        for text in [
            "move e2e4",
            "/games",
            "HELP",
            "draw",
            "\u{200b}games",
            "\u{feff} /games",
            "／ｇａｍｅｓ",
            "settings server",
        ] {
            assert!(is_command(text), "{text}");
        }
        for text in ["e2e4", "moves", "", "3"] {
            assert!(!is_command(text), "{text}");
        }
    }
}
