//! The single board of a match in a place, which is edited with each move. A short message below it, the bell, mentions the
//! player to move, and is deleted after their move.

use std::mem;

use tracing::warn;

use super::{
    context::{DeliveryContext, PlaceContext},
    error::DeliveryError,
    posting::nonce_of_bell,
};
use api::{ChannelId, Chat, ChatError, Message, MessageId, Nonce, Public, UserId};
use service::{Delivery, DeliveryKind, Sent, read_thread};

/// A message below a board that mentions the player to move.
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

impl DeliveryContext<'_> {
    /// Shows a board in place of the one before, and mentions the player to move below it. Returns `None` if the old message no
    /// longer exists, or the players cannot be mentioned there.
    pub(super) async fn replace_board_before(
        &self,
        place: &PlaceContext,
        message: &Message<Public>,
    ) -> Result<Option<Sent>, DeliveryError> {
        let Some((board, before)) = self.board_before(place)? else {
            return Ok(None);
        };
        let shown_with = |bell, board| Sent {
            bell,
            ..Sent::new(self.delivery, Some(board))
        };
        if self.is_outdated(place)? {
            // An earlier try may have sent the bell of this board, and the turn is over.
            let bell = if self.dispatcher.doubtful.contains(self.row) {
                self.bell(place, &board)?.find(&*self.chat).await?
            } else {
                None
            };
            return Ok(Some(shown_with(bell, board)));
        }
        let mut silent = message.clone();
        let mentioned = mem::take(&mut silent.mentions);
        let replaced = match &place.reader {
            None => self.chat.replace(&board, &silent).await,
            Some(user) => {
                let seen = self.as_seen_by(user, silent).await?;
                self.chat.edit_whisper(user, &board, &seen).await
            }
        };
        match replaced {
            Err(ChatError::Refused(_)) => return Ok(None),
            replaced => replaced?,
        }
        let bell = if mentioned.is_empty() {
            self.bell_left(before)?
        } else {
            match self.post_bell(place, &board, mentioned, false).await? {
                None => return Ok(None),
                bell => bell,
            }
        };
        Ok(Some(shown_with(bell, board)))
    }

    /// Returns the post of the board before, if it can still be edited.
    fn board_before(
        &self,
        place: &PlaceContext,
    ) -> Result<Option<(MessageId, Sent)>, DeliveryError> {
        let thread = read_thread(&self.dispatcher.writer, self.row.id, place.number)?;
        // Each board tries a lost thread again.
        if thread.is_some_and(|thread| thread.is_lost) {
            return Ok(None);
        }
        let earlier = self.earlier_sent()?;
        let earlier = earlier.filter(|sent| sent.delivery.kind.is_board());
        Ok(earlier.and_then(|sent| Some((sent.message.clone()?, sent))))
    }

    /// Returns whether the next board for the same message waits already.
    fn is_outdated(&self, place: &PlaceContext) -> Result<bool, DeliveryError> {
        let is_board = |delivery: &Delivery| delivery.kind.is_board();
        match self.dispatcher.next_behind(self.row, is_board)? {
            Some(later) => self.replaces_board(place, later),
            None => Ok(false),
        }
    }

    /// Returns the bell of the board before, if the same players are still to move.
    fn bell_left(&self, before: Sent) -> Result<Option<MessageId>, DeliveryError> {
        let Some(bell) = before.bell else {
            return Ok(None);
        };
        let decider_before = self.at(before.delivery.n_inputs)?.decider();
        let is_same = decider_before == self.snapshot()?.decider();
        Ok(is_same.then_some(bell))
    }

    /// Returns the bell of a board that is in another message than the one before. A board posted on request gets a new, silent
    /// bell that links to it.
    pub(super) async fn bell_moved(
        &self,
        place: &PlaceContext,
        board: &MessageId,
    ) -> Result<Option<MessageId>, DeliveryError> {
        if !self.chat.capabilities().replaces_posts {
            return Ok(None);
        }
        let Some(before) = self.earlier_sent()? else {
            return Ok(None);
        };
        let bell = self.bell_left(before)?;
        let (Some(_), DeliveryKind::BoardAgain) = (&bell, self.delivery.kind) else {
            return Ok(bell);
        };
        let decider = self.snapshot()?.decider();
        let Some((seat, seats)) = decider.zip(self.game_match.seats()) else {
            return Ok(bell);
        };
        let mentioned = seats[seat].account().clone();
        if !self.dispatcher.may_mention(&mentioned)? {
            return Ok(None);
        }
        let moved = self.post_bell(place, board, vec![mentioned], true).await?;
        Ok(moved.or(bell))
    }

    /// Posts the bell below its board, silent if requested. Returns `None` if the platform refuses it.
    async fn post_bell(
        &self,
        place: &PlaceContext,
        board: &MessageId,
        mentioned: Vec<UserId>,
        is_silent: bool,
    ) -> Result<Option<MessageId>, DeliveryError> {
        let mut bell = self.bell(place, board)?;
        bell.message.mentions = mentioned;
        bell.message.is_silent = is_silent;
        self.announce_retry(&bell.nonce);
        match bell.post(&*self.chat).await {
            Err(ChatError::Refused(reason)) => {
                warn!(id = %self.row.id, reason, "cannot notify a player below the board");
                Ok(None)
            }
            Err(failure) => {
                if !matches!(failure, ChatError::Limited(_)) {
                    self.dispatcher.doubtful.add(&[self.row]);
                }
                Err(failure.into())
            }
            Ok(bell) => Ok(Some(bell)),
        }
    }

    /// Composes the bell without mentions.
    fn bell(&self, place: &PlaceContext, board: &MessageId) -> Result<Bell, DeliveryError> {
        let snapshot = self.snapshot()?.public();
        let stands = (place.place.server.as_ref(), board);
        let thread = read_thread(&self.dispatcher.writer, self.row.id, place.number)?;
        let channel = &place.place.channel;
        Ok(Bell {
            nonce: nonce_of_bell(self.row),
            channel: thread.map_or_else(|| channel.clone(), |thread| thread.channel),
            reader: place.reader.clone(),
            message: present::bell(&snapshot, self.delivery.kind, stands, self.language),
        })
    }
}
