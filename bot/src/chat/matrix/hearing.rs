//! What people do, as events of ours.

use std::{sync::Arc, time::Duration};

use matrix_sdk::{
    Room,
    ruma::{
        EventId, Int, OwnedEventId, OwnedUserId, UserId,
        events::{AnySyncTimelineEvent, room::member::MembershipState},
        serde::Raw,
    },
};
use tracing::warn;

use super::{
    adapter::Matrix,
    choices::Choices,
    events::OpenEvent,
    failure::Failure,
    ids::{self, Location},
    stored::key,
    timeline::{self, Deed, RoomEvent, WrittenText},
    words::BotNames,
};
use crate::{
    chat::kit::{Pauses, hold, pauses, retry},
    command::{Control, names_square, spec, split},
    ports::{
        ChannelId, Event, Listener, Place, Platform, Said, ServerAccess, ServerId, SlashCommand,
        Speaker,
    },
    words::{self, Text},
};

/// The pauses between attempts to hear something, about ten minutes in all; what comes to the same room waits for as long.
const PAUSES: Pauses =
    pauses(Duration::from_millis(250), Duration::from_secs(30)).with_max_times(25);

/// The power level from which on somebody manages a room.
const MANAGER: i32 = 50;

impl Matrix {
    /// Hears something that happened in a room, once nothing of ours stands in the way.
    pub(super) async fn hear(
        self: &Arc<Matrix>,
        listener: &dyn Listener,
        batch: u64,
        room: &Room,
        heard: &RoomEvent,
    ) {
        let hearing = || self.try_hear(listener, batch, room, heard);
        if let Err(failure) = retry("to hear something", PAUSES, hearing).await {
            warn!(?failure, "something that happened is not heard");
        }
    }

    async fn try_hear(
        self: &Arc<Matrix>,
        listener: &dyn Listener,
        batch: u64,
        room: &Room,
        heard: &RoomEvent,
    ) -> Result<(), Failure> {
        match &heard.deed {
            Deed::Membership {
                of,
                now: MembershipState::Leave | MembershipState::Ban,
                ..
            } => {
                if *of == heard.by {
                    self.take_leave(room, of).await?;
                }
                return self.leave_if_empty(room).await;
            }
            Deed::Membership { .. } | Deed::Sealed | Deed::Other => return Ok(()),
            Deed::Wrote(_) | Deed::Changed(..) | Deed::Reacted(..) | Deed::TookBack(_) => {}
        }
        self.writer.mark(sealed_key(room, &heard.by), false).await?;
        let person = self.person_of(room).await?;
        let is_direct = person.as_ref() == Some(&heard.by);
        let said = match &heard.deed {
            Deed::Wrote(text) if is_direct => Some(self.told(room, &heard.by, text).await?),
            Deed::Wrote(text) => self.overheard(room, text).await?,
            Deed::Reacted(to, key) => self.reacted(room, &heard.by, is_direct, to, key).await?,
            Deed::Changed(of, text) => {
                let is_ours = self.open.get(of).is_some() || self.is_spoken_to(&text.text);
                if is_ours {
                    self.remark_on(room, heard, &words::matrix_changed()).await;
                }
                return Ok(());
            }
            Deed::TookBack(of) => {
                let before = self.open.get(of);
                if before.is_some_and(|before| before.by == heard.by) {
                    self.remark_on(room, heard, &words::matrix_taken_back())
                        .await;
                }
                return Ok(());
            }
            _ => None,
        };
        let Some(said) = said else {
            return Ok(());
        };
        let root = self.thread_of(heard)?;
        let names_match = matches!(&heard.deed, Deed::Wrote(text) if text.text.contains("match:"));
        let is_in_thread = root.is_some() && !names_match;
        let asked_in = match is_direct {
            true => self.asked_in(&heard.by, &said).await?,
            false => None,
        };
        let about = match &asked_in {
            Some((_, channel)) => Some(channel.clone()),
            None if is_direct => None,
            None => Some(ids::channel_id(&Location {
                room: self.first_of(room.room_id())?,
                root,
            })),
        };
        let place = about.clone().map_or(Place::Direct, Place::Channel);
        if self.is_answered(&heard.id)? {
            hold(&self.progress).was_answered(batch, &heard.id);
            return Ok(());
        }
        if hold(&self.progress).open(batch, &heard.id).is_none() {
            return Ok(());
        }
        let speaker = self.speaker(room, &heard.by).await;
        let mut open = OpenEvent {
            about,
            is_in_thread,
            ..self.open_event(room, heard, is_direct).await
        };
        let server = match (&asked_in, is_direct) {
            (Some((room, _)), _) => {
                open.obstacle = self.obstacle_in(room).await;
                Some(self.server(room, &heard.by).await?)
            }
            (None, true) => None,
            (None, false) => Some(self.server(room, &heard.by).await?),
        };
        self.open.put(heard.id.clone(), Arc::new(open));
        let event = Event {
            id: ids::event_id(&heard.id),
            speaker,
            place,
            language: None,
            place_language: None,
            server,
            said,
        };
        listener.hear(event).await;
        Ok(())
    }

    /// Where somebody was asked for the rest of a challenge who now tells it alone with the bot: it is to be posted there. Nowhere
    /// if they say something else, or are not there any more.
    async fn asked_in(
        &self,
        by: &UserId,
        said: &Said,
    ) -> Result<Option<(Room, ChannelId)>, Failure> {
        let (Said::Press(id) | Said::Choose { menu: id, .. }) = said else {
            return Ok(None);
        };
        let Ok(Control::Challenge(..)) = id.parse() else {
            return Ok(None);
        };
        let Some(channel) = self.asked(by)?.about else {
            return Ok(None);
        };
        let room = ids::spot(&channel).and_then(|spot| self.room_at(&spot).ok());
        let Some(room) = room else {
            return Ok(None);
        };
        let member = room.get_member_no_sync(by).await?;
        let is_there = member.is_some_and(|member| *member.membership() == MembershipState::Join);
        Ok(is_there.then_some((room, channel)))
    }

    /// A room as a server, which those manage who have enough power in it.
    async fn server(&self, room: &Room, user: &UserId) -> Result<ServerAccess, Failure> {
        let first = self.first_of(room.room_id())?;
        let powers = Matrix::powers(room).await;
        Ok(ServerAccess {
            id: ServerId::new(Platform::Matrix, first.as_str()),
            may_manage: powers.is_some_and(|powers| powers.for_user(user) >= Int::from(MANAGER)),
        })
    }

    /// The event with which the thread of a match begins in which something was written.
    fn thread_of(&self, heard: &RoomEvent) -> Result<Option<OwnedEventId>, Failure> {
        match &heard.deed {
            Deed::Wrote(WrittenText {
                thread: Some(root), ..
            }) if self.is_thread(root)? => Ok(Some(root.clone())),
            _ => Ok(None),
        }
    }

    async fn open_event(&self, room: &Room, heard: &RoomEvent, is_direct: bool) -> OpenEvent {
        OpenEvent {
            event: heard.id.clone(),
            by: heard.by.clone(),
            room: room.room_id().to_owned(),
            is_message: matches!(heard.deed, Deed::Wrote(_)),
            is_in_thread: false,
            is_direct,
            about: None,
            obstacle: self.obstacle_in(room).await.filter(|_| !is_direct),
            told: tokio::sync::Mutex::default(),
        }
    }

    /// Says something about what somebody did, while others are heard.
    async fn remark_on(self: &Arc<Matrix>, room: &Room, heard: &RoomEvent, text: &Text) {
        let open = self.open_event(room, heard, false).await;
        let matrix = Arc::clone(self);
        let text = text.clone();
        tokio::spawn(async move {
            match matrix.remark(&open, &text, false).await {
                // Where the bot may not speak, it does not.
                Ok(()) | Err(Failure::Refused(_)) => {}
                Err(failure) => warn!(?failure, "a remark is not made"),
            }
        });
    }

    /// Tells somebody once that they cannot be read.
    pub(super) async fn tell_sealed(
        self: &Arc<Matrix>,
        room: &Room,
        event: &Raw<AnySyncTimelineEvent>,
    ) {
        let Some(heard) = timeline::read(event) else {
            return;
        };
        let key = sealed_key(room, &heard.by);
        match self.writer.get(&key) {
            Ok(None) => {}
            Ok(Some(_)) => return,
            Err(error) => warn!(%error, "somebody who cannot be read may hear of it twice"),
        }
        if let Err(error) = self.writer.mark(key, true).await {
            warn!(%error, "somebody who cannot be read may hear of it twice");
        }
        self.remark_on(room, &heard, &words::matrix_sealed()).await;
    }

    /// What somebody says who is alone with the bot.
    async fn told(&self, room: &Room, by: &UserId, text: &WrittenText) -> Result<Said, Failure> {
        let told = self.with_names(|names| names.told(&text.text));
        let replied = self.replied(room, text).await?;
        let asked = self.asked(by)?;
        if let Some(said) = replied.by_word(&told).or_else(|| asked.by_word(&told)) {
            return Ok(said);
        }
        if is_command(&told) {
            return Ok(Said::Text(told));
        }
        if let Some(said) = replied.by_text(&told).or_else(|| asked.by_text(&told)) {
            return Ok(said);
        }
        if is_move(&told) {
            return Ok(Said::Command(SlashCommand {
                name: "move".to_owned(),
                options: vec![("move".to_owned(), told)],
                person: None,
            }));
        }
        if let Some(said) = asked.by_name(&told) {
            return Ok(said);
        }
        Ok(Said::Text(told))
    }

    /// What somebody says to the bot where others read it; nothing if they speak to others.
    async fn overheard(&self, room: &Room, text: &WrittenText) -> Result<Option<Said>, Failure> {
        let replied = self.replied(room, text).await?;
        if let Some(said) = replied.by_word(&text.text) {
            return Ok(Some(said));
        }
        let spoken = self.with_names(|names| names.spoken_to(&text.text));
        if let Some(spoken) = spoken {
            return Ok(Some(Said::Text(spoken)));
        }
        if !replied.is_empty() && is_command(&text.text) {
            return Ok(Some(Said::Text(text.text.clone())));
        }
        // Who replies to a board may also say something else to others.
        let is_move = is_move(text.text.trim());
        Ok(replied.by_text(&text.text).filter(|_| is_move))
    }

    fn is_spoken_to(&self, text: &str) -> bool {
        self.with_names(|names| names.spoken_to(text)).is_some()
    }

    fn with_names<T>(&self, listen: impl FnOnce(&BotNames<'_>) -> T) -> T {
        let name = hold(&self.name).clone();
        listen(&BotNames {
            prefix: &self.settings.prefix,
            account: self.account.as_str(),
            name: &name,
        })
    }

    /// What can be chosen below the message that a text replies to.
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
    ) -> Result<Option<Said>, Failure> {
        let choices = self.choices_below(room, to).await?;
        if let Some(said) = choices.by_reaction(key) {
            return Ok(Some(said));
        }
        if is_direct {
            let asked = self.asked(by)?;
            let is_to_question = asked.question.as_deref() == Some(to);
            return Ok(asked.by_reaction(key).filter(|_| is_to_question));
        }
        Ok(None)
    }

    /// A person and the name they have in a room.
    pub(super) async fn speaker(&self, room: &Room, user: &OwnedUserId) -> Speaker {
        let member = room.get_member_no_sync(user).await.ok().flatten();
        let name = match &member {
            Some(member) if member.name_ambiguous() => format!("{} ({user})", member.name()),
            Some(member) => member.name().to_owned(),
            None => user.localpart().to_owned(),
        };
        let speaker = Speaker {
            id: ids::user_id(user),
            name,
        };
        self.names.put(user.clone(), speaker.clone());
        speaker
    }
}

fn sealed_key(room: &Room, user: &UserId) -> Vec<u8> {
    key("sealed", format_args!("{}/{user}", room.room_id()))
}

/// Whether a text begins with the name of a command.
fn is_command(text: &str) -> bool {
    let words = split(text.trim_start_matches('/'));
    words.first().is_some_and(|word| spec(&word.text).is_some())
}

/// Whether a text looks like a move and nothing else: a short word with a square or a piece in it.
fn is_move(text: &str) -> bool {
    let is_short = (2..=12).contains(&text.chars().count());
    let is_word = text
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "~*<>=@+#-.".contains(c));
    is_short
        && is_word
        && (names_square(text) || text.starts_with('-') || text.to_uppercase().starts_with("O-O"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_chat() {
        for text in [
            "e2g4", "Nf3", "d1~d5", "e1*e5", "a1<>b2", "N@d4", "-N", "e7e8=Q", "O-O", "Rxf6*W",
        ] {
            assert!(is_move(text), "{text}");
        }
        for text in [
            "nice game!",
            "e2 e4",
            "ok",
            "f",
            "",
            "well played",
            "42",
            "e9",
        ] {
            assert!(!is_move(text), "{text}");
        }
    }

    #[test]
    fn commands_are_told_from_chat() {
        for text in ["move e2e4", "/games", "HELP", "draw"] {
            assert!(is_command(text), "{text}");
        }
        for text in ["e2e4", "moves", "", "3"] {
            assert!(!is_command(text), "{text}");
        }
    }
}
