use alloc::string::ToString;

use super::*;

/// Reads a position, which is written in this way.
#[track_caller]
fn check(text: &str, written: &str) {
    let position = Position::read(text).expect("a position");
    assert_eq!(position.to_string(), written);
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
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3 w - c5d6 0 65535",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 100 1",
        "QQQQQQQQ/QQQQQQQQ/8/k7/7K/QQQQQQQQ/QQQQQQQQ/1QQQQQQQ w - - 0 1",
    ] {
        // The last has the waiting king in check.
        if text.starts_with("QQ") {
            check_refused(text, &["Black is in check, but it is White's move"]);
        } else {
            check(text, text);
        }
    }
    check(
        &Position::start().to_string(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
}

#[test]
fn the_reader_takes_other_orders() {
    check(
        "4k3/8/8/8/4PpP1/8/8/4K3 b - g4f3 0 1",
        "4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1",
    );
    check(
        "4k3/8/8/2pPp3/8/8/8/4K3 w - d6c5 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3 w - c5d6 0 1",
    );
    check(
        " r3k2r/8/8/8/8/8/8/R3K2R  b qkQK -  07 009 ",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 7 9",
    );
}

#[test]
fn fields_that_cannot_be_read_are_named() {
    let fields = "a position has six fields (board, side to move, castling, en passant, half-moves, move number), this one has ";
    check_refused("", &[&format!("{fields}0")]);
    check_refused("4k3/8/8/8/8/8/8/4K3 w - -", &[&format!("{fields}4")]);
    check_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", &[&format!("{fields}7")]);
    check_refused(&"8".repeat(201), &["a position has at most 200 characters"]);
    check_refused(
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        &["a board has 8 ranks separated by '/', this one has 7"],
    );
    check_refused(
        "4k2/9/x7/8/é/4k33/0/4K3 w - - 0 1",
        &[
            "rank 8: a rank has 8 squares, this one has 7",
            "rank 7: '9' is neither a letter of this variant nor a number of empty squares from 1 to 8",
            "rank 6: 'x' is neither a letter of this variant nor a number of empty squares from 1 to 8",
            "rank 4: 'é' is neither a letter of this variant nor a number of empty squares from 1 to 8",
            "rank 3: a rank has 8 squares, this one has 11",
            "rank 2: '0' is neither a letter of this variant nor a number of empty squares from 1 to 8",
        ],
    );
    check_refused(
        "4k3/8/8/8/8/8/8/4K3 W KK f3 101 0",
        &[
            "the side to move is w or b, not \"W\"",
            "castling rights are - or letters of KQkq, each once, not \"KK\"",
            "the en passant field is - or two squares, the skipped one and that of the pawn, such as f3g4, not \"f3\"",
            "the half-moves since a capture or pawn move are a number from 0 to 100, not \"101\"",
            "the move number is from 1 to 65535, not \"0\"",
        ],
    );
    for clocks in ["-1 1", "+1 1", "1e1 1", "256 1"] {
        let quiet = clocks.split(' ').next().unwrap_or_default();
        let flaw = format!(
            "the half-moves since a capture or pawn move are a number from 0 to 100, not {quiet:?}"
        );
        check_refused(&format!("4k3/8/8/8/8/8/8/4K3 w - - {clocks}"), &[&flaw]);
    }
    check_refused(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
        &["the move number is from 1 to 65535, not \"65536\""],
    );
}

#[test]
fn boards_that_cannot_be_are_refused() {
    check_refused(
        "P3k2p/8/8/8/8/8/8/K2pK3 w - - 0 1",
        &[
            "White has 2 kings instead of one",
            "a pawn cannot stand on d1",
            "a pawn cannot stand on a8",
            "a pawn cannot stand on h8",
        ],
    );
    check_refused(
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        &["Black has 0 kings instead of one"],
    );
    let waiting = "Black is in check, but it is White's move";
    check_refused("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", &[waiting]);
    check_refused("8/8/8/8/8/8/4k3/4K3 w - - 0 1", &[waiting]);
    check_refused("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", &[waiting]);
    // A pawn attacks straight ahead only (berolina O7).
    check(
        "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
    );
}

#[test]
fn castling_rights_need_king_and_rook_at_home() {
    check_refused(
        "r3k3/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
        &[
            "castling right K needs White's king on e1 and rook on h1",
            "castling right Q needs White's king on e1 and rook on a1",
            "castling right k needs Black's king on e8 and rook on h8",
        ],
    );
    check_refused(
        "R3k3/8/8/8/8/8/8/4K3 b q - 0 1",
        &["castling right q needs Black's king on e8 and rook on a8"],
    );
}

#[test]
fn en_passant_fields_need_a_double_step() {
    let check_no_step = |text: &str, field: &str, color: &str, skipped: &str, stepper: &str| {
        let flaw = format!(
            "the en passant field {field} does not fit the board: no pawn of {color} can just have gone over {skipped} to {stepper}"
        );
        check_refused(text, &[&flaw]);
    };
    // Nobody stepped; the wrong side to move; the skipped or the first square is taken; it is no pawn; squares apart.
    check_no_step(
        "4k3/8/8/8/8/8/8/4K3 b - f3g4 0 1",
        "f3g4",
        "White",
        "f3",
        "g4",
    );
    check_no_step(
        "4k3/8/8/8/6P1/8/8/4K3 w - f3g4 0 1",
        "f3g4",
        "Black",
        "f3",
        "g4",
    );
    check_no_step(
        "4k3/8/8/8/6P1/5N2/8/4K3 b - f3g4 0 1",
        "f3g4",
        "White",
        "f3",
        "g4",
    );
    check_no_step(
        "4k3/8/8/8/6P1/8/4N3/4K3 b - f3g4 0 1",
        "f3g4",
        "White",
        "f3",
        "g4",
    );
    check_no_step(
        "4k3/8/8/8/6N1/8/8/4K3 b - f3g4 0 1",
        "f3g4",
        "White",
        "f3",
        "g4",
    );
    check_no_step(
        "4k3/8/8/8/6p1/8/8/4K3 b - f3g4 0 1",
        "f3g4",
        "White",
        "f3",
        "g4",
    );
    check_no_step(
        "4k3/8/8/8/6P1/8/8/4K3 b - e3g4 0 1",
        "e3g4",
        "White",
        "e3",
        "g4",
    );
    check_no_step(
        "4k3/8/8/8/6P1/8/8/4K3 b - g3g4 0 1",
        "g3g4",
        "White",
        "g3",
        "g4",
    );
    check_no_step(
        "4k3/8/8/8/6P1/8/8/4K3 b - h3g4 0 1",
        "h3g4",
        "White",
        "h3",
        "g4",
    );
    for field in ["f3f3", "g4g4", "f3f6", "f3g4h5", "f3g", "z3g4", "é3g", "--"] {
        let flaw = format!(
            "the en passant field is - or two squares, the skipped one and that of the pawn, such as f3g4, not {field:?}"
        );
        check_refused(&format!("4k3/8/8/8/6P1/8/8/4K3 b - {field} 0 1"), &[&flaw]);
    }
}
