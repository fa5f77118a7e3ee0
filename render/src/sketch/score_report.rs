//! Sketches of reports on finished games.

use rules::Color;

use super::{CAP_HEIGHT, Sketch};
use crate::{ArrowKind, ScoreBoard, ScoreReport, Size, Theme, font::Fonts, grid::Grid};

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
    grid: Grid,
    /// The bottom of the chart.
    top: f32,
    /// The height of a row of boards.
    row: f32,
    n_boards: usize,
}

impl ReportLayout {
    fn new(report: &ScoreReport, size: Size) -> ReportLayout {
        let unit = size.width() as f32 / 720.0;
        let column = (720.0 - 2.0 * EDGE - GAP) / COLUMNS as f32;
        let grid = Grid::of_small_board((column * unit) as u32);
        let board = (grid.right + 8 * grid.square + grid.files) as f32;
        ReportLayout {
            unit,
            grid,
            top: report.chart.height(size) as f32,
            row: (HEAD + LINES_OF_BOARD * LINE) * unit + board,
            n_boards: report.boards.len(),
        }
    }

    /// Returns the top left corner of a part: of a board, or after all boards of the text about the sides.
    fn corner(&self, number: usize) -> (f32, f32) {
        let column = (number % COLUMNS) as f32;
        let left = EDGE * self.unit + column * (self.grid.width as f32 + GAP * self.unit);
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
    pub fn height(&self, size: Size) -> u32 {
        ReportLayout::new(self, size).height()
    }
}

impl Sketch {
    /// Makes a report of exactly this width.
    pub(super) fn score_report(
        report: &ScoreReport,
        size: Size,
        theme: &Theme,
        fonts: &Fonts,
    ) -> Sketch {
        let layout = ReportLayout::new(report, size);
        let mut sketch = Sketch::new(size.width(), layout.height(), theme.frame);
        let chart = Sketch::score_chart(&report.chart, size, theme, fonts);
        sketch.part(0, 0, None, chart);
        for (number, board) in report.boards.iter().enumerate() {
            sketch.score_board(board, number, &layout, theme, fonts);
        }
        sketch.score_sides(report, &layout, theme, fonts);
        sketch
    }

    /// Draws a board with its number, and the labels of the played and the better move above it.
    fn score_board(
        &mut self,
        shown: &ScoreBoard,
        number: usize,
        layout: &ReportLayout,
        theme: &Theme,
        fonts: &Fonts,
    ) {
        let unit = layout.unit;
        let (left, top) = layout.corner(number);
        let start = left + layout.grid.left as f32;
        let end = left + (layout.grid.width - layout.grid.right) as f32;
        let middle = |line: f32| top + (HEAD + LINE * (line + 0.5)) * unit;
        let disc = start + DISC * unit;
        let mark = (disc, middle(0.0));
        self.numbered(mark, number + 1, DISC * unit, NUMBER * unit, theme, fonts);
        let sign = disc + (DISC + 10.0) * unit;
        let words = sign + (SIGN + 10.0) * unit;
        let lines = [
            (ArrowKind::Played, &shown.played, &fonts.bold),
            (ArrowKind::Better, &shown.better, &fonts.regular),
        ];
        for ((kind, text, font), line) in lines.into_iter().zip([0.0, 1.0]) {
            let y = middle(line);
            let side = SIGN * unit * 1.2;
            self.arrow((sign, y), (sign + SIGN * unit, y), side, kind, theme.inks);
            let size = WORD * unit;
            let text = font.fit(text, size, end - words);
            let base = y + CAP_HEIGHT * size / 2.0;
            self.text(font, &text, size, words, base, theme.seat.name);
        }
        let corner = top + (HEAD + LINES_OF_BOARD * LINE) * unit;
        let corner = (left.round() as u32, corner.round() as u32);
        self.board(&shown.board, corner, &layout.grid, theme, fonts);
    }

    /// Draws the text about the sides: in the middle of the space of a board, or below all boards.
    fn score_sides(
        &mut self,
        report: &ScoreReport,
        layout: &ReportLayout,
        theme: &Theme,
        fonts: &Fonts,
    ) {
        let unit = layout.unit;
        let (left, top) = layout.corner(layout.n_boards);
        let (left, top) = if layout.is_beside() {
            let middle = top + (layout.row - LINES_OF_SIDES * LINE * unit) / 2.0;
            (left + layout.grid.left as f32, middle)
        } else {
            (left, top + HEAD * unit)
        };
        let right = self.width() - EDGE * unit;
        let middle = |line: f32| top + LINE * (line + 0.5) * unit;
        let size = WORD * unit;
        let base = |line: f32| middle(line) + CAP_HEIGHT * size / 2.0;
        let title = fonts.bold.fit(&report.title, size, right - left);
        self.text(&fonts.bold, &title, size, left, base(0.0), theme.seat.name);
        for (color, line) in Color::ALL.into_iter().zip([1.0, 2.0]) {
            let reach = Sketch::disc_reach(theme) * unit;
            self.disc(left + reach, middle(line), color, theme, unit);
            let x = left + 2.0 * reach + 12.0 * unit;
            let text = fonts.regular.fit(&report.sides[color], size, right - x);
            self.text(&fonts.regular, &text, size, x, base(line), theme.seat.name);
        }
    }
}
