use alloc::vec::Vec;

use super::*;

#[track_caller]
fn check(text: &str, expected: Result<&[(&str, &str)], usize>) {
    let mut flaws = Vec::new();
    let tail = Tail::read(text, &["flags", "pending"], &mut flaws);
    match expected {
        Ok(pairs) => {
            assert!(flaws.is_empty(), "{text}: {flaws:?}");
            assert_eq!(tail.map(|tail| tail.pairs), Some(pairs.into()), "{text}");
        }
        Err(n_flaws) => assert_eq!(flaws.len(), n_flaws, "{text}: {flaws:?}"),
    }
}

#[test]
fn tails_are_read_strictly() {
    check("{}", Ok(&[]));
    check(r#"{"flags":"1111"}"#, Ok(&[("flags", "1111")]));
    check(
        r#" { "pending" : "swap" , "flags":"" } "#,
        Ok(&[("pending", "swap"), ("flags", "")]),
    );
    for text in [
        "",
        "{",
        "}",
        r#"{"flags"}"#,
        r#"{"flags":1}"#,
        r#"{"flags":"1",}"#,
        r#"{"flags":"1"}}"#,
        r#"{"flags":"1"} x"#,
        r#"{"flags":"a\"b"}"#,
        r#"{"flags":"a\u0031"}"#,
        "{\"flags\":\"a\nb\"}",
        r#"{flags:"1"}"#,
        r#"{"flags":"1" "pending":"2"}"#,
        r#"{"unknown":"1"}"#,
        r#"{"flags":"1","flags":"1"}"#,
    ] {
        check(text, Err(1));
    }
    check(r#"{"a":"1","a":"2"}"#, Err(3));
}

#[test]
fn keys_are_found() {
    let tail = Tail::read(
        r#"{"flags":"1111"}"#,
        &["flags", "pending"],
        &mut Vec::new(),
    );
    let tail = tail.expect("it is a tail");
    assert_eq!(tail.get("flags"), Some("1111"));
    assert_eq!(tail.require("flags"), Ok("1111"));
    assert_eq!(tail.get("pending"), None);
    assert_eq!(tail.require("pending").map_err(|flaws| flaws.len()), Err(1));
}
