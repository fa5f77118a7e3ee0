//! Tables of move counts, `perft/<variant>.perft`.

use rules::Variant;

/// One row: how many sequences of `depth` moves a position has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The options of the variant, as in a setup.
    pub options: String,
    /// The position text.
    pub position: String,
    /// Half-moves.
    pub depth: u32,
    /// Sequences of that many moves.
    pub nodes: u64,
}

/// All rows of a variant's table.
///
/// # Panics
///
/// The file or one of its lines cannot be read, or it has none.
pub fn of(variant: Variant) -> Vec<Row> {
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
pub fn read(text: &str) -> Result<Vec<Row>, String> {
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
