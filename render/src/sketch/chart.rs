//! Sketches of charts of numbers over time.

use tiny_skia::{PathBuilder, Rect};

use super::{CAP_HEIGHT, Shape, Sketch};
use crate::{
    Size, Theme,
    chart::{Chart, ChartPanel, ChartScale},
    font::Fonts,
    theme::{Inks, Rgb},
};

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

impl Chart {
    /// Returns the height of the picture, in pixels.
    pub fn height(&self, size: Size) -> u32 {
        panel_height(size) * (self.panels.len() as u32).max(1)
    }
}

impl Sketch {
    /// Makes a chart of exactly this width.
    pub(super) fn chart(chart: &Chart, size: Size, theme: &Theme, fonts: &Fonts) -> Sketch {
        let mut sketch = Sketch::new(size.width(), chart.height(size), theme.frame);
        for (panel, number) in chart.panels.iter().zip(0..) {
            let plot = Plot::new(number, size);
            sketch.chart_words(panel, &plot, theme, fonts);
            sketch.chart_ticks(ChartScale::of(panel), &plot, theme, fonts);
            sketch.chart_line(panel, &plot, theme);
        }
        sketch
    }

    /// Draws the title and the current value above the line, and the times below it.
    fn chart_words(&mut self, panel: &ChartPanel, plot: &Plot, theme: &Theme, fonts: &Fonts) {
        let Fonts { regular, bold } = fonts;
        let Plot {
            left, right, unit, ..
        } = *plot;
        let (title, note, tick) = (TITLE * unit, NOTE * unit, TICK * unit);
        let base = plot.top - (HEAD - CAP_HEIGHT * TITLE) / 2.0 * unit;
        let start = EDGE * unit;
        let width = regular.width(&panel.note, note);
        self.text(
            regular,
            &panel.note,
            note,
            right - width,
            base,
            theme.seat.name,
        );
        let room = right - width - 2.0 * EDGE * unit - start;
        let name = bold.fit(&panel.title, title, room);
        self.text(bold, &name, title, start, base, theme.seat.name);
        let base = plot.bottom + (FOOT + CAP_HEIGHT * TICK) / 2.0 * unit;
        let width = regular.width(&panel.to, tick);
        self.text(
            regular,
            &panel.to,
            tick,
            right - width,
            base,
            theme.coordinate,
        );
        if panel.from != panel.to {
            self.text(regular, &panel.from, tick, left, base, theme.coordinate);
        }
    }

    /// Draws a thin line for each of a few numbers.
    fn chart_ticks(&mut self, scale: ChartScale, plot: &Plot, theme: &Theme, fonts: &Fonts) {
        let size = TICK * plot.unit;
        let thin = (1.5 * plot.unit).max(1.0).round();
        for tick in scale.ticks() {
            let y = plot.y(scale.part(tick)).round();
            let line = Rect::from_ltrb(plot.left, y, plot.right, y + thin);
            self.fill(line.map(PathBuilder::from_rect), faint(theme));
            let label = tick.to_string();
            let x = plot.left - 12.0 * plot.unit - fonts.regular.width(&label, size);
            let base = y + CAP_HEIGHT * size / 2.0;
            self.text(&fonts.regular, &label, size, x, base, theme.coordinate);
        }
    }

    fn chart_line(&mut self, panel: &ChartPanel, plot: &Plot, theme: &Theme) {
        let (scale, color, unit) = (ChartScale::of(panel), ink(theme), plot.unit);
        let numbers = panel
            .points
            .iter()
            .map(|(_, number)| plot.y(scale.part(*number)));
        let parts = panel.parts();
        let places: Vec<_> = parts
            .iter()
            .map(|part| plot.x(*part))
            .zip(numbers)
            .collect();
        let mut path = PathBuilder::new();
        for (n, (x, y)) in places.iter().enumerate() {
            match n {
                0 => path.move_to(*x, *y),
                _ => path.line_to(*x, *y),
            }
        }
        if let Some(path) = path.finish() {
            self.shapes.push(Shape::Outline {
                path,
                color,
                width: LINE * unit,
            });
        }
        if places.len() <= MOST_DOTS {
            for (x, y) in &places {
                self.circle(*x, *y, DOT * unit, color);
            }
        }
        if let Some((x, y)) = places.last() {
            self.circle(*x, *y, LAST_DOT * unit, color);
            self.circle(*x, *y, (LAST_DOT - 3.0) * unit, theme.frame);
        }
    }
}

/// Returns the color of the line: it contrasts with the frame in every theme.
pub(super) fn ink(theme: &Theme) -> Rgb {
    match theme.inks {
        Inks::Soft => theme.active.badge,
        Inks::Stark | Inks::Grey => theme.coordinate,
    }
}

/// Returns the color of the grid lines: a quarter of the way from the frame to the color of text.
pub(super) fn faint(theme: &Theme) -> Rgb {
    let mix = |at: usize| {
        let (ground, text) = (u16::from(theme.frame[at]), u16::from(theme.coordinate[at]));
        u8::try_from((3 * ground + text) / 4).unwrap_or(u8::MAX)
    };
    [mix(0), mix(1), mix(2)]
}
