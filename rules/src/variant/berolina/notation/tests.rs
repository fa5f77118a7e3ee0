use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::*;
use crate::notation::{caption, read};
use crate::variant::read_position;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn position(text: &str) -> Position {
    read_position::<Position>("", text).expect("a position")
}

fn legal(position: &Position) -> crate::MoveList {
    crate::Position::legal_list(position)
}

/// Checks the reading of a text: coordinates, or the error.
#[track_caller]
fn check(fen: &str, text: &str, expected: &str) {
    let position = position(fen);
    let found = match read(&position, &legal(&position), text) {
        Ok(action) => action.to_string(),
        Err(ReadActionError::Malformed) => "malformed".to_owned(),
        Err(ReadActionError::NoSuchMove) => "no such move".to_owned(),
        Err(ReadActionError::Ambiguous(mut actions)) => {
            actions.sort();
            let actions: Vec<String> = actions.iter().map(Action::to_string).collect();
            actions.join(" or ")
        }
    };
    assert_eq!(found, expected, "{text:?} in {fen}");
}

#[track_caller]
fn check_caption(fen: &str, action: &str, expected: &str) {
    let position = position(fen);
    let action = action.parse().expect("an action");
    assert_eq!(caption(&position, action), expected);
    assert_eq!(read(&position, &legal(&position), expected), Ok(action));
}

#[test]
fn coordinates_are_read_in_many_ways() {
    for text in [
        "e2g4",
        "E2G4",
        "e2-g4",
        "E2-E4",
        "e2 g4",
        " e2 - g4 ",
        "e2xg4",
        "e2g4+",
        "e2g4!?",
        "e2g4#",
    ] {
        let expected = if text.contains("E4") { "e2e4" } else { "e2g4" };
        check(START, text, expected);
    }
    let race = "1k1r4/3P4/8/8/8/8/8/4K3 w - - 0 1";
    for text in [
        "d7d8=Q", "d7d8=q", "d7d8q", "d7d8Q", "D7-D8=Q", "d7xd8=Q+", "d7:d8q",
    ] {
        check(race, text, "d7d8=Q");
    }
    // Coordinates need not be legal.
    check(race, "d7d8", "d7d8");
    check(race, "d7d8=K", "d7d8=K");
    check(START, "e4e5", "e4e5");
}

#[test]
fn castling_is_read_in_many_ways() {
    let castle = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for text in ["O-O", "o-o", "0-0", "OO", "0-0+", "e1g1", "Kg1", "kg1"] {
        check(castle, text, "e1g1");
    }
    for text in ["O-O-O", "o-o-o", "0-0-0", "000", "e1c1", "Kc1"] {
        check(castle, text, "e1c1");
    }
    // Castling need not be legal, but it is no other move of a king that left its square.
    check(START, "O-O", "e1g1");
    check("4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "O-O", "no such move");
}

#[test]
fn short_notation_is_read_in_any_case() {
    for text in [
        "Nf3", "nf3", "NF3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "n f 3",
    ] {
        check(START, text, "g1f3");
    }
    check(START, "Nd2", "no such move");
    check(START, "Nxf3", "no such move");
    check(START, "Nf3=Q", "no such move");
    check(START, "e3", "d2e3 or f2e3");
    check(START, "de3", "d2e3");
    check(START, "Pde3", "d2e3");
    check(START, "Pd2e3", "d2e3");
    check(START, "e4", "c2e4 or g2e4");
    check(START, "ee4", "no such move");
}

#[test]
fn an_invalid_move_text_is_malformed() {
    for text in [
        "",
        " ",
        "e",
        "e2",
        "hello",
        "e9",
        "Ni3",
        "XNf3",
        "2c3",
        "N",
        "xx",
        "=Q",
        "Q",
        "e7e8=",
        "e7e8=X",
        "ö3",
        "Nöf3",
        "O-O-O-O",
        "--",
        "e2e2e2",
        "resign",
        "\u{0}\u{0}f3",
        "<b>f3",
        "Nf3 Nf6",
        "1.",
        "...",
        "1Nf3",
        "e7e8(",
        "e7e8()",
        "e7e8(Q",
        "e7e8Q)",
        "e.p.",
        "Nep",
    ] {
        let expected = if text == "e2" {
            "no such move"
        } else {
            "malformed"
        };
        check(START, text, expected);
    }
    check(START, &"e2g4".repeat(2500), "malformed");
    check(START, &" ".repeat(33), "malformed");
}

#[test]
fn small_b_may_be_a_bishop_or_a_file() {
    // Bishop d2 and pawn b2 can both move to c3; only the bishop to e3, only the pawn to a3.
    let both = "4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1";
    check(both, "bc3", "b2c3 or d2c3");
    check(both, "Bc3", "d2c3");
    check(both, "BC3", "d2c3");
    check(both, "c3", "b2c3");
    check(both, "be3", "d2e3");
    check(both, "Be3", "d2e3");
    check(both, "ba3", "b2a3");
    // Coordinates in small letters are only coordinates; others can be a bishop of the second rank.
    check(both, "b2c3", "b2c3");
    check(both, "B2C3", "b2c3 or d2c3");
    check(both, "B2c3", "b2c3 or d2c3");
    check(both, "b2C3", "b2c3");
    check(both, "B2e3", "d2e3");
    check_caption(both, "b2c3", "c3");
    check_caption(both, "d2c3", "Bc3");
    // Pawns on b2 and d2, bishop on e1: the b-pawn's file does not distinguish it from the bishop.
    let crowd = "7k/8/8/8/8/8/1P1P4/K3B3 w - - 0 1";
    check_caption("7k/8/8/8/8/8/1P1P4/B1K5 w - - 0 1", "d2c3", "dc3");
    check_caption(crowd, "b2c3", "bc3");
    let crowd = "6k1/8/8/4B3/8/8/1P1P4/K7 w - - 0 1";
    check_caption(crowd, "b2c3", "b2c3");
    check_caption(crowd, "e5c3", "Bc3");
    // Two bishops that need their rank, beside a pawn whose coordinates would look the same.
    let ranks = "6k1/8/8/8/3B4/8/1P1B4/K7 w - - 0 1";
    check_caption(ranks, "d2c3", "Bd2c3");
    check_caption(ranks, "d4c3", "B4c3");
    // A capture of a pawn beside that of a bishop.
    let captures = "7k/8/8/1n6/1P6/3B4/8/K7 w - - 0 1";
    check_caption(captures, "b4b5", "b4xb5");
    check_caption(captures, "d3b5", "Bxb5");
}

#[test]
fn a_capital_piece_letter_is_never_a_file() {
    // The pawn on b3 can move to a4 and c4 and capture on b4; the bishop on b2 can do none of that.
    let game = "rnbqkbnr/1ppppppp/8/8/1p1P4/1P6/PBP1PPPP/RN1QKBNR w KQkq - 0 4";
    for text in ["Ba4", "Bc4", "Bxb4", "BXB4", "♗c4"] {
        check(game, text, "no such move");
    }
    check(game, "ba4", "b3a4");
    check(game, "bc4", "b3c4");
    check(game, "bxb4", "b3b4");
    check(game, "B3A4", "b3a4");
    check(game, "B3c4", "b3c4");
    // A capital letter is not read as the file either if it is a piece in Spanish or French.
    for text in ["Ac4", "Ce4", "De3", "Dxd5", "Fe3"] {
        check(START, text, "malformed");
    }
    check(START, "Ge4", "g2e4");
    check(START, "DE3", "d2e3");
    check(START, "A2C4", "a2c4");
    // A bishop of the second rank is not the pawn there.
    let both = "4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1";
    check(both, "Ba3", "no such move");
    check(both, "B2a3", "no such move");
    check(both, "B2h8", "no such move");
    check(START, "B2d4", "b2d4");
}

#[test]
fn dashes_and_letters_of_other_keyboards_are_read() {
    for dash in ['‐', '‑', '‒', '–', '—', '―', '−', '－', '﹣'] {
        check(START, &format!("e2{dash}g4"), "e2g4");
        check(START, &format!("Ng1{dash}f3"), "g1f3");
        check(START, &format!("O{dash}O"), "e1g1");
        check(START, &format!("0{dash}0{dash}0"), "e1c1");
    }
    for text in [
        "ｅ２ｇ４",
        "Ｅ２－Ｇ４",
        "e2g4\u{200b}",
        "\u{feff}e2g4",
        "\u{2068}e2g4\u{2069}",
        "`e2g4`",
        "“e2g4”",
        "„e2g4“",
        "«\u{a0}e2g4\u{a0}»",
        "‘e2g4’",
        "e2×g4",
    ] {
        check(START, text, "e2g4");
    }
}

#[test]
fn moves_are_read_as_other_programs_print_them() {
    for text in [
        "1. g4",
        "1.g4",
        "1.e2g4",
        "12... g4",
        "1…g4",
        "… g4",
        "e2g4.",
        "g4!?",
        "g4⁉",
        "1. ♙g4 +",
    ] {
        check(START, text, "e2g4");
    }
    for text in [
        "♘f3",
        "♞f3",
        "♘\u{fe0e}f3",
        "1. Nf3",
        "Nf3!?",
        "Nf3?!",
        "Nf3.",
    ] {
        check(START, text, "g1f3");
    }
    let race = "1k1r4/3P4/8/8/8/8/8/4K3 w - - 0 1";
    for text in [
        "d7d8=♕", "d7d8♛", "d8(Q)", "d8/Q", "dxd8=(Q)", "dxd8(Q)+", "d7-d8=Q.", "d7d8/q",
    ] {
        check(race, text, "d7d8=Q");
    }
    let fen = "4k3/8/8/8/4ppP1/8/8/4K3 b - f3g4 0 1";
    for text in [
        "fxf3 e.p.",
        "f4f3ep",
        "fxf3ep",
        "f4xf3 e.p",
        "1... fxf3 e.p.+",
        "fxf3 E.P.",
        "f4f3e.p.!",
    ] {
        check(fen, text, "f4f3");
    }
    check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1. 0-0-0!", "e1c1");
}

#[test]
fn captions_are_short_and_tell_apart() {
    check_caption(START, "g1f3", "Nf3");
    check_caption(START, "e2f3", "ef3");
    check_caption(START, "e2g4", "g4");
    check_caption(START, "a2c4", "ac4");
    check_caption("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O");
    check_caption("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O+");
    check_caption("4k3/8/8/8/8/2N5/8/K5N1 w - - 0 1", "g1e2", "Nge2");
    check_caption("4k3/8/8/2N5/8/2N5/8/K7 w - - 0 1", "c3e4", "N3e4");
    check_caption("8/k7/8/7Q/8/8/8/K2Q4 w - - 0 1", "h5d5", "Qhd5");
    check_caption("8/k7/8/7Q/8/8/8/K2Q3Q w - - 0 1", "h1d5", "Qh1d5");
    check_caption("7k/8/8/3n4/3P4/8/8/K7 w - - 0 1", "d4d5", "dxd5");
    check_caption("4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1", "f4f3", "fxf3");
    check_caption("1k1r4/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8=Q", "dxd8=Q+");
    check_caption("7k/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7e8=N", "e8=N");
    check_caption("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#");
}

#[test]
fn an_en_passant_capture_is_distinct_from_steps_to_the_same_square() {
    let fen = "4k3/8/8/8/4ppP1/8/8/4K3 b - f3g4 0 1";
    check(fen, "f3", "e4f3 or f4f3");
    check(fen, "xf3", "f4f3");
    check_caption(fen, "e4f3", "ef3");
    check_caption(fen, "f4f3", "fxf3");
}

#[test]
fn a_promotion_that_is_not_named_is_ambiguous() {
    let race = "7k/3P4/8/8/8/8/8/4K3 w - - 0 1";
    check(race, "e8", "d7e8=N or d7e8=B or d7e8=R or d7e8=Q");
    check(race, "e8b", "d7e8=B");
    check(race, "de8=N", "d7e8=N");
}

#[test]
fn an_illegal_move_has_coordinates_for_a_caption() {
    let action = "e2e4".parse().expect("an action");
    assert_eq!(caption(&position(START), action), "e2e4");
}
