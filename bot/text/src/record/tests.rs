use super::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    let error = text.parse::<rules::Record>().expect_err("no record");
    assert_eq!(record_error(&error), expected);
}

#[test]
fn a_record_error_names_the_line_and_the_flaw() {
    check(
        "",
        "line 1: a record begins with the line \"oddboard record 1\"",
    );
    let head = "oddboard record 1\nsetup: berolina";
    check(
        &format!("{head} fast position=8\n"),
        "line 2: berolina has no option \"fast\"; it has none at all; a position has six fields (board, side to move, \
         castling, en passant, half-moves, move number; the last two may be left out), this one has 1; a board has 8 \
         ranks separated by '/', this one has 1",
    );
    check(
        &format!("{head}\n: Ann\n"),
        "line 3: a header has a name before its colon",
    );
    check(
        &format!("{head}\n\ne2g4 e9\n"),
        "line 4: an input is a move such as e2g4 or e7d8=Q, start:17, resign:white, resign:black, draw:agreed, \
         draw:limit, time:white, time:black, abort or takeback:2",
    );
}
