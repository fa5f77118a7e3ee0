//! Positions on a board: diagrams of the handbook to try, tasks and puzzles to solve, and the steps of a guided game.
//!
//! The bot stores no study: each query contains the played inputs.

#[cfg(test)]
mod tests;

use engine::puzzle::Puzzle;
use rules::{
    Action, Chance, ChanceOutcome, Color, Game, GameInput, ImpossibleInput, Next, Setup, Square,
    View,
};

use crate::{
    Lens, Tried,
    learn::{
        handbook::{playable, tried},
        puzzles::{numbered, puzzle_verdict, refutation},
    },
    play::guide::{self, BoardWay, PieceMoves},
};
use api::{StudyQuery, StudyStep};
use handbook::{Handbook, HandbookDiagram, Spot, Task};
use text::{Language, Text};

/// The beginning of the place of a puzzle, such as `puzzle:baroque:12`.
const PUZZLE: &str = "puzzle:";

/// The maximum number of inputs played from a position.
const MOST_INPUTS: usize = 200;

/// A position of the handbook after the inputs that were played there.
pub struct Study {
    /// The view.
    pub view: View,
    /// The view after the reader's own move, if the other side has replied to it since.
    pub own: Option<View>,
    /// The side that can decide.
    pub seat: Option<Color>,
    /// The actions that it can choose.
    pub ways: Vec<BoardWay>,
    /// The knowledge of the reader about the moves of the pieces.
    pub pieces: PieceMoves,
    /// The side at the bottom.
    pub bottom: Color,
    /// The highlighted piece, and the other highlighted squares.
    pub pointed: (Option<Square>, Vec<Square>),
    /// The start of the position.
    pub setup: &'static Setup,
    /// The inputs played so far.
    pub played: Vec<GameInput>,
    /// The remark on the last step, if any.
    pub remark: Option<Text>,
    /// The squares that explain why a tried move is illegal.
    pub causes: Vec<Square>,
    /// True if the task or the steps are done.
    pub is_done: bool,
    /// True if the move does not solve the task.
    pub is_wrong: bool,
    /// True if there is more to show.
    pub has_more: bool,
    /// The anchor of the next part in the handbook, or the number of the next puzzle.
    pub next: Option<String>,
    /// The puzzle that the reader solves, and their side.
    pub puzzle: Option<(&'static Puzzle, Color)>,
}

/// Returns a position of the handbook after the step of a reader.
///
/// # Errors
///
/// There is no such position, or the inputs that were played there are impossible.
pub fn study(query: &StudyQuery) -> Result<Study, Text> {
    let origin = Origin::find(&query.place, query.language).ok_or_else(text::study_unknown)?;
    let mut position = Position {
        game: Game::new(origin.setup),
        origin,
        own: None,
        played: Vec::new(),
        remark: None,
        causes: Vec::new(),
    };
    if query.played.len() > MOST_INPUTS {
        return Err(text::study_impossible());
    }
    for input in &query.played {
        let input = input.parse().map_err(|_| text::study_impossible())?;
        let played = position.play(input);
        played.map_err(|_| text::study_impossible())?;
    }
    match &query.step {
        None => {}
        Some(StudyStep::Show) => position.show(),
        Some(StudyStep::Try(text)) if position.mover().is_some() => {
            position.try_move(text, query.chance)
        }
        Some(StudyStep::Try(_)) => return Err(text::study_impossible()),
    }
    Ok(position.study())
}

/// The position that a study begins with.
#[derive(Clone, Copy)]
struct Origin {
    aim: Aim,
    setup: &'static Setup,
    /// The inputs that follow.
    inputs: &'static [GameInput],
    /// The side that sees and moves it; both sides if `None`.
    seat: Option<Color>,
    bottom: Color,
    /// The diagram of the handbook, if it is one.
    diagram: Option<&'static HandbookDiagram>,
}

impl Origin {
    /// Returns the position at a place.
    fn find(place: &str, language: Language) -> Option<Origin> {
        match place.strip_prefix(PUZZLE) {
            Some(place) => Origin::of_puzzle(place),
            None => Origin::of_handbook(place.parse().ok()?, language),
        }
    }

    fn of_handbook(spot: Spot, language: Language) -> Option<Origin> {
        let handbook = Handbook::in_language(spot.variant, language);
        let (diagram, _) = *handbook.pictures(spot.section).get(spot.picture)?;
        Some(Origin {
            aim: Aim::of(spot, handbook, diagram),
            setup: &diagram.setup,
            inputs: &diagram.inputs,
            seat: diagram.seat,
            bottom: diagram.bottom(),
            diagram: Some(diagram),
        })
    }

    /// Returns the position of a puzzle, such as `baroque:12`.
    fn of_puzzle(place: &str) -> Option<Origin> {
        let (variant, number) = place.split_once(':')?;
        let number: usize = number.parse().ok()?;
        let puzzle = numbered(variant.parse().ok()?, number)?;
        let side = puzzle.side()?;
        Some(Origin {
            aim: Aim::Win {
                puzzle,
                side,
                number,
            },
            setup: &puzzle.setup,
            inputs: &puzzle.line,
            seat: Some(side),
            bottom: side,
            diagram: None,
        })
    }
}

/// The task in a position.
#[derive(Clone, Copy)]
enum Aim {
    /// No particular aim: the reader tries any move.
    Try,
    /// The reader has to find a move.
    Solve(Spot, &'static Task),
    /// The reader follows the moves of the diagram, and plays those of this side by hand.
    Follow(Color, Spot),
    /// The reader has to find the winning move of a puzzle.
    Win {
        puzzle: &'static Puzzle,
        side: Color,
        number: usize,
    },
}

impl Aim {
    fn of(spot: Spot, handbook: &'static Handbook, diagram: &HandbookDiagram) -> Aim {
        let task = handbook.sections()[spot.section].tasks.first();
        let first = Game::new(&diagram.setup).next();
        match (task, first) {
            (Some(task), _) => Aim::Solve(spot, task),
            (None, Next::Decision(side)) if handbook.first_game().contains(&spot.section) => {
                Aim::Follow(side, spot)
            }
            _ => Aim::Try,
        }
    }
}

/// A position with the inputs that were played there.
struct Position {
    origin: Origin,
    game: Game,
    /// The game after the own move of the last step, if a reply follows.
    own: Option<Game>,
    played: Vec<GameInput>,
    remark: Option<Text>,
    causes: Vec<Square>,
}

impl Position {
    /// Plays an action or a chance outcome.
    fn play(&mut self, input: GameInput) -> Result<(), ImpossibleInput> {
        if !matches!(input, GameInput::Action(_) | GameInput::Outcome(_)) {
            return Err(ImpossibleInput);
        }
        self.game.apply(input)?;
        self.played.push(input);
        Ok(())
    }

    /// Tries a move.
    fn try_move(&mut self, text: &str, chance: u64) {
        let action = match playable(&self.game, text) {
            Ok(action) => action,
            Err(unplayable) => {
                self.remark = Some(unplayable.reason);
                self.causes = unplayable.why.map_or_else(Vec::new, |why| why.squares());
                return;
            }
        };
        match self.origin.aim {
            Aim::Try => self.act(action, chance),
            Aim::Win { puzzle, .. } if puzzle.solution() == Some(action) => self.show(),
            Aim::Win { puzzle, side, .. } => {
                self.remark = Some(puzzle_verdict(puzzle, side, action));
                self.refute(puzzle, side, action);
            }
            Aim::Solve(spot, task) => {
                self.remark = Some(verdict(spot, task, action));
                self.act(action, chance);
            }
            Aim::Follow(..) if self.next_input() == Some(GameInput::Action(action)) => self.show(),
            Aim::Follow(..) => {
                let caption = Text::moves(self.game.caption(action));
                self.remark = Some(text::study_other(caption));
            }
        }
    }

    /// Plays a move that does not solve a puzzle, and its refutation.
    fn refute(&mut self, puzzle: &'static Puzzle, solver: Color, action: Action) {
        // An action that can be tried can be played.
        let _ = self.play(GameInput::Action(action));
        for input in refutation(puzzle, action) {
            self.mark_own(solver);
            let _ = self.play(*input);
        }
    }

    /// Keeps the game as the one after the own move, if the other side is to decide.
    fn mark_own(&mut self, own: Color) {
        if matches!(self.game.next(), Next::Decision(side) if side != own) {
            self.own.get_or_insert_with(|| self.game.clone());
        }
    }

    /// Plays an action and the chance outcomes after it.
    fn act(&mut self, action: Action, mut number: u64) {
        // An action that can be tried can be played.
        let _ = self.play(GameInput::Action(action));
        while let Next::Chance(chance) = self.game.next() {
            let Some(outcome) = next_outcome(&chance, &mut number) else {
                return;
            };
            let _ = self.play(GameInput::Outcome(outcome));
        }
    }

    /// Returns the next input of the diagram, as long as no other input was played.
    fn next_input(&self) -> Option<GameInput> {
        match self.origin.aim {
            Aim::Solve(_, task) => {
                let solution = GameInput::Action(task.solution);
                self.played.is_empty().then_some(solution)
            }
            Aim::Try | Aim::Follow(..) | Aim::Win { .. } => {
                let rest = self.origin.inputs.strip_prefix(&self.played[..])?;
                rest.first().copied()
            }
        }
    }

    /// Plays the inputs of the diagram up to the next decision; in a guided game, up to the next one of the guided side.
    fn show(&mut self) {
        let n_before = self.played.len();
        while let Some(input) = self.next_input() {
            if let Aim::Follow(guided, _) = self.origin.aim
                && self.played.len() > n_before
            {
                self.mark_own(guided);
            }
            let _ = self.play(input);
            let is_waiting = match (self.origin.aim, self.game.next()) {
                (_, Next::Chance(_)) => false,
                (Aim::Follow(guided, _), Next::Decision(side)) => side == guided,
                _ => true,
            };
            if is_waiting {
                break;
            }
        }
        self.remark = match (self.origin.aim, self.origin.diagram) {
            (Aim::Solve(spot, task), _) => Some(verdict(spot, task, task.solution)),
            (Aim::Follow(..), Some(diagram)) => self
                .is_done()
                .then(|| Text::verbatim(diagram.caption.as_str())),
            // The presentation renders the line of a puzzle.
            (Aim::Try | Aim::Follow(..) | Aim::Win { .. }, _) => None,
        };
    }

    fn is_done(&self) -> bool {
        match (self.origin.aim, self.played.first()) {
            (Aim::Try, _) => false,
            (Aim::Win { puzzle, .. }, first) => first.is_some() && first == puzzle.line.first(),
            (Aim::Solve(_, task), Some(GameInput::Action(action))) => {
                task.is_solved_by(*action) == Some(true)
            }
            (Aim::Solve(..), _) => false,
            (Aim::Follow(..), _) => self.played == self.origin.inputs,
        }
    }

    /// Returns the side that can decide now.
    fn mover(&self) -> Option<Color> {
        let Next::Decision(side) = self.game.next() else {
            return None;
        };
        let may = match self.origin.aim {
            Aim::Try => self.origin.seat.is_none_or(|seat| seat == side),
            Aim::Solve(..) | Aim::Win { .. } => self.played.is_empty(),
            Aim::Follow(guided, _) => side == guided && !self.is_done(),
        };
        may.then_some(side)
    }

    fn study(self) -> Study {
        let is_done = self.is_done();
        let seat = self.mover();
        let lens = Lens::of_seat(self.origin.seat);
        let view = lens.view(&self.game);
        let ways = seat.map_or_else(Vec::new, |seat| guide::board_ways(&self.game, seat));
        // A piece that the view does not show cannot be moved.
        let is_seen = |way: &BoardWay| way.from.is_none_or(|from| view.glyph(from).is_some());
        let variant = self.origin.setup.variant();
        let handbook = Handbook::of(variant);
        let anchor = |section: usize| handbook.sections()[section].id.clone();
        let next = match self.origin.aim {
            Aim::Try => None,
            Aim::Solve(spot, _) => handbook.next_task(spot.section).map(anchor),
            Aim::Follow(_, spot) => {
                let mut steps = handbook.first_game().into_iter();
                steps.find(|step| *step > spot.section).map(anchor)
            }
            Aim::Win { number, .. } => {
                let next = number + 1;
                numbered(variant, next).map(|_| next.to_string())
            }
        };
        let puzzle = match self.origin.aim {
            Aim::Win { puzzle, side, .. } => Some((puzzle, side)),
            _ => None,
        };
        let first = self.origin.diagram.and_then(|diagram| diagram.frame(0));
        Study {
            pieces: PieceMoves::of(&self.game, lens, seat, &ways),
            ways: ways.into_iter().filter(is_seen).collect(),
            seat,
            bottom: self.origin.bottom,
            pointed: match (self.played.is_empty(), first) {
                (true, Some(frame)) => (frame.chosen, frame.targets),
                _ => (None, Vec::new()),
            },
            has_more: self.next_input().is_some(),
            next,
            puzzle,
            setup: self.origin.setup,
            played: self.played,
            remark: self.remark,
            causes: self.causes,
            is_done,
            is_wrong: matches!(self.origin.aim, Aim::Solve(..) | Aim::Win { .. })
                && !is_done
                && seat.is_none(),
            own: self.own.map(|game| lens.view(&game)),
            view,
        }
    }
}

/// Picks the next chance outcome by a seed, and removes the used part of the seed.
pub(crate) fn next_outcome(chance: &Chance, seed: &mut u64) -> Option<ChanceOutcome> {
    let ticket = *seed % chance.total();
    *seed /= chance.total();
    chance.pick(ticket)
}

/// Returns the verdict on a move in a task. It leaves out the next part, which has a button.
fn verdict(spot: Spot, task: &Task, action: Action) -> Text {
    match tried(spot, task, action) {
        Tried { is_right: true, .. } => text::study_right(Text::moves(task.game().caption(action))),
        Tried { told: verdict, .. } => verdict,
    }
}
