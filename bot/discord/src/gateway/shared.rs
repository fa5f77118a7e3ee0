//! What all shards of this process share.

use std::{
    sync::{Arc, Once},
    time::Duration,
};

use serenity::{all::BotGateway, http::Route};
use tokio::{sync::Mutex, time::sleep};
use tracing::warn;

use super::{
    error::GatewayError,
    greeting::{PAUSES, curable},
    identify::IdentifyTurns,
    socket,
};
use crate::{adapter::Discord, failure::Failure};
use api::{Listener, Roles};
use kit::retry;

/// The role of a shard.
pub(super) fn role(shard: u32) -> String {
    format!("discord/shard/{shard}")
}

/// How many of the sessions that the bot may still begin are left alone: Discord resets the token of a bot that begins more
/// than it may, and several processes may begin some at once.
const RESERVE: u64 = 50;

/// How long Discord is left alone at least before it is asked again how many sessions are left.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);

impl Discord {
    /// Where the gateway is, and how many sessions the bot may begin there.
    async fn find_gateway(&self) -> Result<BotGateway, Failure> {
        self.line.get(Route::GatewayBot, Vec::new()).await
    }
}

/// What all shards of this process share.
pub(super) struct Gateway {
    pub(super) discord: Arc<Discord>,
    pub(super) roles: Arc<dyn Roles>,
    pub(super) listener: Arc<dyn Listener>,
    /// What opens connections.
    pub(super) client: reqwest::Client,
    /// Where they begin.
    pub(super) address: String,
    /// How many shards Discord recommends.
    pub(super) recommended: u32,
    pub(super) turns: IdentifyTurns,
    connected: Box<dyn Fn() + Send + Sync>,
    greeting: Once,
    /// Held while the commands are registered.
    registering: Mutex<()>,
}

impl Gateway {
    /// Learns where it is, and what Discord wants of whoever connects.
    pub(super) async fn find(
        discord: Arc<Discord>,
        roles: Arc<dyn Roles>,
        listener: Arc<dyn Listener>,
        connected: Box<dyn Fn() + Send + Sync>,
    ) -> Result<Arc<Gateway>, GatewayError> {
        let ask = || async { curable(discord.find_gateway().await) };
        let found = retry("to find the gateway", PAUSES, ask).await;
        let found = found.map_err(|_| GatewayError::Token)?;
        let client = socket::client();
        let client =
            client.map_err(|_| GatewayError::Ended("this system cannot do TLS".to_owned()))?;
        let n_buckets = found.session_start_limit.max_concurrency;
        let n_buckets = u32::try_from(n_buckets).unwrap_or(u32::MAX);
        let turns = IdentifyTurns::new(
            Arc::clone(&roles),
            n_buckets,
            discord.settings.identify_pause,
        );
        Ok(Arc::new(Gateway {
            roles,
            listener,
            client,
            address: found.url,
            recommended: found.shards,
            turns,
            connected,
            greeting: Once::new(),
            registering: Mutex::default(),
            discord,
        }))
    }

    /// Waits until the bot may begin a session without coming near the number at which Discord resets its token. The shard keeps
    /// its turn meanwhile: the limit is that of the bot, so the next shard would wait as long.
    pub(super) async fn await_start(&self) -> Result<(), Failure> {
        loop {
            let limit = self.discord.find_gateway().await?.session_start_limit;
            if limit.remaining > RESERVE {
                return Ok(());
            }
            let wait = Duration::from_millis(limit.reset_after).max(SHORTEST_WAIT);
            warn!(
                remaining = limit.remaining,
                wait_s = wait.as_secs(),
                "Discord resets the token of a bot that begins too many sessions, and few are left; no session begins until Discord resets the limit"
            );
            sleep(wait).await;
        }
    }

    /// The bot is there, by one more connection.
    pub(super) fn connected(self: &Arc<Gateway>, application: u64) {
        let gateway = Arc::clone(self);
        tokio::spawn(async move {
            gateway.register(application).await;
            gateway.greeting.call_once(|| (gateway.connected)());
        });
    }

    async fn register(&self, application: u64) {
        // It is the same as long as the token is.
        let _ = self.discord.application.set(application.into());
        // Several connections open while that is still tried.
        let Ok(_turn) = self.registering.try_lock() else {
            return;
        };
        let registering = || self.discord.register(application);
        if let Err(failure) = retry("to register the commands", PAUSES, registering).await {
            warn!(?failure, "cannot register the commands");
        }
    }
}
