//! What only makes better looking what was said before, done when nobody waits for anything else. After a restart it is not
//! done any more.

use std::{convert::Infallible, sync::Arc, time::Duration};

use matrix_sdk::{
    Room,
    ruma::{EventId, OwnedUserId},
};
use serde_json::{Map, Value};
use tracing::debug;

use super::{
    adapter::Matrix,
    failure::Failure,
    pace::Urgency,
    touches::{Retouch, Touch},
};

/// How long it waits for others.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

impl Matrix {
    /// Does what waits, for as long as the bot is there.
    pub(super) async fn retouch(self: &Arc<Matrix>) -> Infallible {
        loop {
            self.touches.until_some().await;
            // What is newest when the turn comes is what is done.
            let turn = self.pace.turn("", Urgency::Later);
            let turn = match tokio::time::timeout(PATIENCE, turn).await {
                Ok(turn) => turn,
                Err(_) => self.pace.turn("", Urgency::Now).await,
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

    /// Changes the words of a message, at once where the homeserver takes everything.
    pub(super) async fn change_in_time(
        &self,
        room: &Room,
        event: &EventId,
        new: Map<String, Value>,
        reader: Option<OwnedUserId>,
    ) -> Result<(), Failure> {
        if !self.pace.is_limited() {
            return self.change(room, &event.to_owned(), new).await;
        }
        self.touches.add(Touch {
            room: room.room_id().to_owned(),
            event: event.to_owned(),
            how: Retouch::Change { new, reader },
        });
        Ok(())
    }

    async fn touch(&self, touch: &Touch) -> Result<(), Failure> {
        let room = self.joined(&touch.room)?;
        match &touch.how {
            Retouch::Change { new, reader } => {
                // Others may have come since.
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
