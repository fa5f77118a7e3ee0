//! Answers that one person sees, kept for a while so that who asks again hears the same.

use std::sync::Arc;

use api::{EventId, Platform, StoreError};

use super::{
    adapter::{LockKey, Playground},
    person::PersonId,
    proposal::Proposal,
    stored::{StoreFailure, json},
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
        self.change([LockKey::Answers(person)], |proposal| {
            if !self.is_gone(proposal, person)? {
                put_answer(proposal, person, event, reply)?;
            }
            Ok(())
        })
        .await
    }

    /// Changes what the answer under a key says, if it is there.
    pub(super) async fn edit_answer(
        &self,
        key: Vec<u8>,
        change: impl Fn(&Body) -> Body,
    ) -> Result<(), StoreFailure> {
        let text = String::from_utf8_lossy(&key).into_owned();
        let Some(person) = text.split('/').nth(2).and_then(PersonId::parse) else {
            return Ok(());
        };
        self.change([LockKey::Answers(person)], |proposal| {
            if let Some(answer) = proposal.read_sound::<StoredAnswer>(&text)? {
                let body = change(&answer.body);
                let changed = json(&StoredAnswer { body, ..answer });
                proposal.batch.put(key.clone(), changed);
            }
            Ok(())
        })
        .await
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

/// Puts an answer among those to a person, of which the oldest makes room if there are too many.
fn put_answer(
    proposal: &mut Proposal<'_>,
    person: PersonId,
    event: &str,
    reply: &StoredAnswer,
) -> Result<(), StoreError> {
    let list_key = list_key(person);
    let mut events: Vec<String> = proposal.read_sound(&list_key)?.unwrap_or_default();
    let batch = &mut proposal.batch;
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
    Ok(())
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
