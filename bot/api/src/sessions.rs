//! Accounts of other platforms on the public page: the links that sign them in, and their sessions.

use std::{fmt, str::FromStr, sync::Arc};

use async_trait::async_trait;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use secrecy::{ExposeSecret, SecretBox};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::broadcast;

use super::{MatchId, Speaker, StoreError, Timestamp, UserId};
use text::Text;

/// The secret of a sign-in link or of a session: an account, and 128 random bits. Clones share it.
///
/// `Debug` does not print it.
#[derive(Clone)]
pub struct AccountToken {
    account: UserId,
    secret: Arc<SecretBox<[u8; AccountToken::LENGTH]>>,
}

impl AccountToken {
    /// The number of random bytes.
    pub const LENGTH: usize = 16;

    /// The greatest length of a written token, in bytes. Accounts of all platforms are shorter.
    const LONGEST: usize = 512;

    /// Makes a token for an account from random bytes.
    pub fn new(account: UserId, random: [u8; AccountToken::LENGTH]) -> AccountToken {
        AccountToken {
            account,
            secret: Arc::new(SecretBox::new(Box::new(random))),
        }
    }

    /// Returns the account.
    pub fn account(&self) -> &UserId {
        &self.account
    }

    /// Writes the token, to give it to its holder.
    pub fn expose(&self) -> String {
        let account = BASE64URL_NOPAD.encode(self.account.to_string().as_bytes());
        let secret = BASE64URL_NOPAD.encode(self.secret.expose_secret());
        format!("{account}.{secret}")
    }

    /// Returns the digest by which the store knows the token.
    pub fn digest(&self) -> TokenDigest {
        TokenDigest::of(&self.expose())
    }
}

impl fmt::Debug for AccountToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccountToken")
    }
}

impl PartialEq for AccountToken {
    /// Compares digests, so that the time reveals nothing of a secret.
    fn eq(&self, other: &AccountToken) -> bool {
        self.digest() == other.digest()
    }
}

impl Eq for AccountToken {}

/// The text is not the written form of an [`AccountToken`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is not the token of an account")]
pub struct NoAccountToken;

impl FromStr for AccountToken {
    type Err = NoAccountToken;

    fn from_str(text: &str) -> Result<AccountToken, NoAccountToken> {
        let read = || {
            let text = (text.len() <= AccountToken::LONGEST).then_some(text)?;
            let (account, secret) = text.split_once('.')?;
            let decoded = |part: &str| BASE64URL_NOPAD.decode(part.as_bytes()).ok();
            let account = String::from_utf8(decoded(account)?).ok()?;
            let random = decoded(secret)?.try_into().ok()?;
            Some(AccountToken::new(account.parse().ok()?, random))
        };
        read().ok_or(NoAccountToken)
    }
}

/// The SHA-256 digest of a secret, such as an [`AccountToken`], in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenDigest(String);

impl TokenDigest {
    /// Returns the digest of a written secret.
    pub fn of(secret: &str) -> TokenDigest {
        TokenDigest(HEXLOWER.encode(&Sha256::digest(secret)))
    }
}

impl fmt::Display for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The keeper of the token of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SessionKind {
    /// A browser, in a cookie.
    #[default]
    Browser,
    /// A screen in a frame of another program, such as Discord, in memory alone.
    Frame,
}

/// A session of an account on the page, as its owner may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AccountSession {
    /// The account.
    pub account: UserId,
    /// The digest of its token.
    pub digest: TokenDigest,
    /// The keeper of its token.
    pub kind: SessionKind,
    /// The time at which it began.
    pub since: Timestamp,
    /// The time of its last use, to the hour.
    pub used: Timestamp,
}

/// The accounts of other platforms that use the public page. By default there are none.
#[async_trait]
pub trait PageAccounts: Send + Sync {
    /// Returns the account that an unused link signs in.
    ///
    /// # Errors
    ///
    /// The store cannot read.
    fn account_of_link(&self, _link: &AccountToken) -> Result<Option<Speaker>, StoreError> {
        Ok(None)
    }

    /// Uses up a link, and begins the session of this token for its account. Returns the match that the link leads to, if any.
    ///
    /// # Errors
    ///
    /// The reason for its holder.
    async fn begin_session(
        &self,
        _link: &AccountToken,
        _session: &AccountToken,
    ) -> Result<Option<MatchId>, Text> {
        Err(text::page_link_over())
    }

    /// Begins the session of this token for its account, whose owner has signed in on its platform. Uses up the OpenID token with
    /// this digest, if they signed in by one.
    ///
    /// # Errors
    ///
    /// The reason for its owner.
    async fn open_session(
        &self,
        _name: &str,
        _session: &AccountToken,
        _kind: SessionKind,
        _openid: Option<&TokenDigest>,
    ) -> Result<(), Text> {
        Err(text::page_unstored())
    }

    /// Returns the account of a session that has not ended, and records its use.
    ///
    /// # Errors
    ///
    /// The store cannot read.
    fn account_of(&self, _session: &AccountToken) -> Result<Option<Speaker>, StoreError> {
        Ok(None)
    }

    /// Returns the sessions of all accounts of the person with this one, the newest of each account last.
    ///
    /// # Errors
    ///
    /// The store cannot read.
    fn sessions_of(&self, _account: &UserId) -> Result<Vec<AccountSession>, StoreError> {
        Ok(Vec::new())
    }

    /// Ends a session of an account.
    ///
    /// # Errors
    ///
    /// The reason for its owner.
    async fn end_session(&self, _account: &UserId, _session: &TokenDigest) -> Result<(), Text> {
        Ok(())
    }

    /// Returns the numbers of the changes of the sessions of an account from now on.
    async fn watch_sessions(&self, _account: UserId) -> broadcast::Receiver<u64> {
        broadcast::Sender::new(1).subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Platform;

    #[test]
    fn a_written_token_reads_as_the_same_token() {
        for (platform, id) in [
            (Platform::Discord, "17"),
            (Platform::Matrix, "@ann/ö:example.org"),
        ] {
            let token = AccountToken::new(UserId::new(platform, id), [7; 16]);
            let read: AccountToken = token.expose().parse().expect("a token");
            assert_eq!(read, token);
            assert_eq!(read.account(), token.account());
        }
    }

    #[test]
    fn a_text_that_is_no_token_is_refused() {
        let token = AccountToken::new(UserId::new(Platform::Discord, "17"), [7; 16]).expose();
        let (account, secret) = token.split_once('.').expect("two parts");
        let long = BASE64URL_NOPAD.encode(format!("discord:{}", "1".repeat(400)).as_bytes());
        for text in [
            "",
            ".",
            "17-00",
            account,
            &secret[1..],
            &format!("{account}.{}", &secret[2..]),
            &format!("{account}.{secret}AA"),
            &format!("{account}.{secret}="),
            &format!("{}.{secret}", BASE64URL_NOPAD.encode(b"nowhere:17")),
            &format!("{}.{secret}", BASE64URL_NOPAD.encode(b"17")),
            &format!("{long}.{secret}"),
        ] {
            assert!(text.parse::<AccountToken>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_token_does_not_print() {
        let token = AccountToken::new(UserId::new(Platform::Discord, "17"), [7; 16]);
        assert_eq!(format!("{token:?}"), "AccountToken");
    }
}
