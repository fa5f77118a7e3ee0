//! People and their accounts.
//!
//! Most people have one account, and go by its id; nothing is kept of that. Who has linked more goes by the id of the account
//! that they had first: decisions are made for that person, whichever account asks, and what is kept of them is kept under that
//! id. Only what is said goes to accounts.

use serde::{Deserialize, Serialize};

use super::{
    entries::{read, unless_damaged},
    schema::{account_key, person_key, server_key, user_key},
};
use crate::{Input, InputKind, Request, Rows, Settings};
use api::{Platform, ServerId, Speaker, StoreError, Timestamp, UserId};

/// How many accounts a person can have.
pub(crate) const MOST_ACCOUNTS: usize = 8;

/// A person, the account by which they ask or are named, and the name to show for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Who, by the account that they had first.
    pub id: UserId,
    /// The account.
    pub account: UserId,
    /// Its name.
    pub name: String,
}

impl From<Speaker> for Identity {
    /// Somebody with one account.
    fn from(speaker: Speaker) -> Identity {
        Identity {
            id: speaker.id.clone(),
            account: speaker.id,
            name: speaker.name,
        }
    }
}

impl Identity {
    /// Whether this is the program.
    pub fn is_program(&self) -> bool {
        self.id.platform == Platform::Engine
    }

    /// The same with the person to whom the account belongs now.
    fn resolved(&self, rows: &dyn Rows) -> Result<Identity, StoreError> {
        let id = if self.is_program() {
            self.id.clone()
        } else {
            person_of(rows, &self.account)?
        };
        Ok(Identity { id, ..self.clone() })
    }
}

/// To whom an account belongs that is not the first one of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AccountRow {
    pub(crate) person: UserId,
}

/// The accounts of a person who has several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accounts {
    /// Each of them, the first one first, which names the person.
    pub all: Vec<LinkedAccount>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedAccount {
    /// Which.
    pub id: UserId,
    /// Its name when it was linked.
    pub name: String,
    /// When that was.
    pub since: Timestamp,
}

/// To whom an account belongs: a person who is named by the account that they had first. Where what tells so is damaged, it
/// belongs to nobody else.
///
/// # Errors
///
/// The store cannot read.
pub fn person_of(rows: &dyn Rows, account: &UserId) -> Result<UserId, StoreError> {
    let row: Option<AccountRow> = unless_damaged(read(rows, &account_key(account)))?;
    Ok(row.map_or_else(|| account.clone(), |row| row.person))
}

/// All accounts of a person.
///
/// # Errors
///
/// The store cannot read.
pub fn accounts_of(rows: &dyn Rows, person: &UserId) -> Result<Vec<UserId>, StoreError> {
    let all = read_accounts(rows, person)?.all;
    Ok(if all.is_empty() {
        vec![person.clone()]
    } else {
        all.into_iter().map(|account| account.id).collect()
    })
}

/// The accounts of a person who has several, with their names; none of who has one.
fn read_accounts(rows: &dyn Rows, person: &UserId) -> Result<Accounts, StoreError> {
    let row = unless_damaged(read(rows, &person_key(person)))?;
    Ok(row.unwrap_or_default())
}

/// What the person to whom an account belongs has chosen about what they alone are shown; what is damaged is as if they had not
/// chosen.
///
/// # Errors
///
/// The store cannot read.
pub fn read_settings(rows: &dyn Rows, user: &UserId) -> Result<Settings, StoreError> {
    let person = person_of(rows, user)?;
    Ok(unless_damaged(read(rows, &user_key(&person)))?.unwrap_or_default())
}

/// Where most likely all stands that somebody has chosen and that is chosen for a server.
pub fn choice_keys(user: &UserId, server: Option<&ServerId>) -> Vec<Vec<u8>> {
    let server = server.map(server_key);
    let keys = [account_key(user), user_key(user)];
    keys.into_iter().chain(server).collect()
}

/// The same input with the people to whom the accounts in it belong, if that makes a difference.
pub(crate) fn resolved(rows: &dyn Rows, input: &Input) -> Result<Option<Input>, StoreError> {
    let what = match &input.what {
        InputKind::Request(request) => {
            let speaker = request.speaker.resolved(rows)?;
            let person = request.person.as_ref();
            let person = person.map(|person| person.resolved(rows)).transpose()?;
            if speaker == request.speaker && person == request.person {
                return Ok(None);
            }
            InputKind::Request(Box::new(Request {
                speaker,
                person,
                ..Request::clone(request)
            }))
        }
        InputKind::Forget { user, event } => {
            let person = person_of(rows, user)?;
            if person == *user {
                return Ok(None);
            }
            InputKind::Forget {
                user: person,
                event: event.clone(),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(Input {
        id: input.id.clone(),
        at: input.at,
        what,
    }))
}
