//! The one board of a match in a place. It is edited with each move. A short message, the bell, calls the player to move, and
//! is deleted after their move.

use tracing::warn;

use super::{
    Dispatcher,
    error::DeliveryError,
    posting::{Post, nonce_of_bell},
};
use api::{ChannelId, Chat, ChatError, Message, MessageId, Nonce, Public, UserId};
use command::BoardPosts;
use service::{Delivery, DeliveryId, DeliveryKind, Match, Readers, Sent, read_sent, read_thread};

/// A message below a board that calls the player to move.
struct Bell {
    nonce: Nonce,
    channel: ChannelId,
    /// The one reader, if it is sent in direct messages.
    reader: Option<UserId>,
    message: Message<Public>,
}

impl Bell {
    async fn post(self, chat: &dyn Chat) -> Result<MessageId, ChatError> {
        match &self.reader {
            None => chat.post(&self.nonce, &self.channel, &self.message).await,
            Some(reader) => {
                let message = Message::from(self.message);
                chat.whisper(&self.nonce, reader, &message).await
            }
        }
    }

    /// Finds its message, if it has been sent.
    async fn find(self, chat: &dyn Chat) -> Result<Option<MessageId>, ChatError> {
        match &self.reader {
            None => {
                let found = chat.find_post(&self.nonce, &self.channel, &self.message);
                found.await
            }
            Some(reader) => {
                let message = Message::from(self.message);
                chat.find_whisper(&self.nonce, reader, &message).await
            }
        }
    }
}

impl Dispatcher {
    /// Returns whether a board replaces the one before, in the place of a match.
    pub(super) fn keeps_up(
        &self,
        row: DeliveryId,
        delivery: Delivery,
        game_match: &Match,
    ) -> Result<bool, DeliveryError> {
        let (DeliveryKind::Board | DeliveryKind::BoardAnswered(_) | DeliveryKind::TakenBack) =
            delivery.kind
        else {
            return Ok(false);
        };
        let Readers::Place(number) = row.to else {
            return Ok(false);
        };
        let Some(place) = game_match.place(number) else {
            return Ok(false);
        };
        let chat = self.chat(place.channel.platform)?;
        // The end of a match gets a message of its own.
        Ok(chat.capabilities().replaces_posts
            && self.settings_in(place)?.boards == BoardPosts::One
            && self.snapshots.at(row.id, delivery.ply)?.decider().is_some())
    }

    /// Returns the post of the board before, if it can still be edited.
    fn board_before(&self, post: &Post) -> Result<Option<(MessageId, Sent)>, DeliveryError> {
        let thread = read_thread(&self.writer, post.row.id, post.number)?;
        // A lost thread is tried again with each board.
        if thread.is_some_and(|thread| thread.is_lost) {
            return Ok(None);
        }
        let earlier = self.earlier_sent(post.row, post.delivery)?;
        let earlier = earlier.filter(|sent| sent.delivery.kind.is_board());
        Ok(earlier.and_then(|sent| Some((sent.message.clone()?, sent))))
    }

    /// Shows a board in place of the one before, and calls the player to move. Returns `None` if the old message is gone, or
    /// the players cannot be called there.
    pub(super) async fn keep_up(
        &self,
        chat: &dyn Chat,
        post: &Post,
    ) -> Result<Option<Sent>, DeliveryError> {
        let Some((board, before)) = self.board_before(post)? else {
            return Ok(None);
        };
        if self.is_outdated(post.row)? {
            return Ok(Some(Sent {
                bell: self.find_bell(chat, post, &board).await?,
                ..Sent::new(post.delivery, Some(board))
            }));
        }
        let mut silent = post.message.clone();
        let called = std::mem::take(&mut silent.mentions);
        let replaced = match &post.reader {
            None => chat.replace(&board, &silent).await,
            Some(user) => {
                let seen = self.as_seen_by(user, post.row, post.delivery, silent);
                chat.edit_whisper(user, &board, &seen.await?).await
            }
        };
        match replaced {
            Err(ChatError::Refused(_)) => return Ok(None),
            replaced => replaced?,
        }
        let bell = if called.is_empty() {
            self.bell_left(post.row, post.delivery, before)?
        } else {
            let told = (post.row, post.delivery);
            match self.ring(chat, told, &board, (called, false)).await? {
                None => return Ok(None),
                rung => rung,
            }
        };
        Ok(Some(Sent {
            bell,
            ..Sent::new(post.delivery, Some(board))
        }))
    }

    /// Returns whether the next board waits already, to be shown in the same message.
    fn is_outdated(&self, row: DeliveryId) -> Result<bool, DeliveryError> {
        let is_board = |delivery: &Delivery| delivery.kind.is_board();
        let Some((later, delivery)) = self.next_behind(row, is_board)? else {
            return Ok(false);
        };
        let game_match = self.snapshots.game_match(row.id)?;
        self.keeps_up(later, delivery, &game_match)
    }

    /// Returns the bell of the board before, if the same players are still to move.
    fn bell_left(
        &self,
        row: DeliveryId,
        delivery: Delivery,
        before: Sent,
    ) -> Result<Option<MessageId>, DeliveryError> {
        let Some(bell) = before.bell else {
            return Ok(None);
        };
        let waits_for = |ply| Ok::<_, DeliveryError>(self.snapshots.at(row.id, ply)?.decider());
        let is_same = waits_for(before.delivery.ply)? == waits_for(delivery.ply)?;
        Ok(is_same.then_some(bell))
    }

    /// Returns the bell of a row whose board is in another message than the one before. A board that was asked for again gets
    /// a new, silent bell that links to it.
    pub(super) async fn bell_moved(
        &self,
        chat: &dyn Chat,
        (row, delivery): (DeliveryId, Delivery),
        board: &MessageId,
    ) -> Result<Option<MessageId>, DeliveryError> {
        if !chat.capabilities().replaces_posts {
            return Ok(None);
        }
        let Some(before) = self.earlier_sent(row, delivery)? else {
            return Ok(None);
        };
        let bell = self.bell_left(row, delivery, before)?;
        let (Some(_), DeliveryKind::BoardAgain) = (&bell, delivery.kind) else {
            return Ok(bell);
        };
        let game_match = self.snapshots.game_match(row.id)?;
        let waits_for = self.snapshots.at(row.id, delivery.ply)?.decider();
        let called = waits_for.zip(game_match.seats());
        let called = called.map(|(seat, seats)| seats[seat].account().clone());
        let Some(called) = called else {
            return Ok(bell);
        };
        if !self.may_call(&called)? {
            return Ok(None);
        }
        let told = (row, delivery);
        let moved = self.ring(chat, told, board, (vec![called], true)).await?;
        Ok(moved.or(bell))
    }

    /// Posts the bell below its board, silent if so asked. Returns `None` if the platform refuses it.
    async fn ring(
        &self,
        chat: &dyn Chat,
        (row, delivery): (DeliveryId, Delivery),
        board: &MessageId,
        (called, is_silent): (Vec<UserId>, bool),
    ) -> Result<Option<MessageId>, DeliveryError> {
        let Some(mut bell) = self.bell(chat, (row, delivery), board)? else {
            return Ok(None);
        };
        bell.message.mentions = called;
        bell.message.is_silent = is_silent;
        self.cast_doubt(chat, row, &bell.nonce);
        match bell.post(chat).await {
            Err(ChatError::Refused(reason)) => {
                warn!(id = %row.id, reason, "cannot notify a player below the board");
                Ok(None)
            }
            Err(failure) => {
                if !matches!(failure, ChatError::Limited(_)) {
                    self.doubtful.cast(&[row]);
                }
                Err(failure.into())
            }
            Ok(rung) => Ok(Some(rung)),
        }
    }

    /// Finds the bell of a board whose turn is over by now, if one may have been sent.
    async fn find_bell(
        &self,
        chat: &dyn Chat,
        post: &Post,
        board: &MessageId,
    ) -> Result<Option<MessageId>, DeliveryError> {
        if !self.doubtful.contains(post.row) {
            return Ok(None);
        }
        match self.bell(chat, (post.row, post.delivery), board)? {
            Some(bell) => Ok(bell.find(chat).await?),
            None => Ok(None),
        }
    }

    /// Composes the bell of a row, without mentions yet.
    fn bell(
        &self,
        chat: &dyn Chat,
        (row, delivery): (DeliveryId, Delivery),
        board: &MessageId,
    ) -> Result<Option<Bell>, DeliveryError> {
        let game_match = self.snapshots.game_match(row.id)?;
        let Readers::Place(number) = row.to else {
            return Ok(None);
        };
        let Some(place) = game_match.place(number) else {
            return Ok(None);
        };
        let snapshot = self.snapshots.at(row.id, delivery.ply)?.public();
        let stands = (place.server.as_ref(), board);
        let (language, _) = self.way_of_reading(row.to, chat.platform(), &game_match)?;
        let thread = read_thread(&self.writer, row.id, number)?;
        let reader = game_match.reader_in(number);
        Ok(Some(Bell {
            nonce: nonce_of_bell(row),
            channel: thread.map_or_else(|| place.channel.clone(), |thread| thread.channel),
            reader: reader.map(|reader| reader.account().clone()),
            message: present::bell(&snapshot, delivery.kind, stands, language),
        }))
    }

    /// Settles the post before once its successor is posted: a board in another message is settled, and an old bell is
    /// deleted.
    pub(super) async fn settle_before(
        &self,
        row: DeliveryId,
        (earlier, before): (DeliveryId, Sent),
    ) -> Result<(), DeliveryError> {
        let chat = before.message.as_ref();
        let chat = chat.and_then(|message| self.chats.get(message.platform));
        let now = if chat.is_some_and(|chat| chat.capabilities().replaces_posts) {
            read_sent(&self.writer, row)?
        } else {
            None
        };
        let bell_now = now.as_ref().and_then(|now| now.bell.as_ref());
        if let Some(bell) = before.bell.as_ref().filter(|bell| bell_now != Some(bell)) {
            match self.chat(bell.platform)?.remove(bell).await {
                Ok(()) | Err(ChatError::Refused(_)) => {}
                Err(failure) => return Err(failure.into()),
            }
        }
        if now.is_some_and(|now| now.message == before.message) {
            Ok(())
        } else {
            self.settle(earlier, before).await
        }
    }
}
