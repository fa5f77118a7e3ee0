//! Tracks up to which sync token all events are answered: the homeserver need not repeat those. An event that is answered before
//! an earlier one has to be remembered, because it will be repeated.

use std::collections::{HashMap, VecDeque};

use matrix_sdk::ruma::{EventId, OwnedEventId};

/// The events of one sync, in the order in which they came.
struct SyncBatch {
    /// The sync token after it.
    token: String,
    /// The number of its unanswered events. A batch that is still being read counts as one more.
    n_open: usize,
    /// The answered events, to be remembered until all events before them are answered too.
    answered: Vec<OwnedEventId>,
}

/// The changes to store after an event is answered.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Advance {
    /// The sync token from which a restart continues, if it has advanced.
    pub(super) token: Option<String>,
    /// An answered event that will be repeated.
    pub(super) remember: Option<OwnedEventId>,
    /// The events that will not be repeated.
    pub(super) forget: Vec<OwnedEventId>,
}

/// The progress of all batches.
#[derive(Default)]
pub(super) struct Progress {
    /// The number of the next batch. The stored batches have the numbers before it.
    next: u64,
    batches: VecDeque<SyncBatch>,
    /// The batch of each event that waits for an answer.
    open: HashMap<OwnedEventId, u64>,
}

impl Progress {
    /// Begins a batch; it is open until [`Progress::read`].
    pub(super) fn begin(&mut self, token: &str) -> u64 {
        self.batches.push_back(SyncBatch {
            token: token.to_owned(),
            n_open: 1,
            answered: Vec::new(),
        });
        self.next += 1;
        self.next - 1
    }

    /// Records that an event of the batch waits for an answer. Returns false if it did so before.
    pub(super) fn open(&mut self, number: u64, event: &EventId) -> bool {
        let is_new = !self.open.contains_key(event);
        if is_new {
            self.open.insert(event.to_owned(), number);
            self.keep_open(number);
        }
        is_new
    }

    /// Tells whether an event waits for an answer.
    pub(super) fn is_open(&self, event: &EventId) -> bool {
        self.open.contains_key(event)
    }

    /// Keeps the batch open for an event that has to wait, until another [`Progress::read`].
    pub(super) fn keep_open(&mut self, number: u64) {
        if let Some(batch) = self.batch(number) {
            batch.n_open += 1;
        }
    }

    /// Records that an event of the batch was answered before the last start.
    pub(super) fn was_answered(&mut self, number: u64, event: &EventId) {
        if let Some(batch) = self.batch(number) {
            batch.answered.push(event.to_owned());
        }
    }

    /// Records that the batch is read.
    pub(super) fn read(&mut self, number: u64) -> Advance {
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

    /// Records that an event is answered.
    pub(super) fn answered(&mut self, event: &EventId) -> Advance {
        let Some(number) = self.open.remove(event) else {
            return Advance::default();
        };
        let mut advance = self.read(number);
        if let Some(batch) = self.batch(number) {
            batch.answered.push(event.to_owned());
            advance.remember = Some(event.to_owned());
        }
        advance
    }

    fn batch(&mut self, number: u64) -> Option<&mut SyncBatch> {
        let from_last = usize::try_from(self.next.checked_sub(number)?).ok()?;
        let at = self.batches.len().checked_sub(from_last)?;
        self.batches.get_mut(at)
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::event_id;

    use super::*;

    #[test]
    fn nothing_is_left_behind_that_is_not_answered() {
        let mut progress = Progress::default();
        let one = progress.begin("1");
        assert!(progress.open(one, event_id!("$a")));
        assert!(!progress.open(one, event_id!("$a")));
        assert_eq!(progress.read(one), Advance::default());
        let two = progress.begin("2");
        progress.open(two, event_id!("$b"));
        assert_eq!(progress.read(two), Advance::default());
        let three = progress.begin("3");
        assert_eq!(progress.read(three), Advance::default());
        assert_eq!(progress.answered(event_id!("$b")).token, None);
        assert_eq!(
            progress.answered(event_id!("$a")).token.as_deref(),
            Some("3")
        );
        assert_eq!(progress.answered(event_id!("$a")), Advance::default());
        let four = progress.begin("4");
        assert_eq!(progress.read(four).token.as_deref(), Some("4"));
    }

    #[test]
    fn answered_events_are_remembered_until_their_batch_ends() {
        let mut progress = Progress::default();
        let one = progress.begin("1");
        progress.open(one, event_id!("$a"));
        progress.open(one, event_id!("$b"));
        progress.was_answered(one, event_id!("$z"));
        progress.read(one);
        let after = progress.answered(event_id!("$b"));
        assert_eq!(
            (after.token, after.remember),
            (None, Some(event_id!("$b").to_owned()))
        );
        let after = progress.answered(event_id!("$a"));
        assert_eq!((after.token.as_deref(), after.remember), (Some("1"), None));
        assert_eq!(after.forget, [event_id!("$z"), event_id!("$b")]);
    }
}
