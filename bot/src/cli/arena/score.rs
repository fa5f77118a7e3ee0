//! The score of the first program against the second.

use std::fmt;

use rules::{Color, Outcome};

/// The score of the first program, game by game.
#[derive(Default)]
pub(super) struct Score {
    /// The points of each game: 1 for a win, 0.5 for a draw.
    games: Vec<f64>,
}

/// The mean of some pairs with its interval of 95 percent, in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimate {
    mean: f64,
    /// None for a single pair.
    margin: Option<f64>,
}

impl Score {
    /// Adds a game in which the first program had this color. Two games in a row are a pair.
    pub(super) fn add(&mut self, outcome: Outcome, first: Color) {
        self.games.push(match outcome.winner() {
            None => 0.5,
            Some(winner) if winner == first => 1.0,
            Some(_) => 0.0,
        });
    }

    fn count(&self, points: f64) -> usize {
        self.games.iter().filter(|&&game| game == points).count()
    }

    /// Estimates the score from complete pairs. The games of a pair share their opening and dice, so only pairs are independent.
    fn estimate(&self) -> Option<Estimate> {
        let pairs: Vec<f64> = self
            .games
            .chunks_exact(2)
            .map(|pair| 50.0 * (pair[0] + pair[1]))
            .collect();
        let n = pairs.len() as f64;
        if pairs.is_empty() {
            return None;
        }
        let mean = pairs.iter().sum::<f64>() / n;
        let margin = (pairs.len() > 1).then(|| {
            let squares = pairs.iter().map(|score| (score - mean).powi(2));
            let variance = squares.sum::<f64>() / (n - 1.0);
            1.96 * (variance / n).sqrt()
        });
        Some(Estimate { mean, margin })
    }
}

impl fmt::Display for Score {
    /// Writes the percentage with its interval, and the numbers of wins, draws and losses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Estimate { mean, margin }) = self.estimate() {
            write!(f, "{mean:.1} %")?;
            if let Some(margin) = margin {
                let (low, high) = ((mean - margin).max(0.0), (mean + margin).min(100.0));
                write!(f, " (95 %: {low:.1} to {high:.1})")?;
            }
            write!(f, ", ")?;
        }
        let [won, drawn, lost] = [1.0, 0.5, 0.0].map(|points| self.count(points));
        write!(f, "{won} won, {drawn} drawn, {lost} lost")
    }
}

#[cfg(test)]
mod tests;
