//! The rules that the engine plays, with their names in UCI.

use rules::{Setup, Variant};

/// A set of rules with its name in UCI.
#[derive(Clone, Copy)]
pub(in crate::cli) struct UciRules {
    /// The name in UCI.
    pub(in crate::cli) name: &'static str,
    pub(in crate::cli) variant: Variant,
    /// The options, as written in the text of a setup.
    pub(super) options: &'static str,
}

/// All sets of rules, the usual one first.
pub(super) const RULE_SETS: [UciRules; 6] = [
    rule_set("berolina", Variant::Berolina, ""),
    rule_set("baroque", Variant::Baroque, ""),
    rule_set("baroque-pure", Variant::Baroque, "chameleon=pure"),
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

impl UciRules {
    /// Returns the rules of a setup. `None` if they have no name in UCI.
    pub(in crate::cli) fn of(setup: &Setup) -> Option<UciRules> {
        let is_chosen = |word: &str| {
            let mut chosen = setup.options();
            chosen.any(|(option, value)| word == format!("{}={}", option.name, value.name))
        };
        let fitting = RULE_SETS.into_iter().filter(|rules| {
            rules.variant == setup.variant() && rules.options.split_whitespace().all(is_chosen)
        });
        fitting.max_by_key(|rules| rules.options.split_whitespace().count())
    }

    /// Tells whether a setup is the usual one of the rules, which UCI calls `startpos`.
    pub(in crate::cli) fn is_usual(self, setup: &Setup) -> bool {
        Setup::with_options(self.variant, self.options).as_ref() == Ok(setup)
    }
}
