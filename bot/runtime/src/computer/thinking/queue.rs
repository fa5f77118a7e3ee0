//! What waits to be thought about, fair to everybody who waits.

use std::collections::{HashMap, VecDeque};

use api::UserId;

/// What waits, in turns: one thing of each person, whoever has how many. So nobody's many matches delay those of others.
pub(super) struct FairQueue<T> {
    /// Who has something waiting, the next one first.
    turns: VecDeque<UserId>,
    waiting: HashMap<UserId, VecDeque<T>>,
    len: usize,
    most: usize,
}

impl<T> FairQueue<T> {
    /// Nothing waits yet; never more than this will.
    pub(super) fn new(most: usize) -> FairQueue<T> {
        FairQueue {
            turns: VecDeque::new(),
            waiting: HashMap::new(),
            len: 0,
            most,
        }
    }

    /// Lets something of a person wait; it comes back if too much waits already.
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

    /// What comes next, if anything waits.
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
    fn the_many_matches_of_one_person_wait_behind_the_first_of_everybody_else() {
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
