//! The at most 255 colors of a theme.

use std::collections::{HashMap, HashSet};

use tiny_skia::Pixmap;

use crate::theme::Rgb;

/// How many colors a palette may have: one index less than a byte has, which is left for "transparent".
const MAX: usize = 255;

/// The colors of pictures and the nearest of them to any color.
pub(crate) struct Palette {
    colors: Vec<Rgb>,
}

impl Palette {
    /// Chooses colors for pictures made of tiles like these.
    ///
    /// `flat` colors, which fill areas, are kept exactly. The others are blends on the edges between those: again and
    /// again the one farthest from all chosen so far is chosen, which spaces them evenly and keeps the largest error
    /// small.
    pub(crate) fn new(flat: impl IntoIterator<Item = Rgb>, samples: impl IntoIterator<Item = Pixmap>) -> Palette {
        let mut colors: Vec<Rgb> = Vec::new();
        for color in flat {
            if !colors.contains(&color) {
                colors.push(color);
            }
        }
        let mut seen = HashSet::new();
        for sample in samples {
            let mut last = None;
            for color in pixels(&sample) {
                if last != Some(color) {
                    seen.insert(color);
                    last = Some(color);
                }
            }
        }
        let mut blends: Vec<(u32, Rgb)> = seen
            .into_iter()
            .map(|blend| {
                let nearest = colors.iter().map(|&color| distance(color, blend)).min();
                (nearest.unwrap_or(u32::MAX), blend)
            })
            .collect();
        while colors.len() < MAX
            && let Some(&(error, farthest)) = blends.iter().max()
            && error > 0
        {
            colors.push(farthest);
            for (error, blend) in &mut blends {
                *error = (*error).min(distance(farthest, *blend));
            }
        }
        Palette { colors }
    }

    /// All colors, by index.
    pub(crate) fn colors(&self) -> &[Rgb] {
        &self.colors
    }

    /// The index of the nearest color of each pixel, row by row.
    pub(crate) fn reduce(&self, pixmap: &Pixmap) -> Vec<u8> {
        let mut known: HashMap<Rgb, u8> = HashMap::new();
        let mut last = None;
        pixels(pixmap)
            .map(|color| match last {
                Some((same, index)) if same == color => index,
                _ => {
                    let index = *known.entry(color).or_insert_with(|| self.nearest(color));
                    last = Some((color, index));
                    index
                }
            })
            .collect()
    }

    fn nearest(&self, color: Rgb) -> u8 {
        let nearest = (0..=u8::MAX)
            .zip(&self.colors)
            .min_by_key(|(_, other)| distance(color, **other));
        nearest.map_or(0, |(index, _)| index)
    }
}

/// How different two colors look, roughly: the eye is most sensitive to green and least to blue.
fn distance(one: Rgb, other: Rgb) -> u32 {
    let [red, green, blue] = [0, 1, 2].map(|i| u32::from(one[i].abs_diff(other[i])).pow(2));
    2 * red + 4 * green + blue
}

/// The colors of an opaque picture, row by row.
fn pixels(pixmap: &Pixmap) -> impl Iterator<Item = Rgb> {
    pixmap
        .pixels()
        .iter()
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}
