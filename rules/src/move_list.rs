//! A list of actions that rarely allocates.

use alloc::vec::{self, Vec};
use core::{
    fmt,
    ops::{Deref, DerefMut},
};

use crate::{Action, Square};

/// The number of actions that a list holds without a heap. More are rare: swaps in Chakart have hundreds of choices.
const INLINE: usize = 128;

/// Actions in order, such as all legal ones. Up to 128 stand in the list itself, and only a longer list allocates.
///
/// It reads as a slice. Actions may be secret, so `Debug` prints their number alone.
///
/// ```
/// use rules::{Game, MoveList, Setup, Variant};
///
/// let legal: MoveList = Game::new(&Setup::new(Variant::Baroque)).legal_list();
/// assert_eq!((legal.len(), legal[0].to_string().as_str()), (32, "a2a3"));
/// let long: MoveList = legal.iter().copied().cycle().take(500).collect();
/// assert_eq!((long.len(), long[32]), (500, legal[0]));
/// ```
#[derive(Clone)]
pub struct MoveList {
    inline: [Action; INLINE],
    n_inline: usize,
    /// All actions, once they are too many to stand inline; empty before.
    heap: Vec<Action>,
}

impl MoveList {
    /// Returns a list without actions.
    pub const fn new() -> MoveList {
        let unused = Action::Move {
            from: Square::from_index(0),
            to: Square::from_index(0),
            promotion: None,
        };
        MoveList {
            inline: [unused; INLINE],
            n_inline: 0,
            heap: Vec::new(),
        }
    }

    /// Adds an action at the end.
    pub fn push(&mut self, action: Action) {
        match self.inline.get_mut(self.n_inline) {
            Some(place) => {
                *place = action;
                self.n_inline += 1;
            }
            None => {
                if self.heap.is_empty() {
                    self.heap.reserve(4 * INLINE);
                    self.heap.extend_from_slice(&self.inline);
                }
                self.heap.push(action);
            }
        }
    }

    /// Removes the actions for which `keep` returns false; the others stay in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Action) -> bool) {
        *self = self.iter().filter(|action| keep(action)).copied().collect();
    }
}

impl Deref for MoveList {
    type Target = [Action];

    fn deref(&self) -> &[Action] {
        if self.heap.is_empty() {
            &self.inline[..self.n_inline]
        } else {
            &self.heap
        }
    }
}

impl DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Action] {
        if self.heap.is_empty() {
            &mut self.inline[..self.n_inline]
        } else {
            &mut self.heap
        }
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveList({} actions)", self.len())
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        self[..] == other[..]
    }
}

impl Eq for MoveList {}

impl Extend<Action> for MoveList {
    fn extend<I: IntoIterator<Item = Action>>(&mut self, actions: I) {
        for action in actions {
            self.push(action);
        }
    }
}

impl FromIterator<Action> for MoveList {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(actions);
        list
    }
}

impl From<MoveList> for Vec<Action> {
    fn from(list: MoveList) -> Vec<Action> {
        if list.heap.is_empty() {
            list.to_vec()
        } else {
            list.heap
        }
    }
}

/// Unlike the list itself and its iteration by reference, this allocates.
impl IntoIterator for MoveList {
    type Item = Action;
    type IntoIter = vec::IntoIter<Action>;

    fn into_iter(self) -> Self::IntoIter {
        Vec::from(self).into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Action;
    type IntoIter = core::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests;
