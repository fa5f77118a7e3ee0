//! Challenges among people who have taken the bot along to where it only answers: they are announced by an answer, and played
//! in direct messages.

use tracing::warn;

use super::{Core, asked::in_time, delivery::Deliveries, pending::Asking};
use crate::{
    command::Control,
    ports::{ChatError, Event, MatchId, Message, Nonce, Place, Public},
    present,
    service::{Done, Intent},
    words::{self, Text},
};

impl Core {
    /// Writes to who accepts a challenge where the bot only answers: why the match cannot be played with them, if they cannot be
    /// written to. There is no other way to know.
    pub(super) async fn greet(
        &self,
        asking: &Asking,
        event: &Event,
        intent: &Intent,
    ) -> Option<Text> {
        let Intent::Press(Control::Accept(id)) = intent else {
            return None;
        };
        let user = &event.speaker.id;
        if event.place != Place::Group || !self.deliveries.waits_for(*id, user) {
            return None;
        }
        let greeting = present::says(&words::group_greeting(), asking.language).message;
        let nonce = Nonce::of_event("hail", &event.id);
        match in_time(asking.chat.whisper(&nonce, user, &greeting)).await {
            Ok(_) => None,
            Err(ChatError::Refused(_)) => Some(words::refusal_unreachable()),
            Err(error) => {
                warn!(%error, "nobody knows whether a player can be written to");
                None
            }
        }
    }
}

impl Asking {
    /// Announces the challenge that somebody has opened where the bot only answers, once they are answered.
    pub(super) async fn announce(&self, done: &Done, deliveries: &Deliveries) {
        if let Done::Opened(id) = done
            && let Some(message) = self.announcement(*id, deliveries)
            && let Err(error) = self.chat.announce(&self.event, &message).await
        {
            warn!(%error, "a challenge was not announced");
        }
    }

    /// Shows in the announcement of a challenge what somebody has made of it there, before they are answered.
    pub(super) async fn settle(&self, done: &Done, deliveries: &Deliveries) {
        if let Done::Accepted(id) | Done::Declined(id) | Done::Withdrawn(id) = done
            && let Some(message) = self.announcement(*id, deliveries)
            && let Err(error) = self.chat.settle(&self.event, &message).await
        {
            warn!(%error, "an announcement does not show what has become of its challenge");
        }
    }

    fn announcement(&self, id: MatchId, deliveries: &Deliveries) -> Option<Message<Public>> {
        let told = self.is_in_group.then(|| deliveries.announcement(id))?;
        told.unwrap_or_else(|error| {
            error.log(id, "a challenge could not be announced");
            None
        })
    }
}
