//! The people of the page: signing in, secrets and names.

use data_encoding::HEXLOWER;
use rand::{TryRng, rngs::SysRng};
use sha2::{Digest, Sha256};

use api::{Speaker, StoreError, UserId};
use store::writer::Transaction;
use text::Text;

use super::{
    adapter::{LockKey, Playground},
    answers::list_key,
    names,
    person::{ACCOUNTS, GUESTS, PEOPLE, PEOPLE_COUNT, Person, PersonId, SignedIn, account_key},
    places::Room,
    stored::{StoreFailure, json},
};

/// The number of people from which on no new name is taken. Guests have never done anything, and make room for others.
const MAX_PEOPLE: u32 = 10_000;

/// The same for accounts of other platforms. Another platform knows them, so their number is not up to strangers, and names do not
/// keep them out.
const MAX_WITH_ACCOUNTS: u32 = 1_000_000;

/// The number of guests that a search for an offline one reads: more than can be online.
const MAX_GUESTS_AWAY: usize = 1024;

/// The prefix of the keys that map names to people.
const NAMES: &str = "play/name/";

/// The reason that a person could not sign in.
#[derive(Debug)]
pub(super) enum SignInError {
    /// The name cannot be used, for this reason.
    Name(Text),
    /// Another person has this name.
    Taken(String),
    /// There are too many people.
    Full,
    /// The store failed.
    Unstored(StoreFailure),
}

impl<E: Into<StoreFailure>> From<E> for SignInError {
    fn from(error: E) -> SignInError {
        SignInError::Unstored(error.into())
    }
}

impl Playground {
    /// Signs in under a name; a new name gets a new secret, a name in use requires its secret.
    pub(super) async fn sign_in(
        &self,
        name: &str,
        secret: Option<&str>,
    ) -> Result<(SignedIn, String), SignInError> {
        let name = names::clean(name).map_err(SignInError::Name)?;
        let name_key = name_key(&name);
        self.change([LockKey::People], |transaction| {
            let Some(id) = transaction.read::<PersonId>(&name_key)? else {
                return self.take_in(transaction, &name);
            };
            let owner = secret.and_then(|secret| Some((self.authenticate(secret).ok()??, secret)));
            match owner {
                Some((person, secret)) if person.id == id => Ok((person, secret.to_owned())),
                _ => Err(SignInError::Taken(name.clone())),
            }
        })
        .await
    }

    /// Adds a person under a free name; returns them and their secret.
    fn take_in(
        &self,
        transaction: &mut Transaction<'_>,
        name: &str,
    ) -> Result<(SignedIn, String), SignInError> {
        let id = self.next_id(transaction, MAX_PEOPLE)?;
        let secret = new_secret(id)?;
        let person = Person {
            name: name.to_owned(),
            secret: Some(digest(&secret)),
            is_closed: false,
            account: None,
        };
        add_person(transaction, id, &person);
        Ok((SignedIn::new(id, person), secret))
    }

    /// Returns the person of an account of another platform, who may be new.
    pub(super) async fn take_in_account(&self, account: &Speaker) -> Result<SignedIn, SignInError> {
        let key = account_key(&account.id);
        self.change([LockKey::People], |transaction| {
            let known = match transaction.read::<PersonId>(&key)? {
                Some(id) => transaction
                    .read_sound::<Person>(&id.key())?
                    .map(|person| (id, person)),
                None => None,
            };
            let Some((id, known)) = known else {
                let id = self.next_id(transaction, MAX_WITH_ACCOUNTS)?;
                let person = Person {
                    name: account.name.clone(),
                    secret: None,
                    is_closed: false,
                    account: Some(account.id.clone()),
                };
                add_person(transaction, id, &person);
                return Ok(SignedIn::new(id, person));
            };
            let name = account.name.clone();
            let is_renamed = name != known.name;
            let person = Person { name, ..known };
            // A change that changes nothing could still conflict with others.
            if is_renamed {
                transaction.batch.put(id.key(), json(&person));
            }
            Ok(SignedIn::new(id, person))
        })
        .await
    }

    /// Returns the number of a new person, after making room for them among at most this many people.
    fn next_id(
        &self,
        transaction: &mut Transaction<'_>,
        most: u32,
    ) -> Result<PersonId, SignInError> {
        let n_people = self.n_people(transaction)?;
        let n_known = n_people.saturating_sub(n_forgotten(transaction)?);
        if n_known >= most && !self.forget_guest(transaction)? {
            return Err(SignInError::Full);
        }
        Ok(PersonId(n_people + 1))
    }

    /// Returns the person of an account, on the page or on another platform.
    pub(super) fn person_of(&self, account: &UserId) -> Result<Option<PersonId>, StoreFailure> {
        match PersonId::of_user(account) {
            Some(id) => Ok(Some(id)),
            None => Ok(self.writer.read(&account_key(account))?),
        }
    }

    /// Returns the manager of the page: the first of the known people.
    pub(super) fn manager(&self) -> Result<Option<PersonId>, StoreFailure> {
        match self.writer.scan(PEOPLE.as_bytes(), None, 1) {
            Ok(first) => first
                .first()
                .map(|(key, _)| PersonId::of_key(key))
                .transpose(),
            // No other person becomes the manager because of that.
            Err(StoreError::Damaged { key, .. }) => PersonId::of_key(&key).map(Some),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes the identity of a person, and their other single entries.
    pub(super) fn remove_person(
        &self,
        id: PersonId,
        person: &Person,
        transaction: &mut Transaction<'_>,
    ) -> Result<(), StoreFailure> {
        let n_people = self.n_people(transaction)?;
        let n_forgotten = n_forgotten(transaction)? + 1;
        let batch = &mut transaction.batch;
        batch.remove(index_key(person));
        for key in [
            id.key(),
            id.guest_key(),
            Room::Direct(id).counters_key(),
            list_key(id),
        ] {
            batch.remove(key);
        }
        // The page never reuses the number.
        batch.put(PEOPLE_COUNT, json(&n_people));
        batch.put("play/forgotten", json(&n_forgotten));
        Ok(())
    }

    /// Tells whether a person is no longer known.
    pub(super) fn is_gone(
        &self,
        transaction: &mut Transaction<'_>,
        id: PersonId,
    ) -> Result<bool, StoreFailure> {
        match transaction.get(&id.key()) {
            Err(StoreError::Damaged { .. }) => Ok(false),
            found => Ok(found?.is_none()),
        }
    }

    /// Deletes the first offline guest other than the manager; returns whether there is one. A guest at another process has
    /// to sign in again.
    fn forget_guest(&self, transaction: &mut Transaction<'_>) -> Result<bool, StoreFailure> {
        let here = self.hub.online();
        let manager = self.manager()?;
        for (key, _) in self.writer.scan(GUESTS.as_bytes(), None, MAX_GUESTS_AWAY)? {
            let id = PersonId::of_key(&key)?;
            if here.contains_key(&id) || Some(id) == manager {
                continue;
            }
            if transaction.get(&id.guest_key())?.is_none() {
                continue;
            }
            if let Some(person) = transaction.read_sound::<Person>(&id.key())? {
                transaction.batch.remove(index_key(&person));
            }
            let n_forgotten = n_forgotten(transaction)? + 1;
            transaction.batch.remove(key);
            transaction.batch.remove(id.key());
            transaction.batch.put("play/forgotten", json(&n_forgotten));
            return Ok(true);
        }
        Ok(false)
    }

    /// Records an action of a person, or a message to them, so that they are no longer a guest. False if they are deleted.
    pub(super) async fn count_in(&self, id: PersonId) -> Result<bool, StoreFailure> {
        let key = id.guest_key();
        if self.writer.get(key.as_bytes())?.is_none() {
            return Ok(self.person(id)?.is_some());
        }
        self.change([LockKey::People], |transaction| {
            let is_known = transaction.read::<Person>(&id.key())?.is_some();
            if is_known {
                transaction.batch.remove(key.clone());
            }
            Ok(is_known)
        })
        .await
    }

    /// Returns the owner of a secret.
    pub(super) fn authenticate(&self, secret: &str) -> Result<Option<SignedIn>, StoreFailure> {
        let Some(id) = secret
            .split_once('-')
            .and_then(|(id, _)| PersonId::parse(id))
        else {
            return Ok(None);
        };
        // Comparing digests byte by byte reveals nothing to a guesser: they cannot steer the digest of a guess.
        let person = self
            .writer
            .read_sound::<Person>(&id.key())?
            .filter(|person| person.secret == Some(digest(secret)));
        Ok(person.map(|person| SignedIn::new(id, person)))
    }

    /// Returns a person with their account.
    pub(super) fn signed_in(&self, id: PersonId) -> Result<Option<SignedIn>, StoreFailure> {
        Ok(self.person(id)?.map(|person| SignedIn::new(id, person)))
    }

    pub(super) fn person(&self, id: PersonId) -> Result<Option<Person>, StoreFailure> {
        Ok(self.writer.read(&id.key())?)
    }

    /// Stores whether a person wants direct messages from now on. False if they are deleted.
    pub(super) async fn set_closed(
        &self,
        id: PersonId,
        is_closed: bool,
    ) -> Result<bool, StoreFailure> {
        self.change([LockKey::People], |transaction| {
            let Some(person) = transaction.read::<Person>(&id.key())? else {
                return Ok(false);
            };
            let changed = Person {
                is_closed,
                ..person
            };
            transaction.batch.remove(id.guest_key());
            transaction.batch.put(id.key(), json(&changed));
            Ok(true)
        })
        .await
    }

    /// Returns up to `limit` people, the last to sign up.
    pub(super) fn newest_people(&self, limit: u32) -> Result<Vec<SignedIn>, StoreFailure> {
        let after = PersonId(
            self.n_people(&mut self.writer.transaction())?
                .saturating_sub(limit),
        )
        .key();
        let people = self.sound_after::<Person>(PEOPLE, Some(&after));
        let people = people.map(|entry| {
            let (key, person) = entry?;
            Ok(SignedIn::new(PersonId::of_key(&key)?, person))
        });
        people.take(limit as usize).collect()
    }

    /// Returns the person with this name.
    pub(super) fn person_called(&self, name: &str) -> Result<Option<SignedIn>, StoreFailure> {
        let Some(id) = self.writer.read::<PersonId>(&name_key(name))? else {
            return Ok(None);
        };
        self.signed_in(id)
    }

    /// Returns up to `limit` names that contain a word with this beginning. Names with this beginning come first.
    pub(super) fn names_with(
        &self,
        beginning: &str,
        limit: usize,
    ) -> Result<Vec<String>, StoreFailure> {
        let mut found = self.names_of(&name_key(beginning), |_| true, limit)?;
        let beginning = names::fold(beginning);
        if found.len() < limit && !beginning.is_empty() {
            let later_word = format!(" {beginning}");
            let is_inside =
                |name: &str| !name.starts_with(&beginning) && name.contains(&later_word);
            found.extend(self.names_of(NAMES, is_inside, limit - found.len())?);
        }
        Ok(found)
    }

    /// Returns up to `limit` folded names that fit and have keys with a prefix.
    fn names_of(
        &self,
        prefix: &str,
        fits: impl Fn(&str) -> bool,
        limit: usize,
    ) -> Result<Vec<String>, StoreFailure> {
        let mut found = Vec::new();
        let entries = self.sound_after::<PersonId>(prefix, None);
        let fits_key = |key: &[u8]| {
            let name = key.get(NAMES.len()..).unwrap_or_default();
            str::from_utf8(name).is_ok_and(&fits)
        };
        let matching =
            entries.filter(|entry| entry.as_ref().map_or(true, |(key, _)| fits_key(key)));
        for entry in matching.take(limit) {
            let (_, id) = entry?;
            let person = self.writer.read_sound::<Person>(&id.key())?;
            found.extend(person.map(|person| person.name));
        }
        Ok(found)
    }

    /// Returns the number of sign-ups so far.
    pub(super) fn n_people(&self, transaction: &mut Transaction<'_>) -> Result<u32, StoreFailure> {
        match transaction.read_sound(PEOPLE_COUNT)? {
            Some(n_people) => Ok(n_people),
            None => self.last_person(),
        }
    }

    /// Returns the largest known number of a person. The page never reuses it.
    fn last_person(&self) -> Result<u32, StoreFailure> {
        let mut last = 0;
        for entry in self.sound_after::<Person>(PEOPLE, None) {
            last = PersonId::of_key(&entry?.0)?.0;
        }
        for index in [NAMES, ACCOUNTS] {
            for entry in self.sound_after::<PersonId>(index, None) {
                last = last.max(entry?.1.0);
            }
        }
        Ok(last)
    }
}

/// Returns the number of deleted people.
fn n_forgotten(transaction: &mut Transaction<'_>) -> Result<u32, StoreError> {
    Ok(transaction.read_sound("play/forgotten")?.unwrap_or(0))
}

/// Adds a new person. Without an account they are a guest, as they have done nothing so far.
fn add_person(transaction: &mut Transaction<'_>, id: PersonId, person: &Person) {
    let batch = &mut transaction.batch;
    batch.put(PEOPLE_COUNT, json(&id));
    batch.put(index_key(person), json(&id));
    if person.account.is_none() {
        batch.put(id.guest_key(), Vec::new());
    }
    batch.put(id.key(), json(person));
}

/// Returns the key under which a person is found: by their account, or by their name.
fn index_key(person: &Person) -> String {
    match &person.account {
        Some(account) => account_key(account),
        None => name_key(&person.name),
    }
}

fn name_key(name: &str) -> String {
    format!("{NAMES}{}", names::fold(name))
}

/// Makes a secret, `<person>-<64 hexadecimal digits>`: the owner and 32 random bytes.
fn new_secret(id: PersonId) -> Result<String, StoreFailure> {
    let bytes: [u8; 32] = random()?;
    Ok(format!("{id}-{}", HEXLOWER.encode(&bytes)))
}

/// Draws random bytes from the system.
pub(super) fn random<const N: usize>() -> Result<[u8; N], StoreFailure> {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
        StoreFailure::Later(format!("the system has no random numbers ({error})"))
    })?;
    Ok(bytes)
}

fn digest(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret))
}
