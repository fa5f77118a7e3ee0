//! The options, and the usual start of each rule set.

use super::position::{Position, RuleSet};
use crate::{OptionSpec, OptionValue, options::Options};

const RULES: &str = "rules";
const CLASSIC: &str = "classic";

/// The options of Bario.
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

/// Returns the chosen rule set.
pub(super) fn rule_set(options: &Options) -> RuleSet {
    match options.value(RULES) {
        Some(CLASSIC) => RuleSet::Classic,
        _ => RuleSet::Modern,
    }
}

/// Returns the usual start under these options.
pub(super) fn usual_start(options: &Options) -> Position {
    Position::start(rule_set(options))
}
