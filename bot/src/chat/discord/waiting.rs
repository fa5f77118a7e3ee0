//! The interactions that can still be answered.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serenity::all::InteractionId;
use tokio::time::Instant;

use super::{
    doctor::Here,
    heard::{Heard, Kind},
};

/// How long answers go by the token of an interaction.
const LIFE: Duration = Duration::from_secs(15 * 60);

/// How many are kept at most; the oldest are forgotten first.
const MOST: usize = 10_000;

/// An interaction that can still be answered.
///
/// Its token lets whoever has it answer, so it has no `Debug`.
pub(super) struct Waiting {
    pub(super) id: InteractionId,
    pub(super) token: String,
    pub(super) kind: Kind,
    /// What we may do where it was done, if that is a server.
    pub(super) permissions: Option<Here>,
    pub(super) heard: Instant,
    /// What Discord has been told so far; whoever tells more holds the lock meanwhile.
    pub(super) told: tokio::sync::Mutex<Told>,
}

/// What Discord has been told of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Nothing yet.
    Nothing,
    /// Perhaps that something will come; nobody knows whether Discord heard it.
    Unknown,
    /// That a message will come, which only the speaker sees.
    MessageComes,
    /// That something may change.
    ChangeComes,
    /// The answer.
    Answer,
}

/// All of them.
#[derive(Default)]
pub(super) struct AllWaiting(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    by_id: HashMap<InteractionId, Arc<Waiting>>,
    /// Oldest first. Ids of Discord grow with time, and tell apart what came at the same moment.
    by_age: BTreeSet<(Instant, InteractionId)>,
}

impl AllWaiting {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one in; nothing if it was heard before.
    pub(super) fn add(&self, what: &Heard) -> Option<Arc<Waiting>> {
        let id = what.id;
        let heard = Instant::now();
        let mut inner = self.inner();
        while let Some(&(at, oldest)) = inner.by_age.first()
            && (at + LIFE < heard || inner.by_age.len() >= MOST)
        {
            inner.by_age.pop_first();
            inner.by_id.remove(&oldest);
        }
        if inner.by_id.contains_key(&id) {
            return None;
        }
        let waiting = Arc::new(Waiting {
            id,
            token: what.token.clone(),
            kind: what.kind.clone(),
            permissions: what.permissions,
            heard,
            told: tokio::sync::Mutex::new(Told::Nothing),
        });
        inner.by_id.insert(id, Arc::clone(&waiting));
        inner.by_age.insert((heard, id));
        Some(waiting)
    }

    pub(super) fn find(&self, id: InteractionId) -> Option<Arc<Waiting>> {
        self.inner().by_id.get(&id).map(Arc::clone)
    }
}
