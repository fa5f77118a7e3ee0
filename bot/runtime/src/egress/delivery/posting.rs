//! Posts the message of a delivery, at most once.

use std::sync::Arc;

use rules::Color;
use tracing::warn;

use super::{
    context::{Audience, DeliveryContext, PlaceContext, nothing_to_post},
    error::DeliveryError,
};
use api::{ChatError, Message, MessageId, Nonce, Private, UserId};
use service::{
    Delivery, DeliveryId, DeliveryKind, Readers, Sent, mark_sent, read_followers, shows_end,
};

impl DeliveryContext<'_> {
    /// Posts the delivery, stores that, and checks whether the player to decide is still there.
    pub(super) async fn post(&self) -> Result<(), DeliveryError> {
        let (row, delivery) = (self.row, self.delivery);
        let sent = match self.post_once().await {
            // A reader who takes no direct messages learns so from a reply, which also shows the view.
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
        let mut message = self.public_message(place, false).await?;
        if self.replaces_board(place, self.delivery)?
            && let Some(sent) = self.replace_board_before(place, &message).await?
        {
            return Ok(sent);
        }
        // If a later board waits behind this one, the player whom it mentions has moved or taken back.
        let ply = self.delivery.ply;
        let is_later = |later: &Delivery| later.kind.is_board() && later.ply != ply;
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

    /// Posts a reminder in the place of the match, for a player who takes no direct messages.
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
        let message = there.public_message(place, false).await?;
        there.post_in_thread_or_channel(place, message).await
    }

    /// Has the platform search for a message of a doubtful row before it posts it.
    pub(super) fn announce_retry(&self, nonce: &Nonce) {
        if self.dispatcher.doubtful.contains(self.row) {
            self.chat.may_have_said(nonce.clone());
        }
    }
}

/// Returns the nonce of a row. Rows are numbered for each reader apart, so that no reader can count the messages to others.
pub(super) fn nonce(row: DeliveryId) -> Nonce {
    Nonce(match row.to {
        Readers::Place(0) => format!("{}-{}", row.id, row.n),
        Readers::Place(number) => format!("{}-p{number}-{}", row.id, row.n),
        Readers::Seat(color) => format!("{}-{color}-{}", row.id, row.n),
    })
}

/// Returns the nonce of the message to the nth player of a row's readers, sent if their channel refuses the post.
pub(super) fn nonce_to(row: DeliveryId, n: usize) -> Nonce {
    Nonce(format!("{}-to-{n}", nonce(row).0))
}

/// Returns the nonce of the bell of a row.
pub(super) fn nonce_of_bell(row: DeliveryId) -> Nonce {
    Nonce(format!("{}-bell", nonce(row).0))
}
