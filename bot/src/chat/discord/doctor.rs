//! What works for somebody where they are, and what does not.

use serenity::all::Permissions;

use super::{
    adapter::Discord, body::Parcel, failure::Failure, ids, interactions::OpenInteraction,
    permissions::Access,
};
use crate::{
    chat::kit::known,
    ports::{Checkup, Event, Finding, Message, Nonce, Private},
    words::{self, Language},
};

impl Discord {
    pub(super) async fn checkup(
        &self,
        open: &OpenInteraction,
        event: &Event,
        checkup: Checkup,
    ) -> Result<Vec<Finding>, Failure> {
        let mut findings = vec![Finding::heard()];
        if let Some(access) = open.access {
            findings.extend(self.permission_findings(access, checkup.threads));
        }
        findings.push(self.direct_messages(event, checkup.language).await?);
        Ok(findings)
    }

    /// Each permission that is missing, or that none is.
    fn permission_findings(&self, access: Access, threads: bool) -> Vec<Finding> {
        let missing: Vec<_> = access
            .missing(|needed| self.is_needed(needed, access.is_thread, threads))
            .map(Finding::bad)
            .collect();
        if missing.is_empty() {
            return vec![Finding::good(words::discord_permitted())];
        }
        missing
    }

    fn is_needed(&self, permission: Permissions, in_thread: bool, threads: bool) -> bool {
        if in_thread {
            // A thread has no threads of its own.
            let only_outside = Permissions::SEND_MESSAGES | Permissions::CREATE_PUBLIC_THREADS;
            return !only_outside.contains(permission);
        }
        let for_threads =
            Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
        self.settings.threads && threads || !for_threads.contains(permission)
    }

    /// Whether the person can be written to. The only way to know is to write.
    async fn direct_messages(&self, event: &Event, language: Language) -> Result<Finding, Failure> {
        let user = known(ids::user(&event.speaker.id), &event.speaker.id)?;
        let message: Message<Private> = Message::text(language.say(&words::doctor_try()));
        let nonce = Nonce(format!("doctor{}", &*event.id.id));
        let parcel = Parcel::whisper(&message, &nonce);
        match self.whisper_to(user, parcel).await {
            Ok(_) => Ok(Finding::writes()),
            Err(failure) if failure.is_closed() => Ok(Finding::bad(words::discord_closed())),
            Err(failure) => Err(failure),
        }
    }
}
