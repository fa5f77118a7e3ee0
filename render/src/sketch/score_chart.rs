//! Sketches of charts of the course of a game.

use tiny_skia::{PathBuilder, Rect};

use super::{
    CAP_HEIGHT, Shape, Sketch,
    chart::{faint, ink},
};
use crate::{
    ScoreChart, ScoreLine, ScoreLineKind, Size, Theme,
    font::Fonts,
    theme::{Inks, Rgb},
};

/// Sizes in a picture of 720 pixels: of text, of the margins of the lines, and of the lines.
const TITLE: f32 = 26.0;
const NAME: f32 = 20.0;
const TICK: f32 = 20.0;
const HEAD: f32 = 60.0;
const LEGEND: f32 = 32.0;
const GAP: f32 = 20.0;
const LINES: f32 = 260.0;
const FOOT: f32 = 46.0;
const BARS_HEAD: f32 = 34.0;
const BARS: f32 = 96.0;
const LEFT: f32 = 62.0;
const EDGE: f32 = 26.0;
const SAMPLE: f32 = 44.0;
const MARK: f32 = 15.0;
const MARK_TEXT: f32 = 19.0;

/// The labels of the lines for a win, a draw and a loss of White.
const SCORES: [(i32, &str); 3] = [(1000, "1"), (500, "½"), (0, "0")];

/// The area of the lines or of the bars.
struct ScoreField {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    /// The number of the last move.
    last: u32,
}

impl ScoreField {
    fn x(&self, at: u32) -> f32 {
        self.left + (self.right - self.left) * at as f32 / self.last as f32
    }

    /// Returns the vertical position of a value: 0 at the bottom, 1 at the top.
    fn y(&self, part: f32) -> f32 {
        self.bottom - (self.bottom - self.top) * part.clamp(0.0, 1.0)
    }

    fn place(&self, (at, score): (u32, i32)) -> (f32, f32) {
        (self.x(at), self.y(score as f32 / 1000.0))
    }
}

impl ScoreChart {
    /// Returns the height of the picture, in pixels.
    pub fn height(&self, size: Size) -> u32 {
        (self.bottom_of_bars() * size.width() as f32 / 720.0).round() as u32
    }

    /// Returns the lines with names.
    fn named(&self) -> impl Iterator<Item = &ScoreLine> {
        self.lines.iter().filter(|line| !line.name.is_empty())
    }

    fn top_of_lines(&self) -> f32 {
        HEAD + LEGEND * self.named().count() as f32 + GAP
    }

    fn bottom_of_lines(&self) -> f32 {
        self.top_of_lines() + LINES
    }

    fn bottom_of_bars(&self) -> f32 {
        let bars = if self.bars.is_empty() {
            0.0
        } else {
            BARS_HEAD + BARS + EDGE
        };
        self.bottom_of_lines() + FOOT + bars
    }
}

impl Sketch {
    /// Makes a chart of exactly this width.
    pub(super) fn score_chart(
        chart: &ScoreChart,
        size: Size,
        theme: &Theme,
        fonts: &Fonts,
    ) -> Sketch {
        let mut sketch = Sketch::new(size.width(), chart.height(size), theme.frame);
        let unit = size.width() as f32 / 720.0;
        let field = |top: f32, bottom: f32| ScoreField {
            left: LEFT * unit,
            right: size.width() as f32 - EDGE * unit,
            top: top * unit,
            bottom: bottom * unit,
            last: chart.last(),
        };
        let lines = field(chart.top_of_lines(), chart.bottom_of_lines());
        sketch.score_words(chart, &lines, unit, theme, fonts);
        for line in chart.lines.iter().rev() {
            let places: Vec<_> = line
                .points
                .iter()
                .map(|point| lines.place(*point))
                .collect();
            sketch.score_line(line.kind, &places, unit, theme);
        }
        for (mark, number) in chart.marks.iter().zip(1..) {
            sketch.score_mark(lines.place(*mark), number, unit, theme, fonts);
        }
        if !chart.bars.is_empty() {
            let top = chart.bottom_of_lines() + FOOT + BARS_HEAD;
            sketch.score_bars(chart, &field(top, top + BARS), unit, theme, fonts);
        }
        sketch
    }

    /// Draws the texts: the title and the names of the lines above, the scores at the side, the first move and the end below.
    fn score_words(
        &mut self,
        chart: &ScoreChart,
        field: &ScoreField,
        unit: f32,
        theme: &Theme,
        fonts: &Fonts,
    ) {
        let Fonts { regular, bold } = fonts;
        let start = EDGE * unit;
        let room = field.right - start;
        let base = (HEAD + CAP_HEIGHT * TITLE) / 2.0 * unit;
        let title = bold.fit(&chart.title, TITLE * unit, room);
        self.text(bold, &title, TITLE * unit, start, base, theme.seat.name);
        for (line, row) in chart.named().zip(0_u8..) {
            let middle = (HEAD + LEGEND * (f32::from(row) + 0.5) - 6.0) * unit;
            let end = start + SAMPLE * unit;
            self.score_line(line.kind, &[(start, middle), (end, middle)], unit, theme);
            let x = end + 14.0 * unit;
            let name = regular.fit(&line.name, NAME * unit, field.right - x);
            let base = middle + CAP_HEIGHT * NAME * unit / 2.0;
            self.text(regular, &name, NAME * unit, x, base, theme.seat.name);
        }
        let size = TICK * unit;
        for (score, label) in SCORES {
            let y = field.y(score as f32 / 1000.0).round();
            self.score_rule(field, y, unit, theme);
            let x = field.left - 14.0 * unit - regular.width(label, size);
            let base = y + CAP_HEIGHT * size / 2.0;
            self.text(regular, label, size, x, base, theme.coordinate);
        }
        let base = field.bottom + (FOOT + CAP_HEIGHT * TICK) / 2.0 * unit;
        let width = regular.width(&chart.to, size);
        let x = field.right - width;
        self.text(regular, &chart.to, size, x, base, theme.coordinate);
        let from = regular.fit(&chart.from, size, x - field.left - 20.0 * unit);
        self.text(regular, &from, size, field.left, base, theme.coordinate);
    }

    /// Draws a thin line from side to side.
    fn score_rule(&mut self, field: &ScoreField, y: f32, unit: f32, theme: &Theme) {
        let thin = (1.5 * unit).max(1.0).round();
        let line = Rect::from_ltrb(field.left, y, field.right, y + thin);
        self.fill(line.map(PathBuilder::from_rect), faint(theme));
    }

    fn score_line(&mut self, kind: ScoreLineKind, places: &[(f32, f32)], unit: f32, theme: &Theme) {
        let (color, width, dash) = match kind {
            ScoreLineKind::First => (ink(theme), 4.0, None),
            ScoreLineKind::Second => (theme.seat.name, 3.0, Some((10.0, 6.0))),
            ScoreLineKind::Third => (third(theme), 3.0, Some((3.0, 5.0))),
        };
        let path = match dash {
            None => unbroken(places),
            Some((on, off)) => dashed(places, on * unit, off * unit),
        };
        if let Some(path) = path.finish() {
            let width = width * unit;
            self.shapes.push(Shape::Outline { path, color, width });
        }
    }

    /// Draws a number in a disc.
    fn score_mark(
        &mut self,
        (x, y): (f32, f32),
        number: usize,
        unit: f32,
        theme: &Theme,
        fonts: &Fonts,
    ) {
        self.circle(x, y, (MARK + 2.0) * unit, theme.frame);
        self.numbered((x, y), number, MARK * unit, MARK_TEXT * unit, theme, fonts);
    }

    /// Draws a disc of this radius, with a number of this font size in it.
    pub(super) fn numbered(
        &mut self,
        (x, y): (f32, f32),
        number: usize,
        radius: f32,
        size: f32,
        theme: &Theme,
        fonts: &Fonts,
    ) {
        let (ink, paper) = (theme.seat.name, theme.frame);
        self.circle(x, y, radius, ink);
        let number = number.to_string();
        let left = x - fonts.bold.width(&number, size) / 2.0;
        let base = y + CAP_HEIGHT * size / 2.0;
        self.text(&fonts.bold, &number, size, left, base, paper);
    }

    /// Draws the effect of chance, as bars up and down from a line.
    fn score_bars(
        &mut self,
        chart: &ScoreChart,
        field: &ScoreField,
        unit: f32,
        theme: &Theme,
        fonts: &Fonts,
    ) {
        let (start, size) = (EDGE * unit, NAME * unit);
        let title = fonts.bold.fit(&chart.bars_title, size, field.right - start);
        let base = field.top - (BARS_HEAD - CAP_HEIGHT * NAME) / 2.0 * unit;
        self.text(&fonts.bold, &title, size, start, base, theme.seat.name);
        let middle = field.y(0.5).round();
        self.score_rule(field, middle, unit, theme);
        let label = "0";
        let x = field.left - 14.0 * unit - fonts.regular.width(label, TICK * unit);
        let base = middle + CAP_HEIGHT * TICK * unit / 2.0;
        self.text(
            &fonts.regular,
            label,
            TICK * unit,
            x,
            base,
            theme.coordinate,
        );
        let step = (field.right - field.left) / field.last as f32;
        let half = (step * 0.4).clamp(1.0 * unit, 5.0 * unit);
        let span = chart.bar_span() as f32;
        for (at, luck) in &chart.bars {
            let (x, end) = (field.x(*at), field.y(0.5 + *luck as f32 / span / 2.0));
            let bar = Rect::from_ltrb(x - half, end.min(middle), x + half, end.max(middle));
            let color = if *luck >= 0 {
                ink(theme)
            } else {
                theme.seat.name
            };
            self.fill(bar.map(PathBuilder::from_rect), color);
        }
    }
}

/// Returns a third color that contrasts with the frame.
fn third(theme: &Theme) -> Rgb {
    let brightness = |color: Rgb| color.iter().map(|part| u32::from(*part)).sum::<u32>();
    let ground = brightness(theme.frame);
    let colors = [theme.last.dark, theme.last_corner.light];
    let clearest = colors
        .into_iter()
        .max_by_key(|color| brightness(*color).abs_diff(ground));
    match theme.inks {
        Inks::Soft => clearest.unwrap_or(theme.coordinate),
        Inks::Stark | Inks::Grey => theme.coordinate,
    }
}

fn unbroken(places: &[(f32, f32)]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (n, (x, y)) in places.iter().enumerate() {
        match n {
            0 => path.move_to(*x, *y),
            _ => path.line_to(*x, *y),
        }
    }
    path
}

/// Makes a dashed version of a line; the dashes continue evenly around its corners.
fn dashed(places: &[(f32, f32)], on: f32, off: f32) -> PathBuilder {
    let mut path = PathBuilder::new();
    let (mut is_on, mut left) = (true, on);
    if let Some((x, y)) = places.first() {
        path.move_to(*x, *y);
    }
    for ends in places.windows(2) {
        let [(mut x, mut y), (to_x, to_y)] = [ends[0], ends[1]];
        loop {
            let length = (to_x - x).hypot(to_y - y);
            if length <= left {
                left -= length;
                if is_on {
                    path.line_to(to_x, to_y);
                }
                break;
            }
            (x, y) = (
                x + (to_x - x) * left / length,
                y + (to_y - y) * left / length,
            );
            if is_on {
                path.line_to(x, y)
            } else {
                path.move_to(x, y)
            }
            is_on = !is_on;
            left = if is_on { on } else { off };
        }
    }
    path
}
