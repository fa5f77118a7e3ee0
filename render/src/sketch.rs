//! The look of a picture: shapes with their measures and colors.
//!
//! This is the only module that defines the look. `raster` paints a sketch as pixels, `svg` writes it as a document.

mod diagram;

use std::ops::Range;

use rules::{Color, Glyph, Square};
use tiny_skia::{Path, PathBuilder};

use crate::{
    Sprite, Theme,
    font::{Font, Fonts},
    grid::Grid,
    letters,
    theme::{Inks, Rgb, Squares, Strip},
    tile::{Figure, Ground, Hint, Holding, Presence, SideStrip, Tile},
    tiling::Tiling,
};

/// A rectangle of one color with shapes on it, each over those before.
#[derive(Clone)]
pub(crate) struct Sketch {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) ground: Rgb,
    pub(crate) shapes: Vec<Shape>,
}

/// A shape on a sketch. All measures are in pixels from its top left corner.
#[derive(Clone)]
pub(crate) enum Shape {
    /// A filled area.
    Fill { path: Path, color: Rgb },
    /// A line of this width around an area.
    Outline { path: Path, color: Rgb, width: f32 },
    /// A drawing in a square with this top left corner and side.
    Sprite {
        sprite: Sprite,
        x: f32,
        y: f32,
        side: f32,
        opacity: f32,
    },
    /// A sketch within the sketch.
    Part {
        x: u32,
        y: u32,
        place: Option<SketchPart>,
        sketch: Sketch,
    },
}

/// The identity of a part of a picture, for code that has to find it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SketchPart {
    /// A square of the board.
    Square(Square),
    /// A piece in the reserve of a side.
    Reserve(Glyph),
}

/// Font sizes in a picture of 720 pixels.
const NAME: f32 = 23.0;
const SIDE: f32 = 19.0;
const TOLD: f32 = 18.0;
const COUNT: f32 = 20.0;
const STEP: f32 = 21.0;
const LABEL: f32 = 12.0;

/// The side of a drawing in a slot.
const SLOT_DRAWING: f32 = 42.0;

/// The opacity of a piece that the other side does not see.
const UNSEEN: f32 = 0.65;

/// The opacity of a piece or object that the last turn removed.
const GONE: f32 = 0.45;

/// The height of capital letters and figures, as a fraction of the font size.
pub(crate) const CAP_HEIGHT: f32 = 0.714;

impl Sketch {
    pub(crate) fn new(width: u32, height: u32, ground: Rgb) -> Sketch {
        Sketch {
            width,
            height,
            ground,
            shapes: Vec::new(),
        }
    }

    /// Draws the numbers of the ranks into the right file, and the letters of the files into the lowest rank.
    pub(crate) fn inner_coordinates(&mut self, bottom: Color, theme: &Theme, grid: &Grid) {
        let (side, size) = (grid.square, grid.coordinate);
        let margin = size * 0.25;
        let ink = |square: Square| {
            if square.is_light() {
                theme.square.dark
            } else {
                theme.square.light
            }
        };
        for line in 0..8 {
            let (top, left) = (grid.seat + line * side, line * side);
            let last = 7 * side;
            if let Some(square) = grid.square_at(bottom, last, top) {
                let number = (square.rank() + 1).to_string();
                let x = grid.width as f32 - margin - letters::width(&number, size);
                let y = top as f32 + margin + CAP_HEIGHT * size;
                self.letters(&number, size, x, y, ink(square));
            }
            if let Some(square) = grid.square_at(bottom, left, grid.seat + last) {
                let letter = char::from(b'a' + square.file()).to_string();
                let y = (grid.seat + 8 * side) as f32 - margin;
                self.letters(&letter, size, left as f32 + margin, y, ink(square));
            }
        }
    }

    /// Makes a sketch of tiles; `square` returns the square with its top left corner at a point.
    pub(crate) fn tiled(
        tiling: &Tiling,
        theme: &Theme,
        grid: &Grid,
        fonts: &Fonts,
        square: impl Fn(u32, u32) -> Option<SketchPart>,
    ) -> Sketch {
        let mut sketch = Sketch::new(grid.width, tiling.height(grid), theme.frame);
        let mut y = 0;
        for band in &tiling.bands {
            let mut x = 0;
            for tile in band {
                let place = match tile {
                    Tile::Square { .. } => square(x, y),
                    Tile::Slot {
                        item: Holding::Reserve(glyph, _),
                        ..
                    } => Some(SketchPart::Reserve(*glyph)),
                    _ => None,
                };
                sketch.part(x, y, place, Sketch::tile(tile, theme, grid, fonts));
                x += tile.size(grid).0;
            }
            y += band.first().map_or(0, |tile| tile.size(grid).1);
        }
        sketch
    }

    /// Makes the sketch of a tile.
    pub(crate) fn tile(tile: &Tile, theme: &Theme, grid: &Grid, fonts: &Fonts) -> Sketch {
        let (width, height) = tile.size(grid);
        let mut sketch = Sketch::new(width, height, theme.frame);
        match tile {
            Tile::Frame { .. } => {}
            Tile::Rank(rank) => sketch.coordinate(char::from(b'1' + rank), theme, grid),
            Tile::File(file) => sketch.coordinate(char::from(b'a' + file), theme, grid),
            Tile::Square {
                ground,
                figure,
                step,
            } => {
                sketch.square(*ground, *figure, theme);
                sketch.step(*step, theme.inks, grid.unit());
            }
            Tile::Label(label) => sketch.label(label, theme, grid.unit(), fonts),
            Tile::Strip(seat) => sketch.seat(seat, theme, grid, fonts),
            Tile::Slot { item, active } => {
                sketch.slot(*item, theme.strip(*active), grid.unit());
            }
            Tile::End { active } => {
                let end = sketch.width() - grid.right as f32;
                sketch.strip(None, Some(end), theme.strip(*active), grid.unit());
            }
        }
        sketch
    }

    fn coordinate(&mut self, label: char, theme: &Theme, grid: &Grid) {
        let (label, size) = (label.to_string(), grid.coordinate);
        let x = (self.width() - letters::width(&label, size)) / 2.0;
        self.letters(&label, size, x, self.base(size), theme.coordinate);
    }

    fn label(&mut self, label: &str, theme: &Theme, unit: f32, fonts: &Fonts) {
        let (font, size) = (&fonts.regular, LABEL * unit);
        let x = (self.width() - font.width(label, size)) / 2.0;
        self.text(font, label, size, x, self.base(size), theme.coordinate);
    }

    fn square(&mut self, ground: Ground, figure: Option<Figure>, theme: &Theme) {
        let pick = |squares: Squares| {
            if ground.light {
                squares.light
            } else {
                squares.dark
            }
        };
        self.ground = pick(if ground.last {
            theme.last
        } else {
            theme.square
        });
        if ground.frozen {
            self.sprite(Sprite::Frozen);
        }
        if ground.last {
            self.corners(pick(theme.last_corner));
        }
        match (ground.hint, figure) {
            (Hint::Nothing, _) => {}
            (Hint::Chosen, _) => self.sprite(Sprite::Chosen),
            (Hint::Target, None) => self.sprite(Sprite::Target),
            (Hint::Target, Some(_)) => self.sprite(Sprite::TargetTaken),
            (Hint::Cause, _) => self.sprite(Sprite::Cause),
        }
        if ground.check {
            self.sprite(Sprite::Check);
        }
        let Some(Figure { glyph, presence }) = figure else {
            return;
        };
        let sprite = Sprite::Glyph(glyph);
        match presence {
            Presence::Seen => self.sprite(sprite),
            Presence::Unseen => {
                self.faint_sprite(sprite, UNSEEN);
                self.sprite(Sprite::Unseen);
            }
            Presence::Gone => {
                self.faint_sprite(sprite, GONE);
                // The cross is for captured pieces; objects are used up.
                if glyph.color().is_some() {
                    self.sprite(Sprite::Gone);
                }
            }
        }
    }

    /// Draws the number of a step in the corner of its square.
    fn step(&mut self, step: u8, inks: Inks, unit: f32) {
        if step == 0 {
            return;
        }
        let (size, at) = (STEP * unit, 16.0 * unit);
        let (ink, paper) = inks.black_and_white();
        self.circle(at, at, 16.0 * unit, paper);
        self.circle(at, at, 14.0 * unit, ink);
        let number = step.to_string();
        let x = at - letters::width(&number, size) / 2.0;
        let y = at + CAP_HEIGHT * size / 2.0;
        self.letters(&number, size, x, y, paper);
    }

    /// Draws a strip, from left to right: a disc of the side's color, the name, the name of the side, the status.
    fn seat(&mut self, seat: &SideStrip, theme: &Theme, grid: &Grid, fonts: &Fonts) {
        let unit = grid.unit();
        let strip = theme.strip(seat.is_active);
        let left = grid.left as f32;
        let right = match seat.n_slots {
            0 => Some((grid.width - grid.right) as f32),
            _ => None,
        };
        self.strip(Some(left), right, strip, unit);
        let (x, y) = (left + 22.0 * unit, self.height() / 2.0);
        self.disc(x, y, seat.color, theme, unit);
        let mut end = right.unwrap_or(self.width()) - 8.0 * unit;
        // Without the feature `text` no status has a width.
        let status = seat.status.as_deref();
        if let Some(status) = status.filter(|status| fonts.bold.width(status, TOLD * unit) > 0.0) {
            end -= self.badge(status, end, strip, unit, fonts) + 12.0 * unit;
        }
        self.name(seat, left + 44.0 * unit..end, strip, unit, fonts);
    }

    /// Draws an item, with a number next to it if there can be several.
    fn slot(&mut self, item: Holding, strip: Strip, unit: f32) {
        self.strip(None, None, strip, unit);
        let side = SLOT_DRAWING * unit;
        let y = (self.height() - side) / 2.0;
        match item {
            Holding::Reserve(glyph, count) => {
                let size = COUNT * unit;
                let count = count.to_string();
                let width = letters::width(&count, size);
                // A drawing has a margin of its own, into which the number can extend.
                let number = side - 2.0 * unit;
                let x = (self.width() - number - width) / 2.0;
                self.sprite_at(Sprite::Glyph(glyph), x, y, side);
                let base = self.base(size);
                self.letters(&count, size, x + number, base, strip.name);
            }
            Holding::Power(power, left) => {
                let sprite = if left {
                    Sprite::Power(power)
                } else {
                    Sprite::PowerUsed(power)
                };
                let x = (self.width() - side) / 2.0;
                self.sprite_at(sprite, x, y, side);
            }
        }
    }

    /// Draws a badge that ends at `end`, and returns its width.
    fn badge(&mut self, status: &str, end: f32, strip: Strip, unit: f32, fonts: &Fonts) -> f32 {
        let (size, height, padding) = (TOLD * unit, 30.0 * unit, 12.0 * unit);
        let width = fonts.bold.width(status, size) + 2.0 * padding;
        let (start, top) = (end - width, (self.height() - height) / 2.0);
        let radius = height / 2.0;
        self.panel(start..end, top..top + height, [radius; 2], strip.badge);
        let base = self.base(size);
        self.text(
            &fonts.bold,
            status,
            size,
            start + padding,
            base,
            strip.status,
        );
        width
    }

    /// Draws the name within this part of the strip. Adds the name of the side if there is room and the two differ.
    fn name(&mut self, seat: &SideStrip, part: Range<f32>, strip: Strip, unit: f32, fonts: &Fonts) {
        let Fonts { regular, bold } = fonts;
        let (size, side_size, gap) = (NAME * unit, SIDE * unit, 10.0 * unit);
        let base = self.base(size);
        let room = part.end - part.start;
        let drawable = bold.drawable(&seat.name);
        let name = match drawable.filter(|name| bold.width(name, size) > 0.0) {
            Some(name) => name,
            None if seat.name.is_empty() => String::new(),
            // The player has a name that no font can show.
            None => seat.side.clone(),
        };
        let name = bold.fit(&name, size, room);
        self.text(bold, &name, size, part.start, base, strip.name);
        let width = match bold.width(&name, size) {
            0.0 => 0.0,
            width => width + gap,
        };
        let side = &seat.side;
        if name != *side && width + regular.width(side, side_size) <= room {
            let x = part.start + width;
            self.text(regular, side, side_size, x, base, strip.side);
        }
    }
}

/// The primitives of sketches.
impl Sketch {
    fn width(&self) -> f32 {
        self.width as f32
    }

    fn height(&self) -> f32 {
        self.height as f32
    }

    fn part(&mut self, x: u32, y: u32, place: Option<SketchPart>, sketch: Sketch) {
        self.shapes.push(Shape::Part {
            x,
            y,
            place,
            sketch,
        });
    }

    /// Draws a drawing over the whole of a square.
    fn sprite(&mut self, sprite: Sprite) {
        self.faint_sprite(sprite, 1.0);
    }

    /// Draws a translucent drawing over the whole of a square.
    fn faint_sprite(&mut self, sprite: Sprite, opacity: f32) {
        self.shapes.push(Shape::Sprite {
            sprite,
            x: 0.0,
            y: 0.0,
            side: self.width(),
            opacity,
        });
    }

    fn sprite_at(&mut self, sprite: Sprite, x: f32, y: f32, side: f32) {
        self.shapes.push(Shape::Sprite {
            sprite,
            x,
            y,
            side,
            opacity: 1.0,
        });
    }

    pub(crate) fn fill(&mut self, path: Option<Path>, color: Rgb) {
        if let Some(path) = path {
            self.shapes.push(Shape::Fill { path, color });
        }
    }

    /// Draws coordinates or a number from `x` on the base line `y` to the right.
    fn letters(&mut self, text: &str, size: f32, x: f32, y: f32, color: Rgb) {
        self.fill(letters::outline(text, size, x, y), color);
    }

    /// Draws text from `x` on the base line `y` to the right.
    pub(crate) fn text(&mut self, font: &Font, text: &str, size: f32, x: f32, y: f32, color: Rgb) {
        self.fill(font.outline(text, size, x, y), color);
    }

    /// Returns the base line of vertically centered text of this size.
    fn base(&self, size: f32) -> f32 {
        (self.height() + CAP_HEIGHT * size) / 2.0
    }

    /// Draws a triangle in each corner of a square.
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
        self.fill(path.finish(), color);
    }

    /// Draws the ground of a strip, with a round end where the strip begins or ends within the tile. Otherwise it
    /// extends a pixel into the tile before it, so that there is no seam in another size.
    fn strip(&mut self, start: Option<f32>, end: Option<f32>, strip: Strip, unit: f32) {
        let (radius, inset) = (8.0 * unit, 5.0 * unit);
        let radii = [start, end].map(|end| end.map_or(0.0, |_| radius));
        let across = start.unwrap_or(-1.0)..end.unwrap_or(self.width());
        let down = inset..self.height() - inset;
        self.panel(across, down, radii, strip.panel);
    }

    /// Draws a rectangle with rounded corners of these radii, on the left and on the right.
    fn panel(&mut self, across: Range<f32>, down: Range<f32>, [start, end]: [f32; 2], color: Rgb) {
        // The distance of control points from a corner for a quarter circle.
        let reach = |radius: f32| radius * 0.447_715;
        let (x, right) = (across.start, across.end);
        let (y, bottom) = (down.start, down.end);
        let (near, far) = (reach(start), reach(end));
        let mut path = PathBuilder::new();
        path.move_to(x + start, y);
        path.line_to(right - end, y);
        path.cubic_to(right - far, y, right, y + far, right, y + end);
        path.line_to(right, bottom - end);
        path.cubic_to(
            right,
            bottom - far,
            right - far,
            bottom,
            right - end,
            bottom,
        );
        path.line_to(x + start, bottom);
        path.cubic_to(x + near, bottom, x, bottom - near, x, bottom - start);
        path.line_to(x, y + start);
        path.cubic_to(x, y + near, x + near, y, x + start, y);
        path.close();
        self.fill(path.finish(), color);
    }

    /// Draws a disc of a side's color, with a ring around it or on a ground of its own.
    pub(crate) fn disc(&mut self, x: f32, y: f32, color: Color, theme: &Theme, unit: f32) {
        let (ink, paper) = theme.inks.black_and_white();
        let (ring, inner) = match color {
            Color::White => (ink, paper),
            Color::Black => (paper, ink),
        };
        match theme.under_disc {
            Some(under) => {
                let half = Sketch::disc_reach(theme) * unit;
                let (across, down) = (x - half..x + half, y - half..y + half);
                self.panel(across, down, [5.0 * unit; 2], under);
            }
            None => self.circle(x, y, 11.0 * unit, ring),
        }
        self.circle(x, y, 9.0 * unit, inner);
    }

    /// Returns the radius of a disc with its surroundings, in a picture of 720 pixels.
    pub(crate) fn disc_reach(theme: &Theme) -> f32 {
        match theme.under_disc {
            Some(_) => 14.0,
            None => 11.0,
        }
    }

    pub(crate) fn circle(&mut self, x: f32, y: f32, radius: f32, color: Rgb) {
        self.fill(PathBuilder::from_circle(x, y, radius), color);
    }
}
