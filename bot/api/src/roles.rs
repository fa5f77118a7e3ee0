//! Roles that one process holds at a time.

use std::sync::Arc;

use async_trait::async_trait;

use super::StoreError;

/// The roles of this process when several serve. Only one process holds a role at a time; a role is a name, such as
/// `discord/shard/3`.
#[async_trait]
pub trait Roles: Send + Sync {
    /// Takes the role unless a living process holds it. Returns whether this process holds it now.
    ///
    /// # Errors
    ///
    /// The holder is unknown.
    async fn take(&self, role: &str) -> Result<bool, StoreError>;

    /// Gives up the role, so that another process may take it at once. Does nothing if this process does not hold it.
    ///
    /// # Errors
    ///
    /// The role may or may not have been given up.
    async fn give_up(&self, role: &str) -> Result<(), StoreError>;

    /// Completes when the other processes have declared this one dead. It has then lost all its roles, and can take some again.
    async fn lost(&self);

    /// Returns how often other processes have declared this one dead.
    fn n_lost(&self) -> u64;

    /// Tells whether no other process will declare this one dead in the next moments, as far as it knows.
    fn is_alive(&self) -> bool;

    /// Confirms with the store that this process counts as alive.
    ///
    /// # Errors
    ///
    /// Other processes have declared this one dead, or its state is unknown.
    async fn confirm(&self) -> Result<(), StoreError>;

    /// Announces that this process stops soon. It keeps its roles until it gives them up, but other processes no longer
    /// count it.
    ///
    /// # Errors
    ///
    /// The others may still count it.
    async fn leave(&self) -> Result<(), StoreError>;

    /// Returns the number of living processes that have not announced a stop, including this one (1 if it is alone).
    fn n_processes(&self) -> usize;
}

/// The period in which a process holds a role. It ends when other processes declare the process dead, even if it takes the role
/// again later.
#[derive(Clone)]
pub struct Tenure {
    roles: Arc<dyn Roles>,
    n_lost: u64,
}

impl Tenure {
    /// Begins a tenure. Call this before you take the role.
    pub fn begin(roles: &Arc<dyn Roles>) -> Tenure {
        Tenure {
            n_lost: roles.n_lost(),
            roles: Arc::clone(roles),
        }
    }

    /// Tells whether the tenure is known to be over.
    pub fn is_over(&self) -> bool {
        self.roles.n_lost() != self.n_lost
    }

    /// Tells whether the tenure lasts for the next moments, as far as is known.
    pub fn is_sure(&self) -> bool {
        !self.is_over() && self.roles.is_alive()
    }

    /// Confirms that the tenure lasts for the next moments.
    ///
    /// # Errors
    ///
    /// The tenure is over, or its state is unknown.
    pub async fn confirm(&self) -> Result<(), StoreError> {
        self.roles.confirm().await?;
        if self.is_over() {
            Err(StoreError::Stale)
        } else {
            Ok(())
        }
    }
}

/// The roles of a single process, which holds all of them.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

#[async_trait]
impl Roles for Alone {
    async fn take(&self, _: &str) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn give_up(&self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    async fn lost(&self) {
        std::future::pending().await
    }

    fn n_lost(&self) -> u64 {
        0
    }

    fn is_alive(&self) -> bool {
        true
    }

    async fn confirm(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn leave(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn n_processes(&self) -> usize {
        1
    }
}
