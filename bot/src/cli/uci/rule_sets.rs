//! The rules that the engine plays, with their names in UCI.

use rules::Variant;

/// A set of rules with its name in UCI.
#[derive(Clone, Copy)]
pub(super) struct UciRules {
    /// The name in UCI.
    pub(super) name: &'static str,
    pub(super) variant: Variant,
    /// The options, as written in the text of a setup.
    pub(super) options: &'static str,
}

/// All sets of rules, the usual one first.
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
