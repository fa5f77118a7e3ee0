//! Reports on finished games: the course and the turning points.

use rules::ByColor;

use crate::{DiagramBoard, ScoreChart};

/// A report on a finished game: its course, the boards of its turning points, and the accuracy of each side.
///
/// ```
/// use render::{
///     ArrowKind, DiagramBoard, Renderer, Scene, ScoreBoard, ScoreReport, Size, Theme, in_memory,
/// };
/// use rules::{Color, Glyph, Square};
///
/// let at = |name: &str| name.parse::<Square>();
/// let board = DiagramBoard::with([(at("d1")?, Glyph::Queen(Color::White))])
///     .arrow_of(ArrowKind::Played, at("d1")?, at("d7")?)
///     .arrow_of(ArrowKind::Better, at("d1")?, at("h5")?);
/// let report = ScoreReport {
///     boards: vec![ScoreBoard {
///         board,
///         played: "17. Qd7".to_string(),
///         better: "better: Qh5".to_string(),
///     }],
///     ..ScoreReport::default()
/// };
/// let scene = Scene::score_report(report, Size::default(), Theme::LIGHT);
/// let png = in_memory(|out| Renderer::new().png(&scene, out));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct ScoreReport {
    /// The course of the game; its marks have the numbers of the boards.
    pub chart: ScoreChart,
    /// The boards of the turning points, in the order of the game, two in a row.
    pub boards: Vec<ScoreBoard>,
    /// The title of the text about the sides.
    pub title: String,
    /// The text about each side.
    pub sides: ByColor<String>,
}

/// The board of a turning point.
#[derive(Clone)]
pub struct ScoreBoard {
    /// The board before the move, with arrows for the played move and the better one.
    pub board: DiagramBoard,
    /// The label of the played move.
    pub played: String,
    /// The label of the better move.
    pub better: String,
}
