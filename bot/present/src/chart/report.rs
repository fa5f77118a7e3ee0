//! Reports on finished games: the course and the turning points.

use render::{ArrowKind, BoardExtent, Canvas, DiagramBoard, Scene, Size, Theme, Weight};
use rules::{ByColor, Color};

use super::{
    middle_base,
    score::{ScoreChart, numbered},
};

/// A report on a finished game: its course, the boards of its turning points, and the accuracy of each side.
#[derive(Clone, Default)]
pub(crate) struct ScoreReport {
    /// The course of the game; its marks have the numbers of the boards.
    pub(crate) chart: ScoreChart,
    /// The boards of the turning points, in the order of the game, two in a row.
    pub(crate) boards: Vec<ScoreBoard>,
    /// The title of the text about the sides.
    pub(crate) title: String,
    /// The text about each side.
    pub(crate) sides: ByColor<String>,
}

/// The board of a turning point.
#[derive(Clone)]
pub(crate) struct ScoreBoard {
    /// The board before the move, with arrows for the played move and the better one.
    pub(crate) board: DiagramBoard,
    /// The label of the played move.
    pub(crate) played: String,
    /// The label of the better move.
    pub(crate) better: String,
}

/// Sizes in a picture of 720 pixels: of text, of its lines, and of the margins of the boards.
const WORD: f32 = 23.0;
const LINE: f32 = 36.0;
const HEAD: f32 = 14.0;
const EDGE: f32 = 26.0;
const GAP: f32 = 20.0;
const NUMBER: f32 = 19.0;
const DISC: f32 = 15.0;
const SIGN: f32 = 40.0;
const BELOW: f32 = 12.0;

/// The number of boards in a row.
const COLUMNS: usize = 2;

/// The number of text lines about the sides, and above a board.
const LINES_OF_SIDES: f32 = 3.0;
const LINES_OF_BOARD: f32 = 2.0;

/// The layout of the part below the chart, in pixels.
struct ReportLayout {
    /// A pixel of a picture of 720 pixels width.
    unit: f32,
    /// The measures of each board.
    board: BoardExtent,
    /// The bottom of the chart.
    top: f32,
    /// The height of a row of boards.
    row: f32,
    n_boards: usize,
    /// The width of the picture.
    width: f32,
}

impl ReportLayout {
    fn new(report: &ScoreReport, size: Size) -> ReportLayout {
        let unit = size.width() as f32 / 720.0;
        let column = (720.0 - 2.0 * EDGE - GAP) / COLUMNS as f32;
        let board = BoardExtent::of_width((column * unit) as u32);
        ReportLayout {
            unit,
            board,
            top: report.chart.height(size) as f32,
            row: (HEAD + LINES_OF_BOARD * LINE) * unit + board.height as f32,
            n_boards: report.boards.len(),
            width: size.width() as f32,
        }
    }

    /// Returns the top left corner of a part: of a board, or after all boards of the text about the sides.
    fn corner(&self, number: usize) -> (f32, f32) {
        let column = (number % COLUMNS) as f32;
        let left = EDGE * self.unit + column * (self.board.width as f32 + GAP * self.unit);
        (left, self.top + (number / COLUMNS) as f32 * self.row)
    }

    /// Returns whether the text about the sides is next to a board.
    fn is_beside(&self) -> bool {
        !self.n_boards.is_multiple_of(COLUMNS)
    }

    fn height(&self) -> u32 {
        let (_, top) = self.corner(self.n_boards);
        let last = if self.is_beside() {
            self.row
        } else {
            (HEAD + LINES_OF_SIDES * LINE) * self.unit
        };
        (top + last + BELOW * self.unit).round() as u32
    }
}

impl ScoreReport {
    /// Returns the height of the picture, in pixels.
    pub(crate) fn height(&self, size: Size) -> u32 {
        ReportLayout::new(self, size).height()
    }

    /// Makes the picture, of exactly this width.
    pub(crate) fn scene(&self, size: Size, theme: Theme) -> Scene {
        let layout = ReportLayout::new(self, size);
        let mut canvas = Canvas::new(size, layout.height(), theme);
        self.chart.draw(size, &mut canvas);
        for (number, board) in self.boards.iter().enumerate() {
            board.draw(number, &layout, &mut canvas);
        }
        self.draw_sides(&layout, &mut canvas);
        Scene::canvas(canvas)
    }

    /// Draws the text about the sides: in the middle of the space of a board, or below all boards.
    fn draw_sides(&self, layout: &ReportLayout, canvas: &mut Canvas) {
        let (unit, text_color) = (layout.unit, canvas.theme().seat.name);
        let (left, top) = layout.corner(layout.n_boards);
        let (left, top) = if layout.is_beside() {
            let middle = top + (layout.row - LINES_OF_SIDES * LINE * unit) / 2.0;
            (left + layout.board.left as f32, middle)
        } else {
            (left, top + HEAD * unit)
        };
        let right = layout.width - EDGE * unit;
        let middle = |line: f32| top + LINE * (line + 0.5) * unit;
        let size = WORD * unit;
        let base = |line: f32| middle_base(middle(line), size);
        let title = canvas.fit(&self.title, Weight::Bold, size, right - left);
        canvas.text(&title, Weight::Bold, size, (left, base(0.0)), text_color);
        for (color, line) in Color::ALL.into_iter().zip([1.0, 2.0]) {
            let reach = canvas.disc_radius(unit);
            canvas.disc((left + reach, middle(line)), color, unit);
            let x = left + 2.0 * reach + 12.0 * unit;
            let text = canvas.fit(&self.sides[color], Weight::Regular, size, right - x);
            canvas.text(&text, Weight::Regular, size, (x, base(line)), text_color);
        }
    }
}

impl ScoreBoard {
    /// Draws the board with its number, and the labels of the played and the better move above it.
    fn draw(&self, number: usize, layout: &ReportLayout, canvas: &mut Canvas) {
        let (unit, text_color) = (layout.unit, canvas.theme().seat.name);
        let (left, top) = layout.corner(number);
        let start = left + layout.board.left as f32;
        let end = left + (layout.board.width - layout.board.right) as f32;
        let middle = |line: f32| top + (HEAD + LINE * (line + 0.5)) * unit;
        let disc = start + DISC * unit;
        numbered(
            (disc, middle(0.0)),
            number + 1,
            DISC * unit,
            NUMBER * unit,
            canvas,
        );
        let sign = disc + (DISC + 10.0) * unit;
        let words = sign + (SIGN + 10.0) * unit;
        let lines = [
            (ArrowKind::Played, &self.played, Weight::Bold),
            (ArrowKind::Better, &self.better, Weight::Regular),
        ];
        for ((kind, text, weight), line) in lines.into_iter().zip([0.0, 1.0]) {
            let y = middle(line);
            canvas.arrow((sign, y), (sign + SIGN * unit, y), SIGN * unit * 1.2, kind);
            let size = WORD * unit;
            let text = canvas.fit(text, weight, size, end - words);
            canvas.text(
                &text,
                weight,
                size,
                (words, middle_base(y, size)),
                text_color,
            );
        }
        let corner = top + (HEAD + LINES_OF_BOARD * LINE) * unit;
        let corner = (left.round() as u32, corner.round() as u32);
        canvas.board(&self.board, corner, layout.board.width);
    }
}
