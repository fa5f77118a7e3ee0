//! The palette of a theme.

use std::{
    borrow::Borrow,
    collections::{BTreeSet, HashMap},
};

use tiny_skia::Pixmap;

use crate::theme::Rgb;

/// The maximum number of colors of a palette. More colors would not make the edges of the pieces look better, and would make
/// every picture a tenth larger. Animations have room for 127 and "transparent".
const MAX: usize = 96;

/// The number of sample pixels from which a color counts as an area and not as an edge.
const AREA: u32 = 300;

/// The colors of pictures, with a lookup of the nearest color.
pub(crate) struct Palette {
    colors: Vec<Rgb>,
}

impl Palette {
    /// Chooses colors for pictures made of tiles like these.
    ///
    /// Colors of areas are kept exactly: those of the `theme` and those of many sample pixels. The others are blends on
    /// the edges between areas. The algorithm repeatedly adds the blend with the largest error so far, which spaces the
    /// colors evenly and keeps the largest error small.
    pub(crate) fn new(
        theme: impl IntoIterator<Item = Rgb>,
        samples: impl IntoIterator<Item: Borrow<Pixmap>>,
    ) -> Palette {
        let mut seen: HashMap<Rgb, u32> = HashMap::new();
        for sample in samples {
            for stretch in stretches(sample.borrow()) {
                *seen.entry(stretch.color).or_default() += stretch.length;
            }
        }
        let areas = seen
            .iter()
            .filter(|(_, n_pixels)| **n_pixels >= AREA)
            .map(|(color, _)| *color);
        let areas: BTreeSet<Rgb> = areas.chain(theme).collect();
        let mut colors: Vec<Rgb> = areas.into_iter().take(MAX).collect();
        let mut blends: Vec<Blend> = seen
            .into_iter()
            .map(|(color, n_pixels)| Blend {
                color,
                weight: n_pixels.ilog2() + 1,
                error: colors
                    .iter()
                    .map(|&chosen| distance(chosen, color))
                    .min()
                    .unwrap_or(u32::MAX),
            })
            .collect();
        while colors.len() < MAX
            && let Some(worst) = blends
                .iter()
                .max_by_key(|blend| (blend.cost(), blend.color))
            && worst.error > 0
        {
            let chosen = worst.color;
            colors.push(chosen);
            for blend in &mut blends {
                blend.error = blend.error.min(distance(chosen, blend.color));
            }
        }
        Palette { colors }
    }

    /// Returns all colors, by index.
    pub(crate) fn colors(&self) -> &[Rgb] {
        &self.colors
    }

    /// Returns the index of the nearest color of each pixel, row by row.
    pub(crate) fn reduce(&self, pixmap: &Pixmap) -> Vec<u8> {
        let mut known: HashMap<Rgb, u8> = HashMap::new();
        let mut indexes = Vec::with_capacity(pixmap.pixels().len());
        for stretch in stretches(pixmap) {
            let index = *known
                .entry(stretch.color)
                .or_insert_with(|| self.nearest(stretch.color));
            indexes.extend(std::iter::repeat_n(index, stretch.length as usize));
        }
        indexes
    }

    fn nearest(&self, color: Rgb) -> u8 {
        let nearest = (0..=u8::MAX)
            .zip(&self.colors)
            .min_by_key(|(_, other)| distance(color, **other));
        nearest.map_or(0, |(index, _)| index)
    }
}

/// A color of the samples.
struct Blend {
    color: Rgb,
    /// The weight in the choice: more for more pixels, but rare colors count too.
    weight: u32,
    /// The distance of the nearest color of the palette.
    error: u32,
}

impl Blend {
    fn cost(&self) -> u64 {
        u64::from(self.error) * u64::from(self.weight)
    }
}

/// Returns the rough visual difference of two colors: the eye is most sensitive to green and least to blue.
fn distance(one: Rgb, other: Rgb) -> u32 {
    let [red, green, blue] = [0, 1, 2].map(|i| u32::from(one[i].abs_diff(other[i])).pow(2));
    2 * red + 4 * green + blue
}

/// Successive pixels of one color.
struct Stretch {
    color: Rgb,
    length: u32,
}

/// Returns the pixels of an opaque picture, row by row.
fn stretches(pixmap: &Pixmap) -> impl Iterator<Item = Stretch> {
    pixmap
        .pixels()
        .chunk_by(|one, other| one == other)
        .map(|pixels| Stretch {
            color: [pixels[0].red(), pixels[0].green(), pixels[0].blue()],
            length: pixels.len() as u32,
        })
}

#[cfg(test)]
mod tests;
