//! A game that is looked back at: how it went, and where it turned.

use rules::ByColor;

use crate::{DiagramBoard, ScoreChart};

/// A game that is looked back at: how it went, the boards on which it turned, and how well each side played.
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
    /// How it went; its marks have the numbers of the boards.
    pub chart: ScoreChart,
    /// The boards on which it turned, in the order of the game, two beside each other.
    pub boards: Vec<ScoreBoard>,
    /// What is told of the sides, in a word.
    pub title: String,
    /// What is told of each side.
    pub sides: ByColor<String>,
}

/// A board on which a game turned.
#[derive(Clone)]
pub struct ScoreBoard {
    /// The board before that, with arrows for what was played and for what is better.
    pub board: DiagramBoard,
    /// What was played.
    pub played: String,
    /// What is better.
    pub better: String,
}
