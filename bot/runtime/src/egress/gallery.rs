//! Draws pictures on request, and caches the last ones.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;

use super::delivery::{DeliveryError, Snapshots};
use api::{DrawError, Drawer, Recipe};
use kit::{ByteCache, lock};
use present::{Plan, Studio};

/// The number of bytes of cached files.
const KEPT_BYTES: usize = 16 << 20;

/// Draws stored matches.
pub struct Gallery {
    snapshots: Arc<Snapshots>,
    studio: Studio,
    kept: Mutex<ByteCache<Recipe, Arc<[u8]>>>,
}

impl Gallery {
    /// Makes a gallery with an empty cache.
    pub fn new(snapshots: Arc<Snapshots>, studio: Studio) -> Arc<Gallery> {
        Arc::new(Gallery {
            snapshots,
            studio,
            kept: Mutex::new(ByteCache::new(None, KEPT_BYTES, |file| file.len())),
        })
    }
}

impl From<DeliveryError> for DrawError {
    fn from(error: DeliveryError) -> DrawError {
        match error.for_good() {
            Ok(_) => DrawError::Gone,
            Err(error) => DrawError::Later(error.to_string()),
        }
    }
}

/// Draws the file of a plan.
fn draw(plan: &Plan, studio: &Studio, snapshots: &Snapshots) -> Result<Arc<[u8]>, DrawError> {
    let file = match plan {
        Plan::Board(board) => board.draw(studio, &snapshots.at(board.id, board.n_inputs)?),
        Plan::Frames(frames) => {
            let (game_match, record) = snapshots.read(frames.id)?;
            frames.draw(studio, &game_match, record)
        }
        Plan::Review(review) => {
            let (game_match, record) = snapshots.read(review.id)?;
            Some(review.draw(studio, &game_match, &record).into())
        }
        Plan::Ratings(courses) => Some(courses.draw(studio).into()),
        Plan::Puzzle(puzzle) => puzzle.draw(studio),
        Plan::Starts(language) => Some(studio.starts(*language)),
        Plan::Plate(spot, language) => studio.place(*spot, *language),
    };
    file.ok_or(DrawError::Gone)
}

#[async_trait]
impl Drawer for Gallery {
    async fn draw(&self, recipe: &Recipe) -> Result<Arc<[u8]>, DrawError> {
        if let Some(known) = lock(&self.kept).get(recipe) {
            return Ok(Arc::clone(known));
        }
        let plan = Plan::of(recipe).ok_or(DrawError::Gone)?;
        let (studio, snapshots) = (self.studio.clone(), Arc::clone(&self.snapshots));
        let pool = &self.snapshots.pool;
        let turn = if plan.is_long() {
            Some(pool.animation().await)
        } else {
            None
        };
        let drawn = pool.run(move || {
            let _turn = turn;
            draw(&plan, &studio, &snapshots)
        });
        let file = drawn.await??;
        lock(&self.kept).put(recipe.clone(), Arc::clone(&file));
        Ok(file)
    }
}
