//! The gateway connections, over which Discord sends events.
//!
//! Each connection is a shard: it carries the events of some servers, and the first one also direct messages. Several processes
//! divide the shards among them, and one process holds a shard at a time. A process that takes over a shard resumes its
//! session, so it receives the events sent in between.

mod dispatch;
mod error;
mod greeting;
mod identify;
mod numbering;
mod session;
mod shard;
mod shard_manager;
mod shared;

use std::sync::Arc;

use tokio::time::sleep;
use tracing::warn;

pub use self::{error::GatewayError, identify::IDENTIFY_PAUSE};
use self::{
    shard_manager::{LOOK, ShardManager},
    shared::Gateway,
};
use super::adapter::Discord;
use api::{Listener, Roles};

/// Receives events from Discord until `shutdown`, then hands its shards over to other processes. `roles` assign the shards to
/// this process. Calls `connected` with the bot's name once it is connected.
///
/// # Errors
///
/// The token is wrong, other processes use a different number of shards, or the connection ended for good.
pub async fn serve(
    discord: Arc<Discord>,
    roles: Arc<dyn Roles>,
    listener: Arc<dyn Listener>,
    connected: impl Fn(&str) + Send + Sync + 'static,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), GatewayError> {
    tokio::pin!(shutdown);
    let begin = async {
        let name = discord.greet().await?;
        let connected = Box::new(move || connected(&name));
        let gateway = Gateway::find(Arc::clone(&discord), roles, listener, connected).await?;
        let shard_manager = ShardManager::new(Arc::clone(&gateway)).await?;
        Ok::<_, GatewayError>((gateway, shard_manager))
    };
    let (gateway, mut shard_manager) = tokio::select! {
        begun = begin => begun?,
        () = &mut shutdown => return Ok(()),
    };
    let mut lost = gateway.roles.lost();
    loop {
        shard_manager.look().await;
        tokio::select! {
            () = &mut shutdown => {
                shard_manager.hand_over().await;
                return Ok(());
            }
            () = &mut lost => {
                warn!("other processes declared this process dead; rejoining");
                lost = gateway.roles.lost();
                shard_manager.stop().await;
                shard_manager = tokio::select! {
                    begun = ShardManager::new(Arc::clone(&gateway)) => begun?,
                    () = &mut shutdown => return Ok(()),
                };
            }
            Some((_, ended)) = shard_manager.ended() => if ended.is_err() {
                // Frees the other shards for other processes.
                shard_manager.stop().await;
                return ended;
            },
            () = sleep(LOOK) => {}
        }
    }
}
