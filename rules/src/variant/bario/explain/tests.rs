use alloc::string::ToString;

use super::*;

const START: &str = r#"kuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUK w 2 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#;

/// A clause and its paragraph for each action of a position.
#[track_caller]
fn check(text: &str, cases: &[(&str, &str)]) {
    let rules = if text.contains("castling") {
        RuleSet::Classic
    } else {
        RuleSet::Modern
    };
    let position = Position::read(rules, text).unwrap_or_else(|flaws| panic!("{text}: {flaws:?}"));
    for (action, expected) in cases {
        let why = why_not(&position, action.parse().expect("exact notation"));
        assert_eq!(
            why.map(|why| why.to_string()).as_deref(),
            Some(*expected),
            "{action}"
        );
    }
}

#[test]
fn kings_come_first() {
    let start = r#"uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#;
    let first = "your king comes first, anywhere on rank 1: K@a1 to K@h1 (bario B6)";
    check(
        start,
        &[
            ("e2e4", first),
            ("N@b1c3", first),
            ("-N", first),
            (
                "K@e2",
                "your king takes the place of an undefined piece on rank 1, and e2 is elsewhere (bario B6)",
            ),
            (
                "Q@e1",
                "only the king is placed, not a queen: K@a1 to K@h1 (bario B6)",
            ),
        ],
    );
    check(
        START,
        &[(
            "K@a1",
            "your king stands already, and nothing else is placed (bario B6)",
        )],
    );
}

#[test]
fn choices_come_first() {
    let choice = r#"R5k1/5ppp/8/8/8/8/4K3/7u b 31 {"captureUndef":"00","enpassant":"-","reserve":"00000101"}"#;
    let owed = "say first what the undefined piece was that you lost on a8: -N or -Q (bario B21)";
    check(
        choice,
        &[
            ("g7g6", owed),
            ("Q@h1a8", owed),
            (
                "-R",
                "there is no rook left in your reserve; what you lost on a8 is -N or -Q (bario B20)",
            ),
            (
                "-K",
                "an undefined piece is no king; what you lost on a8 is -N or -Q (bario B20)",
            ),
        ],
    );
    check(
        START,
        &[(
            "-N",
            "none of your undefined pieces was captured by the last move (bario B20)",
        )],
    );
}

#[test]
fn undefined_pieces_are_defined_as_they_move() {
    check(
        START,
        &[
            (
                "b1c3",
                "the piece on b1 is undefined: say what it becomes as it moves, such as R@b1c3 (bario B10)",
            ),
            (
                "N@e2e4",
                "the pawn on e2 is nothing to be defined; write e2e4 (bario B10)",
            ),
            (
                "N@h1g3",
                "the king on h1 is nothing to be defined; write h1g3 (bario B10)",
            ),
            ("N@e4f6", "there is no piece of yours on e4 (bario B10)"),
            (
                "N@b8c6",
                "the undefined piece on b8 is Black's, and it is White's move (bario B10)",
            ),
            (
                "N@b1b1",
                "a move goes from one square to another, not from b1 to b1 (bario B10)",
            ),
            (
                "K@b1c3",
                "an undefined piece becomes a queen, rook, bishop or knight, not a king (bario B10)",
            ),
            (
                "N@b1b3",
                "the knight on b1 cannot reach b3: a knight goes two squares along a rank or file and one aside (bario B10)",
            ),
            (
                "R@a1a3",
                "the rook on a1 is blocked by the pawn on a2 (bario B10)",
            ),
            (
                "R@a1b1",
                "your own undefined piece stands on b1 (bario B10)",
            ),
            (
                "a1~b3",
                "a1~b3 is no move of Bario; write e2e4, or N@d1e3 for an undefined piece (bario B10)",
            ),
        ],
    );
    let text =
        r#"6k1/8/8/8/4N3/8/8/1U5K w 40 {"captureUndef":"-","enpassant":"-","reserve":"01000000"}"#;
    check(
        text,
        &[
            (
                "Q@b1b4",
                "there is no queen left in your reserve (bario B10)",
            ),
            (
                "e4e5",
                "the knight on e4 cannot reach e5: a knight goes two squares along a rank or file and one aside (bario B9)",
            ),
        ],
    );
}

#[test]
fn pawns_are_those_of_chess() {
    check(
        START,
        &[
            (
                "e2e5",
                "the pawn on e2 cannot reach e5: it moves one square straight ahead, or two from its second rank, and captures one square diagonally forward (bario B9)",
            ),
            (
                "e2d3",
                "the pawn on e2 moves straight ahead; it captures diagonally only, and d3 is empty (bario B9)",
            ),
            ("e2e1", "the pawn on e2 moves forward only (bario B9)"),
            (
                "e2e4=Q",
                "only a pawn that reaches its last rank becomes something else; leave out =Q (bario B12)",
            ),
        ],
    );
    let text = r#"k7/P1p5/8/3pP3/8/2P4u/2PP3u/4K3 w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000200"}"#;
    check(
        text,
        &[
            (
                "c2c4",
                "the pawn on c2 is blocked by the pawn on c3 (bario B11)",
            ),
            (
                "c2c3",
                "the pawn on c2 is blocked by the pawn on c3 (bario B9)",
            ),
            (
                "c2d3",
                "the pawn on c2 moves straight ahead; it captures diagonally only, and d3 is empty (bario B9)",
            ),
            ("d2c3", "your own pawn stands on c3 (bario B9)"),
            (
                "c3c5",
                "the pawn on c3 is not on its second rank, so it moves one square only (bario B11)",
            ),
            (
                "e5d6",
                "the pawn on e5 can capture en passant only right after a double step over d6; the last move was none such (bario B11)",
            ),
            (
                "a7a8",
                "the pawn on a7 is blocked by the king on a8 (bario B9)",
            ),
        ],
    );
    let text =
        r#"1k6/P7/8/8/8/8/8/4K3 w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000000"}"#;
    check(
        &text.replace("1k6", "k7").replace("k7/P7", "1n5k/P7"),
        &[
            (
                "a7a8",
                "the pawn reaches its last rank: add what it becomes, such as a7a8=Q (bario B12)",
            ),
            (
                "a7b8=K",
                "a pawn becomes a queen, rook, bishop or knight, not a king (bario B12)",
            ),
        ],
    );
}

#[test]
fn castling_is_of_classic() {
    check(
        r#"u3k2u/8/8/8/8/8/8/U3K2U w 20 {"captureUndef":"-","enpassant":"-","reserve":"02000200"}"#,
        &[(
            "e1g1",
            "the king on e1 moves one square, and there is no castling (bario B8)",
        )],
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
            (
                "e1g1",
                "castling: there is no undefined piece of yours on h1 (bario K2)",
            ),
            (
                "e1c1",
                "castling: the king has moved before, or the piece on a1 is not the one of the start (bario K4)",
            ),
            (
                "K@a1",
                "kings begin on e1 and e8, and nothing is placed (bario K1)",
            ),
        ],
    );
    castle(
        "4k3/8/8/8/8/8/8/U3K2U w 20",
        "01100000",
        "KQ",
        &[(
            "e1g1",
            "castling: the piece on h1 becomes a rook, and there is none left in your reserve (bario K2)",
        )],
    );
    castle(
        "4k3/8/8/8/8/8/8/UN2K2U w 20",
        "10100000",
        "KQ",
        &[(
            "e1c1",
            "castling: the knight on b1 stands between king and corner (bario K3)",
        )],
    );
    castle(
        "4k2u/pp3ppp/8/8/1u6/8/PP3PPP/U3K2U w 20",
        "11001010",
        "KQk",
        &[
            (
                "e1g1",
                "castling: the king on e1 is in check from the undefined piece on b4 (bario K3)",
            ),
            (
                "e1c1",
                "castling: the king on e1 is in check from the undefined piece on b4 (bario K3)",
            ),
        ],
    );
    castle(
        "3u1k2/8/8/8/8/8/6PP/U3K2U w 20",
        "20001000",
        "KQ",
        &[(
            "e1c1",
            "castling: the king would cross d1, attacked by the undefined piece on d8 (bario K3)",
        )],
    );
    castle(
        "2u2k2/8/8/8/8/8/6PP/U3K2U w 20",
        "20001000",
        "KQ",
        &[(
            "e1c1",
            "castling: the king would end on c1, attacked by the undefined piece on c8 (bario K3)",
        )],
    );
}

#[test]
fn kings_stay_out_of_check() {
    let text = r#"3k3u/8/8/8/7b/8/4RP2/3UK3 w 20 {"captureUndef":"-","enpassant":"-","reserve":"01001000"}"#;
    check(
        text,
        &[(
            "f2f3",
            "that leaves your king on e1 in check from the bishop on h4 (bario B16)",
        )],
    );
    check(
        &text.replace("RP2", "R3"),
        &[
            (
                "e2e3",
                "your king on e1 is in check from the bishop on h4, and this does not help (bario B16)",
            ),
            (
                "N@d1c3",
                "your king on e1 is in check from the bishop on h4, and this does not help (bario B16)",
            ),
            (
                "e1f2",
                "the king cannot go to f2, which the bishop on h4 attacks (bario B16)",
            ),
        ],
    );
    check(
        r#"8/8/8/8/8/4k3/8/4K3 w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000000","castling":"-"}"#,
        &[(
            "e1e2",
            "the king cannot stand on e2, beside the king on e3 (bario K9)",
        )],
    );
}

#[test]
fn the_end_is_told() {
    let over = |reason, law: &str| {
        let why = game_over(Outcome::Won {
            winner: Color::White,
            reason,
        });
        assert_eq!(why.law, law);
    };
    over(WinReason::Checkmate, "bario B17");
    over(WinReason::RecycledIntoCheck, "bario K9");
    over(WinReason::Resignation, "bario B18");
    let stalemate = game_over(Outcome::Drawn {
        reason: DrawReason::Stalemate,
    });
    assert_eq!(
        stalemate.to_string(),
        "the game is over: drawn by stalemate (bario B17)"
    );
}
