use super::*;
use crate::{explain::law_and_squares, referee::why_not, variant::read_position};

#[track_caller]
fn check(position: &str, action: &str, why: &str) {
    let position = read_position::<Position>("", position).expect("a position");
    let action = action.parse().expect("an action");
    let found = why_not(&position, action).expect("an illegal move");
    assert_eq!(law_and_squares(&found), why);
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_piece_is_missing_or_not_yours() {
    check(START, "e5e6", "berolina O22");
    check(START, "e7f6", "berolina O22: e7");
    check(START, "e2e2", "berolina O22");
}

#[test]
fn pieces_move_as_in_chess() {
    check(START, "a1a3", "berolina O3: a2");
    check(START, "d1d8", "berolina O3: d2");
    check(START, "a1a2", "berolina O3: a2");
    check(START, "b1b3", "berolina O3");
    check(START, "a1b3", "berolina O3");
    check(START, "c1c3", "berolina O3");
    check(START, "d1e3", "berolina O3");
    check(START, "e1e3", "berolina O3");
    // The nearest of two pieces in the way, seen from the origin of the move.
    check(
        "4k3/8/8/q2N1B1R/8/8/8/5K2 b - - 0 1",
        "a5g5",
        "berolina O3: d5",
    );
    check(
        "4k3/8/8/R2n1b1r/8/8/8/4K3 b - - 0 1",
        "h5b5",
        "berolina O3: f5",
    );
}

#[test]
fn pawns_move_diagonally_and_capture_straight() {
    check(START, "e2e3", "berolina O5");
    check(START, "e2e4", "berolina O6");
    check(START, "e2d1", "berolina O4");
    check(START, "e2d2", "berolina O4");
    check(START, "e2f4", "berolina O4");
    let crowd = "4k3/8/8/8/3n4/3n1N2/4P3/4K3 w - - 0 1";
    check(crowd, "e2d3", "berolina O5: d3");
    check(crowd, "e2f3", "berolina O4: f3");
    check(crowd, "e2c4", "berolina O6: d3");
    check(
        "4k3/8/8/8/6n1/8/4P3/4K3 w - - 0 1",
        "e2g4",
        "berolina O6: g4",
    );
    check("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3g5", "berolina O6");
    check(
        "4k3/8/8/8/4N3/4P3/8/4K3 w - - 0 1",
        "e3e4",
        "berolina O5: e4",
    );
    check("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e8", "berolina O4");
}

#[test]
fn en_passant_is_for_the_next_move_only() {
    check("4k3/8/8/8/5pP1/8/8/4K3 b - - 0 1", "f4f3", "berolina O9");
    // The rank opens through both pawns.
    check(
        "8/8/8/8/k4pPR/8/8/4K3 b - f3g4 0 1",
        "f4f3",
        "berolina O14: a4 h4",
    );
    check("4k3/8/8/8/6pP/8/8/4K3 b - - 0 1", "g4g3", "berolina O9");
}

#[test]
fn promotion_is_compulsory_and_for_pawns() {
    let race = "1k6/4P3/8/8/8/8/4P3/4K1N1 w - - 0 1";
    check(race, "e7d8", "berolina O8");
    check(race, "e7d8=K", "berolina O8");
    check(race, "e7d8=P", "berolina O8");
    check(race, "e2f3=Q", "berolina O8");
    check(race, "g1f3=R", "berolina O8");
    check(race, "e7e8=Q", "berolina O5");
}

#[test]
fn the_king_must_be_safe() {
    check(
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "e2c3",
        "berolina O19: e1 e8",
    );
    check(
        "4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1",
        "a2c3",
        "berolina O19: e1 e8",
    );
    check(
        "4r1k1/8/8/8/8/8/8/3K4 w - - 0 1",
        "d1e1",
        "berolina O19: e8",
    );
    // The king does not hide behind itself.
    check("6k1/8/8/8/8/8/8/r3K3 w - - 0 1", "e1f1", "berolina O19: a1");
    check("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", "berolina O19: e3");
    check(
        "6k1/8/8/8/8/3p4/8/4K3 w - - 0 1",
        "e1d2",
        "berolina O19: d3",
    );
    check(
        "8/8/8/4k3/8/8/3n1p2/4K1b1 w - - 0 1",
        "e1f2",
        "berolina O19: g1",
    );
}

#[test]
fn castling_has_conditions() {
    check("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1g1", "berolina O16: h1");
    check(
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "e1g1",
        "berolina O16: e1 h1",
    );
    check(
        "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",
        "e1g1",
        "berolina O16: g1",
    );
    check(
        "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",
        "e1c1",
        "berolina O16: b1",
    );
    check(
        "4k3/8/8/8/8/8/5p2/R3K2R w KQ - 0 1",
        "e1g1",
        "berolina O17: f1 f2",
    );
    check(
        "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1",
        "e1g1",
        "berolina O17: g1 g2",
    );
    check(
        "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1c1",
        "berolina O16: d1 d8",
    );
    check(
        "4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1",
        "e1c1",
        "berolina O17: e1 e2",
    );
    check(
        "4rk2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1g1",
        "berolina O16: e1 e8",
    );
    check(
        "r3k2r/8/8/8/8/8/8/3RK3 b kq - 0 1",
        "e8c8",
        "berolina O16: d8 d1",
    );
}

/// Checks the one law of this module on positions with all kinds of moves: every action has a reason, except the legal
/// ones.
#[test]
fn exactly_the_legal_moves_have_no_reason_against_them() {
    for text in [
        START,
        "r3k2r/pppqbppp/2np1n2/4p3/2B1P1b1/2NP1N2/PPPQBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1",
        "8/8/8/8/k4pPR/8/8/4K3 b - f3g4 0 1",
        "k7/6P1/8/8/8/2K2p2/4p3/8 w - - 0 1",
    ] {
        let position = read_position::<Position>("", text).expect("a position");
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
