//! From views to files.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rules::View;

use crate::{
    Look, Size, Theme,
    cache::Cache,
    palette::Palette,
    png,
    raster::Raster,
    scene::{Grid, Scene, Tile},
};

/// How many bytes of drawn tiles are kept. All squares of a 720 pixels wide picture are 0.8 MB, a strip is 37 kB.
const BUDGET: usize = 24 << 20;

/// Draws views. Each tile is drawn once and kept, within bounds, so one renderer serves all; share it.
pub struct Renderer {
    raster: Raster,
    palettes: [OnceLock<Palette>; Theme::ALL.len()],
    tiles: Mutex<Cache<(Size, Theme, Tile)>>,
}

impl Renderer {
    /// A renderer that has drawn nothing yet.
    pub fn new() -> Renderer {
        Renderer {
            raster: Raster::new(),
            palettes: Default::default(),
            tiles: Mutex::new(Cache::new(BUDGET)),
        }
    }

    /// The picture of a view as a PNG file, exactly as wide as the look says.
    pub fn png(&self, view: &View, look: &Look) -> Vec<u8> {
        let grid = Grid::new(look.size);
        let palette = self.palette(look.theme);
        let mut pixels = Vec::with_capacity((grid.width * grid.height()) as usize);
        for band in Scene::new(view, look).bands {
            self.draw(&band, look, &grid, palette, &mut pixels);
        }
        png::encode(grid.width, &pixels, palette.colors())
    }

    fn palette(&self, theme: Theme) -> &Palette {
        self.palettes[theme as usize].get_or_init(|| self.raster.palette(theme))
    }

    /// Appends the pixels of a band.
    fn draw(&self, band: &[Tile], look: &Look, grid: &Grid, palette: &Palette, pixels: &mut Vec<u8>) {
        let tiles: Vec<(usize, Arc<[u8]>)> = band
            .iter()
            .map(|tile| {
                let (width, _) = grid.size_of(tile);
                (width as usize, self.tile(tile, look, grid, palette))
            })
            .collect();
        let height = band.first().map_or(0, |tile| grid.size_of(tile).1 as usize);
        for y in 0..height {
            for (width, tile) in &tiles {
                pixels.extend_from_slice(&tile[y * width..(y + 1) * width]);
            }
        }
    }

    fn tile(&self, tile: &Tile, look: &Look, grid: &Grid, palette: &Palette) -> Arc<[u8]> {
        let key = (look.size, look.theme, tile.clone());
        if let Some(known) = self.lock().find(&key) {
            return known;
        }
        // Drawn without the lock, so that others are not held up; at worst two draw the same.
        let pixmap = self.raster.tile(tile, look.theme, grid);
        let drawn: Arc<[u8]> = palette.reduce(&pixmap).into();
        self.lock().insert(key, Arc::clone(&drawn));
        drawn
    }

    fn lock(&self) -> MutexGuard<'_, Cache<(Size, Theme, Tile)>> {
        // What is kept is whole at any time, even if somebody panicked.
        self.tiles.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}
