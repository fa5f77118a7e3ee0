//! How many messages Discord takes in a channel.

use std::{collections::HashMap, time::Duration};

use super::Id;

/// So many messages are taken in so long, counted from the first of them.
const LIMIT: u32 = 5;
const SPAN: Duration = Duration::from_secs(5);

/// What is left of a limit.
pub(super) struct Allowance {
    remaining: u32,
    reset_after: Duration,
}

impl Allowance {
    /// The headers that tell of it.
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

/// When the first of the messages of each channel came that are counted together, and how many did.
#[derive(Default)]
pub(super) struct Pace(HashMap<Id, (Duration, u32)>);

impl Pace {
    /// Counts a message; what is left of the limit then, or how long to wait if there are too many.
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
