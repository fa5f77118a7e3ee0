//! What may be chosen about a variant, in words.

use rules::{OptionSpec, OptionValue, Variant};

/// A few words that name what is chosen: `rule set`.
pub fn option(variant: Variant, option: &OptionSpec) -> &'static str {
    match (variant, option.name) {
        (Variant::Baroque | Variant::Chakart, "setup") => "start array",
        (Variant::Chakart, "objects") => "bananas and bombs",
        (Variant::Bario, "rules") => "rule set",
        _ => option.name,
    }
}

/// What a value means: a clause without a final dot.
pub fn value(variant: Variant, option: &OptionSpec, value: &OptionValue) -> &'static str {
    match (variant, option.name, value.name) {
        (Variant::Baroque, _, "standard") => "always the same",
        (Variant::Baroque, _, "symmetric") => {
            "one drawn row for both, White's coordinator and immobilizer swapped"
        }
        (Variant::Baroque, _, "asymmetric") => "a drawn row for each side",
        (Variant::Chakart, "objects", "hidden") => {
            "known only to the side that left them, until they act"
        }
        (Variant::Chakart, "objects", "open") => "known to everybody",
        (Variant::Chakart, "setup", "asymmetric") => "a drawn back row for each side",
        (Variant::Chakart, "setup", "symmetric") => "one drawn back row, the same for both sides",
        (Variant::Chakart, "setup", "standard") => "as in chess",
        (Variant::Bario, _, "modern") => "kings are placed first, and nobody castles",
        (Variant::Bario, _, "classic") => {
            "kings begin on e1 and e8 and may castle; recycling into check loses"
        }
        _ => value.name,
    }
}

#[cfg(test)]
mod tests;
