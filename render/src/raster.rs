//! Draws single tiles.

use std::ops::Range;

use rules::{Color, Glyph};
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Transform};
use usvg::Tree;

use crate::{
    Size, Theme,
    art::{self, Art},
    font::Font,
    palette::Palette,
    scene::{Grid, Ground, Standing, Tile},
    theme::{Colors, Rgb, Squares, Strip},
};

/// Draws tiles; it has all that they are made of.
pub(crate) struct Raster {
    art: Art,
    regular: Font,
    bold: Font,
}

impl Raster {
    pub(crate) fn new() -> Raster {
        Raster {
            art: Art::new(),
            regular: Font::regular(),
            bold: Font::bold(),
        }
    }

    /// Draws a tile, which has no transparent pixel.
    pub(crate) fn tile(&self, tile: &Tile, theme: Theme, grid: &Grid) -> Pixmap {
        let colors = theme.colors();
        let (width, height) = grid.size_of(tile);
        let mut canvas = Canvas::new(width, height, colors.frame);
        match tile {
            Tile::Frame { .. } => {}
            Tile::Rank(rank) => self.coordinate(&mut canvas, char::from(b'1' + rank), colors, grid),
            Tile::File(file) => self.coordinate(&mut canvas, char::from(b'a' + file), colors, grid),
            Tile::Square { ground, glyph } => self.square(&mut canvas, *ground, *glyph, colors),
            Tile::Seat {
                color,
                name,
                standing,
            } => self.seat(&mut canvas, *color, name, *standing, colors, grid),
        }
        canvas.0
    }

    /// The palette for all tiles of a theme.
    pub(crate) fn palette(&self, theme: Theme) -> Palette {
        let grid = Grid::new(Size::PALETTE);
        let samples = Tile::samples().map(|tile| self.tile(&tile, theme, &grid));
        Palette::new(theme.colors().all(), samples)
    }

    fn coordinate(&self, canvas: &mut Canvas, label: char, colors: &Colors, grid: &Grid) {
        let size = COORDINATE * grid.unit();
        let mut bytes = [0; 4];
        let label = label.encode_utf8(&mut bytes);
        let x = (canvas.width() - self.bold.width(label, size)) / 2.0;
        let y = (canvas.height() + CAP_HEIGHT * size) / 2.0;
        canvas.text(&self.bold, label, size, x, y, colors.coordinate);
    }

    fn square(&self, canvas: &mut Canvas, ground: Ground, glyph: Option<Glyph>, colors: &Colors) {
        let pick = |squares: Squares| {
            if ground.light {
                squares.light
            } else {
                squares.dark
            }
        };
        if ground.last {
            canvas.fill(pick(colors.last));
            canvas.corners(pick(colors.last_corner));
        } else {
            canvas.fill(pick(colors.square));
        }
        if ground.check {
            canvas.drawing(self.art.check());
        }
        if let Some(glyph) = glyph {
            canvas.drawing(self.art.glyph(glyph));
        }
    }

    /// From left to right: a disc of the side's color, the name, the side in words, what is told of it.
    fn seat(
        &self,
        canvas: &mut Canvas,
        color: Color,
        name: &str,
        standing: Standing,
        colors: &Colors,
        grid: &Grid,
    ) {
        let unit = grid.unit();
        let strip = if standing.is_active(color) {
            colors.active
        } else {
            colors.seat
        };
        let (left, right) = (grid.left as f32, (grid.width - grid.right) as f32);
        let inset = 5.0 * unit;
        let height = canvas.height() - 2.0 * inset;
        canvas.panel(left, inset, right - left, height, 8.0 * unit, strip.panel);
        canvas.disc(
            left + 22.0 * unit,
            canvas.height() / 2.0,
            11.0 * unit,
            color,
            unit,
        );
        let mut end = right - 8.0 * unit;
        if let Some(told) = standing.told(color) {
            end -= self.badge(canvas, told, end, strip, unit) + 12.0 * unit;
        }
        self.name(canvas, name, color, left + 44.0 * unit..end, strip, unit);
    }

    /// Draws a badge that ends at `end` and gives its width.
    fn badge(&self, canvas: &mut Canvas, told: &str, end: f32, strip: Strip, unit: f32) -> f32 {
        let (size, height, padding) = (TOLD * unit, 30.0 * unit, 12.0 * unit);
        let width = self.bold.width(told, size) + 2.0 * padding;
        let (start, top) = (end - width, (canvas.height() - height) / 2.0);
        canvas.panel(start, top, width, height, height / 2.0, strip.badge);
        let base = (canvas.height() + CAP_HEIGHT * size) / 2.0;
        canvas.text(&self.bold, told, size, start + padding, base, strip.told);
        width
    }

    /// Draws a name, shortened to what fits, and the side within this part of the strip.
    fn name(
        &self,
        canvas: &mut Canvas,
        name: &str,
        color: Color,
        part: Range<f32>,
        strip: Strip,
        unit: f32,
    ) {
        let (size, side_size, gap) = (NAME * unit, SIDE * unit, 10.0 * unit);
        let base = (canvas.height() + CAP_HEIGHT * size) / 2.0;
        let side = color.to_string();
        let room = part.end - part.start - gap - self.regular.width(&side, side_size);
        let name = self.bold.fit(&self.bold.drawable(name), size, room);
        canvas.text(&self.bold, &name, size, part.start, base, strip.name);
        let width = match self.bold.width(&name, size) {
            0.0 => 0.0,
            width => width + gap,
        };
        canvas.text(
            &self.regular,
            &side,
            side_size,
            part.start + width,
            base,
            strip.side,
        );
    }
}

/// Sizes of text in a picture of 720 pixels.
const COORDINATE: f32 = 18.0;
const NAME: f32 = 23.0;
const SIDE: f32 = 19.0;
const TOLD: f32 = 18.0;

/// How high capital letters and figures of the font are, as a part of its size.
const CAP_HEIGHT: f32 = 0.714;

/// An opaque picture that is being drawn.
struct Canvas(Pixmap);

impl Canvas {
    fn new(width: u32, height: u32, color: Rgb) -> Canvas {
        let mut canvas = Canvas(Pixmap::new(width, height).expect("every tile has pixels"));
        canvas.fill(color);
        canvas
    }

    fn width(&self) -> f32 {
        self.0.width() as f32
    }

    fn height(&self) -> f32 {
        self.0.height() as f32
    }

    fn fill(&mut self, color: Rgb) {
        let [red, green, blue] = color;
        self.0
            .fill(tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX));
    }

    /// Paints a drawing over the whole of a square.
    fn drawing(&mut self, tree: &Tree) {
        let scale = self.width() / art::SIDE;
        resvg::render(
            tree,
            Transform::from_scale(scale, scale),
            &mut self.0.as_mut(),
        );
    }

    fn path(&mut self, path: Option<Path>, color: Rgb) {
        if let Some(path) = path {
            self.0.fill_path(
                &path,
                &paint(color),
                FillRule::Winding,
                Transform::identity(),
                None,
            );
        }
    }

    fn text(&mut self, font: &Font, text: &str, size: f32, x: f32, y: f32, color: Rgb) {
        self.path(font.outline(text, size, x, y), color);
    }

    /// A triangle in each corner of a square.
    fn corners(&mut self, color: Rgb) {
        let (far, arm) = (self.width(), (self.width() * 0.15).round());
        let mut path = PathBuilder::new();
        for (x, y) in [(0.0, 0.0), (far, 0.0), (far, far), (0.0, far)] {
            let inward = |at: f32| if at == 0.0 { arm } else { at - arm };
            path.move_to(x, y);
            path.line_to(inward(x), y);
            path.line_to(x, inward(y));
            path.close();
        }
        self.path(path.finish(), color);
    }

    /// A rectangle with round corners.
    fn panel(&mut self, x: f32, y: f32, width: f32, height: f32, radius: f32, color: Rgb) {
        // The distance of control points that makes a curve the quarter of a circle.
        let reach = radius * 0.447_715;
        let (right, bottom) = (x + width, y + height);
        let mut path = PathBuilder::new();
        path.move_to(x + radius, y);
        path.line_to(right - radius, y);
        path.cubic_to(right - reach, y, right, y + reach, right, y + radius);
        path.line_to(right, bottom - radius);
        path.cubic_to(
            right,
            bottom - reach,
            right - reach,
            bottom,
            right - radius,
            bottom,
        );
        path.line_to(x + radius, bottom);
        path.cubic_to(x + reach, bottom, x, bottom - reach, x, bottom - radius);
        path.line_to(x, y + radius);
        path.cubic_to(x, y + reach, x + reach, y, x + radius, y);
        path.close();
        self.path(path.finish(), color);
    }

    /// A disc of a side's color.
    fn disc(&mut self, x: f32, y: f32, radius: f32, color: Color, unit: f32) {
        let (ring, inner) = match color {
            Color::White => ([0x26, 0x30, 0x3d], [0xfb, 0xfc, 0xfd]),
            Color::Black => ([0xe8, 0xee, 0xf4], [0x30, 0x3c, 0x4b]),
        };
        self.path(PathBuilder::from_circle(x, y, radius), ring);
        self.path(PathBuilder::from_circle(x, y, radius - 2.0 * unit), inner);
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
