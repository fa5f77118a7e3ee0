//! A list of actions that usually needs no memory of its own.

use alloc::vec::Vec;
use core::{
    fmt,
    ops::{Deref, DerefMut},
};

use crate::{Action, Square};

/// The number of actions that a list holds in place. More are rare: swaps in Chakart have hundreds of choices.
const IN_PLACE: usize = 128;

/// MoveList in their order, such as all legal ones. Up to 128 stand in the list itself, and only a longer list allocates.
///
/// It reads as a slice. MoveList may be secret, so `Debug` prints none of them.
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
    in_place: [Action; IN_PLACE],
    n_in_place: usize,
    /// All actions, once they are too many to stand in place; empty before.
    moved_out: Vec<Action>,
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
            in_place: [unused; IN_PLACE],
            n_in_place: 0,
            moved_out: Vec::new(),
        }
    }

    /// Adds an action at the end.
    pub fn push(&mut self, action: Action) {
        match self.in_place.get_mut(self.n_in_place) {
            Some(place) => {
                *place = action;
                self.n_in_place += 1;
            }
            None => {
                if self.moved_out.is_empty() {
                    self.moved_out.extend_from_slice(&self.in_place);
                }
                self.moved_out.push(action);
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
        if self.moved_out.is_empty() {
            &self.in_place[..self.n_in_place]
        } else {
            &self.moved_out
        }
    }
}

impl DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Action] {
        if self.moved_out.is_empty() {
            &mut self.in_place[..self.n_in_place]
        } else {
            &mut self.moved_out
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
        f.write_str("MoveList(..)")
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

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Action;
    type IntoIter = core::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Action;
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter {
            list: self,
            next: 0,
        }
    }
}

/// The iterator over a [`MoveList`] that it owns.
#[derive(Clone, Debug)]
pub struct IntoIter {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoIter {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        let action = self.list.get(self.next).copied();
        self.next += usize::from(action.is_some());
        action
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.list.len() - self.next;
        (n, Some(n))
    }
}

impl ExactSizeIterator for IntoIter {}

#[cfg(test)]
mod tests;
