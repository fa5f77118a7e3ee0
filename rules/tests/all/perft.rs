//! Move counts against outside tables, `perft/<variant>.perft`.

use rules::Variant;
use testkit::game_of;

use crate::{pair::game_at, witness::berolina::Position};

/// One row: how many sequences of `depth` moves a position has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The options of the variant, as in a setup.
    pub(crate) options: String,
    /// The position text.
    pub(crate) position: String,
    /// Half-moves.
    pub(crate) depth: u32,
    /// Sequences of that many moves.
    pub(crate) nodes: u64,
}

/// All rows of a variant's table.
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
/// A `perft` line has depth, nodes and one or more sources that the table names above. Options hold from their line on; a
/// variant without any needs no such line.
///
/// # Errors
///
/// The line, counted from 1, and what is wrong with it.
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

/// How many nodes a row may have to be counted by the witness.
const WITNESS_BUDGET: u64 = 5_000;

#[test]
fn the_rules_count_as_the_tables_say_in_full() {
    for variant in Variant::ALL {
        for row in of(variant) {
            let game = game_of(variant, &row.options, &row.position);
            assert_eq!(game.perft(row.depth), row.nodes, "{row:?}");
        }
    }
}

#[test]
fn plain_and_divided_counts_are_the_same_counts() {
    for row in of(Variant::Berolina)
        .iter()
        .filter(|row| row.nodes <= 100_000)
    {
        let game = game_at(&row.position);
        let divided = game.divide(row.depth);
        assert_eq!(game.perft_plain(row.depth), row.nodes, "{row:?}");
        assert_eq!(
            divided.iter().map(|(_, nodes)| nodes).sum::<u64>(),
            row.nodes,
            "{row:?}"
        );
        assert_eq!(divided.len() as u64, game.perft(1), "{row:?}");
    }
}

#[test]
fn the_witness_counts_as_the_table_says() {
    fn count(position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => position
                .moves()
                .values()
                .map(|after| count(after, depth - 1))
                .sum(),
        }
    }
    for row in of(Variant::Berolina)
        .iter()
        .filter(|row| row.nodes <= WITNESS_BUDGET)
    {
        let position =
            Position::read(&row.position).unwrap_or_else(|flaw| panic!("{row:?}: {flaw}"));
        assert_eq!(count(&position, row.depth), row.nodes, "{row:?}");
    }
}

#[test]
fn a_table_that_is_not_understood_is_refused() {
    #[track_caller]
    fn check(text: &str, expected: Result<u64, &str>) {
        let nodes = read(text).map(|rows: Vec<Row>| rows.iter().map(|row| row.nodes).sum());
        assert_eq!(nodes, expected.map_err(str::to_owned), "{text}");
    }
    check("source a b\nposition p\nperft 1 30 a", Ok(30));
    check(
        "# comment\n\nsource a b\nposition p\nperft 1 30 a\nperft 2 900 a",
        Ok(930),
    );
    check("", Err("1: no rows"));
    check(
        "source a b\nposition p\nperft 1 30 a\nfoo",
        Err("4: unknown line"),
    );
    check(
        "source a b\nposition p\n perft 1 30 a",
        Err("3: unknown line"),
    );
    check(
        "source a b\nposition p\nperft 1 30",
        Err("3: a row cites sources that stand above"),
    );
    check(
        "source a b\nposition p\nperft 1 30 c",
        Err("3: a row cites sources that stand above"),
    );
    check(
        "source a b\nperft 1 30 a",
        Err("2: no position stands above"),
    );
    check(
        "source a b\nposition p\nperft one 30 a",
        Err("3: depth is no number"),
    );
    check(
        "source a b\nposition p\nperft 1 many a",
        Err("3: nodes is no number"),
    );
    check(
        "source a\nposition p\nperft 1 30 a",
        Err("1: a source has a name and a meaning"),
    );
}
