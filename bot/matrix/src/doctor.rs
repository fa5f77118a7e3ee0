//! Checks which features work for a person in a room, and which do not.

use matrix_sdk::{
    Room,
    ruma::events::{MessageLikeEventType, room::power_levels::RoomPowerLevels},
};

use super::{
    adapter::Matrix, direct::Requested, events::OpenEvent, failure::Failure, identity,
    room_state::is_encrypted,
};
use api::{Finding, Message, Private};
use text::{Language, Text};

impl Matrix {
    pub(super) async fn powers(room: &Room) -> Option<RoomPowerLevels> {
        room.power_levels().await.ok()
    }

    /// Tells whether the bot can redact the messages of others in a room.
    pub(super) async fn may_remove(&self, room: &Room) -> bool {
        Matrix::powers(room)
            .await
            .is_some_and(|powers| powers.user_can_redact_event_of_other(&self.account))
    }

    /// Returns the reason that the bot cannot post in a room.
    pub(super) async fn obstacle_in(&self, room: &Room) -> Option<Text> {
        let powers = Matrix::powers(room).await?;
        let may_speak =
            powers.user_can_send_message(&self.account, MessageLikeEventType::RoomMessage);
        (!may_speak).then(text::matrix_mute)
    }

    pub(super) async fn checkup(
        &self,
        open: &OpenEvent,
        language: Language,
    ) -> Result<Vec<Finding>, Failure> {
        let mut findings = vec![Finding::receives()];
        let room = self.joined(&open.room)?;
        if !open.is_direct {
            findings.push(match self.obstacle_in(&room).await {
                Some(obstacle) => Finding::bad(obstacle),
                None => Finding::good(text::matrix_speaks()),
            });
            findings.push(if self.may_remove(&room).await {
                Finding::good(text::matrix_removes())
            } else {
                Finding::bad(text::matrix_removes_not())
            });
        }
        findings.push(Finding::good(if is_encrypted(&room).await? {
            text::matrix_encrypted()
        } else {
            text::matrix_plain()
        }));
        findings.push(if identity::is_signed(&self.client).await {
            Finding::good(text::matrix_signed())
        } else {
            Finding::bad(text::matrix_signed_not())
        });
        if self.send_limiter.is_limited() {
            findings.push(Finding::bad(text::matrix_limited()));
        }
        findings.push(self.direct_messages(open, language).await?);
        findings.extend(self.session_finding(&open.by).await?);
        Ok(findings)
    }

    /// Checks whether the person can be written to. The only way to know is to write.
    async fn direct_messages(
        &self,
        open: &OpenEvent,
        language: Language,
    ) -> Result<Finding, Failure> {
        let message: Message<Private> = Message::text(language.localize(&text::doctor_try()));
        let name = format!("doctor-{}", open.event);
        let sending = async {
            let room = self.direct(&open.by, Requested::Yes).await?;
            self.say_to(&room, &open.by, &name, &message, None).await
        };
        match sending.await {
            Ok(_) => Ok(Finding::writes()),
            Err(Failure::Refused(_)) => {
                Ok(Finding::bad(text::matrix_closed(self.account.as_str())))
            }
            Err(failure) => Err(failure),
        }
    }
}
