use alloc::string::ToString;

use super::*;

#[track_caller]
fn check(rules: RuleSet, text: &str, expected: Result<&str, &[&str]>) {
    let read = Position::read(rules, text).map(|position| position.to_string());
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
            r#"key "captureUndef" is missing"#,
            r#"key "enpassant" is missing"#,
            r#"key "reserve" is missing"#,
        ],
    );
    refuse(
        RuleSet::Modern,
        r#"{"captureUndef":"-","enpassant":"-","reserve":"00000000","castling":"-"}"#,
        &[
            r#"unknown key "castling"; there are captureUndef, enpassant, reserve"#,
            r#"key "castling" belongs to positions of rules=classic"#,
        ],
    );
    refuse(
        RuleSet::Classic,
        r#"{"captureUndef":"-","enpassant":"-","reserve":"00000000"}"#,
        &[r#"key "castling" is missing"#],
    );
    check(
        RuleSet::Modern,
        "4k3/8/8/8/8/8/8/4K3 w 20",
        Err(&[
            r#"a position has four parts: board, side to move, finished turns, {"captureUndef":"-","enpassant":"-",...}"#,
        ]),
    );
    check(
        RuleSet::Modern,
        &"8".repeat(400),
        Err(&["a position has at most 300 characters"]),
    );
}

#[test]
fn every_flaw_is_told_at_once() {
    check(
        RuleSet::Classic,
        r#"4k4/8/8/8/8/8/8/4X3 x -1 {"captureUndef":"83","enpassant":"é","reserve":"2221222","castling":"KK"}"#,
        Err(&[
            "rank 8: a rank has 8 squares, this one has 9",
            "rank 1: 'X' is neither a letter of this variant nor a number of empty squares from 1 to 8",
            "the side to move is w or b, not \"x\"",
            "the finished turns are a number from 0 to 999999999, not \"-1\"",
            "captureUndef is - or two digits, row from the top and file, such as 53 for d3, not \"83\"",
            "enpassant is - or two digits, row from the top and file, such as 53 for d3, not \"é\"",
            "reserve is eight base-36 digits (rooks, knights, bishops, queens of White, then of Black) such as 22212221, \
             not \"2221222\"",
            "castling rights are - or letters of KQkq, each once, not \"KK\"",
        ]),
    );
    check(
        RuleSet::Modern,
        r#"P7/8/8/8/8/8/8/K6U w 99999999999 {"captureUndef":"-","enpassent":"-","reserve":"00000000","reserve":"10000000"}"#,
        Err(&[
            "the finished turns are a number from 0 to 999999999, not \"99999999999\"",
            "unknown key \"enpassent\"; there are captureUndef, enpassant, reserve",
            "key \"reserve\" is there twice",
            "key \"enpassant\" is missing",
            "a pawn cannot stand on a8",
        ]),
    );
    check(
        RuleSet::Modern,
        r#"P7/8/8/8/8/8/8/K6U w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000000","castling":"-"}"#,
        Err(&[
            "unknown key \"castling\"; there are captureUndef, enpassant, reserve",
            "key \"castling\" belongs to positions of rules=classic",
            "Black has 0 kings instead of one",
            "a pawn cannot stand on a8",
            "the reserve of White has 0 pieces, but there are 1 undefined on the board",
        ]),
    );
    check_modern(
        "P3k2p/8/8/8/8/8/8/K2pK2U w 20",
        "00000100",
        &[
            "White has 2 kings instead of one",
            "a pawn cannot stand on d1",
            "a pawn cannot stand on a8",
            "a pawn cannot stand on h8",
            "the reserve of White has 0 pieces, but there are 1 undefined on the board",
            "the reserve of Black has 1 pieces, but there are 0 undefined on the board",
        ],
    );
    check_modern(
        "4k3/4R3/8/8/8/8/8/4K3 w 20",
        "00000000",
        &["Black is in check, but it is White's move"],
    );
    check_modern(
        "4k3/pppppppp/pppppppp/p7/8/8/8/4K3 w 20",
        "00000000",
        &["Black has 18 pieces, more than 16"],
    );
}

#[test]
fn kings_are_missing_only_while_they_are_placed() {
    check_modern(
        "uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUKUU b 1",
        "22212221",
        &[],
    );
    let white = "White has 0 kings instead of one";
    let black = "Black has 0 kings instead of one";
    let reserves = |white: u32, black: u32| {
        [("White", white), ("Black", black)].map(|(color, n)| {
            format!("the reserve of {color} has 7 pieces, but there are {n} undefined on the board")
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
            "White has 17 pieces, more than 16",
            &white_reserve,
            &black_reserve,
        ],
    );
    check_modern(
        "uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0",
        "22212212",
        &["the reserve of Black is 2221 as long as kings are placed"],
    );
    check_modern(
        "4k3/8/8/8/8/8/8/4K3 w 1",
        "00000000",
        &["both kings stand after two finished turns, this text says 1"],
    );
}

#[test]
fn what_was_just_done_fits_the_board() {
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
            "no pawn of White can just have gone over d3",
        ),
        (
            "4k3/8/8/8/3P4/8/8/4K3 w 21",
            "53",
            "no pawn of Black can just have gone over d3",
        ),
        (
            "4k3/8/8/8/3P4/3N4/8/4K3 b 21",
            "53",
            "no pawn of White can just have gone over d3",
        ),
        (
            "4k3/8/8/8/3P4/8/3N4/4K3 b 21",
            "53",
            "no pawn of White can just have gone over d3",
        ),
        (
            "4k3/8/8/8/3P4/8/8/4K3 b 21",
            "43",
            "no pawn of White can just have gone over d4",
        ),
    ] {
        refuse(
            board,
            "-",
            skipped,
            "00000000",
            &format!("enpassant does not fit: {flaw}"),
        );
    }
    refuse(
        "4k3/8/8/8/8/8/8/4K3 b 21",
        "53",
        "-",
        "00000001",
        "captureUndef does not fit: no piece of White stands on d3",
    );
    refuse(
        "4k3/8/8/8/3P4/8/8/4K3 b 21",
        "43",
        "53",
        "00000001",
        "captureUndef and enpassant cannot both be of the last turn",
    );
    refuse(
        "4k3/8/8/8/3P4/8/8/4K3 b 21",
        "43",
        "-",
        "00000000",
        "the reserve of Black has 0 pieces, but there are 0 undefined on the board and one captured",
    );
}

#[test]
fn castling_rights_need_king_and_corner() {
    let text = r#"u3k3/8/8/8/8/8/8/U2K3R w 20 {"captureUndef":"-","enpassant":"-","reserve":"00100010","castling":"KQkq"}"#;
    let needs = |right, color, king, corner| {
        format!(
            "castling right {right} needs {color}'s king on {king} and an undefined piece on {corner}"
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
