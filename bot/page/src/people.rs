//! Who is who.

use data_encoding::HEXLOWER;
use rand::{TryRng, rngs::SysRng};
use sha2::{Digest, Sha256};

use api::{Platform, ServerAccess, ServerId, StoreError};
use text::Text;

use super::{
    adapter::{LockKey, Playground},
    answers::list_key,
    names,
    person::{GUESTS, PEOPLE, Person, PersonId, SignedIn},
    places::Room,
    proposal::Proposal,
    rooms::counters_key,
    stored::{StoreFailure, json},
};

/// How many people there may be. Who has never done anything makes room for others.
const MAX_PEOPLE: u32 = 10_000;

/// Among how many of those who have never done anything somebody is looked for who is not here: more than may be here.
const MAX_GUESTS_AWAY: usize = 1024;

/// What the keys begin with that tell whose a name is.
const NAMES: &str = "play/name/";

/// Why somebody could not sign in.
#[derive(Debug)]
pub(super) enum SignInError {
    /// The name cannot be used, and why.
    Name(Text),
    /// Somebody else has this name.
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
    /// Signs in under a name; a new name comes with a new secret, a name in use wants its secret.
    pub(super) async fn sign_in(
        &self,
        name: &str,
        secret: Option<&str>,
    ) -> Result<(SignedIn, String), SignInError> {
        let name = names::clean(name).map_err(SignInError::Name)?;
        let name_key = name_key(&name);
        self.change([LockKey::People], |proposal| {
            let Some(id) = proposal.read::<PersonId>(&name_key)? else {
                return self.take_in(proposal, &name);
            };
            let owner = secret.and_then(|secret| Some((self.authenticate(secret).ok()??, secret)));
            match owner {
                Some((person, secret)) if person.id == id => Ok((person, secret.to_owned())),
                _ => Err(SignInError::Taken(name.clone())),
            }
        })
        .await
    }

    /// Takes somebody in under a name that nobody has; who they are and their secret.
    fn take_in(
        &self,
        proposal: &mut Proposal<'_>,
        name: &str,
    ) -> Result<(SignedIn, String), SignInError> {
        let n_people = self.n_people(proposal)?;
        let n_known = n_people.saturating_sub(n_forgotten(proposal)?);
        if n_known >= MAX_PEOPLE && !self.forget_guest(proposal)? {
            return Err(SignInError::Full);
        }
        let id = PersonId(n_people + 1);
        let secret = new_secret(id)?;
        let batch = &mut proposal.batch;
        batch.put("play/people", json(&id));
        batch.put(name_key(name), json(&id));
        batch.put(id.guest_key(), Vec::new());
        batch.put(
            id.key(),
            json(&Person {
                name: name.to_owned(),
                secret: digest(&secret),
                is_closed: false,
            }),
        );
        let name = name.to_owned();
        Ok((SignedIn { id, name }, secret))
    }

    /// Who manages the page: of those who are there, who came first.
    pub(super) fn manager(&self) -> Result<Option<PersonId>, StoreFailure> {
        match self.writer.scan(PEOPLE.as_bytes(), None, 1) {
            Ok(first) => first
                .first()
                .map(|(key, _)| PersonId::of_key(key))
                .transpose(),
            // Nobody else gets to manage it because of that.
            Err(StoreError::Damaged { key, .. }) => PersonId::of_key(&key).map(Some),
            Err(error) => Err(error.into()),
        }
    }

    /// The page as a server, as somebody may use it.
    pub(super) fn server_of(&self, id: PersonId) -> Result<ServerAccess, StoreFailure> {
        Ok(ServerAccess {
            id: ServerId::new(Platform::Playground, "page"),
            may_manage: self.manager()? == Some(id),
        })
    }

    /// Removes what tells who somebody is, and what else is about them alone and there once.
    pub(super) fn remove_person(
        &self,
        id: PersonId,
        person: &Person,
        proposal: &mut Proposal<'_>,
    ) -> Result<(), StoreFailure> {
        let n_people = self.n_people(proposal)?;
        let n_forgotten = n_forgotten(proposal)? + 1;
        let batch = &mut proposal.batch;
        batch.remove(name_key(&person.name));
        for key in [
            id.key(),
            id.guest_key(),
            counters_key(Room::Direct(id)),
            list_key(id),
        ] {
            batch.remove(key);
        }
        // Nobody is to get the number again.
        batch.put("play/people", json(&n_people));
        batch.put("play/forgotten", json(&n_forgotten));
        Ok(())
    }

    /// Whether somebody is not known any more.
    pub(super) fn is_gone(
        &self,
        proposal: &mut Proposal<'_>,
        id: PersonId,
    ) -> Result<bool, StoreFailure> {
        match proposal.get(&id.key()) {
            Err(StoreError::Damaged { .. }) => Ok(false),
            found => Ok(found?.is_none()),
        }
    }

    /// Forgets somebody who has never done anything and is not here, the one who came first but for who manages the page;
    /// whether there is anybody. Who is at another process signs in anew.
    fn forget_guest(&self, proposal: &mut Proposal<'_>) -> Result<bool, StoreFailure> {
        let here = self.hub.online();
        let manager = self.manager()?;
        for (key, _) in self.writer.scan(GUESTS.as_bytes(), None, MAX_GUESTS_AWAY)? {
            let id = PersonId::of_key(&key)?;
            if here.contains_key(&id) || Some(id) == manager {
                continue;
            }
            if proposal.get(&id.guest_key())?.is_none() {
                continue;
            }
            if let Some(person) = proposal.read_sound::<Person>(&id.key())? {
                proposal.batch.remove(name_key(&person.name));
            }
            let n_forgotten = n_forgotten(proposal)? + 1;
            proposal.batch.remove(key);
            proposal.batch.remove(id.key());
            proposal.batch.put("play/forgotten", json(&n_forgotten));
            return Ok(true);
        }
        Ok(false)
    }

    /// Notes that somebody does something, or that others want to do something with them: so they are not forgotten. False
    /// if they are forgotten already.
    pub(super) async fn count_in(&self, id: PersonId) -> Result<bool, StoreFailure> {
        let key = id.guest_key();
        if self.writer.get(key.as_bytes())?.is_none() {
            return Ok(self.person(id)?.is_some());
        }
        self.change([LockKey::People], |proposal| {
            let is_known = proposal.read::<Person>(&id.key())?.is_some();
            if is_known {
                proposal.batch.remove(key.clone());
            }
            Ok(is_known)
        })
        .await
    }

    /// Who the secret belongs to.
    pub(super) fn authenticate(&self, secret: &str) -> Result<Option<SignedIn>, StoreFailure> {
        let Some(id) = secret
            .split_once('-')
            .and_then(|(id, _)| PersonId::parse(id))
        else {
            return Ok(None);
        };
        // Comparing digests byte by byte tells a guesser nothing: they cannot steer the digest of a guess.
        let person = self
            .read_sound::<Person>(&id.key())?
            .filter(|person| person.secret == digest(secret));
        Ok(person.map(|person| SignedIn {
            id,
            name: person.name,
        }))
    }

    pub(super) fn person(&self, id: PersonId) -> Result<Option<Person>, StoreFailure> {
        Ok(self.read(&id.key())?)
    }

    /// Notes whether somebody wants direct messages from now on. False if they are forgotten.
    pub(super) async fn set_closed(
        &self,
        id: PersonId,
        is_closed: bool,
    ) -> Result<bool, StoreFailure> {
        self.change([LockKey::People], |proposal| {
            let Some(person) = proposal.read::<Person>(&id.key())? else {
                return Ok(false);
            };
            let changed = Person {
                is_closed,
                ..person
            };
            proposal.batch.remove(id.guest_key());
            proposal.batch.put(id.key(), json(&changed));
            Ok(true)
        })
        .await
    }

    /// Up to `limit` people, those who came last.
    pub(super) fn newest_people(&self, limit: u32) -> Result<Vec<SignedIn>, StoreFailure> {
        let after = PersonId(self.n_people(&mut self.proposal())?.saturating_sub(limit)).key();
        let people = self.sound_after::<Person>(PEOPLE, Some(&after));
        let people = people.map(|entry| {
            let (key, person) = entry?;
            Ok(SignedIn {
                id: PersonId::of_key(&key)?,
                name: person.name,
            })
        });
        people.take(limit as usize).collect()
    }

    /// Who bears this name.
    pub(super) fn person_called(&self, name: &str) -> Result<Option<SignedIn>, StoreFailure> {
        let Some(id) = self.read::<PersonId>(&name_key(name))? else {
            return Ok(None);
        };
        Ok(self.person(id)?.map(|person| SignedIn {
            id,
            name: person.name,
        }))
    }

    /// Up to `limit` names of which some word begins like this, those first that begin so themselves.
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

    /// Up to `limit` names whose keys begin with a prefix and that fit, folded.
    fn names_of(
        &self,
        prefix: &str,
        fits: impl Fn(&str) -> bool,
        limit: usize,
    ) -> Result<Vec<String>, StoreFailure> {
        let mut found = Vec::new();
        let entries = self.sound_after::<PersonId>(prefix, None);
        let is_meant = |key: &[u8]| {
            let name = key.get(NAMES.len()..).unwrap_or_default();
            str::from_utf8(name).is_ok_and(&fits)
        };
        let meant = entries.filter(|entry| entry.as_ref().map_or(true, |(key, _)| is_meant(key)));
        for entry in meant.take(limit) {
            let (_, id) = entry?;
            let person = self.read_sound::<Person>(&id.key())?;
            found.extend(person.map(|person| person.name));
        }
        Ok(found)
    }

    /// How many people have ever come.
    pub(super) fn n_people(&self, proposal: &mut Proposal<'_>) -> Result<u32, StoreFailure> {
        match proposal.read_sound("play/people")? {
            Some(n_people) => Ok(n_people),
            None => self.last_person(),
        }
    }

    /// The number of the person who came last, as far as it is known: nobody else is to get it.
    fn last_person(&self) -> Result<u32, StoreFailure> {
        let mut last = 0;
        for entry in self.sound_after::<Person>(PEOPLE, None) {
            last = PersonId::of_key(&entry?.0)?.0;
        }
        for entry in self.sound_after::<PersonId>(NAMES, None) {
            last = last.max(entry?.1.0);
        }
        Ok(last)
    }
}

/// How many people are forgotten.
fn n_forgotten(proposal: &mut Proposal<'_>) -> Result<u32, StoreError> {
    Ok(proposal.read_sound("play/forgotten")?.unwrap_or(0))
}

fn name_key(name: &str) -> String {
    format!("{NAMES}{}", names::fold(name))
}

/// `<person>-<64 hexadecimal digits>`: 32 random bytes, and whose they are.
fn new_secret(id: PersonId) -> Result<String, StoreFailure> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
        StoreFailure::Later(format!("the system has no random numbers ({error})"))
    })?;
    Ok(format!("{id}-{}", HEXLOWER.encode(&bytes)))
}

fn digest(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret))
}
