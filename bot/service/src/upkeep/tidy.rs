//! Deletes obsolete data.

use crate::{
    Outcome, Reply, UpkeepDone,
    challenge::rate::ChallengeRate,
    decision::{context::Context, interrupt::Interrupt},
    match_store::{entries::decode, names, person::OpenCode, schema::kind},
    people::{link::Linking, sessions::Sessions},
};
use api::{Batch, Timestamp};

impl Context<'_> {
    /// Deletes requests that are no longer answered again, old entries of the challenge rate, and lapsed codes and sessions.
    pub(crate) fn tidy(self) -> Result<Outcome, Interrupt> {
        let leftovers = self.state.leftovers(self.request.at)?;
        let mut changes = Batch::default();
        for key in &leftovers.events {
            changes.remove(key.clone());
        }
        for (key, value) in &leftovers.lapsing {
            if is_over(key, value, self.request.at) {
                changes.require((key.clone(), Some(value.clone())));
                names::remove(&mut changes, key, Some(value));
            }
        }
        if changes.is_empty() {
            return Ok(Outcome::from(Reply::Nothing));
        }
        Ok(self.done_apart(changes, UpkeepDone::Tidied))
    }
}

/// Returns whether a lapsing entry has lapsed. A damaged entry stays.
fn is_over(key: &[u8], value: &[u8], now: Timestamp) -> bool {
    match kind(key) {
        b"code" => decode(key, value).is_ok_and(|code: OpenCode| code.is_over(now)),
        b"linking" => decode(key, value).is_ok_and(|linking: Linking| linking.is_over(now)),
        b"sessions" => decode(key, value).is_ok_and(|of: Sessions| of.is_over(now)),
        _ => decode(key, value).is_ok_and(|rate: ChallengeRate| rate.is_over(now)),
    }
}
