use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use super::*;
use crate::notation::{caption, read};
use crate::variant::read_position;

const START: &str = r#"kuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUK w 2 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#;

#[track_caller]
fn position(text: &str) -> (Position, crate::MoveList) {
    let options = if text.contains("castling") {
        "rules=classic"
    } else {
        ""
    };
    let position = read_position::<Position>(options, text)
        .unwrap_or_else(|flaws| panic!("{text}: {flaws:?}"));
    let legal = crate::Position::legal_list(&position);
    (position, legal)
}

#[track_caller]
fn check_caption(text: &str, action: &str, expected: &str) {
    let (position, legal) = position(text);
    let action = action.parse().expect("exact notation");
    assert_eq!(caption(&position, action), expected);
    assert_eq!(read(&position, &legal, expected), Ok(action));
}

/// Expects actions separated by blanks, or the name of an error.
#[track_caller]
fn check_read(text: &str, typed: &str, expected: &str) {
    let (position, legal) = position(text);
    let found = match read(&position, &legal, typed) {
        Ok(action) => action.to_string(),
        Err(ReadActionError::Ambiguous(actions)) => {
            let texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
            texts.join(" ")
        }
        Err(error) => format!("{error:?}"),
    };
    assert_eq!(found, expected, "{typed}");
}

#[test]
fn captions() {
    check_caption(START, "e2e4", "e4");
    check_caption(START, "N@b1c3", "N@b1c3");
    check_caption(
        r#"uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#,
        "K@g1",
        "K@g1",
    );
    let choice = r#"R5k1/5ppp/8/8/8/8/4K3/7u b 31 {"captureUndef":"00","enpassant":"-","reserve":"00000101"}"#;
    check_caption(choice, "-N", "-N");
    let castle = r#"u3k2u/pp3ppp/8/8/8/8/PP3PPP/U3K2U w 20 {"captureUndef":"-","enpassant":"-","reserve":"11001010","castling":"KQkq"}"#;
    check_caption(castle, "e1g1", "O-O");
    check_caption(castle, "e1c1", "O-O-O");
    check_caption(castle, "R@h1g1", "R@h1g1");
}

#[test]
fn captions_of_captures_and_checks() {
    let text = r#"3uk3/1P6/2p1p3/3P4/1N3N2/8/8/R3K2U w 20 {"captureUndef":"-","enpassant":"-","reserve":"10001000"}"#;
    check_caption(text, "b7b8=Q", "b8=Q");
    check_caption(text, "d5c6", "dxc6");
    check_caption(text, "d5d6", "d6");
    check_caption(text, "b4c6", "Nxc6");
    check_caption(text, "a1a8", "Ra8");
    check_caption(text, "R@h1h8", "R@h1h8+");
    let text = r#"7k/6p1/8/8/8/3U4/5PPP/U5K1 w 40 {"captureUndef":"-","enpassant":"-","reserve":"10100000"}"#;
    check_caption(text, "R@a1a8", "R@a1a8#");
    check_caption(text, "R@d3d8", "R@d3d8+");
    let text = r#"4k3/8/8/2p5/8/p7/8/U3K2U w 40 {"captureUndef":"-","enpassant":"-","reserve":"10100000"}"#;
    check_caption(text, "R@a1a3", "R@a1xa3");
}

#[test]
fn definitions_are_read_in_many_ways() {
    for typed in [
        "N@b1c3",
        "n@b1-c3",
        " N @ b1 c3 ",
        "N@B1C3!",
        "n@b1xc3",
        "Nb1c3",
        "Nb1–c3",
        "1. ♘@b1c3",
        "Nbc3",
        "nbc3",
    ] {
        check_read(START, typed, "N@b1c3");
    }
    check_read(START, "Na3", "N@b1a3");
    check_read(START, "Nc3", "N@b1c3 N@d1c3");
    check_read(START, "Nh3", "N@g1h3");
    check_read(START, "b1c3", "b1c3");
    check_read(START, "Qd4", "NoSuchMove");
    for typed in ["N@", "@c3", "N@b1", "N@b1c9", "XX@b1c3", "-X", "-"] {
        let expected = if typed == "N@b1" { "N@b1" } else { "Malformed" };
        check_read(START, typed, expected);
    }
    check_read(START, "-n", "-N");
}

#[test]
fn defined_pieces_come_first() {
    // A knight on e4 and an undefined piece on b1 both reach c3.
    let text =
        r#"6k1/8/8/8/4N3/8/8/1U5K w 40 {"captureUndef":"-","enpassant":"-","reserve":"01000000"}"#;
    check_read(text, "Nc3", "e4c3");
    check_read(text, "Nbc3", "N@b1c3");
    check_read(text, "Na3", "N@b1a3");
}

#[test]
fn bishops_and_the_b_file() {
    // The pawn can capture on c3, and so can the undefined piece on a1 as a bishop.
    let text =
        r#"6k1/8/8/8/8/2p5/1P6/U6K w 40 {"captureUndef":"-","enpassant":"-","reserve":"00100000"}"#;
    check_read(text, "bxc3", "b2c3");
    check_read(text, "Bxc3", "NoSuchMove");
    check_caption(text, "b2c3", "bxc3");
    let text = r#"6k1/8/8/8/8/2p5/1P1U4/7K w 40 {"captureUndef":"-","enpassant":"-","reserve":"00100000"}"#;
    check_read(text, "bxc3", "B@d2c3 b2c3");
    check_read(text, "Bxc3", "B@d2c3");
    check_caption(text, "b2c3", "b2xc3");
    let text = r#"6k1/8/8/8/8/2p5/1P1B4/7K w 40 {"captureUndef":"-","enpassant":"-","reserve":"00000000"}"#;
    check_read(text, "bxc3", "d2c3 b2c3");
    check_read(text, "Bxc3", "d2c3");
    check_caption(text, "b2c3", "b2xc3");
}

#[test]
fn kings_choices_and_castlings_are_read() {
    let start = r#"uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#;
    for typed in ["K@g1", "k@g1", "Kg1", "kg1"] {
        check_read(start, typed, "K@g1");
    }
    check_read(start, "Kg2", "NoSuchMove");
    check_read(start, "e2e4", "e2e4");
    let choice = r#"R5k1/5ppp/8/8/8/8/4K3/7u b 31 {"captureUndef":"00","enpassant":"-","reserve":"00000101"}"#;
    for typed in [
        "-N", "-n", "N", "n", " - N ", "–N", "−N", "－Ｎ", "♘", "1. -N",
    ] {
        check_read(choice, typed, "-N");
    }
    check_read(choice, "x", "Malformed");
    let castle = r#"u3k2u/pp3ppp/8/8/8/8/PP3PPP/U3K2U w 20 {"captureUndef":"-","enpassant":"-","reserve":"11001010","castling":"KQkq"}"#;
    for typed in ["O-O", "O–O", "0-0", "oo", "e1g1", "Kg1"] {
        check_read(castle, typed, "e1g1");
    }
    check_read(START, "O-O", "NoSuchMove");
    check_read(START, &"N".repeat(33), "Malformed");
    check_read(START, "", "Malformed");
    check_read(START, "é4", "Malformed");
}
