//! How far all that happened is answered: so far the homeserver need not tell it again.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use matrix_sdk::ruma::{EventId, OwnedEventId};

/// What the homeserver told at once, in the order in which it came.
struct Batch {
    number: u64,
    /// What comes after it.
    token: String,
    /// How much of it is not answered yet; being read counts as well.
    n_open: usize,
}

#[derive(Default)]
struct Inner {
    n_batches: u64,
    batches: VecDeque<Batch>,
    open: HashMap<OwnedEventId, u64>,
}

/// How far all is answered.
#[derive(Default)]
pub(super) struct Progress(Mutex<Inner>);

impl Progress {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something was told; it is open until [`Progress::read`].
    pub(super) fn begin(&self, token: &str) -> u64 {
        let mut inner = self.inner();
        let number = inner.n_batches;
        inner.n_batches += 1;
        inner.batches.push_back(Batch {
            number,
            token: token.to_owned(),
            n_open: 1,
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
        let batch = inner
            .batches
            .iter_mut()
            .find(|batch| batch.number == number);
        if let Some(batch) = batch {
            batch.n_open += 1;
        }
    }

    /// All of it is read. Tells from where to go on after a restart, if that is further on than before.
    pub(super) fn read(&self, number: u64) -> Option<String> {
        self.inner().close(number)
    }

    /// An event is answered; the same.
    pub(super) fn answered(&self, event: &EventId) -> Option<String> {
        let mut inner = self.inner();
        let number = inner.open.remove(event)?;
        inner.close(number)
    }
}

impl Inner {
    fn close(&mut self, number: u64) -> Option<String> {
        let batch = self
            .batches
            .iter_mut()
            .find(|batch| batch.number == number)?;
        batch.n_open = batch.n_open.saturating_sub(1);
        let mut token = None;
        while let Some(first) = self.batches.front()
            && first.n_open == 0
        {
            token = self.batches.pop_front().map(|batch| batch.token);
        }
        token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_behind_that_is_not_answered() {
        let progress = Progress::default();
        let event = |id: &str| OwnedEventId::try_from(id).expect("an id");
        let one = progress.begin("1");
        assert_eq!(progress.open(one, &event("$a")), Some(()));
        assert_eq!(progress.open(one, &event("$a")), None);
        assert_eq!(progress.read(one), None);
        let two = progress.begin("2");
        progress.open(two, &event("$b"));
        assert_eq!(progress.read(two), None);
        let three = progress.begin("3");
        assert_eq!(progress.read(three), None);
        assert_eq!(progress.answered(&event("$b")), None);
        assert_eq!(progress.answered(&event("$a")).as_deref(), Some("3"));
        assert_eq!(progress.answered(&event("$a")), None);
        let four = progress.begin("4");
        assert_eq!(progress.read(four).as_deref(), Some("4"));
    }
}
