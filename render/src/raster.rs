//! Paints sketches as pixels.

use tiny_skia::{
    FillRule, LineJoin, Paint, Pixmap, PixmapPaint, PremultipliedColorU8, Stroke, Transform,
};

use crate::{
    PieceSet, Size, Theme,
    font::Fonts,
    grid::Grid,
    palette::Palette,
    scene::Scene,
    sketch::{Shape, Sketch},
    theme::{Inks, Rgb, grey},
    tile::Tile,
};

/// A painter of sketches, with their drawings and fonts.
pub(crate) struct Raster {
    pub(crate) pieces: PieceSet,
    pub(crate) fonts: Fonts,
}

impl Raster {
    pub(crate) fn new(pieces: PieceSet) -> Raster {
        Raster {
            pieces,
            fonts: Fonts::new(),
        }
    }

    /// Paints a tile.
    pub(crate) fn tile(&self, tile: &Tile, theme: &Theme, grid: &Grid) -> Pixmap {
        #[cfg(test)]
        crate::testing::count(&crate::testing::N_DRAWN);
        self.paint(&Sketch::tile(tile, theme, grid, &self.fonts), theme.inks)
    }

    /// Paints a whole picture.
    pub(crate) fn scene(&self, scene: &Scene) -> Pixmap {
        self.paint(&scene.sketch(&self.fonts), scene.theme.inks)
    }

    /// Makes the palette for all tiles of a theme.
    pub(crate) fn palette(&self, theme: &Theme) -> Palette {
        let grid = Grid::new(Size::PALETTE);
        let samples = Tile::samples().map(|tile| self.tile(&tile, theme, &grid));
        Palette::new(theme.colors(), samples)
    }

    /// Paints a sketch. No pixel is transparent.
    pub(crate) fn paint(&self, sketch: &Sketch, inks: Inks) -> Pixmap {
        let mut pixmap = Pixmap::new(sketch.width, sketch.height).expect("every sketch has pixels");
        let [red, green, blue] = sketch.ground;
        pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX));
        for shape in &sketch.shapes {
            self.shape(&mut pixmap, shape, inks);
        }
        if inks == Inks::Grey {
            fade_to_grey(&mut pixmap);
        }
        pixmap
    }

    fn shape(&self, pixmap: &mut Pixmap, shape: &Shape, inks: Inks) {
        let still = Transform::identity();
        match shape {
            Shape::Fill { path, color } => {
                pixmap.fill_path(path, &paint(*color), FillRule::Winding, still, None);
            }
            Shape::Outline { path, color, width } => {
                let stroke = Stroke {
                    width: *width,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                pixmap.stroke_path(path, &paint(*color), &stroke, still, None);
            }
            Shape::Sprite {
                sprite,
                x,
                y,
                side,
                opacity,
            } => {
                let tree = self.pieces.tree(*sprite, inks);
                let scale = side / tree.size().width();
                let place = Transform::from_row(scale, 0.0, 0.0, scale, *x, *y);
                if *opacity == 1.0 {
                    resvg::render(tree, place, &mut pixmap.as_mut());
                    return;
                }
                let mut layer = pixmap.clone();
                layer.fill(tiny_skia::Color::TRANSPARENT);
                resvg::render(tree, place, &mut layer.as_mut());
                let paint = PixmapPaint {
                    opacity: *opacity,
                    ..PixmapPaint::default()
                };
                pixmap.draw_pixmap(0, 0, layer.as_ref(), &paint, still, None);
            }
            Shape::Part { x, y, sketch, .. } => {
                let part = self.paint(sketch, inks);
                let (x, y, paint) = (*x as i32, *y as i32, PixmapPaint::default());
                pixmap.draw_pixmap(x, y, part.as_ref(), &paint, still, None);
            }
        }
    }
}

/// Converts all pixels, which are opaque, to grey.
fn fade_to_grey(pixmap: &mut Pixmap) {
    for pixel in pixmap.pixels_mut() {
        let [grey, ..] = grey([pixel.red(), pixel.green(), pixel.blue()]);
        *pixel = PremultipliedColorU8::from_rgba(grey, grey, grey, u8::MAX).unwrap_or(*pixel);
    }
}

fn paint(color: Rgb) -> Paint<'static> {
    let [red, green, blue] = color;
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, u8::MAX);
    paint
}

#[cfg(test)]
mod tests;
