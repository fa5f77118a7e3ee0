//! Control of the gateway by a test.

use std::time::Duration;

use super::{
    server::Server,
    server_state::ServerState,
    sessions::{HEARTBEAT, STARTS, SessionStarts},
};

/// A handle by which a test controls the gateway.
pub struct Gateway<'a>(pub(super) &'a Server);

impl Gateway<'_> {
    /// Drops every connection without a close frame. The bot may resume.
    pub fn drop_connections(&self) {
        self.0.state().sessions.drop_lines();
    }

    /// Closes every connection with this code.
    pub fn close_connections(&self, code: u16) {
        self.0.state().sessions.close_lines(code);
    }

    /// Asks the bot to reconnect and resume.
    pub fn ask_to_reconnect(&self) {
        self.0.state().sessions.ask_to_reconnect();
    }

    /// Declares every session invalid, but open to a resume.
    pub fn invalidate_sessions(&self) {
        self.0.state().sessions.invalidate();
    }

    /// Forgets every session and drops the connections: the bot must identify again.
    pub fn forget_sessions(&self) {
        self.0.state().sessions.forget();
    }

    /// Refuses all connections, or accepts them again.
    pub fn set_open(&self, is_open: bool) {
        self.0.state().sessions.is_closed = !is_open;
    }

    /// Sends no hello to bots that connect from now on, or sends it again.
    pub fn set_mute(&self, is_mute: bool) {
        self.0.state().sessions.is_mute = is_mute;
    }

    /// Waits until `n` connections were refused or received no hello.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn turned_away(&self, n: usize) {
        let is_so = |state: &ServerState| state.sessions.n_turned_away >= n;
        self.0
            .until_so(&format!("{n} connections in vain"), is_so)
            .await;
    }

    /// Leaves heartbeats unanswered, or answers them again.
    pub fn set_deaf(&self, is_deaf: bool) {
        self.0.state().sessions.is_deaf = is_deaf;
    }

    /// Sets the heartbeat interval for bots that connect from now on, in milliseconds. `None` stands for the default.
    pub fn set_heartbeat(&self, heartbeat: Option<u64>) {
        self.0.state().sessions.heartbeat = heartbeat.unwrap_or(HEARTBEAT);
    }

    /// Lets the bot begin `remaining` more sessions until the limit is reset after this time.
    pub fn set_starts(&self, remaining: u64, reset_after: Duration) {
        self.0.state().sessions.starts = SessionStarts {
            remaining,
            reset_after,
        };
    }

    /// Resets the limit of sessions that the bot may begin.
    pub fn reset_starts(&self) {
        self.set_starts(STARTS, Duration::from_secs(24 * 60 * 60));
    }

    /// Returns the number of compressed connections of the bot.
    pub fn n_compressed(&self) -> usize {
        self.0.state().sessions.n_compressed
    }

    /// Returns the number of sessions that the bot has begun.
    pub fn n_identified(&self) -> usize {
        self.0.state().sessions.n_identified
    }

    /// Waits until the bot has begun `n` sessions.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn identified(&self, n: usize) {
        let is_so = |state: &ServerState| state.sessions.n_identified >= n;
        self.0.until_so(&format!("{n} sessions"), is_so).await;
    }

    /// Returns the number of times that the bot has resumed a session.
    pub fn n_resumed(&self) -> usize {
        self.0.state().sessions.n_resumed
    }

    /// Waits until the bot has resumed `n` times.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn resumed(&self, n: usize) {
        let is_so = |state: &ServerState| state.sessions.n_resumed >= n;
        self.0
            .until_so(&format!("{n} resumed sessions"), is_so)
            .await;
    }

    /// Returns the number of times that the bot has begun or resumed a session.
    pub fn n_opened(&self) -> usize {
        self.n_identified() + self.n_resumed()
    }

    /// Waits until the bot has begun or resumed a session `n` times.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn opened(&self, n: usize) {
        let is_so =
            |state: &ServerState| state.sessions.n_identified + state.sessions.n_resumed >= n;
        self.0.until_so(&format!("{n} connections"), is_so).await;
    }
}
