//! The first requests to Discord: the bot's own account, and the registration of its commands.

use std::{sync::Arc, time::Duration};

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serenity::{
    all::{Command, CurrentUser},
    http::{LightMethod, Route},
};
use sha2::{Digest, Sha256};
use tracing::info;

use super::error::GatewayError;
use crate::{adapter::Discord, commands::CommandIds, failure::Failure, line::with_json, register};
use api::Batch;
use kit::{Pauses, lock, pauses, retry};

/// The pauses between attempts to reach Discord.
pub(super) const PAUSES: Pauses = pauses(Duration::from_millis(500), Duration::from_secs(60));

impl Discord {
    /// Waits until Discord answers, and checks the token. Returns the bot's name.
    pub(super) async fn greet(&self) -> Result<String, GatewayError> {
        let me = retry("to reach Discord", PAUSES, || self.own_account()).await;
        let me = me.map_err(|_| GatewayError::Token)?;
        Ok(me.name.clone())
    }

    /// Returns the account of the bot, which is requested once.
    pub(crate) async fn own_account(&self) -> Result<&CurrentUser, Failure> {
        let ask = || async { curable(self.line.get(Route::UserMe).await) };
        self.me.get_or_try_init(ask).await
    }

    /// Registers the commands if they differ from those registered last.
    pub(super) async fn register(&self, application: u64) -> Result<(), Failure> {
        let commands = register::commands(self.settings.activity);
        let hash = HEXLOWER.encode(&Sha256::digest(register::canonical(&commands)));
        let key = format!("discord/commands/{application}").into_bytes();
        let known = self.writer.get(&key)?;
        let known: Option<Registered> = known.and_then(|row| serde_json::from_slice(&row).ok());
        if let Some(known) = known.filter(|known| known.hash == hash) {
            *lock(&self.commands) = Arc::new(known.ids);
            return Ok(());
        }
        let route = Route::Commands {
            application_id: application.into(),
        };
        let request = with_json(LightMethod::Put, route, &commands)?;
        let registered: Vec<Command> = self.line.value(request).await?;
        info!(n_commands = commands.len(), "registered the commands");
        let ids = CommandIds::of(&registered);
        *lock(&self.commands) = Arc::new(ids.clone());
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

/// Turns a refusal into a failure that may pass, because its cause may lie outside the bot.
pub(super) fn curable<T>(answer: Result<T, Failure>) -> Result<T, Failure> {
    answer.map_err(|failure| match failure {
        Failure::Refused(rejection) => Failure::Later(rejection.to_string()),
        failure => failure,
    })
}
