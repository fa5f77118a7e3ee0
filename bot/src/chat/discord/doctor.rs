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

/// What we may do in a channel of a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub(super) permissions: Permissions,
    /// Whether the channel is a thread.
    pub(super) is_thread: bool,
}

impl Here {
    fn lacks(&self, needed: Permissions) -> bool {
        !self
            .permissions
            .intersects(needed | Permissions::ADMINISTRATOR)
    }
}

/// What a missing permission breaks, and what to do about it.
fn missing(permission: Permissions, what: &str) -> String {
    format!(
        "I lack the permission {} in this channel, so I cannot {what}. Whoever manages the channel can give it to me \
         under Edit Channel, Permissions.",
        permission.get_permission_names().join(", ")
    )
}

impl Discord {
    pub(super) async fn checkup(
        &self,
        waiting: &Waiting,
        event: &Event,
    ) -> Result<Vec<Finding>, Failure> {
        let mut findings = vec![Finding::good("I hear you, and this answer reached you.")];
        if let Some(permissions) = &waiting.permissions {
            findings.extend(self.permission_findings(permissions));
        }
        findings.push(self.direct_messages(event).await?);
        Ok(findings)
    }

    /// Each permission that is missing, or that none is.
    fn permission_findings(&self, here: &Here) -> Vec<Finding> {
        let missing: Vec<_> = NEEDED
            .into_iter()
            .filter(|(needed, _)| self.is_needed(*needed, here.is_thread) && here.lacks(*needed))
            .map(|(needed, what)| Finding::bad(missing(needed, what)))
            .collect();
        if missing.is_empty() {
            return vec![Finding::good(
                "I have all the permissions that I need in this channel.",
            )];
        }
        missing
    }

    fn is_needed(&self, permission: Permissions, in_thread: bool) -> bool {
        if in_thread {
            // A thread has no threads of its own.
            let only_outside = Permissions::SEND_MESSAGES | Permissions::CREATE_PUBLIC_THREADS;
            return !only_outside.contains(permission);
        }
        let for_threads =
            Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
        self.settings.threads || !for_threads.contains(permission)
    }

    /// Why nothing can be posted where an interaction comes from.
    pub(super) fn obstacle_for(&self, waiting: &Waiting) -> Option<String> {
        let here = waiting.permissions.as_ref()?;
        let to_post = [
            Permissions::VIEW_CHANNEL,
            if here.is_thread {
                Permissions::SEND_MESSAGES_IN_THREADS
            } else {
                Permissions::SEND_MESSAGES
            },
            Permissions::ATTACH_FILES,
        ];
        NEEDED
            .into_iter()
            .find(|(needed, _)| to_post.contains(needed) && here.lacks(*needed))
            .map(|(needed, what)| missing(needed, what))
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
