use rules::{Setup, Variant};

use crate::Language;

/// Tests that a choice has at most 100 characters in completion, since platforms cut off the rest.
#[test]
fn each_choice_has_a_short_summary() {
    for language in Language::all() {
        for variant in Variant::ALL {
            for option in variant.options() {
                let what = language.localize(&super::option(variant, option));
                assert_ne!(what, option.name, "{variant} has no words for it");
                for value in option.values {
                    let meaning = language.localize(&super::value(variant, option, value));
                    assert_ne!(meaning, value.name, "{variant} has no words for it");
                    let is_default = value == option.default();
                    let default = if is_default { " (default)" } else { "" };
                    let summary = format!(
                        "{}={}{default} — {what}: {meaning}",
                        option.name, value.name
                    );
                    assert!(summary.chars().count() <= 100, "{language}: {summary}");
                }
            }
        }
    }
}

#[test]
fn only_hidden_objects_are_a_house_rule() {
    for (setup, is_house_rule) in [
        ("chakart", true),
        ("chakart setup=standard", true),
        ("chakart objects=open", false),
        ("baroque chameleon=pure", false),
        ("berolina", false),
    ] {
        let setup: Setup = setup.parse().expect("a setup");
        assert_eq!(
            super::house_rule(&setup).is_some(),
            is_house_rule,
            "{setup}"
        );
    }
}
