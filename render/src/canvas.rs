//! Pictures that the caller draws: charts, reports, whatever has boards and text on it.

use rules::Color;
use tiny_skia::{PathBuilder, Rect};

use crate::{
    ArrowKind, DiagramBoard, Size, Theme,
    font::{Font, Fonts},
    grid::Grid,
    sketch::{CAP_HEIGHT, Shape, Sketch},
    theme::Rgb,
};

/// A picture to draw on, in the colors of a theme. All measures are in pixels from its top left corner.
///
/// ```
/// use render::{Canvas, Renderer, Scene, Size, Theme, Weight, in_memory};
///
/// let theme = Theme::LIGHT;
/// let mut canvas = Canvas::new(Size::default(), 200, theme);
/// canvas.lines(&[vec![(20.0, 180.0), (360.0, 60.0), (700.0, 120.0)]], 4.0, theme.active.badge);
/// canvas.text("Ratings", Weight::Bold, 26.0, (20.0, 40.0), theme.seat.name);
/// let png = in_memory(|out| Renderer::new().png(&Scene::canvas(canvas), out));
/// ```
pub struct Canvas {
    size: Size,
    theme: Theme,
    sketch: Sketch,
    fonts: Fonts,
}

/// The weight of a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// For most text.
    Regular,
    /// For titles.
    Bold,
}

/// The measures of a board on a canvas, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardExtent {
    /// The width with the coordinates.
    pub width: u32,
    /// The height with the coordinates.
    pub height: u32,
    /// The width of the frame left of the squares.
    pub left: u32,
    /// The width of the frame right of the squares.
    pub right: u32,
}

impl BoardExtent {
    /// Returns the measures of a board of this width, at most that of the largest picture.
    pub fn of_width(width: u32) -> BoardExtent {
        let grid = small_grid(width);
        BoardExtent {
            width: grid.width,
            height: grid.right + 8 * grid.square + grid.files,
            left: grid.left,
            right: grid.right,
        }
    }
}

fn small_grid(width: u32) -> Grid {
    Grid::of_small_board(width.clamp(Canvas::MIN_BOARD, Size::MAX.width()))
}

impl Canvas {
    /// The maximum height of a canvas.
    pub const MAX_HEIGHT: u32 = 16_384;

    /// The minimum width of a board.
    pub const MIN_BOARD: u32 = 60;

    /// The height of capital letters and digits, as a fraction of the font size.
    pub const CAP_HEIGHT: f32 = CAP_HEIGHT;

    /// Makes an empty canvas in the color of the theme's frame, with a height from 1 to [`Canvas::MAX_HEIGHT`].
    pub fn new(size: Size, height: u32, theme: Theme) -> Canvas {
        let height = height.clamp(1, Canvas::MAX_HEIGHT);
        Canvas {
            size,
            theme,
            sketch: Sketch::new(size.width(), height, theme.frame),
            fonts: Fonts::new(),
        }
    }

    /// Returns the theme.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// Returns the width of a text at a font size.
    pub fn text_width(&self, text: &str, weight: Weight, size: f32) -> f32 {
        self.font(weight).width(text, size)
    }

    /// Shortens a text with an ellipsis if it is wider than `room` at a font size.
    pub fn fit(&self, text: &str, weight: Weight, size: f32, room: f32) -> String {
        self.font(weight).fit(text, size, room)
    }

    /// Draws text at a font size, from a point on its base line to the right. Without the feature `text` it draws nothing.
    pub fn text(&mut self, text: &str, weight: Weight, size: f32, (x, y): (f32, f32), color: Rgb) {
        let path = self.font(weight).outline(text, size, x, y);
        self.sketch.fill(path, color);
    }

    /// Draws lines of this width, each through its points.
    pub fn lines(&mut self, lines: &[Vec<(f32, f32)>], width: f32, color: Rgb) {
        let mut path = PathBuilder::new();
        for line in lines.iter().filter(|line| line.len() > 1) {
            path.move_to(line[0].0, line[0].1);
            line[1..].iter().for_each(|(x, y)| path.line_to(*x, *y));
        }
        if let Some(path) = path.finish() {
            self.sketch
                .shapes
                .push(Shape::Outline { path, color, width });
        }
    }

    /// Fills a rectangle between two corners.
    pub fn rectangle(&mut self, (left, top): (f32, f32), (right, bottom): (f32, f32), color: Rgb) {
        let rectangle = Rect::from_ltrb(left, top, right, bottom);
        self.sketch
            .fill(rectangle.map(PathBuilder::from_rect), color);
    }

    /// Fills a circle.
    pub fn circle(&mut self, (x, y): (f32, f32), radius: f32, color: Rgb) {
        self.sketch.circle(x, y, radius, color);
    }

    /// Draws the disc of a side, as next to the name of a player in a picture `unit` times as wide as 720 pixels.
    pub fn disc(&mut self, (x, y): (f32, f32), side: Color, unit: f32) {
        self.sketch.disc(x, y, side, &self.theme, unit);
    }

    /// Returns the radius of a disc with its surroundings.
    pub fn disc_radius(&self, unit: f32) -> f32 {
        Sketch::disc_reach(&self.theme) * unit
    }

    /// Draws an arrow as on squares of this side.
    pub fn arrow(&mut self, start: (f32, f32), end: (f32, f32), side: f32, kind: ArrowKind) {
        self.sketch.arrow(start, end, side, kind, self.theme.inks);
    }

    /// Draws a board of this [width](BoardExtent::of_width) from its top left corner on, which lies on the canvas.
    pub fn board(&mut self, board: &DiagramBoard, (left, top): (u32, u32), width: u32) {
        let corner = (left.min(self.sketch.width), top.min(self.sketch.height));
        let grid = small_grid(width);
        self.sketch
            .board(board, corner, &grid, &self.theme, &self.fonts);
    }

    fn font(&self, weight: Weight) -> &Font {
        match weight {
            Weight::Regular => &self.fonts.regular,
            Weight::Bold => &self.fonts.bold,
        }
    }

    pub(crate) fn into_parts(self) -> (Size, Theme, Sketch) {
        (self.size, self.theme, self.sketch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PieceSet, Scene, raster::Raster};

    fn drawn(canvas: Canvas) -> tiny_skia::Pixmap {
        Raster::new(PieceSet::default()).scene(&Scene::canvas(canvas))
    }

    #[test]
    fn a_canvas_has_its_height_within_bounds() {
        for (height, expected) in [(0, 1), (1, 1), (77, 77), (u32::MAX, Canvas::MAX_HEIGHT)] {
            let canvas = Canvas::new(Size::MIN, height, Theme::LIGHT);
            assert_eq!(canvas.into_parts().2.height, expected);
        }
    }

    #[test]
    fn a_canvas_shows_what_is_drawn_on_it() {
        let color = Theme::LIGHT.seat.name;
        let blank = drawn(Canvas::new(Size::MIN, 99, Theme::LIGHT));
        let draw: [fn(&mut Canvas, Rgb); 6] = [
            |canvas, color| canvas.text("Ann", Weight::Bold, 20.0, (5.0, 50.0), color),
            |canvas, color| canvas.lines(&[vec![(5.0, 5.0), (90.0, 50.0)]], 2.0, color),
            |canvas, color| canvas.rectangle((5.0, 5.0), (20.0, 20.0), color),
            |canvas, color| canvas.circle((50.0, 50.0), 9.0, color),
            |canvas, _| canvas.disc((50.0, 50.0), Color::Black, 1.0),
            |canvas, _| canvas.board(&DiagramBoard::with([]), (0, 0), 90),
        ];
        for (number, draw) in draw.into_iter().enumerate() {
            let mut canvas = Canvas::new(Size::MIN, 99, Theme::LIGHT);
            draw(&mut canvas, color);
            assert!(drawn(canvas) != blank, "shape {number}");
        }
    }

    #[test]
    fn shapes_without_a_place_are_left_out() {
        let (mut canvas, color) = (Canvas::new(Size::MIN, 99, Theme::LIGHT), [0; 3]);
        let nowhere = (f32::NAN, f32::INFINITY);
        canvas.text("Ann", Weight::Bold, 20.0, nowhere, color);
        canvas.lines(
            &[vec![], vec![(1.0, 1.0)], vec![nowhere, (1.0, 1.0)]],
            2.0,
            color,
        );
        canvas.rectangle((9.0, 9.0), (1.0, 1.0), color);
        canvas.circle(nowhere, 9.0, color);
        canvas.arrow(nowhere, nowhere, 9.0, ArrowKind::Goes);
        canvas.board(&DiagramBoard::with([]), (u32::MAX, u32::MAX), u32::MAX);
        let blank = drawn(Canvas::new(Size::MIN, 99, Theme::LIGHT));
        assert!(drawn(canvas) == blank);
    }
}
