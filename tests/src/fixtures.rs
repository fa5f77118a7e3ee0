//! Positions with all their legal moves and successors, made by outside programs.

use std::collections::BTreeMap;

use rules::Variant;
use serde::Deserialize;

/// One line of `fixtures/<variant>.jsonl`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    /// A name for messages.
    pub id: String,
    /// The variant's name.
    pub variant: String,
    /// The options of the variant, as in a setup.
    #[serde(default)]
    pub options: String,
    /// The position text.
    pub position: String,
    /// The result if the side to move has no move: `1-0`, `0-1` or `1/2-1/2`.
    pub over: Option<String>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// Every legal move with the position after it.
    pub moves: BTreeMap<String, String>,
}

/// All fixtures of a variant.
///
/// # Panics
///
/// The file or one of its lines cannot be read, or it has none.
pub fn of(variant: Variant) -> Vec<Fixture> {
    let path = format!("fixtures/{variant}.jsonl");
    let fixtures: Vec<Fixture> = crate::read(&path)
        .lines()
        .enumerate()
        .map(|(at, line)| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}:{}: {error}", at + 1))
        })
        .collect();
    assert!(!fixtures.is_empty(), "{path} is empty");
    fixtures
}
