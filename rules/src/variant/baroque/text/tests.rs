use alloc::string::ToString;

use super::*;

#[track_caller]
fn check(text: &str) {
    let position = Position::read(text).expect("a position");
    assert_eq!(position.to_string(), text);
}

#[track_caller]
fn check_refused(text: &str, flaws: &[&str]) {
    let Err(found) = Position::read(text) else {
        panic!("{text} is a position")
    };
    assert_eq!(found, flaws);
}

#[test]
fn positions_are_read_back() {
    check("rnbqkbnm/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w 0");
    check("P7/7p/8/3Mm3/8/8/P7/K5pk b 4294967295");
    check("bmrbqnkn/pppppppp/8/8/8/8/PPPPPPPP/KMNQBBRN w 0");
}

#[test]
fn flaws_are_told_all_at_once() {
    // The first diagram of the seed is a picture without kings.
    check_refused(
        "8/8/4m3/8/8/8/3M4/8 w 0",
        &[
            "White has 0 kings instead of one",
            "Black has 0 kings instead of one",
        ],
    );
    check_refused(
        "kk7/8/8/8/8/8/8/KK5i x -1 {}",
        &[
            "a position has three fields (board, side to move, half-moves since the start), this one has 4",
            "rank 8: a rank has 8 squares, this one has 9",
            "rank 1: 'i' is neither a letter of this variant nor a number of empty squares from 1 to 8",
            "the side to move is w or b, not \"x\"",
            "the half-moves since the start are a number from 0 to 4294967295, not \"-1\"",
        ],
    );
    check_refused(
        "k7/8/8/8/8/8/8/KK6 w 4294967296",
        &[
            "the half-moves since the start are a number from 0 to 4294967295, not \"4294967296\"",
            "White has 2 kings instead of one",
        ],
    );
    check_refused(
        "7k/8/8/8/1Kq5/8/8/8 b 0",
        &["White is in check, but it is Black's move"],
    );
    check_refused(
        "kK6/8/8/8/8/8/8/8 w 0",
        &["Black is in check, but it is White's move"],
    );
    check_refused(
        &"8/".repeat(200),
        &["a position has at most 200 characters"],
    );
    check_refused(
        "",
        &[
            "a position has three fields (board, side to move, half-moves since the start), this one has 0",
        ],
    );
}
