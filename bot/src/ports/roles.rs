//! What one process alone may do at a time.

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

    async fn leave(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn n_processes(&self) -> usize {
        1
    }
}
