//! The checks of `/doctor`.

use std::time::Duration;

use serde_json::Value;
use serenity::{all::Permissions, http::Route};
use tokio::time::timeout;

use super::{
    adapter::Discord,
    failure::{Failure, is_closed},
    ids,
    interactions::OpenInteraction,
    permissions::Access,
};
use api::{Checkup, Event, Finding, Message, Nonce, Place, Private};
use kit::known;
use text::Language;

/// The timeout of the test message to a person, during which the reply waits.
const TRIAL: Duration = Duration::from_millis(1500);

impl Discord {
    pub(super) async fn checkup(
        &self,
        open: Option<&OpenInteraction>,
        event: &Event,
        checkup: Checkup,
    ) -> Result<Vec<Finding>, Failure> {
        let mut findings = vec![Finding::receives()];
        if open.is_some_and(|open| open.is_outside) {
            findings.push(Finding::bad(text::discord_outside()));
        }
        if let Some(access) = open.and_then(|open| open.access) {
            if access.is_shut_out() || access.is_private && self.is_outside(event).await {
                findings.push(Finding::bad(text::discord_private_thread()));
            }
            findings.extend(self.permission_findings(access.once_let_in(), checkup.threads));
        }
        findings.push(self.direct_messages(event, checkup.language).await?);
        Ok(findings)
    }

    /// Tells whether the event came from a private thread that the bot is not in.
    async fn is_outside(&self, event: &Event) -> bool {
        let Place::Channel(channel) = &event.place else {
            return false;
        };
        let (Some(channel_id), Some(me)) = (ids::channel(channel), self.me.get()) else {
            return false;
        };
        let route = Route::ChannelThreadMember {
            channel_id,
            user_id: me.id,
        };
        let member = self.line.get::<Value>(route);
        let member = timeout(TRIAL, member).await;
        matches!(member, Ok(Err(Failure::Refused(_))))
    }

    /// Returns a finding for each missing permission, or one that none is missing.
    fn permission_findings(&self, access: Access, threads: bool) -> Vec<Finding> {
        let missing = access.missing(|needed| self.is_needed(needed, access, threads));
        let mut findings: Vec<_> = missing.map(Finding::bad).collect();
        if findings.is_empty() {
            findings.push(Finding::good(text::discord_permitted()));
        }
        findings
    }

    fn is_needed(&self, permission: Permissions, access: Access, threads: bool) -> bool {
        if access.is_thread {
            // A thread cannot contain threads.
            let only_outside = Permissions::SEND_MESSAGES | Permissions::CREATE_PUBLIC_THREADS;
            return !only_outside.contains(permission);
        }
        let for_threads =
            Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
        let opens_threads = self.settings.threads && threads && access.has_threads;
        opens_threads || !for_threads.contains(permission)
    }

    /// Checks whether the person accepts direct messages. The only way to know is to send one.
    async fn direct_messages(&self, event: &Event, language: Language) -> Result<Finding, Failure> {
        let user = known(ids::user(&event.speaker.id), &event.speaker.id)?;
        let message: Message<Private> = Message::text(language.localize(&text::doctor_try()));
        let nonce = Nonce(format!("doctor{}", &*event.id.id));
        let outgoing = self.encoder().whisper(&message, &nonce);
        match timeout(TRIAL, self.whisper_to(user, outgoing)).await {
            Ok(Ok(_)) => Ok(Finding::writes()),
            Ok(Err(failure)) if is_closed(&failure) => Ok(Finding::bad(text::discord_closed())),
            Ok(Err(failure)) if !failure.may_pass() => Err(failure),
            // The other findings are reported all the same.
            Err(_) | Ok(Err(_)) => Ok(Finding::bad(text::discord_slow())),
        }
    }
}
