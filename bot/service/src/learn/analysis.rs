//! The analysis board: any position of a variant, with all legal moves of both sides.
//!
//! The bot stores no analysis: each query contains the start and the inputs. So the board shows only what its reader has.

#[cfg(test)]
mod tests;

use engine::{Step, Thought};
use rules::{
    BarioFlaw, ByColor, ChakartFlaw, Color, Flaw, Game, GameInput, Glyph, ImpossibleInput, Marks,
    Next, PendingDecision, SeatHistory, Setup, SetupError, Square, Status, Turn, Variant, View,
};

use crate::{
    Lens,
    learn::{handbook::playable, study::next_outcome},
    play::guide::{self, BoardWay, PieceMoves},
};
use api::{AnalysisQuery, EditedBoard, analysis_inputs};
use text::{Text, arg};

/// The maximum number of inputs before a position, so that a replay is quick. A match under the usual limit has at most 1000
/// turns, and this is twice as much because a turn of Chakart may have several inputs.
const MOST_INPUTS: usize = 2000;

/// The maximum number of decisions in a line of the engine.
const LONGEST_LINE: usize = 12;

/// A position on the analysis board.
pub struct Analysis {
    /// The start.
    pub setup: Setup,
    /// The whole position.
    pub view: View,
    /// The side that can decide.
    pub seat: Option<Color>,
    /// The actions that it can choose.
    pub ways: Vec<BoardWay>,
    /// The moves of all pieces.
    pub pieces: PieceMoves,
    /// The inputs since the start.
    pub played: Vec<GameInput>,
    /// The turns since the start, each with the number of inputs at its end.
    pub turns: Vec<(Turn, usize)>,
    /// The reason why the tried move is illegal.
    pub remark: Option<Text>,
    /// The squares that explain it.
    pub causes: Vec<Square>,
}

/// Returns a position on the analysis board.
///
/// # Errors
///
/// The start is not a setup, or an input that was played is impossible.
pub fn analysis(query: &AnalysisQuery) -> Result<Analysis, Text> {
    if let Some(board) = &query.edited {
        return Ok(edited(read_setup(&query.setup)?, board));
    }
    let mut line = Line::replay(query)?;
    let (mut remark, mut causes) = (None, Vec::new());
    if let Some(text) = &query.attempt {
        match playable(&line.game, text) {
            Ok(action) => line.enter(GameInput::Action(action))?,
            Err(unplayable) => {
                remark = Some(unplayable.reason);
                causes = unplayable.why.map_or_else(Vec::new, |why| why.squares());
            }
        }
    }
    if let Some(seed) = query.chance {
        line.roll(seed)?;
    }
    let seat = line.decider();
    let ways = seat.map_or_else(Vec::new, |seat| guide::board_ways(&line.game, seat));
    Ok(Analysis {
        view: Lens::Truth.view(&line.game),
        seat,
        pieces: PieceMoves::of(&line.game, Lens::Truth, seat, &ways),
        ways,
        setup: line.setup,
        played: line.played,
        turns: line.turns,
        remark,
        causes,
    })
}

/// Returns the board that a reader edits, on which no side can decide.
fn edited(setup: Setup, board: &EditedBoard) -> Analysis {
    let variant = setup.variant();
    let is_known = |glyph: &Glyph| variant.has_glyph(*glyph);
    let cells = board.cells.map(|glyph| glyph.filter(is_known));
    let view = View {
        variant,
        n_inputs: 0,
        cells,
        marks: Marks::default(),
        powers: ByColor::default(),
        reserves: ByColor::default(),
        status: Status::ToDecide(board.turn),
        pending: PendingDecision::Move,
        turn: None,
        turns: 0,
        position: setup.arranged(&cells, board.turn),
    };
    Analysis {
        setup,
        view,
        seat: Some(board.turn),
        ways: Vec::new(),
        pieces: PieceMoves::default(),
        played: Vec::new(),
        turns: Vec::new(),
        remark: None,
        causes: Vec::new(),
    }
}

fn read_setup(text: &str) -> Result<Setup, Text> {
    text.parse().map_err(|error: SetupError| {
        let mut flaws = error.flaws().iter();
        flaws
            .find_map(board_flaw)
            .unwrap_or_else(text::analysis_bad_start)
    })
}

/// Describes a flaw that the pieces on a board have, and what to do.
fn board_flaw(flaw: &Flaw) -> Option<Text> {
    Some(match *flaw {
        Flaw::Kings { color, .. } => text::analysis_kings(color),
        Flaw::Chakart(ChakartFlaw::NoKings) => text::analysis_no_kings(),
        Flaw::PawnOnEdge(at) | Flaw::Chakart(ChakartFlaw::PawnOnLastRank { at, .. }) => {
            text::analysis_pawn(at)
        }
        Flaw::InCheck(color) => text::analysis_check(color),
        Flaw::Bario(BarioFlaw::Pieces { color, max, .. }) => {
            text::analysis_pieces(arg::number(max), arg::side(color))
        }
        _ => return None,
    })
}

/// The inputs from a start to a position.
struct Line {
    setup: Setup,
    game: Game,
    played: Vec<GameInput>,
    turns: Vec<(Turn, usize)>,
}

impl Line {
    /// Plays the inputs of a query.
    fn replay(query: &AnalysisQuery) -> Result<Line, Text> {
        let setup = read_setup(&query.setup)?;
        let mut line = Line {
            game: Game::new(&setup),
            setup,
            played: Vec::new(),
            turns: Vec::new(),
        };
        for input in analysis_inputs(&query.moves) {
            let input = input.parse().map_err(|_| text::analysis_bad_line())?;
            line.enter(input)?;
        }
        Ok(line)
    }

    /// Plays an input.
    fn enter(&mut self, input: GameInput) -> Result<(), Text> {
        if self.played.len() >= MOST_INPUTS {
            return Err(text::analysis_too_long());
        }
        let entered = self.play(input);
        entered.map_err(|_| text::analysis_bad_line())
    }

    fn play(&mut self, input: GameInput) -> Result<(), ImpossibleInput> {
        let is_on_board = matches!(input, GameInput::Action(_) | GameInput::Outcome(_));
        if !is_on_board {
            return Err(ImpossibleInput);
        }
        self.game.apply(input)?;
        self.played.push(input);
        self.note_turn();
        Ok(())
    }

    /// Notes the last turn. A turn may have several decisions, and each of its states includes the earlier ones.
    fn note_turn(&mut self) {
        if let Next::Chance(_) = self.game.next() {
            return;
        }
        let Some(turn) = Lens::Truth.view(&self.game).turn else {
            return;
        };
        let number = (turn.number, turn.color);
        self.turns
            .pop_if(|(last, _)| (last.number, last.color) == number);
        self.turns.push((turn, self.played.len()));
    }

    /// Plays the chance outcomes that come next.
    fn roll(&mut self, mut seed: u64) -> Result<(), Text> {
        while let Next::Chance(chance) = self.game.next() {
            let outcome = next_outcome(&chance, &mut seed);
            let outcome = outcome.ok_or_else(text::analysis_bad_line)?;
            self.enter(GameInput::Outcome(outcome))?;
        }
        Ok(())
    }

    /// Returns the side that can decide now.
    fn decider(&self) -> Option<Color> {
        match self.game.next() {
            Next::Decision(seat) => Some(seat),
            Next::Chance(_) | Next::Over(_) => None,
        }
    }
}

/// A question for the engine about a position of the analysis board.
pub struct LineQuestion {
    game: Game,
    /// The side to decide.
    seat: Color,
    history: SeatHistory,
}

/// The best line that the engine found.
pub struct FoundLine {
    /// The expected score of White: 1 for a win, 0 for a loss.
    pub white: f64,
    /// The side that wins for sure, and the maximum number of its decisions until then.
    pub sure_win: Option<(Color, usize)>,
    /// The decisions, up to the next chance outcome, each as a turn without facts.
    pub turns: Vec<Turn>,
    /// The first action, as text for a command.
    pub best: String,
}

impl LineQuestion {
    /// Makes the question about the position of a query.
    ///
    /// # Errors
    ///
    /// There is no such position, or no side has to decide there.
    pub fn of(query: &AnalysisQuery) -> Result<LineQuestion, Text> {
        let line = Line::replay(query)?;
        let seat = line.decider().ok_or_else(text::analysis_no_decision)?;
        // One note of the whole game is enough, and a note of each input would copy the game each time.
        let mut history = SeatHistory::seeing_all(&line.setup, seat);
        history.note(None, &line.game);
        Ok(LineQuestion {
            game: line.game,
            seat,
            history,
        })
    }

    /// Returns the variant of the position.
    pub fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// Returns what the engine may know: everything, for the side to decide.
    pub fn history(&self) -> &SeatHistory {
        &self.history
    }

    /// Describes the thought of the engine about this question.
    pub fn answer(&self, thought: &Thought) -> FoundLine {
        let mut game = self.game.clone();
        let mut turns = Vec::new();
        for step in thought.line.iter().take(LONGEST_LINE) {
            let (Step::Action(action), Next::Decision(color)) = (step, game.next()) else {
                break;
            };
            let turn = Turn {
                color,
                number: game.turns() / 2 + 1,
                caption: game.caption(*action),
                facts: Vec::new(),
            };
            if game.act(*action).is_err() {
                break;
            }
            turns.push(turn);
        }
        let score = thought.score;
        let winner = |plies: i32| if plies > 0 { self.seat } else { !self.seat };
        let n_decisions = |plies: i32| plies.unsigned_abs().div_ceil(2) as usize;
        FoundLine {
            white: match self.seat {
                Color::White => score.expected,
                Color::Black => 1.0 - score.expected,
            },
            sure_win: score
                .sure_in
                .map(|plies| (winner(plies), n_decisions(plies))),
            turns,
            best: thought.action.to_string(),
        }
    }
}
