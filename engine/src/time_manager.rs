//! The soft limit of time: the share of the planned time that a search uses.

use rules::Action;

/// The share for a best action that has just changed, the decrease for each depth at which it stays the same, and the maximum
/// number of such depths.
const CHANGED: f64 = 1.5;
const STABLE: f64 = 0.15;
const MOST_STABLE: u32 = 6;
/// The fall of the value that doubles the share, in hundredths of a pawn. A larger fall makes no difference.
const DOUBLING_FALL: i32 = 100;
/// The maximum share: the best action has just changed, and its value has fallen.
pub(crate) const MOST_SHARE: f64 = 2.0 * CHANGED;

/// Decides after each depth how much of the planned time the search may use.
#[derive(Default)]
pub(crate) struct TimeManager {
    /// The best action after the last depth, with its value in hundredths of a pawn.
    last: Option<(Action, i32)>,
    /// The number of depths at which it stayed the same.
    n_stable: u32,
}

impl TimeManager {
    /// Notes the best action after a depth. Returns the share of the planned time after which the search ends, from 0.6 to
    /// [`MOST_SHARE`]: the longer the best action stays the same the less, and the more its value falls the more.
    pub(crate) fn after_depth(&mut self, best: Action, centipawns: i32) -> f64 {
        let last = self.last.replace((best, centipawns));
        let is_same = last.is_some_and(|(action, _)| action == best);
        self.n_stable = if is_same {
            (self.n_stable + 1).min(MOST_STABLE)
        } else {
            0
        };
        let fall = last.map_or(0, |(_, before)| before - centipawns);
        let fall = f64::from(fall.clamp(0, DOUBLING_FALL)) / f64::from(DOUBLING_FALL);
        (CHANGED - STABLE * f64::from(self.n_stable)) * (1.0 + fall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the shares after these depths, in hundredths.
    #[track_caller]
    fn check(depths: &[(&str, i32)], expected: &[i32]) {
        let mut time_manager = TimeManager::default();
        let shares = depths.iter().map(|(action, centipawns)| {
            let action = action.parse().expect("an action");
            (time_manager.after_depth(action, *centipawns) * 100.0).round() as i32
        });
        assert_eq!(shares.collect::<Vec<i32>>(), expected, "{depths:?}");
    }

    #[test]
    fn the_share_shrinks_while_the_best_action_stays_the_same() {
        check(&[("a2a3", 0); 8], &[150, 135, 120, 105, 90, 75, 60, 60]);
        check(
            &[("a2a3", 0), ("a2a3", 0), ("b2b3", 0), ("b2b3", 0)],
            &[150, 135, 150, 135],
        );
    }

    #[test]
    fn the_share_grows_with_a_fall_of_the_value_and_at_most_doubles() {
        check(&[("a2a3", 50), ("a2a3", 0)], &[150, 203]);
        check(&[("a2a3", 0), ("a2a3", 50)], &[150, 135]);
        check(&[("a2a3", 0), ("b2b3", -1000)], &[150, 300]);
    }
}
