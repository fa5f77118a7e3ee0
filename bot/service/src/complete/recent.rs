//! The last choices of a person, which they are offered first.

use std::cmp::Reverse;

use rules::Setup;

use super::{Candidate, Completer};
use crate::{
    Match,
    decision::{interrupt::Interrupt, reads::List},
};
use command::OptionKind;

/// The number of finished matches that count as habits of a person.
const MOST_OVER: usize = 5;

impl Completer<'_> {
    /// Sorts the candidates for a kind of option: first those that the speaker chose for their last matches, or read last.
    pub(super) fn recent_first(
        &self,
        kind: OptionKind,
        mut candidates: Vec<Candidate>,
    ) -> Result<Vec<Candidate>, Interrupt> {
        let chosen: Vec<Vec<String>> = match kind {
            OptionKind::Topic => {
                let pages = self.asker.state().pages_read.iter();
                pages.map(|spot| vec![spot.section().id.clone()]).collect()
            }
            OptionKind::Variant
            | OptionKind::Person
            | OptionKind::Opponent
            | OptionKind::Time
            | OptionKind::Options => {
                let matches = self.recent_matches()?.into_iter();
                matches
                    .map(|game_match| self.chosen(kind, game_match))
                    .collect()
            }
            _ => return Ok(candidates),
        };
        candidates.sort_by_key(|candidate| {
            let word = candidate.word.trim_matches('"').to_owned();
            let last = chosen.iter().position(|words| words.contains(&word));
            last.unwrap_or(usize::MAX)
        });
        Ok(candidates)
    }

    /// Returns the matches that the speaker plays, and those that they finished last, the newest first.
    fn recent_matches(&self) -> Result<Vec<&Match>, Interrupt> {
        let playing = self.listed(List::Mine)?.into_iter();
        let playing = playing.map(|live| &*live.game_match);
        let mut matches: Vec<_> = playing.chain(self.matches_over(MOST_OVER)?).collect();
        matches.sort_by_key(|game_match| Reverse(game_match.opened));
        Ok(matches)
    }

    /// Returns the choices for a match that are not the usual ones, as completion words.
    fn chosen(&self, kind: OptionKind, game_match: &Match) -> Vec<String> {
        let setup = &game_match.setup;
        match kind {
            OptionKind::Variant => vec![setup.variant().name().to_owned()],
            OptionKind::Time => vec![game_match.time.to_string()],
            OptionKind::Options => unusual(setup),
            OptionKind::Person | OptionKind::Opponent => {
                let speaker = self.asker.user();
                let players = game_match.players().into_iter();
                let others = players.filter(|player| !player.is(speaker));
                others.map(|player| format!("@{}", player.name)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns `objects=open` for each choice about a variant that is not its usual one.
fn unusual(setup: &Setup) -> Vec<String> {
    let chosen = setup.options();
    let unusual = chosen.filter(|(option, value)| *value != option.default());
    let words = unusual.map(|(option, value)| format!("{}={}", option.name, value.name));
    words.collect()
}
