//! Notices to accounts about new sessions in browsers, so that a person notices a stolen link. Each notice waits in the store,
//! from the commit of the session until it is sent.

use serde::{Deserialize, Serialize};

use crate::{
    Rows,
    match_store::{
        codec,
        entries::{encode, sound_under},
        schema::{session_news_key, session_news_prefix},
    },
};
use api::{Batch, MatchId, Nonce, Platform, StoreError, Timestamp, TokenDigest, UserId};

/// A notice to an account that a session of it has begun in a browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionNews {
    /// The account.
    pub to: UserId,
    /// The digest of the token of the session.
    pub(crate) session: TokenDigest,
    /// The time at which it began.
    pub since: Timestamp,
    /// The match that its link leads to.
    #[serde(
        rename = "match",
        default,
        with = "codec::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub id: Option<MatchId>,
}

impl SessionNews {
    /// Returns the unique name of the notice, in 16 letters.
    fn name(&self) -> String {
        let mut name = self.session.to_string();
        name.truncate(16);
        name
    }

    /// Returns the nonce of its message.
    pub fn nonce(&self) -> Nonce {
        Nonce(format!("se-{}", self.name()))
    }

    /// Stores the notice until it is sent.
    pub(crate) fn put(&self, changes: &mut Batch) {
        changes.put(session_news_key(&self.to, &self.name()), encode(self));
    }

    /// Returns the changes after the notice is sent, or has failed for good.
    pub fn settled(&self) -> Batch {
        let mut changes = Batch::default();
        changes.remove(session_news_key(&self.to, &self.name()));
        changes
    }
}

/// Reads the notices to accounts on a platform; leaves out damaged ones.
///
/// # Errors
///
/// The store cannot read.
pub fn read_session_news(
    rows: &dyn Rows,
    platform: Platform,
) -> Result<Vec<SessionNews>, StoreError> {
    sound_under(rows, &session_news_prefix(platform))
}
