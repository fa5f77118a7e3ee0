//! Move counts against outside tables.

use rules::Variant;
use tests::{
    perft::{self, Row},
    witness::berolina::Position,
};

use crate::pair::{game_at, game_of};

/// How many nodes a row may have to be counted by the witness.
const WITNESS_BUDGET: u64 = 5_000;

#[test]
fn the_rules_count_as_the_tables_say_in_full() {
    for variant in Variant::ALL {
        for row in perft::of(variant) {
            let game = game_of(variant, &row.options, &row.position);
            assert_eq!(game.perft(row.depth), row.nodes, "{row:?}");
        }
    }
}

#[test]
fn plain_and_divided_counts_are_the_same_counts() {
    for row in perft::of(Variant::Berolina)
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
    for row in perft::of(Variant::Berolina)
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
        let nodes = perft::read(text).map(|rows: Vec<Row>| rows.iter().map(|row| row.nodes).sum());
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
