//! People, as they are stored and named.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::stored::StoreFailure;
use api::{Platform, Speaker, UserId, mentioned};

/// The prefix of the keys of guests, which have never done anything.
pub(super) const GUESTS: &str = "play/guest/";

/// The prefix of the keys of people.
pub(super) const PEOPLE: &str = "play/person/";

/// The key of the number of people.
pub(super) const PEOPLE_COUNT: &str = "play/people";

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

/// A person as stored.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Person {
    pub(super) name: String,
    /// SHA-256 of the secret, in hexadecimal digits.
    pub(super) secret: String,
    /// True if they want no direct messages.
    pub(super) is_closed: bool,
}

/// A signed-in person.
#[derive(Clone)]
pub(super) struct SignedIn {
    pub(super) id: PersonId,
    pub(super) name: String,
}

impl SignedIn {
    pub(super) fn speaker(&self) -> Speaker {
        Speaker {
            id: self.id.user(),
            name: self.name.clone(),
        }
    }
}
