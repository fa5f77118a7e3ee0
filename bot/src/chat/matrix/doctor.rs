//! What works for somebody where they are, and what does not.

use matrix_sdk::{
    Room,
    ruma::events::{MessageLikeEventType, room::power_levels::RoomPowerLevels},
};

use super::{adapter::Matrix, direct::Asked, events::OpenEvent, failure::Failure};
use crate::ports::{Finding, Message, Private};

const MUTE: &str = "I may not speak in this room, so I cannot post challenges and boards. Whoever manages the room can raise \
                    my power level under Room Settings, Roles & Permissions, or lower the one that is needed to send messages.";

const NO_HAND: &str = "I may not remove messages in this room, so a move that tells a secret stays where everybody reads it. \
                       Whoever manages the room can raise my power level to that of a moderator.";

impl Matrix {
    async fn powers(room: &Room) -> Option<RoomPowerLevels> {
        room.power_levels().await.ok()
    }

    /// Why nothing can be posted in a room.
    pub(super) async fn obstacle_in(&self, room: &Room) -> Option<String> {
        let powers = Matrix::powers(room).await?;
        let may_speak =
            powers.user_can_send_message(&self.account, MessageLikeEventType::RoomMessage);
        (!may_speak).then(|| MUTE.to_owned())
    }

    pub(super) async fn checkup(&self, open: &OpenEvent) -> Result<Vec<Finding>, Failure> {
        let mut findings = vec![Finding::good("I hear you.")];
        let room = self.joined(&open.room)?;
        if !open.is_direct {
            findings.push(match self.obstacle_in(&room).await {
                Some(obstacle) => Finding::bad(obstacle),
                None => Finding::good("I may speak in this room."),
            });
            let may_remove = Matrix::powers(&room)
                .await
                .is_some_and(|powers| powers.user_can_redact_event_of_other(&self.account));
            findings.push(if may_remove {
                Finding::good("I may remove a move that was to be secret.")
            } else {
                Finding::bad(NO_HAND)
            });
        }
        let is_encrypted = room.latest_encryption_state().await?.is_encrypted();
        findings.push(Finding::good(if is_encrypted {
            "This room is encrypted, and I can read you."
        } else {
            "This room is not encrypted."
        }));
        findings.push(self.direct_messages(open).await?);
        Ok(findings)
    }

    /// Whether the person can be written to. The only way to know is to write.
    async fn direct_messages(&self, open: &OpenEvent) -> Result<Finding, Failure> {
        let message: Message<Private> =
            Message::text("This is to see whether I can write to you directly. I can.");
        let said = match self.direct(&open.by, Asked::Yes).await {
            Ok(room) => {
                let name = format!("doctor-{}", open.event);
                self.say_to(&room, &open.by, &name, &message, None).await
            }
            Err(failure) => Err(failure),
        };
        match said {
            Ok(_) => Ok(Finding::good("I can write to you directly.")),
            Err(failure) if failure.is_refused() => Ok(Finding::bad(format!(
                "I cannot write to you directly, so you do not get what is for you alone. Open a direct chat with me, {}.",
                self.account
            ))),
            Err(failure) => Err(failure),
        }
    }
}
