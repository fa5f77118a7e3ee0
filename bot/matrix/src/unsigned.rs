//! People who cannot read the bot in encrypted rooms, because they have not signed their session.
//!
//! The library sends such a session the code `m.unverified` instead of a key, and clients show it in their own words. These
//! words do not give the remedy, so the bot explains it where people can read it. It sends a reaction, which is never
//! encrypted, and one message in an unencrypted room.

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
    room_state::is_encrypted,
    stored::key,
    touches::ReactionSign,
};
use api::Finding;
use command::excerpt;
use text::Text;

/// Returns the key of the record that a person has received the notice of their unsigned session.
fn notice_key(user: &UserId) -> Vec<u8> {
    key("unsigned", user)
}

impl Matrix {
    /// Tells whether the library withholds the bot's messages in a room from the session that sent an event. If that session is
    /// unknown, all sessions of the person count.
    pub(super) async fn is_withheld_from(
        &self,
        open: &OpenEvent,
        room: &Room,
    ) -> Result<bool, Failure> {
        if !self.withholds || !is_encrypted(room).await? {
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

    /// Returns the sessions of a person, as far as the bot knows them.
    async fn sessions(&self, user: &UserId) -> Result<Vec<Device>, Failure> {
        let sessions = self.client.encryption().get_user_devices(user).await;
        let sessions = sessions.map_err(failure)?;
        Ok(sessions.devices().collect())
    }

    /// Returns the reaction for a person who cannot read a withheld message. It gives the remedy.
    pub(super) fn withheld_sign(&self, open: &OpenEvent) -> ReactionSign {
        let language = self.language_of(&open.by);
        ReactionSign {
            name: "unsigned",
            key: Cow::Owned(language.localize(&text::matrix_unsigned_sign())),
        }
    }

    /// Tells a person once, in a room that is not encrypted, that they cannot read the bot's messages elsewhere.
    pub(super) async fn explain_withheld(&self, open: &OpenEvent) -> Result<(), Failure> {
        if is_encrypted(&self.joined(&open.room)?).await? {
            return Ok(());
        }
        let mark = notice_key(&open.by);
        self.remark_once(open, mark, &text::matrix_unsigned()).await
    }

    /// Records that a person can read the bot's messages, so that the bot warns them again when they no longer can.
    pub(super) async fn can_read(&self, user: &OwnedUserId) -> Result<(), Failure> {
        Ok(self.writer.mark(notice_key(user), false).await?)
    }

    /// Checks whether all sessions of a person can read the bot in encrypted rooms. Returns none if the bot does not know their
    /// sessions, or withholds nothing from any.
    pub(super) async fn session_finding(&self, user: &UserId) -> Result<Option<Finding>, Failure> {
        if !self.withholds {
            return Ok(None);
        }
        // If the homeserver is not available, its earlier answer counts.
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

/// Returns the name of a session as its owner sees it in their client.
fn called(session: &Device) -> String {
    let name = session.display_name().filter(|name| !name.is_empty());
    excerpt(name.unwrap_or(session.device_id().as_str()))
}
