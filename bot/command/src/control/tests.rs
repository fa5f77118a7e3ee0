use super::*;

/// Tests the lines of `ids.txt`: messages that were posted hold such ids, so they stay as they are.
#[test]
fn controls_come_back_as_they_were_written() {
    for id in include_str!("ids.txt").lines() {
        let control: Result<Control, _> = id.parse();
        assert!(
            control.is_ok_and(|control| control.to_string() == id),
            "{id}"
        );
    }
    for text in [
        "",
        "accept",
        "accept:",
        "accept:4kq0z:1",
        "guide:4kq0z:x",
        "next:4kq0z:1",
        "challenge:side:random",
        "challenge:chess:random:::",
        "challenge:side:blue:::",
        "challenge:side:white:1y::",
        "challenge:side:white:1d:perhaps:",
        &"x".repeat(1000),
    ] {
        assert!(text.parse::<Control>() == Err(ParseControlError), "{text}");
    }
}
