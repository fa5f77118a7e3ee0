//! Posts the message of a delivery, at most once. Posts it in the thread of the match or else in its channel. If both refuse
//! it, sends it to the players in direct messages.

use std::sync::Arc;

use rules::Color;
use tracing::{debug, warn};

use super::{
    context::{Audience, DeliveryContext, PlaceContext, nothing_to_post},
    error::DeliveryError,
};
use api::{ChannelId, ChatError, Message, MessageId, Nonce, Private, Public, UserId};
use service::{
    ChannelLoss, Delivery, DeliveryId, DeliveryKind, Player, Readers, Sent, Stage, Thread,
    loss_changed, mark_sent, read_followers, read_loss, read_thread, shows_end, thread_changed,
    thread_opened,
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

impl DeliveryContext<'_> {
    /// Posts the delivery, stores that, and checks whether the player to decide is still there.
    pub(super) async fn post(&self) -> Result<(), DeliveryError> {
        let (row, delivery) = (self.row, self.delivery);
        let sent = match self.post_once().await {
            // If the reader accepts no direct messages, a reply reports that and shows the view.
            Err(DeliveryError::Refused(reason)) if self.is_for_one() => {
                warn!(id = %row.id, row = row.n, reason, "cannot post a message");
                Sent::new(delivery, None)
            }
            sent => sent?,
        };
        let mut changes = mark_sent(row, &sent);
        if let Readers::Place(place) = row.to
            && shows_end(&self.game_match, delivery)
        {
            read_followers(&self.dispatcher.writer, row.id, place)?.let_go(
                row.id,
                place,
                &mut changes,
            );
        }
        self.dispatcher.commit(changes).await?;
        if let DeliveryKind::Board | DeliveryKind::BoardAnswered(_) = delivery.kind {
            self.archive_thread_of_ended().await?;
        }
        if delivery.kind.is_board()
            && let Err(error) = self.notice_absence().await
        {
            error.log(
                row.id,
                "cannot read whether a player has left; the other player is not notified",
            );
        }
        Ok(())
    }

    /// Posts the delivery as a message of its own.
    async fn post_once(&self) -> Result<Sent, DeliveryError> {
        match &self.audience {
            Audience::Place(place) => self.post_in_place(place).await,
            Audience::Seat(seat, user) => {
                let message = self.private_message(*seat, false).await?;
                let message = match self.send_directly(user, &message).await {
                    Err(ChatError::Refused(_)) if self.delivery.kind == DeliveryKind::Reminder => {
                        self.remind_in_place(*seat, user).await?
                    }
                    message => message?,
                };
                Ok(Sent::new(self.delivery, Some(message)))
            }
        }
    }

    async fn post_in_place(&self, place: &PlaceContext) -> Result<Sent, DeliveryError> {
        let replaces = self.replaces_board(place, self.delivery)?;
        let log = if replaces {
            Some(self.seen_by_all()?)
        } else {
            None
        };
        let mut message = self.public_message(place, false, log).await?;
        if replaces && let Some(sent) = self.replace_board_before(place, &message).await? {
            return Ok(sent);
        }
        // If a later board waits behind this one, the mentioned player has moved or taken back.
        let n_inputs = self.delivery.n_inputs;
        let is_later = |later: &Delivery| later.kind.is_board() && later.n_inputs != n_inputs;
        if self.delivery.kind.is_board()
            && self.dispatcher.next_behind(self.row, is_later)?.is_some()
        {
            message.mentions.clear();
        }
        let message = match &place.reader {
            Some(user) => {
                let message = self.as_seen_by(user, message).await?;
                self.send_directly(user, &message).await?
            }
            None => self.post_in_thread_or_channel(place, message).await?,
        };
        Ok(Sent {
            bell: self.bell_moved(place, &message).await?,
            ..Sent::new(self.delivery, Some(message))
        })
    }

    async fn send_directly(
        &self,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        let nonce = nonce(self.row);
        self.announce_retry(&nonce);
        self.chat.whisper(&nonce, user, message).await
    }

    /// Posts a reminder in the place of the match, for a player who accepts no direct messages.
    async fn remind_in_place(
        &self,
        seat: Color,
        user: &UserId,
    ) -> Result<MessageId, DeliveryError> {
        let place = self.game_match.place_of(user);
        let (number, _) = place.ok_or_else(nothing_to_post)?;
        let delivery = Delivery {
            kind: DeliveryKind::ReminderHere(seat),
            ..self.delivery
        };
        let game_match = Arc::clone(&self.game_match);
        let readers = Readers::Place(number);
        let there =
            DeliveryContext::read(self.dispatcher, game_match, self.row, readers, delivery)?;
        let Audience::Place(place) = &there.audience else {
            return Err(nothing_to_post());
        };
        let message = there.public_message(place, false, None).await?;
        there.post_in_thread_or_channel(place, message).await
    }

    /// Makes the platform search for the message of a doubtful row before it posts it.
    pub(super) fn announce_retry(&self, nonce: &Nonce) {
        if self.dispatcher.doubtful.contains(self.row) {
            self.chat.may_have_said(nonce.clone());
        }
    }

    /// Posts in the thread of the match, else in its channel. Tries a lost thread again each time. If both refuse the post, the
    /// players get it in direct messages, so that they can play on there.
    async fn post_in_thread_or_channel(
        &self,
        place: &PlaceContext,
        message: Message<Public>,
    ) -> Result<MessageId, DeliveryError> {
        let id = self.row.id;
        let found = self.thread(place).await?;
        if let ThreadFound::There(thread) = &found {
            match self.post_in_channel(&thread.channel, &message).await {
                Err(ChatError::Refused(reason)) if thread.is_lost => {
                    debug!(%id, reason, "the thread of a match is still unreachable");
                }
                Err(ChatError::Refused(reason)) => {
                    warn!(%id, reason, "the thread of a match is unreachable");
                }
                posted => {
                    let posted = posted?;
                    self.store_thread(place, thread.clone(), false).await?;
                    self.store_loss(place, None).await?;
                    return Ok(posted);
                }
            }
        }
        let plain = message.clone();
        let language = self.dispatcher.language_in(&place.place);
        let message = match &found {
            ThreadFound::There(thread) if !thread.is_lost => {
                present::explained(message, &text::thread_lost(), language)
            }
            ThreadFound::Refused => present::explained(message, &text::thread_refused(), language),
            ThreadFound::There(_) | ThreadFound::Missing => message,
        };
        match self.post_in_channel(&place.place.channel, &message).await {
            Err(ChatError::Refused(reason)) => {
                // The match did not continue there.
                self.send_to_players(place, plain).await?;
                Err(DeliveryError::Refused(reason))
            }
            posted => {
                let posted = posted?;
                if let ThreadFound::There(thread) = found {
                    self.store_thread(place, thread, true).await?;
                }
                self.store_loss(place, None).await?;
                Ok(posted)
            }
        }
    }

    async fn post_in_channel(
        &self,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        let nonce = nonce(self.row);
        self.announce_retry(&nonce);
        self.chat.post(&nonce, channel, message).await
    }

    /// Stores whether the channel of a place accepts posts, if that has changed.
    async fn store_loss(
        &self,
        place: &PlaceContext,
        loss: Option<ChannelLoss>,
    ) -> Result<(), DeliveryError> {
        let (id, number) = (self.row.id, place.number);
        if read_loss(&self.dispatcher.writer, id, number)? == loss {
            return Ok(());
        }
        let changes = loss_changed(id, number, loss);
        self.dispatcher.commit(changes).await
    }

    /// Stores whether the thread of a match accepts posts, if that has changed.
    async fn store_thread(
        &self,
        place: &PlaceContext,
        thread: Thread,
        is_lost: bool,
    ) -> Result<(), DeliveryError> {
        if thread.is_lost == is_lost {
            return Ok(());
        }
        let changes = thread_changed(self.row.id, place.number, thread, is_lost);
        self.dispatcher.commit(changes).await
    }

    /// Returns the thread of a match. If the place has threads, it is opened with the first board.
    async fn thread(&self, place: &PlaceContext) -> Result<ThreadFound, DeliveryError> {
        let (id, kind) = (self.row.id, self.delivery.kind);
        // A thread begins with the challenge. A process that does not know that the challenge was posted retries it in the
        // same channel.
        if kind.is_challenge() {
            return Ok(ThreadFound::Missing);
        }
        if let Some(thread) = read_thread(&self.dispatcher.writer, id, place.number)? {
            return Ok(ThreadFound::There(thread));
        }
        if kind != DeliveryKind::Board
            || !self.chat.capabilities().threads
            || !place.settings.threads
        {
            return Ok(ThreadFound::Missing);
        }
        // The first board of a match settles its challenge.
        let earlier = self.earlier_sent()?;
        let challenge = earlier.filter(|sent| sent.delivery.kind.is_challenge());
        let Some(challenge) = challenge.and_then(|sent| sent.message) else {
            return Ok(ThreadFound::Missing);
        };
        let game_match = &self.game_match;
        let language = self.dispatcher.language_in(&place.place);
        let name = present::thread_name(&game_match.public(), language);
        let players = game_match.players().into_iter();
        let people: Vec<_> = players
            .map(Player::account)
            .filter(|user| game_match.plays_in(user, place.number))
            .collect();
        match self.chat.open_thread(&challenge, &name, &people).await {
            Ok(None) => Ok(ThreadFound::Missing),
            Ok(Some(channel)) => {
                let thread = Thread {
                    channel,
                    is_lost: false,
                };
                let changes = thread_opened(id, place.number, &thread);
                self.dispatcher.commit(changes).await?;
                Ok(ThreadFound::There(thread))
            }
            Err(ChatError::Refused(reason)) => {
                warn!(%id, reason, "cannot create a thread for a match");
                Ok(ThreadFound::Refused)
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Makes the platform archive the thread of a finished match a day later. If that fails, the platform archives it later.
    async fn archive_thread_of_ended(&self) -> Result<(), DeliveryError> {
        let Readers::Place(number) = self.row.to else {
            return Ok(());
        };
        let Stage::Over(_) = self.game_match.stage else {
            return Ok(());
        };
        let id = self.row.id;
        let Some(thread) = read_thread(&self.dispatcher.writer, id, number)? else {
            return Ok(());
        };
        if let Err(error) = self.chat.close_thread(&thread.channel).await {
            warn!(%id, %error, "cannot shorten the archive time of the thread of a finished match");
        }
        Ok(())
    }

    /// Sends the players of a place a post that its channel refuses. The first of these messages reports that the channel
    /// refuses posts.
    async fn send_to_players(
        &self,
        place: &PlaceContext,
        post: Message<Public>,
    ) -> Result<(), DeliveryError> {
        let (row, game_match) = (self.row, &self.game_match);
        let lost_before = read_loss(&self.dispatcher.writer, row.id, place.number)?;
        let loss = lost_before.unwrap_or(ChannelLoss {
            since: row.n,
            told: None,
        });
        // The rows of a seat have separate numbers.
        let is_of_place = row.to == Readers::Place(place.number);
        if is_of_place && loss.told >= Some(row.n) {
            return Ok(());
        }
        // The loss is stored first, so that a post repeated after a crash reads the same.
        self.store_loss(place, Some(loss)).await?;
        for (n, player) in game_match.players().into_iter().enumerate() {
            let user = player.account();
            if !game_match.plays_in(user, place.number) {
                continue;
            }
            let mut message = post.clone();
            if loss.since == row.n {
                let usual = self.dispatcher.usual_language_of(player, game_match);
                let language = self.dispatcher.language_of(user, usual);
                message = present::explained(message, &text::channel_lost(game_match.id), language);
            }
            let nonce = nonce_to(row, n);
            self.announce_retry(&nonce);
            match self.chat.whisper(&nonce, user, &message.into()).await {
                Err(ChatError::Refused(reason)) => {
                    warn!(id = %game_match.id, reason, "a player is unreachable");
                }
                sent => {
                    sent?;
                }
            }
        }
        if !is_of_place {
            return Ok(());
        }
        let row_n = Some(row.n);
        self.store_loss(
            place,
            Some(ChannelLoss {
                told: row_n,
                ..loss
            }),
        )
        .await
    }
}

/// Returns the nonce of a row. Each reader has separate numbers, so that no reader can count the messages to others.
pub(super) fn nonce(row: DeliveryId) -> Nonce {
    Nonce(match row.to {
        Readers::Place(0) => format!("{}-{}", row.id, row.n),
        Readers::Place(number) => format!("{}-p{number}-{}", row.id, row.n),
        Readers::Seat(color) => format!("{}-{color}-{}", row.id, row.n),
    })
}

/// Returns the nonce of the message to the nth player of a row's readers, sent if their channel refuses the post.
fn nonce_to(row: DeliveryId, n: usize) -> Nonce {
    Nonce(format!("{}-to-{n}", nonce(row).0))
}

/// Returns the nonce of the bell of a row.
pub(super) fn nonce_of_bell(row: DeliveryId) -> Nonce {
    Nonce(format!("{}-bell", nonce(row).0))
}
