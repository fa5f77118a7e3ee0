//! Positions from the middle of games, for the first screen.

use rules::{Setup, SetupError, Variant};

/// A position for each variant: its options and its text.
const POSITIONS: [(Variant, &str, &str); 4] = [
    (
        Variant::Berolina,
        "",
        "2b1r1k1/2p1P1p1/3p2p1/1pp3b1/1n3P2/P1P1P3/1P1Bq1P1/2KR1B1R w - - 0 20",
    ),
    (
        Variant::Baroque,
        "",
        "rn1qk1n1/p4b1p/2p4b/2P5/1p2Pmp1/4K1P1/PP2PP1P/MN1B1BNR b 23",
    ),
    (
        Variant::Bario,
        "",
        r#"ub1uuuku/pp1p1ppp/1n2p3/2p5/2P1B2P/1NQ1N3/PP1PPPP1/4UUUK b 13 {"captureUndef":"-","enpassant":"-","reserve":"20102111"}"#,
    ),
    (
        Variant::Chakart,
        "objects=open",
        r#"1nbqkbnr/dpmqp1pp/m1pp1m2/p4pN1/7P/1QPPPe1m/PPmmmPPd/RNB1KBR1 w 16 {"flags":"1110"}"#,
    ),
];

/// Returns the position of a variant, or its start if there is none.
///
/// # Errors
///
/// The rules refuse the position; a test finds it.
pub(super) fn lively(variant: Variant) -> Result<Setup, SetupError> {
    match POSITIONS.iter().find(|(of, ..)| *of == variant) {
        Some((_, options, position)) => Setup::with_position(variant, options, position),
        None => Ok(Setup::new(variant)),
    }
}

#[cfg(test)]
mod tests {
    use rules::{Game, Next};

    use super::*;

    #[test]
    fn every_lively_position_is_one_of_a_game_that_goes_on() {
        for (variant, ..) in POSITIONS {
            let setup = lively(variant).expect("the rules accept it");
            let next = Game::new(&setup).next();
            assert!(matches!(next, Next::Decision(_)), "{variant}");
        }
    }
}
