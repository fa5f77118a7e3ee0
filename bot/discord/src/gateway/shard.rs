//! One shard: a connection that is reopened whenever it is lost, and the session that is resumed over it.

use std::{future::poll_fn, sync::Arc, task::Poll, time::Duration};

use backon::{BackoffBuilder, ExponentialBackoff};
use futures_util::{FutureExt, StreamExt};
use serde::Deserialize;
use serenity::all::ApplicationId;
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval_at, sleep, sleep_until, timeout},
};
use tracing::{debug, info, warn};
use twilight_gateway::{
    CloseFrame, ConfigBuilder, Message, ShardId, ShardState,
    error::{ReceiveMessageError, ReceiveMessageErrorType},
};

use super::{
    dispatch::GatewayFrame,
    error::GatewayError,
    identify::IdentifyQueue,
    session::{GatewaySession, SessionStore, SessionStoreError},
    shared::{Gateway, role},
};
use crate::in_flight::EventOrigin;
use api::StoreError;
use kit::{Pauses, panics::caught, pauses};
use store::writer::Pending;

/// The timeout to open a connection and receive the first frame.
const PATIENCE: Duration = Duration::from_secs(15);

/// The longest frame that the bot parses, in bytes. The library has received and decompressed it by then.
const LONGEST_FRAME: usize = 32 << 20;

/// The pauses before a failed connection is retried.
const PAUSES: Pauses = pauses(Duration::from_millis(500), Duration::from_secs(60));

/// The pauses after Discord has ended the session. Discord asks for one to five seconds.
const REST: Pauses = pauses(Duration::from_secs(1), Duration::from_secs(60));

/// The shortest interval between two writes of a session's sequence number.
const KEEPING: Duration = Duration::from_secs(1);

/// The time for which a stopping shard waits for decisions on its last events.
const LAST_DECISIONS: Duration = Duration::from_secs(2);

/// The number of attempts at the session's resume URL before the gateway's own URL is tried.
const ATTEMPTS: u32 = 2;

/// Discord's close codes that end a session.
mod close_code {
    pub(super) const WRONG_TOKEN: u16 = 4004;
    pub(super) const WRONG_SEQUENCE: u16 = 4007;
    pub(super) const TIMED_OUT: u16 = 4009;
    pub(super) const WRONG_SHARD: u16 = 4010;
    pub(super) const TOO_FEW_SHARDS: u16 = 4011;
    pub(super) const WRONG_INTENTS: u16 = 4013;
    pub(super) const FORBIDDEN_INTENTS: u16 = 4014;
}

/// The reasons why a connection ended.
enum ShardEnd {
    /// The shard was told to stop.
    Stopped,
    /// Another process has the shard.
    Taken,
    /// The session may be resumed.
    Lost,
    /// The session is over.
    Over,
    /// The connection will never succeed.
    Refused(GatewayError),
}

/// Describes an error of a connection. The library's own text may quote an event, which may hold a secret.
fn reason(error: &ReceiveMessageError) -> &'static str {
    match error.kind() {
        ReceiveMessageErrorType::Reconnect => "the gateway cannot be reached",
        ReceiveMessageErrorType::Compression => "a frame cannot be decompressed",
        _ => "a frame cannot be sent or received",
    }
}

/// Discord's `READY` event, which begins a session.
#[derive(Deserialize)]
struct Ready {
    application: Application,
}

#[derive(Deserialize)]
struct Application {
    id: ApplicationId,
}

/// A connection to the gateway. It is not used again once it is lost, because it would reopen itself without a check that
/// no other process has the shard.
type Connection = twilight_gateway::Shard<IdentifyQueue>;

/// One shard.
pub(super) struct Shard {
    gateway: Arc<Gateway>,
    number: u32,
    n_shards: u32,
    session_store: SessionStore,
    session: Option<GatewaySession>,
    /// The session that was stored last.
    kept: Option<GatewaySession>,
    keeping: Option<Pending>,
    is_stopped: watch::Receiver<bool>,
    n_attempts: u32,
    pauses: ExponentialBackoff,
    /// True if all events from the time without a connection were replayed.
    is_caught_up: bool,
}

impl Shard {
    /// Takes over a shard from the process that had it.
    pub(super) fn open(
        gateway: &Arc<Gateway>,
        number: u32,
        n_shards: u32,
        is_stopped: watch::Receiver<bool>,
    ) -> Result<Shard, StoreError> {
        let (session_store, session) =
            SessionStore::open(&gateway.discord.writer, number, n_shards)?;
        Ok(Shard {
            gateway: Arc::clone(gateway),
            number,
            n_shards,
            session_store,
            session,
            kept: None,
            keeping: None,
            is_stopped,
            n_attempts: 0,
            pauses: PAUSES.build(),
            is_caught_up: false,
        })
    }

    /// Receives events until the shard is stopped or another process takes it.
    pub(super) async fn run(mut self) -> Result<(), GatewayError> {
        self.gateway.discord.open_shards.set(self.number, false);
        loop {
            // The panic hook has logged a panic. The events before it are not replayed.
            let end = caught(self.connection()).await.unwrap_or(ShardEnd::Over);
            self.gateway.discord.open_shards.set(self.number, false);
            match end {
                ShardEnd::Stopped => break,
                ShardEnd::Taken => return Ok(()),
                ShardEnd::Refused(error) => return Err(error),
                ShardEnd::Lost => {}
                ShardEnd::Over => {
                    self.session = None;
                    if self.n_attempts == 0 {
                        self.pauses = REST.build();
                    }
                }
            }
            let pause = self.pause();
            if self.unless_stopped(sleep(pause)).await.is_none() {
                break;
            }
        }
        self.part().await;
        Ok(())
    }

    /// Returns the pause before the next attempt. A lost session is resumed at once.
    fn pause(&mut self) -> Duration {
        self.n_attempts += 1;
        if self.n_attempts == 1 && self.session.is_some() {
            return Duration::ZERO;
        }
        self.pauses.next().unwrap_or_default()
    }

    /// Stores the session for the next process that resumes it.
    async fn part(&mut self) {
        let in_flight = &self.gateway.discord.in_flight;
        in_flight.settle(self.number, LAST_DECISIONS).await;
        let keeping = async {
            self.written().await;
            self.keep();
            self.written().await;
        };
        if timeout(LAST_DECISIONS, keeping).await.is_err() {
            warn!("cannot store the position in the event stream; some events will repeat");
        }
    }

    /// Waits for the pending write of the session.
    async fn written(&mut self) {
        if let Some(keeping) = self.keeping.take()
            && let Err(error) = keeping.await
        {
            self.unwritten(&error);
        }
    }

    fn unwritten(&mut self, error: &StoreError) {
        debug!(%error, "cannot store the position in the event stream; retrying");
        self.kept = None;
    }

    /// Returns the output of a future, or `None` if the shard is stopped first.
    async fn unless_stopped<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut is_stopped = self.is_stopped.clone();
        tokio::select! {
            biased;
            () = stopped(&mut is_stopped) => None,
            done = work => Some(done),
        }
    }

    async fn connection(&mut self) -> ShardEnd {
        self.is_caught_up = false;
        match self.unless_stopped(self.check_own()).await {
            None => ShardEnd::Stopped,
            Some(Err(end)) => end,
            Some(Ok(())) => self.handle_frames(self.open_connection()).await,
        }
    }

    /// Makes a connection that identifies or resumes the session once it is polled.
    fn open_connection(&self) -> Connection {
        let mut config = ConfigBuilder::from(self.gateway.config.clone());
        if let Some(session) = &self.session {
            config = config.session(session.session.clone());
            if self.n_attempts <= ATTEMPTS {
                config = config.resume_url(session.address.trim_end_matches('/').to_owned());
            }
        }
        Connection::with_config(ShardId::new(self.number, self.n_shards), config.build())
    }

    /// Checks that no other process has the shard, so that it does not lose its session to this one.
    async fn check_own(&self) -> Result<(), ShardEnd> {
        let is_ours = self.gateway.roles.take(&role(self.number)).await;
        let is_taken = self.session_store.is_taken();
        match (is_ours, is_taken) {
            (Ok(true), Ok(false)) => Ok(()),
            (Ok(false), _) | (_, Ok(true)) => Err(ShardEnd::Taken),
            (Err(error), _) | (_, Err(error)) => Err(self.lost(error)),
        }
    }

    fn lost(&self, reason: impl std::fmt::Display) -> ShardEnd {
        warn!(shard = self.number, %reason, "cannot connect to Discord; retrying");
        ShardEnd::Lost
    }

    /// Handles the frames of a connection until it ends.
    async fn handle_frames(&mut self, mut connection: Connection) -> ShardEnd {
        let mut is_stopped = self.is_stopped.clone();
        let mut keeping = interval_at(Instant::now() + KEEPING, KEEPING);
        keeping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let silent_until = Instant::now() + PATIENCE;
        let mut is_silent = true;
        let end = loop {
            let end = tokio::select! {
                () = stopped(&mut is_stopped) => Some(ShardEnd::Stopped),
                () = sleep_until(silent_until), if is_silent => Some(self.lost("the gateway sends no hello")),
                _ = keeping.tick(), if connection.state().is_identified() => self.keep(),
                message = next(&mut connection) => match message {
                    Some(Ok(Message::Text(text))) => {
                        is_silent = false;
                        self.take_in(&connection, &text)
                    }
                    Some(Ok(Message::Close(frame))) => return self.ended(frame.map(|frame| frame.code)),
                    Some(Err(error)) if is_unparsed(&error) && connection.state().is_identified() => {
                        self.skip("cannot parse a gateway frame")
                    }
                    Some(Err(error)) => return self.lost(reason(&error)),
                    None => return self.ended(None),
                },
            };
            if let Some(end) = end {
                break end;
            }
        };
        close(connection);
        end
    }

    /// Handles a frame. Returns the reason if the frame ends the connection.
    fn take_in(&mut self, connection: &Connection, text: &str) -> Option<ShardEnd> {
        if is_lost(connection) {
            debug!(shard = self.number, "Discord asks for a new connection");
            return Some(match connection.session() {
                Some(_) => ShardEnd::Lost,
                None => ShardEnd::Over,
            });
        }
        if text.len() > LONGEST_FRAME {
            return self.skip("skipped a gateway frame that is too long");
        }
        let Ok(frame) = serde_json::from_str::<GatewayFrame<'_>>(text) else {
            return self.skip("cannot parse a gateway frame");
        };
        let (Some(sequence), Some(name)) = (frame.s, &frame.t) else {
            return None;
        };
        if name == "READY" {
            let Some(session) = begun(connection, &frame) else {
                return Some(self.lost("the event that begins a session cannot be parsed"));
            };
            self.gateway.discord.in_flight.forget(self.number);
            self.session = Some(session);
        }
        let session = self.session.as_mut()?;
        session.session.clone_from(connection.session()?);
        let application = session.application;
        match &**name {
            "READY" | "RESUMED" => self.connected(application),
            name => {
                let origin = EventOrigin {
                    shard: self.number,
                    sequence,
                    is_late: !self.is_caught_up,
                };
                self.gateway.dispatch(origin, name, &frame);
                None
            }
        }
    }

    /// Skips a frame. Ends a connection without a session, because the frame may have begun the session.
    fn skip(&self, why: &str) -> Option<ShardEnd> {
        warn!("{why}");
        self.session.is_none().then_some(ShardEnd::Lost)
    }

    fn connected(&mut self, application: u64) -> Option<ShardEnd> {
        info!(shard = self.number, "connected to Discord");
        self.n_attempts = 0;
        self.pauses = PAUSES.build();
        self.is_caught_up = true;
        self.gateway.discord.open_shards.set(self.number, true);
        self.gateway.connected(application);
        // The write informs the previous owner of the shard that it has lost it.
        self.kept = None;
        self.keep()
    }

    /// Stores the progress of the session, unless it is stored already or a write is pending.
    fn keep(&mut self) -> Option<ShardEnd> {
        if let Some(keeping) = &mut self.keeping {
            let written = keeping.now_or_never()?;
            self.keeping = None;
            written.unwrap_or_else(|error| self.unwritten(&error));
        }
        let in_flight = &self.gateway.discord.in_flight;
        let session = self.session.as_ref().map(|session| {
            let last = session.session.sequence();
            session.at(in_flight.settled(self.number, last))
        });
        if session == self.kept {
            return None;
        }
        match self.session_store.keep(session.as_ref()) {
            Ok(keeping) => {
                self.kept = session;
                self.keeping = Some(keeping);
                None
            }
            Err(SessionStoreError::Taken) => Some(ShardEnd::Taken),
            Err(SessionStoreError::Store(error)) => {
                self.unwritten(&error);
                None
            }
        }
    }

    /// Maps a close code of Discord to the end of a connection.
    fn ended(&self, code: Option<u16>) -> ShardEnd {
        warn!(shard = self.number, code, "lost the connection to Discord");
        let lasting = |reason: &str| ShardEnd::Refused(GatewayError::Refused(reason.to_owned()));
        let refused = |reason: &str| ShardEnd::Refused(GatewayError::Ended(reason.to_owned()));
        match code {
            Some(close_code::WRONG_TOKEN) => ShardEnd::Refused(GatewayError::Token),
            Some(close_code::WRONG_SEQUENCE | close_code::TIMED_OUT) => ShardEnd::Over,
            Some(close_code::WRONG_SHARD) => lasting(
                "Discord knows no such shard; write another number, or auto, as [discord] shards",
            ),
            Some(close_code::TOO_FEW_SHARDS) => refused(
                "the bot is on too many servers for so few shards; write a larger number, or auto, as [discord] shards in all processes",
            ),
            Some(close_code::WRONG_INTENTS | close_code::FORBIDDEN_INTENTS) => {
                lasting("Discord does not tell this bot what it has to know")
            }
            _ => ShardEnd::Lost,
        }
    }
}

/// Completes when the shard is to stop.
async fn stopped(is_stopped: &mut watch::Receiver<bool>) {
    // A dropped sender has stopped the shard.
    let _ = is_stopped.wait_for(|is_stopped| *is_stopped).await;
}

/// Returns the session that a connection has begun, if its `READY` event can be parsed.
fn begun(connection: &Connection, frame: &GatewayFrame<'_>) -> Option<GatewaySession> {
    let ready: Ready = frame.data()?;
    Some(GatewaySession {
        session: connection.session()?.clone(),
        address: connection.resume_url()?.to_owned(),
        application: ready.application.id.get(),
    })
}

/// Tells whether the connection continues, and only this frame is lost.
fn is_unparsed(error: &ReceiveMessageError) -> bool {
    matches!(error.kind(), ReceiveMessageErrorType::Deserializing { .. })
}

/// Tells whether a connection is lost, or not open yet.
fn is_lost(connection: &Connection) -> bool {
    matches!(connection.state(), ShardState::Disconnected { .. })
}

/// Returns the next message of a connection, or `None` once it is lost. Cancelling the future loses no message.
async fn next(connection: &mut Connection) -> Option<Result<Message, ReceiveMessageError>> {
    poll_fn(|context| {
        let before = connection.state();
        let polled = connection.poll_next_unpin(context);
        match (before, connection.state()) {
            (ShardState::Disconnected { .. }, _) => polled,
            // It reopens itself.
            (_, ShardState::Disconnected { .. }) if polled.is_pending() => Poll::Ready(None),
            // It has reopened itself within this poll, and the events that follow were missed. What it has read is its first frame.
            (ShardState::Active | ShardState::Resuming, ShardState::Identifying)
            | (ShardState::Active, ShardState::Resuming) => Poll::Ready(None),
            _ => polled,
        }
    })
    .await
}

/// Closes a connection in such a way that its session can be resumed.
fn close(mut connection: Connection) {
    connection.close(CloseFrame::RESUME);
    // A poll sends the frame before it reads.
    let _ = connection.next().now_or_never();
}
