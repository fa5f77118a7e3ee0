//! The queue of tasks, fair to all people.

use std::collections::{HashMap, VecDeque};

use api::UserId;

/// A queue that takes one task of each person in turn, regardless of their number of tasks. So a person with many matches
/// delays no other.
pub(super) struct FairQueue<T> {
    /// The people with waiting tasks, the next one first.
    turns: VecDeque<UserId>,
    waiting: HashMap<UserId, VecDeque<T>>,
    len: usize,
    most: usize,
}

impl<T> FairQueue<T> {
    /// Makes an empty queue that never holds more than this many tasks.
    pub(super) fn new(most: usize) -> FairQueue<T> {
        FairQueue {
            turns: VecDeque::new(),
            waiting: HashMap::new(),
            len: 0,
            most,
        }
    }

    /// Queues a task of a person, or returns it if the queue is full.
    pub(super) fn push(&mut self, person: UserId, item: T) -> Result<(), T> {
        if self.len == self.most {
            return Err(item);
        }
        self.len += 1;
        if let Some(items) = self.waiting.get_mut(&person) {
            items.push_back(item);
        } else {
            self.turns.push_back(person.clone());
            self.waiting.insert(person, VecDeque::from([item]));
        }
        Ok(())
    }

    /// Takes the next task, if one waits.
    pub(super) fn pop(&mut self) -> Option<T> {
        let person = self.turns.pop_front()?;
        let items = self.waiting.get_mut(&person)?;
        let item = items.pop_front();
        self.len -= usize::from(item.is_some());
        if items.is_empty() {
            self.waiting.remove(&person);
        } else {
            self.turns.push_back(person);
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Platform;

    fn person(name: &str) -> UserId {
        UserId::new(Platform::Playground, name)
    }

    #[test]
    fn further_matches_of_one_person_wait_behind_the_first_of_others() {
        let mut queue = FairQueue::new(100);
        for n in 0..50 {
            assert_eq!(queue.push(person("Ann"), ("Ann", n)), Ok(()));
        }
        assert_eq!(queue.pop(), Some(("Ann", 0)));
        for name in ["Bob", "Eve"] {
            assert_eq!(queue.push(person(name), (name, 0)), Ok(()));
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order[..4], [("Ann", 1), ("Bob", 0), ("Eve", 0), ("Ann", 2)]);
        assert!(order[3..].is_sorted());
        assert_eq!(order.len(), 51);
    }

    #[test]
    fn no_more_waits_than_may() {
        let mut queue = FairQueue::new(2);
        assert_eq!(queue.push(person("Ann"), 1), Ok(()));
        assert_eq!(queue.push(person("Bob"), 2), Ok(()));
        assert_eq!(queue.push(person("Eve"), 3), Err(3));
        assert_eq!(queue.pop(), Some(1));
        assert_eq!(queue.push(person("Eve"), 3), Ok(()));
        assert_eq!(
            (queue.pop(), queue.pop(), queue.pop()),
            (Some(2), Some(3), None)
        );
    }
}
