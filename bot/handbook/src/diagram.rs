//! Diagrams: a position, what is played there, and what is to come of it.

use std::sync::{Arc, OnceLock};

use rules::{Color, Game, GameInput, Next, PublicView, SeatView, Setup, Square, Variant, View};
use serde::Deserialize;

use super::{
    Glance, Task, glance,
    moves::{movable, path, targets},
};
use text::{Text, arg};

/// A position and what is played there, with what is to come of it.
///
/// It is written as TOML in a fenced block; all but a claim may be left out:
///
/// ```toml
/// caption = "The pincer takes both."
/// position = "7k/5ppp/2N5/2n5/3rB3/8/PPP5/K7 w 0"  # the usual start if left out
/// options = "setup=standard"   # what is chosen about the variant
/// seat = "white"               # whose view is shown; what everybody sees if left out
/// piece = "c2"                   # the piece that is pointed out, with all squares where it may go
/// marks = "c5 d4"              # other squares that are pointed out
/// play = "c2c4"                # what is played, chance included: a picture before, and one after each input
/// value = "1"                  # what the piece is worth, in pawns
/// betza = "R"                  # its moves in Betza's notation
///
/// moves = "a2 b2"              # claim: where the piece may go, no more and no less
/// taken = "c5 d4"              # claim: where something was captured by the last turn
/// frozen = "e5"                # claim: who cannot move at the end
/// check = "e1"                 # claim: the kings that are in check at the end
/// over = "White wins by checkmate"  # claim: how it ends
/// after = "…"                  # claim: the position at the end, as the viewer knows it
/// illegal = "c2c5"             # claim: what cannot be played at the end
/// law = "Q6"                   # and the paragraph that forbids it
/// ```
#[derive(Clone)]
pub struct HandbookDiagram {
    /// What is to be seen in it.
    pub caption: String,
    /// Where it begins.
    pub setup: Setup,
    /// What is played.
    pub inputs: Vec<GameInput>,
    /// Whose view is shown; nobody's in particular if left out.
    pub seat: Option<Color>,
    /// The piece that is pointed out.
    pub piece: Option<Square>,
    /// Other squares that are.
    pub marks: Vec<Square>,
    /// What the piece is worth.
    pub value: Option<String>,
    /// How its moves are written in Betza's notation.
    pub betza: Option<String>,
    /// What is to come of it.
    pub claims: Claims,
    /// What comes of its position, which is the same in all languages.
    played: Arc<Played>,
}

/// What comes of the position of a diagram.
struct Played {
    /// What is shown, in order.
    games: Vec<Game>,
    /// The moves of the piece at a glance, once somebody has looked.
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

/// What a diagram says that the rules make of it.
#[derive(Clone, Default)]
pub struct Claims {
    /// Where the piece may go.
    pub moves: Option<Vec<Square>>,
    /// Where something was captured by the last turn.
    pub taken: Option<Vec<Square>>,
    /// Who cannot move at the end.
    pub frozen: Option<Vec<Square>>,
    /// The kings that are in check at the end.
    pub check: Option<Vec<Square>>,
    /// How it ends.
    pub over: Option<String>,
    /// The position at the end.
    pub after: Option<String>,
    /// What cannot be played at the end, and the paragraph that forbids it.
    pub illegal: Option<(String, String)>,
}

impl Claims {
    /// Whether nothing is said, so that nothing could be wrong.
    pub fn is_empty(&self) -> bool {
        let Claims {
            moves,
            taken,
            frozen,
            check,
            over,
            after,
            illegal,
        } = self;
        let squares = [moves, taken, frozen, check];
        squares.iter().all(|claim| claim.is_none())
            && over.is_none()
            && after.is_none()
            && illegal.is_none()
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

/// One moment of a diagram.
pub struct DiagramFrame {
    /// What is seen.
    pub shown: AnyView,
    /// The piece that is pointed out.
    pub chosen: Option<Square>,
    /// Where it may go, or other squares that are pointed out.
    pub targets: Vec<Square>,
}

/// What is seen in a picture, and by whom.
pub enum AnyView {
    /// What everybody sees.
    Public(PublicView),
    /// What one side sees.
    Seat(SeatView),
}

impl AnyView {
    /// The data of the view.
    pub fn as_view(&self) -> &View {
        match self {
            AnyView::Public(view) => view.as_view(),
            AnyView::Seat(view) => view.as_view(),
        }
    }
}

impl HandbookDiagram {
    /// Reads a block.
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
            piece: match block.piece {
                Some(piece) => Some(square(&piece)?),
                None => None,
            },
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

    /// The position of a task.
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

    /// How the piece that is pointed out may reach which squares.
    pub fn glance(&self) -> Option<&Glance> {
        let piece = self.piece?;
        let glance = || glance(&self.setup, piece);
        Some(self.played.glance.get_or_init(glance))
    }

    /// How its piece moves, what that is worth and its notation, if that is what the diagram shows: a line for each.
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

    /// What is the same for the same diagram in all languages, and for no other.
    pub(super) fn key(&self) -> usize {
        Arc::as_ptr(&self.played).addr()
    }

    /// The game at the end.
    pub fn end(&self) -> &Game {
        self.played.games.last().expect("there is the beginning")
    }

    /// Where the first move goes from and to, if one is played.
    pub(super) fn first_path(&self) -> Option<(Square, Square)> {
        match self.inputs.first()? {
            GameInput::Action(action) => path(*action),
            GameInput::Outcome(_) | GameInput::Conclusion(_) | GameInput::Takeback(_) => None,
        }
    }

    /// The side at the bottom.
    pub fn bottom(&self) -> Color {
        self.seat.unwrap_or(Color::White)
    }

    /// How many moments are shown.
    pub fn n_frames(&self) -> usize {
        self.played.games.len()
    }

    /// The pieces that may move in a picture.
    pub fn pieces(&self, number: usize) -> Vec<Square> {
        let Some(game) = self.played.games.get(number) else {
            return Vec::new();
        };
        movable(game)
    }

    /// A picture with the moves of a piece, if one is asked for that may move there.
    pub fn frame_for(&self, number: usize, piece: Option<Square>) -> Option<DiagramFrame> {
        let frame = self.frame(number)?;
        let piece = piece.filter(|piece| self.pieces(number).contains(piece));
        Some(match piece {
            Some(piece) => DiagramFrame {
                chosen: Some(piece),
                targets: targets(self.played.games.get(number)?, piece),
                ..frame
            },
            None => frame,
        })
    }

    /// A moment; nothing if there are not so many.
    pub fn frame(&self, number: usize) -> Option<DiagramFrame> {
        let game = self.played.games.get(number)?;
        let shown = match self.seat {
            Some(seat) => AnyView::Seat(game.seat_view(seat)),
            None => AnyView::Public(game.public_view()),
        };
        if number > 0 {
            return Some(DiagramFrame {
                shown,
                chosen: None,
                targets: Vec::new(),
            });
        }
        let (chosen, mut targets) = match (self.piece, self.first_path()) {
            (Some(piece), _) => (Some(piece), targets(game, piece)),
            (None, Some((from, to))) => (Some(from), vec![to]),
            (None, None) => (None, Vec::new()),
        };
        targets.extend(&self.marks);
        Some(DiagramFrame {
            shown,
            chosen,
            targets,
        })
    }
}

/// The games that are shown: the one at the beginning, and after each input at which nothing is left to chance.
fn games(setup: &Setup, inputs: &[GameInput]) -> Result<Vec<Game>, String> {
    let mut game = Game::new(setup);
    let mut games = vec![game.clone()];
    for input in inputs {
        let played = game.play(*input);
        played.ok_or_else(|| format!("{input} cannot be played"))?;
        if !matches!(game.next(), Next::Chance(_)) {
            games.push(game.clone());
        }
    }
    Ok(games)
}

/// Where something begins.
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

/// Squares with blanks between them.
pub(super) fn squares(text: &str) -> Result<Vec<Square>, String> {
    text.split_whitespace().map(square).collect()
}
