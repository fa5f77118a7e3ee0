use super::*;
use crate::notation::read;
use crate::variant::read_position;

#[track_caller]
fn check(position: &str, text: &str, expected: Result<&str, ReadActionError>) {
    let at = read_position::<Position>("", position).expect("a position");
    let legal = crate::Position::legal_list(&at);
    let found = read(&at, &legal, text).map(|action| action.to_string());
    assert_eq!(found, expected.map(String::from), "{text} in {position}");
}

/// Checks the caption of an action, and that it is read back.
#[track_caller]
fn check_caption(position: &str, action: &str, expected: &str) {
    let at = read_position::<Position>("", position).expect("a position");
    assert_eq!(
        caption(&at, action.parse().expect("an action")),
        expected,
        "{position}"
    );
    check(position, expected, Ok(action));
}

const MIDDLE: &str = r#"r3k2r/p4ppp/8/1d1me1n1/2P5/2B3N1/PP3PPP/R2QK2R w 9 {"flags":"1100"}"#;

#[test]
fn captions_are_short() {
    check_caption(MIDDLE, "g3f5", "Nf5");
    check_caption(MIDDLE, "c3e5", "Bxe5");
    check_caption(MIDDLE, "c4b5", "cxb5");
    check_caption(MIDDLE, "c4c5", "c5");
    check_caption(MIDDLE, "f2f4", "f4");
    check_caption(MIDDLE, "d1d5", "Qxd5");
    check_caption(MIDDLE, "d1~d4", "Q~d4");
    // An illegal action is written in coordinates.
    let at = read_position::<Position>("", MIDDLE).expect("a position");
    assert_eq!(caption(&at, "e1*g3".parse().expect("an action")), "e1*g3");
}

#[test]
fn captions_name_where_a_piece_comes_from_if_need_be() {
    let position = r#"7k/8/8/8/8/8/8/R3K2R w 9 {"flags":"0000"}"#;
    check_caption(position, "a1d1", "Rd1");
    let position = r#"7k/8/8/8/8/8/4K3/R6R w 9 {"flags":"0000"}"#;
    check_caption(position, "a1d1", "Rad1");
    let position = r#"R6k/8/8/8/8/8/4K3/R7 w 9 {"flags":"0000"}"#;
    check_caption(position, "a1a4", "R1a4");
    let position = r#"6Qk/8/8/8/8/8/7K/Q5Q1 w 9 {"flags":"0100"}"#;
    check_caption(position, "g1~a7", "Qg~a7");
    let position = r#"4n2k/8/8/8/8/8/4K3/4K3 w 9 {"flags":"1000"}"#;
    check_caption(position, "e2*e8", "K*e8");
    // A bishop could move there, too, and a small b can be either.
    let position = r#"7k/8/8/8/8/2n5/1P1B4/4K3 w 9 {"flags":"0000"}"#;
    check_caption(position, "b2c3", "b2xc3");
    check_caption(position, "d2c3", "Bxc3");
    check_caption(
        r#"7k/P7/8/8/8/8/8/4K3 w 9 {"flags":"0000"}"#,
        "a7a8=K",
        "a8=K",
    );
}

#[test]
fn bonuses_are_written_as_they_are() {
    let swap = r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"1111","pending":"swap"}"#;
    check_caption(swap, "a1<>e8", "a1<>e8");
    check(swap, "E8 <> a1", Ok("a1<>e8"));
    check(swap, "e8<>", Err(ReadActionError::Malformed));
    let drop = r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"1111","pending":"drop:n"}"#;
    check_caption(drop, "N@d4", "N@d4");
    check(drop, "n@D4", Ok("N@d4"));
    check(drop, "@d4", Err(ReadActionError::Malformed));
    let promote =
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:c7c8","origin":"c6"}"#;
    check_caption(promote, "c7c8=Q", "c8=Q");
    check(promote, "c8k", Ok("c7c8=K"));
}

#[test]
fn people_write_freely() {
    for text in [
        "Rxf6*W", "rf6*w", "R f6", "f8f6", "F8-F6", "Rf8xf6", "R8f6!?", "f8xf6",
    ] {
        check(
            r#"erk2rq1/1m2e1m1/mppmne1m/p1BpppPp/mm1P1QbP/1Nmnw1dm/e1mP2d1/1BwR1RKN b 1 {"flags":"1111"}"#,
            text,
            Ok("f8f6"),
        );
    }
    check(MIDDLE, "q~d4", Ok("d1~d4"));
    check(MIDDLE, "D1 ~ D4", Ok("d1~d4"));
    check(MIDDLE, "k*g3", Err(ReadActionError::NoSuchMove));
    check(MIDDLE, "e1*e5", Ok("e1*e5"));
    check(MIDDLE, "Nh3", Err(ReadActionError::NoSuchMove));
    check(MIDDLE, "*W", Err(ReadActionError::Malformed));
    check(MIDDLE, "", Err(ReadActionError::Malformed));
    check(MIDDLE, "Rxf6*Z", Err(ReadActionError::Malformed));
    check(MIDDLE, &"x".repeat(40), Err(ReadActionError::Malformed));
    let actions = ["b2c3", "d2c3"].map(|text| text.parse().expect("an action"));
    check(
        r#"7k/8/8/8/8/2n5/1P1B4/4K3 w 9 {"flags":"0000"}"#,
        "bxc3",
        Err(ReadActionError::Ambiguous(
            actions.into_iter().rev().collect(),
        )),
    );
}

#[test]
fn public_captions_do_not_depend_on_hidden_objects() {
    #[track_caller]
    fn check(position: &str, action: &str, expected: [&str; 2]) {
        let at = read_position::<Position>("", position).expect("a position");
        let action = action.parse().expect("an action");
        assert_eq!(
            [caption(&at, action), public_caption(&at, action)],
            expected,
            "{position}"
        );
    }
    // White knows that a banana is in the way of the other rook; the public does not.
    check(
        r#"7k/8/8/8/8/8/4K3/R5dR w 9 {"flags":"0000","seenW":"dg1","seenB":""}"#,
        "a1d1",
        ["Rd1", "Rad1"],
    );
    check(
        r#"7k/8/8/2d5/3P4/8/4K3/8 w 9 {"flags":"0000","seenW":"dc5","seenB":""}"#,
        "d4c5",
        ["dxc5", "dxc5"],
    );
    check(
        r#"7k/8/8/2d5/8/8/4K3/2R5 w 9 {"flags":"0000","seenW":"","seenB":"dc5"}"#,
        "c1c8",
        ["Rc8", "Rxc5"],
    );
}
