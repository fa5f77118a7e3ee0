use alloc::{format, vec::Vec};

use super::*;
use crate::Square;

/// Returns the move from a1 to the square with an index, for any number.
fn numbered(n: usize) -> Action {
    let promotion = None;
    let (from, to) = (Square::from_index(0), Square::from_index((n % 64) as u8));
    Action::Move {
        from,
        to,
        promotion,
    }
}

#[test]
fn a_list_keeps_every_action_in_order_on_both_sides_of_its_own_room() {
    for n in [0, 1, IN_PLACE - 1, IN_PLACE, IN_PLACE + 1, 3 * IN_PLACE] {
        let expected: Vec<Action> = (0..n).map(numbered).collect();
        let list: MoveList = expected.iter().copied().collect();
        assert_eq!(list[..], expected[..], "{n}");
        assert_eq!(list.clone().into_iter().len(), n);
        assert_eq!(list.clone().into_iter().collect::<Vec<_>>(), expected);
        assert_eq!(list.moved_out.is_empty(), n <= IN_PLACE, "{n}");
        assert_eq!(list, list.clone());
    }
}

#[test]
fn a_list_changes_as_a_slice() {
    for n in [5, 2 * IN_PLACE] {
        let mut list: MoveList = (0..n).map(numbered).collect();
        list.reverse();
        assert_eq!((list[0], list[n - 1]), (numbered(n - 1), numbered(0)));
        list.retain(|&action| action != numbered(1));
        assert!(!list.contains(&numbered(1)) && list.len() < n);
    }
}

#[test]
fn a_list_prints_no_action() {
    let list: MoveList = (0..3).map(numbered).collect();
    assert_eq!(format!("{list:?}"), "MoveList(..)");
}
