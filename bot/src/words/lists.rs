//! Several things in one sentence.

use super::{Text, clause_then, list_next, list_or};

/// `c3, e3, c5`, if there is anything.
pub(crate) fn listed(items: impl IntoIterator<Item = Text>) -> Option<Text> {
    items.into_iter().reduce(list_next)
}

/// Clauses after each other, if there are any: `Ra5 captures a7; Rb1 captures b7`.
pub(crate) fn clauses(items: impl IntoIterator<Item = Text>) -> Option<Text> {
    items.into_iter().reduce(clause_then)
}

/// `c3, e3 or c5`; nothing of nothing.
pub(crate) fn either(items: impl IntoIterator<Item = Text>) -> Text {
    let mut items: Vec<_> = items.into_iter().collect();
    let last = items.pop().unwrap_or_else(|| Text::verbatim(""));
    match listed(items) {
        Some(before) => list_or(before, last),
        None => last,
    }
}
