//! The state that all shards of this process share.

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

/// Returns the role of a shard.
pub(super) fn role(shard: u32) -> String {
    format!("discord/shard/{shard}")
}

/// The number of remaining session starts that are not used. Discord resets the token of a bot that exceeds its limit, and
/// several processes may identify at once.
const RESERVE: u64 = 50;

/// The shortest wait before Discord is asked again how many session starts are left.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);

impl Discord {
    /// Requests the URL of the gateway and the limit of session starts.
    async fn find_gateway(&self) -> Result<BotGateway, Failure> {
        self.line.get(Route::GatewayBot, Vec::new()).await
    }
}

/// The state that all shards of this process share.
pub(super) struct Gateway {
    pub(super) discord: Arc<Discord>,
    pub(super) roles: Arc<dyn Roles>,
    pub(super) listener: Arc<dyn Listener>,
    /// The client that opens connections.
    pub(super) client: reqwest::Client,
    /// The URL of the gateway.
    pub(super) address: String,
    /// The number of shards that Discord recommends.
    pub(super) recommended: u32,
    pub(super) turns: IdentifyTurns,
    connected: Box<dyn Fn() + Send + Sync>,
    greeting: Once,
    /// Held while the commands are registered.
    registering: Mutex<()>,
}

impl Gateway {
    /// Requests the URL and the limits of the gateway.
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

    /// Waits until the bot may identify without coming near the limit at which Discord resets its token. The shard keeps
    /// its turn meanwhile: the limit applies to the whole bot, so the next shard would wait as long.
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

    /// Records that one more shard is connected.
    pub(super) fn connected(self: &Arc<Gateway>, application: u64) {
        let gateway = Arc::clone(self);
        tokio::spawn(async move {
            gateway.register(application).await;
            gateway.greeting.call_once(|| (gateway.connected)());
        });
    }

    async fn register(&self, application: u64) {
        // It stays the same while the token does.
        let _ = self.discord.application.set(application.into());
        // Several shards may connect during the registration.
        let Ok(_turn) = self.registering.try_lock() else {
            return;
        };
        let registering = || self.discord.register(application);
        if let Err(failure) = retry("to register the commands", PAUSES, registering).await {
            warn!(?failure, "cannot register the commands");
        }
    }
}
