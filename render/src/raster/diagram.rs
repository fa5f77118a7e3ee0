//! Draws boards that explain rules, each on one canvas, as arrows cross its squares.

use rules::Square;
use tiny_skia::{LineJoin, Path, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform};

use super::{CAP_HEIGHT, Canvas, Raster, paint};
use crate::{
    Size, Theme,
    diagram::{Board, Diagram, Mark},
    scene::{Grid, Tile},
    theme::{Colors, Inks, Rgb},
};

/// Sizes in a picture of 720 pixels: of the words of a legend, the drawings beside them, and the gaps between.
const WORD: f32 = 19.0;
const SIGN: f32 = 40.0;
const GAP: f32 = 18.0;

/// How large a mark is on a square with nothing on it and beside a piece, as a part of its square.
const ALONE: f32 = 0.9;
const BESIDE: f32 = 0.8;

/// The color of arrows.
const ARROW: Rgb = [0xf0, 0xa0, 0x20];

/// Where the boards of a diagram are.
struct Layout {
    /// The measures of each board.
    grid: Grid,
    /// The left upper corner of each board.
    corners: Vec<(u32, u32)>,
    /// How much room a name takes above its board.
    title: u32,
    /// Where the boards end and the legend begins.
    bottom: u32,
    width: u32,
    height: u32,
}

impl Layout {
    fn new(diagram: &Diagram, width: u32) -> Layout {
        let n_boards = diagram.boards().count() as u32;
        let n_columns = n_boards.clamp(1, 2);
        let gap = if diagram.change().is_some() { 12 } else { 36 };
        let gap = width / gap * (n_columns - 1);
        let side = (width - gap) / n_columns;
        let grid = Grid::of_width(side);
        let title = if diagram.names.is_empty() {
            0
        } else {
            width / 20
        };
        let row = title + grid.right + 8 * grid.square + grid.files;
        let corner = |number| {
            let (column, row_number) = (number % n_columns, number / n_columns);
            (column * (side + gap), row_number * row + title)
        };
        let bottom = n_boards.div_ceil(n_columns) * row;
        let legend = match diagram.marks().next() {
            Some(_) => width / 14,
            None => 0,
        };
        Layout {
            grid,
            corners: (0..n_boards).map(corner).collect(),
            title,
            bottom,
            width,
            height: bottom + legend,
        }
    }
}

impl Diagram {
    /// How high its picture is, in pixels.
    pub fn height(&self, size: Size) -> u32 {
        Layout::new(self, size.width()).height
    }
}

impl Raster {
    /// Draws a diagram exactly as wide as told.
    pub(crate) fn diagram(&self, diagram: &Diagram, size: Size, theme: Theme) -> Pixmap {
        let colors = theme.colors();
        let layout = Layout::new(diagram, size.width());
        let mut canvas = Canvas::new(layout.width, layout.height, colors.frame);
        for (board, corner) in diagram.boards().zip(&layout.corners) {
            self.board(&mut canvas, board, *corner, &layout.grid, theme);
        }
        self.names(&mut canvas, diagram, &layout, colors);
        if diagram.change().is_some()
            && let [_, (second, _)] = layout.corners[..]
        {
            let gap = (second - layout.grid.width) as f32;
            let (middle, y) = (second as f32 - gap / 2.0, layout.bottom as f32 / 2.0);
            let reach = gap * 0.42;
            canvas.arrow(
                (middle - reach, y),
                (middle + reach, y),
                gap * 1.1,
                colors.inks,
            );
        }
        self.legend(&mut canvas, diagram, &layout, colors);
        if colors.inks == Inks::Grey {
            canvas.fade_to_grey();
        }
        canvas.0
    }

    /// The name above each board that has one.
    fn names(&self, canvas: &mut Canvas, diagram: &Diagram, layout: &Layout, colors: &Colors) {
        let size = WORD * 1.2 * layout.width as f32 / 720.0;
        for (name, (left, top)) in diagram.names.iter().zip(&layout.corners) {
            let x = (left + layout.grid.left) as f32;
            let base = *top as f32 - (layout.title as f32 - CAP_HEIGHT * size) / 2.0;
            canvas.text(&self.regular, name, size, x, base, colors.coordinate);
        }
    }

    fn board(
        &self,
        canvas: &mut Canvas,
        board: &Board,
        (left, top): (u32, u32),
        grid: &Grid,
        theme: Theme,
    ) {
        let mut put = |tile: &Tile, x: u32, y: u32| {
            let drawn = self.tile(tile, theme, grid);
            let (x, y) = ((left + x) as i32, (top + y) as i32);
            let (paint, place) = (PixmapPaint::default(), Transform::identity());
            canvas
                .0
                .draw_pixmap(x, y, drawn.as_ref(), &paint, place, None);
        };
        for number in 0..8 {
            put(
                &Tile::Rank(number),
                0,
                grid.right + u32::from(7 - number) * grid.square,
            );
            let x = grid.left + u32::from(number) * grid.square;
            put(&Tile::File(number), x, grid.right + 8 * grid.square);
        }
        let corner = |square: Square| {
            let x = grid.left + u32::from(square.file()) * grid.square;
            (x, grid.right + u32::from(7 - square.rank()) * grid.square)
        };
        for (square, tile) in Square::all().zip(&board.squares) {
            let (x, y) = corner(square);
            put(tile, x, y);
        }
        let side = grid.square as f32;
        let corner = |square: Square| {
            let (x, y) = corner(square);
            ((left + x) as f32, (top + y) as f32)
        };
        let center = |square: Square| {
            let (x, y) = corner(square);
            (x + side / 2.0, y + side / 2.0)
        };
        let inks = theme.colors().inks;
        for &(from, to) in &board.arrows {
            let (start, end) = (center(from), center(to));
            let length = (end.0 - start.0).hypot(end.1 - start.1).max(1.0);
            let point = |along: f32| {
                let part = along * side / length;
                (
                    start.0 + (end.0 - start.0) * part,
                    start.1 + (end.1 - start.1) * part,
                )
            };
            // The piece that moves stays in sight, and so does a mark where it goes.
            let is_marked = board.marks.iter().any(|(square, _)| *square == to);
            let rest = if is_marked { 0.24 } else { 0.0 };
            canvas.arrow(point(0.32), point(length / side - rest), side, inks);
        }
        for &(square, mark) in &board.marks {
            let (x, y) = corner(square);
            let is_alone = board.glyph(square).is_none();
            let part = if is_alone { ALONE } else { BESIDE };
            let at = if is_alone {
                (1.0 - part) / 2.0
            } else {
                1.14 - part
            };
            let (x, y) = (x + at * side, y + at * side);
            canvas.drawing_at(self.art(inks).mark(mark), x, y, part * side);
        }
    }

    /// Each mark there is and what it means.
    fn legend(&self, canvas: &mut Canvas, diagram: &Diagram, layout: &Layout, colors: &Colors) {
        let unit = layout.width as f32 / 720.0;
        let (size, sign) = (WORD * unit, SIGN * unit);
        let middle = (layout.bottom + layout.height) as f32 / 2.0;
        let mut x = layout.grid.left as f32;
        for mark in diagram.marks() {
            let drawing = self.art(colors.inks).mark(mark);
            canvas.drawing_at(drawing, x, middle - sign / 2.0, sign);
            x += sign;
            let base = middle + CAP_HEIGHT * size / 2.0;
            let word = Mark::meaning(mark);
            canvas.text(&self.regular, word, size, x, base, colors.coordinate);
            x += self.regular.width(word, size) + GAP * unit;
        }
    }
}

impl Canvas {
    /// Draws an arrow on squares of this side.
    fn arrow(&mut self, start: (f32, f32), end: (f32, f32), side: f32, inks: Inks) {
        let Some(path) = arrow(start, end, side) else {
            return;
        };
        let (ink, paper) = inks.black_and_white();
        for (color, width) in [(paper, 0.1), (ink, 0.05)] {
            let stroke = Stroke {
                width: width * side,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            self.0
                .stroke_path(&path, &paint(color), &stroke, Transform::identity(), None);
        }
        self.path(Some(path), ARROW);
    }
}

/// The outline of an arrow on squares of this side.
fn arrow(start: (f32, f32), end: (f32, f32), side: f32) -> Option<Path> {
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let length = dx.hypot(dy);
    let head = (0.3 * side).min(length);
    let (shaft, wing) = (0.05 * side, 0.17 * side);
    // Along the arrow, then to its side.
    let point = |along: f32, aside: f32| {
        let (along, aside) = (along / length, aside / length);
        (
            start.0 + dx * along - dy * aside,
            start.1 + dy * along + dx * aside,
        )
    };
    let mut path = PathBuilder::new();
    let (x, y) = point(0.0, shaft);
    path.move_to(x, y);
    let neck = length - head;
    for (along, aside) in [
        (neck, shaft),
        (neck, wing),
        (length, 0.0),
        (neck, -wing),
        (neck, -shaft),
        (0.0, -shaft),
    ] {
        let (x, y) = point(along, aside);
        path.line_to(x, y);
    }
    path.close();
    path.finish()
}
