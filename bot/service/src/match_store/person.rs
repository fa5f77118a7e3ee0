//! People and their accounts.
//!
//! Most people have one account and its id, without a stored entry. A person with several linked accounts has the id of their
//! first account. Decisions are made for that person, whichever account asks, and their data is stored under that id. Only
//! messages go to accounts.

use serde::{Deserialize, Serialize};

use super::{
    entries::{damaged, decode, entries_under, read, unless_damaged},
    schema::{ACCOUNTS, account_key, account_of_key, person_key, server_key, user_key},
    settings::Settings,
};
use crate::{PersonRequest, Player, Request, RequestKind, Rows};
use api::{Platform, ServerId, Speaker, StoreError, Timestamp, UserId};
use command::name_of_player;

/// The number of accounts that a person can have.
pub(crate) const MOST_ACCOUNTS: usize = 8;

/// A person, the account by which they ask or are named, and the name to show for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The id of their first account.
    pub id: UserId,
    /// The account.
    pub account: UserId,
    /// Its name.
    pub name: String,
}

impl From<Speaker> for Identity {
    /// Returns the identity of a person with one account.
    fn from(speaker: Speaker) -> Identity {
        Identity {
            id: speaker.id.clone(),
            account: speaker.id,
            name: speaker.name,
        }
    }
}

impl Identity {
    /// Returns whether this is the program.
    pub fn is_program(&self) -> bool {
        self.id.platform == Platform::Engine
    }

    /// Returns the same identity with the present person of the account.
    fn resolved(&self, rows: &dyn Rows) -> Result<Identity, StoreError> {
        let id = if self.is_program() {
            self.id.clone()
        } else {
            person_of(rows, &self.account)?
        };
        Ok(Identity { id, ..self.clone() })
    }
}

impl From<&Identity> for Player {
    fn from(speaker: &Identity) -> Player {
        Player {
            id: speaker.id.clone(),
            account: Some(speaker.account.clone()).filter(|account| *account != speaker.id),
            name: name_of_player(&speaker.name, speaker.is_program()),
            language: None,
        }
    }
}

/// The person of an account that is not their first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AccountRow {
    pub(crate) person: UserId,
}

/// The accounts of a person with several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accounts {
    /// The accounts, the first one first; it names the person.
    pub all: Vec<LinkedAccount>,
}

/// One account of a person with several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedAccount {
    /// The id.
    pub id: UserId,
    /// Its name when it was linked.
    pub name: String,
    /// The time at which it was linked.
    pub since: Timestamp,
}

/// The people that a person has blocked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocks {
    /// The blocked people, by account, in the order in which they were blocked.
    pub people: Vec<Player>,
}

impl Blocks {
    /// Tells whether a person is blocked.
    pub(crate) fn has(&self, person: &UserId) -> bool {
        self.people.iter().any(|blocked| blocked.id == *person)
    }
}

/// The owner of a code that links accounts.
#[derive(Serialize, Deserialize)]
pub(crate) struct OpenCode {
    /// The person, by the account that got the code.
    pub(crate) of: Player,
    /// The time at which it got the code.
    pub(crate) since: Timestamp,
}

/// Returns the person of an account, named by their first account. If the entry is damaged, the account counts as a person of
/// its own.
///
/// # Errors
///
/// The store cannot read.
pub fn person_of(rows: &dyn Rows, account: &UserId) -> Result<UserId, StoreError> {
    let row: Option<AccountRow> = unless_damaged(read(rows, &account_key(account)))?;
    Ok(row.map_or_else(|| account.clone(), |row| row.person))
}

/// Reads all accounts of a person; only the first one if the others are not known.
///
/// # Errors
///
/// The store cannot read.
pub fn accounts_of(rows: &dyn Rows, person: &UserId) -> Result<Vec<UserId>, StoreError> {
    match find_accounts(rows, person) {
        Err(StoreError::Damaged { .. }) => Ok(vec![person.clone()]),
        found => found,
    }
}

/// Reads all accounts of a person, the first one first. If the entry that lists them is damaged, finds them by the entries of
/// the accounts.
///
/// # Errors
///
/// The store cannot read; [`StoreError::Damaged`] if the entry of an account that may be theirs is damaged too.
pub(crate) fn find_accounts(rows: &dyn Rows, person: &UserId) -> Result<Vec<UserId>, StoreError> {
    let listed: Option<Accounts> = match read(rows, &person_key(person)) {
        Err(StoreError::Damaged { .. }) => return accounts_that_name(rows, person),
        listed => listed?,
    };
    Ok(match listed {
        Some(listed) => listed.all.into_iter().map(|account| account.id).collect(),
        None => vec![person.clone()],
    })
}

/// Finds the accounts with entries that name a person.
fn accounts_that_name(rows: &dyn Rows, person: &UserId) -> Result<Vec<UserId>, StoreError> {
    let mut accounts = vec![person.clone()];
    for entry in entries_under(rows, ACCOUNTS) {
        let (key, value) = entry?;
        if decode::<AccountRow>(&key, &value)?.person == *person {
            let account = account_of_key(&key);
            accounts.push(account.ok_or_else(|| damaged(key, "it names no account"))?);
        }
    }
    Ok(accounts)
}

/// Reads the settings of the person of an account; a damaged entry reads as the defaults.
///
/// # Errors
///
/// The store cannot read.
pub fn read_settings(rows: &dyn Rows, user: &UserId) -> Result<Settings, StoreError> {
    let person = person_of(rows, user)?;
    Ok(unless_damaged(read(rows, &user_key(&person)))?.unwrap_or_default())
}

/// Returns the keys that most likely hold all settings of a person and of a server.
pub fn choice_keys(user: &UserId, server: Option<&ServerId>) -> Vec<Vec<u8>> {
    let server = server.map(server_key);
    let keys = [account_key(user), user_key(user)];
    keys.into_iter().chain(server).collect()
}

/// Resolves the accounts in a request to their people; `None` if that changes nothing.
pub(crate) fn resolved(rows: &dyn Rows, request: &Request) -> Result<Option<Request>, StoreError> {
    let kind = match &request.kind {
        RequestKind::Person(request) => {
            let speaker = request.speaker.resolved(rows)?;
            let person = request.person.as_ref();
            let person = person.map(|person| person.resolved(rows)).transpose()?;
            if speaker == request.speaker && person == request.person {
                return Ok(None);
            }
            RequestKind::Person(Box::new(PersonRequest {
                speaker,
                person,
                ..PersonRequest::clone(request)
            }))
        }
        RequestKind::Forget { user, event } => {
            let person = person_of(rows, user)?;
            if person == *user {
                return Ok(None);
            }
            RequestKind::Forget {
                user: person,
                event: event.clone(),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(Request {
        id: request.id.clone(),
        at: request.at,
        kind,
    }))
}
