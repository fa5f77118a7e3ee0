//! Charts of the course of a game, as lines over its moves.

/// The course of a game: expected scores over its moves, and below them the effect of chance.
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
    /// The title above the lines.
    pub title: String,
    /// The lines, the first one on top.
    pub lines: Vec<ScoreLine>,
    /// Numbered points, from 1 in this order: the move and the height.
    pub marks: Vec<(u32, i32)>,
    /// The label of the first move.
    pub from: String,
    /// The label of the end.
    pub to: String,
    /// The title of the bars below the lines; shown only with bars.
    pub bars_title: String,
    /// The effect of chance after a move, in thousandths: upwards if positive.
    pub bars: Vec<(u32, i32)>,
}

/// A line of a [`ScoreChart`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// The style.
    pub kind: ScoreLineKind,
    /// The name above the lines; a single line needs none.
    pub name: String,
    /// The points: the move and the height, from 0 to 1000.
    pub points: Vec<(u32, i32)>,
}

/// The style of a line, which distinguishes it from others even without color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreLineKind {
    /// Solid, in the accent color.
    First,
    /// Dashed, in the color of text.
    Second,
    /// Thin and dotted.
    Third,
}

impl ScoreChart {
    /// Returns the number of the last move with any data, at least 1.
    pub(crate) fn last(&self) -> u32 {
        let lines = self.lines.iter().flat_map(|line| &line.points);
        let all = lines.chain(&self.marks).chain(&self.bars);
        all.map(|(at, _)| *at).max().unwrap_or(0).max(1)
    }

    /// Returns the height of the longest bar in thousandths, with a minimum so that a little luck does not look like
    /// much.
    pub(crate) fn bar_span(&self) -> i32 {
        let longest = self.bars.iter().map(|(_, luck)| luck.saturating_abs());
        longest.max().unwrap_or(0).clamp(200, 1000)
    }
}
