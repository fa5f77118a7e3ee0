//! Private answers, stored for a while so that a repeated request gets the same answer.

use std::sync::Arc;

use api::{EventId, Platform, StoreError};
use store::writer::Transaction;

use super::{
    adapter::{LockKey, Playground},
    person::PersonId,
    stored::{StoreFailure, json},
    wire::{Body, StoredAnswer},
};

/// The number of answers to a person that are stored.
pub(super) const KEPT_ANSWERS: usize = 32;

/// The longest event id from the page, in characters.
const MAX_EVENT_ID: usize = 40;

/// Builds the id of an event from a person's page: `<person>.<id>`, so that people cannot name the events of others. `None`
/// unless `id` consists of at most 40 letters, digits and dashes.
pub(super) fn event_id(person: PersonId, id: &str) -> Option<EventId> {
    let proper = (1..=MAX_EVENT_ID).contains(&id.len())
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    proper.then(|| EventId::new(Platform::Playground, format!("{person}.{id}")))
}

/// Splits an event id into the person and the id from their page.
pub(super) fn event_of(event: &EventId) -> Option<(PersonId, &str)> {
    if event.platform != Platform::Playground {
        return None;
    }
    let (person, id) = event.id.split_once('.')?;
    Some((PersonId::parse(person)?, id))
}

impl Playground {
    /// Stores the answer to an event, and sends it to the waiting request, unless the person has been deleted.
    pub(super) async fn keep_answer(
        &self,
        person: PersonId,
        event: &str,
        reply: &StoredAnswer,
    ) -> Result<(), StoreFailure> {
        self.change([LockKey::Answers(person)], |transaction| {
            if !self.is_gone(transaction, person)? {
                put_answer(transaction, person, event, reply)?;
            }
            Ok(())
        })
        .await
    }

    /// Edits the body of the answer under a key, if it exists.
    pub(super) async fn edit_answer(
        &self,
        key: Vec<u8>,
        change: impl Fn(&Body) -> Body,
    ) -> Result<(), StoreFailure> {
        let text = String::from_utf8_lossy(&key).into_owned();
        let Some(person) = text.split('/').nth(2).and_then(PersonId::parse) else {
            return Ok(());
        };
        self.change([LockKey::Answers(person)], |transaction| {
            if let Some(answer) = transaction.read_sound::<StoredAnswer>(&text)? {
                let body = change(&answer.body);
                let changed = json(&StoredAnswer { body, ..answer });
                transaction.batch.put(key.clone(), changed);
            }
            Ok(())
        })
        .await
    }

    /// Returns the latest answer to an event, if it is stored and not damaged.
    pub(super) fn kept_answer(
        &self,
        person: PersonId,
        event: &str,
    ) -> Result<Option<StoredAnswer>, StoreFailure> {
        Ok(self.writer.read_sound(&answer_key(person, event))?)
    }

    /// Returns the picture of an answer, if it still has this digest.
    pub(super) async fn answer_picture(
        &self,
        person: PersonId,
        event: &str,
        digest: &str,
    ) -> Result<Option<Arc<[u8]>>, StoreFailure> {
        let kept = self.kept_answer(person, event)?;
        let picture = kept.and_then(|reply| reply.body.picture);
        self.drawn(picture, digest).await
    }
}

/// Adds an answer to those of a person, and drops the oldest if there are too many.
fn put_answer(
    transaction: &mut Transaction<'_>,
    person: PersonId,
    event: &str,
    reply: &StoredAnswer,
) -> Result<(), StoreError> {
    let list_key = list_key(person);
    let mut events: Vec<String> = transaction.read_sound(&list_key)?.unwrap_or_default();
    let batch = &mut transaction.batch;
    if !events.iter().any(|kept| kept == event) {
        events.push(event.to_owned());
    }
    let n_surplus = events.len().saturating_sub(KEPT_ANSWERS);
    for old in events.drain(..n_surplus) {
        batch.remove(answer_key(person, &old));
    }
    batch.put(answer_key(person, event), json(reply));
    batch.put(list_key, json(&events));
    Ok(())
}

/// Returns the key of the list of a person's stored answers.
pub(super) fn list_key(person: PersonId) -> String {
    format!("play/answers/{person}")
}

fn answer_key(person: PersonId, event: &str) -> String {
    format!("play/answer/{person}/{event}")
}
