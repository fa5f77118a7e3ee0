//! Texts about the variants and their options.

use rules::{OptionSpec, OptionValue, Setup, Variant};

use super::{Text, messages as room};

/// Returns the name of the variant.
pub fn title(variant: Variant) -> Text {
    match variant {
        Variant::Berolina => room::berolina_title(),
        Variant::Baroque => room::baroque_title(),
        Variant::Chakart => room::chakart_title(),
        Variant::Bario => room::bario_title(),
    }
}

/// Returns the main rules of the variant for a chess player: a sentence.
pub fn essence(variant: Variant) -> Text {
    match variant {
        Variant::Berolina => room::berolina_essence(),
        Variant::Baroque => room::baroque_essence(),
        Variant::Chakart => room::chakart_essence(),
        Variant::Bario => room::bario_essence(),
    }
}

/// Returns the name of an option in a few words: `rule set`.
pub fn option(variant: Variant, option: &OptionSpec) -> Text {
    match (variant, option.name) {
        (Variant::Baroque, "setup") => room::baroque_setup(),
        (Variant::Baroque, "chameleon") => room::baroque_chameleon(),
        (Variant::Chakart, "objects") => room::chakart_objects(),
        (Variant::Chakart, "setup") => room::chakart_setup(),
        (Variant::Bario, "rules") => room::bario_rules(),
        (_, name) => Text::verbatim(name),
    }
}

/// Names the house rule of a setup, and the option for the original game, if it has one: a sentence.
pub fn house_rule(setup: &Setup) -> Option<Text> {
    let is_hidden = |(option, value): (&OptionSpec, &OptionValue)| {
        (option.name, value.name) == ("objects", "hidden")
    };
    let hides_objects = setup.variant() == Variant::Chakart && setup.options().any(is_hidden);
    hides_objects.then(room::chakart_objects_house)
}

/// Describes the meaning of a value: a clause without a final dot.
pub fn value(variant: Variant, option: &OptionSpec, value: &OptionValue) -> Text {
    match (variant, option.name, value.name) {
        (Variant::Baroque, "setup", "standard") => room::baroque_setup_standard(),
        (Variant::Baroque, "setup", "symmetric") => room::baroque_setup_symmetric(),
        (Variant::Baroque, "setup", "asymmetric") => room::baroque_setup_asymmetric(),
        (Variant::Baroque, "chameleon", "combined") => room::baroque_chameleon_combined(),
        (Variant::Baroque, "chameleon", "pure") => room::baroque_chameleon_pure(),
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
