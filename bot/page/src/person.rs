//! People, as they are stored and named.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::stored::StoreFailure;
use api::{Platform, Speaker, UserId, mentioned};
use command::shown;
use text::on_platform;

/// The prefix of the keys of guests, which have never done anything.
pub(super) const GUESTS: &str = "play/guest/";

/// The prefix of the keys of accounts of other platforms.
pub(super) const ACCOUNTS: &str = "play/account/";

/// The prefix of the keys of people.
pub(super) const PEOPLE: &str = "play/person/";

/// The key of the number of people.
pub(super) const PEOPLE_COUNT: &str = "play/people";

/// The longest shown name of an account, in characters, without its platform.
const LONGEST_NAME: usize = 32;

/// The number of a person, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct PersonId(pub(super) u32);

impl PersonId {
    pub(super) fn parse(text: &str) -> Option<PersonId> {
        text.parse().ok().map(PersonId)
    }

    pub(super) fn of_user(user: &UserId) -> Option<PersonId> {
        let ours = user.platform == Platform::Playground;
        PersonId::parse(&user.id).filter(|_| ours)
    }

    /// Parses a mention such as `<@17>`.
    pub(super) fn mentioned(text: &str) -> Option<PersonId> {
        PersonId::parse(mentioned(text)?)
    }

    pub(super) fn user(self) -> UserId {
        UserId::new(Platform::Playground, self.to_string())
    }

    pub(super) fn key(self) -> String {
        format!("{PEOPLE}{:08}", self.0)
    }

    pub(super) fn guest_key(self) -> String {
        format!("{GUESTS}{:08}", self.0)
    }

    /// Parses the number at the end of a key.
    pub(super) fn of_key(key: &[u8]) -> Result<PersonId, StoreFailure> {
        let number = str::from_utf8(key)
            .ok()
            .and_then(|key| PersonId::parse(key.rsplit('/').next()?));
        number.ok_or_else(|| StoreFailure::Later("a person has no number".to_owned()))
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Returns the key of the number of the person of an account.
pub(super) fn account_key(account: &UserId) -> String {
    format!("{ACCOUNTS}{account}")
}

/// Returns the name of an account as others on the page see it. Names of guests have no such end.
fn shown_name(name: &str, platform: &str) -> String {
    on_platform(&shown(name, LONGEST_NAME), platform)
}

/// A person as stored.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Person {
    pub(super) name: String,
    /// SHA-256 of the secret, in hexadecimal digits. `None` if they use the page with an account of another platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) secret: Option<String>,
    /// True if they want no direct messages.
    pub(super) is_closed: bool,
    /// Their account on another platform, if they use the page with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) account: Option<UserId>,
}

/// A signed-in person.
#[derive(Clone)]
pub(super) struct SignedIn {
    pub(super) id: PersonId,
    /// The name that others on the page see. That of an account has its platform too.
    pub(super) name: String,
    /// Their account, on the page or on another platform, with its name.
    pub(super) speaker: Speaker,
}

impl SignedIn {
    /// Returns the person of a stored entry.
    pub(super) fn new(id: PersonId, person: Person) -> SignedIn {
        let Person { name, account, .. } = person;
        let platform = account
            .as_ref()
            .and_then(|account| account.platform.title());
        SignedIn {
            id,
            name: platform.map_or_else(|| name.clone(), |platform| shown_name(&name, platform)),
            speaker: Speaker {
                id: account.unwrap_or_else(|| id.user()),
                name,
            },
        }
    }
}
