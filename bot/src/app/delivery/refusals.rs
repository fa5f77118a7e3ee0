//! The servers where something was refused.

use std::{
    collections::HashSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    ports::{Rows, ServerId, StoreError},
    service::refusing_servers,
};

/// The servers where something was refused that can be tried again, read once for all servers that ask.
#[derive(Default)]
pub(super) struct Refusals {
    /// How often what was read has become outdated.
    n_changes: AtomicU64,
    /// What was read, and how often it had become outdated by then.
    read: Mutex<Option<(u64, HashSet<ServerId>)>>,
}

impl Refusals {
    /// Whether a server is one of them.
    pub(super) fn include(&self, rows: &dyn Rows, server: &ServerId) -> Result<bool, StoreError> {
        let n_changes = self.n_changes.load(Ordering::SeqCst);
        let read = self.read.lock();
        let mut read = read.unwrap_or_else(PoisonError::into_inner);
        if let Some((of, servers)) = &*read
            && *of == n_changes
        {
            return Ok(servers.contains(server));
        }
        let servers = refusing_servers(rows)?;
        let is_included = servers.contains(server);
        *read = Some((n_changes, servers));
        Ok(is_included)
    }

    /// Has them read anew when somebody asks next.
    pub(super) fn forget(&self) {
        self.n_changes.fetch_add(1, Ordering::SeqCst);
    }
}
