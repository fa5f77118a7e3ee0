//! Draws single tiles, and diagrams.

mod diagram;

use std::ops::Range;

use rules::Color;
use tiny_skia::{
    FillRule, Paint, Path, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8, Transform,
};
use usvg::Tree;

use crate::{
    Size, Theme,
    art::{self, Art},
    font::Font,
    palette::Palette,
    scene::{Figure, Grid, Ground, Hint, Item, Presence, Seat, Tile},
    theme::{Colors, Inks, Rgb, Squares, Strip},
};

/// Draws tiles; it has all that they are made of.
pub(crate) struct Raster {
    soft: Art,
    stark: Art,
    regular: Font,
    bold: Font,
}

impl Raster {
    pub(crate) fn new() -> Raster {
        Raster {
            soft: Art::new(Inks::Soft),
            stark: Art::new(Inks::Stark),
            regular: Font::regular(),
            bold: Font::bold(),
        }
    }

    /// Draws a tile, which has no transparent pixel.
    pub(crate) fn tile(&self, tile: &Tile, theme: Theme, grid: &Grid) -> Pixmap {
        #[cfg(test)]
        crate::testing::count(&crate::testing::N_DRAWN);
        let colors = theme.colors();
        let (width, height) = grid.size_of(tile);
        let mut canvas = Canvas::new(width, height, colors.frame);
        match tile {
            Tile::Frame { .. } => {}
            Tile::Rank(rank) => self.coordinate(&mut canvas, char::from(b'1' + rank), colors, grid),
            Tile::File(file) => self.coordinate(&mut canvas, char::from(b'a' + file), colors, grid),
            Tile::Square {
                ground,
                figure,
                stop,
            } => {
                self.square(&mut canvas, *ground, *figure, colors);
                self.stop(&mut canvas, *stop, colors.inks, grid.unit());
            }
            Tile::Label(label) => self.label(&mut canvas, label, colors, grid.unit()),
            Tile::Seat(seat) => self.seat(&mut canvas, seat, colors, grid),
            Tile::Slot { item, active } => {
                self.slot(&mut canvas, *item, *active, colors, grid.unit());
            }
            Tile::End { active } => {
                let end = canvas.width() - grid.right as f32;
                canvas.strip(None, Some(end), colors.strip(*active), grid.unit());
            }
        }
        if colors.inks == Inks::Grey {
            canvas.fade_to_grey();
        }
        canvas.0
    }

    /// The palette for all tiles of a theme.
    pub(crate) fn palette(&self, theme: Theme) -> Palette {
        let grid = Grid::new(Size::PALETTE);
        let samples = Tile::samples().map(|tile| self.tile(&tile, theme, &grid));
        Palette::new(theme.colors().all(), samples)
    }

    fn art(&self, inks: Inks) -> &Art {
        match inks {
            Inks::Soft => &self.soft,
            Inks::Stark | Inks::Grey => &self.stark,
        }
    }

    fn coordinate(&self, canvas: &mut Canvas, label: char, colors: &Colors, grid: &Grid) {
        let size = COORDINATE * grid.unit();
        let mut bytes = [0; 4];
        let label = label.encode_utf8(&mut bytes);
        let x = (canvas.width() - self.bold.width(label, size)) / 2.0;
        let y = (canvas.height() + CAP_HEIGHT * size) / 2.0;
        canvas.text(&self.bold, label, size, x, y, colors.coordinate);
    }

    fn square(&self, canvas: &mut Canvas, ground: Ground, figure: Option<Figure>, colors: &Colors) {
        let art = self.art(colors.inks);
        let pick = |squares: Squares| {
            if ground.light {
                squares.light
            } else {
                squares.dark
            }
        };
        canvas.fill(pick(if ground.last {
            colors.last
        } else {
            colors.square
        }));
        if ground.frozen {
            canvas.drawing(art.frozen());
        }
        if ground.last {
            canvas.corners(pick(colors.last_corner));
        }
        match ground.hint {
            Hint::Nothing => {}
            Hint::Chosen => canvas.drawing(art.chosen()),
            Hint::Target => canvas.drawing(art.target(figure.is_some())),
        }
        if ground.check {
            canvas.drawing(art.check());
        }
        let Some(Figure { glyph, presence }) = figure else {
            return;
        };
        match presence {
            Presence::Seen => canvas.drawing(art.glyph(glyph)),
            Presence::Unseen => {
                canvas.faint_drawing(art.glyph(glyph), UNSEEN);
                canvas.drawing(art.unseen());
            }
            Presence::Gone => {
                canvas.faint_drawing(art.glyph(glyph), GONE);
                // Pieces are captured, objects used up.
                if glyph.color().is_some() {
                    canvas.drawing(art.gone());
                }
            }
        }
    }

    /// The number of a stop in the corner of its square.
    fn stop(&self, canvas: &mut Canvas, stop: u8, inks: Inks, unit: f32) {
        if stop == 0 {
            return;
        }
        let (size, at) = (STOP * unit, 16.0 * unit);
        let (ink, paper) = inks.black_and_white();
        canvas.circle(at, at, 16.0 * unit, paper);
        canvas.circle(at, at, 14.0 * unit, ink);
        let number = stop.to_string();
        let x = at - self.bold.width(&number, size) / 2.0;
        canvas.text(
            &self.bold,
            &number,
            size,
            x,
            at + CAP_HEIGHT * size / 2.0,
            paper,
        );
    }

    fn label(&self, canvas: &mut Canvas, label: &str, colors: &Colors, unit: f32) {
        let size = LABEL * unit;
        let x = (canvas.width() - self.regular.width(label, size)) / 2.0;
        let y = (canvas.height() + CAP_HEIGHT * size) / 2.0;
        canvas.text(&self.regular, label, size, x, y, colors.coordinate);
    }

    /// From left to right: a disc of the side's color, the name, the side in words, what is told of it.
    fn seat(&self, canvas: &mut Canvas, seat: &Seat, colors: &Colors, grid: &Grid) {
        let Seat {
            color, standing, ..
        } = *seat;
        let unit = grid.unit();
        let strip = colors.strip(standing.is_active(color));
        let left = grid.left as f32;
        let right = match seat.n_slots {
            0 => Some((grid.width - grid.right) as f32),
            _ => None,
        };
        canvas.strip(Some(left), right, strip, unit);
        let (x, y) = (left + 22.0 * unit, canvas.height() / 2.0);
        canvas.disc(x, y, color, colors.inks, unit);
        let mut end = right.unwrap_or(canvas.width()) - 8.0 * unit;
        if let Some(told) = standing.told(color) {
            end -= self.badge(canvas, told, end, strip, unit) + 12.0 * unit;
        }
        self.name(canvas, seat, left + 44.0 * unit..end, strip, unit);
    }

    /// A drawing, with a number beside it where there may be several.
    fn slot(&self, canvas: &mut Canvas, item: Item, active: bool, colors: &Colors, unit: f32) {
        let (art, strip) = (self.art(colors.inks), colors.strip(active));
        canvas.strip(None, None, strip, unit);
        let side = SLOT_DRAWING * unit;
        let y = (canvas.height() - side) / 2.0;
        match item {
            Item::Reserve(glyph, count) => {
                let size = COUNT * unit;
                let count = count.to_string();
                let width = self.bold.width(&count, size);
                // A drawing has a margin of its own, into which the number may reach.
                let number = side - 2.0 * unit;
                let x = (canvas.width() - number - width) / 2.0;
                canvas.drawing_at(art.glyph(glyph), x, y, side);
                let base = (canvas.height() + CAP_HEIGHT * size) / 2.0;
                canvas.text(&self.bold, &count, size, x + number, base, strip.name);
            }
            Item::Power(power, left) => {
                let x = (canvas.width() - side) / 2.0;
                canvas.drawing_at(art.power(power, left), x, y, side);
            }
        }
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

    /// Draws the name within this part of the strip, and the side in words if there is room and it is not the name.
    fn name(&self, canvas: &mut Canvas, seat: &Seat, part: Range<f32>, strip: Strip, unit: f32) {
        let (size, side_size, gap) = (NAME * unit, SIDE * unit, 10.0 * unit);
        let base = (canvas.height() + CAP_HEIGHT * size) / 2.0;
        let room = part.end - part.start;
        let name = self.bold.drawable(&seat.name).unwrap_or_default();
        let name = self.bold.fit(&name, size, room);
        canvas.text(&self.bold, &name, size, part.start, base, strip.name);
        let width = match self.bold.width(&name, size) {
            0.0 => 0.0,
            width => width + gap,
        };
        let side = seat.color.to_string();
        if name != side && width + self.regular.width(&side, side_size) <= room {
            let x = part.start + width;
            canvas.text(&self.regular, &side, side_size, x, base, strip.side);
        }
    }
}

/// Sizes of text in a picture of 720 pixels.
const COORDINATE: f32 = 18.0;
const NAME: f32 = 23.0;
const SIDE: f32 = 19.0;
const TOLD: f32 = 18.0;
const COUNT: f32 = 20.0;
const STOP: f32 = 21.0;
const LABEL: f32 = 12.0;

/// The side of a drawing in a slot.
const SLOT_DRAWING: f32 = 42.0;

/// How opaque a piece is that the other side does not see.
const UNSEEN: f32 = 0.65;

/// How opaque something is that the last turn took away.
const GONE: f32 = 0.45;

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

    /// Takes the colors out of all that is drawn, which is opaque.
    fn fade_to_grey(&mut self) {
        for pixel in self.0.pixels_mut() {
            let [red, green, blue] = [pixel.red(), pixel.green(), pixel.blue()].map(u32::from);
            // About how bright each looks.
            let grey = ((54 * red + 183 * green + 19 * blue) / 256) as u8;
            *pixel = PremultipliedColorU8::from_rgba(grey, grey, grey, u8::MAX).unwrap_or(*pixel);
        }
    }

    /// Paints a drawing over the whole of a square.
    fn drawing(&mut self, tree: &Tree) {
        self.drawing_at(tree, 0.0, 0.0, self.width());
    }

    /// Paints a drawing into the square with this top left corner and side.
    fn drawing_at(&mut self, tree: &Tree, x: f32, y: f32, side: f32) {
        let scale = side / art::SIDE;
        let transform = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
        resvg::render(tree, transform, &mut self.0.as_mut());
    }

    /// Paints a drawing over the whole of a square so that the square shines through.
    fn faint_drawing(&mut self, tree: &Tree, opacity: f32) {
        let mut layer = self.0.clone();
        layer.fill(tiny_skia::Color::TRANSPARENT);
        let mut layer = Canvas(layer);
        layer.drawing(tree);
        let paint = PixmapPaint {
            opacity,
            ..PixmapPaint::default()
        };
        self.0
            .draw_pixmap(0, 0, layer.0.as_ref(), &paint, Transform::identity(), None);
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

    /// The ground of a strip; it has a round end where it begins or ends within the tile.
    fn strip(&mut self, start: Option<f32>, end: Option<f32>, strip: Strip, unit: f32) {
        let (radius, inset) = (8.0 * unit, 5.0 * unit);
        let start = start.unwrap_or(-2.0 * radius);
        let end = end.unwrap_or(self.width() + 2.0 * radius);
        let height = self.height() - 2.0 * inset;
        self.panel(start, inset, end - start, height, radius, strip.panel);
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
    fn disc(&mut self, x: f32, y: f32, color: Color, inks: Inks, unit: f32) {
        let (ink, paper) = inks.black_and_white();
        let (ring, inner) = match color {
            Color::White => (ink, paper),
            Color::Black => (paper, ink),
        };
        self.circle(x, y, 11.0 * unit, ring);
        self.circle(x, y, 9.0 * unit, inner);
    }

    fn circle(&mut self, x: f32, y: f32, radius: f32, color: Rgb) {
        self.path(PathBuilder::from_circle(x, y, radius), color);
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
