//! A platform that leaks secrets, each in another way, as proof that the laws detect it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use api::{
    Answer, Capabilities, ChannelId, Chat, ChatError, Checkup, Choice, Completions, Drawing, Event,
    EventId, Finding, Form, MatchId, Message, MessageId, Nonce, Picture, Place, Platform, Private,
    Public, Speaker, TurnPush, UserId,
};
use async_trait::async_trait;
use rules::{Action, Game, Glyph};
use store::writer::Writer;

use super::{PEOPLE, block_on, found, laws::check_leaks, page::PageParticipants};

/// A way of leaking a secret.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leak {
    /// A post of a seat's view in words.
    SeatView,
    /// Completions without the moves that would not reach their target.
    Legality,
    /// A public picture whose file depends on the truth, or is drawn from a seat's view.
    Picture,
    /// A file name that depends on the truth.
    FileName,
    /// A number of edits of a post that depends on the truth.
    Edits,
    /// A number of private messages that depends on the truth.
    Whispers,
    /// The words of a refusal that depend on the truth.
    Refusal,
    /// The words of a push that depend on the truth.
    PushText,
    /// A number of pushes that depends on the truth.
    Pushes,
}

impl Leak {
    /// The leaks by messages and answers.
    const SAID: [Leak; 7] = [
        Leak::SeatView,
        Leak::Legality,
        Leak::Picture,
        Leak::FileName,
        Leak::Edits,
        Leak::Whispers,
        Leak::Refusal,
    ];
}

/// A platform with a leak.
pub(super) struct LeakyChat {
    chat: Arc<dyn Chat>,
    writer: Writer,
    id: MatchId,
    leak: Leak,
    n_leaks: AtomicU32,
}

/// Returns a hash of the true position, which no reader should be able to detect.
pub(super) fn truth(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.truth().as_view().position.hash(&mut hasher);
    hasher.finish()
}

impl LeakyChat {
    /// Creates a platform that leaks from a match in the writer's store.
    pub(super) fn new(chat: Arc<dyn Chat>, writer: Writer, id: MatchId, leak: Leak) -> LeakyChat {
        LeakyChat {
            chat,
            writer,
            id,
            leak,
            n_leaks: AtomicU32::new(0),
        }
    }

    /// Returns the present game of the match.
    fn game(&self) -> Game {
        let (_, record) = found(&self.writer, self.id);
        record.replay().expect("records replay")
    }

    fn truth(&self) -> u64 {
        truth(&self.game())
    }

    fn is_odd(&self) -> bool {
        self.truth() % 2 == 1
    }

    async fn post_view(&self, message: &Message<Private>) -> Result<(), ChatError> {
        if let (Leak::SeatView, Some(picture)) = (self.leak, &message.picture) {
            let n = self.n_leaks.fetch_add(1, Ordering::Relaxed);
            let words = Message::text(picture.alt.clone());
            let (row, _) = found(&self.writer, self.id);
            self.chat
                .post(&Nonce(format!("leak-{n}")), &row.home.channel, &words)
                .await?;
        }
        Ok(())
    }

    fn with_leak(&self, message: &Message<Public>) -> Message<Public> {
        let mut message = message.clone();
        if let Some(picture) = message.picture.take() {
            let Picture {
                mut name,
                format,
                extent,
                mut recipe,
                alt,
                ..
            } = picture;
            let mut bytes = picture.bytes.to_vec();
            match self.leak {
                // A platform accepts one of the two.
                Leak::Picture => {
                    bytes.extend(self.truth().to_be_bytes());
                    let white = r#"{"seat":"white"}"#;
                    recipe.0 = recipe.0.replace(r#""everybody""#, white);
                }
                Leak::FileName => name.insert_str(0, if self.is_odd() { "odd-" } else { "" }),
                _ => {}
            }
            let view = self.game().public_view();
            message.picture = Some(Picture::public(&view, |_| Drawing {
                name,
                format,
                extent,
                recipe,
                bytes,
                alt,
            }));
        }
        message
    }

    /// Tells whether a move reaches its intended target.
    fn goes_through(&self, choice: &Choice) -> bool {
        let last = choice.value.rsplit([' ', ':']).next();
        let Some(Ok(Action::Move { to, .. })) = last.map(str::parse) else {
            return true;
        };
        let met = self.game().truth().as_view().glyph(to);
        !matches!(met, Some(Glyph::Banana | Glyph::Bomb | Glyph::Queen(_)))
    }
}

#[async_trait]
impl Chat for LeakyChat {
    fn platform(&self) -> Platform {
        self.chat.platform()
    }

    fn capabilities(&self) -> Capabilities {
        self.chat.capabilities()
    }

    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        let message = self.with_leak(message);
        self.chat.post(nonce, channel, &message).await
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        self.post_view(message).await?;
        self.chat.whisper(nonce, user, message).await
    }

    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        if matches!(self.leak, Leak::Edits) && self.is_odd() {
            // An edit that changes nothing is seen by no reader.
            let mut other = new.clone();
            other.text.push('.');
            self.chat.edit(message, &other).await?;
        }
        self.chat.edit(message, new).await
    }

    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError> {
        self.post_view(new).await?;
        if matches!(self.leak, Leak::Whispers) && self.is_odd() {
            let mut other = new.clone();
            other.text.push('.');
            self.chat.edit_whisper(user, message, &other).await?;
        }
        self.chat.edit_whisper(user, message, new).await
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        let mut answer = answer.clone();
        if matches!(self.leak, Leak::Refusal)
            && answer.message.text.contains("rule:")
            && self.is_odd()
        {
            answer.message.text.push('!');
        }
        self.chat.answer(event, &answer).await
    }

    async fn open_thread(
        &self,
        message: &MessageId,
        name: &str,
        people: &[&UserId],
    ) -> Result<Option<ChannelId>, ChatError> {
        self.chat.open_thread(message, name, people).await
    }

    async fn show_form(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        self.chat.show_form(event, form).await
    }

    async fn examine(&self, event: &Event, checkup: Checkup) -> Result<Vec<Finding>, ChatError> {
        self.chat.examine(event, checkup).await
    }

    async fn person(&self, place: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        self.chat.person(place, written).await
    }

    async fn people(&self, beginning: &str) -> Result<Vec<String>, ChatError> {
        self.chat.people(beginning).await
    }

    fn has_devices(&self) -> Result<bool, ChatError> {
        self.chat.has_devices()
    }

    async fn push_turn(&self, turn: &TurnPush) -> Result<(), ChatError> {
        let mut turn = turn.clone();
        if matches!(self.leak, Leak::Pushes) && self.is_odd() {
            self.chat.push_turn(&turn).await?;
            // A platform pushes each nonce once.
            turn.nonce.0.push('2');
        }
        if matches!(self.leak, Leak::PushText) && self.is_odd() {
            turn.text.push('.');
        }
        self.chat.push_turn(&turn).await
    }

    async fn complete(&self, event: &EventId, offered: &Completions) -> Result<(), ChatError> {
        let mut offered = offered.clone();
        if matches!(self.leak, Leak::Legality) {
            offered.choices.retain(|choice| self.goes_through(choice));
        }
        self.chat.complete(event, &offered).await
    }
}

#[test]
fn a_bot_that_gives_a_secret_away_is_found_out() {
    block_on(async {
        check_leaks(&PageParticipants::gather(&PEOPLE).await, &Leak::SAID, 63).await
    });
}
