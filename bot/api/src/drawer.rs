//! Drawing pictures when somebody wants to see them.

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// What a picture is drawn from: a text of the core's own, which names what is shown and to whom, and never spells it out.
///
/// Whoever has it gets the picture, so it is kept where the picture would be kept. It may tell what somebody is about to
/// choose, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recipe(pub String);

/// Draws pictures by their recipes.
#[async_trait]
pub trait Drawer: Send + Sync {
    /// The file of a picture; equal recipes have equal files.
    ///
    /// # Errors
    ///
    /// Why it is not drawn.
    async fn draw(&self, recipe: &Recipe) -> Result<Arc<[u8]>, DrawError>;
}

/// A picture is not drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// It may work later.
    #[error("the picture cannot be drawn now: {0}")]
    Later(String),
    /// It will never work: what it shows is gone.
    #[error("what the picture shows is gone")]
    Gone,
}
