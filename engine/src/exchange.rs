//! Exchanges: captures and recaptures on one square.

use rules::{Action, Bitboard, Color, Square};

use crate::evaluate::Playable;

/// The value of a king in an exchange: more than all others, so it captures last, and only what nobody guards.
const KING: i32 = 20_000;

/// Returns whether a move gains at least this much in hundredths of a pawn, if both sides then capture on its target square as long
/// as it pays, the least valuable piece first. Actions that are no such moves always do.
pub(crate) fn gains<P: Playable>(position: &P, action: Action, least: i32) -> bool {
    let (Action::Move { from, to, .. } | Action::Define { from, to, .. }) = action else {
        return true;
    };
    if !P::CAPTURES_BY_DISPLACEMENT {
        return true;
    }
    let taken = gain(position, action);
    let risk = worth(position, from);
    if taken < least {
        return false;
    }
    if taken - risk >= least {
        return true;
    }
    let us = position.side_to_move();
    let all = position.pieces(us) | position.pieces(!us);
    let occupied = all & !Bitboard::from(from) & !position.captured(action);
    taken - recaptured(position, (to, !us), occupied, risk) >= least
}

/// Returns the maximum gain of a capture or promotion, in hundredths of a pawn.
pub(crate) fn gain<P: Playable>(position: &P, action: Action) -> i32 {
    let victims: Bitboard = position.captured(action);
    let promoted = match action {
        Action::Move {
            promotion: Some(_), ..
        } => 900,
        _ => 0,
    };
    promoted + victims.map(|at| position.worth_at(at)).sum::<i32>()
}

/// Returns what a side gains by capturing a piece of this value on a square; 0 if it does not pay.
fn recaptured<P: Playable>(
    position: &P,
    (at, side): (Square, Color),
    occupied: Bitboard,
    prize: i32,
) -> i32 {
    let attackers = position.attackers_given(at, side, occupied) & occupied;
    let Some(from) = attackers.min_by_key(|&from| worth(position, from)) else {
        return 0;
    };
    let (rest, risk) = (occupied & !Bitboard::from(from), worth(position, from));
    (prize - recaptured(position, (at, !side), rest, risk)).max(0)
}

/// Returns the value of the piece on a square.
fn worth<P: Playable>(position: &P, at: Square) -> i32 {
    match position.worth_at(at) {
        0 => KING,
        worth => worth,
    }
}

#[cfg(test)]
mod tests {
    use rules::{Position as _, Setup, baroque, berolina};

    use super::*;

    /// Asserts that a move gains exactly this much.
    fn check<P: Playable>(setup: &str, action: &str, gained: i32) {
        let setup: Setup = setup.parse().expect("a setup");
        let position: P = setup.start_position().expect("the variant fits");
        let action = action.parse().expect("an action");
        assert!(gains(&position, action, gained), "{setup} {action}");
        assert!(!gains(&position, action, gained + 1), "{setup} {action}");
    }

    #[test]
    fn a_capture_gains_what_is_left_after_all_recaptures_that_pay() {
        for (position, action, gained) in [
            // Nobody guards the queen.
            ("7k/8/8/3q4/8/8/3R4/K7", "d2d5", 950),
            // A rook guards the knight: the queen is lost for it.
            ("3r3k/8/8/3n4/8/8/3Q4/K7", "d2d5", 325 - 950),
            // The second rook, behind the first, makes it a fair exchange.
            ("3r3k/8/8/3n4/8/8/3R4/K2R4", "d2d5", 325),
            // A king recaptures what nobody guards, and nothing else.
            ("8/8/8/3pk3/8/8/3R4/K7", "d2d5", 100 - 500),
            ("8/8/8/3pk3/8/8/3R4/K2R4", "d2d5", 100),
            // The pawn recaptures, as in Berolina it guards the square ahead; the queen behind it keeps off the second rook.
            ("3q3k/8/3p4/3p4/8/8/3R4/K2R4", "d2d5", 100 - 500),
            // A quiet move to a guarded square.
            ("3r3k/8/8/8/8/8/3Q4/K7", "d2d5", -950),
        ] {
            let setup = format!("berolina position={position} w - - 0 1");
            check::<berolina::Position>(&setup, action, gained);
        }
    }

    #[test]
    fn captures_by_other_ways_than_displacement_are_not_counted() {
        let setup: Setup = "baroque".parse().expect("a setup");
        let position: baroque::Position = setup.start_position().expect("the variant fits");
        for action in position.legal_list() {
            assert!(gains(&position, action, i32::MAX));
        }
    }
}
