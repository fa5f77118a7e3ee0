//! People who cannot read what the bot says in encrypted rooms, because they have not signed their session.
//!
//! The library sends such a session no key and the code `m.unverified` in its place, which clients show in their own words. Nobody
//! learns from that what to do, so the bot says it where they can read it: by a reaction, which is never encrypted, and once by a
//! message in a room that is not.

use std::borrow::Cow;

use matrix_sdk::{
    Room,
    encryption::identities::Device,
    ruma::{OwnedUserId, UserId},
};

use super::{
    adapter::Matrix,
    events::OpenEvent,
    failure::{Failure, failure},
    stored::key,
    touches::ReactionSign,
};
use api::Finding;
use command::excerpt;
use text::Text;

fn told_key(user: &UserId) -> Vec<u8> {
    key("unsigned", user)
}

impl Matrix {
    /// Whether what the bot says in a room is sealed to the session by which somebody did something. Where that is not known, all
    /// their sessions count.
    pub(super) async fn is_sealed_to(
        &self,
        open: &OpenEvent,
        room: &Room,
    ) -> Result<bool, Failure> {
        if !self.withholds
            || !room
                .latest_encryption_state()
                .await
                .map_err(failure)?
                .is_encrypted()
        {
            return Ok(false);
        }
        let sessions = self.sessions(&open.by).await?;
        let used = sessions
            .iter()
            .find(|session| open.session.as_deref() == Some(session.device_id()));
        Ok(match used {
            Some(session) => !session.is_cross_signed_by_owner(),
            None => !sessions.is_empty() && !sessions.iter().any(Device::is_cross_signed_by_owner),
        })
    }

    /// The sessions of somebody, as far as the bot has been told of them.
    async fn sessions(&self, user: &UserId) -> Result<Vec<Device>, Failure> {
        let sessions = self.client.encryption().get_user_devices(user).await;
        let sessions = sessions.map_err(failure)?;
        Ok(sessions.devices().collect())
    }

    /// The sign for somebody to whom something is sealed: it says what to do.
    pub(super) fn sealed_sign(&self, open: &OpenEvent) -> ReactionSign {
        let language = self.language_of(&open.by);
        ReactionSign {
            name: "unsigned",
            key: Cow::Owned(language.say(&text::matrix_unsigned_sign())),
        }
    }

    /// Tells somebody once, in a room that is not encrypted, that they cannot read what is said to them elsewhere.
    pub(super) async fn explain_sealed(&self, open: &OpenEvent) -> Result<(), Failure> {
        let room = self.joined(&open.room)?;
        if room
            .latest_encryption_state()
            .await
            .map_err(failure)?
            .is_encrypted()
        {
            return Ok(());
        }
        let told = told_key(&open.by);
        if self.writer.get(&told)?.is_some() {
            return Ok(());
        }
        self.remark(open, &text::matrix_unsigned(), true).await?;
        Ok(self.writer.mark(told, true).await?)
    }

    /// Takes note that somebody can read what is said to them, so that they are told again when they no longer can.
    pub(super) async fn can_read(&self, user: &OwnedUserId) -> Result<(), Failure> {
        Ok(self.writer.mark(told_key(user), false).await?)
    }

    /// Whether all sessions of a person can read the bot in encrypted rooms. Nothing if the bot does not know their sessions, or
    /// seals nothing to any.
    pub(super) async fn session_finding(&self, user: &UserId) -> Result<Option<Finding>, Failure> {
        if !self.withholds {
            return Ok(None);
        }
        // Where the homeserver cannot be asked, what it told before counts.
        let _ = self.client.encryption().request_user_identity(user).await;
        let sessions = self.sessions(user).await?;
        let unsigned = sessions
            .iter()
            .filter(|session| !session.is_cross_signed_by_owner());
        let unsigned = unsigned.map(|session| Text::verbatim(called(session)));
        Ok(match (text::listed(unsigned), sessions.is_empty()) {
            (Some(unsigned), _) => Some(Finding::bad(text::matrix_sessions_unsigned(unsigned))),
            (None, false) => Some(Finding::good(text::matrix_sessions_signed())),
            (None, true) => None,
        })
    }
}

/// What the owner of a session sees it called in their client.
fn called(session: &Device) -> String {
    let name = session.display_name().filter(|name| !name.is_empty());
    excerpt(name.unwrap_or(session.device_id().as_str()))
}
