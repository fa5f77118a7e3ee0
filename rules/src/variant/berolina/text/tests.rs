use alloc::{format, string::ToString};

use super::*;
use crate::variant::{check_refused, read_position};

/// Reads a position and checks the text that is written for it.
#[track_caller]
fn check(text: &str, written: &str) {
    let position = read_position::<Position>("", text).expect("a position");
    assert_eq!(position.to_string(), written);
}

#[test]
fn positions_are_read_back() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3 w - c5d6 0 65535",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 100 1",
        "QQQQQQQQ/QQQQQQQQ/8/k7/7K/QQQQQQQQ/QQQQQQQQ/1QQQQQQQ w - - 0 1",
    ] {
        // The last one has the waiting king in check.
        if text.starts_with("QQ") {
            check_refused::<Position>(text, &["InCheck(Black)"]);
        } else {
            check(text, text);
        }
    }
    check(
        &Position::start().to_string(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
}

#[test]
fn the_reader_takes_other_orders() {
    check(
        "4k3/8/8/8/4PpP1/8/8/4K3 b - g4f3 0 1",
        "4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1",
    );
    check(
        "4k3/8/8/2pPp3/8/8/8/4K3 w - d6c5 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3 w - c5d6 0 1",
    );
    check(
        " r3k2r/8/8/8/8/8/8/R3K2R  b qkQK -  07 009 ",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 7 9",
    );
}

#[test]
fn counters_that_are_absent_or_count_from_nothing_are_read() {
    for counters in ["", " 0", " 0 0", " 0 1"] {
        check(
            &format!("4k3/8/8/8/8/8/8/4K3 b - -{counters}"),
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
        );
    }
    check(
        "4k3/8/8/8/8/8/8/4K3 b - - 12",
        "4k3/8/8/8/8/8/8/4K3 b - - 12 1",
    );
}

#[test]
fn fields_that_cannot_be_read_are_named() {
    for (text, found) in [
        ("", 0),
        ("4k3/8/8/8/8/8/8/4K3 w -", 3),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", 7),
    ] {
        let flaw = format!("Fields {{ variant: Berolina, found: {found} }}");
        check_refused::<Position>(text, &[&flaw]);
    }
    check_refused::<Position>(&"8".repeat(201), &["TooLong { max: 200 }"]);
    check_refused::<Position>("4k3/8/8/8/8/8/4K3 w - - 0 1", &["Ranks { found: 7 }"]);
    check_refused::<Position>(
        "4k2/9/x7/8/é/4k33/0/4K3 w - - 0 1",
        &[
            "RankLength { rank: 8, found: 7 }",
            "Symbol { rank: 7, symbol: '9' }",
            "Symbol { rank: 6, symbol: 'x' }",
            "Symbol { rank: 4, symbol: 'é' }",
            "RankLength { rank: 3, found: 11 }",
            "Symbol { rank: 2, symbol: '0' }",
        ],
    );
    check_refused::<Position>(
        "4k3/8/8/8/8/8/8/4K3 W KK f3 101 x",
        &[
            r#"Malformed { field: Turn, found: "W" }"#,
            r#"Malformed { field: Castling, found: "KK" }"#,
            r#"Malformed { field: EnPassant, found: "f3" }"#,
            r#"Number { field: QuietPlies, min: 0, max: 100, found: "101" }"#,
            r#"Number { field: MoveNumber, min: 0, max: 65535, found: "x" }"#,
        ],
    );
    for clocks in ["-1 1", "+1 1", "1e1 1", "256 1"] {
        let quiet = clocks.split(' ').next().unwrap_or_default();
        let flaw = format!("Number {{ field: QuietPlies, min: 0, max: 100, found: {quiet:?} }}");
        check_refused::<Position>(&format!("4k3/8/8/8/8/8/8/4K3 w - - {clocks}"), &[&flaw]);
    }
    check_refused::<Position>(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
        &[r#"Number { field: MoveNumber, min: 0, max: 65535, found: "65536" }"#],
    );
}

#[test]
fn boards_that_cannot_be_are_refused() {
    check_refused::<Position>(
        "P3k2p/8/8/8/8/8/8/K2pK3 w - - 0 1",
        &[
            "Kings { color: White, found: 2 }",
            "PawnOnEdge(d1)",
            "PawnOnEdge(a8)",
            "PawnOnEdge(h8)",
        ],
    );
    check_refused::<Position>(
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        &["Kings { color: Black, found: 0 }"],
    );
    let waiting = "InCheck(Black)";
    check_refused::<Position>("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", &[waiting]);
    check_refused::<Position>("8/8/8/8/8/8/4k3/4K3 w - - 0 1", &[waiting]);
    check_refused::<Position>("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", &[waiting]);
    // A pawn attacks straight ahead only (berolina O7).
    check(
        "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
    );
}

#[test]
fn castling_rights_need_king_and_rook_at_home() {
    check_refused::<Position>(
        "r3k3/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
        &[
            "CastlingRight { right: 'K', king: Placed { glyph: King(White), at: e1 }, partner: Placed { glyph: Rook(White), at: h1 } }",
            "CastlingRight { right: 'Q', king: Placed { glyph: King(White), at: e1 }, partner: Placed { glyph: Rook(White), at: a1 } }",
            "CastlingRight { right: 'k', king: Placed { glyph: King(Black), at: e8 }, partner: Placed { glyph: Rook(Black), at: h8 } }",
        ],
    );
    check_refused::<Position>(
        "R3k3/8/8/8/8/8/8/4K3 b q - 0 1",
        &[
            "CastlingRight { right: 'q', king: Placed { glyph: King(Black), at: e8 }, partner: Placed { glyph: Rook(Black), at: a8 } }",
        ],
    );
}

#[test]
fn en_passant_fields_need_a_double_step() {
    let check_no_step = |text: &str, color: &str, skipped: &str, stepper: &str| {
        let flaw = format!(
            "DoubleStep {{ color: {color}, skipped: {skipped}, stepper: Some({stepper}) }}"
        );
        check_refused::<Position>(text, &[&flaw]);
    };
    // No pawn stepped; the wrong side to move; the skipped or the first square is occupied; it is no pawn; the squares lie
    // apart.
    check_no_step("4k3/8/8/8/8/8/8/4K3 b - f3g4 0 1", "White", "f3", "g4");
    check_no_step("4k3/8/8/8/6P1/8/8/4K3 w - f3g4 0 1", "Black", "f3", "g4");
    check_no_step("4k3/8/8/8/6P1/5N2/8/4K3 b - f3g4 0 1", "White", "f3", "g4");
    check_no_step("4k3/8/8/8/6P1/8/4N3/4K3 b - f3g4 0 1", "White", "f3", "g4");
    check_no_step("4k3/8/8/8/6N1/8/8/4K3 b - f3g4 0 1", "White", "f3", "g4");
    check_no_step("4k3/8/8/8/6p1/8/8/4K3 b - f3g4 0 1", "White", "f3", "g4");
    check_no_step("4k3/8/8/8/6P1/8/8/4K3 b - e3g4 0 1", "White", "e3", "g4");
    check_no_step("4k3/8/8/8/6P1/8/8/4K3 b - g3g4 0 1", "White", "g3", "g4");
    check_no_step("4k3/8/8/8/6P1/8/8/4K3 b - h3g4 0 1", "White", "h3", "g4");
    for field in ["f3f3", "g4g4", "f3f6", "f3g4h5", "f3g", "z3g4", "é3g", "--"] {
        let flaw = format!("Malformed {{ field: EnPassant, found: {field:?} }}");
        check_refused::<Position>(&format!("4k3/8/8/8/6P1/8/8/4K3 b - {field} 0 1"), &[&flaw]);
    }
}
