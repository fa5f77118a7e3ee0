//! Metrics of the running bot, for its operator. They cost nothing unless they are switched on, see `operations::monitor`.
//! Labels are words of the program's own: never a name, an id, or any text that a person wrote.

use std::time::Duration;

use metrics::{counter, gauge, histogram};

/// The requests of people, by kind and outcome.
pub const COMMANDS: &str = "oddboard_commands_total";

/// The time of a commit, in seconds.
pub const COMMIT: &str = "oddboard_commit_seconds";

/// The number of failed commits.
pub const COMMIT_FAILURES: &str = "oddboard_commit_failures_total";

/// The time from the moment a delivery is possible until it is made, in seconds.
pub const DELIVERY: &str = "oddboard_delivery_seconds";

/// The number of failed deliveries that are retried.
pub const DELIVERY_FAILURES: &str = "oddboard_delivery_failures_total";

/// The number of connections on which Discord reports events to this process.
pub const SHARDS: &str = "oddboard_discord_shards";

/// The outcome of a request.
#[derive(Clone, Copy)]
pub enum Fate {
    /// Something was changed.
    Done,
    /// A query was answered.
    Answered,
    /// It was refused.
    Refused,
    /// It could not be decided on, or not be stored.
    Failed,
}

impl Fate {
    /// Returns its label.
    pub const fn name(self) -> &'static str {
        match self {
            Fate::Done => "done",
            Fate::Answered => "told",
            Fate::Refused => "refused",
            Fate::Failed => "failed",
        }
    }
}

/// Counts an answered request of this kind.
pub fn answered(kind: &'static str, fate: Fate) {
    counter!(COMMANDS, "kind" => kind, "outcome" => fate.name()).increment(1);
}

/// Records a commit, or counts its failure.
pub fn committed(elapsed: Duration, is_done: bool) {
    if is_done {
        histogram!(COMMIT).record(elapsed);
    } else {
        counter!(COMMIT_FAILURES).increment(1);
    }
}

/// Records a delivery that was made or given up.
pub fn delivered(elapsed: Duration) {
    histogram!(DELIVERY).record(elapsed);
}

/// Counts a delivery that failed and waits for a retry.
pub fn delivery_failed() {
    counter!(DELIVERY_FAILURES).increment(1);
}

/// Sets the numbers of open and closed connections to Discord.
pub fn shards(n_open: usize, n_closed: usize) {
    gauge!(SHARDS, "state" => "open").set(n_open as f64);
    gauge!(SHARDS, "state" => "closed").set(n_closed as f64);
}
