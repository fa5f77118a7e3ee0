//! How fast people open challenges.

use serde::{Deserialize, Serialize};

use crate::{
    decision::{context::Asker, interrupt::Interrupt},
    match_store::schema::pace_key,
};
use api::Timestamp;
use text::arg;

/// In milliseconds.
const MINUTE: u32 = 60_000;
const HOUR: u32 = 60 * MINUTE;

/// When somebody opened their last challenges, the oldest first.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct ChallengeRate {
    opened: Vec<Timestamp>,
}

impl ChallengeRate {
    /// Whether it bounds nothing any more.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        self.opened
            .iter()
            .all(|at| now.0.saturating_sub(at.0) >= i64::from(HOUR))
    }

    /// Takes note of one more; or in how many minutes that can be.
    fn note(&mut self, now: Timestamp, most: usize) -> Result<(), u32> {
        // How long ago; a clock that is set back holds nobody up.
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
    /// When the speaker opened their last challenges, with the one that they open now, if they may.
    pub(crate) fn pace(&self) -> Result<ChallengeRate, Interrupt> {
        let most = self.state().limits.challenges;
        let key = pace_key(&self.request.speaker.id);
        let mut pace: ChallengeRate = self.state().entry(&key)?.unwrap_or_default();
        match pace.note(self.request.now, most) {
            Ok(()) => Ok(pace),
            Err(minutes) => Err(text::refusal_too_many_challenges(
                arg::minutes(minutes),
                arg::most(most),
            )
            .into()),
        }
    }
}
