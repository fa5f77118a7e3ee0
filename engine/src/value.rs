//! Values of positions in the search.

/// The value of a position for one side. Without chance it is in hundredths of a pawn. With chance it is an
/// expectation, in proportion to that side's probability to win.
pub(crate) type Value = i32;

/// The value of a won game.
pub(crate) const WIN: Value = 30_000;
/// The minimum value of a win that the search has found; lower values are estimates.
pub(crate) const SURE: Value = 29_500;
/// A bound above all values.
pub(crate) const INFINITE: Value = 32_000;
/// The maximum of the static evaluation.
const MOST: Value = 29_000;

/// Returns the value of a win at this ply: the sooner the better.
pub(crate) fn win_at(ply: usize) -> Value {
    WIN - ply as Value
}

/// The number of units of an expectation per hundredth of a pawn, in an even position.
pub(crate) const EXPECTED_PER_CENTIPAWN: Value = 50;

/// Converts hundredths of a pawn to an expectation. Uses only operations with the same rounding on every machine.
pub(crate) fn expectation(centipawns: i32) -> Value {
    let scaled = f64::from(centipawns * EXPECTED_PER_CENTIPAWN) / f64::from(MOST);
    (f64::from(MOST) * scaled / (1.0 + scaled * scaled).sqrt()).round() as Value
}

/// Limits an average of values between these. It is a sure win only if all of them are sure wins.
pub(crate) fn mixed_value(mean: Value, least: Value, most: Value) -> Value {
    if least >= SURE || most <= -SURE {
        mean
    } else {
        bounded(mean)
    }
}

/// Clamps an evaluation, so that it never looks like a found win.
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
