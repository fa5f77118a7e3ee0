//! The options, and the usual start of each rule set.

use super::position::{Position, RuleSet};
use crate::{OptionSpec, OptionValue, options::Options};

const RULES: &str = "rules";
const CLASSIC: &str = "classic";

/// What may be chosen.
pub(super) const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: RULES,
    values: &[
        OptionValue {
            name: "modern",
            law: "bario B6",
        },
        OptionValue {
            name: CLASSIC,
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
