//! What works for somebody where they are, and what does not.

use serenity::all::Permissions;

use super::{
    Discord,
    body::{Audience, Parcel},
    failure::Failure,
    ids,
    invite::NEEDED,
    known,
    waiting::Waiting,
};
use crate::ports::{Event, Finding, Message, Nonce, Private};

impl Discord {
    pub(super) async fn checkup(
        &self,
        waiting: &Waiting,
        event: &Event,
    ) -> Result<Vec<Finding>, Failure> {
        let mut findings = vec![Finding::good("I hear you, and this answer reached you.")];
        if let Some(permissions) = waiting.permissions {
            findings.extend(self.missing(permissions));
        }
        findings.push(self.direct_messages(event).await?);
        Ok(findings)
    }

    /// Each permission that is missing, or that none is.
    fn missing(&self, permissions: Permissions) -> Vec<Finding> {
        let is_missing = |needed: Permissions| {
            let for_threads =
                Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
            let is_needed = self.settings.threads || !for_threads.contains(needed);
            is_needed && !permissions.intersects(needed | Permissions::ADMINISTRATOR)
        };
        let missing: Vec<_> = NEEDED
            .into_iter()
            .filter(|(needed, _)| is_missing(*needed))
            .map(|(needed, what)| {
                Finding::bad(format!(
                    "I lack the permission {} in this channel, so I cannot {what}. Whoever manages the channel can \
                     give it to me under Edit Channel, Permissions.",
                    needed.get_permission_names().join(", ")
                ))
            })
            .collect();
        if missing.is_empty() {
            return vec![Finding::good(
                "I have all the permissions that I need in this channel.",
            )];
        }
        missing
    }

    /// Whether the person can be written to. The only way to know is to write.
    async fn direct_messages(&self, event: &Event) -> Result<Finding, Failure> {
        let user = known(ids::user(&event.speaker.id), &event.speaker.id)?;
        let message: Message<Private> =
            Message::text("This is to see whether I can write to you directly. I can.");
        let nonce = Nonce(format!("doctor{}", &*event.id.id));
        let parcel = Parcel::new(&message, &nonce, Audience::Person);
        match self.whisper_to(user, parcel).await {
            Ok(_) => Ok(Finding::good("I can write to you directly.")),
            Err(failure) if failure.is_closed() => Ok(Finding::bad(
                "I cannot write to you directly, so you hear of your turns in the channel only. Press the name of \
                 this server, choose Privacy Settings, and allow direct messages.",
            )),
            Err(failure) => Err(failure),
        }
    }
}
