use alloc::string::ToString;

use super::*;

/// Indices are stored with trained policies, so these must never change.
#[test]
fn an_index_is_the_same_in_every_version() {
    for (text, index) in [
        ("a1a1", 0),
        ("e2e4", 796),
        ("h8h8", 4_095),
        ("a1a1=P", 4_096),
        ("e7e8=N", 11_580),
        ("e7e8=Q", 23_868),
        ("h8h8=K", 28_671),
        ("P@a1a1", 28_672),
        ("N@d1e3", 32_980),
        ("K@h8h8", 53_247),
        ("d1~d5", 53_475),
        ("e1*e5", 57_636),
        ("a1<>b2", 61_449),
        ("P@a1", 65_536),
        ("N@d4", 65_627),
        ("K@h8", 65_919),
        ("-P", 65_920),
        ("-K", 65_925),
    ] {
        let action: Action = text.parse().expect("an action");
        assert_eq!(action.index(), index, "{text}");
        assert!(Action::from_index(index) == Some(action), "{text}");
    }
    assert_eq!(Action::N_INDICES, 65_926);
}

#[test]
fn each_index_is_of_one_action_or_of_none() {
    let mut n_actions = 0;
    for index in 0..Action::N_INDICES {
        let Some(action) = Action::from_index(index) else {
            continue;
        };
        n_actions += 1;
        assert_eq!(action.index(), index);
        let text = action.to_string();
        assert!(text.parse() == Ok(action), "{text}");
    }
    // The squares of a swap have one order of two.
    assert_eq!(
        n_actions,
        Action::N_INDICES - N_SQUARES * (N_SQUARES + 1) / 2
    );
}

#[test]
fn an_index_beyond_the_last_is_of_no_action() {
    for index in [Action::N_INDICES, Action::N_INDICES + 64, usize::MAX] {
        assert!(Action::from_index(index).is_none());
    }
}
