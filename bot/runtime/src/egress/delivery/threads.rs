//! The channel of the posts about a match in each of its places: its thread, else its channel, else direct messages to its
//! players there.

use tracing::{debug, warn};

use super::{
    Dispatcher,
    error::DeliveryError,
    posting::{Post, nonce, nonce_to},
};
use api::{ChannelId, Chat, ChatError, MessageId};
use service::{
    ChannelLoss, DeliveryId, DeliveryKind, Player, Readers, Stage, Thread, loss_changed, read_loss,
    read_thread, thread_changed, thread_opened,
};

/// The state of the thread of a match.
enum ThreadFound {
    /// The thread exists, or did.
    There(Thread),
    /// There is no thread.
    Missing,
    /// There is no thread, as the platform does not let the bot open it.
    Refused,
}

impl Dispatcher {
    /// Posts in the thread of the match, else in its channel. A lost thread is tried again each time. If both refuse the post,
    /// the players get it in direct messages, so that they can play on there.
    pub(super) async fn say_somewhere(
        &self,
        chat: &dyn Chat,
        mut post: Post,
    ) -> Result<MessageId, DeliveryError> {
        let found = self.thread(chat, &post).await?;
        if let ThreadFound::There(thread) = &found {
            match self.say_post(chat, &post, &thread.channel).await {
                Err(ChatError::Refused(reason)) if thread.is_lost => {
                    debug!(id = %post.row.id, reason, "the thread of a match is still unreachable");
                }
                Err(ChatError::Refused(reason)) => {
                    warn!(id = %post.row.id, reason, "the thread of a match is unreachable");
                }
                said => {
                    let said = said?;
                    self.note_thread(&post, thread.clone(), false).await?;
                    self.note_loss(&post, None).await?;
                    return Ok(said);
                }
            }
        }
        let plain = post.message.clone();
        let language = self.language_in(&post.place);
        post.message = match &found {
            ThreadFound::There(thread) if !thread.is_lost => {
                present::thread_lost(post.message, language)
            }
            ThreadFound::Refused => present::thread_refused(post.message, language),
            ThreadFound::There(_) | ThreadFound::Missing => post.message,
        };
        match self.say_post(chat, &post, &post.place.channel).await {
            Err(ChatError::Refused(reason)) => {
                // The match did not go on there.
                post.message = plain;
                self.tell_players(chat, &post).await?;
                Err(DeliveryError::Refused(reason))
            }
            said => {
                let said = said?;
                if let ThreadFound::There(thread) = found {
                    self.note_thread(&post, thread, true).await?;
                }
                self.note_loss(&post, None).await?;
                Ok(said)
            }
        }
    }

    async fn say_post(
        &self,
        chat: &dyn Chat,
        post: &Post,
        channel: &ChannelId,
    ) -> Result<MessageId, ChatError> {
        let nonce = nonce(post.row);
        self.cast_doubt(chat, post.row, &nonce);
        chat.post(&nonce, channel, &post.message).await
    }

    /// Stores whether the channel of a place accepts posts, if that has changed.
    async fn note_loss(&self, post: &Post, loss: Option<ChannelLoss>) -> Result<(), DeliveryError> {
        let (id, place) = (post.row.id, post.number);
        if read_loss(&self.writer, id, place)? == loss {
            return Ok(());
        }
        self.commit(loss_changed(id, place, loss)).await
    }

    /// Stores whether the thread of a match accepts posts, if that has changed.
    async fn note_thread(
        &self,
        post: &Post,
        thread: Thread,
        is_lost: bool,
    ) -> Result<(), DeliveryError> {
        if thread.is_lost == is_lost {
            return Ok(());
        }
        let changes = thread_changed(post.row.id, post.number, thread, is_lost);
        self.commit(changes).await
    }

    /// Returns the thread of a match. If the place has threads, it is opened with the first board.
    async fn thread(&self, chat: &dyn Chat, post: &Post) -> Result<ThreadFound, DeliveryError> {
        let id = post.row.id;
        // A thread begins with the challenge. A process that does not know that the challenge was posted retries it in the
        // same channel.
        if post.delivery.kind.is_challenge() {
            return Ok(ThreadFound::Missing);
        }
        if let Some(thread) = read_thread(&self.writer, id, post.number)? {
            return Ok(ThreadFound::There(thread));
        }
        if post.delivery.kind != DeliveryKind::Board || !chat.capabilities().threads {
            return Ok(ThreadFound::Missing);
        }
        let Some(challenge) = self.settled_challenge(post)? else {
            return Ok(ThreadFound::Missing);
        };
        let game_match = self.snapshots.game_match(id)?;
        if !self.settings_in(&post.place)?.threads {
            return Ok(ThreadFound::Missing);
        }
        let language = self.language_in(&post.place);
        let name = present::thread_name(&game_match.public(), language);
        let players = game_match.players().into_iter();
        let people: Vec<_> = players
            .map(Player::account)
            .filter(|user| game_match.plays_in(user, post.number))
            .collect();
        match chat.open_thread(&challenge, &name, &people).await {
            Ok(None) => Ok(ThreadFound::Missing),
            Ok(Some(channel)) => {
                let thread = Thread {
                    channel,
                    is_lost: false,
                };
                self.commit(thread_opened(id, post.number, &thread)).await?;
                Ok(ThreadFound::There(thread))
            }
            Err(ChatError::Refused(reason)) => {
                warn!(%id, reason, "cannot create a thread for a match");
                Ok(ThreadFound::Refused)
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Has the platform archive the thread of a match a day later, if the match is over. If that fails, it is archived later.
    pub(super) async fn close_thread_of_ended(&self, row: DeliveryId) -> Result<(), DeliveryError> {
        let Readers::Place(number) = row.to else {
            return Ok(());
        };
        let Stage::Over(_) = self.snapshots.game_match(row.id)?.stage else {
            return Ok(());
        };
        let Some(thread) = read_thread(&self.writer, row.id, number)? else {
            return Ok(());
        };
        let chat = self.chat(thread.channel.platform)?;
        if let Err(error) = chat.close_thread(&thread.channel).await {
            warn!(id = %row.id, %error, "cannot shorten the archive time of the thread of a finished match");
        }
        Ok(())
    }

    /// Returns the message of the challenge that the first board of a match settles.
    fn settled_challenge(&self, post: &Post) -> Result<Option<MessageId>, DeliveryError> {
        let earlier = self.earlier_sent(post.row, post.delivery)?;
        let challenge = earlier.filter(|sent| sent.delivery.kind.is_challenge());
        Ok(challenge.and_then(|sent| sent.message))
    }

    /// Sends the players of a place a post that its channel refuses. The first of these messages says that the channel refuses
    /// posts.
    async fn tell_players(&self, chat: &dyn Chat, post: &Post) -> Result<(), DeliveryError> {
        let game_match = self.snapshots.game_match(post.row.id)?;
        let lost_before = read_loss(&self.writer, post.row.id, post.number)?;
        let loss = lost_before.unwrap_or(ChannelLoss {
            since: post.row.n,
            told: None,
        });
        // The rows of a seat are numbered apart.
        let is_of_place = post.row.to == Readers::Place(post.number);
        if is_of_place && loss.told >= Some(post.row.n) {
            return Ok(());
        }
        // The loss is stored first, so that a post repeated after a crash reads the same.
        self.note_loss(post, Some(loss)).await?;
        for (n, player) in game_match.players().into_iter().enumerate() {
            let user = player.account();
            if !game_match.plays_in(user, post.number) {
                continue;
            }
            let mut message = post.message.clone();
            if loss.since == post.row.n {
                let usual = self.usual_language_of(player, &game_match);
                let language = self.language_of(user, usual);
                message = present::channel_lost(&game_match.public(), message, language);
            }
            let nonce = nonce_to(post.row, n);
            self.cast_doubt(chat, post.row, &nonce);
            match chat.whisper(&nonce, user, &message.into()).await {
                Err(ChatError::Refused(reason)) => {
                    warn!(id = %game_match.id, reason, "a player is unreachable");
                }
                told => {
                    told?;
                }
            }
        }
        if !is_of_place {
            return Ok(());
        }
        let told = Some(post.row.n);
        self.note_loss(post, Some(ChannelLoss { told, ..loss }))
            .await
    }
}
