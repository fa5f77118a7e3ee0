//! The choice among about equal actions in the opening.

use crate::thought::Thought;

/// The number of plies of an opening.
pub(crate) const PLIES: u32 = 8;
/// The maximum number of actions to choose from.
pub(crate) const MOST_LINES: usize = 4;
/// The largest loss of an action that can be chosen, in hundredths of a pawn.
const WINDOW: i32 = 15;

/// Chooses one of the lines that are about as good as the first, by a random word. The first comes best, and is the choice
/// when a side surely wins. `lines` is not empty.
pub(crate) fn chosen(mut lines: Vec<Thought>, word: u64) -> Thought {
    let best = lines[0].score;
    let is_about_equal = |line: &Thought| {
        let loss = best.centipawns - line.score.centipawns;
        line.score.sure_in.is_none() && loss <= WINDOW
    };
    if best.sure_in.is_some() {
        return lines.swap_remove(0);
    }
    lines.retain(is_about_equal);
    lines.swap_remove((word % lines.len() as u64) as usize)
}

#[cfg(test)]
mod tests {
    use rules::BeliefChange;

    use super::*;
    use crate::thought::{Purpose, Score};

    fn line(action: &str, centipawns: i32, sure_in: Option<i32>) -> Thought {
        Thought {
            action: action.parse().expect("an action"),
            score: Score {
                expected: 0.5,
                centipawns,
                sure_in,
            },
            line: Vec::new(),
            purpose: Purpose::Improves,
            depth: 1,
            nodes: 1,
            belief: BeliefChange::Kept,
        }
    }

    /// Returns the actions that the words from 0 to 11 choose, without duplicates.
    fn all_chosen(lines: &[Thought]) -> Vec<String> {
        let of_word = |word| chosen(lines.to_vec(), word).action.to_string();
        let mut actions: Vec<String> = (0..12).map(of_word).collect();
        actions.sort();
        actions.dedup();
        actions
    }

    #[test]
    fn only_actions_in_the_window_are_chosen() {
        let lines = [
            line("a2a3", 40, None),
            line("b2b3", 40 - WINDOW, None),
            line("c2c3", 39 - WINDOW, None),
        ];
        assert_eq!(all_chosen(&lines), ["a2a3", "b2b3"]);
    }

    #[test]
    fn a_sure_end_is_never_varied() {
        let won = [line("a2a3", 29_990, Some(3)), line("b2b3", 29_980, Some(5))];
        assert_eq!(all_chosen(&won), ["a2a3"]);
        let lost = [line("a2a3", 3, None), line("b2b3", -29_990, Some(-4))];
        assert_eq!(all_chosen(&lost), ["a2a3"]);
        let all_lost = [
            line("a2a3", -29_980, Some(-6)),
            line("b2b3", -29_990, Some(-4)),
        ];
        assert_eq!(all_chosen(&all_lost), ["a2a3"]);
    }
}
