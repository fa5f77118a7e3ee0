//! From views to files.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rules::View;

use crate::{
    Hints, Look, Size, Theme,
    cache::Cache,
    palette::Palette,
    png,
    raster::Raster,
    scene::{Grid, Scene, Tile},
    sheet,
    stream::{self, Code, Packed},
};

/// How many combinations of size and theme are kept at a time.
const MAX_SHEETS: usize = 6;

/// How many bytes of packed tiles are kept for each. Those of a 720 pixels wide picture take about 0.1 MB.
const SHEET_BYTES: usize = 4 << 20;

/// Draws views. Each tile is drawn once and kept, within bounds, so one renderer serves all; share it.
pub struct Renderer {
    raster: Raster,
    palettes: [OnceLock<Palette>; Theme::ALL.len()],
    /// The one used last comes first.
    sheets: Mutex<Vec<Arc<Sheet>>>,
}

/// What pictures of one size and theme share.
struct Sheet {
    size: Size,
    theme: Theme,
    grid: Grid,
    code: Code,
    tiles: Mutex<Cache>,
}

impl Renderer {
    /// A renderer that has drawn nothing yet.
    pub fn new() -> Renderer {
        Renderer {
            raster: Raster::new(),
            palettes: Default::default(),
            sheets: Mutex::default(),
        }
    }

    /// The picture of a view as a PNG file, exactly as wide as the look says.
    pub fn png(&self, view: &View, look: &Look) -> Vec<u8> {
        self.hinted(view, look, &Hints::default())
    }

    /// The same picture with hints on its squares, for the eyes of who is to choose.
    pub fn hinted(&self, view: &View, look: &Look, hints: &Hints) -> Vec<u8> {
        let sheet = self.sheet(look.size, look.theme);
        let scene = Scene::new(view, look, hints, &sheet.grid);
        self.file(&scene, &sheet)
    }

    /// A contact sheet: every glyph, mark and sign there is, with its name, as a PNG file of this width.
    pub fn contact_sheet(&self, size: Size, theme: Theme) -> Vec<u8> {
        let sheet = self.sheet(size, theme);
        self.file(&sheet::contact(&sheet.grid), &sheet)
    }

    fn file(&self, scene: &Scene, sheet: &Sheet) -> Vec<u8> {
        let bands: Vec<Vec<Arc<Packed>>> = scene
            .bands
            .iter()
            .map(|band| self.band(band, sheet))
            .collect();
        let zlib = stream::zlib(&sheet.code, &bands);
        png::file(
            sheet.grid.width,
            scene.height(&sheet.grid),
            self.palette(sheet.theme).colors(),
            &zlib,
        )
    }

    fn palette(&self, theme: Theme) -> &Palette {
        self.palettes[theme as usize].get_or_init(|| self.raster.palette(theme))
    }

    fn sheet(&self, size: Size, theme: Theme) -> Arc<Sheet> {
        let find = |sheets: &mut Vec<Arc<Sheet>>| {
            let at = sheets
                .iter()
                .position(|sheet| sheet.size == size && sheet.theme == theme)?;
            sheets[..=at].rotate_right(1);
            sheets.first().cloned()
        };
        if let Some(known) = find(&mut lock(&self.sheets)) {
            return known;
        }
        // Made without the lock, so that others are not held up; at worst two make the same.
        let grid = Grid::new(size);
        let samples: Vec<(Vec<u8>, usize)> = Tile::common()
            .map(|tile| self.pixels(&tile, theme, &grid))
            .collect();
        let made = Arc::new(Sheet {
            size,
            theme,
            grid,
            code: stream::code(&samples, grid.stride()),
            tiles: Mutex::new(Cache::new(SHEET_BYTES)),
        });
        let mut sheets = lock(&self.sheets);
        find(&mut sheets).unwrap_or_else(|| {
            sheets.insert(0, Arc::clone(&made));
            sheets.truncate(MAX_SHEETS);
            made
        })
    }

    /// The tiles of a band. Equal ones are one and the same, whatever others draw meanwhile.
    fn band(&self, band: &[Tile], sheet: &Sheet) -> Vec<Arc<Packed>> {
        let mut packed: Vec<Arc<Packed>> = Vec::with_capacity(band.len());
        for tile in band {
            let twin = band[..packed.len()].iter().position(|other| other == tile);
            packed.push(match twin {
                Some(twin) => Arc::clone(&packed[twin]),
                None => self.packed(tile, sheet),
            });
        }
        packed
    }

    fn packed(&self, tile: &Tile, sheet: &Sheet) -> Arc<Packed> {
        if let Some(known) = lock(&sheet.tiles).find(tile) {
            return known;
        }
        let (pixels, width) = self.pixels(tile, sheet.theme, &sheet.grid);
        let packed = Arc::new(Packed::new(
            &pixels,
            width,
            sheet.grid.stride(),
            &sheet.code,
        ));
        lock(&sheet.tiles).insert(tile.clone(), Arc::clone(&packed));
        packed
    }

    /// The pixels of a tile, row by row, and its width.
    fn pixels(&self, tile: &Tile, theme: Theme, grid: &Grid) -> (Vec<u8>, usize) {
        let pixmap = self.raster.tile(tile, theme, grid);
        (self.palette(theme).reduce(&pixmap), pixmap.width() as usize)
    }
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

/// What our locks guard is whole at any time, even if somebody panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
