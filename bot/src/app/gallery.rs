//! Draws pictures when somebody wants to see them, and keeps the last ones at hand.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use lru::LruCache;
use tokio::sync::Semaphore;
use tracing::error;

use crate::{
    ports::{DrawError, Drawer, Recipe, StoreError},
    present::{Plan, Studio},
    service::read_match,
    writer::Writer,
};

/// How many bytes of files are kept.
const KEPT_BYTES: usize = 16 << 20;

/// How many pictures are drawn at the same time, and how many animations, so that boards need not wait for them.
const AT_ONCE: usize = 8;
const ANIMATIONS_AT_ONCE: usize = 2;

/// Draws what a writer holds.
pub struct Gallery {
    writer: Writer,
    studio: Studio,
    kept: Mutex<RecentFiles>,
    pictures: Semaphore,
    animations: Semaphore,
}

/// The files that were wanted last.
struct RecentFiles {
    files: LruCache<Recipe, Arc<[u8]>>,
    n_bytes: usize,
}

impl Gallery {
    /// A gallery with nothing drawn yet.
    pub fn new(writer: Writer, studio: Studio) -> Arc<Gallery> {
        Arc::new(Gallery {
            writer,
            studio,
            kept: Mutex::new(RecentFiles {
                files: LruCache::unbounded(),
                n_bytes: 0,
            }),
            pictures: Semaphore::new(AT_ONCE),
            animations: Semaphore::new(ANIMATIONS_AT_ONCE),
        })
    }

    fn kept(&self) -> MutexGuard<'_, RecentFiles> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RecentFiles {
    fn keep(&mut self, recipe: Recipe, file: Arc<[u8]>) {
        self.n_bytes += file.len();
        if let Some(twin) = self.files.put(recipe, file) {
            self.n_bytes -= twin.len();
        }
        while self.n_bytes > KEPT_BYTES
            && let Some((_, oldest)) = self.files.pop_lru()
        {
            self.n_bytes -= oldest.len();
        }
    }
}

impl From<StoreError> for DrawError {
    /// What is damaged stays so.
    fn from(error: StoreError) -> DrawError {
        match error {
            StoreError::Damaged { .. } => DrawError::Gone,
            _ => DrawError::Later(error.to_string()),
        }
    }
}

#[async_trait]
impl Drawer for Gallery {
    async fn draw(&self, recipe: &Recipe) -> Result<Arc<[u8]>, DrawError> {
        if let Some(known) = self.kept().files.get(recipe) {
            return Ok(Arc::clone(known));
        }
        let plan = Plan::of(recipe).ok_or(DrawError::Gone)?;
        let turns = if plan.is_long() {
            &self.animations
        } else {
            &self.pictures
        };
        let _turn = turns
            .acquire()
            .await
            .expect("the semaphores are never closed");
        let found = match plan.id() {
            Some(id) => read_match(&self.writer, id)?,
            None => None,
        };
        let studio = self.studio.clone();
        let drawn = tokio::task::spawn_blocking(move || plan.draw(&studio, found));
        let file = match drawn.await {
            Ok(file) => file.ok_or(DrawError::Gone)?,
            // A panic was logged by its hook; else the program is ending.
            Err(error) => {
                error!(%error, "a picture could not be drawn");
                return Err(DrawError::Later(error.to_string()));
            }
        };
        self.kept().keep(recipe.clone(), Arc::clone(&file));
        Ok(file)
    }
}

#[cfg(test)]
mod tests;
