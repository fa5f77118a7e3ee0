//! What is counted and timed while the bot runs, for whoever runs it. It costs nothing unless somebody asked for it, see
//! `operations::monitor`. Labels are words of the program's own: never a name, an id, or anything that somebody wrote.

use std::time::Duration;

use metrics::{counter, gauge, histogram};

/// What people asked for, by its kind and what became of it.
pub const COMMANDS: &str = "oddboard_commands_total";

/// How long it took to make changes durable, in seconds.
pub const COMMIT: &str = "oddboard_commit_seconds";

/// How often that failed.
pub const COMMIT_FAILURES: &str = "oddboard_commit_failures_total";

/// How long it took from when something could be delivered until it was, in seconds.
pub const DELIVERY: &str = "oddboard_delivery_seconds";

/// How often a delivery failed that is tried again.
pub const DELIVERY_FAILURES: &str = "oddboard_delivery_failures_total";

/// By how many connections Discord tells this process what people do.
pub const SHARDS: &str = "oddboard_discord_shards";

/// What became of what somebody asked for.
#[derive(Clone, Copy)]
pub enum Fate {
    /// Something has changed.
    Done,
    /// They were told or shown something.
    Told,
    /// It was refused.
    Refused,
    /// It could not be decided on, or not be stored.
    Failed,
}

impl Fate {
    /// Its label.
    pub const fn name(self) -> &'static str {
        match self {
            Fate::Done => "done",
            Fate::Told => "told",
            Fate::Refused => "refused",
            Fate::Failed => "failed",
        }
    }
}

/// Somebody was answered who asked for something of this kind.
pub fn answered(kind: &'static str, fate: Fate) {
    counter!(COMMANDS, "kind" => kind, "outcome" => fate.name()).increment(1);
}

/// Changes became durable, or did not.
pub fn committed(elapsed: Duration, is_done: bool) {
    if is_done {
        histogram!(COMMIT).record(elapsed);
    } else {
        counter!(COMMIT_FAILURES).increment(1);
    }
}

/// Something was delivered, or given up.
pub fn delivered(elapsed: Duration) {
    histogram!(DELIVERY).record(elapsed);
}

/// A delivery has to wait.
pub fn delivery_failed() {
    counter!(DELIVERY_FAILURES).increment(1);
}

/// So many connections to Discord are open, and so many are not.
pub fn shards(n_open: usize, n_closed: usize) {
    gauge!(SHARDS, "state" => "open").set(n_open as f64);
    gauge!(SHARDS, "state" => "closed").set(n_closed as f64);
}
