//! The servers where something was refused.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicU64, Ordering},
};

use tokio::sync::Mutex;

use super::{error::DeliveryError, pool::Pool};
use api::ServerId;
use service::refusing_servers;
use store::writer::Writer;

/// The servers where something was refused that can be tried again, read once for all servers that ask.
#[derive(Default)]
pub(super) struct Refusals {
    /// How often what was read has become outdated.
    n_changes: AtomicU64,
    /// The servers, and the value of `n_changes` when they were read. Locked during the read.
    read: Mutex<Option<(u64, HashSet<ServerId>)>>,
}

impl Refusals {
    /// Whether a server is one of them.
    pub(super) async fn include(
        &self,
        pool: &Pool,
        writer: &Writer,
        server: &ServerId,
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

    /// Has them read anew when somebody asks next.
    pub(super) fn forget(&self) {
        self.n_changes.fetch_add(1, Ordering::SeqCst);
    }
}
