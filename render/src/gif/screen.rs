//! The screen of an animation, and its changes from frame to frame.

use std::mem;

use crate::{gif::TRANSPARENT, grid::Grid, tile::Tile, tiling::Tiling};

/// The current content: indexes of colors, row by row.
#[derive(Default)]
pub(crate) struct Screen {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    /// The tiles of the current content; `None` before the first frame.
    shown: Option<Tiling>,
    /// A buffer for the next patch.
    spare: Vec<u8>,
}

/// A changed rectangle of the screen; unchanged pixels in it are transparent.
pub(crate) struct Patch {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<u8>,
}

/// A tile and its position.
struct PlacedTile<'a> {
    tile: &'a Tile,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Screen {
    /// Resets the screen to an empty one of this size.
    pub(crate) fn clear(&mut self, width: usize, height: usize) {
        self.width = width;
        self.height = height;
        self.pixels.clear();
        self.pixels.resize(width * height, TRANSPARENT);
        self.shown = None;
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Shows tiles of the size of the screen; `draw` returns the pixels of a tile.
    pub(crate) fn show<P: AsRef<[u8]>>(
        &mut self,
        tiling: Tiling,
        grid: &Grid,
        mut draw: impl FnMut(&Tile) -> P,
    ) -> Patch {
        let changed = changed(self.shown.as_ref(), &tiling, grid);
        let mut patch = Patch::around(&changed, mem::take(&mut self.spare));
        for place in &changed {
            let drawn = draw(place.tile);
            for (y, new) in (place.top..).zip(drawn.as_ref().chunks_exact(place.width)) {
                let at = y * self.width + place.left;
                let old = &mut self.pixels[at..at + place.width];
                let at = (y - patch.top) * patch.width + place.left - patch.left;
                let patch = &mut patch.pixels[at..at + place.width];
                for ((old, new), patch) in old.iter_mut().zip(new).zip(patch) {
                    *patch = if old == new { TRANSPARENT } else { *new };
                    *old = *new;
                }
            }
        }
        self.shown = Some(tiling);
        patch
    }

    /// Takes the buffer of a patch back for reuse.
    pub(crate) fn reuse(&mut self, patch: Patch) {
        self.spare = patch.pixels;
    }
}

impl Patch {
    /// Makes a patch around all of these tiles, or a transparent pixel if there are none. Reuses `pixels` as its
    /// buffer.
    fn around(places: &[PlacedTile<'_>], mut pixels: Vec<u8>) -> Patch {
        let left = places.iter().map(|place| place.left).min().unwrap_or(0);
        let top = places.iter().map(|place| place.top).min().unwrap_or(0);
        let right = places.iter().map(|place| place.left + place.width).max();
        let bottom = places.iter().map(|place| place.top + place.height).max();
        let (width, height) = (right.unwrap_or(1) - left, bottom.unwrap_or(1) - top);
        pixels.clear();
        pixels.resize(width * height, TRANSPARENT);
        Patch {
            left,
            top,
            width,
            height,
            pixels,
        }
    }
}

/// Returns the tiles of a picture that differ from the previous picture.
fn changed<'a>(before: Option<&Tiling>, now: &'a Tiling, grid: &Grid) -> Vec<PlacedTile<'a>> {
    let mut changed = Vec::new();
    let mut top = 0;
    for (number, band) in now.bands.iter().enumerate() {
        let before = before.and_then(|tiling| tiling.bands.get(number));
        let before: Vec<_> = before.map_or_else(Vec::new, |band| placed(band, top, grid));
        let placed = placed(band, top, grid);
        top += placed.first().map_or(0, |place| place.height);
        changed.extend(placed.into_iter().filter(|place| {
            let is_same = |old: &PlacedTile<'_>| old.left == place.left && old.tile == place.tile;
            !before.iter().any(is_same)
        }));
    }
    changed
}

/// Returns the tiles of a band with their positions.
fn placed<'a>(band: &'a [Tile], top: usize, grid: &Grid) -> Vec<PlacedTile<'a>> {
    let mut left = 0;
    let places = band.iter().map(|tile| {
        let (width, height) = tile.size(grid);
        let place = PlacedTile {
            tile,
            left,
            top,
            width: width as usize,
            height: height as usize,
        };
        left += place.width;
        place
    });
    places.collect()
}

#[cfg(test)]
mod tests;
