//! The options, and the usual start of each rule set.

use super::position::{Position, RuleSet};
use crate::{OptionSpec, OptionValue, options::Options};

const RULES: &str = "rules";
const CLASSIC: &str = "classic";

/// What may be chosen.
pub(super) const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: RULES,
    help: "rule set",
    values: &[
        OptionValue {
            name: "modern",
            help: "kings are placed first, and nobody castles",
            law: "bario B6",
        },
        OptionValue {
            name: CLASSIC,
            help: "kings begin on e1 and e8 and may castle; recycling into check loses",
            law: "bario K1",
        },
    ],
}];

/// The rule set chosen.
pub(super) fn rule_set(options: &Options) -> RuleSet {
    match options.value(RULES) {
        Some(CLASSIC) => RuleSet::Classic,
        _ => RuleSet::Modern,
    }
}

/// The usual start under these options.
pub(super) fn usual_start(options: &Options) -> Position {
    Position::start(rule_set(options))
}
