//! Ends games early by the scores that both programs tell.

use std::str::FromStr;

use rules::{ByColor, Color, Conclusion};

use super::lines::after;

/// The score of a sure win, in centipawns.
const SURE: i32 = 30_000;
/// The largest number of moves of a rule, as of the turns of a game.
const MOST_MOVES: i32 = 1000;

/// The rule for resignations: each of the last moves of one side has at most minus this score, and each of the other side at
/// least this score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ResignRule {
    n_moves: i32,
    centipawns: i32,
}

/// The rule for draws: after a number of moves, each of the last moves of both sides has a score of at most this distance from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DrawRule {
    after: i32,
    n_moves: i32,
    centipawns: i32,
}

/// The rules of a match.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Adjudication {
    pub(super) resign: Option<ResignRule>,
    pub(super) draw: Option<DrawRule>,
}

/// The text is no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParseRuleError {
    /// It should be a rule for resignations.
    #[error("write 1 to {MOST_MOVES} moves and 1 to {SURE} centipawns, such as 4:600")]
    Resign,
    /// It should be a rule for draws.
    #[error(
        "write 0 to {MOST_MOVES} moves to begin after, 1 to {MOST_MOVES} moves and 0 to {SURE} centipawns, such as 40:8:10"
    )]
    Draw,
}

impl FromStr for ResignRule {
    type Err = ParseRuleError;

    /// Reads `MOVES:CENTIPAWNS`.
    fn from_str(text: &str) -> Result<ResignRule, ParseRuleError> {
        match numbers(text) {
            Some([n_moves @ 1..=MOST_MOVES, centipawns @ 1..=SURE]) => Ok(ResignRule {
                n_moves,
                centipawns,
            }),
            _ => Err(ParseRuleError::Resign),
        }
    }
}

impl FromStr for DrawRule {
    type Err = ParseRuleError;

    /// Reads `AFTER:MOVES:CENTIPAWNS`.
    fn from_str(text: &str) -> Result<DrawRule, ParseRuleError> {
        match numbers(text) {
            Some(
                [
                    after @ 0..=MOST_MOVES,
                    n_moves @ 1..=MOST_MOVES,
                    centipawns @ 0..=SURE,
                ],
            ) => Ok(DrawRule {
                after,
                n_moves,
                centipawns,
            }),
            _ => Err(ParseRuleError::Draw),
        }
    }
}

/// Reads numbers with colons between them.
fn numbers<const N: usize>(text: &str) -> Option<[i32; N]> {
    let numbers: Result<Vec<i32>, _> = text.split(':').map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

/// The scores of a game so far.
pub(super) struct ScoreCounts {
    rules: Adjudication,
    counts: ByColor<Counts>,
}

/// The numbers of last moves of a side that fit a rule.
#[derive(Clone, Copy, Default)]
struct Counts {
    n_moves: i32,
    n_lost: i32,
    n_won: i32,
    n_level: i32,
}

impl ScoreCounts {
    pub(super) fn new(rules: Adjudication) -> ScoreCounts {
        ScoreCounts {
            rules,
            counts: ByColor::default(),
        }
    }

    /// Adds a move of a side with the score that its program told. A move without a score fits no rule.
    pub(super) fn note(&mut self, seat: Color, score: Option<i32>) {
        let Adjudication { resign, draw } = self.rules;
        let counts = &mut self.counts[seat];
        counts.n_moves += 1;
        let add = |count: &mut i32, fits: bool| *count = if fits { *count + 1 } else { 0 };
        let beyond = |sign: i32| {
            let told = score.zip(resign);
            told.is_some_and(|(score, rule)| sign * score >= rule.centipawns)
        };
        let is_level = score
            .zip(draw)
            .is_some_and(|(score, rule)| score.abs() <= rule.centipawns);
        add(&mut counts.n_lost, beyond(-1));
        add(&mut counts.n_won, beyond(1));
        add(&mut counts.n_level, is_level);
    }

    /// Returns the end of the game, if a rule ends it.
    pub(super) fn conclusion(&self) -> Option<Conclusion> {
        let Adjudication { resign, draw } = self.rules;
        let resigns = |rule: ResignRule, loser: Color| {
            self.counts[loser].n_lost >= rule.n_moves && self.counts[!loser].n_won >= rule.n_moves
        };
        let loser = resign.and_then(|rule| Color::ALL.into_iter().find(|&it| resigns(rule, it)));
        let is_drawn = |rule: DrawRule| {
            Color::ALL.into_iter().all(|seat| {
                let counts = &self.counts[seat];
                counts.n_moves >= rule.after && counts.n_level >= rule.n_moves
            })
        };
        match loser {
            Some(loser) => Some(Conclusion::Resigned(loser)),
            None => draw
                .filter(|&rule| is_drawn(rule))
                .map(|_| Conclusion::DrawAgreed),
        }
    }
}

/// Returns the score of a line `info`, in centipawns. `None` if it has none, or is about a further line of play.
pub(super) fn told_score(line: &str) -> Option<i32> {
    let words: Vec<&str> = after(line, "info")?.split_whitespace().collect();
    // The rest of a line that is text can have any words.
    let end = words
        .iter()
        .position(|word| matches!(*word, "string" | "pv"));
    let words = &words[..end.unwrap_or(words.len())];
    let follows = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied()
    };
    if follows("multipv").is_some_and(|rank| rank != "1") {
        return None;
    }
    let number = |name: &str| follows(name)?.parse::<i32>().ok();
    match follows("score")? {
        "cp" => number("cp").map(|score| score.clamp(-SURE, SURE)),
        "mate" => number("mate").map(|moves| if moves > 0 { SURE } else { -SURE }),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
