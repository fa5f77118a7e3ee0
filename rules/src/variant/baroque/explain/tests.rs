use super::*;
use crate::{explain::law_and_squares, referee::why_not, variant::read_position};

#[track_caller]
fn check(position: &str, action: &str, expected: &str) {
    check_under("", position, action, expected);
}

#[track_caller]
fn check_under(options: &str, position: &str, action: &str, expected: &str) {
    let position = read_position::<Position>(options, position).expect("a position");
    let why = why_not(&position, action.parse().expect("an action"));
    assert_eq!(
        why.map(|why| law_and_squares(&why)).as_deref(),
        Some(expected),
        "{action}"
    );
}

#[test]
fn pieces_that_cannot_move_are_explained() {
    let text = "7k/8/8/4B3/3m1p2/2P5/8/K7 w 0";
    check(text, "g4g5", "baroque Q38");
    check(text, "f4f5", "baroque Q38: f4");
    check(text, "c3c3", "baroque Q10");
    check(text, "c3c4=Q", "baroque Q5");
    check(text, "e5e6", "baroque Q28: d4");
    check("7k/8/8/8/3m4/2P5/8/K7 w 0", "c3c4", "baroque Q27: d4");
    check("7k/8/8/8/3M4/2b5/8/K7 w 0", "d4d5", "baroque Q30: c3");
}

#[test]
fn where_pieces_cannot_go() {
    let text = "7k/8/8/1p6/1QrR1P2/1n2p3/2N1BM2/K7 w 0";
    check(text, "f4e5", "baroque Q6");
    check(text, "a1a3", "baroque Q7");
    check(text, "d4e6", "baroque Q8");
    check(text, "d4f4", "baroque Q9: f4");
    check(text, "d4c4", "baroque Q9: c4");
    check(text, "b4b3", "baroque Q9: b3");
    check(text, "f4c4", "baroque Q9: c4");
    check(text, "f2e3", "baroque Q9: e3");
    check(text, "d4g4", "baroque Q8: f4");
    check(text, "f4f1", "baroque Q6: f2");
    check(text, "c2g2", "baroque Q18: e2");
    check(text, "e2e6", "baroque Q23: e3");
    check(text, "e2b2", "baroque Q23: c2");
}

#[test]
fn impossible_leaps_are_explained() {
    let text = "7k/8/8/8/N1pp4/n7/n3N2p/K6P w 0";
    check(text, "a4e4", "baroque Q18: c4 d4");
    check("7k/8/8/8/N1pP4/8/8/K7 w 0", "a4e4", "baroque Q17: c4 d4");
}

#[test]
fn dangers_to_a_king_are_explained() {
    check("7k/8/8/p4r2/4K3/8/8/8 w 0", "e4e5", "baroque Q31: a5");
    check("7k/8/8/1P6/1Kq5/8/8/8 w 0", "b5b8", "baroque Q34: b4 c4");
    check("7k/8/8/3M4/1Kq5/8/8/8 w 0", "d5e6", "baroque Q34: b4 c4");
    check("7k/8/8/8/1KqP4/8/8/8 w 0", "d4d5", "baroque Q34: b4 c4");
}

#[test]
fn a_pure_chameleon_that_leaps_leaves_the_attacker_of_its_king() {
    let pure = "chameleon=pure";
    let in_check = "7k/8/8/8/2qB1n2/2K5/8/8 w 0";
    check_under(pure, in_check, "d4g4", "baroque Q24b: c3 c4");
    let opens_the_way = "7k/8/8/8/2KqB1n1/8/8/8 w 0";
    check_under(pure, opens_the_way, "e4h4", "baroque Q24b: c4 d4");
    // Neither move captures the withdrawer under any rules.
    check_under(pure, in_check, "d4d5", "baroque Q34: c3 c4");
    check_under(
        pure,
        "7k/8/8/n7/1B6/8/1Kq5/8 w 0",
        "b4e7",
        "baroque Q34: b2 c2",
    );
}
