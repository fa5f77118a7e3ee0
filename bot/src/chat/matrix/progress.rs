//! How far all that happened is answered: so far the homeserver need not tell it again. What is answered while something
//! before it is not has to be remembered, because it will be told again.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard},
};

use matrix_sdk::ruma::{EventId, OwnedEventId};

use crate::chat::kit::hold;

/// What the homeserver told at once, in the order in which it came.
struct SyncBatch {
    number: u64,
    /// What comes after it.
    token: String,
    /// How much of it is not answered yet; being read counts as well.
    n_open: usize,
    /// What was answered, to be remembered until all that came before it is answered too.
    answered: Vec<OwnedEventId>,
}

/// What follows once something is answered.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Advance {
    /// From where to go on after a restart, if that is further on than before.
    pub(super) token: Option<String>,
    /// What will be told again and is answered.
    pub(super) remember: Option<OwnedEventId>,
    /// What will not be told again.
    pub(super) forget: Vec<OwnedEventId>,
}

#[derive(Default)]
struct Inner {
    n_batches: u64,
    batches: VecDeque<SyncBatch>,
    open: HashMap<OwnedEventId, u64>,
}

/// How far all is answered.
#[derive(Default)]
pub(super) struct Progress(Mutex<Inner>);

impl Progress {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        hold(&self.0)
    }

    /// Something was told; it is open until [`Progress::read`].
    pub(super) fn begin(&self, token: &str) -> u64 {
        let mut inner = self.inner();
        let number = inner.n_batches;
        inner.n_batches += 1;
        inner.batches.push_back(SyncBatch {
            number,
            token: token.to_owned(),
            n_open: 1,
            answered: Vec::new(),
        });
        number
    }

    /// An event of it waits for an answer; nothing if it did so before.
    pub(super) fn open(&self, number: u64, event: &EventId) -> Option<()> {
        let mut inner = self.inner();
        if inner.open.contains_key(event) {
            return None;
        }
        inner.open.insert(event.to_owned(), number);
        drop(inner);
        self.hold(number);
        Some(())
    }

    /// Something of it has to wait; it counts until another [`Progress::read`].
    pub(super) fn hold(&self, number: u64) {
        let mut inner = self.inner();
        if let Some(batch) = inner.batch(number) {
            batch.n_open += 1;
        }
    }

    /// An event of it was answered before the last start.
    pub(super) fn was_answered(&self, number: u64, event: &EventId) {
        if let Some(batch) = self.inner().batch(number) {
            batch.answered.push(event.to_owned());
        }
    }

    /// All of it is read.
    pub(super) fn read(&self, number: u64) -> Advance {
        self.inner().close(number)
    }

    /// An event is answered.
    pub(super) fn answered(&self, event: &EventId) -> Advance {
        let mut inner = self.inner();
        let Some(number) = inner.open.remove(event) else {
            return Advance::default();
        };
        let mut advance = inner.close(number);
        if let Some(batch) = inner.batch(number) {
            batch.answered.push(event.to_owned());
            advance.remember = Some(event.to_owned());
        }
        advance
    }
}

impl Inner {
    fn batch(&mut self, number: u64) -> Option<&mut SyncBatch> {
        let mut batches = self.batches.iter_mut();
        batches.find(|batch| batch.number == number)
    }

    fn close(&mut self, number: u64) -> Advance {
        if let Some(batch) = self.batch(number) {
            batch.n_open = batch.n_open.saturating_sub(1);
        }
        let mut advance = Advance::default();
        while let Some(first) = self.batches.pop_front_if(|first| first.n_open == 0) {
            advance.token = Some(first.token);
            advance.forget.extend(first.answered);
        }
        advance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(id: &str) -> OwnedEventId {
        OwnedEventId::try_from(id).expect("an id")
    }

    #[test]
    fn nothing_is_left_behind_that_is_not_answered() {
        let progress = Progress::default();
        let one = progress.begin("1");
        assert_eq!(progress.open(one, &event("$a")), Some(()));
        assert_eq!(progress.open(one, &event("$a")), None);
        assert_eq!(progress.read(one), Advance::default());
        let two = progress.begin("2");
        progress.open(two, &event("$b"));
        assert_eq!(progress.read(two), Advance::default());
        let three = progress.begin("3");
        assert_eq!(progress.read(three), Advance::default());
        assert_eq!(progress.answered(&event("$b")).token, None);
        assert_eq!(progress.answered(&event("$a")).token.as_deref(), Some("3"));
        assert_eq!(progress.answered(&event("$a")), Advance::default());
        let four = progress.begin("4");
        assert_eq!(progress.read(four).token.as_deref(), Some("4"));
    }

    #[test]
    fn what_will_be_told_again_is_remembered_for_so_long() {
        let progress = Progress::default();
        let one = progress.begin("1");
        progress.open(one, &event("$a"));
        progress.open(one, &event("$b"));
        progress.was_answered(one, &event("$z"));
        progress.read(one);
        let after = progress.answered(&event("$b"));
        assert_eq!((after.token, after.remember), (None, Some(event("$b"))));
        let after = progress.answered(&event("$a"));
        assert_eq!((after.token.as_deref(), after.remember), (Some("1"), None));
        assert_eq!(after.forget, [event("$z"), event("$b")]);
    }
}
