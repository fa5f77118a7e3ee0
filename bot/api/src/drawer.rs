//! Drawing pictures on demand.

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// The description that a picture is drawn from, a text of the core. It names the content and the viewer, but never spells
/// out the content.
///
/// A recipe gives access to its picture, so it is stored only where the picture would be. It may reveal a choice that a
/// player is about to make, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recipe(pub String);

/// Draws pictures by their recipes.
#[async_trait]
pub trait Drawer: Send + Sync {
    /// Draws a picture and returns its file. Equal recipes have equal files.
    ///
    /// # Errors
    ///
    /// The reason why the picture is not drawn.
    async fn draw(&self, recipe: &Recipe) -> Result<Arc<[u8]>, DrawError>;
}

/// A picture that could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// Drawing may succeed later.
    #[error("the picture cannot be drawn now: {0}")]
    Later(String),
    /// Drawing will never succeed: the content no longer exists.
    #[error("what the picture shows is gone")]
    Gone,
}
