//! What one process alone may do at a time.

use std::sync::Arc;

use async_trait::async_trait;

use super::StoreError;

/// What one process alone may do at a time, when several serve. A role is a name, such as `discord/shard/3`.
#[async_trait]
pub trait Roles: Send + Sync {
    /// Takes the role if no process that lives has it; whether this process has it then.
    ///
    /// # Errors
    ///
    /// Nobody knows who has it.
    async fn take(&self, role: &str) -> Result<bool, StoreError>;

    /// Gives it up, so that another may take it at once; nothing if this process does not have it.
    ///
    /// # Errors
    ///
    /// It may have been given up or not.
    async fn give_up(&self, role: &str) -> Result<(), StoreError>;

    /// Ends when this process was taken for dead: it has none of its roles any more, and may take some anew.
    async fn lost(&self);

    /// How often this process was taken for dead.
    fn n_lost(&self) -> u64;

    /// Whether nobody takes this process for dead for some moments, as far as it knows.
    fn is_alive(&self) -> bool;

    /// Makes sure of that.
    ///
    /// # Errors
    ///
    /// It was taken for dead, or nobody knows.
    async fn confirm(&self) -> Result<(), StoreError>;

    /// Says that this process stops soon. It keeps its roles until it gives them up, and other processes do not count it
    /// any more.
    ///
    /// # Errors
    ///
    /// The others may count it still.
    async fn leave(&self) -> Result<(), StoreError>;

    /// How many processes live and have not said that they stop, and this one (1 if it is alone).
    fn n_processes(&self) -> usize;
}

/// The time for which a process has a role: until it is taken for dead, whatever it takes anew after that.
#[derive(Clone)]
pub struct Tenure {
    roles: Arc<dyn Roles>,
    n_lost: u64,
}

impl Tenure {
    /// It begins before the role is taken.
    pub fn begin(roles: &Arc<dyn Roles>) -> Tenure {
        Tenure {
            n_lost: roles.n_lost(),
            roles: Arc::clone(roles),
        }
    }

    /// Whether it is known to be over.
    pub fn is_over(&self) -> bool {
        self.roles.n_lost() != self.n_lost
    }

    /// Whether it goes on for some moments, as far as is known.
    pub fn is_sure(&self) -> bool {
        !self.is_over() && self.roles.is_alive()
    }

    /// Makes sure that it goes on for some moments.
    ///
    /// # Errors
    ///
    /// It is over, or nobody knows.
    pub async fn confirm(&self) -> Result<(), StoreError> {
        self.roles.confirm().await?;
        if self.is_over() {
            Err(StoreError::Stale)
        } else {
            Ok(())
        }
    }
}

/// There is one process only: it has every role.
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
