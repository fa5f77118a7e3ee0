//! Charts of numbers over time.

/// A chart of numbers over time, as lines below each other.
///
/// ```
/// use render::{Chart, ChartPanel, Renderer, Scene, Size, Theme, in_memory};
///
/// let chart = Chart::new([ChartPanel {
///     title: "Berolina".to_string(),
///     note: "1662 ± 290".to_string(),
///     points: vec![(0, 1500), (86_400_000, 1662)],
///     from: "2026-01-01".to_string(),
///     to: "2026-01-02".to_string(),
/// }]);
/// let scene = Scene::chart(chart, Size::default(), Theme::LIGHT);
/// let png = in_memory(|out| Renderer::new().png(&scene, out));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    pub(crate) panels: Vec<ChartPanel>,
}

/// A line for one number over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChartPanel {
    /// The title, above the line.
    pub title: String,
    /// The current value, at the other end of the title row.
    pub note: String,
    /// Times and values, the oldest first. Times are in any unit.
    pub points: Vec<(i64, i32)>,
    /// The text of the first time.
    pub from: String,
    /// The text of the last time.
    pub to: String,
}

/// The minimum span of a panel, so that a small change does not look large.
const LEAST_SPAN: i32 = 100;

/// The possible distances between grid lines.
const STEPS: [i32; 10] = [25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000];

/// The maximum number of gaps between the grid lines.
const MOST_GAPS: i32 = 4;

impl Chart {
    /// Makes a chart of these lines, from top to bottom.
    pub fn new(panels: impl IntoIterator<Item = ChartPanel>) -> Chart {
        Chart {
            panels: panels.into_iter().collect(),
        }
    }
}

/// The vertical scale of a panel: evenly spaced whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChartScale {
    pub(crate) bottom: i32,
    pub(crate) top: i32,
    step: i32,
}

impl ChartScale {
    /// Makes a scale that contains all values of a panel.
    pub(crate) fn of(panel: &ChartPanel) -> ChartScale {
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
    pub(crate) fn ticks(self) -> impl Iterator<Item = i32> {
        (0..=self.n_gaps()).map(move |n| self.bottom.saturating_add(n.saturating_mul(self.step)))
    }

    /// Returns the height of a number: 0 at the bottom, 1 at the top.
    pub(crate) fn part(self, number: i32) -> f32 {
        let span = self.top.saturating_sub(self.bottom).max(1);
        number.saturating_sub(self.bottom) as f32 / span as f32
    }
}

impl ChartPanel {
    /// Returns the horizontal position of each point: 0 for the first, 1 for the last. Points of one time are evenly
    /// spaced.
    pub(crate) fn parts(&self) -> Vec<f32> {
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
}

#[cfg(test)]
mod tests;
