//! Roles that one process has alone.

use async_trait::async_trait;
use tokio::task::spawn_blocking;

use super::{LEAVING, Processes, fence_of, process_key};
use api::{Batch, Roles, StoreError};

/// The number of heartbeats after its last commit during which a process can post without another commit. It is declared dead
/// some beats later at the earliest.
pub(super) const SURE: u32 = 2;

/// The key of the row that names the process with a role.
pub(super) fn role_key(role: &str) -> Vec<u8> {
    format!("role/{role}").into_bytes()
}

impl Processes {
    /// Takes a role if no living process has it. Returns whether this process has it then.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written, so the holder is unknown.
    pub fn take_role(&self, role: &str) -> Result<bool, StoreError> {
        let (key, own) = (role_key(role), self.name());
        let holder = self.store.get(&key)?;
        if holder.as_ref() == Some(&own) {
            return Ok(true);
        }
        let mut batch = Batch::default();
        if let Some(holder) = &holder {
            let process = process_key(holder);
            if self.store.get(&process)?.is_some() {
                return Ok(false);
            }
            batch.require((process, None));
        }
        batch.require((key.clone(), holder));
        batch.put(key, own);
        self.changed(batch)
    }

    pub(super) fn give_up_role(&self, role: &str) -> Result<(), StoreError> {
        let key = role_key(role);
        let mut batch = Batch::default();
        batch.require((key.clone(), Some(self.name())));
        batch.remove(key);
        self.changed(batch).map(drop)
    }

    /// Commits a batch of this process, unless a row that it requires has changed. Returns whether it is committed.
    pub(super) fn changed(&self, mut batch: Batch) -> Result<bool, StoreError> {
        batch.require(fence_of(&self.name()));
        match self.store.commit(&batch) {
            Err(StoreError::Conflict { .. }) => Ok(false),
            committed => committed.map(|()| true),
        }
    }

    /// Runs work with the store on another thread, as it blocks.
    async fn apart<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Processes) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let processes = self.me.upgrade().ok_or(StoreError::Closed)?;
        let done = spawn_blocking(move || work(&processes)).await;
        // A panic was logged by its hook; else the process is ending.
        done.unwrap_or(Err(StoreError::Closed))
    }
}

#[async_trait]
impl Roles for Processes {
    async fn take(&self, role: &str) -> Result<bool, StoreError> {
        let role = role.to_owned();
        self.apart(move |processes| processes.take_role(&role))
            .await
    }

    async fn give_up(&self, role: &str) -> Result<(), StoreError> {
        let role = role.to_owned();
        self.apart(move |processes| processes.give_up_role(&role))
            .await
    }

    async fn lost(&self) {
        // The sender lives as long as `self`.
        let _ = self.n_lost.subscribe().changed().await;
    }

    fn n_lost(&self) -> u64 {
        Processes::n_lost(self)
    }

    fn is_alive(&self) -> bool {
        let shown = self.own().shown;
        shown.is_some_and(|shown| shown.elapsed() < SURE * self.beat)
    }

    async fn confirm(&self) -> Result<(), StoreError> {
        if self.is_alive() {
            return Ok(());
        }
        self.apart(Processes::show).await
    }

    async fn leave(&self) -> Result<(), StoreError> {
        self.own().is_leaving = true;
        self.apart(Processes::show).await
    }

    fn n_processes(&self) -> usize {
        let others = self.others();
        let staying = others
            .values()
            .filter(|sighting| !sighting.beat.ends_with(LEAVING));
        staying.count() + 1
    }
}
