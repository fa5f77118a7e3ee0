use rules::Variant;

/// What completion shows of a choice, and platforms cut after so many characters.
#[test]
fn each_choice_is_told_in_few_words() {
    for variant in Variant::ALL {
        for option in variant.options() {
            let what = super::option(variant, option);
            assert_ne!(what, option.name, "{variant} has no words for it");
            for value in option.values {
                let meaning = super::value(variant, option, value);
                assert_ne!(meaning, value.name, "{variant} has no words for it");
                let is_default = value == option.default();
                let default = if is_default { " (default)" } else { "" };
                let told = format!(
                    "{}={}{default} — {what}: {meaning}",
                    option.name, value.name
                );
                assert!(told.chars().count() <= 100, "{told}");
            }
        }
    }
}
