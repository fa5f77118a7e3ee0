//! Charts of ratings over time.

use render::{Canvas, Scene, Size, Theme, Weight};

use super::{ink, label, rule};

/// Sizes in a picture of 720 pixels: of text, of the margins of a line, and of the line itself.
const TITLE: f32 = 26.0;
const NOTE: f32 = 24.0;
const TICK: f32 = 20.0;
const PANEL: f32 = 268.0;
const HEAD: f32 = 66.0;
const FOOT: f32 = 44.0;
const LEFT: f32 = 84.0;
const EDGE: f32 = 26.0;
const LINE: f32 = 4.0;
const DOT: f32 = 5.0;
const LAST_DOT: f32 = 8.0;

/// The maximum number of points with dots: more dots would hide the line.
const MOST_DOTS: usize = 30;

/// A chart of ratings over time, as lines below each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RatingChart {
    panels: Vec<RatingPanel>,
}

/// A line for one rating over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RatingPanel {
    /// The title, above the line.
    pub(crate) title: String,
    /// The current value, at the other end of the title row.
    pub(crate) note: String,
    /// Times and values, the oldest first. Times are in any unit.
    pub(crate) points: Vec<(i64, i32)>,
    /// The text of the first time.
    pub(crate) from: String,
    /// The text of the last time.
    pub(crate) to: String,
}

/// The minimum span of a panel, so that a small change does not look large.
const LEAST_SPAN: i32 = 100;

/// The possible distances between grid lines.
const STEPS: [i32; 10] = [25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000];

/// The maximum number of gaps between the grid lines.
const MOST_GAPS: i32 = 4;

impl RatingChart {
    /// Makes a chart of these lines, from top to bottom.
    pub(crate) fn new(panels: impl IntoIterator<Item = RatingPanel>) -> RatingChart {
        RatingChart {
            panels: panels.into_iter().collect(),
        }
    }

    /// Returns the height of the picture, in pixels.
    pub(crate) fn height(&self, size: Size) -> u32 {
        panel_height(size) * (self.panels.len() as u32).max(1)
    }

    /// Makes the picture, of exactly this width.
    pub(crate) fn scene(&self, size: Size, theme: Theme) -> Scene {
        let mut canvas = Canvas::new(size, self.height(size), theme);
        for (panel, number) in self.panels.iter().zip(0..) {
            let plot = Plot::new(number, size);
            panel.draw_words(&plot, &theme, &mut canvas);
            panel.draw_ticks(&plot, &mut canvas);
            panel.draw_line(&plot, &theme, &mut canvas);
        }
        Scene::canvas(canvas)
    }
}

/// The vertical scale of a panel: evenly spaced whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChartScale {
    bottom: i32,
    top: i32,
    step: i32,
}

impl ChartScale {
    /// Makes a scale that contains all values of a panel.
    fn of(panel: &RatingPanel) -> ChartScale {
        let numbers = || panel.points.iter().map(|(_, number)| *number);
        let (low, high) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        let missing = (LEAST_SPAN - high.saturating_sub(low)).max(0);
        let (low, high) = (
            low.saturating_sub(missing / 2),
            high.saturating_add(missing / 2),
        );
        let scale = |step: i32| ChartScale {
            bottom: low.div_euclid(step).saturating_mul(step),
            top: high
                .saturating_add(step - 1)
                .div_euclid(step)
                .saturating_mul(step),
            step,
        };
        let mut scales = STEPS.into_iter().map(scale);
        let fits = |scale: &ChartScale| scale.n_gaps() <= MOST_GAPS;
        scales.find(fits).unwrap_or(ChartScale {
            bottom: low,
            top: high,
            step: high.saturating_sub(low).max(1),
        })
    }

    fn n_gaps(self) -> i32 {
        self.top.saturating_sub(self.bottom) / self.step
    }

    /// Returns the numbers of the grid lines.
    fn ticks(self) -> impl Iterator<Item = i32> {
        (0..=self.n_gaps()).map(move |n| self.bottom.saturating_add(n.saturating_mul(self.step)))
    }

    /// Returns the height of a number: 0 at the bottom, 1 at the top.
    fn part(self, number: i32) -> f32 {
        let span = self.top.saturating_sub(self.bottom).max(1);
        number.saturating_sub(self.bottom) as f32 / span as f32
    }
}

impl RatingPanel {
    /// Returns the horizontal position of each point: 0 for the first, 1 for the last. Points of one time are evenly
    /// spaced.
    fn parts(&self) -> Vec<f32> {
        let times: Vec<i64> = self.points.iter().map(|(at, _)| *at).collect();
        let (first, last) = (times.first(), times.last());
        let (Some(first), Some(last)) = (first, last) else {
            return Vec::new();
        };
        let span = last.saturating_sub(*first);
        let n_steps = (times.len() - 1).max(1);
        let part = |(n, at): (usize, &i64)| match span {
            0 => n as f32 / n_steps as f32,
            span => (at.saturating_sub(*first) as f64 / span as f64).clamp(0.0, 1.0) as f32,
        };
        times.iter().enumerate().map(part).collect()
    }

    /// Draws the title and the current value above the line, and the times below it.
    fn draw_words(&self, plot: &Plot, theme: &Theme, canvas: &mut Canvas) {
        let Plot {
            left, right, unit, ..
        } = *plot;
        let (title, note, tick) = (TITLE * unit, NOTE * unit, TICK * unit);
        let base = plot.top - (HEAD - Canvas::CAP_HEIGHT * TITLE) / 2.0 * unit;
        let start = EDGE * unit;
        let width = canvas.text_width(&self.note, Weight::Regular, note);
        canvas.text(
            &self.note,
            Weight::Regular,
            note,
            (right - width, base),
            theme.seat.name,
        );
        let room = right - width - 2.0 * EDGE * unit - start;
        let name = canvas.fit(&self.title, Weight::Bold, title, room);
        canvas.text(&name, Weight::Bold, title, (start, base), theme.seat.name);
        let base = plot.bottom + (FOOT + Canvas::CAP_HEIGHT * TICK) / 2.0 * unit;
        let width = canvas.text_width(&self.to, Weight::Regular, tick);
        canvas.text(
            &self.to,
            Weight::Regular,
            tick,
            (right - width, base),
            theme.coordinate,
        );
        if self.from != self.to {
            canvas.text(
                &self.from,
                Weight::Regular,
                tick,
                (left, base),
                theme.coordinate,
            );
        }
    }

    /// Draws a thin line for each of a few numbers.
    fn draw_ticks(&self, plot: &Plot, canvas: &mut Canvas) {
        let (unit, scale) = (plot.unit, ChartScale::of(self));
        for tick in scale.ticks() {
            let y = plot.y(scale.part(tick)).round();
            rule(canvas, (plot.left, plot.right), y, unit);
            let end = plot.left - 12.0 * unit;
            label(canvas, &tick.to_string(), TICK * unit, (end, y));
        }
    }

    fn draw_line(&self, plot: &Plot, theme: &Theme, canvas: &mut Canvas) {
        let (scale, color, unit) = (ChartScale::of(self), ink(theme), plot.unit);
        let numbers = self
            .points
            .iter()
            .map(|(_, number)| plot.y(scale.part(*number)));
        let parts = self.parts();
        let places: Vec<_> = parts
            .iter()
            .map(|part| plot.x(*part))
            .zip(numbers)
            .collect();
        canvas.lines(std::slice::from_ref(&places), LINE * unit, color);
        if places.len() <= MOST_DOTS {
            for place in &places {
                canvas.circle(*place, DOT * unit, color);
            }
        }
        if let Some(place) = places.last() {
            canvas.circle(*place, LAST_DOT * unit, color);
            canvas.circle(*place, (LAST_DOT - 3.0) * unit, theme.frame);
        }
    }
}

/// The position of the line of a panel.
struct Plot {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    unit: f32,
}

impl Plot {
    fn new(number: u32, size: Size) -> Plot {
        let width = size.width() as f32;
        let unit = width / 720.0;
        let top = (number * panel_height(size)) as f32;
        Plot {
            left: LEFT * unit,
            right: width - EDGE * unit,
            top: top + HEAD * unit,
            bottom: top + (PANEL - FOOT) * unit,
            unit,
        }
    }

    fn x(&self, part: f32) -> f32 {
        self.left + (self.right - self.left) * part
    }

    fn y(&self, part: f32) -> f32 {
        self.bottom - (self.bottom - self.top) * part
    }
}

fn panel_height(size: Size) -> u32 {
    (PANEL * size.width() as f32 / 720.0).round() as u32
}

#[cfg(test)]
mod tests;
