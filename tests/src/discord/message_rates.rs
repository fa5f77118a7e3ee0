//! The rate limit on messages in a channel.

use std::{collections::HashMap, time::Duration};

use super::Id;

/// The number of messages in each period, which begins with the first message.
const LIMIT: u32 = 5;
const SPAN: Duration = Duration::from_secs(5);

/// The remaining allowance of a rate limit.
pub(super) struct Allowance {
    pub(super) remaining: u32,
    pub(super) reset_after: Duration,
}

impl Allowance {
    /// Returns the rate limit headers.
    pub(super) fn headers(&self) -> Vec<(&'static str, String)> {
        vec![
            ("x-ratelimit-limit", LIMIT.to_string()),
            ("x-ratelimit-remaining", self.remaining.to_string()),
            (
                "x-ratelimit-reset-after",
                self.reset_after.as_secs_f64().to_string(),
            ),
            ("x-ratelimit-bucket", "bucket".to_owned()),
        ]
    }
}

/// The start of the current period of each channel, and its number of messages.
#[derive(Default)]
pub(super) struct MessageRates(HashMap<Id, (Duration, u32)>);

impl MessageRates {
    /// Counts a message. Returns the remaining allowance, or the time to wait if there are too many messages.
    pub(super) fn take(&mut self, room: Id, now: Duration) -> Result<Allowance, Duration> {
        let (since, n) = self.0.entry(room).or_insert((now, 0));
        if now >= *since + SPAN {
            (*since, *n) = (now, 0);
        }
        if *n == LIMIT {
            return Err(*since + SPAN - now);
        }
        *n += 1;
        Ok(Allowance {
            remaining: LIMIT - *n,
            reset_after: *since + SPAN - now,
        })
    }
}
