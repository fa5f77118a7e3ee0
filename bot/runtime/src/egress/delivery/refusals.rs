//! The servers that have refused deliveries.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicU64, Ordering},
};

use tokio::sync::Mutex;

use super::{error::DeliveryError, snapshots::Pool};
use api::ServerId;
use service::refusing_servers;
use store::writer::Writer;

/// The servers that have refused deliveries which can be retried, read once for all servers that ask.
#[derive(Default)]
pub(crate) struct Refusals {
    /// The number of times that the read servers became outdated.
    n_changes: AtomicU64,
    /// The servers, and the value of `n_changes` when they were read. Locked during the read.
    read: Mutex<Option<(u64, HashSet<ServerId>)>>,
}

impl Refusals {
    /// Has them read again at the next call, as this process or another may have given up more deliveries.
    pub(crate) fn forget(&self) {
        self.n_changes.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns whether a server has refused a delivery that the bot can try again there.
    pub(crate) async fn include(
        &self,
        server: &ServerId,
        writer: &Writer,
        pool: &Pool,
    ) -> Result<bool, DeliveryError> {
        let mut read = self.read.lock().await;
        let n_changes = self.n_changes.load(Ordering::SeqCst);
        if let Some((of, servers)) = &*read
            && *of == n_changes
        {
            return Ok(servers.contains(server));
        }
        let writer = writer.clone();
        let servers = pool.run(move || refusing_servers(&writer)).await??;
        let is_included = servers.contains(server);
        *read = Some((n_changes, servers));
        Ok(is_included)
    }
}
