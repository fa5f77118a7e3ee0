//! The rules that the engine plays, as UCI names them.

use rules::Variant;

/// A set of rules as UCI names it.
#[derive(Clone, Copy)]
pub(super) struct UciRules {
    /// What UCI calls it.
    pub(super) name: &'static str,
    pub(super) variant: Variant,
    /// As written in the text of a setup.
    pub(super) options: &'static str,
}

/// All of them, the usual one first.
pub(super) const RULE_SETS: [UciRules; 5] = [
    rule_set("berolina", Variant::Berolina, ""),
    rule_set("baroque", Variant::Baroque, ""),
    rule_set("bario", Variant::Bario, ""),
    rule_set("bario-classic", Variant::Bario, "rules=classic"),
    rule_set("chakart", Variant::Chakart, ""),
];

const fn rule_set(name: &'static str, variant: Variant, options: &'static str) -> UciRules {
    UciRules {
        name,
        variant,
        options,
    }
}
