//! The state that all shards of this process share.

use std::{
    num::NonZeroU32,
    sync::{Arc, Once},
};

use rustls::crypto::ring;
use serenity::{all::BotGateway, http::Route};
use tokio::sync::Mutex;
use tracing::warn;
use twilight_gateway::{Config, ConfigBuilder, Intents};

use super::{
    error::GatewayError,
    greeting::{PAUSES, curable},
    identify::IdentifyQueue,
};
use crate::{adapter::Discord, failure::Failure};
use api::{Listener, Roles};
use kit::retry;

/// Returns the role of a shard.
pub(super) fn role(shard: u32) -> String {
    format!("discord/shard/{shard}")
}

/// The intents. Interactions need none. Messages to the bot and the return of a server need no privileged one.
const INTENTS: Intents = Intents::GUILDS
    .union(Intents::DIRECT_MESSAGES)
    .union(Intents::GUILD_MESSAGES);

impl Discord {
    /// Requests the URL of the gateway and the limit of session starts. A refusal may pass.
    pub(super) async fn find_gateway(&self) -> Result<BotGateway, Failure> {
        curable(self.line.get(Route::GatewayBot).await)
    }
}

/// The state that all shards of this process share.
pub(super) struct Gateway {
    pub(super) discord: Arc<Discord>,
    pub(super) roles: Arc<dyn Roles>,
    pub(super) listener: Arc<dyn Listener>,
    /// The configuration of each connection.
    pub(super) config: Config<IdentifyQueue>,
    /// The number of shards that Discord recommends.
    pub(super) recommended: u32,
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
        let found = retry("to find the gateway", PAUSES, || discord.find_gateway()).await;
        let found = found.map_err(|_| GatewayError::Token)?;
        let n_buckets = found.session_start_limit.max_concurrency;
        let n_buckets = u32::try_from(n_buckets).unwrap_or(u32::MAX);
        let queue = IdentifyQueue {
            discord: Arc::clone(&discord),
            roles: Arc::clone(&roles),
            n_buckets: NonZeroU32::new(n_buckets).unwrap_or(NonZeroU32::MIN),
            buckets: Arc::default(),
        };
        // Built with Matrix, the program has two providers, of which TLS chooses none. It fails if one is installed already.
        let _ = ring::default_provider().install_default();
        let config = ConfigBuilder::new(discord.line.token().to_owned(), INTENTS)
            .proxy_url(found.url.trim_end_matches('/').to_owned())
            .queue(queue)
            .build();
        Ok(Arc::new(Gateway {
            roles,
            listener,
            config,
            recommended: found.shards,
            connected,
            greeting: Once::new(),
            registering: Mutex::default(),
            discord,
        }))
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
