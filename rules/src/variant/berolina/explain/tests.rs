use alloc::string::ToString;

use super::*;

#[track_caller]
fn check(position: &str, action: &str, why: &str) {
    let position = Position::read(position).expect("a position");
    let action = action.parse().expect("an action");
    let found = why_not(&position, action).expect("an illegal move");
    assert_eq!(found.to_string(), why);
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_man_is_missing_or_not_yours() {
    check(
        START,
        "e5e6",
        "there is no piece of yours on e5 (berolina O22)",
    );
    check(
        START,
        "e7f6",
        "the pawn on e7 is Black's, and it is White's move (berolina O22)",
    );
    check(
        START,
        "e2e2",
        "a move goes from one square to another, not from e2 to e2 (berolina O22)",
    );
}

#[test]
fn pieces_move_as_in_chess() {
    check(
        START,
        "a1a3",
        "the rook on a1 is blocked by the pawn on a2 (berolina O3)",
    );
    check(
        START,
        "d1d8",
        "the queen on d1 is blocked by the pawn on d2 (berolina O3)",
    );
    check(START, "a1a2", "your own pawn stands on a2 (berolina O3)");
    check(
        START,
        "b1b3",
        "the knight on b1 cannot reach b3: a knight goes two squares along a rank or file and one aside (berolina O3)",
    );
    check(
        START,
        "a1b3",
        "the rook on a1 cannot reach b3: a rook moves along ranks and files (berolina O3)",
    );
    check(
        START,
        "c1c3",
        "the bishop on c1 cannot reach c3: a bishop moves along diagonals (berolina O3)",
    );
    check(
        START,
        "d1e3",
        "the queen on d1 cannot reach e3: a queen moves along ranks, files and diagonals (berolina O3)",
    );
    check(
        START,
        "e1e3",
        "the king on e1 cannot reach e3: a king moves one square (berolina O3)",
    );
    // The nearest of two pieces in the way, seen from where the move begins.
    check(
        "4k3/8/8/q2N1B1R/8/8/8/5K2 b - - 0 1",
        "a5g5",
        "the queen on a5 is blocked by the knight on d5 (berolina O3)",
    );
    check(
        "4k3/8/8/R2n1b1r/8/8/8/4K3 b - - 0 1",
        "h5b5",
        "the rook on h5 is blocked by the bishop on f5 (berolina O3)",
    );
}

#[test]
fn pawns_move_diagonally_and_capture_straight() {
    check(
        START,
        "e2e3",
        "the pawn on e2 moves diagonally; it captures straight ahead only, and e3 is empty (berolina O5)",
    );
    check(
        START,
        "e2e4",
        "the pawn on e2 makes its double step along a diagonal, not straight to e4 (berolina O6)",
    );
    check(
        START,
        "e2d1",
        "the pawn on e2 moves forward only (berolina O4)",
    );
    check(
        START,
        "e2d2",
        "the pawn on e2 moves forward only (berolina O4)",
    );
    check(
        START,
        "e2f4",
        "the pawn on e2 cannot reach f4: it moves one square diagonally forward, or two from its second rank, and captures \
         one square straight ahead (berolina O4)",
    );
    let crowd = "4k3/8/8/8/3n4/3n1N2/4P3/4K3 w - - 0 1";
    check(
        crowd,
        "e2d3",
        "the pawn on e2 captures straight ahead only, so not the knight on d3 (berolina O5)",
    );
    check(crowd, "e2f3", "your own knight stands on f3 (berolina O4)");
    check(
        crowd,
        "e2c4",
        "the double step of the pawn on e2 is blocked by the knight on d3 (berolina O6)",
    );
    check(
        "4k3/8/8/8/6n1/8/4P3/4K3 w - - 0 1",
        "e2g4",
        "the double step of the pawn on e2 is blocked by the knight on g4 (berolina O6)",
    );
    check(
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        "e3g5",
        "the pawn on e3 is not on its second rank, so it moves one square only (berolina O6)",
    );
    check(
        "4k3/8/8/8/4N3/4P3/8/4K3 w - - 0 1",
        "e3e4",
        "the pawn on e3 captures straight ahead, but your own knight stands on e4 (berolina O5)",
    );
    check(
        "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1",
        "e7e8",
        "the pawn on e7 moves forward only (berolina O4)",
    );
}

#[test]
fn en_passant_is_for_the_next_move_only() {
    check(
        "4k3/8/8/8/5pP1/8/8/4K3 b - - 0 1",
        "f4f3",
        "the pawn on f4 can capture en passant only right after a double step over f3; the last move was none such (berolina O9)",
    );
    // The rank opens through both pawns.
    check(
        "8/8/8/8/k4pPR/8/8/4K3 b - f3g4 0 1",
        "f4f3",
        "that leaves your king on a4 in check from the rook on h4 (berolina O14)",
    );
    check(
        "4k3/8/8/8/6pP/8/8/4K3 b - - 0 1",
        "g4g3",
        "the pawn on g4 can capture en passant only right after a double step over g3; the last move was none such (berolina O9)",
    );
}

#[test]
fn promotion_is_compulsory_and_for_pawns() {
    let race = "1k6/4P3/8/8/8/8/4P3/4K1N1 w - - 0 1";
    check(
        race,
        "e7d8",
        "the pawn reaches its last rank: add what it becomes, such as e7d8=Q (berolina O8)",
    );
    check(
        race,
        "e7d8=K",
        "a pawn becomes a queen, rook, bishop or knight, not a king (berolina O8)",
    );
    check(
        race,
        "e7d8=P",
        "a pawn becomes a queen, rook, bishop or knight, not a pawn (berolina O8)",
    );
    check(
        race,
        "e2f3=Q",
        "only a pawn that reaches its last rank becomes something else; leave out =Q (berolina O8)",
    );
    check(
        race,
        "g1f3=R",
        "only a pawn that reaches its last rank becomes something else; leave out =R (berolina O8)",
    );
    check(
        race,
        "e7e8=Q",
        "the pawn on e7 moves diagonally; it captures straight ahead only, and e8 is empty (berolina O5)",
    );
}

#[test]
fn the_king_must_be_safe() {
    check(
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "e2c3",
        "that leaves your king on e1 in check from the rook on e8 (berolina O19)",
    );
    check(
        "4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1",
        "a2c3",
        "your king on e1 is in check from the rook on e8, and this does not help (berolina O19)",
    );
    check(
        "4r1k1/8/8/8/8/8/8/3K4 w - - 0 1",
        "d1e1",
        "the king cannot go to e1, which the rook on e8 attacks (berolina O19)",
    );
    // It does not hide behind itself.
    check(
        "6k1/8/8/8/8/8/8/r3K3 w - - 0 1",
        "e1f1",
        "the king cannot go to f1, which the rook on a1 attacks (berolina O19)",
    );
    check(
        "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
        "e1e2",
        "the king cannot stand on e2, beside the king on e3 (berolina O19)",
    );
    check(
        "6k1/8/8/8/8/3p4/8/4K3 w - - 0 1",
        "e1d2",
        "the king cannot go to d2, which the pawn on d3 attacks (berolina O19)",
    );
    check(
        "8/8/8/4k3/8/8/3n1p2/4K1b1 w - - 0 1",
        "e1f2",
        "the king cannot go to f2, which the bishop on g1 attacks (berolina O19)",
    );
}

#[test]
fn castling_has_conditions() {
    check(
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "e1g1",
        "castling: there is no rook of yours on h1 (berolina O16)",
    );
    check(
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "e1g1",
        "castling: the king on e1 or the rook on h1 has moved before (berolina O16)",
    );
    check(
        "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",
        "e1g1",
        "castling: the knight on g1 stands between king and rook (berolina O16)",
    );
    check(
        "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",
        "e1c1",
        "castling: the knight on b1 stands between king and rook (berolina O16)",
    );
    check(
        "4k3/8/8/8/8/8/5p2/R3K2R w KQ - 0 1",
        "e1g1",
        "castling: the king would cross f1, attacked by the pawn on f2 (berolina O17)",
    );
    check(
        "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1",
        "e1g1",
        "castling: the king would end on g1, attacked by the pawn on g2 (berolina O17)",
    );
    check(
        "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1c1",
        "castling: the king would cross d1, attacked by the rook on d8 (berolina O16)",
    );
    check(
        "4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1",
        "e1c1",
        "castling: the king on e1 is in check from the pawn on e2 (berolina O17)",
    );
    check(
        "4rk2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1g1",
        "castling: the king on e1 is in check from the rook on e8 (berolina O16)",
    );
    check(
        "r3k2r/8/8/8/8/8/8/3RK3 b kq - 0 1",
        "e8c8",
        "castling: the king would cross d8, attacked by the rook on d1 (berolina O16)",
    );
}

/// The one law of this module, on positions with all kinds of moves: reasons for everything but what is legal.
#[test]
fn none_is_said_exactly_of_legal_moves() {
    for text in [
        START,
        "r3k2r/pppqbppp/2np1n2/4p3/2B1P1b1/2NP1N2/PPPQBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1",
        "8/8/8/8/k4pPR/8/8/4K3 b - f3g4 0 1",
        "k7/6P1/8/8/8/2K2p2/4p3/8 w - - 0 1",
    ] {
        let position = Position::read(text).expect("a position");
        let legal = crate::Position::legal_list(&position);
        for from in Square::all() {
            for to in Square::all() {
                for promotion in Role::ALL.map(Some).into_iter().chain([None]) {
                    let action = Action::Move {
                        from,
                        to,
                        promotion,
                    };
                    assert_eq!(
                        why_not(&position, action).is_none(),
                        legal.contains(&action),
                        "{text} {action}"
                    );
                }
            }
        }
    }
}
