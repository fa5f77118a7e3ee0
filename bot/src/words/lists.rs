//! Several things in one sentence.

use super::{Text, list_or};

/// `c3, e3 or c5`; nothing of nothing.
pub(crate) fn either(items: impl IntoIterator<Item = Text>) -> Text {
    let mut items: Vec<_> = items.into_iter().collect();
    match items.pop() {
        Some(last) if !items.is_empty() => list_or(Text::joined(items, ", "), last),
        last => last.unwrap_or_else(|| Text::verbatim("")),
    }
}
