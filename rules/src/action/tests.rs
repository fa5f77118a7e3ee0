use alloc::string::ToString;

use super::*;

#[test]
fn coordinates_are_read_back() {
    for text in ["e2g4", "a1h8", "d7d8=Q", "d7e8=N"] {
        assert_eq!(
            text.parse::<Action>()
                .map(|action| action.to_string())
                .as_deref(),
            Ok(text)
        );
    }
}

#[test]
fn an_invalid_action_is_refused() {
    for text in [
        "", "e2", "e2g", "e2g9", "e2-g4", "e7e8=", "e7e8=X", "e7e8Q", "e7e8=QQ", "éé", "e2é",
        " e2g4", "O-O",
    ] {
        assert_eq!(text.parse::<Action>(), Err(ParseActionError), "{text:?}");
    }
}

#[test]
fn debug_shows_nothing() {
    let action: Action = "e2g4".parse().expect("an action");
    let error = ReadActionError::Ambiguous(alloc::vec![action]);
    assert_eq!(alloc::format!("{action:?} {error:?}"), "Action Ambiguous");
}
