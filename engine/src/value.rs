//! What positions are worth, as the search counts it.

/// What a position is worth for somebody. Without chance it is hundredths of a pawn; with chance it is an expectation, so it
/// is in proportion to how likely that side is to win.
pub(crate) type Value = i32;

/// A game that is won now.
pub(crate) const WIN: Value = 30_000;
/// Values from here on are wins that were found, and not guesses.
pub(crate) const SURE: Value = 29_500;
/// More than anything.
pub(crate) const INFINITE: Value = 32_000;
/// What an evaluation never reaches.
const MOST: Value = 29_000;

/// A win so many plies from the root: the sooner the better.
pub(crate) fn win_at(ply: usize) -> Value {
    WIN - ply as Value
}

/// How many units of an expectation a hundredth of a pawn is, in a position that is even.
pub(crate) const EXPECTED_PER_CENTIPAWN: Value = 50;

/// The expectation that so many hundredths of a pawn stand for. It is computed with what every machine rounds alike.
pub(crate) fn expectation(centipawns: i32) -> Value {
    let scaled = f64::from(centipawns * EXPECTED_PER_CENTIPAWN) / f64::from(MOST);
    (f64::from(MOST) * scaled / (1.0 + scaled * scaled).sqrt()).round() as Value
}

/// An average of values between these: a win is sure only if it is in each of them.
pub(crate) fn mixed_value(mean: Value, least: Value, most: Value) -> Value {
    if least >= SURE || most <= -SURE {
        mean
    } else {
        bounded(mean)
    }
}

/// Keeps an evaluation apart from wins that were found.
pub(crate) fn bounded(centipawns: i32) -> Value {
    centipawns.clamp(-MOST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_grow_with_pawns_and_never_reach_a_win() {
        let mut last = -WIN;
        for centipawns in -4000..4000 {
            let value = expectation(centipawns);
            assert!(value >= last && value.abs() < SURE, "{centipawns}: {value}");
            assert_eq!(value, -expectation(-centipawns));
            last = value;
        }
        assert_eq!(expectation(1), EXPECTED_PER_CENTIPAWN);
    }
}
