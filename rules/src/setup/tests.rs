use alloc::{format, string::ToString, vec};

use super::*;
use crate::flaw::shown;

const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn check(text: &str, written: &str) {
    let setup: Setup = text.parse().expect("a setup");
    assert_eq!(setup.to_string(), written);
    assert_eq!(written.parse(), Ok(setup));
}

#[track_caller]
fn check_refused(text: &str, reasons: &[&str]) {
    let error = text.parse::<Setup>().expect_err("no setup");
    assert_eq!(shown(error.flaws()), reasons);
}

#[test]
fn setups_are_written_in_one_way() {
    check("berolina", "berolina");
    check("  Berolina ", "berolina");
    check(&format!("berolina position={USUAL}"), "berolina");
    check(
        "BEROLINA   position= 4k3/8/8/8/6P1/8/8/4K3  b - g4f3 0 1 ",
        "berolina position=4k3/8/8/8/6P1/8/8/4K3 b - f3g4 0 1",
    );
    check("baroque setup=standard", "baroque");
    check("Baroque SETUP=Symmetric", "baroque setup=symmetric");
    check(
        "baroque setup=asymmetric position=k7/8/8/8/8/8/8/7K w 0",
        "baroque setup=asymmetric position=k7/8/8/8/8/8/8/7K w 0",
    );
}

#[test]
fn every_reason_is_given_at_once() {
    check_refused("", &["NoSuchVariant"]);
    check_refused("chess position=8/8", &["NoSuchVariant"]);
    check_refused(
        "berolina fast blind",
        &[
            r#"NoSuchOption { variant: Berolina, name: "fast" }"#,
            r#"NoSuchOption { variant: Berolina, name: "blind" }"#,
        ],
    );
    check_refused(
        "berolina fast position=4k3/8/8/8/8/8/8/8 x - - 0 1",
        &[
            r#"NoSuchOption { variant: Berolina, name: "fast" }"#,
            r#"Malformed { field: Turn, found: "x" }"#,
            "Kings { color: White, found: 0 }",
        ],
    );
    check_refused(&"berolina ".repeat(200), &["SetupTooLong { max: 1000 }"]);
}

#[test]
fn debug_shows_the_variant_only() {
    let setup: Setup = "berolina position=4k3/8/8/8/6P1/8/8/4K3 b - f3g4 0 1"
        .parse()
        .expect("a setup");
    assert_eq!(format!("{setup:?}"), "Setup(berolina)");
    let error = SetupError {
        flaws: vec![Flaw::NoSuchVariant],
    };
    assert_eq!(error.to_string(), "no setup: [NoSuchVariant]");
}

#[test]
fn chance_has_a_part_where_something_is_drawn() {
    for (text, expected) in [
        ("berolina", false),
        ("bario", false),
        ("bario rules=classic", false),
        ("baroque", false),
        ("baroque setup=symmetric", true),
        ("baroque setup=asymmetric", true),
        (
            "baroque setup=asymmetric position=k7/8/8/8/8/8/8/7K w 0",
            false,
        ),
        ("chakart", true),
        ("chakart setup=standard", true),
    ] {
        let setup: Setup = text.parse().expect("a setup");
        assert_eq!(setup.has_chance(), expected, "{text}");
    }
}
