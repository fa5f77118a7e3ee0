use super::*;
use crate::{explain::law_and_squares, referee::why_not, variant::read_position};

#[track_caller]
fn check(position: &str, action: &str, why: &str) {
    let position = read_position::<Position>("", position).expect("a position");
    let action = action.parse().expect("an action");
    let found = why_not(&position, action).expect("an illegal decision");
    assert_eq!(law_and_squares(&found), why);
}

const START: &str = r#"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"1111"}"#;
const OBJECTS: &str = r#"4k3/8/1n4i1/3d4/1p1w4/P1me4/3P2P1/T2QK1NR w 9 {"flags":"0010"}"#;

#[test]
fn the_piece_is_missing_or_cannot_move() {
    check(START, "e5e6", "chakart C55");
    check(START, "e7e5", "chakart C55: e7");
    check(START, "e2e2", "chakart C55");
    check(OBJECTS, "c3c4", "chakart C55: c3");
    check(OBJECTS, "a1a2", "chakart C24: a1");
    // The reason does not reveal the square of the hidden queen.
    check(OBJECTS, "g6g5", "chakart C55");
}

#[test]
fn pieces_reach_so_far() {
    check(START, "a1a3", "chakart C17: a2");
    check(START, "a1a2", "chakart C19: a2");
    check(START, "g1e2", "chakart C19: e2");
    check(START, "b1b3", "chakart C18");
    check(START, "e1e3", "chakart C18");
    check(START, "c1c3", "chakart C17");
    check(START, "d1e3", "chakart C17");
    check(
        r#"4k3/8/8/8/d7/8/8/R3K3 w 9 {"flags":"0000"}"#,
        "a1a8",
        "chakart C17: a4",
    );
}

#[test]
fn pawns_reach_so_far() {
    check(START, "e2e1", "chakart C20");
    check(START, "e2d3", "chakart C22");
    check(START, "e2g4", "chakart C20");
    let position = r#"4k3/8/8/8/n3w3/P2n4/PP1PP2P/4K3 w 9 {"flags":"0000"}"#;
    check(position, "d2d3", "chakart C20: d3");
    check(position, "d2d4", "chakart C21: d3");
    check(position, "a2a4", "chakart C21: a3");
    check(position, "a3a5", "chakart C21");
    check(position, "b2a3", "chakart C19: a3");
}

#[test]
fn promotions_are_named_where_they_happen() {
    let position = r#"4k3/P7/8/8/8/8/7P/4K3 w 9 {"flags":"0000"}"#;
    check(position, "a7a8", "chakart C49");
    check(position, "a7a8=P", "chakart C49");
    check(position, "h2h3=Q", "chakart C49");
}

#[test]
fn powers_have_their_limits() {
    let position = r#"4k3/8/8/1n1d4/8/4m3/1P6/1Q2K2R w 9 {"flags":"1100"}"#;
    check(position, "h1~h5", "chakart C47");
    check(position, "b1~c3", "chakart C47");
    check(position, "b1~b4", "chakart C47: b2");
    check(position, "b1~b2", "chakart C47: b2");
    check(position, "h1*h8", "chakart C46");
    check(position, "e1*f3", "chakart C46");
    check(position, "e1*h1", "chakart C46: h1");
    check(position, "e1*e3", "chakart C46");
    check(position, "e1*e7", "chakart C46");
    check(position, "e1*a1", "chakart C46: b1");
    let spent = r#"4k3/8/8/8/8/8/8/1Q2K3 w 9 {"flags":"0011"}"#;
    check(spent, "b1~b4", "chakart C45");
    check(spent, "e1*e8", "chakart C45");
}

#[test]
fn the_pending_decision_is_explained_first() {
    check(START, "a1<>b1", "chakart C36");
    check(START, "N@d4", "chakart C38");
    let swap = r#"4k3/P7/8/8/8/2m5/8/R3K3 w 9 {"flags":"1111","pending":"swap"}"#;
    check(swap, "a1a2", "chakart C36");
    check(swap, "a1<>b1", "chakart C36");
    check(swap, "a1<>c3", "chakart C36: c3");
    check(swap, "a7<>e8", "chakart C36");
    let drop = r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"1111","pending":"drop:n"}"#;
    check(drop, "e1e2", "chakart C38");
    check(drop, "Q@d4", "chakart C38");
    check(drop, "N@a1", "chakart C38: a1");
    let promote =
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:c7c8","origin":"c6"}"#;
    for action in ["c7c8", "e1e2", "c7c8=P", "a1<>b2"] {
        check(promote, action, "chakart C49: c7 c8");
    }
}

#[test]
fn swaps_are_written_in_one_order() {
    let swap = r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"1111","pending":"swap"}"#;
    let position = read_position::<Position>("", swap).expect("a position");
    let [a, b] = ["e1", "a1"].map(|name| name.parse().expect("a square"));
    let why = |a, b| why_not(&position, Action::Swap { a, b }).map(|why| law_and_squares(&why));
    assert_eq!(why(a, b).as_deref(), Some("chakart C55"));
    assert_eq!(why(a, a).as_deref(), Some("chakart C36"));
    assert_eq!(why(b, a), None);
}

#[test]
fn chance_and_the_end_stop_everything() {
    let mut position =
        read_position::<Position>("", r#"4k3/8/8/8/8/8/3e4/4K3 w 9 {"flags":"0000"}"#)
            .expect("a position");
    position.carry_out("e1d2".parse().expect("an action"), &mut ());
    let why = why_not(&position, "e1e2".parse().expect("an action"));
    assert_eq!(why.map(|why| why.law), Some("chakart C56"));
    let drawn = Position::start(Some(super::super::position::UndrawnRows::Both), None);
    let why = why_not(&drawn, "e2e4".parse().expect("an action"));
    assert_eq!(why.map(|why| why.law), Some("chakart C9"));
    for (reason, law) in [
        (WinReason::KingsCaptured, "chakart C51"),
        (WinReason::NoDecision, "chakart C52"),
        (WinReason::Resignation, "chakart, section 9"),
    ] {
        let winner = crate::Color::White;
        assert_eq!(Position::law_of_end(Outcome::Won { winner, reason }), law);
    }
}
