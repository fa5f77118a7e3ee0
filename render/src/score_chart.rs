//! How a game went, as lines over its moves.

/// How a game went: expected scores over its moves, and below them what chance gave.
///
/// ```
/// use render::{Renderer, Scene, ScoreChart, ScoreLine, ScoreLineKind, Size, Theme, in_memory};
///
/// let chart = ScoreChart {
///     title: "Expected score of White".to_string(),
///     lines: vec![ScoreLine {
///         kind: ScoreLineKind::First,
///         name: "what both knew".to_string(),
///         points: vec![(0, 500), (1, 480), (2, 720), (3, 1000)],
///     }],
///     marks: vec![(1, 480)],
///     from: "1. e2g4".to_string(),
///     to: "1-0".to_string(),
///     ..ScoreChart::default()
/// };
/// let scene = Scene::score_chart(chart, Size::default(), Theme::LIGHT);
/// let png = in_memory(|out| Renderer::new().png(&scene, out));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreChart {
    /// What the lines are, written above them.
    pub title: String,
    /// The lines, the first one above the others.
    pub lines: Vec<ScoreLine>,
    /// Points to look at, numbered from 1 as they stand here: at which move, and how high.
    pub marks: Vec<(u32, i32)>,
    /// What the first move is, and the end.
    pub from: String,
    /// What the end is.
    pub to: String,
    /// What the bars below the lines are; written only where there are bars.
    pub bars_title: String,
    /// What chance gave after a move, in thousandths: upwards if it is more than 0.
    pub bars: Vec<(u32, i32)>,
}

/// A line of a [`ScoreChart`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// How it is drawn.
    pub kind: ScoreLineKind,
    /// What it is, told above the lines; a line that stands alone needs no name.
    pub name: String,
    /// At which move it is how high, from 0 to 1000.
    pub points: Vec<(u32, i32)>,
}

/// How a line is drawn, so that it is told from others without its color too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreLineKind {
    /// Whole, in the color that stands out.
    First,
    /// Dashed, in the color of text.
    Second,
    /// Thin and dotted.
    Third,
}

impl ScoreChart {
    /// The number of the last move that anything is drawn of, at least 1.
    pub(crate) fn last(&self) -> u32 {
        let lines = self.lines.iter().flat_map(|line| &line.points);
        let all = lines.chain(&self.marks).chain(&self.bars);
        all.map(|(at, _)| *at).max().unwrap_or(0).max(1)
    }

    /// How far up the longest bar reaches, in thousandths: not so little that a little luck looks like much.
    pub(crate) fn bar_span(&self) -> i32 {
        let longest = self.bars.iter().map(|(_, luck)| luck.saturating_abs());
        longest.max().unwrap_or(0).clamp(200, 1000)
    }
}
