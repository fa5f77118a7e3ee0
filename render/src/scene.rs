//! Pictures before they are drawn.

use rules::{Color, View};

use crate::{
    Canvas, Captions, Diagram, Hints, Look, Mark, Size, Theme,
    font::Fonts,
    grid::Grid,
    sheet,
    sketch::{Sketch, SketchPart},
    tiling::Tiling,
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
    pub(crate) words: Option<SceneWords>,
}

/// The words about a picture for readers who do not see it.
#[derive(Clone)]
pub(crate) struct SceneWords {
    pub(crate) title: String,
    pub(crate) description: String,
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
    /// A picture that the caller drew.
    Canvas(Sketch),
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
        Scene::of(look.size, look.theme, SceneKind::Board { tiling, bottom })
    }

    /// Makes a diagram of exactly this width.
    pub fn diagram(diagram: Diagram, size: Size, theme: Theme, captions: &dyn Captions) -> Scene {
        let marks = diagram.marks();
        let legend = marks.map(|mark| (mark, captions.mark(mark))).collect();
        let kind = SceneKind::Diagram { diagram, legend };
        Scene::of(size, theme, kind)
    }

    /// Makes the picture of a canvas.
    pub fn canvas(canvas: Canvas) -> Scene {
        let (size, theme, sketch) = canvas.into_parts();
        Scene::of(size, theme, SceneKind::Canvas(sketch))
    }

    /// Makes a contact sheet of this width: every glyph, mark and sign, with its name.
    pub fn contact_sheet(size: Size, theme: Theme) -> Scene {
        let kind = SceneKind::Sheet(sheet::contact(&Grid::new(size)));
        Scene::of(size, theme, kind)
    }

    /// Adds words for readers who do not see the picture: a short title, and a description. An SVG document has them as
    /// `<title>` and `<desc>`, which screen readers read out.
    pub fn with_words(mut self, title: impl Into<String>, description: impl Into<String>) -> Scene {
        self.words = Some(SceneWords {
            title: title.into(),
            description: description.into(),
        });
        self
    }

    fn of(size: Size, theme: Theme, kind: SceneKind) -> Scene {
        Scene {
            size,
            theme,
            kind,
            words: None,
        }
    }

    /// Returns the sketch of the picture.
    pub(crate) fn sketch(&self, fonts: &Fonts) -> Sketch {
        let (size, theme) = (self.size, &self.theme);
        match &self.kind {
            SceneKind::Board { tiling, bottom } => {
                let grid = Grid::new(size);
                let square = |x, y| grid.square_at(*bottom, x, y).map(SketchPart::Square);
                Sketch::tiled(tiling, theme, &grid, fonts, square)
            }
            SceneKind::Sheet(tiling) => {
                Sketch::tiled(tiling, theme, &Grid::new(size), fonts, |_, _| None)
            }
            SceneKind::Diagram { diagram, legend } => {
                Sketch::diagram(diagram, legend, size, theme, fonts)
            }
            SceneKind::Canvas(sketch) => sketch.clone(),
        }
    }

    /// Returns the sketch of a board without a frame and the names of the players, with its coordinates in the corners of the
    /// squares.
    pub(crate) fn live_sketch(&self, fonts: &Fonts) -> Sketch {
        let SceneKind::Board { tiling, bottom } = &self.kind else {
            return self.sketch(fonts);
        };
        let grid = Grid::bare(self.size);
        let square = |x, y| grid.square_at(*bottom, x, y).map(SketchPart::Square);
        let mut sketch = Sketch::tiled(&tiling.bare(&grid), &self.theme, &grid, fonts, square);
        sketch.inner_coordinates(*bottom, &self.theme, &grid);
        sketch
    }
}
