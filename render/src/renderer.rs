//! From views to files.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rules::View;

use crate::{
    Diagram, Film, Hints, Look, Size, Theme,
    cache::Cache,
    gif,
    palette::Palette,
    png,
    raster::Raster,
    scene::{Grid, Scene, Tile},
    sheet,
    stream::{self, Code, Packed},
};

/// How many combinations of size and theme are kept at a time.
const MAX_SHEETS: usize = 12;

/// How many bytes of packed tiles are kept for each, and as many of plain ones. Those of a 720 pixels wide picture take
/// about 0.1 MB packed and 1 MB plain.
const SHEET_BYTES: usize = 4 << 20;

/// How large the file of an animation may be, in bytes: no platform takes less than 8 MB.
const MAX_GIF: usize = 8_000_000;

/// The width below which an animation rather leaves out views than gets smaller.
const MIN_GIF: u32 = 360;

/// How many of what writes animations are kept. Each takes about as many bytes as the picture has pixels.
const MAX_WRITERS: usize = 2;

/// Draws views. Each tile is drawn once and kept, within bounds, so one renderer serves all; share it.
pub struct Renderer {
    raster: Raster,
    palettes: [OnceLock<Palette>; Theme::ALL.len()],
    /// The one used last comes first.
    sheets: Mutex<Vec<Arc<Sheet>>>,
    /// What writes animations and is not at work.
    writers: Mutex<Vec<gif::Writer>>,
}

/// What pictures of one size and theme share.
struct Sheet {
    size: Size,
    theme: Theme,
    grid: Grid,
    code: Code,
    /// Tiles as pictures need them.
    packed: Mutex<Cache<Packed>>,
    /// Tiles as animations need them: their pixels, row by row.
    plain: Mutex<Cache<[u8]>>,
}

impl Renderer {
    /// A renderer that has drawn nothing yet.
    pub fn new() -> Renderer {
        Renderer {
            raster: Raster::new(),
            palettes: Default::default(),
            sheets: Mutex::default(),
            writers: Mutex::default(),
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

    /// A diagram as a PNG file of this width. Its colors are chosen for it alone and nothing of it is kept, so this takes
    /// longer than a picture of a view: keep the file.
    pub fn diagram(&self, diagram: &Diagram, size: Size, theme: Theme) -> Vec<u8> {
        let pixmap = self.raster.diagram(diagram, size, theme);
        let (width, height) = (pixmap.width(), pixmap.height());
        let palette = Palette::new(theme.colors().all(), [&pixmap]);
        let pixels = palette.reduce(&pixmap);
        let stride = width as usize + 1;
        let code = stream::code(&[(pixels.clone(), width as usize)], stride);
        let whole = Packed::new(&pixels, width as usize, stride, &code);
        let zlib = stream::zlib(&code, &[vec![Arc::new(whole)]]);
        png::file(width, height, palette.colors(), &zlib)
    }

    /// The views of a film one after the other as a GIF file, the last one held. It is as wide as the look says, or as
    /// wide as it takes for 8 million bytes at most; if that would be too narrow, it shows fewer of the views.
    pub fn gif(&self, film: &Film, look: &Look) -> Vec<u8> {
        self.gif_within(film, look, MAX_GIF)
    }

    fn gif_within(&self, film: &Film, look: &Look, limit: usize) -> Vec<u8> {
        let mut look = look.clone();
        let mut step = 1;
        loop {
            if let Some(file) = self.try_gif(&film.thinned(step), &look, limit) {
                return file;
            }
            let smaller = Size::new(look.size.width() * 2 / 3);
            match smaller.filter(|size| size.width() >= MIN_GIF) {
                Some(size) => look.size = size,
                None => step *= 2,
            }
        }
    }

    fn try_gif(&self, views: &[&View], look: &Look, limit: usize) -> Option<Vec<u8>> {
        let sheet = self.sheet(look.size, look.theme);
        let (last, passing) = views.split_last()?;
        let last = Scene::new(last, look, &Hints::default(), &sheet.grid);
        let height = last.height(&sheet.grid);
        let scene = |number: usize| match passing.get(number) {
            Some(view) => Scene::in_passing(view, look, &sheet.grid),
            None => last.clone(),
        };
        let mut writer = lock(&self.writers).pop().unwrap_or_else(gif::Writer::new);
        let file = writer.file(
            self.palette(look.theme).colors(),
            (sheet.grid.width, height),
            views.len(),
            limit,
            |number, screen| {
                let draw = |tile: &Tile| self.plain(tile, &sheet);
                screen.show(scene(number), &sheet.grid, draw)
            },
        );
        let mut writers = lock(&self.writers);
        if writers.len() < MAX_WRITERS {
            writers.push(writer);
        }
        file
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
            packed: Mutex::new(Cache::new(SHEET_BYTES)),
            plain: Mutex::new(Cache::new(SHEET_BYTES)),
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
        if let Some(known) = lock(&sheet.packed).find(tile) {
            return known;
        }
        let (pixels, width) = self.pixels(tile, sheet.theme, &sheet.grid);
        let packed = Arc::new(Packed::new(
            &pixels,
            width,
            sheet.grid.stride(),
            &sheet.code,
        ));
        lock(&sheet.packed).insert(tile.clone(), Arc::clone(&packed));
        packed
    }

    fn plain(&self, tile: &Tile, sheet: &Sheet) -> Arc<[u8]> {
        if let Some(known) = lock(&sheet.plain).find(tile) {
            return known;
        }
        let (pixels, _) = self.pixels(tile, sheet.theme, &sheet.grid);
        let plain: Arc<[u8]> = pixels.into();
        lock(&sheet.plain).insert(tile.clone(), Arc::clone(&plain));
        plain
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
