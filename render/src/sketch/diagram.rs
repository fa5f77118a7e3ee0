//! Sketches of boards that explain rules.

use rules::{Color, Square};
use tiny_skia::{Path, PathBuilder, Rect};

use super::{CAP_HEIGHT, Shape, Sketch, SketchPart};
use crate::{
    ArrowKind, Mark, Size, Sprite, Theme,
    diagram::{Diagram, DiagramBoard},
    font::Fonts,
    grid::Grid,
    theme::{Inks, Rgb},
    tile::Tile,
};

/// Sizes in a picture of 720 pixels: the words of a legend, the drawings next to them, and the gaps between.
const WORD: f32 = 19.0;
const SIGN: f32 = 40.0;
const GAP: f32 = 18.0;

/// The size of a mark on an empty square, and next to a piece, as a fraction of its square.
const ALONE: f32 = 0.9;
const BESIDE: f32 = 0.8;

/// The colors of arrows.
const GOES: Rgb = [0xf0, 0xa0, 0x20];
const PLAYED: Rgb = [0xc8, 0x2c, 0x28];
const BETTER: Rgb = [0x1f, 0xa0, 0x5a];

/// The positions of the boards of a diagram.
struct Layout {
    /// The measures of each board.
    grid: Grid,
    /// The top left corner of each board.
    corners: Vec<(u32, u32)>,
    /// The height of a name above its board.
    title: u32,
    /// The bottom of the boards, where the legend begins.
    bottom: u32,
    width: u32,
    height: u32,
}

impl Layout {
    fn new(diagram: &Diagram, width: u32) -> Layout {
        let n_boards = (diagram.boards().count() as u32).max(1);
        let n_columns = n_boards.min(2);
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
    /// Returns the height of the picture, in pixels.
    pub fn height(&self, size: Size) -> u32 {
        Layout::new(self, size.width()).height
    }
}

impl Sketch {
    /// Makes a diagram of exactly this width, with the meanings of its marks.
    pub(crate) fn diagram(
        diagram: &Diagram,
        meanings: &[(Mark, String)],
        size: Size,
        theme: &Theme,
        fonts: &Fonts,
    ) -> Sketch {
        let layout = Layout::new(diagram, size.width());
        let mut sketch = Sketch::new(layout.width, layout.height, theme.frame);
        for (board, corner) in diagram.boards().zip(&layout.corners) {
            sketch.board(board, *corner, &layout.grid, theme, fonts);
        }
        sketch.names(diagram, &layout, theme, fonts);
        if diagram.change().is_some()
            && let [_, (second, _)] = layout.corners[..]
        {
            let gap = (second - layout.grid.width) as f32;
            let (middle, y) = (second as f32 - gap / 2.0, layout.bottom as f32 / 2.0);
            let reach = gap * 0.42;
            let (start, end) = ((middle - reach, y), (middle + reach, y));
            sketch.arrow(start, end, gap * 1.1, ArrowKind::Goes, theme.inks);
        }
        sketch.legend(meanings, &layout, theme, fonts);
        sketch
    }

    /// Draws the name above each board that has one.
    fn names(&mut self, diagram: &Diagram, layout: &Layout, theme: &Theme, fonts: &Fonts) {
        let size = WORD * 1.2 * layout.width as f32 / 720.0;
        for (name, (left, top)) in diagram.names.iter().zip(&layout.corners) {
            let x = (left + layout.grid.left) as f32;
            let base = *top as f32 - (layout.title as f32 - CAP_HEIGHT * size) / 2.0;
            self.text(&fonts.regular, name, size, x, base, theme.coordinate);
        }
    }

    pub(crate) fn board(
        &mut self,
        board: &DiagramBoard,
        (left, top): (u32, u32),
        grid: &Grid,
        theme: &Theme,
        fonts: &Fonts,
    ) {
        let mut put = |tile: &Tile, place: Option<SketchPart>, x: u32, y: u32| {
            let tile = Sketch::tile(tile, theme, grid, fonts);
            self.part(left + x, top + y, place, tile);
        };
        let column = |file: u8| match board.bottom {
            Color::White => u32::from(file),
            Color::Black => u32::from(7 - file),
        };
        let place = |file: u8, rank: u8| {
            let x = grid.left + column(file) * grid.square;
            (x, grid.right + (7 - column(rank)) * grid.square)
        };
        for number in 0..8 {
            let (x, y) = place(number, number);
            put(&Tile::Rank(number), None, 0, y);
            put(&Tile::File(number), None, x, grid.right + 8 * grid.square);
        }
        let corner = |square: Square| place(square.file(), square.rank());
        for (square, tile) in Square::all().zip(&board.squares) {
            let (x, y) = corner(square);
            put(tile, Some(SketchPart::Square(square)), x, y);
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
        for &(kind, from, to) in &board.arrows {
            let (start, end) = (center(from), center(to));
            if from == to {
                self.framed(corner(to), side, kind, theme.inks);
                continue;
            }
            let length = (end.0 - start.0).hypot(end.1 - start.1).max(1.0);
            let point = |along: f32| {
                let part = along * side / length;
                (
                    start.0 + (end.0 - start.0) * part,
                    start.1 + (end.1 - start.1) * part,
                )
            };
            // The moving piece stays visible, and so does a mark on the target.
            let is_marked = board.marks.iter().any(|(square, _)| *square == to);
            let rest = if is_marked { 0.24 } else { 0.0 };
            // Two arrows on a board are distinguishable from afar.
            let thickness = match kind {
                ArrowKind::Goes => side,
                ArrowKind::Played | ArrowKind::Better => 1.6 * side,
            };
            self.arrow(
                point(0.32),
                point(length / side - rest),
                thickness,
                kind,
                theme.inks,
            );
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
            self.sprite_at(Sprite::Mark(mark), x, y, part * side);
        }
    }

    /// Draws the legend: each mark of the diagram with its meaning.
    fn legend(
        &mut self,
        meanings: &[(Mark, String)],
        layout: &Layout,
        theme: &Theme,
        fonts: &Fonts,
    ) {
        let unit = layout.width as f32 / 720.0;
        let (size, sign) = (WORD * unit, SIGN * unit);
        let middle = (layout.bottom + layout.height) as f32 / 2.0;
        let base = middle + CAP_HEIGHT * size / 2.0;
        let mut x = layout.grid.left as f32;
        for (mark, word) in meanings {
            self.sprite_at(Sprite::Mark(*mark), x, middle - sign / 2.0, sign);
            x += sign;
            self.text(&fonts.regular, word, size, x, base, theme.coordinate);
            x += fonts.regular.width(word, size) + GAP * unit;
        }
    }

    /// Draws an arrow on squares of this side.
    pub(crate) fn arrow(
        &mut self,
        start: (f32, f32),
        end: (f32, f32),
        side: f32,
        kind: ArrowKind,
        inks: Inks,
    ) {
        let Some(path) = arrow(start, end, side) else {
            return;
        };
        let (ink, paper) = inks.black_and_white();
        let (ink, filled) = match kind {
            ArrowKind::Goes => (ink, GOES),
            ArrowKind::Played => (played(inks), paper),
            ArrowKind::Better => (ink, BETTER),
        };
        self.shapes.extend(
            [(paper, 0.1), (ink, 0.05)].map(|(color, width)| Shape::Outline {
                path: path.clone(),
                color,
                width: width * side,
            }),
        );
        self.fill(Some(path), filled);
    }

    /// Draws a frame around a square, in place of an arrow with the same origin and target.
    fn framed(&mut self, (x, y): (f32, f32), side: f32, kind: ArrowKind, inks: Inks) {
        let (ink, paper) = inks.black_and_white();
        let (outer, inner) = match kind {
            ArrowKind::Goes => (ink, GOES),
            ArrowKind::Played => (played(inks), paper),
            ArrowKind::Better => (ink, BETTER),
        };
        // Frames of both kinds around one square are both visible.
        let inset = match kind {
            ArrowKind::Goes | ArrowKind::Played => 0.06,
            ArrowKind::Better => 0.18,
        };
        let edge = inset * side;
        let square = Rect::from_ltrb(x + edge, y + edge, x + side - edge, y + side - edge);
        let Some(path) = square.map(PathBuilder::from_rect) else {
            return;
        };
        self.shapes.extend(
            [(outer, 0.1), (inner, 0.05)].map(|(color, width)| Shape::Outline {
                path: path.clone(),
                color,
                width: width * side,
            }),
        );
    }
}

/// Returns the color of the outline for the played move.
fn played(inks: Inks) -> Rgb {
    match inks {
        Inks::Soft | Inks::Stark => PLAYED,
        Inks::Grey => inks.black_and_white().0,
    }
}

/// Returns the outline of an arrow on squares of this side.
fn arrow(start: (f32, f32), end: (f32, f32), side: f32) -> Option<Path> {
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let length = dx.hypot(dy);
    let head = (0.3 * side).min(length);
    let (shaft, wing) = (0.05 * side, 0.17 * side);
    // The coordinates are along the arrow, then to its side.
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
