use alloc::{format, string::ToString, vec};

use super::*;
use crate::{Square, flaw::shown};

const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn check(text: &str, written: &str) {
    let setup: Setup = text.parse().expect("a setup");
    assert_eq!(setup.to_string(), written);
    assert_eq!(written.parse(), Ok(setup));
}

#[track_caller]
fn check_refused(text: &str, reasons: &[&str]) {
    let error = text.parse::<Setup>().expect_err("no setup");
    assert_eq!(shown(error.flaws()), reasons);
}

#[test]
fn setups_are_written_in_one_way() {
    check("berolina", "berolina");
    check("  Berolina ", "berolina");
    check(&format!("berolina position={USUAL}"), "berolina");
    check(
        "BEROLINA   position= 4k3/8/8/8/6P1/8/8/4K3  b - g4f3 0 1 ",
        "berolina position=4k3/8/8/8/6P1/8/8/4K3 b - f3g4 0 1",
    );
    check("baroque setup=standard", "baroque");
    check("Baroque SETUP=Symmetric", "baroque setup=symmetric");
    check(
        "baroque setup=asymmetric position=k7/8/8/8/8/8/8/7K w 0",
        "baroque setup=asymmetric position=k7/8/8/8/8/8/8/7K w 0",
    );
}

#[test]
fn every_reason_is_given_at_once() {
    check_refused("", &["NoSuchVariant"]);
    check_refused("chess position=8/8", &["NoSuchVariant"]);
    check_refused(
        "berolina fast blind",
        &[
            r#"NoSuchOption { variant: Berolina, name: "fast" }"#,
            r#"NoSuchOption { variant: Berolina, name: "blind" }"#,
        ],
    );
    check_refused(
        "berolina fast position=4k3/8/8/8/8/8/8/8 x - - 0 1",
        &[
            r#"NoSuchOption { variant: Berolina, name: "fast" }"#,
            r#"Malformed { field: Turn, found: "x" }"#,
            "Kings { color: White, found: 0 }",
        ],
    );
    check_refused(&"berolina ".repeat(200), &["SetupTooLong { max: 1000 }"]);
}

/// Checks the text of a board with these pieces, and that it is valid.
#[track_caller]
fn check_arranged(setup: &str, pieces: &[(&str, Glyph)], turn: Color, expected: &str) {
    let setup: Setup = setup.parse().expect("a setup");
    let mut cells = [None; 64];
    for (square, glyph) in pieces {
        let square: Square = square.parse().expect("a square");
        cells[square.index()] = Some(*glyph);
    }
    let text = setup.arranged(&cells, turn);
    assert_eq!(text, expected);
    Setup::with_position(setup.variant(), &setup.options.to_string(), &text).expect("a position");
}

#[test]
fn pieces_are_arranged_as_if_they_had_not_moved() {
    use Color::{Black, White};
    let kings = [("e1", Glyph::King(White)), ("e8", Glyph::King(Black))];
    let with = |more: &[(&'static str, Glyph)]| [&kings[..], more].concat();
    let rooks = [("a8", Glyph::Rook(Black)), ("h1", Glyph::Rook(White))];
    check_arranged(
        "berolina",
        &with(&rooks),
        Black,
        "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1",
    );
    let immobilizer = [("h1", Glyph::Immobilizer(White))];
    check_arranged(
        "baroque",
        &with(&immobilizer),
        White,
        "4k3/8/8/8/8/8/8/4K2M w 0",
    );
    let objects = [
        ("a1", Glyph::Egg),
        ("b1", Glyph::Banana),
        ("c1", Glyph::Bomb),
    ];
    check_arranged(
        "chakart",
        &with(&objects),
        Black,
        r#"4k3/8/8/8/8/8/8/edw1K3 b 1 {"flags":"1111","seenW":"db1 wc1","seenB":"db1 wc1"}"#,
    );
    check_arranged(
        "chakart objects=open",
        &with(&objects),
        White,
        r#"4k3/8/8/8/8/8/8/edw1K3 w 0 {"flags":"1111"}"#,
    );
    let undefined = ["a1", "b1", "h1"].map(|at| (at, Glyph::Undefined(White)));
    let defined = [("d1", Glyph::Rook(White)), ("f1", Glyph::Knight(White))];
    check_arranged(
        "bario",
        &with(&[&undefined[..], &defined].concat()),
        White,
        r#"4k3/8/8/8/8/8/8/UU1RKN1U w 2 {"captureUndef":"-","enpassant":"-","reserve":"11100000"}"#,
    );
    check_arranged(
        "bario rules=classic",
        &with(&undefined),
        White,
        r#"4k3/8/8/8/8/8/8/UU2K2U w 2 {"captureUndef":"-","enpassant":"-","reserve":"21000000","castling":"KQ"}"#,
    );
}

#[test]
fn the_start_of_bario_is_arranged_without_its_kings() {
    let mut pieces = Vec::new();
    let squares: Vec<_> = Square::all().map(|at| (at, at.to_string())).collect();
    for (at, name) in &squares {
        let color = if at.rank() < 4 {
            Color::White
        } else {
            Color::Black
        };
        match at.rank() {
            0 | 7 => pieces.push((name.as_str(), Glyph::Undefined(color))),
            1 | 6 => pieces.push((name.as_str(), Glyph::Pawn(color))),
            _ => {}
        }
    }
    let start = r#"uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#;
    check_arranged("bario", &pieces, Color::White, start);
}

#[test]
fn debug_shows_the_variant_only() {
    let setup: Setup = "berolina position=4k3/8/8/8/6P1/8/8/4K3 b - f3g4 0 1"
        .parse()
        .expect("a setup");
    assert_eq!(format!("{setup:?}"), "Setup(berolina)");
    let error = SetupError {
        flaws: vec![Flaw::NoSuchVariant],
    };
    assert_eq!(error.to_string(), "no setup: [NoSuchVariant]");
}

#[test]
fn chance_has_a_part_where_something_is_drawn() {
    for (text, expected) in [
        ("berolina", false),
        ("bario", false),
        ("bario rules=classic", false),
        ("baroque", false),
        ("baroque setup=symmetric", true),
        ("baroque setup=asymmetric", true),
        (
            "baroque setup=asymmetric position=k7/8/8/8/8/8/8/7K w 0",
            false,
        ),
        ("chakart", true),
        ("chakart setup=standard", true),
    ] {
        let setup: Setup = text.parse().expect("a setup");
        assert_eq!(setup.has_chance(), expected, "{text}");
    }
}
