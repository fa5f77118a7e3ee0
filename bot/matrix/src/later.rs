//! Applies edits and reactions that only improve earlier messages, when nothing urgent waits. A restart loses them.

use std::{convert::Infallible, sync::Arc, time::Duration};

use matrix_sdk::{
    Room,
    ruma::{EventId, OwnedUserId, RoomId},
};
use serde_json::{Map, Value};
use tracing::debug;

use super::{
    adapter::Matrix,
    failure::Failure,
    send_limiter::Urgency,
    touches::{Retouch, Touch},
};

/// The time for which a change waits for others.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

impl Matrix {
    /// Applies the waiting changes for as long as the bot runs.
    pub(super) async fn retouch(self: &Arc<Matrix>) -> Infallible {
        loop {
            self.touches.until_some().await;
            // The newest change at the time of the turn is applied.
            let turn = self.send_limiter.turn("", Urgency::Later);
            let turn = match tokio::time::timeout(PATIENCE, turn).await {
                Ok(turn) => turn,
                Err(_) => self.send_limiter.turn("", Urgency::Now).await,
            };
            let Some(touch) = self.touches.next() else {
                continue;
            };
            drop(turn);
            if let Err(failure) = self.touch(&touch).await {
                debug!(?failure, "cannot edit a message");
            }
        }
    }

    /// Edits the words of a message, at once if there is no rate limit.
    pub(super) async fn change_in_time(
        &self,
        room: &Room,
        event: &EventId,
        new: Map<String, Value>,
        reader: Option<OwnedUserId>,
    ) -> Result<(), Failure> {
        if !self.send_limiter.is_limited() {
            return self.change(room, event, new).await;
        }
        self.touch_later(room.room_id(), event, Retouch::Change { new, reader });
        Ok(())
    }

    /// Queues a low-priority change to a message of a room.
    pub(super) fn touch_later(&self, room: &RoomId, event: &EventId, how: Retouch) {
        self.touches.add(Touch {
            room: room.to_owned(),
            event: event.to_owned(),
            how,
        });
    }

    async fn touch(&self, touch: &Touch) -> Result<(), Failure> {
        let room = self.joined(&touch.room)?;
        match &touch.how {
            Retouch::Change { new, reader } => {
                // Other people may have come since.
                match reader {
                    Some(user) => self.check_alone(&room, user).await?,
                    None => self.check_readers(&room).await?,
                }
                self.change(&room, &touch.event, new.clone()).await
            }
            Retouch::React(sign) => self.send_reaction(&room, &touch.event, sign).await,
            Retouch::Redact => self.send_redaction(&room, &touch.event, None).await,
        }
    }
}
