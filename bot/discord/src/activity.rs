//! The web page inside Discord: identifies the people in an instance of the Activity.
//!
//! The client of a person gives the page a code, as for *Sign in with Discord*, and names the instance that shows it. Anybody can
//! name any instance, so Discord tells who is in it.

use std::sync::Arc;

use async_trait::async_trait;
use oauth2::{AuthorizationCode, TokenResponse as _};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serenity::all::{ChannelId, UserId};
use tracing::error;

use super::{
    adapter::Discord,
    identity::{DiscordIdentity, refused, unreachable},
    ids,
};
use api::{ActivityProvider, ActivityVisitor};
use text::Text;

/// The longest id of an instance, in bytes.
const LONGEST_INSTANCE: usize = 200;

/// The Activity of the bot's application.
pub struct DiscordActivity {
    discord: Arc<Discord>,
    identity: Arc<DiscordIdentity>,
}

/// An instance of the Activity, as Discord describes it.
#[derive(Deserialize)]
struct Instance {
    location: Location,
    /// The people who are in it.
    users: Vec<UserId>,
}

/// The place of an instance.
#[derive(Deserialize)]
struct Location {
    channel_id: ChannelId,
}

impl DiscordActivity {
    /// Makes the Activity of an adapter, whose application identifies people.
    pub fn new(discord: Arc<Discord>, identity: Arc<DiscordIdentity>) -> DiscordActivity {
        DiscordActivity { discord, identity }
    }

    /// Returns an instance, or `None` if there is none with this id.
    async fn instance(&self, id: &str) -> Result<Option<Instance>, Text> {
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if id.is_empty() || id.len() > LONGEST_INSTANCE || !id.bytes().all(is_sign) {
            return Ok(None);
        }
        let path = format!(
            "applications/{}/activity-instances/{id}",
            self.application()
        );
        let token = self.discord.line.token();
        let response = self.identity.get(&path, token).await;
        let response = response.map_err(|_| unreachable())?;
        let status = response.status();
        if status == reqwest::StatusCode::NOT_FOUND {
            return Ok(None);
        }
        if status.is_client_error() && status != reqwest::StatusCode::TOO_MANY_REQUESTS {
            error!(
                %status,
                "Discord does not describe an instance of the Activity; check that Activities are enabled for the application"
            );
            return Err(text::page_discord_refuses());
        }
        let response = response.error_for_status().map_err(|_| unreachable())?;
        response.json().await.map(Some).map_err(|_| unreachable())
    }
}

#[async_trait]
impl ActivityProvider for DiscordActivity {
    fn application(&self) -> &str {
        self.identity.client.client_id()
    }

    async fn visitor(&self, code: &str, instance: &str) -> Result<ActivityVisitor, Text> {
        let code = AuthorizationCode::new(code.to_owned());
        let exchange = self.identity.client.exchange_code(code);
        let token = exchange.request_async(&self.identity.http).await;
        let token = token.map_err(|error| refused(error, text::page_activity_over()))?;
        let token = SecretString::from(token.access_token().secret().clone());
        let account = self.identity.owner(token.expose_secret()).await;
        let account = account.map_err(|_| unreachable())?;
        let instance = self.instance(instance).await?;
        let user = ids::user(&account.id);
        let is_inside =
            |instance: &Instance| user.is_some_and(|user| instance.users.contains(&user));
        let instance = instance.filter(is_inside);
        let channel = instance
            .ok_or_else(text::page_activity_elsewhere)?
            .location
            .channel_id;
        Ok(ActivityVisitor {
            account,
            token,
            channel: ids::channel_id(channel),
        })
    }
}
