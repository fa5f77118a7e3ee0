//! Positions of the handbook on a board: diagrams to try, tasks to solve, and the steps of a guided game.
//!
//! The bot stores no study: each query contains the played inputs.

#[cfg(test)]
mod tests;

use rules::{Action, Color, Game, GameInput, ImpossibleInput, Next, Square, View};

use crate::{
    Lens, Tried,
    learn::handbook::{playable, tried},
    play::guide::{self, BoardWay},
};
use api::{StudyQuery, StudyStep};
use handbook::{Handbook, HandbookDiagram, Spot, Task};
use text::Text;

/// The maximum number of inputs played from a position.
const MOST_INPUTS: usize = 200;

/// A position of the handbook after the inputs that were played there.
pub struct Study {
    /// The view.
    pub view: View,
    /// The side that can decide.
    pub seat: Option<Color>,
    /// The actions that it can choose.
    pub ways: Vec<BoardWay>,
    /// The side at the bottom.
    pub bottom: Color,
    /// The highlighted piece, and the other highlighted squares.
    pub pointed: (Option<Square>, Vec<Square>),
    /// The inputs played so far.
    pub played: Vec<GameInput>,
    /// The remark on the last step, if any.
    pub remark: Option<Text>,
    /// The squares that explain why a tried move is illegal.
    pub causes: Vec<Square>,
    /// True if the task or the steps are done.
    pub is_done: bool,
    /// True if there is more to show.
    pub has_more: bool,
    /// The anchor of the next part in the handbook.
    pub next: Option<&'static str>,
}

/// Returns a position of the handbook after the step of a reader.
///
/// # Errors
///
/// There is no such position, or the inputs that were played there are impossible.
pub fn study(query: &StudyQuery) -> Result<Study, Text> {
    let spot: Spot = query.place.parse().map_err(|_| text::study_unknown())?;
    let handbook = Handbook::in_language(spot.variant, query.language);
    let pictures = handbook.pictures(spot.section);
    let (diagram, _) = *pictures.get(spot.picture).ok_or_else(text::study_unknown)?;
    let mut position = Position {
        aim: Aim::of(spot, handbook, diagram),
        diagram,
        game: Game::new(&diagram.setup),
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

/// The task in a position.
#[derive(Clone, Copy)]
enum Aim {
    /// No particular aim: the reader tries any move.
    Try,
    /// The reader has to find a move.
    Solve(Spot, &'static Task),
    /// The reader follows the moves of the diagram, and plays those of this side by hand.
    Follow(Color, Spot),
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
    aim: Aim,
    diagram: &'static HandbookDiagram,
    game: Game,
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
        self.game.play(input)?;
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
        match self.aim {
            Aim::Try => self.act(action, chance),
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

    /// Plays an action and the chance outcomes after it.
    fn act(&mut self, action: Action, mut number: u64) {
        // An action that can be tried can be played.
        let _ = self.play(GameInput::Action(action));
        while let Next::Chance(chance) = self.game.next() {
            let ticket = number % chance.total();
            number /= chance.total();
            let Some(outcome) = chance.pick(ticket) else {
                return;
            };
            let _ = self.play(GameInput::Outcome(outcome));
        }
    }

    /// Returns the next input of the diagram, as long as no other input was played.
    fn next_input(&self) -> Option<GameInput> {
        let inputs = match self.aim {
            Aim::Solve(_, task) => &[GameInput::Action(task.solution)],
            Aim::Try | Aim::Follow(..) => &self.diagram.inputs[..],
        };
        inputs.strip_prefix(&self.played[..])?.first().copied()
    }

    /// Plays the inputs of the diagram up to the next decision; in a guided game, up to the next one of the guided side.
    fn show(&mut self) {
        while let Some(input) = self.next_input() {
            let _ = self.play(input);
            let is_waiting = match (self.aim, self.game.next()) {
                (_, Next::Chance(_)) => false,
                (Aim::Follow(guided, _), Next::Decision(side)) => side == guided,
                _ => true,
            };
            if is_waiting {
                break;
            }
        }
        self.remark = match self.aim {
            Aim::Try => None,
            Aim::Solve(spot, task) => Some(verdict(spot, task, task.solution)),
            Aim::Follow(..) => self
                .is_done()
                .then(|| Text::verbatim(self.diagram.caption.as_str())),
        };
    }

    fn is_done(&self) -> bool {
        match (self.aim, self.played.first()) {
            (Aim::Try, _) => false,
            (Aim::Solve(_, task), Some(GameInput::Action(action))) => {
                task.is_solved_by(*action) == Some(true)
            }
            (Aim::Solve(..), _) => false,
            (Aim::Follow(..), _) => self.played == self.diagram.inputs,
        }
    }

    /// Returns the side that can decide now.
    fn mover(&self) -> Option<Color> {
        let Next::Decision(side) = self.game.next() else {
            return None;
        };
        let may = match self.aim {
            Aim::Try => self.diagram.seat.is_none_or(|seat| seat == side),
            Aim::Solve(..) => self.played.is_empty(),
            Aim::Follow(guided, _) => side == guided && !self.is_done(),
        };
        may.then_some(side)
    }

    fn study(self) -> Study {
        let is_done = self.is_done();
        let seat = self.mover();
        let view = Lens::of_seat(self.diagram.seat).view(&self.game);
        let ways = seat.map_or_else(Vec::new, |seat| guide::board_ways(&self.game, seat));
        // A piece that the view does not show cannot be moved.
        let is_seen = |way: &BoardWay| way.from.is_none_or(|from| view.glyph(from).is_some());
        let next = match self.aim {
            Aim::Try => None,
            Aim::Solve(spot, _) => Handbook::of(spot.variant).next_task(spot.section),
            Aim::Follow(_, spot) => {
                let steps = Handbook::of(spot.variant).first_game();
                steps.into_iter().find(|step| *step > spot.section)
            }
        };
        let sections = Handbook::of(self.diagram.setup.variant()).sections();
        Study {
            ways: ways.into_iter().filter(is_seen).collect(),
            seat,
            bottom: self.diagram.bottom(),
            pointed: match (self.played.is_empty(), self.diagram.frame(0)) {
                (true, Some(frame)) => (frame.chosen, frame.targets),
                _ => (None, Vec::new()),
            },
            has_more: self.next_input().is_some(),
            next: next.map(|section| sections[section].id.as_str()),
            played: self.played,
            remark: self.remark,
            causes: self.causes,
            is_done,
            view,
        }
    }
}

/// Returns the verdict on a move in a task. It leaves out the next part, which has a button.
fn verdict(spot: Spot, task: &Task, action: Action) -> Text {
    match tried(spot, task, action) {
        Tried { is_right: true, .. } => text::study_right(Text::moves(task.game().caption(action))),
        Tried { told: verdict, .. } => verdict,
    }
}
