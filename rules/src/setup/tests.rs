use alloc::{string::ToString, vec};

use super::*;

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
    assert_eq!(error.reasons(), reasons);
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
    let no_such_variant = crate::ParseVariantError.to_string();
    check_refused("", &[&no_such_variant]);
    check_refused("chess position=8/8", &[&no_such_variant]);
    check_refused(
        "berolina fast blind",
        &[
            "berolina has no option \"fast\"; it has none at all",
            "berolina has no option \"blind\"; it has none at all",
        ],
    );
    check_refused(
        "berolina fast position=4k3/8/8/8/8/8/8/8 x - - 0 1",
        &[
            "berolina has no option \"fast\"; it has none at all",
            "the side to move is w or b, not \"x\"",
            "White has 0 kings instead of one",
        ],
    );
    check_refused(
        &"berolina ".repeat(200),
        &["a setup has at most 1000 bytes"],
    );
}

#[test]
fn debug_shows_the_variant_only() {
    let setup: Setup = "berolina position=4k3/8/8/8/6P1/8/8/4K3 b - f3g4 0 1"
        .parse()
        .expect("a setup");
    assert_eq!(format!("{setup:?}"), "Setup(berolina)");
    let error = SetupError {
        reasons: vec!["one".to_string(), "two".to_string()],
    };
    assert_eq!(error.to_string(), "one; two");
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
