//! What is said of each variant and of what may be chosen about it.

use rules::{OptionSpec, OptionValue, Variant};

use super::{Text, messages as room};

/// How the variant is called.
pub fn title(variant: Variant) -> Text {
    match variant {
        Variant::Berolina => room::berolina_title(),
        Variant::Baroque => room::baroque_title(),
        Variant::Chakart => room::chakart_title(),
        Variant::Bario => room::bario_title(),
        #[cfg(feature = "hill")]
        Variant::Hill => room::hill_title(),
    }
}

/// What somebody who plays chess has to know to play the variant: a sentence.
pub fn essence(variant: Variant) -> Text {
    match variant {
        Variant::Berolina => room::berolina_essence(),
        Variant::Baroque => room::baroque_essence(),
        Variant::Chakart => room::chakart_essence(),
        Variant::Bario => room::bario_essence(),
        #[cfg(feature = "hill")]
        Variant::Hill => room::hill_essence(),
    }
}

/// A few words that name what is chosen: `rule set`.
pub fn option(variant: Variant, option: &OptionSpec) -> Text {
    match (variant, option.name) {
        (Variant::Baroque, "setup") => room::baroque_setup(),
        (Variant::Chakart, "objects") => room::chakart_objects(),
        (Variant::Chakart, "setup") => room::chakart_setup(),
        (Variant::Bario, "rules") => room::bario_rules(),
        (_, name) => Text::verbatim(name),
    }
}

/// What a value means: a clause without a final dot.
pub fn value(variant: Variant, option: &OptionSpec, value: &OptionValue) -> Text {
    match (variant, option.name, value.name) {
        (Variant::Baroque, "setup", "standard") => room::baroque_setup_standard(),
        (Variant::Baroque, "setup", "symmetric") => room::baroque_setup_symmetric(),
        (Variant::Baroque, "setup", "asymmetric") => room::baroque_setup_asymmetric(),
        (Variant::Chakart, "objects", "hidden") => room::chakart_objects_hidden(),
        (Variant::Chakart, "objects", "open") => room::chakart_objects_open(),
        (Variant::Chakart, "setup", "asymmetric") => room::chakart_setup_asymmetric(),
        (Variant::Chakart, "setup", "symmetric") => room::chakart_setup_symmetric(),
        (Variant::Chakart, "setup", "standard") => room::chakart_setup_standard(),
        (Variant::Bario, "rules", "modern") => room::bario_rules_modern(),
        (Variant::Bario, "rules", "classic") => room::bario_rules_classic(),
        (.., name) => Text::verbatim(name),
    }
}

#[cfg(test)]
mod tests;
