//! Exchanges: captures and recaptures on one square.

use rules::{Action, Bitboard, Color, Role, Square};

use crate::evaluate::Playable;

/// The value of a king in an exchange: more than all others, so it captures last, and only what nobody guards.
const KING: i32 = 20_000;

/// Returns whether a move gains at least this much in hundredths of a pawn, if both sides then capture on its target square as
/// long as it pays, the least valuable piece first: the static exchange evaluation. Actions that are no such moves always do.
pub(crate) fn gains_at_least<P: Playable>(position: &P, action: Action, least: i32) -> bool {
    let (from, to, role) = match action {
        Action::Move {
            from,
            to,
            promotion,
        } => (from, to, promotion),
        Action::Define { from, to, role } => (from, to, Some(role)),
        _ => return true,
    };
    if !P::CAPTURES_BY_DISPLACEMENT {
        return true;
    }
    let gain = gain(position, action);
    let risk = role.map_or_else(|| worth(position, from), |role| worth_of::<P>(role));
    if gain < least {
        return false;
    }
    if gain - risk >= least {
        return true;
    }
    let us = position.side_to_move();
    let all = position.pieces(us) | position.pieces(!us);
    let occupied = all & !Bitboard::from(from) & !position.captured(action);
    gain - recaptured(position, (to, !us), occupied, risk) >= least
}

/// Returns the value of the captured pieces and of a promotion, in hundredths of a pawn.
#[inline(always)]
pub(crate) fn gain<P: Playable>(position: &P, action: Action) -> i32 {
    let promoted = match action {
        Action::Move {
            from,
            promotion: Some(role),
            ..
        } => worth_of::<P>(role) - position.worth_at(from),
        _ => 0,
    };
    let victims = position.captured(action);
    promoted + victims.map(|at| position.worth_at(at)).sum::<i32>()
}

/// Returns the value of a piece with a role, where pieces have roles of chess.
fn worth_of<P: Playable>(role: Role) -> i32 {
    P::WORTH.get(role as usize).copied().unwrap_or(0)
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
    use rules::{Position as _, Setup, bario, baroque, berolina};

    use super::*;

    /// Asserts that a move gains exactly this much.
    fn check<P: Playable>(setup: &str, action: &str, gained: i32) {
        let setup: Setup = setup.parse().expect("a setup");
        let position: P = setup.start_position().expect("the variant fits");
        let action = action.parse().expect("an action");
        assert!(
            gains_at_least(&position, action, gained),
            "{setup} {action}"
        );
        assert!(
            !gains_at_least(&position, action, gained + 1),
            "{setup} {action}"
        );
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
            // A queen that a pawn becomes is lost to a rook, except for the pawn that it was.
            ("r6k/2P5/8/8/8/8/8/K7", "c7b8=Q", -100),
            ("7k/2P5/8/8/8/8/8/K7", "c7b8=Q", 850),
            ("r6k/2P5/8/8/8/8/8/K7", "c7b8=N", -100),
            // A quiet move to a guarded square.
            ("3r3k/8/8/8/8/8/3Q4/K7", "d2d5", -950),
        ] {
            let setup = format!("berolina position={position} w - - 0 1");
            check::<berolina::Position>(&setup, action, gained);
        }
    }

    #[test]
    fn a_piece_that_is_defined_risks_what_it_becomes() {
        // A rook guards d5.
        for (reserve, action, gained) in
            [("00010000", "Q@d2d5", -950), ("00100000", "R@d2d5", -500)]
        {
            let tail = format!(r#"{{"captureUndef":"-","enpassant":"-","reserve":"{reserve}"}}"#);
            let setup = format!("bario position=3r3k/8/8/8/8/8/3U4/K7 w 22 {tail}");
            check::<bario::Position>(&setup, action, gained);
        }
    }

    #[test]
    fn captures_by_other_ways_than_displacement_are_not_counted() {
        let setup: Setup = "baroque".parse().expect("a setup");
        let position: baroque::Position = setup.start_position().expect("the variant fits");
        for action in position.legal_list() {
            assert!(gains_at_least(&position, action, i32::MAX));
        }
    }
}
