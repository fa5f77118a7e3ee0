//! The connection by which Discord tells what people do.

use std::{
    sync::{Arc, Once},
    time::Duration,
};

use async_trait::async_trait;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serenity::{
    all::{
        Context, EventHandler, GatewayIntents, Guild, Interaction, Message, Ready, ResumedEvent,
        ShardStageUpdateEvent,
    },
    client::ClientBuilder,
    gateway::ConnectionStage,
};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use tracing::{info, warn};

use super::{
    adapter::Discord,
    commands::CommandIds,
    failure::{Failure, patiently},
    ids,
    interactions::Expected,
    messages::ReadMessage,
    reading, register,
};
use crate::{
    chat::kit::{Pauses, hold, pauses, retry},
    ports::{Batch, Listener},
};

/// Why the bot does not come to Discord.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// The token is none that Discord knows.
    #[error(
        "Discord does not know this token. Copy it anew from https://discord.com/developers/applications, section Bot, into [discord] token or ODDBOARD_DISCORD_TOKEN"
    )]
    Token,
    /// The connection cannot be kept up.
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
}

/// The pauses before Discord is tried again.
const PAUSES: Pauses = pauses(Duration::from_millis(500), Duration::from_secs(60));

/// Hears what people do on Discord until `shutdown`, and closes the connection then. `connected` is called with the bot's
/// name when it is there.
///
/// # Errors
///
/// The token is wrong, or the connection ended for good.
pub async fn serve(
    discord: Arc<Discord>,
    listener: Arc<dyn Listener>,
    connected: impl Fn(&str) + Send + Sync + 'static,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), GatewayError> {
    tokio::pin!(shutdown);
    tokio::select! {
        greeted = discord.greet() => greeted?,
        () = &mut shutdown => return Ok(()),
    }
    let gateway = Gateway {
        discord: Arc::clone(&discord),
        listener,
        connected: Box::new(connected),
        greeting: Once::new(),
        registering: Mutex::default(),
    };
    // What people do needs no intent, what they write to the bot none that is privileged, nor does it to hear when a server is
    // back.
    let messages = GatewayIntents::DIRECT_MESSAGES | GatewayIntents::GUILD_MESSAGES;
    let intents = GatewayIntents::GUILDS | messages;
    let builder = ClientBuilder::new_with_http(discord.settings.http(), intents);
    let built = builder.event_handler(gateway).await;
    let mut client = built.map_err(|error| ended(&error))?;
    let shards = Arc::clone(&client.shard_manager);
    tokio::select! {
        served = client.start_autosharded() => match served {
            Ok(()) => Err(GatewayError::Ended("Discord closed it".to_owned())),
            Err(error) => Err(ended(&error)),
        },
        () = &mut shutdown => {
            shards.shutdown_all().await;
            Ok(())
        }
    }
}

/// What is said of an error of serenity: never the error itself, which may quote what it was about.
fn ended(error: &serenity::Error) -> GatewayError {
    use serenity::gateway::GatewayError as Ended;
    match error {
        serenity::Error::Gateway(Ended::InvalidAuthentication) => GatewayError::Token,
        serenity::Error::Gateway(error) => GatewayError::Ended(error.to_string()),
        _ => GatewayError::Ended("it cannot be kept up".to_owned()),
    }
}

impl Discord {
    /// Waits until Discord answers, and learns whether it knows the token.
    async fn greet(&self) -> Result<(), GatewayError> {
        let greeted = retry("to reach Discord", PAUSES, || self.greet_once()).await;
        greeted.map_err(|_| GatewayError::Token)
    }

    async fn greet_once(&self) -> Result<(), Failure> {
        match patiently(self.http.get_current_user()).await {
            // What stands in the way may be no fault of ours, and go away.
            Err(Failure::Refused(rejection)) => Err(Failure::Later(rejection.to_string())),
            greeted => {
                // It is who we are for as long as the program runs.
                let _ = self.me.set(greeted?.id);
                Ok(())
            }
        }
    }

    /// Registers the commands if they are not those that were registered last.
    async fn register(&self, application: u64) -> Result<(), Failure> {
        let commands = register::commands();
        let hash = HEXLOWER.encode(&Sha256::digest(register::canonical(&commands)));
        let key = format!("discord/commands/{application}").into_bytes();
        let known = self.writer.get(&key)?;
        let known: Option<Registered> = known.and_then(|row| serde_json::from_slice(&row).ok());
        if let Some(known) = known.filter(|known| known.hash == hash) {
            *hold(&self.commands) = Arc::new(known.ids);
            return Ok(());
        }
        let registered = patiently(self.http.create_global_commands(&commands)).await?;
        info!(n_commands = commands.len(), "the commands are registered");
        let ids = CommandIds::of(&registered);
        *hold(&self.commands) = Arc::new(ids.clone());
        let row = serde_json::to_vec(&Registered { hash, ids });
        let mut batch = Batch::default();
        batch.put(key, row.unwrap_or_default());
        Ok(self.writer.commit(batch).await?)
    }
}

/// The commands that were registered last.
#[derive(Serialize, Deserialize)]
struct Registered {
    hash: String,
    ids: CommandIds,
}

/// Hears what Discord tells.
struct Gateway {
    discord: Arc<Discord>,
    listener: Arc<dyn Listener>,
    connected: Box<dyn Fn(&str) + Send + Sync>,
    greeting: Once,
    /// Held while the commands are registered.
    registering: Mutex<()>,
}

#[async_trait]
impl EventHandler for Gateway {
    async fn ready(&self, _: Context, ready: Ready) {
        let application = ready.application.id;
        self.discord.http.set_application_id(application);
        // It may be told anew while that is still tried.
        if let Ok(_turn) = self.registering.try_lock() {
            let registering = || self.discord.register(application.get());
            if let Err(failure) = retry("to register the commands", PAUSES, registering).await {
                warn!(?failure, "the commands are not registered");
            }
        }
        // It may be told anew, and by each shard.
        self.greeting
            .call_once(|| (self.connected)(&ready.user.name));
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        let is_open = event.new == ConnectionStage::Connected;
        hold(&self.discord.shards).insert(event.shard_id.0, is_open);
        match event.new {
            ConnectionStage::Connected => info!("the connection to Discord is open"),
            ConnectionStage::Disconnected => warn!("the connection to Discord is lost"),
            _ => {}
        }
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        self.listener.is_on(&ids::server_id(guild.id)).await;
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        info!("the connection to Discord goes on");
    }

    async fn message(&self, _: Context, message: Message) {
        match self.discord.read_message(&message) {
            Some(ReadMessage::Asks { event, at }) => {
                if self.discord.await_message(&message, &event.id).is_none() {
                    return;
                }
                if let Some((guild, channel)) = at {
                    self.discord.members.saw(guild, channel, message.author.id);
                }
                self.listener.hear(*event).await;
            }
            Some(ReadMessage::Unknown) => {
                let user = ids::user_id(message.author.id);
                let language = self.listener.language_for(&user);
                self.discord.tell_way_in(&message, language).await;
            }
            None => {}
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let Some(read) = reading::read(interaction) else {
            return;
        };
        let expected = read.open.expected;
        if self.discord.await_answer(read.open).is_none() {
            return;
        }
        if let (Some((guild, channel)), Some(user)) = (read.at, ids::user(&read.event.speaker.id)) {
            self.discord.members.saw(guild, channel, user);
        }
        match expected {
            Expected::Completion => self.listener.complete(read.event).await,
            Expected::Message | Expected::Change => self.listener.hear(read.event).await,
        }
    }
}
