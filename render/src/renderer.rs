//! Rendering of scenes to files.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
    time::Duration,
};

use packer::{PackedTile, TileCode};

use crate::{
    Frames, Hints, Look, PieceSet, Size, Theme,
    cache::{Cache, Recent, lock},
    frames::Frame,
    gif,
    grid::Grid,
    palette::Palette,
    png,
    raster::Raster,
    scene::{Scene, SceneKind},
    svg,
    tile::Tile,
    tiling::Tiling,
};

/// The maximum number of combinations of size and theme in the cache.
const MAX_SHEETS: usize = 12;

/// The maximum number of palettes in the cache.
const MAX_PALETTES: usize = 8;

/// The limit in bytes for the packed tiles of each combination, and again for the plain ones. Those of a 720 pixels
/// wide picture take about 0.1 MB packed and 1 MB plain.
const SHEET_BYTES: usize = 4 << 20;

/// The maximum size of an animation file in bytes: every platform accepts at least 8 MB.
const MAX_GIF: usize = 8_000_000;

/// The minimum width of an animation; below it the renderer omits views instead of a smaller picture.
const MIN_GIF: u32 = 360;

/// The maximum number of idle encoders to keep. Each takes about as many bytes as the picture has pixels.
const MAX_WRITERS: usize = 2;

/// Draws scenes and frames. It draws each tile once and caches it, within limits, so share one renderer for all
/// pictures.
pub struct Renderer {
    raster: Raster,
    palettes: Recent<Theme, Palette>,
    sheets: Recent<(Size, Theme), Sheet>,
    /// The idle GIF encoders.
    writers: Mutex<Vec<gif::GifWriter>>,
}

/// The shared data of pictures of one size and theme.
struct Sheet {
    theme: Theme,
    palette: Arc<Palette>,
    grid: Grid,
    code: TileCode,
    /// Packed tiles for pictures.
    packed: Mutex<Cache<PackedTile>>,
    /// Plain tiles for animations: their pixels, row by row.
    plain: Mutex<Cache<[u8]>>,
}

impl Renderer {
    /// Makes a renderer with empty caches.
    pub fn new() -> Renderer {
        Renderer::with_pieces(PieceSet::default())
    }

    /// Makes a renderer with other drawings.
    pub fn with_pieces(pieces: PieceSet) -> Renderer {
        Renderer {
            raster: Raster::new(pieces),
            palettes: Recent::new(MAX_PALETTES),
            sheets: Recent::new(MAX_SHEETS),
            writers: Mutex::default(),
        }
    }

    /// Writes a scene as a PNG file.
    ///
    /// For a [diagram](Scene::diagram) or a [canvas](Scene::canvas) it chooses a separate palette and caches nothing.
    /// That takes longer than for a view, so keep the file.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn png(&self, scene: &Scene, out: &mut impl Write) -> io::Result<()> {
        match &scene.kind {
            SceneKind::Board { tiling, .. } | SceneKind::Sheet(tiling) => {
                self.tiles(tiling, &self.sheet(scene.size, scene.theme), out)
            }
            SceneKind::Diagram { .. } | SceneKind::Canvas(_) => self.single(scene, out),
        }
    }

    /// Writes a scene as an SVG document, with the look and the size of the PNG file.
    ///
    /// Each drawing is a `<symbol>` with an id of `drawing-` and its [name](crate::Sprite), such as `drawing-white-king`. A
    /// square of a board is a `<g>` with its name in `data-square`, a reserve one with the name of its drawing in
    /// `data-reserve`. Text is drawn as outlines, and [words](Scene::with_words) about the picture are escaped. The document
    /// contains no script and no external reference, so a page can embed it unchanged.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn svg(&self, scene: &Scene, out: &mut impl Write) -> io::Result<()> {
        let Raster { pieces, fonts } = &self.raster;
        let sketch = scene.sketch(fonts);
        svg::write(
            &sketch,
            scene.words.as_ref(),
            Some(pieces),
            scene.theme.inks,
            out,
        )
    }

    /// Writes a board for a page on which a player chooses. The page has the [drawings](PieceSet::svg) already. Without a frame,
    /// the coordinates are in the corners of the squares, and the strips above and below the board have no text. It has no
    /// [words](Scene::with_words), since the page has its own.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn live_svg(&self, scene: &Scene, is_framed: bool, out: &mut impl Write) -> io::Result<()> {
        let fonts = &self.raster.fonts;
        let sketch = if is_framed {
            scene.sketch(fonts)
        } else {
            scene.live_sketch(fonts)
        };
        svg::write(&sketch, None, None, scene.theme.inks, out)
    }

    /// Writes views in sequence as a GIF file. Its width is that of the look, or less to fit into 8 million bytes; if
    /// that would be too narrow, it omits views. For that reason it writes the file only when it is complete.
    ///
    /// [`Frames::hold`] sets the time of a view. Without it a view is shorter the more views there are, and the last
    /// one is longest.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn gif(&self, frames: &Frames, look: &Look, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.gif_within(frames, look, MAX_GIF))
    }

    fn gif_within(&self, frames: &Frames, look: &Look, limit: usize) -> Vec<u8> {
        let mut look = look.clone();
        let mut step = 1;
        loop {
            if let Some(file) = self.try_gif(&frames.thinned(step), &look, limit) {
                return file;
            }
            let smaller = Size::new(look.size.width() * 2 / 3);
            match smaller.filter(|size| size.width() >= MIN_GIF) {
                Some(size) => look.size = size,
                None => step *= 2,
            }
        }
    }

    fn try_gif(&self, frames: &[&Frame], look: &Look, limit: usize) -> Option<Vec<u8>> {
        let sheet = self.sheet(look.size, look.theme);
        let (last, passing) = frames.split_last()?;
        let last = Tiling::new(&last.view, look, &Hints::default(), &sheet.grid);
        let height = last.height(&sheet.grid);
        let tiling = |number: usize| match passing.get(number) {
            Some(frame) => Tiling::in_passing(&frame.view, look, &sheet.grid),
            None => last.clone(),
        };
        let held: Vec<Option<Duration>> = frames.iter().map(|frame| frame.held).collect();
        let mut writer = lock(&self.writers)
            .pop()
            .unwrap_or_else(gif::GifWriter::new);
        let file = writer.file(
            sheet.palette.colors(),
            (sheet.grid.width, height),
            &gif::delays(&held),
            limit,
            |number, screen| {
                let draw = |tile: &Tile| self.plain(tile, &sheet);
                screen.show(tiling(number), &sheet.grid, draw)
            },
        );
        let mut writers = lock(&self.writers);
        if writers.len() < MAX_WRITERS {
            writers.push(writer);
        }
        file
    }

    /// Writes a picture that consists of tiles.
    fn tiles(&self, tiling: &Tiling, sheet: &Sheet, out: &mut impl Write) -> io::Result<()> {
        let bands = tiling.bands.iter();
        let bands: Vec<Vec<Arc<PackedTile>>> = bands.map(|band| self.band(band, sheet)).collect();
        let zlib = sheet.code.zlib(&bands).map_err(io::Error::other)?;
        let (width, height) = (sheet.grid.width, tiling.height(&sheet.grid));
        png::write_packed((width, height), sheet.palette.colors(), &zlib, out)
    }

    /// Writes a picture of which no part comes again, so nothing is packed in advance.
    fn single(&self, scene: &Scene, out: &mut impl Write) -> io::Result<()> {
        let pixmap = self.raster.scene(scene);
        let (width, height) = (pixmap.width(), pixmap.height());
        let palette = Palette::new(scene.theme.colors(), [&pixmap]);
        let pixels = palette.reduce(&pixmap);
        png::write((width, height), palette.colors(), &pixels, out)
    }

    fn sheet(&self, size: Size, theme: Theme) -> Arc<Sheet> {
        self.sheets.get((size, theme), || {
            let grid = Grid::new(size);
            let palette = self.palettes.get(theme, || self.raster.palette(&theme));
            let samples: Vec<(Vec<u8>, usize)> = Tile::common()
                .map(|tile| self.pixels(&tile, &theme, &palette, &grid))
                .collect();
            let samples: Vec<_> = (samples.iter())
                .map(|(pixels, width)| rows(pixels, *width))
                .collect();
            let code = TileCode::new(grid.width as usize, &samples);
            Sheet {
                theme,
                palette,
                grid,
                code: code.expect("the widest size is within the limit of the packer"),
                packed: Mutex::new(Cache::new(SHEET_BYTES)),
                plain: Mutex::new(Cache::new(SHEET_BYTES)),
            }
        })
    }

    /// Returns the packed tiles of a band. Equal tiles are the same `Arc`, even if other threads draw at the same time.
    fn band(&self, band: &[Tile], sheet: &Sheet) -> Vec<Arc<PackedTile>> {
        let mut packed: Vec<Arc<PackedTile>> = Vec::with_capacity(band.len());
        for tile in band {
            let twin = band[..packed.len()].iter().position(|other| other == tile);
            packed.push(match twin {
                Some(twin) => Arc::clone(&packed[twin]),
                None => self.packed(tile, sheet),
            });
        }
        packed
    }

    fn packed(&self, tile: &Tile, sheet: &Sheet) -> Arc<PackedTile> {
        if let Some(known) = lock(&sheet.packed).find(tile) {
            return known;
        }
        let (pixels, width) = self.pixels(tile, &sheet.theme, &sheet.palette, &sheet.grid);
        let packed = Arc::new(sheet.code.pack(&rows(&pixels, width)));
        lock(&sheet.packed).insert(tile.clone(), Arc::clone(&packed));
        packed
    }

    fn plain(&self, tile: &Tile, sheet: &Sheet) -> Arc<[u8]> {
        if let Some(known) = lock(&sheet.plain).find(tile) {
            return known;
        }
        let (pixels, _) = self.pixels(tile, &sheet.theme, &sheet.palette, &sheet.grid);
        let plain: Arc<[u8]> = pixels.into();
        lock(&sheet.plain).insert(tile.clone(), Arc::clone(&plain));
        plain
    }

    /// Returns the pixels of a tile, row by row, and its width.
    fn pixels(
        &self,
        tile: &Tile,
        theme: &Theme,
        palette: &Palette,
        grid: &Grid,
    ) -> (Vec<u8>, usize) {
        let pixmap = self.raster.tile(tile, theme, grid);
        (palette.reduce(&pixmap), pixmap.width() as usize)
    }
}

/// Returns the pixels of a tile for the packer.
fn rows(pixels: &[u8], width: usize) -> packer::Tile<'_> {
    packer::Tile::new(pixels, width).expect("a tile has whole rows of pixels")
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

#[cfg(test)]
mod tests;
