use super::*;
use crate::variant::{check_refused, read_position};

/// Checks that a text is written as it was read.
#[track_caller]
fn check(text: &str) {
    let position =
        read_position::<Position>("", text).unwrap_or_else(|flaws| panic!("{text}: {flaws:?}"));
    assert_eq!(position.to_string(), text);
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
    let position = read_position::<Position>("", text).expect("a position");
    assert_eq!(
        position.to_string(),
        r#"4k3/8/8/8/8/8/8/R3K2w w 9 {"flags":"1111","seenW":"","seenB":"wh1"}"#
    );
}

#[test]
fn every_reason_is_given_at_once() {
    check_refused::<Position>("", &["Fields { variant: Chakart, found: 0 }"]);
    check_refused::<Position>(
        "4k3/8/8/8/8/8/8/4K3 w 0",
        &["Fields { variant: Chakart, found: 3 }"],
    );
    check_refused::<Position>(&"x".repeat(1000), &["TooLong { max: 700 }"]);
    check_refused::<Position>(
        r#"4k4/8/M7/8/8/8/4K3 x -1 {"flags":"111","seenW":"","pending":"wait"}"#,
        &[
            "Ranks { found: 7 }",
            "RankLength { rank: 8, found: 9 }",
            "Symbol { rank: 6, symbol: 'M' }",
            r#"Malformed { field: Turn, found: "x" }"#,
            r#"Number { field: Turns, min: 0, max: 999999999, found: "-1" }"#,
            r#"Malformed { field: Powers, found: "111" }"#,
            r#"Chakart(KeysApart("seenW", "seenB"))"#,
            r#"Malformed { field: Pending, found: "wait" }"#,
        ],
    );
    check_refused::<Position>(
        r#"4k3/8/8/8/8/8/8/4K3 w 0 {"flag":"1111"}"#,
        &[
            r#"UnknownKey { key: "flag", known: ["flags", "seenW", "seenB", "pending", "origin"] }"#,
            r#"KeyMissing("flags")"#,
        ],
    );
    check_refused::<Position>(
        r#"P7/8/8/8/8/8/8/4i3 w 99999999999 {"flags":"1111","flags":"0000","hidden":"no","seenW":"da2","seenB":""}"#,
        &[
            r#"Number { field: Turns, min: 0, max: 999999999, found: "99999999999" }"#,
            r#"KeyTwice("flags")"#,
            r#"UnknownKey { key: "hidden", known: ["flags", "seenW", "seenB", "pending", "origin"] }"#,
            "Chakart(PawnOnLastRank { color: White, at: a8 })",
            "Chakart(NoKings)",
            "Chakart(NoObject { color: White, at: a2 })",
            "Chakart(HiddenUnspent(Black))",
        ],
    );
    check_refused::<Position>(
        r#"4k3/8/8/8/8/8/8/4K3 w 0 {"origin":"e4"}"#,
        &[
            r#"KeyMissing("flags")"#,
            r#"Chakart(OriginUnwanted("origin"))"#,
        ],
    );
    check_refused::<Position>(
        r#"P7/8/8/8/8/8/8/s6p w 0 {"flags":"1111"}"#,
        &[
            "Chakart(PawnOnLastRank { color: White, at: a8 })",
            "Chakart(PawnOnLastRank { color: Black, at: a1 })",
            "Chakart(PawnOnLastRank { color: Black, at: h1 })",
            "Chakart(NoKings)",
        ],
    );
    check_refused::<Position>(
        r#"4k3/8/8/8/8/8/8/8 w 0 {"flags":"1111","pending":"again"}"#,
        &["Chakart(PendingAfterEnd)", "Chakart(CannotDecide(White))"],
    );
}

#[test]
fn hidden_queens_are_those_that_can_be() {
    check_refused::<Position>(
        r#"4k3/8/8/8/8/8/8/II2K3 w 0 {"flags":"1111"}"#,
        &[
            "Chakart(HiddenQueens(White))",
            "Chakart(HiddenUnspent(White))",
            "Chakart(HiddenToDecide(White))",
        ],
    );
    check_refused::<Position>(
        r#"i3k3/8/8/8/8/8/8/4K3 w 0 {"flags":"1110","pending":"swap"}"#,
        &["Chakart(HiddenForLong(Black))"],
    );
}

#[test]
fn beliefs_fit_the_board() {
    check_refused::<Position>(
        r#"4k3/8/8/8/8/8/8/d3K2w w 0 {"flags":"1111","seenW":"we4","seenB":"wa1"}"#,
        &[
            "Chakart(NoObject { color: White, at: e4 })",
            "Chakart(UnknownObject(Placed { glyph: Banana, at: a1 }))",
            "Chakart(UnknownObject(Placed { glyph: Bomb, at: h1 }))",
        ],
    );
    check_refused::<Position>(
        r#"4k3/8/8/8/8/8/8/d3K3 w 0 {"flags":"1111","seenW":"a1","seenB":"da1 wa1"}"#,
        &[
            r#"Malformed { field: Objects("seenW"), found: "a1" }"#,
            r#"Chakart(SquareTwice("seenB", a1))"#,
        ],
    );
}

#[test]
fn pending_promotions_can_come_about() {
    check_refused::<Position>(
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:c7c8"}"#,
        &[r#"Chakart(OriginMissing("origin"))"#],
    );
    check_refused::<Position>(
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:c7","origin":"c6"}"#,
        &[r#"Malformed { field: Promotion, found: "promote:c7" }"#],
    );
    check_refused::<Position>(
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:d7f8","origin":"e1"}"#,
        &[
            "Chakart(NoPawn { color: White, at: d7 })",
            "Chakart(NotForced { color: White, from: d7, to: f8 })",
            "Chakart(OriginTaken(e1))",
        ],
    );
}
