//! The settings of Matrix, and the reasons that a session cannot be opened.

use std::path::{Path, PathBuf};

use matrix_sdk::ruma::UserId;

use text::Language;

/// The settings of Matrix.
#[derive(Clone, Debug)]
pub struct MatrixSettings {
    /// The address of the homeserver.
    pub homeserver: String,
    /// The bot's account.
    pub user: String,
    /// The credentials; needed for the first login only.
    pub credentials: Credentials,
    /// The folder of its session and keys.
    pub store: PathBuf,
    /// True if sessions that their owners have not signed also get the keys to the bot's messages.
    pub keys_for_all: bool,
    /// The accounts that can verify the bot by emoji.
    pub verifiers: Vec<String>,
    /// The accounts and servers that can invite the bot; all, if the list is empty.
    pub inviters: Vec<String>,
    /// The display name; if none, the bot keeps the present one.
    pub name: Option<String>,
    /// The file of the avatar.
    pub avatar: Option<PathBuf>,
    /// True if the bot publishes its commands to the clients in each room.
    pub commands: bool,
    /// The prefix of a command in a room.
    pub prefix: String,
    /// True if each match gets a thread of its own.
    pub threads: bool,
    /// True if rooms show boards of a public page in widgets.
    pub widgets: bool,
    /// The address of the web page, without a slash at its end, if it is public.
    pub page_url: Option<String>,
    /// The language of public messages, and of messages to people without a chosen language.
    pub language: Language,
}

impl MatrixSettings {
    /// Tells whether the bot accepts invitations of a person.
    pub(super) fn accepts(&self, inviter: &UserId) -> bool {
        let mut inviters = self.inviters.iter();
        self.inviters.is_empty()
            || inviters
                .any(|it| [inviter.as_str(), inviter.server_name().as_str()].contains(&&**it))
    }
}

/// The files of the credentials. The first that exists counts.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    /// The access token of a session that the bot continues.
    pub token: Option<PathBuf>,
    /// A login token that is valid once.
    pub login_token: Option<PathBuf>,
    /// The password.
    pub password: Option<PathBuf>,
}

/// The reason that the bot has no session on Matrix.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// No session and no credentials exist.
    #[error(
        "the bot has not logged in yet: write its password into a file that only the bot can read, and name it in [matrix] password_file or ODDBOARD_MATRIX_PASSWORD_FILE; or a token, and name it in login_token_file or token_file"
    )]
    NoCredentials,
    /// The credentials cannot be read.
    #[error("[matrix] {0}: what the bot logs in by cannot be read: {1}")]
    CredentialFile(&'static str, String),
    /// The homeserver rejects the login token.
    #[error(
        "the homeserver does not take the token in [matrix] login_token_file; such a token is good once and for some minutes: have it give another one"
    )]
    LoginToken,
    /// The homeserver rejects the access token.
    #[error(
        "the homeserver knows no session with the access token in [matrix] token_file; copy it again, or log in by a password"
    )]
    Token,
    /// The access token belongs to a session with keys that the bot does not have.
    #[error(
        "the session with the access token in [matrix] token_file has keys that the bot has not, as it is another program's or its folder was lost, and nobody would take new ones for those of the same session; make a session for the bot alone, and write its token into that file"
    )]
    TokenInUse,
    /// The credentials are those of another account.
    #[error(
        "what the bot logs in by is of {found}, not of {configured}; write that account into [matrix] user, or take the credentials of this one"
    )]
    OtherCredentials {
        /// The account of the credentials.
        found: String,
        /// The account of the settings.
        configured: String,
    },
    /// The homeserver rejects the account or the password.
    #[error(
        "the homeserver takes this account and password for wrong; see [matrix] user and password_file"
    )]
    Password,
    /// There is no homeserver at the address.
    #[error(
        "there is no Matrix homeserver at {0}; see [matrix] homeserver, which is the address of the server itself, such as https://matrix.example.org"
    )]
    NoHomeserver(String),
    /// The homeserver cannot be reached.
    #[error("the homeserver {0} cannot be reached; see [matrix] homeserver, or try again later")]
    Unreachable(String),
    /// The session in the folder belongs to another account.
    #[error(
        "{folder} has the session of {found}, not of {configured}; write that account into [matrix] user, or name another folder in [matrix] store"
    )]
    OtherAccount {
        /// The folder.
        folder: String,
        /// The account of the session.
        found: String,
        /// The account of the settings.
        configured: String,
    },
    /// The folder cannot be used.
    #[error("{folder}: the session of Matrix cannot be kept there: {reason}")]
    Store {
        /// The folder.
        folder: String,
        /// The reason.
        reason: String,
    },
    /// Another process had a session, which is not in the folder.
    #[error(
        "{0} does not have the session that the bot has had; [matrix] store has to be on storage that all processes reach. If that session is lost, run `oddboard recover` with the recovery key: it logs in again"
    )]
    NotShared(String),
    /// The record of the bot's last session cannot be read or written.
    #[error("the session of the bot cannot be looked up: {0}")]
    Unknown(String),
    /// The homeserver has forgotten the session.
    #[error(
        "the homeserver does not know the bot's session any more, as if somebody had ended it in the list of the account; move the folder {0} away, and the bot logs in again"
    )]
    LoggedOut(String),
}

impl SessionError {
    /// Tells whether only a person can fix the error.
    pub fn is_lasting(&self) -> bool {
        !matches!(
            self,
            SessionError::Unreachable(_) | SessionError::Unknown(_)
        )
    }
}

/// Builds the error for an unusable folder.
pub(super) fn unusable(folder: &Path, reason: &dyn std::fmt::Display) -> SessionError {
    SessionError::Store {
        folder: folder.display().to_string(),
        reason: reason.to_string(),
    }
}

/// Tells whether an account matches a name in full or by the part before the colon.
pub(super) fn is_account(full: &str, name: &str) -> bool {
    let bare = |text: &str| text.trim_start_matches('@').to_lowercase();
    let (full, name) = (bare(full), bare(name));
    full == name || (!name.contains(':') && full.split(':').next() == Some(name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_named_in_full_or_in_part() {
        for name in [
            "@odd:example.org",
            "odd:example.org",
            "odd",
            "@odd",
            "@ODD:example.org",
        ] {
            assert!(is_account("@odd:example.org", name), "{name}");
        }
        for name in ["od", "odder", "@odd:example.com", "@ann:example.org"] {
            assert!(!is_account("@odd:example.org", name), "{name}");
        }
    }
}
