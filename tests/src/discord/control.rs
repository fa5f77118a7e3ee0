//! The gateway, as a test controls it.

use std::time::Duration;

use super::{
    server::Server,
    sessions::{HEARTBEAT, STARTS, SessionStarts},
    world::World,
};

/// The gateway, as a test controls it.
pub struct Gateway<'a>(pub(super) &'a Server);

impl Gateway<'_> {
    /// Loses every connection without a word; the bot may resume.
    pub fn drop_connections(&self) {
        self.0.world().sessions.drop_lines();
    }

    /// Closes every connection with this code.
    pub fn close_connections(&self, code: u16) {
        self.0.world().sessions.close_lines(code);
    }

    /// Asks the bot to connect anew and resume.
    pub fn ask_to_reconnect(&self) {
        self.0.world().sessions.ask_to_reconnect();
    }

    /// Forgets every session and loses the connections: the bot must begin anew.
    pub fn forget_sessions(&self) {
        self.0.world().sessions.forget();
    }

    /// Lets nobody in, or everybody again.
    pub fn set_open(&self, is_open: bool) {
        self.0.world().sessions.is_closed = !is_open;
    }

    /// Leaves signs of life unanswered, or answers them again.
    pub fn set_deaf(&self, is_deaf: bool) {
        self.0.world().sessions.is_deaf = is_deaf;
    }

    /// Tells bots that connect from now on to show so often that they are alive, in milliseconds; nothing stands for what
    /// is usual.
    pub fn set_heartbeat(&self, heartbeat: Option<u64>) {
        self.0.world().sessions.heartbeat = heartbeat.unwrap_or(HEARTBEAT);
    }

    /// Lets the bot begin so many sessions more until the limit is reset after this time.
    pub fn set_starts(&self, remaining: u64, reset_after: Duration) {
        self.0.world().sessions.starts = SessionStarts {
            remaining,
            reset_after,
        };
    }

    /// Resets the limit of sessions that the bot may begin.
    pub fn reset_starts(&self) {
        self.set_starts(STARTS, Duration::from_secs(24 * 60 * 60));
    }

    /// How many connections of the bot were compressed.
    pub fn n_compressed(&self) -> usize {
        self.0.world().sessions.n_compressed
    }

    /// How many sessions the bot has begun.
    pub fn n_identified(&self) -> usize {
        self.0.world().sessions.n_identified
    }

    /// Waits until the bot has begun so many sessions.
    ///
    /// # Panics
    ///
    /// It has not.
    pub async fn identified(&self, n: usize) {
        let what = format!("{n} sessions");
        self.0
            .until(&what, |world| {
                (world.sessions.n_identified >= n).then_some(())
            })
            .await;
    }

    /// How often the bot has resumed a session.
    pub fn n_resumed(&self) -> usize {
        self.0.world().sessions.n_resumed
    }

    /// Waits until the bot has resumed so many times.
    ///
    /// # Panics
    ///
    /// It has not.
    pub async fn resumed(&self, n: usize) {
        let what = format!("{n} resumed sessions");
        self.0
            .until(&what, |world| (world.sessions.n_resumed >= n).then_some(()))
            .await;
    }

    /// How often the bot has begun a session or resumed one.
    pub fn n_opened(&self) -> usize {
        self.n_identified() + self.n_resumed()
    }

    /// Waits until the bot has begun a session or resumed one so many times.
    ///
    /// # Panics
    ///
    /// It has not.
    pub async fn opened(&self, n: usize) {
        let what = format!("{n} connections");
        let n_opened = |world: &World| world.sessions.n_identified + world.sessions.n_resumed;
        self.0
            .until(&what, |world| (n_opened(world) >= n).then_some(()))
            .await;
    }
}
