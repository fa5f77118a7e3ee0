//! Charts of the course of a game, as lines over its moves.

use render::{Canvas, Inks, Rgb, Size, Theme, Weight};

use super::{ink, label, middle_base, rule};

/// The course of a game: expected scores over its moves, and below them the effect of chance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScoreChart {
    /// The title above the lines.
    pub(crate) title: String,
    /// The lines, the first one on top.
    pub(crate) lines: Vec<ScoreLine>,
    /// Numbered points, from 1 in this order: the move and the height.
    pub(crate) marks: Vec<(u32, i32)>,
    /// The label of the first move.
    pub(crate) from: String,
    /// The label of the end.
    pub(crate) to: String,
    /// The title of the bars below the lines; shown only with bars.
    pub(crate) bars_title: String,
    /// The effect of chance after a move, in thousandths: upwards if positive.
    pub(crate) bars: Vec<(u32, i32)>,
}

/// A line of a [`ScoreChart`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScoreLine {
    /// The style.
    pub(crate) kind: ScoreLineKind,
    /// The name above the lines; a single line needs none.
    pub(crate) name: String,
    /// The points: the move and the height, from 0 to 1000.
    pub(crate) points: Vec<(u32, i32)>,
}

/// The style of a line, which distinguishes it from others even without color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreLineKind {
    /// Solid, in the accent color.
    First,
    /// Dashed, in the color of text.
    Second,
    /// Thin and dotted.
    Third,
}

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
    /// A pixel of a picture of 720 pixels width.
    unit: f32,
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
    /// Returns the number of the last move with any data, at least 1.
    fn last(&self) -> u32 {
        let lines = self.lines.iter().flat_map(|line| &line.points);
        let all = lines.chain(&self.marks).chain(&self.bars);
        all.map(|(at, _)| *at).max().unwrap_or(0).max(1)
    }

    /// Returns the height of the longest bar in thousandths, with a minimum so that a little luck does not look like
    /// much.
    fn bar_span(&self) -> i32 {
        let longest = self.bars.iter().map(|(_, luck)| luck.saturating_abs());
        longest.max().unwrap_or(0).clamp(200, 1000)
    }

    /// Returns the height of the picture, in pixels.
    pub(super) fn height(&self, size: Size) -> u32 {
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

    /// Draws the chart at the top of a canvas.
    pub(super) fn draw(&self, size: Size, canvas: &mut Canvas) {
        let unit = size.width() as f32 / 720.0;
        let field = |top: f32, bottom: f32| ScoreField {
            left: LEFT * unit,
            right: size.width() as f32 - EDGE * unit,
            top: top * unit,
            bottom: bottom * unit,
            unit,
            last: self.last(),
        };
        let lines = field(self.top_of_lines(), self.bottom_of_lines());
        self.draw_words(&lines, canvas);
        for line in self.lines.iter().rev() {
            let places = line.points.iter().map(|point| lines.place(*point));
            draw_line(line.kind, places.collect(), unit, canvas);
        }
        for (mark, number) in self.marks.iter().zip(1..) {
            let place = lines.place(*mark);
            canvas.circle(place, (MARK + 2.0) * unit, canvas.theme().frame);
            numbered(place, number, MARK * unit, MARK_TEXT * unit, canvas);
        }
        if !self.bars.is_empty() {
            let top = self.bottom_of_lines() + FOOT + BARS_HEAD;
            self.draw_bars(&field(top, top + BARS), canvas);
        }
    }

    /// Draws the title, the names and the styles of the lines, the scores and the labels of both ends.
    fn draw_words(&self, field: &ScoreField, canvas: &mut Canvas) {
        let (unit, theme) = (field.unit, *canvas.theme());
        let start = EDGE * unit;
        let room = field.right - start;
        let base = (HEAD + Canvas::CAP_HEIGHT * TITLE) / 2.0 * unit;
        let title = canvas.fit(&self.title, Weight::Bold, TITLE * unit, room);
        canvas.text(
            &title,
            Weight::Bold,
            TITLE * unit,
            (start, base),
            theme.seat.name,
        );
        for (line, row) in self.named().zip(0_u8..) {
            let middle = (HEAD + LEGEND * (f32::from(row) + 0.5) - 6.0) * unit;
            let end = start + SAMPLE * unit;
            draw_line(
                line.kind,
                vec![(start, middle), (end, middle)],
                unit,
                canvas,
            );
            let (x, size) = (end + 14.0 * unit, NAME * unit);
            let name = canvas.fit(&line.name, Weight::Regular, size, field.right - x);
            let base = middle_base(middle, size);
            canvas.text(&name, Weight::Regular, size, (x, base), theme.seat.name);
        }
        let size = TICK * unit;
        for (score, text) in SCORES {
            let y = field.y(score as f32 / 1000.0).round();
            rule(canvas, (field.left, field.right), y, unit);
            label(canvas, text, size, (field.left - 14.0 * unit, y));
        }
        let base = field.bottom + (FOOT + Canvas::CAP_HEIGHT * TICK) / 2.0 * unit;
        let x = field.right - canvas.text_width(&self.to, Weight::Regular, size);
        canvas.text(&self.to, Weight::Regular, size, (x, base), theme.coordinate);
        let room = x - field.left - 20.0 * unit;
        let from = canvas.fit(&self.from, Weight::Regular, size, room);
        canvas.text(
            &from,
            Weight::Regular,
            size,
            (field.left, base),
            theme.coordinate,
        );
    }

    /// Draws the effect of chance, as bars up and down from a line.
    fn draw_bars(&self, field: &ScoreField, canvas: &mut Canvas) {
        let (unit, theme) = (field.unit, *canvas.theme());
        let (start, size) = (EDGE * unit, NAME * unit);
        let title = canvas.fit(&self.bars_title, Weight::Bold, size, field.right - start);
        let base = field.top - (BARS_HEAD - Canvas::CAP_HEIGHT * NAME) / 2.0 * unit;
        canvas.text(&title, Weight::Bold, size, (start, base), theme.seat.name);
        let middle = field.y(0.5).round();
        rule(canvas, (field.left, field.right), middle, unit);
        label(canvas, "0", TICK * unit, (field.left - 14.0 * unit, middle));
        let step = (field.right - field.left) / field.last as f32;
        let half = (step * 0.4).clamp(1.0 * unit, 5.0 * unit);
        let span = self.bar_span() as f32;
        for (at, luck) in &self.bars {
            let (x, end) = (field.x(*at), field.y(0.5 + *luck as f32 / span / 2.0));
            let color = if *luck >= 0 {
                ink(&theme)
            } else {
                theme.seat.name
            };
            let (top, bottom) = (end.min(middle), end.max(middle));
            canvas.rectangle((x - half, top), (x + half, bottom), color);
        }
    }
}

/// Draws a line in its style.
fn draw_line(kind: ScoreLineKind, places: Vec<(f32, f32)>, unit: f32, canvas: &mut Canvas) {
    let theme = canvas.theme();
    let (color, width, dash) = match kind {
        ScoreLineKind::First => (ink(theme), 4.0, None),
        ScoreLineKind::Second => (theme.seat.name, 3.0, Some((10.0, 6.0))),
        ScoreLineKind::Third => (third(theme), 3.0, Some((3.0, 5.0))),
    };
    let lines = match dash {
        None => vec![places],
        Some((on, off)) => dashed(&places, on * unit, off * unit),
    };
    canvas.lines(&lines, width * unit, color);
}

/// Draws a disc of this radius, with a number of this font size in it.
pub(super) fn numbered(
    (x, y): (f32, f32),
    number: usize,
    radius: f32,
    size: f32,
    canvas: &mut Canvas,
) {
    let (ink, paper) = (canvas.theme().seat.name, canvas.theme().frame);
    canvas.circle((x, y), radius, ink);
    let number = number.to_string();
    let left = x - canvas.text_width(&number, Weight::Bold, size) / 2.0;
    canvas.text(
        &number,
        Weight::Bold,
        size,
        (left, middle_base(y, size)),
        paper,
    );
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

/// Splits a line into dashes, which continue evenly around its corners.
fn dashed(places: &[(f32, f32)], on: f32, off: f32) -> Vec<Vec<(f32, f32)>> {
    let mut dashes = vec![places.first().copied().into_iter().collect::<Vec<_>>()];
    let mut put = |place: (f32, f32), is_on: bool| match dashes.last_mut() {
        Some(dash) if is_on => dash.push(place),
        _ => dashes.push(vec![place]),
    };
    let (mut is_on, mut left) = (true, on);
    for ends in places.windows(2) {
        let [(mut x, mut y), (to_x, to_y)] = [ends[0], ends[1]];
        loop {
            let length = (to_x - x).hypot(to_y - y);
            if length <= left {
                left -= length;
                if is_on {
                    put((to_x, to_y), true);
                }
                break;
            }
            (x, y) = (
                x + (to_x - x) * left / length,
                y + (to_y - y) * left / length,
            );
            put((x, y), is_on);
            is_on = !is_on;
            left = if is_on { on } else { off };
        }
    }
    dashes
}
