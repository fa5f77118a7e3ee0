use alloc::format;

use super::*;
use crate::{
    explain::{law_and_squares, why_over},
    referee::why_not,
    variant::read_position,
};

const START: &str = r#"kuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUK w 2 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#;

/// Checks the reason and its paragraph for each action of a position.
#[track_caller]
fn check(text: &str, cases: &[(&str, &str)]) {
    let options = if text.contains("castling") {
        "rules=classic"
    } else {
        ""
    };
    let position = read_position::<Position>(options, text)
        .unwrap_or_else(|flaws| panic!("{text}: {flaws:?}"));
    for (action, expected) in cases {
        let why = why_not(&position, action.parse().expect("exact notation"));
        assert_eq!(
            why.map(|why| law_and_squares(&why)).as_deref(),
            Some(*expected),
            "{action}"
        );
    }
}

#[test]
fn kings_come_first() {
    let start = r#"uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#;
    let first = "bario B6";
    check(
        start,
        &[
            ("e2e4", first),
            ("N@b1c3", first),
            ("-N", first),
            ("K@e2", "bario B6"),
            ("Q@e1", "bario B6"),
        ],
    );
    check(START, &[("K@a1", "bario B6")]);
}

#[test]
fn choices_come_first() {
    let choice = r#"R5k1/5ppp/8/8/8/8/4K3/7u b 31 {"captureUndef":"00","enpassant":"-","reserve":"00000101"}"#;
    let owed = "bario B21: a8";
    check(
        choice,
        &[
            ("g7g6", owed),
            ("Q@h1a8", owed),
            ("-R", "bario B20: a8"),
            ("-K", "bario B20: a8"),
        ],
    );
    check(START, &[("-N", "bario B20")]);
}

#[test]
fn the_example_of_a_definition_can_make_the_move_if_any_can() {
    let position = read_position::<Position>("", START).expect("it is a position");
    for (played, example) in [("b1c3", "N@b1c3"), ("c1a3", "R@c1a3"), ("b1b3", "R@b1b3")] {
        let why = why_not(&position, played.parse().expect("exact notation"));
        let reason = why.expect("it is not defined").reason;
        let Reason::Bario(BarioReason::Undefined { example: shown, .. }) = reason else {
            panic!("{reason:?}");
        };
        assert_eq!(format!("{shown}"), example);
    }
}

#[test]
fn undefined_pieces_are_defined_as_they_move() {
    check(
        START,
        &[
            ("b1c3", "bario B10"),
            ("N@e2e4", "bario B10"),
            ("N@h1g3", "bario B10"),
            ("N@e4f6", "bario B10"),
            ("N@b8c6", "bario B10: b8"),
            ("N@b1b1", "bario B10"),
            ("K@b1c3", "bario B10"),
            ("N@b1b3", "bario B10"),
            ("R@a1a3", "bario B10: a2"),
            ("R@a1b1", "bario B10: b1"),
            ("a1~b3", "bario B10"),
        ],
    );
    let text =
        r#"6k1/8/8/8/4N3/8/8/1U5K w 40 {"captureUndef":"-","enpassant":"-","reserve":"01000000"}"#;
    check(text, &[("Q@b1b4", "bario B10"), ("e4e5", "bario B9")]);
}

#[test]
fn pawns_are_those_of_chess() {
    check(
        START,
        &[
            ("e2e5", "bario B9"),
            ("e2d3", "bario B9"),
            ("e2e1", "bario B9"),
            ("e2e4=Q", "bario B12"),
        ],
    );
    let text = r#"k7/P1p5/8/3pP3/8/2P4u/2PP3u/4K3 w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000200"}"#;
    check(
        text,
        &[
            ("c2c4", "bario B11: c3"),
            ("c2c3", "bario B9: c3"),
            ("c2d3", "bario B9"),
            ("d2c3", "bario B9: c3"),
            ("c3c5", "bario B11"),
            ("e5d6", "bario B11"),
            ("a7a8", "bario B9: a8"),
        ],
    );
    let text =
        r#"1k6/P7/8/8/8/8/8/4K3 w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000000"}"#;
    check(
        &text.replace("1k6", "k7").replace("k7/P7", "1n5k/P7"),
        &[("a7a8", "bario B12"), ("a7b8=K", "bario B12")],
    );
}

#[test]
fn castling_is_of_classic() {
    check(
        r#"u3k2u/8/8/8/8/8/8/U3K2U w 20 {"captureUndef":"-","enpassant":"-","reserve":"02000200"}"#,
        &[("e1g1", "bario B8")],
    );
    let castle = |board: &str, reserve: &str, castling: &str, cases: &[(&str, &str)]| {
        let tail = format!(
            r#"{{"captureUndef":"-","enpassant":"-","reserve":"{reserve}","castling":"{castling}"}}"#
        );
        check(&format!("{board} {tail}"), cases);
    };
    castle(
        "4k3/8/8/8/8/8/8/U3K2R w 20",
        "10000000",
        "-",
        &[
            ("e1g1", "bario K2: h1"),
            ("e1c1", "bario K4: e1 a1"),
            ("K@a1", "bario K1"),
        ],
    );
    castle(
        "4k3/8/8/8/8/8/8/U3K2U w 20",
        "01100000",
        "KQ",
        &[("e1g1", "bario K2: h1")],
    );
    castle(
        "4k3/8/8/8/8/8/8/UN2K2U w 20",
        "10100000",
        "KQ",
        &[("e1c1", "bario K3: b1")],
    );
    castle(
        "4k2u/pp3ppp/8/8/1u6/8/PP3PPP/U3K2U w 20",
        "11001010",
        "KQk",
        &[("e1g1", "bario K3: e1 b4"), ("e1c1", "bario K3: e1 b4")],
    );
    castle(
        "3u1k2/8/8/8/8/8/6PP/U3K2U w 20",
        "20001000",
        "KQ",
        &[("e1c1", "bario K3: d1 d8")],
    );
    castle(
        "2u2k2/8/8/8/8/8/6PP/U3K2U w 20",
        "20001000",
        "KQ",
        &[("e1c1", "bario K3: c1 c8")],
    );
}

#[test]
fn kings_stay_out_of_check() {
    let text = r#"3k3u/8/8/8/7b/8/4RP2/3UK3 w 20 {"captureUndef":"-","enpassant":"-","reserve":"01001000"}"#;
    check(text, &[("f2f3", "bario B16: e1 h4")]);
    check(
        &text.replace("RP2", "R3"),
        &[
            ("e2e3", "bario B16: e1 h4"),
            ("N@d1c3", "bario B16: e1 h4"),
            ("e1f2", "bario B16: h4"),
        ],
    );
    check(
        r#"8/8/8/8/8/4k3/8/4K3 w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000000","castling":"-"}"#,
        &[("e1e2", "bario K9: e3")],
    );
}

#[test]
fn the_end_has_a_reason() {
    let over = |reason, law: &str| {
        let why = why_over::<Position>(Outcome::Won {
            winner: crate::Color::White,
            reason,
        });
        assert_eq!(why.law, law);
    };
    over(WinReason::Checkmate, "bario B17");
    over(WinReason::RecycledIntoCheck, "bario K9");
    over(WinReason::Resignation, "bario B18");
    let stalemate = why_over::<Position>(Outcome::Drawn {
        reason: DrawReason::Stalemate,
    });
    assert_eq!(law_and_squares(&stalemate), "bario B17");
}
