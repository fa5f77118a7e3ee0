use alloc::{format, string::ToString};

use super::*;
use crate::{flaw::shown, variant::read_position};

#[track_caller]
fn check(rules: RuleSet, text: &str, expected: Result<&str, &[&str]>) {
    let options = match rules {
        RuleSet::Modern => "",
        RuleSet::Classic => "rules=classic",
    };
    let read = read_position::<Position>(options, text)
        .map(|position| position.to_string())
        .map_err(|flaws| shown(&flaws));
    let expected = expected
        .map(ToString::to_string)
        .map_err(|flaws| flaws.iter().map(ToString::to_string).collect());
    assert_eq!(read, expected, "{text}");
}

#[track_caller]
fn check_modern(board: &str, reserve: &str, flaws: &[&str]) {
    let text = format!(r#"{board} {{"captureUndef":"-","enpassant":"-","reserve":"{reserve}"}}"#);
    let expected = if flaws.is_empty() {
        Ok(&text[..])
    } else {
        Err(flaws)
    };
    check(RuleSet::Modern, &text, expected);
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w 20";

#[test]
fn starts_are_written_as_they_are_read() {
    for (rules, text) in [
        (
            RuleSet::Modern,
            r#"uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#,
        ),
        (
            RuleSet::Classic,
            concat!(
                "uuuukuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUKUUU w 0 ",
                r#"{"captureUndef":"-","enpassant":"-","reserve":"22212221","castling":"KQkq"}"#
            ),
        ),
    ] {
        assert_eq!(Position::start(rules).to_string(), text);
        check(rules, text, Ok(text));
    }
}

#[test]
fn keys_may_stand_in_any_order_and_are_all_needed() {
    let written =
        r#"4k3/8/8/8/8/8/8/4K3 w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000000"}"#;
    let shuffled = r#" 4k3/8/8/8/8/8/8/4K3  w 20 { "reserve":"00000000", "enpassant":"-","captureUndef":"-" } "#;
    check(RuleSet::Modern, shuffled, Ok(written));
    let refuse =
        |rules, tail: &str, flaws: &[&str]| check(rules, &format!("{KINGS} {tail}"), Err(flaws));
    refuse(
        RuleSet::Modern,
        "{}",
        &[
            r#"KeyMissing("captureUndef")"#,
            r#"KeyMissing("enpassant")"#,
            r#"KeyMissing("reserve")"#,
        ],
    );
    refuse(
        RuleSet::Modern,
        r#"{"captureUndef":"-","enpassant":"-","reserve":"00000000","castling":"-"}"#,
        &[
            r#"UnknownKey { key: "castling", known: ["captureUndef", "enpassant", "reserve"] }"#,
            r#"Bario(ClassicKey("castling"))"#,
        ],
    );
    refuse(
        RuleSet::Classic,
        r#"{"captureUndef":"-","enpassant":"-","reserve":"00000000"}"#,
        &[r#"KeyMissing("castling")"#],
    );
    check(
        RuleSet::Modern,
        "4k3/8/8/8/8/8/8/4K3 w 20",
        Err(&["Fields { variant: Bario, found: 3 }"]),
    );
    check(
        RuleSet::Modern,
        &"8".repeat(400),
        Err(&["TooLong { max: 300 }"]),
    );
}

#[test]
fn every_flaw_is_reported_at_once() {
    check(
        RuleSet::Classic,
        r#"4k4/8/8/8/8/8/8/4X3 x -1 {"captureUndef":"83","enpassant":"é","reserve":"2221222","castling":"KK"}"#,
        Err(&[
            "RankLength { rank: 8, found: 9 }",
            "Symbol { rank: 1, symbol: 'X' }",
            r#"Malformed { field: Turn, found: "x" }"#,
            r#"Number { field: Turns, min: 0, max: 999999999, found: "-1" }"#,
            r#"Malformed { field: Square("captureUndef"), found: "83" }"#,
            r#"Malformed { field: Square("enpassant"), found: "é" }"#,
            r#"Malformed { field: Reserves, found: "2221222" }"#,
            r#"Malformed { field: Castling, found: "KK" }"#,
        ]),
    );
    check(
        RuleSet::Modern,
        r#"P7/8/8/8/8/8/8/K6U w 99999999999 {"captureUndef":"-","enpassent":"-","reserve":"00000000","reserve":"10000000"}"#,
        Err(&[
            r#"Number { field: Turns, min: 0, max: 999999999, found: "99999999999" }"#,
            r#"UnknownKey { key: "enpassent", known: ["captureUndef", "enpassant", "reserve"] }"#,
            r#"KeyTwice("reserve")"#,
            r#"KeyMissing("enpassant")"#,
            "PawnOnEdge(a8)",
        ]),
    );
    check(
        RuleSet::Modern,
        r#"P7/8/8/8/8/8/8/K6U w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000000","castling":"-"}"#,
        Err(&[
            r#"UnknownKey { key: "castling", known: ["captureUndef", "enpassant", "reserve"] }"#,
            r#"Bario(ClassicKey("castling"))"#,
            "Kings { color: Black, found: 0 }",
            "PawnOnEdge(a8)",
            "Bario(Reserve { color: White, found: 0, undefined: 1, is_owing: false })",
        ]),
    );
    check_modern(
        "P3k2p/8/8/8/8/8/8/K2pK2U w 20",
        "00000100",
        &[
            "Kings { color: White, found: 2 }",
            "PawnOnEdge(d1)",
            "PawnOnEdge(a8)",
            "PawnOnEdge(h8)",
            "Bario(Reserve { color: White, found: 0, undefined: 1, is_owing: false })",
            "Bario(Reserve { color: Black, found: 1, undefined: 0, is_owing: false })",
        ],
    );
    check_modern(
        "4k3/4R3/8/8/8/8/8/4K3 w 20",
        "00000000",
        &["InCheck(Black)"],
    );
    check_modern(
        "4k3/pppppppp/pppppppp/p7/8/8/8/4K3 w 20",
        "00000000",
        &["Bario(Pieces { color: Black, found: 18, max: 16 })"],
    );
}

#[test]
fn kings_are_missing_only_while_they_are_placed() {
    check_modern(
        "uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUKUU b 1",
        "22212221",
        &[],
    );
    let white = "Kings { color: White, found: 0 }";
    let black = "Kings { color: Black, found: 0 }";
    let reserves = |white: u32, black: u32| {
        [("White", white), ("Black", black)].map(|(color, n)| {
            format!(
                "Bario(Reserve {{ color: {color}, found: 7, undefined: {n}, is_owing: false }})"
            )
        })
    };
    let [white_reserve, black_reserve] = reserves(8, 8);
    check_modern(
        "uuuuuuuu/pppppppp/8/8/8/4P3/PPPP1PPP/UUUUUUUU w 0",
        "22212221",
        &[white, black, &white_reserve, &black_reserve],
    );
    check_modern(
        "uuuuuuuu/pppppppp/8/8/4K3/8/PPPPPPPP/UUUUUUUU b 1",
        "22212221",
        &[
            black,
            "Bario(Pieces { color: White, found: 17, max: 16 })",
            &white_reserve,
            &black_reserve,
        ],
    );
    check_modern(
        "uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0",
        "22212212",
        &["Bario(ReserveNotFull(Black))"],
    );
    check_modern(
        "4k3/8/8/8/8/8/8/4K3 w 1",
        "00000000",
        &["Bario(KingsTooEarly { turns: 1 })"],
    );
}

#[test]
fn the_last_action_must_fit_the_board() {
    let refuse = |board: &str, lost: &str, skipped: &str, reserve: &str, flaw: &str| {
        let text = format!(
            r#"{board} {{"captureUndef":"{lost}","enpassant":"{skipped}","reserve":"{reserve}"}}"#
        );
        check(RuleSet::Modern, &text, Err(&[flaw]));
    };
    for (board, skipped, flaw) in [
        (
            "4k3/8/8/8/8/8/8/4K3 b 21",
            "53",
            "color: White, skipped: d3",
        ),
        (
            "4k3/8/8/8/3P4/8/8/4K3 w 21",
            "53",
            "color: Black, skipped: d3",
        ),
        (
            "4k3/8/8/8/3P4/3N4/8/4K3 b 21",
            "53",
            "color: White, skipped: d3",
        ),
        (
            "4k3/8/8/8/3P4/8/3N4/4K3 b 21",
            "53",
            "color: White, skipped: d3",
        ),
        (
            "4k3/8/8/8/3P4/8/8/4K3 b 21",
            "43",
            "color: White, skipped: d4",
        ),
    ] {
        refuse(
            board,
            "-",
            skipped,
            "00000000",
            &format!("DoubleStep {{ {flaw}, stepper: None }}"),
        );
    }
    refuse(
        "4k3/8/8/8/8/8/8/4K3 b 21",
        "53",
        "-",
        "00000001",
        "Bario(NoCaptor { color: White, at: d3 })",
    );
    refuse(
        "4k3/8/8/8/3P4/8/8/4K3 b 21",
        "43",
        "53",
        "00000001",
        "Bario(CaptureAndDoubleStep)",
    );
    refuse(
        "4k3/8/8/8/3P4/8/8/4K3 b 21",
        "43",
        "-",
        "00000000",
        "Bario(Reserve { color: Black, found: 0, undefined: 0, is_owing: true })",
    );
}

#[test]
fn castling_rights_need_king_and_corner() {
    let text = r#"u3k3/8/8/8/8/8/8/U2K3R w 20 {"captureUndef":"-","enpassant":"-","reserve":"00100010","castling":"KQkq"}"#;
    let needs = |right, color, king, corner| {
        format!(
            "CastlingRight {{ right: {right:?}, king: Placed {{ glyph: King({color}), at: {king} }}, \
             partner: Placed {{ glyph: Undefined({color}), at: {corner} }} }}"
        )
    };
    check(
        RuleSet::Classic,
        text,
        Err(&[
            &needs('K', "White", "e1", "h1"),
            &needs('Q', "White", "e1", "a1"),
            &needs('k', "Black", "e8", "h8"),
        ]),
    );
}

#[test]
fn reserves_are_base_36() {
    let board = "4k3/8/8/8/8/UUUUUUUU/UUUUUUU1/4K3 w 90";
    check_modern(board, "00f00000", &[]);
    let capital = format!(r#"{board} {{"captureUndef":"-","enpassant":"-","reserve":"00F00000"}}"#);
    let small = capital.replace('F', "f");
    check(RuleSet::Modern, &capital, Ok(&small));
}
