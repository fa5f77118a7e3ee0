//! Answers that one person sees, kept for a while so that who asks again hears the same.

use std::{num::NonZeroUsize, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::ports::{Batch, EventId, Format, Picture, Platform, Private};

use super::{Playground, Trouble, hold, json, people::PersonId, wire::Body};

/// How many answers to a person are kept.
pub(super) const KEPT_ANSWERS: usize = 32;

/// How many animations are kept of all people together. Each may have some megabytes, so they are kept in memory only:
/// who wants to see one again asks again.
pub(super) const KEPT_ANIMATIONS: NonZeroUsize = NonZeroUsize::new(8).expect("8 is not 0");

/// How long the page's name for an event may be.
const MAX_EVENT_ID: usize = 40;

/// An answer as stored and as the page reads it.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Reply {
    pub(super) replaces: bool,
    #[serde(flatten)]
    pub(super) body: Body,
}

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
    /// Tells whoever waits for the answer to an event, and keeps it.
    pub(super) async fn keep_answer(
        &self,
        person: PersonId,
        event: &str,
        reply: &Reply,
        picture: Option<&Picture<Private>>,
    ) -> Result<(), Trouble> {
        let _lock = self.locks.lock(("answers", person)).await;
        let generation = self.ledger.generation();
        let list_key = format!("play/answers/{person}");
        let mut events: Vec<String> = self.read(&list_key)?.unwrap_or_default();

        let mut batch = Batch::default();
        if !events.iter().any(|kept| kept == event) {
            events.push(event.to_owned());
        }
        let n_surplus = events.len().saturating_sub(KEPT_ANSWERS);
        for old in events.drain(..n_surplus) {
            batch.remove(answer_key(person, &old));
            batch.remove(picture_key(person, &old));
        }
        batch.put(answer_key(person, event), json(reply));
        let key = picture_key(person, event);
        hold(&self.animations).pop(&key);
        match picture {
            Some(picture) if picture.format == Format::Png => batch.put(key, &*picture.bytes),
            Some(picture) => {
                batch.remove(key.as_str());
                hold(&self.animations).put(key, Arc::clone(&picture.bytes));
            }
            None => batch.remove(key),
        }
        batch.put(list_key, json(&events));
        self.commit(generation, batch).await
    }

    /// The latest answer to an event, if it is kept.
    pub(super) fn kept_answer(
        &self,
        person: PersonId,
        event: &str,
    ) -> Result<Option<Reply>, Trouble> {
        self.read(&answer_key(person, event))
    }

    /// The picture of an answer, if it is still the one with this digest.
    pub(super) fn answer_picture(
        &self,
        person: PersonId,
        event: &str,
        digest: &str,
    ) -> Result<Option<Vec<u8>>, Trouble> {
        match self
            .kept_answer(person, event)?
            .and_then(|reply| reply.body.picture)
        {
            Some(picture) if picture.digest == digest => {
                let key = picture_key(person, event);
                if let Some(animation) = hold(&self.animations).get(&key) {
                    return Ok(Some(animation.to_vec()));
                }
                Ok(self.ledger.get(key.as_bytes())?)
            }
            _ => Ok(None),
        }
    }
}

fn answer_key(person: PersonId, event: &str) -> String {
    format!("play/answer/{person}/{event}")
}

fn picture_key(person: PersonId, event: &str) -> String {
    format!("play/answer-picture/{person}/{event}")
}
