//! Reads JSON values whose form may be wrong.

use std::collections::BTreeSet;

use serde_json::Value;

/// Returns the items of a list.
pub(super) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns a text, or an empty one.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the texts under a name in each item of a list.
pub(super) fn texts<'a>(items: &'a [Value], name: &str) -> impl Iterator<Item = &'a str> {
    items.iter().filter_map(move |item| item[name].as_str())
}

/// Counts the characters of a text.
pub(super) fn length(value: &Value) -> usize {
    text(value).chars().count()
}

/// Merges two objects into one.
pub(super) fn merged(mut first: Value, second: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut first, second) {
        fields.extend(more);
    }
    first
}

/// Returns the complaints of all rules that are broken.
pub(super) fn broken<const N: usize>(rules: [(bool, String); N]) -> Vec<String> {
    let broken = rules.into_iter().filter(|(is_broken, _)| *is_broken);
    broken.map(|(_, complaint)| complaint).collect()
}

/// Reports the duplicates among names.
pub(super) fn twice<'a>(what: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let again = names.into_iter().filter(|name| !seen.insert(*name));
    let complaint = |name| format!("the {what} {name:?} is used twice");
    again.map(complaint).collect()
}
