//! Challenges in groups, where the bot only replies: a reply announces them, and they are played in direct messages.

use tracing::warn;

use crate::{
    Core,
    decider::pending::PendingReply,
    egress::delivery::Deliveries,
    pauses::{after_pauses, in_time},
};
use api::{Answer, ChatError, Event, EventId, MatchId, Message, Nonce, Place, Public, UserId};
use command::{Control, Intent};
use present::Render;
use service::{ChallengeDone, Done};
use text::{Language, Text};

/// Returns the challenge of a control that is pressed where the bot only replies. It may be a control of its announcement.
fn pressed(event: &Event) -> Option<MatchId> {
    match event.intent {
        Intent::Press(Control::Accept(id) | Control::Decline(id) | Control::PlayProgram(id))
            if event.place == Place::Group =>
        {
            Some(id)
        }
        _ => None,
    }
}

/// Returns the nonce of the greeting to an account that will play a match. The bot posts it once, even if the person accepts
/// repeatedly.
fn greeting_of(id: MatchId, account: &UserId) -> Nonce {
    let whose = EventId::new(account.platform, format!("{}{id}", account.id));
    Nonce::of_event("hail", &whose)
}

impl Core {
    /// Writes to the account that will play a challenge accepted where the bot only replies. Returns the refusal if the account
    /// accepts no messages. There is no other way to find out.
    pub(crate) async fn greet(&self, event: &Event, language: Language) -> Option<Text> {
        let Intent::Press(Control::Accept(id)) = &event.intent else {
            return None;
        };
        if event.place != Place::Group {
            return None;
        }
        let account = self.deliveries.plays_by_message(*id, &event.speaker.id)?;
        let chat = self.chats.get(account.platform)?;
        let greeting = present::text_answer(&text::group_greeting(), language).message;
        let nonce = greeting_of(*id, &account);
        match in_time(after_pauses(|| chat.whisper(&nonce, &account, &greeting))).await {
            Ok(_) => None,
            Err(ChatError::Refused(_)) => Some(text::refusal_unreachable()),
            Err(error) => {
                warn!(%error, "cannot check whether a player accepts direct messages");
                None
            }
        }
    }
}

impl PendingReply {
    /// Returns the reply to the acceptance of a challenge where the bot only replies, if the person plays it in direct
    /// messages.
    pub(crate) fn accepted(&self, done: Option<&Done>, deliveries: &Deliveries) -> Option<Answer> {
        let accepted = done.filter(|_| self.event.place == Place::Group)?;
        let Done::Challenge(ChallengeDone::Accepted(id)) = accepted else {
            return None;
        };
        let is_there = deliveries.is_played_by_message(*id, &self.event.speaker.id);
        let text = is_there.then(|| text::done_accepted_by_message(*id))?;
        Some(Answer {
            message: present::text_answer(&text, self.language).message,
            ..accepted.render(self.language)
        })
    }

    /// Announces a challenge that was opened or posted again where the bot only replies, after the reply.
    pub(crate) async fn announce(&self, done: &Done, deliveries: &Deliveries) {
        if let Done::Challenge(ChallengeDone::Opened(id) | ChallengeDone::Posted(id)) = done
            && let Some(message) = self.announcement(*id, deliveries)
            && let Err(error) = self.chat.announce(&self.event.id, &message).await
        {
            warn!(%error, "cannot announce a challenge");
        }
    }

    /// Updates the announcement of a challenge if one of its controls was pressed. This precedes the reply, as the challenge
    /// may have been settled elsewhere.
    pub(crate) async fn update_announcement(&self, deliveries: &Deliveries) {
        if let Some(id) = pressed(&self.event)
            && deliveries.is_settled(id)
            && let Some(message) = self.announcement(id, deliveries)
            && let Err(error) = in_time(self.chat.settle(&self.event.id, &message)).await
        {
            warn!(%error, "cannot update the announcement of a challenge");
        }
    }

    fn announcement(&self, id: MatchId, deliveries: &Deliveries) -> Option<Message<Public>> {
        let is_in_group = self.event.place == Place::Group;
        let announcement = is_in_group.then(|| deliveries.announcement(id))?;
        announcement.unwrap_or_else(|error| {
            error.log(id, "a challenge could not be announced");
            None
        })
    }
}
