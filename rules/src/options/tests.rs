use alloc::string::ToString;

use super::*;
use crate::flaw::shown;

/// Checks the options that differ from their defaults, or the flaws.
#[track_caller]
fn check(variant: Variant, text: &str, expected: Result<&str, &[&str]>) {
    match (Options::read(variant, variant.options(), text), expected) {
        (Ok(options), Ok(expected)) => assert_eq!(options.to_string(), expected, "{text}"),
        (Err(flaws), Err(expected)) => assert_eq!(shown(&flaws), expected, "{text}"),
        (read, _) => panic!("{text}: {:?}", read.map(|options| options.to_string())),
    }
}

#[test]
fn options_are_read_or_refused_with_every_reason() {
    check(Variant::Berolina, "", Ok(""));
    check(
        Variant::Berolina,
        "size=10 wild",
        Err(&[
            r#"NoSuchOption { variant: Berolina, name: "size" }"#,
            r#"NoSuchOption { variant: Berolina, name: "wild" }"#,
        ]),
    );
    check(Variant::Baroque, " setup=standard ", Ok(""));
    check(Variant::Baroque, "Setup=Symmetric", Ok(" setup=symmetric"));
    check(Variant::Baroque, "Chameleon=Pure", Ok(" chameleon=pure"));
    check(Variant::Baroque, "chameleon=combined", Ok(""));
    check(
        Variant::Baroque,
        "size=10 setup setup=wild setup=standard setup=asymmetric",
        Err(&[
            r#"NoSuchOption { variant: Baroque, name: "size" }"#,
            r#"NoSuchValue { variant: Baroque, option: "setup", value: "" }"#,
            r#"NoSuchValue { variant: Baroque, option: "setup", value: "wild" }"#,
            r#"OptionTwice("setup")"#,
        ]),
    );
}
