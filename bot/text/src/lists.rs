//! Lists within a sentence.

use rules::Square;

use super::{Text, arg, clause_then, list_next, list_or};

/// Writes squares with a separator: `c3 e3 c5`.
pub fn squares(squares: &[Square], between: &str) -> String {
    let names: Vec<_> = squares.iter().map(ToString::to_string).collect();
    names.join(between)
}

/// Joins items as `c3, e3, c5`; `None` without items.
pub fn listed(items: impl IntoIterator<Item = Text>) -> Option<Text> {
    items
        .into_iter()
        .reduce(|before, next| list_next(arg::before(before), arg::next(next)))
}

/// Joins clauses: `Ra5 captures a7; Rb1 captures b7`; `None` without clauses.
pub fn clauses(items: impl IntoIterator<Item = Text>) -> Option<Text> {
    items
        .into_iter()
        .reduce(|before, next| clause_then(arg::before(before), arg::next(next)))
}

/// Joins alternatives as `c3, e3 or c5`; an empty text without alternatives.
pub fn either(items: impl IntoIterator<Item = Text>) -> Text {
    let mut items: Vec<_> = items.into_iter().collect();
    let last = items.pop().unwrap_or_else(|| Text::verbatim(""));
    match listed(items) {
        Some(before) => list_or(arg::before(before), arg::last(last)),
        None => last,
    }
}
