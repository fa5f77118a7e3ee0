//! Boards that explain rules.

use rules::{Color, Glyph, Square, View};

use crate::{
    Hints, Mark,
    tile::{Figure, Ground, Tile},
    tiling,
};

/// A board that explains a rule: pieces and objects, marks on squares, arrows. It has no names and no side to move.
///
/// ```
/// use render::{DiagramBoard, Diagram, Mark, Renderer, Scene, Size, Theme, Wordless, in_memory};
/// use rules::{Color, Glyph, Square};
///
/// let at = |name: &str| name.parse::<Square>();
/// let board = DiagramBoard::with([(at("e4")?, Glyph::BerolinaPawn(Color::White))])
///     .mark(Mark::MoveOnly, [at("d5")?, at("f5")?])
///     .mark(Mark::CaptureOnly, [at("e5")?]);
/// let scene = Scene::diagram(Diagram::new(board), Size::default(), Theme::LIGHT, &Wordless);
/// let png = in_memory(|out| Renderer::new().png(&scene, out));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct DiagramBoard {
    /// The tile of each square, indexed by [`Square::index`].
    pub(crate) squares: Vec<Tile>,
    /// The marks, in the order of their creation.
    pub(crate) marks: Vec<(Square, Mark)>,
    /// The arrows: kind, origin and target.
    pub(crate) arrows: Vec<(ArrowKind, Square, Square)>,
    /// The side at the bottom.
    pub(crate) bottom: Color,
}

/// The meaning of an arrow, shown by its color and its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    /// A piece moves there: a yellow arrow.
    Goes,
    /// The move that was played: an empty arrow with a red outline.
    Played,
    /// A better move: a green arrow.
    Better,
}

impl DiagramBoard {
    /// Makes a board with these pieces alone.
    pub fn with(pieces: impl IntoIterator<Item = (Square, Glyph)>) -> DiagramBoard {
        let squares = Square::all().map(|square| Tile::Square {
            ground: Ground {
                light: square.is_light(),
                ..Ground::default()
            },
            figure: None,
            step: 0,
        });
        let mut board = DiagramBoard::of_squares(squares);
        for (square, glyph) in pieces {
            if let Tile::Square { figure, .. } = &mut board.squares[square.index()] {
                *figure = Some(Figure::seen(glyph));
            }
        }
        board
    }

    /// Makes the board of a view, with everything that its picture shows on the squares: frozen pieces, the last turn
    /// and its captures.
    pub fn of(view: &View) -> DiagramBoard {
        let steps = tiling::steps(view);
        let hints = Hints::default();
        DiagramBoard::of_squares(
            Square::all().map(|square| tiling::square(view, square, &hints, &steps)),
        )
    }

    fn of_squares(squares: impl Iterator<Item = Tile>) -> DiagramBoard {
        DiagramBoard {
            squares: squares.collect(),
            marks: Vec::new(),
            arrows: Vec::new(),
            bottom: Color::White,
        }
    }

    /// Adds a mark to these squares.
    pub fn mark(mut self, mark: Mark, squares: impl IntoIterator<Item = Square>) -> DiagramBoard {
        self.marks
            .extend(squares.into_iter().map(|square| (square, mark)));
        self
    }

    /// Adds an arrow from a square to another.
    pub fn arrow(self, from: Square, to: Square) -> DiagramBoard {
        self.arrow_of(ArrowKind::Goes, from, to)
    }

    /// Adds an arrow of this kind. An arrow with the same origin and target is a frame around the square.
    pub fn arrow_of(mut self, kind: ArrowKind, from: Square, to: Square) -> DiagramBoard {
        self.arrows.push((kind, from, to));
        self
    }

    /// Puts this side at the bottom.
    pub fn seen_by(self, bottom: Color) -> DiagramBoard {
        DiagramBoard { bottom, ..self }
    }

    /// Returns the squares with this mark, in the order of their marks.
    pub fn marked(&self, mark: Mark) -> impl Iterator<Item = Square> {
        let marks = self.marks.iter().filter(move |(_, other)| *other == mark);
        marks.map(|(square, _)| *square)
    }

    /// Returns the origin and the target of each arrow.
    pub fn arrows(&self) -> impl Iterator<Item = (Square, Square)> {
        self.arrows.iter().map(|&(_, from, to)| (from, to))
    }

    /// Returns the glyph on a square; `None` for a glyph that the last turn removed.
    pub fn glyph(&self, square: Square) -> Option<Glyph> {
        match &self.squares[square.index()] {
            Tile::Square {
                figure: Some(figure),
                ..
            } if *figure != Figure::gone(figure.glyph) => Some(figure.glyph),
            _ => None,
        }
    }
}

/// One board, a pair of boards before and after a change, or several boards with names; with a legend of their marks.
#[derive(Clone)]
pub struct Diagram {
    boards: Vec<DiagramBoard>,
    /// The name above each board; empty without names.
    pub(crate) names: Vec<String>,
}

impl Diagram {
    /// Makes a diagram of a single board.
    pub fn new(board: DiagramBoard) -> Diagram {
        Diagram {
            boards: vec![board],
            names: Vec::new(),
        }
    }

    /// Makes a diagram of a board before and after a change, side by side.
    pub fn pair(before: DiagramBoard, after: DiagramBoard) -> Diagram {
        Diagram {
            boards: vec![before, after],
            names: Vec::new(),
        }
    }

    /// Makes a diagram of boards with names, two in a row.
    pub fn gallery(named: impl IntoIterator<Item = (String, DiagramBoard)>) -> Diagram {
        let (names, boards) = named.into_iter().unzip();
        Diagram { boards, names }
    }

    /// Returns the names of the boards; empty without names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the boards, row by row from left to right.
    pub fn boards(&self) -> impl Iterator<Item = &DiagramBoard> {
        self.boards.iter()
    }

    /// Returns the boards before and after the change, if the diagram is such a pair.
    pub fn change(&self) -> Option<(&DiagramBoard, &DiagramBoard)> {
        match &self.boards[..] {
            [before, after] if self.names.is_empty() => Some((before, after)),
            _ => None,
        }
    }

    /// Returns the marks on any board, each once.
    pub(crate) fn marks(&self) -> impl Iterator<Item = Mark> {
        let is_there = |mark: &Mark| {
            let mut marks = self.boards().flat_map(|board| &board.marks);
            marks.any(|(_, other)| other == mark)
        };
        Mark::ALL.into_iter().filter(is_there)
    }
}
