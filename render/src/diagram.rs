//! Boards that explain rules.

use rules::{Color, Glyph, Square, View};

use crate::{
    Hints,
    scene::{self, Figure, Ground, Tile},
};

/// A board that explains a rule: pieces and objects, marks on squares, arrows. It has no names, and nobody is to move.
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
    /// What each square shows, indexed by [`Square::index`].
    pub(crate) squares: Vec<Tile>,
    /// Marks, in the order in which they were made.
    pub(crate) marks: Vec<(Square, Mark)>,
    /// Arrows: of which kind, and where they begin and end.
    pub(crate) arrows: Vec<(ArrowKind, Square, Square)>,
    /// The side at the bottom.
    pub(crate) bottom: Color,
}

/// What an arrow says, told by its color and its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    /// A piece goes there: a yellow arrow.
    Goes,
    /// That was played: an empty arrow with a red outline.
    Played,
    /// That is better: a green arrow.
    Better,
}

/// What a mark says of a square, each by a color and a shape of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A piece slides there: a blue dot.
    Slide,
    /// A piece leaps there: a violet diamond.
    Leap,
    /// A piece may go there, but not capture: a green ring.
    MoveOnly,
    /// A piece may capture there, and not go there otherwise: a red cross.
    CaptureOnly,
    /// The words beside the diagram speak of it: a brown frame.
    Noted,
}

impl Mark {
    /// Every mark, in the order in which a legend explains them.
    pub const ALL: [Mark; 5] = [
        Mark::Slide,
        Mark::Leap,
        Mark::MoveOnly,
        Mark::CaptureOnly,
        Mark::Noted,
    ];
}

impl DiagramBoard {
    /// A board on which these stand, and nothing else.
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

    /// The board of a view, with all that its picture shows on the squares: frozen pieces, the last turn and what it took.
    pub fn of(view: &View) -> DiagramBoard {
        let steps = scene::steps(view);
        let hints = Hints::default();
        DiagramBoard::of_squares(
            Square::all().map(|square| scene::square(view, square, &hints, &steps)),
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

    /// The same board with a mark on these squares.
    pub fn mark(mut self, mark: Mark, squares: impl IntoIterator<Item = Square>) -> DiagramBoard {
        self.marks
            .extend(squares.into_iter().map(|square| (square, mark)));
        self
    }

    /// The same board with an arrow from a square to another.
    pub fn arrow(self, from: Square, to: Square) -> DiagramBoard {
        self.arrow_of(ArrowKind::Goes, from, to)
    }

    /// The same board with an arrow of this kind. One that ends where it begins is a frame around the square.
    pub fn arrow_of(mut self, kind: ArrowKind, from: Square, to: Square) -> DiagramBoard {
        self.arrows.push((kind, from, to));
        self
    }

    /// The same board with this side at the bottom.
    pub fn seen_by(self, bottom: Color) -> DiagramBoard {
        DiagramBoard { bottom, ..self }
    }

    /// The squares with this mark, in the order in which they were marked.
    pub fn marked(&self, mark: Mark) -> impl Iterator<Item = Square> {
        let marks = self.marks.iter().filter(move |(_, other)| *other == mark);
        marks.map(|(square, _)| *square)
    }

    /// Where arrows begin and end.
    pub fn arrows(&self) -> impl Iterator<Item = (Square, Square)> {
        self.arrows.iter().map(|&(_, from, to)| (from, to))
    }

    /// What stands on a square; nothing if the last turn took it away.
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

/// One board, two that show what becomes of one, or several that have names; with a legend of the marks on them.
#[derive(Clone)]
pub struct Diagram {
    boards: Vec<DiagramBoard>,
    /// A name above each board; nothing if they have none.
    pub(crate) names: Vec<String>,
}

impl Diagram {
    /// A single board.
    pub fn new(board: DiagramBoard) -> Diagram {
        Diagram {
            boards: vec![board],
            names: Vec::new(),
        }
    }

    /// A board, and beside it what becomes of it.
    pub fn pair(before: DiagramBoard, after: DiagramBoard) -> Diagram {
        Diagram {
            boards: vec![before, after],
            names: Vec::new(),
        }
    }

    /// Boards with their names, two beside each other.
    pub fn gallery(named: impl IntoIterator<Item = (String, DiagramBoard)>) -> Diagram {
        let (names, boards) = named.into_iter().unzip();
        Diagram { boards, names }
    }

    /// The names of the boards; nothing if they have none.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The boards, row by row from left to right.
    pub fn boards(&self) -> impl Iterator<Item = &DiagramBoard> {
        self.boards.iter()
    }

    /// A board and what becomes of it, if that is what it shows.
    pub fn change(&self) -> Option<(&DiagramBoard, &DiagramBoard)> {
        match &self.boards[..] {
            [before, after] if self.names.is_empty() => Some((before, after)),
            _ => None,
        }
    }

    /// The marks that are on any board, each once.
    pub(crate) fn marks(&self) -> impl Iterator<Item = Mark> {
        let is_there = |mark: &Mark| {
            let mut marks = self.boards().flat_map(|board| &board.marks);
            marks.any(|(_, other)| other == mark)
        };
        Mark::ALL.into_iter().filter(is_there)
    }
}
