//! The rate at which people open challenges.

use serde::{Deserialize, Serialize};

use crate::{
    decision::{context::Asker, interrupt::Interrupt},
    match_store::schema::challenge_rate_key,
};
use api::Timestamp;
use text::arg;

/// A minute in milliseconds.
const MINUTE: u32 = 60_000;
const HOUR: u32 = 60 * MINUTE;

/// The times at which a person opened their last challenges, the oldest first.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct ChallengeRate {
    opened: Vec<Timestamp>,
}

impl ChallengeRate {
    /// Tells whether it no longer limits anything.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        self.opened
            .iter()
            .all(|at| now.0.saturating_sub(at.0) >= i64::from(HOUR))
    }

    /// Records one more challenge. If there are too many, returns the minutes until one is allowed.
    fn note(&mut self, now: Timestamp, most: usize) -> Result<(), u32> {
        // The age of a challenge; a clock that is set back delays no one.
        let age = |at: &Timestamp| u32::try_from(now.0.saturating_sub(at.0)).unwrap_or(HOUR);
        self.opened.retain(|at| age(at) < HOUR);
        if let Some(n) = self.opened.len().checked_sub(most) {
            return Err((HOUR - age(&self.opened[n])).div_ceil(MINUTE));
        }
        self.opened.push(now);
        Ok(())
    }
}

impl Asker<'_> {
    /// Returns the challenge rate of the speaker, including the challenge that they open now; refuses if there are too many.
    pub(crate) fn challenge_rate(&self) -> Result<ChallengeRate, Interrupt> {
        let most = self.state().limits.challenges;
        let key = challenge_rate_key(self.user());
        let mut rate: ChallengeRate = self.state().entry_or_default(&key)?;
        match rate.note(self.now(), most) {
            Ok(()) => Ok(rate),
            Err(minutes) => Err(text::refusal_too_many_challenges(
                arg::minutes(minutes),
                arg::most(most),
            )
            .into()),
        }
    }
}
