//! Compares move counts with outside tables, `perft/<variant>.perft`.

use rules::Variant;
use testkit::game_of;

use crate::{agreement::witness_of, witness::Witness};

/// A row: the number of sequences of `depth` moves from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The options of the variant, as in a setup.
    pub(crate) options: String,
    /// The position text.
    pub(crate) position: String,
    /// The depth in half-moves.
    pub(crate) depth: u32,
    /// The number of sequences of that many moves.
    pub(crate) nodes: u64,
}

/// Returns all rows of a variant's table.
///
/// # Panics
///
/// The file or one of its lines cannot be read, or it has none.
pub(crate) fn of(variant: Variant) -> Vec<Row> {
    let path = format!("perft/{variant}.perft");
    read(&crate::read(&path)).unwrap_or_else(|error| panic!("{path}:{error}"))
}

/// Reads the text of a table. Its lines are blank or one of these:
///
/// ```text
/// # A comment.
/// source a A program, its version, and how it counted.
/// options rules=classic
/// position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
/// perft 1 30 a
/// ```
///
/// A `perft` line has depth, nodes and one or more sources that the table names above. Options hold from their line on;
/// a variant without any needs no such line.
///
/// # Errors
///
/// The line, counted from 1, and the error in it.
fn read(text: &str) -> Result<Vec<Row>, String> {
    let mut sources = Vec::new();
    let mut options = "";
    let mut position = None;
    let mut rows = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let flaw = |what: &str| format!("{}: {what}", at + 1);
        let (directive, rest) = line.split_once(' ').unwrap_or((line, ""));
        match directive {
            "" if rest.is_empty() => {}
            "#" => {}
            "source" => {
                let (name, meaning) = rest
                    .split_once(' ')
                    .ok_or_else(|| flaw("a source has a name and a meaning"))?;
                if meaning.is_empty() || sources.contains(&name) {
                    return Err(flaw("a source has a meaning and is named once"));
                }
                sources.push(name);
            }
            "options" if !rest.is_empty() => options = rest,
            "position" if !rest.is_empty() => position = Some(rest),
            "perft" => {
                let [depth, nodes, cited @ ..] = &rest.split(' ').collect::<Vec<_>>()[..] else {
                    return Err(flaw("a row is: perft DEPTH NODES SOURCE ..."));
                };
                if cited.is_empty() || !cited.iter().all(|name| sources.contains(name)) {
                    return Err(flaw("a row cites sources that stand above"));
                }
                rows.push(Row {
                    options: options.into(),
                    position: position
                        .ok_or_else(|| flaw("no position stands above"))?
                        .into(),
                    depth: depth.parse().map_err(|_| flaw("depth is no number"))?,
                    nodes: nodes.parse().map_err(|_| flaw("nodes is no number"))?,
                });
            }
            _ => return Err(flaw("unknown line")),
        }
    }
    if rows.is_empty() {
        Err("1: no rows".into())
    } else {
        Ok(rows)
    }
}

/// The most nodes of a row that a witness counts.
const WITNESS_BUDGET: u64 = 5_000;
/// The most nodes of a row that the slower methods count.
const PLAIN_BUDGET: u64 = 100_000;

#[test]
fn the_rules_count_as_the_tables_say_in_full() {
    for variant in Variant::ALL {
        for row in of(variant) {
            let game = game_of(variant, &row.options, &row.position);
            assert_eq!(game.perft(row.depth), row.nodes, "{row:?}");
            if row.nodes > PLAIN_BUDGET {
                continue;
            }
            let divided = game.divide(row.depth);
            let sum: u64 = divided.iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(game.perft_plain(row.depth), row.nodes, "{row:?}");
            assert_eq!(sum, row.nodes, "{row:?}");
            assert_eq!(divided.len(), game.legal_list().len(), "{row:?}");
        }
    }
}

#[test]
fn the_witnesses_count_as_the_tables_say() {
    fn count(witness: &dyn Witness, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let outcomes = witness.decisions().into_values().flatten();
        outcomes.map(|(_, after)| count(&*after, depth - 1)).sum()
    }
    for variant in Variant::ALL {
        let rows = of(variant).into_iter();
        for row in rows.filter(|row| row.nodes <= WITNESS_BUDGET) {
            let witness = witness_of(variant, &row.options, &row.position);
            assert_eq!(count(&*witness, row.depth), row.nodes, "{row:?}");
        }
    }
}

#[test]
fn a_table_that_is_not_understood_is_refused() {
    let head = "source a b\nposition p\n";
    for (text, expected) in [
        ("perft 1 30 a", Ok(30)),
        ("# comment\n\nperft 1 30 a\nperft 2 900 a", Ok(930)),
        ("", Err("1: no rows")),
        ("perft 1 30 a\nfoo", Err("4: unknown line")),
        (" perft 1 30 a", Err("3: unknown line")),
        ("perft 1 30", Err("3: a row cites sources that stand above")),
        (
            "perft 1 30 c",
            Err("3: a row cites sources that stand above"),
        ),
        ("perft one 30 a", Err("3: depth is no number")),
        ("perft 1 many a", Err("3: nodes is no number")),
        ("perft 1", Err("3: a row is: perft DEPTH NODES SOURCE ...")),
        ("source c", Err("3: a source has a name and a meaning")),
        (
            "source a c",
            Err("3: a source has a meaning and is named once"),
        ),
    ] {
        let rows = read(&format!("{head}{text}"));
        let nodes = rows.map(|rows| rows.iter().map(|row| row.nodes).sum());
        assert_eq!(nodes, expected.map_err(str::to_owned), "{text}");
    }
    let rows = read("source a b\nperft 1 30 a");
    assert_eq!(rows, Err("2: no position stands above".to_owned()));
}
