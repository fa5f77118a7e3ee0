use alloc::{format, vec::Vec};

use super::*;

/// The lengths of lists on both sides of the room that they have inline.
const LENGTHS: [usize; 6] = [0, 1, INLINE - 1, INLINE, INLINE + 1, 3 * INLINE];

/// Returns so many actions, of which 64 differ.
fn numbered(n: usize) -> Vec<Action> {
    let action = |n: usize| Action::Move {
        from: Square::from_index(0),
        to: Square::from_index((n % 64) as u8),
        promotion: None,
    };
    (0..n).map(action).collect()
}

fn list(actions: &[Action]) -> MoveList {
    actions.iter().copied().collect()
}

#[test]
fn a_list_keeps_every_action_in_order() {
    for n in LENGTHS {
        let expected = numbered(n);
        let found = list(&expected);
        assert_eq!(found[..], expected[..], "{n}");
        assert_eq!(Vec::from(found.clone()), expected, "{n}");
        assert_eq!(found.clone().into_iter().collect::<Vec<_>>(), expected);
        assert_eq!((&found).into_iter().len(), n);
        assert_eq!(found.heap.is_empty(), n <= INLINE, "{n}");
    }
}

#[test]
fn lists_are_equal_exactly_if_their_actions_are() {
    for n in LENGTHS {
        let (one, longer) = (list(&numbered(n)), list(&numbered(n + 1)));
        assert!(one == one.clone() && one != longer, "{n}");
        // What stood behind the end does not count.
        let mut shortened = list(&numbered(n + 1));
        let mut at = 0;
        shortened.retain(|_| {
            at += 1;
            at <= n
        });
        assert!(one == shortened, "{n}");
    }
}

#[test]
fn a_list_is_sorted_and_cut_like_a_vector() {
    for n in LENGTHS {
        let mut expected = numbered(n);
        let mut found = list(&expected);
        expected.reverse();
        found.reverse();
        let is_even = |action: &Action| matches!(action, Action::Move { to, .. } if to.index().is_multiple_of(2));
        assert_eq!(found[..], expected[..], "{n}");
        expected.retain(is_even);
        found.retain(is_even);
        assert_eq!(found[..], expected[..], "{n}");
    }
}

#[test]
fn a_list_prints_no_action() {
    assert_eq!(format!("{:?}", list(&numbered(3))), "MoveList(3 actions)");
}
