//! Answers that one person sees, kept for a while so that who asks again hears the same.

use std::sync::Arc;

use crate::ports::{Batch, EventId, Platform};

use super::{
    adapter::{LockKey, Playground},
    person::PersonId,
    stored::{StoreFailure, durable, json},
    wire::{Body, StoredAnswer},
};

/// How many answers to a person are kept.
pub(super) const KEPT_ANSWERS: usize = 32;

/// How long the page's name for an event may be.
const MAX_EVENT_ID: usize = 40;

/// The id of an event that a person's page calls `id`: `<person>.<id>`, so that nobody can name somebody else's.
/// `None` unless it is made of at most 40 letters, digits and dashes.
pub(super) fn event_id(person: PersonId, id: &str) -> Option<EventId> {
    let proper = (1..=MAX_EVENT_ID).contains(&id.len())
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    proper.then(|| EventId::new(Platform::Playground, format!("{person}.{id}")))
}

/// The person an event came from, and what their page calls it.
pub(super) fn event_of(event: &EventId) -> Option<(PersonId, &str)> {
    if event.platform != Platform::Playground {
        return None;
    }
    let (person, id) = event.id.split_once('.')?;
    Some((PersonId::parse(person)?, id))
}

impl Playground {
    /// Tells whoever waits for the answer to an event, and keeps it, unless they have been deleted.
    pub(super) async fn keep_answer(
        &self,
        person: PersonId,
        event: &str,
        reply: &StoredAnswer,
    ) -> Result<(), StoreFailure> {
        let lock = self.lock(LockKey::Answers(person)).await;
        if self.is_gone(person)? {
            return Ok(());
        }
        let generation = self.writer.generation();
        let list_key = list_key(person);
        let mut events: Vec<String> = self.read_sound(&list_key)?.unwrap_or_default();

        let mut batch = Batch::default();
        if !events.iter().any(|kept| kept == event) {
            events.push(event.to_owned());
        }
        let n_surplus = events.len().saturating_sub(KEPT_ANSWERS);
        for old in events.drain(..n_surplus) {
            batch.remove(file_key(person, &old));
            batch.remove(answer_key(person, &old));
        }
        // Before there were recipes the files of pictures were stored.
        batch.remove(file_key(person, event));
        batch.put(answer_key(person, event), json(reply));
        batch.put(list_key, json(&events));
        let change = self.submit(generation, batch)?;
        drop(lock);
        durable(change).await
    }

    /// Changes what the answer under a key says, if it is there.
    pub(super) async fn edit_answer(
        &self,
        key: Vec<u8>,
        change: impl FnOnce(&Body) -> Body,
    ) -> Result<(), StoreFailure> {
        let text = String::from_utf8_lossy(&key).into_owned();
        let Some(person) = text.split('/').nth(2).and_then(PersonId::parse) else {
            return Ok(());
        };
        let _lock = self.lock(LockKey::Answers(person)).await;
        let generation = self.writer.generation();
        let Some(answer) = self.read_sound::<StoredAnswer>(&text)? else {
            return Ok(());
        };
        let body = change(&answer.body);
        let mut batch = Batch::default();
        batch.put(key, json(&StoredAnswer { body, ..answer }));
        self.commit(generation, batch).await
    }

    /// The latest answer to an event, if it is kept and not damaged.
    pub(super) fn kept_answer(
        &self,
        person: PersonId,
        event: &str,
    ) -> Result<Option<StoredAnswer>, StoreFailure> {
        Ok(self.read_sound(&answer_key(person, event))?)
    }

    /// The picture of an answer, if it is still the one with this digest.
    pub(super) async fn answer_picture(
        &self,
        person: PersonId,
        event: &str,
        digest: &str,
    ) -> Result<Option<Arc<[u8]>>, StoreFailure> {
        let kept = self.kept_answer(person, event)?;
        let picture = kept.and_then(|reply| reply.body.picture);
        self.file(picture, digest, &file_key(person, event)).await
    }
}

/// Where it stands which answers to somebody are kept.
pub(super) fn list_key(person: PersonId) -> String {
    format!("play/answers/{person}")
}

fn answer_key(person: PersonId, event: &str) -> String {
    format!("play/answer/{person}/{event}")
}

fn file_key(person: PersonId, event: &str) -> String {
    format!("play/answer-picture/{person}/{event}")
}
