//! Pictures before they are drawn.

use rules::{Color, View};

use crate::{
    Captions, Chart, Diagram, Hints, Look, Mark, ScoreChart, ScoreReport, Size, Theme, grid::Grid,
    sheet, tiling::Tiling,
};

/// A picture before it is drawn: its content, its size and its colors.
///
/// ```
/// use std::sync::Arc;
///
/// use render::{Hints, Look, Renderer, Scene, Size, Theme, Wordless, in_memory};
/// use rules::{ByColor, Color, Game, Setup};
///
/// let game = Game::new(&"berolina".parse::<Setup>()?);
/// let look = Look {
///     size: Size::default(),
///     theme: Theme::DARK,
///     bottom: Color::Black,
///     names: ByColor { white: "Ann".to_string(), black: "Bob".to_string() },
///     captions: Arc::new(Wordless),
/// };
/// let hints = Hints { chosen: Some("e2".parse()?), ..Hints::default() };
/// let scene = Scene::hinted(game.public_view().as_view(), &look, &hints);
/// let renderer = Renderer::new();
/// let png = in_memory(|out| renderer.png(&scene, out));
/// let svg = in_memory(|out| renderer.svg(&scene, out));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Scene {
    pub(crate) size: Size,
    pub(crate) theme: Theme,
    pub(crate) kind: SceneKind,
}

/// The content of a picture.
#[derive(Clone)]
pub(crate) enum SceneKind {
    /// A view of a game, with this side at the bottom.
    Board { tiling: Tiling, bottom: Color },
    /// A contact sheet of all parts of pictures.
    Sheet(Tiling),
    /// A diagram of a rule, with the meanings of its marks.
    Diagram {
        diagram: Diagram,
        legend: Vec<(Mark, String)>,
    },
    /// A chart of numbers over time.
    Chart(Chart),
    /// A chart of the course of a game.
    ScoreChart(ScoreChart),
    /// The same chart with the turning points of the game.
    ScoreReport(ScoreReport),
}

impl Scene {
    /// Makes the picture of a view, exactly of the width of the look.
    pub fn new(view: &View, look: &Look) -> Scene {
        Scene::hinted(view, look, &Hints::default())
    }

    /// Makes the same picture with hints on its squares, for the choice of a move.
    pub fn hinted(view: &View, look: &Look, hints: &Hints) -> Scene {
        let tiling = Tiling::new(view, look, hints, &Grid::new(look.size));
        let bottom = look.bottom;
        Scene {
            size: look.size,
            theme: look.theme,
            kind: SceneKind::Board { tiling, bottom },
        }
    }

    /// Makes a diagram of exactly this width.
    pub fn diagram(diagram: Diagram, size: Size, theme: Theme, captions: &dyn Captions) -> Scene {
        let marks = diagram.marks();
        let legend = marks.map(|mark| (mark, captions.mark(mark))).collect();
        let kind = SceneKind::Diagram { diagram, legend };
        Scene { size, theme, kind }
    }

    /// Makes a chart of exactly this width.
    pub fn chart(chart: Chart, size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::Chart(chart);
        Scene { size, theme, kind }
    }

    /// Makes a chart of the course of a game of exactly this width.
    pub fn score_chart(chart: ScoreChart, size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::ScoreChart(chart);
        Scene { size, theme, kind }
    }

    /// Makes a report on the course of a game and its turning points, of exactly this width.
    pub fn score_report(report: ScoreReport, size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::ScoreReport(report);
        Scene { size, theme, kind }
    }

    /// Makes a contact sheet of this width: every glyph, mark and sign, with its name.
    pub fn contact_sheet(size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::Sheet(sheet::contact(&Grid::new(size)));
        Scene { size, theme, kind }
    }
}
