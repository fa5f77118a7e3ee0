//! One shard: a connection that is reopened whenever it is lost, and the session that is resumed over it.

use std::{sync::Arc, time::Duration};

use backon::{BackoffBuilder, ExponentialBackoff};
use futures_util::FutureExt;
use rand::{TryRng, rngs::SysRng};
use serde::Deserialize;
use serde_json::json;
use serenity::all::{ApplicationId, GatewayIntents};
use tokio::{
    sync::watch,
    time::{Instant, Interval, MissedTickBehavior, interval_at, sleep, timeout},
};
use tracing::{debug, info, warn};

use super::{
    error::GatewayError,
    hearing::EventOrigin,
    identify::IdentifyTurn,
    session::{GatewaySession, SessionStore, SessionStoreError},
    shared::{Gateway, role},
    socket::{Broken, GatewayFrame, GatewaySocket, PATIENCE, SocketEvent, op},
};
use crate::failure::Failure;
use api::StoreError;
use kit::{Pauses, panics::caught, pauses};
use store::writer::Pending;

/// The pauses before a failed connection is retried.
const PAUSES: Pauses = pauses(Duration::from_millis(500), Duration::from_secs(60));

/// The pauses after Discord has ended the session, which wants one to five seconds.
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
    /// The shard is to stop.
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

/// Discord's `READY` event, which begins a session.
#[derive(Deserialize)]
struct Ready {
    session_id: String,
    resume_gateway_url: String,
    application: Application,
}

#[derive(Deserialize)]
struct Application {
    id: ApplicationId,
}

/// Discord's hello, with the heartbeat interval in milliseconds.
#[derive(Deserialize)]
struct GatewayHello {
    heartbeat_interval: u64,
}

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
        let is_first = self.n_attempts == 0 && self.session.is_some();
        self.n_attempts += 1;
        if is_first {
            Duration::ZERO
        } else {
            self.pauses.next().unwrap_or_default()
        }
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

    /// Waits until the pending write of the session is done.
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
        let opened = self.unless_stopped(self.open_connection()).await;
        match opened {
            None => ShardEnd::Stopped,
            Some(Err(end)) => end,
            Some(Ok((wire, beats))) => self.hear(wire, beats).await,
        }
    }

    /// Opens a connection, and identifies or resumes the session.
    async fn open_connection(&self) -> Result<(GatewaySocket, Interval), ShardEnd> {
        self.check_own().await?;
        let turn = match &self.session {
            Some(_) => None,
            None => Some(self.turn().await?),
        };
        let address = match &self.session {
            Some(session) if self.n_attempts <= ATTEMPTS => &session.address,
            _ => &self.gateway.address,
        };
        let opened = GatewaySocket::open(&self.gateway.client, address).await;
        let mut wire = opened.map_err(|error| self.lost(&error))?;
        let beats = greeting(&mut wire)
            .await
            .ok_or_else(|| self.lost(&Broken("it says nothing")))?;
        let said = match &self.session {
            Some(session) => self.resume(&mut wire, session).await,
            None => self.identify(&mut wire).await,
        };
        drop(turn);
        said.map_err(|error| self.lost(&error))?;
        Ok((wire, beats))
    }

    /// Waits for the turn to identify, and until Discord allows another session.
    async fn turn(&self) -> Result<IdentifyTurn, ShardEnd> {
        let turn = self.gateway.turns.next(self.number).await;
        match self.gateway.await_start().await {
            Ok(()) => Ok(turn),
            Err(Failure::LoggedOut(_)) => Err(ShardEnd::Refused(GatewayError::Token)),
            Err(failure) => Err(self.lost(&failure)),
        }
    }

    /// Checks that no other process has the shard, so that it does not lose its session to this one.
    async fn check_own(&self) -> Result<(), ShardEnd> {
        let is_ours = self.gateway.roles.take(&role(self.number)).await;
        let is_taken = self.session_store.is_taken();
        match (is_ours, is_taken) {
            (Ok(true), Ok(false)) => Ok(()),
            (Ok(false), _) | (_, Ok(true)) => Err(ShardEnd::Taken),
            (Err(error), _) | (_, Err(error)) => Err(self.lost(&error)),
        }
    }

    fn lost(&self, reason: &dyn std::fmt::Display) -> ShardEnd {
        warn!(shard = self.number, %reason, "cannot connect to Discord; retrying");
        ShardEnd::Lost
    }

    async fn identify(&self, wire: &mut GatewaySocket) -> Result<(), Broken> {
        let data = json!({
            "token": self.gateway.discord.line.token(),
            "intents": intents().bits(),
            "shard": [self.number, self.n_shards],
            "properties": {
                "os": std::env::consts::OS,
                "browser": "oddboard",
                "device": "oddboard",
            },
        });
        wire.send_frame(op::IDENTIFY, &data).await
    }

    async fn resume(
        &self,
        wire: &mut GatewaySocket,
        session: &GatewaySession,
    ) -> Result<(), Broken> {
        let data = json!({
            "token": self.gateway.discord.line.token(),
            "session_id": session.id,
            "seq": session.sequence,
        });
        wire.send_frame(op::RESUME, &data).await
    }

    /// Handles the frames of a connection until it ends.
    async fn hear(&mut self, mut wire: GatewaySocket, mut beats: Interval) -> ShardEnd {
        let mut is_stopped = self.is_stopped.clone();
        let mut keeping = interval_at(Instant::now() + KEEPING, KEEPING);
        keeping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_alive = true;
        let end = loop {
            let end = tokio::select! {
                            () = stopped(&mut is_stopped) => Some(ShardEnd::Stopped),
                            _ = beats.tick() => if is_alive {
            is_alive = false;
                                    self.beat(&mut wire).await
            } else {
            Some(self.lost(&Broken("it gives no sign of life")))
            },
                            _ = keeping.tick() => self.keep(),
                            came = wire.next() => match came {
                                SocketEvent::Frame(frame) if frame.op == op::HEARTBEAT_ACK => {
                                    is_alive = true;
                                    None
                                }
                                SocketEvent::Frame(frame) if frame.op == op::HEARTBEAT => self.beat(&mut wire).await,
                                SocketEvent::Frame(frame) => self.take_in(&frame),
                                SocketEvent::Unreadable => {
                                    warn!("cannot parse a gateway frame");
                                    None
                                }
                                SocketEvent::End(code) => return self.ended(code),
                            },
                        };
            if let Some(end) = end {
                break end;
            }
        };
        wire.close().await;
        end
    }

    async fn beat(&self, wire: &mut GatewaySocket) -> Option<ShardEnd> {
        let last = self.session.as_ref().map(|session| session.sequence);
        let said = wire.send_frame(op::HEARTBEAT, &last).await;
        said.err().map(|error| self.lost(&error))
    }

    /// Handles a frame. Returns the reason if the frame ends the connection.
    fn take_in(&mut self, frame: &GatewayFrame) -> Option<ShardEnd> {
        match frame.op {
            op::DISPATCH => self.event(frame),
            op::RECONNECT => {
                debug!(shard = self.number, "Discord requests a reconnect");
                Some(ShardEnd::Lost)
            }
            op::INVALID_SESSION if frame.data() == Some(true) => Some(ShardEnd::Lost),
            op::INVALID_SESSION => Some(ShardEnd::Over),
            _ => None,
        }
    }

    fn event(&mut self, frame: &GatewayFrame) -> Option<ShardEnd> {
        let (Some(sequence), Some(name)) = (frame.s, &frame.t) else {
            return None;
        };
        if name == "READY" {
            let Some(ready) = frame.data::<Ready>() else {
                return Some(self.lost(&Broken("the beginning of a session cannot be read")));
            };
            self.gateway.discord.in_flight.forget(self.number);
            self.session = Some(GatewaySession {
                id: ready.session_id,
                address: ready.resume_gateway_url,
                sequence,
                application: ready.application.id.get(),
            });
        }
        let session = self.session.as_mut()?;
        session.sequence = sequence;
        let application = session.application;
        match name.as_str() {
            "READY" | "RESUMED" => self.connected(application),
            _ => {
                let origin = EventOrigin {
                    shard: self.number,
                    sequence,
                    is_late: !self.is_caught_up,
                };
                self.gateway.dispatch(origin, name, frame);
                None
            }
        }
    }

    fn connected(&mut self, application: u64) -> Option<ShardEnd> {
        info!(shard = self.number, "connected to Discord");
        self.n_attempts = 0;
        self.pauses = PAUSES.build();
        self.is_caught_up = true;
        self.gateway.discord.open_shards.set(self.number, true);
        self.gateway.connected(application);
        // The write tells the previous owner of the shard that it was taken.
        self.kept = None;
        self.keep()
    }

    /// Stores the progress of the session, unless it is stored already or a write is pending.
    fn keep(&mut self) -> Option<ShardEnd> {
        match self.keeping.as_mut().map(FutureExt::now_or_never) {
            Some(None) => return None,
            Some(Some(Err(error))) => self.unwritten(&error),
            Some(Some(Ok(()))) | None => {}
        }
        self.keeping = None;
        let in_flight = &self.gateway.discord.in_flight;
        let session = self.session.as_ref().map(|session| GatewaySession {
            sequence: in_flight.settled(self.number, session.sequence),
            ..session.clone()
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

/// Waits for the hello frame, which states the heartbeat interval.
async fn greeting(wire: &mut GatewaySocket) -> Option<Interval> {
    let Ok(SocketEvent::Frame(frame)) = timeout(PATIENCE, wire.next()).await else {
        return None;
    };
    if frame.op != op::HELLO {
        return None;
    }
    let hello: GatewayHello = frame.data()?;
    let every = Duration::from_millis(hello.heartbeat_interval.clamp(100, 600_000));
    let first = every.mul_f64(chance());
    let mut beats = interval_at(Instant::now() + first, every);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    Some(beats)
}

/// Returns the intents. Interactions need none, and neither messages to the bot nor the return of a server need a
/// privileged one.
fn intents() -> GatewayIntents {
    GatewayIntents::GUILDS | GatewayIntents::DIRECT_MESSAGES | GatewayIntents::GUILD_MESSAGES
}

/// Returns a random number from 0 up to 1.
fn chance() -> f64 {
    let number = SysRng.try_next_u32().unwrap_or_default();
    f64::from(number) / (f64::from(u32::MAX) + 1.0)
}
