use super::*;

/// A text that comes back as it is.
#[track_caller]
fn check(text: &str) {
    let position =
        Position::read(text).unwrap_or_else(|flaws| panic!("{text}: {}", flaws.join("; ")));
    assert_eq!(position.to_string(), text);
}

#[track_caller]
fn check_refused(text: &str, expected: &[&str]) {
    let flaws = Position::read(text).err().unwrap_or_default();
    assert_eq!(flaws, expected, "{text}");
}

#[test]
fn texts_come_back() {
    for text in [
        r#"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"1111"}"#,
        r#"kltiqrb1/soucpn2/medw4/8/8/4SOUC/4PN2/KLTQRB2 w 999999999 {"flags":"0100"}"#,
        r#"kltq4/8/8/8/8/8/8/KLTI4 b 3 {"flags":"1010"}"#,
        r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"1111","pending":"swap"}"#,
        r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"1111","pending":"again"}"#,
        r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"1111","pending":"drop:k"}"#,
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:c7c8","origin":"c6"}"#,
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:c7d8","origin":"c7"}"#,
        r#"d3k3/8/8/8/8/8/8/R3K2w w 9 {"flags":"1111","seenW":"da8 dh1","seenB":"wh1","pending":"swap"}"#,
        r#"8/8/8/8/4l3/8/8/K7 b 9 {"flags":"1111"}"#,
        r#"8/8/8/8/8/8/8/K7 b 9 {"flags":"1111"}"#,
    ] {
        check(text);
    }
}

#[test]
fn reading_is_a_little_lenient() {
    let text =
        " 4k3/8/8/8/8/8/8/R3K2w  w 09 { \"seenB\" : \"wH1\", \"seenW\":\"\",\"flags\":\"1111\" } ";
    let position = Position::read(text).expect("a position");
    assert_eq!(
        position.to_string(),
        r#"4k3/8/8/8/8/8/8/R3K2w w 9 {"flags":"1111","seenW":"","seenB":"wh1"}"#
    );
}

#[test]
fn every_reason_is_given_at_once() {
    let parts =
        r#"a position has four parts: board, side to move, finished turns, {"flags":"1111"}"#;
    check_refused("", &[parts]);
    check_refused("4k3/8/8/8/8/8/8/4K3 w 0", &[parts]);
    check_refused(
        &"x".repeat(1000),
        &["a position has at most 700 characters"],
    );
    check_refused(
        r#"4k4/8/M7/8/8/8/4K3 x -1 {"flags":"111","seenW":"","pending":"wait"}"#,
        &[
            "a board has 8 ranks separated by '/', this one has 7",
            "rank 8: a rank has 8 squares, this one has 9",
            "rank 6: 'M' is neither a letter of this variant nor a number of empty squares from 1 to 8",
            "the side to move is w or b, not \"x\"",
            "the finished turns are a number from 0 to 999999999, not \"-1\"",
            "flags are four signs of 0 and 1 (White's shell and stealth, Black's shell and stealth), not \"111\"",
            "\"seenW\" and \"seenB\" stand together or not at all",
            "pending is swap, again, drop:q (or r, n, b, k) or promote:e7e8, not \"wait\"",
        ],
    );
    check_refused(
        r#"4k3/8/8/8/8/8/8/4K3 w 0 {"flag":"1111"}"#,
        &[
            "unknown key \"flag\"; there are flags, seenW, seenB, pending, origin",
            "key \"flags\" is missing",
        ],
    );
    check_refused(
        r#"P7/8/8/8/8/8/8/4i3 w 99999999999 {"flags":"1111","flags":"0000","hidden":"no","seenW":"da2","seenB":""}"#,
        &[
            "the finished turns are a number from 0 to 999999999, not \"99999999999\"",
            "key \"flags\" is there twice",
            "unknown key \"hidden\"; there are flags, seenW, seenB, pending, origin",
            "a pawn of White cannot stand on its last rank, on a8",
            "neither side has a king; only one can have lost its last",
            "White believes in an object on a2, where no banana or bomb lies",
            "Black has a hidden queen, so its stealth move is spent",
        ],
    );
    check_refused(
        r#"4k3/8/8/8/8/8/8/4K3 w 0 {"origin":"e4"}"#,
        &[
            "key \"flags\" is missing",
            "key \"origin\" stands only with a pending promotion",
        ],
    );
    check_refused(
        r#"P7/8/8/8/8/8/8/s6p w 0 {"flags":"1111"}"#,
        &[
            "a pawn of White cannot stand on its last rank, on a8",
            "a pawn of Black cannot stand on its last rank, on a1",
            "a pawn of Black cannot stand on its last rank, on h1",
            "neither side has a king; only one can have lost its last",
        ],
    );
    check_refused(
        r#"4k3/8/8/8/8/8/8/8 w 0 {"flags":"1111","pending":"again"}"#,
        &[
            "a side has no king left, so the game is over and nothing is pending",
            "White cannot use what is pending, so the turn has passed",
        ],
    );
}

#[test]
fn hidden_queens_are_those_that_can_be() {
    check_refused(
        r#"4k3/8/8/8/8/8/8/II2K3 w 0 {"flags":"1111"}"#,
        &[
            "White has more than one hidden queen",
            "White has a hidden queen, so its stealth move is spent",
            "White is to decide, so the other side has decided since and White's hidden queen is seen again",
        ],
    );
    check_refused(
        r#"i3k3/8/8/8/8/8/8/4K3 w 0 {"flags":"1110","pending":"swap"}"#,
        &["White has decided in this turn already, so Black's hidden queen is seen again"],
    );
}

#[test]
fn beliefs_fit_the_board() {
    check_refused(
        r#"4k3/8/8/8/8/8/8/d3K2w w 0 {"flags":"1111","seenW":"we4","seenB":"wa1"}"#,
        &[
            "White believes in an object on e4, where no banana or bomb lies",
            "neither side knows of the banana on a1",
            "neither side knows of the bomb on h1",
        ],
    );
    check_refused(
        r#"4k3/8/8/8/8/8/8/d3K3 w 0 {"flags":"1111","seenW":"a1","seenB":"da1 wa1"}"#,
        &[
            "\"seenW\" lists objects such as dc4 or we5, not \"a1\"",
            "\"seenB\" has a1 twice",
        ],
    );
}

#[test]
fn pending_promotions_can_come_about() {
    check_refused(
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:c7c8"}"#,
        &["key \"origin\" is missing; it is the square where the promoting pawn's move began"],
    );
    check_refused(
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:c7","origin":"c6"}"#,
        &[
            "a pending promotion is two squares and an origin, such as \"pending\":\"promote:e7e8\",\"origin\":\"e5\"",
        ],
    );
    check_refused(
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:d7f8","origin":"e1"}"#,
        &[
            "no pawn of White that can move stands on d7",
            "nothing forces a pawn of White from d7 to f8 on its last rank",
            "the pawn comes from e1, so nothing but its mushroom can be there",
        ],
    );
}
