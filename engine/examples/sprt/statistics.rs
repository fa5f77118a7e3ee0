//! The generalized sequential probability ratio test over pairs of games.
//!
//! A pair gives the first player 0 to 4 half points. The model is any distribution over these five scores. The test
//! compares the most likely distribution whose mean is the expected score of one Elo difference with the most likely one
//! of the other.

use core::fmt;

/// The scores of a pair, as shares of its points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The count of a score that no pair has had. Without it, a distribution could exclude this score.
const UNSEEN: f64 = 1e-3;
/// The probability of each wrong verdict.
const ERROR_RATE: f64 = 0.05;
/// The largest Elo difference of a hypothesis.
const LARGEST_BOUND: f64 = 400.0;
/// The largest Elo difference that is reported.
const LARGEST_ELO: f64 = 1200.0;

/// The number of pairs for each score, from 0 to 4 half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pentanomial(pub(crate) [u64; 5]);

impl Pentanomial {
    /// Counts a pair with this score.
    pub(crate) fn add(&mut self, half_points: u8) {
        if let Some(count) = self.0.get_mut(usize::from(half_points)) {
            *count += 1;
        }
    }

    pub(crate) fn n_pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the counts, with a small count for each score that no pair has had.
    fn counts(&self) -> [f64; 5] {
        self.0.map(|n| if n == 0 { UNSEEN } else { n as f64 })
    }

    /// Returns the Elo difference with its margin of 95 percent.
    pub(crate) fn elo(&self) -> (f64, f64) {
        let counts = self.counts();
        let n: f64 = counts.iter().sum();
        let average = |of: &dyn Fn(f64) -> f64| {
            let terms = counts
                .iter()
                .zip(SCORES)
                .map(|(count, score)| count * of(score));
            terms.sum::<f64>() / n
        };
        let mean = average(&|score| score);
        let variance = average(&|score| (score - mean).powi(2));
        let margin = 1.96 * (variance / n).sqrt();
        (elo(mean), (elo(mean + margin) - elo(mean - margin)) / 2.0)
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, behind, even, ahead, won] = self.0;
        write!(f, "{lost}, {behind}, {even}, {ahead}, {won}")
    }
}

/// Returns the expected score of a player who is stronger by this Elo difference.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the Elo difference of an expected score, bounded.
fn elo(score: f64) -> f64 {
    let largest = expected_score(LARGEST_ELO);
    let score = score.clamp(1.0 - largest, largest);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The Elo differences of the two hypotheses, the lower one first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hypotheses {
    elo0: f64,
    elo1: f64,
}

impl fmt::Display for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.elo0, self.elo1)
    }
}

/// The hypothesis that the test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The second: the change is an improvement.
    Passed,
    /// The first.
    Failed,
}

impl Hypotheses {
    /// Makes the hypotheses of two Elo differences; `None` if they are out of order or too large.
    pub(crate) fn new(elo0: f64, elo1: f64) -> Option<Hypotheses> {
        let are_bounds = -LARGEST_BOUND <= elo0 && elo0 < elo1 && elo1 <= LARGEST_BOUND;
        are_bounds.then_some(Hypotheses { elo0, elo1 })
    }

    /// Returns the bound of the log-likelihood ratio above which a test passes; at its negative, a test fails.
    pub(crate) fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// Returns the log-likelihood ratio of the second hypothesis to the first.
    pub(crate) fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        let counts = pairs.counts();
        let (score0, score1) = (expected_score(self.elo0), expected_score(self.elo1));
        let (tilt0, tilt1) = (tilt(&counts, score0), tilt(&counts, score1));
        let ratio = |score: f64| {
            (1.0 + tilt0 * (score - score0)).ln() - (1.0 + tilt1 * (score - score1)).ln()
        };
        counts
            .iter()
            .zip(SCORES)
            .map(|(count, score)| count * ratio(score))
            .sum()
    }

    /// Returns the verdict, if the ratio has reached a bound.
    pub(crate) fn verdict(&self, pairs: &Pentanomial) -> Option<Verdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= Self::bound() {
            Some(Verdict::Passed)
        } else if ratio <= -Self::bound() {
            Some(Verdict::Failed)
        } else {
            None
        }
    }
}

/// Returns the parameter of the most likely distribution with this mean. In it, the probability of a score is its count
/// divided by `n * (1 + tilt * (score - mean))`, by the method of Lagrange.
///
/// The tilt is the root of the sum below, which falls between the poles at both ends.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    let excess = |tilt: f64| {
        let terms = counts.iter().zip(SCORES).map(|(count, score)| {
            let distance = score - mean;
            count * distance / (1.0 + tilt * distance)
        });
        terms.sum::<f64>()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}
