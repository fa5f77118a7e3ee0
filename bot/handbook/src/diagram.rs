//! Diagrams: a position, the moves played from it, and claims about the result.

use std::sync::{Arc, OnceLock};

use rules::{Color, Game, GameInput, Next, PublicView, SeatView, Setup, Square, Variant, View};
use serde::Deserialize;

use super::{
    Glance, Task, glance,
    moves::{movable, path, targets},
};
use text::{Text, arg};

/// A position, the moves played from it, and claims about the result.
///
/// The source is TOML in a fenced block; every key but one claim is optional:
///
/// ```toml
/// caption = "The pincer takes both."
/// position = "7k/5ppp/2N5/2n5/3rB3/8/PPP5/K7 w 0"  # default: the usual start
/// options = "setup=standard"   # the options of the variant
/// seat = "white"               # the side whose view is shown; default: the public view
/// piece = "c2"                 # the highlighted piece, with all its target squares
/// marks = "c5 d4"              # other highlighted squares
/// play = "c2c4"                # the inputs, chance included: one picture before, and one after each input
/// value = "1"                  # what the piece is worth, in pawns
/// betza = "R"                  # its moves in Betza's notation
///
/// moves = "a2 b2"              # claim: exactly the target squares of the piece
/// taken = "c5 d4"              # claim: the squares of the captures of the last turn
/// frozen = "e5"                # claim: the frozen pieces at the end
/// check = "e1"                 # claim: the kings in check at the end
/// over = "White wins by checkmate"  # claim: the outcome
/// after = "…"                  # claim: the position at the end, as the viewer knows it
/// illegal = "c2c5"             # claim: an illegal action at the end
/// law = "Q6"                   # and the paragraph that forbids it
/// ```
#[derive(Clone)]
pub struct HandbookDiagram {
    /// The caption.
    pub caption: String,
    /// The first position.
    pub setup: Setup,
    /// The inputs to play.
    pub inputs: Vec<GameInput>,
    /// The side of the shown view; the public view if `None`.
    pub seat: Option<Color>,
    /// The highlighted piece.
    pub piece: Option<Square>,
    /// Other highlighted squares.
    pub marks: Vec<Square>,
    /// The value of the piece, in pawns.
    pub value: Option<String>,
    /// The moves of the piece in Betza's notation.
    pub betza: Option<String>,
    /// The claims about the result.
    pub claims: Claims,
    /// The games of the diagram, shared by all languages.
    played: Arc<Played>,
}

/// The games of a diagram.
struct Played {
    /// The games that are shown, in order.
    games: Vec<Game>,
    /// The moves of the piece at a glance; computed on first use.
    glance: OnceLock<Glance>,
}

impl Played {
    fn new(games: Vec<Game>) -> Arc<Played> {
        Arc::new(Played {
            games,
            glance: OnceLock::new(),
        })
    }
}

/// The claims of a diagram, which a test compares with the rules.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// The target squares of the piece.
    pub moves: Option<Vec<Square>>,
    /// The squares of the captures of the last turn.
    pub taken: Option<Vec<Square>>,
    /// The frozen pieces at the end.
    pub frozen: Option<Vec<Square>>,
    /// The kings in check at the end.
    pub check: Option<Vec<Square>>,
    /// The outcome.
    pub over: Option<String>,
    /// The position at the end.
    pub after: Option<String>,
    /// An illegal action at the end, and the paragraph that forbids it.
    pub illegal: Option<(String, String)>,
}

impl Claims {
    /// Returns whether the diagram claims nothing.
    pub fn is_empty(&self) -> bool {
        *self == Claims::default()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDiagram {
    caption: String,
    position: Option<String>,
    #[serde(default)]
    options: String,
    seat: Option<String>,
    piece: Option<String>,
    #[serde(default)]
    marks: String,
    #[serde(default)]
    play: String,
    value: Option<String>,
    betza: Option<String>,
    moves: Option<String>,
    taken: Option<String>,
    frozen: Option<String>,
    check: Option<String>,
    over: Option<String>,
    after: Option<String>,
    illegal: Option<String>,
    law: Option<String>,
}

/// One frame of a diagram.
pub struct DiagramFrame {
    /// The view that is shown.
    pub shown: AnyView,
    /// The highlighted piece.
    pub chosen: Option<Square>,
    /// The target squares of the piece, or other highlighted squares.
    pub targets: Vec<Square>,
}

/// The view in a picture, public or of one side.
pub enum AnyView {
    /// The public view.
    Public(PublicView),
    /// The view of one side.
    Seat(SeatView),
}

impl AnyView {
    /// Returns the data of the view.
    pub fn as_view(&self) -> &View {
        match self {
            AnyView::Public(view) => view.as_view(),
            AnyView::Seat(view) => view.as_view(),
        }
    }
}

impl HandbookDiagram {
    /// Parses a `diagram` block.
    pub(super) fn read(variant: Variant, text: &str) -> Result<HandbookDiagram, String> {
        let block: RawDiagram = toml::from_str(text).map_err(|error| error.to_string())?;
        let inputs = block
            .play
            .split_whitespace()
            .map(|word| word.parse().map_err(|_| format!("{word} is no input")));
        let illegal = match (block.illegal, block.law) {
            (Some(action), Some(law)) => Some((action, law)),
            (None, None) => None,
            _ => return Err("illegal and law belong together".into()),
        };
        let claim = |text: Option<String>| text.map(|text| squares(&text)).transpose();
        let setup = setup(variant, &block.options, block.position.as_deref())?;
        let inputs: Vec<GameInput> = inputs.collect::<Result<_, _>>()?;
        let played = Played::new(games(&setup, &inputs)?);
        Ok(HandbookDiagram {
            caption: block.caption,
            setup,
            inputs,
            seat: match block.seat {
                Some(seat) => Some(seat.parse().map_err(|_| format!("{seat} is no side"))?),
                None => None,
            },
            piece: block.piece.as_deref().map(square).transpose()?,
            marks: squares(&block.marks)?,
            value: block.value,
            betza: block.betza,
            claims: Claims {
                moves: claim(block.moves)?,
                taken: claim(block.taken)?,
                frozen: claim(block.frozen)?,
                check: claim(block.check)?,
                over: block.over,
                after: block.after,
                illegal,
            },
            played,
        })
    }

    /// Makes a diagram of the position of a task.
    pub(super) fn of_task(task: &Task) -> HandbookDiagram {
        let level = usize::from(task.level);
        let stars = ["★".repeat(level), "☆".repeat(3 - level)].concat();
        HandbookDiagram {
            caption: format!("{stars} {}", task.question),
            setup: task.setup.clone(),
            inputs: Vec::new(),
            seat: None,
            piece: None,
            marks: Vec::new(),
            value: None,
            betza: None,
            claims: Claims::default(),
            played: Played::new(vec![task.game()]),
        }
    }

    /// Returns the squares that the highlighted piece can reach, by kind of move.
    pub fn glance(&self) -> Option<&Glance> {
        let piece = self.piece?;
        let glance = || glance(&self.setup, piece);
        Some(self.played.glance.get_or_init(glance))
    }

    /// Renders the moves of the highlighted piece, its value and its notation, a line for each. Returns `None` if the
    /// diagram does not show them.
    pub fn at_a_glance(&self) -> Option<Text> {
        let (glance, piece) = self.glance().zip(self.piece)?;
        let betza = self.betza.as_ref()?;
        let betza = match &self.value {
            Some(value) => text::glance_betza_value(arg::betza(betza), arg::value(value)),
            None => text::glance_betza(betza),
        };
        let moves = text::glance_moves(arg::legend(glance.legend()?), arg::square(piece));
        Some(Text::lines([moves, betza]))
    }

    /// Returns a key that the diagram has in common with its translations only.
    pub(super) fn key(&self) -> usize {
        Arc::as_ptr(&self.played).addr()
    }

    /// Returns the last game.
    pub fn end(&self) -> &Game {
        self.played.games.last().expect("there is the beginning")
    }

    /// Returns the origin and the target of the first move, if a move is played.
    pub(super) fn first_path(&self) -> Option<(Square, Square)> {
        match self.inputs.first()? {
            GameInput::Action(action) => path(*action),
            GameInput::Outcome(_) | GameInput::Conclusion(_) | GameInput::Takeback(_) => None,
        }
    }

    /// Returns the side at the bottom of the board.
    pub fn bottom(&self) -> Color {
        self.seat.unwrap_or(Color::White)
    }

    /// Returns the number of frames.
    pub fn n_frames(&self) -> usize {
        self.played.games.len()
    }

    /// Returns the pieces that can move in a frame.
    pub fn pieces(&self, number: usize) -> Vec<Square> {
        let game = self.played.games.get(number);
        game.map_or_else(Vec::new, movable)
    }

    /// Returns a frame with the moves of `piece`, if that piece can move there.
    pub fn frame_for(&self, number: usize, piece: Option<Square>) -> Option<DiagramFrame> {
        let mut frame = self.frame(number)?;
        if let Some(piece) = piece.filter(|piece| self.pieces(number).contains(piece)) {
            frame.chosen = Some(piece);
            frame.targets = targets(self.played.games.get(number)?, piece);
        }
        Some(frame)
    }

    /// Returns a frame, or `None` if the number is too high.
    pub fn frame(&self, number: usize) -> Option<DiagramFrame> {
        let game = self.played.games.get(number)?;
        let shown = match self.seat {
            Some(seat) => AnyView::Seat(game.seat_view(seat)),
            None => AnyView::Public(game.public_view()),
        };
        let (chosen, mut targets) = match (number, self.piece, self.first_path()) {
            (0, Some(piece), _) => (Some(piece), targets(game, piece)),
            (0, None, Some((from, to))) => (Some(from), vec![to]),
            _ => (None, Vec::new()),
        };
        if number == 0 {
            targets.extend(&self.marks);
        }
        Some(DiagramFrame {
            shown,
            chosen,
            targets,
        })
    }
}

/// Returns the games that are shown: the first one, and one after each input that leaves nothing to chance.
fn games(setup: &Setup, inputs: &[GameInput]) -> Result<Vec<Game>, String> {
    let mut game = Game::new(setup);
    let mut games = vec![game.clone()];
    for input in inputs {
        let played = game.apply(*input);
        played.map_err(|_| format!("{input} cannot be played"))?;
        if !matches!(game.next(), Next::Chance(_)) {
            games.push(game.clone());
        }
    }
    Ok(games)
}

/// Parses the setup of a block.
pub(super) fn setup(
    variant: Variant,
    options: &str,
    position: Option<&str>,
) -> Result<Setup, String> {
    let setup = match position {
        Some(position) => Setup::with_position(variant, options, position),
        None => Setup::with_options(variant, options),
    };
    setup.map_err(|error| text::flaws(&error).join("; "))
}

fn square(text: &str) -> Result<Square, String> {
    text.parse().map_err(|_| format!("{text} is no square"))
}

/// Parses squares separated by blanks.
pub(super) fn squares(text: &str) -> Result<Vec<Square>, String> {
    text.split_whitespace().map(square).collect()
}
