//! The connections by which Discord tells what people do.
//!
//! Each is a shard: it tells of some of the servers, the first one of direct messages too. Several processes share the shards,
//! each of which one process has at a time; a process that takes a shard over goes on with its session, so that it hears
//! what was told meanwhile.

mod error;
mod greeting;
mod hearing;
mod identify;
mod inflate;
mod numbering;
mod session;
mod shard;
mod shard_manager;
mod shared;
mod socket;

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

/// Hears what people do on Discord until `shutdown`, and has other processes go on with it then. `roles` tell which part of
/// it this process hears. `connected` is called with the bot's name when it is there.
///
/// # Errors
///
/// The token is wrong, other processes number the shards differently, or the connection ended for good.
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
        let keeper = ShardManager::new(Arc::clone(&gateway)).await?;
        Ok::<_, GatewayError>((gateway, keeper))
    };
    let (gateway, mut keeper) = tokio::select! {
        begun = begin => begun?,
        () = &mut shutdown => return Ok(()),
    };
    let mut lost = gateway.roles.lost();
    loop {
        keeper.look().await;
        tokio::select! {
            () = &mut shutdown => {
                keeper.hand_over().await;
                return Ok(());
            }
            () = &mut lost => {
                warn!("other processes declared this process dead; rejoining");
                lost = gateway.roles.lost();
                keeper.stop().await;
                keeper = tokio::select! {
                    begun = ShardManager::new(Arc::clone(&gateway)) => begun?,
                    () = &mut shutdown => return Ok(()),
                };
            }
            Some((_, ended)) = keeper.ended() => if ended.is_err() {
                // Other processes may have the other shards.
                keeper.stop().await;
                return ended;
            },
            () = sleep(LOOK) => {}
        }
    }
}
