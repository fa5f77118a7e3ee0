//! A game in progress: positions of one variant, the repeatable ones, the last turn, and the outcome.

use alloc::{string::String, vec::Vec};
use core::ops::ControlFlow;

use crate::{
    Action, ChanceOutcome, Color, Conclusion, DrawReason, GameInput, IllegalAction,
    ImpossibleOutcome, Marks, MoveList, Next, Outcome, PendingDecision, Position, ReadActionError,
    Square, Status, Turn, View, WhyNot,
    explain::why_over,
    notation,
    referee::{Referee, why_not},
    view::Viewer,
};

/// A game of some variant.
#[derive(Clone)]
pub(crate) struct Play<P> {
    position: P,
    outcome: Option<Outcome>,
    /// The positions that can be repeated, the present one last. They are compared in full, so nothing depends on a hash.
    history: Vec<P>,
    last: LastTurn<P>,
}

/// The turn in progress, or the last one. Its facts are computed only when a view needs them.
#[derive(Clone)]
struct LastTurn<P> {
    /// The position before it.
    before: P,
    inputs: Vec<GameInput>,
    /// The number of inputs up to its last decision. Views stop there while chance is to bring something: no decision is
    /// shown in part (chakart H9).
    n_settled: usize,
}

impl<P: Referee> Play<P> {
    pub(crate) fn new(start: P) -> Play<P> {
        let mut play = Play {
            position: start,
            outcome: None,
            history: Vec::new(),
            last: LastTurn::beginning(start),
        };
        play.enter(start);
        play
    }

    fn enter(&mut self, position: P) {
        self.position = position;
        if !self
            .history
            .last()
            .is_some_and(|last| position.may_repeat(last))
        {
            self.history.clear();
        }
        let is_same = |earlier: &&P| position.repeats(earlier);
        let n_earlier = self.history.iter().filter(is_same).count();
        self.history.push(position);
        let repetition = Outcome::Drawn {
            reason: DrawReason::Repetition,
        };
        let outcome = position.outcome();
        self.outcome = outcome.or_else(|| (n_earlier >= 2).then_some(repetition));
    }

    /// Returns the next input that the game waits for, or the outcome.
    pub(crate) fn next(&self) -> Next {
        if let Some(outcome) = self.outcome {
            return Next::Over(outcome);
        }
        if !self.position.is_chance() {
            return Next::Decision(self.position.side_to_move());
        }
        let mut outcomes = Vec::new();
        let _ = self.position.chance_outcomes(|outcome, weight| {
            outcomes.push((outcome, weight));
            ControlFlow::<()>::Continue(())
        });
        Next::Chance(outcomes.into_iter().collect())
    }

    /// Returns the outcome, if the game is over.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the kind of decision that is pending, if any.
    pub(crate) fn pending(&self) -> PendingDecision {
        match self.outcome {
            Some(_) => PendingDecision::Move,
            None => self.position.pending(),
        }
    }

    pub(crate) fn legal_list(&self) -> MoveList {
        match self.outcome {
            None => self.position.legal_list(),
            Some(_) => MoveList::new(),
        }
    }

    pub(crate) fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        if self.outcome.is_some() || !self.position.is_legal(action) {
            return Err(IllegalAction);
        }
        if self.position.turns() != self.last.before.turns() {
            self.last.begin(self.position);
        }
        self.last.n_settled = self.last.inputs.len();
        self.last.inputs.push(GameInput::Action(action));
        self.enter(self.position.play_unchecked(action));
        Ok(())
    }

    pub(crate) fn roll(&mut self, outcome: ChanceOutcome) -> Result<(), ImpossibleOutcome> {
        if self.outcome.is_some() || !self.position.is_possible(outcome) {
            return Err(ImpossibleOutcome);
        }
        let next = self.position.resolve(outcome);
        if self.last.inputs.is_empty() {
            // A draw before the first decision belongs to no turn.
            self.last.begin(next);
        } else {
            self.last.inputs.push(GameInput::Outcome(outcome));
        }
        self.enter(next);
        Ok(())
    }

    /// Ends a game that is not over.
    pub(crate) fn conclude(&mut self, conclusion: Conclusion) {
        self.outcome = Some(conclusion.outcome());
    }

    pub(crate) fn why_not(&self, action: Action) -> Option<WhyNot> {
        match self.outcome {
            Some(outcome) => Some(why_over::<P>(outcome)),
            None => why_not(&self.position, action),
        }
    }

    pub(crate) fn read_action(&self, text: &str) -> Result<Action, ReadActionError> {
        notation::read(&self.position, &self.legal_list(), text)
    }

    pub(crate) fn caption(&self, action: Action) -> String {
        let mover = Viewer::Seat(self.position.side_to_move());
        self.position.caption(action, mover)
    }

    pub(crate) fn reach(&self, color: Color, viewer: Viewer) -> Vec<(Square, Square)> {
        match self.outcome {
            None => self.position.reach(color, viewer),
            Some(_) => Vec::new(),
        }
    }

    /// Returns a game that begins where a seat believes this one to be.
    pub(crate) fn as_believed_by(&self, seat: Color) -> Play<P> {
        match (self.outcome, P::BELIEF) {
            (None, Some(belief)) => Play::new((belief.believed)(&self.shown(), seat)),
            _ => self.clone(),
        }
    }

    /// Returns a game that begins at a guess of a seat about this one, from its view alone.
    pub(crate) fn guessed_by(&self, seat: Color, words: &mut dyn FnMut() -> u64) -> Play<P> {
        match (self.outcome, P::BELIEF) {
            (None, Some(belief)) => Play::new((belief.guessed)(&self.position, seat, words)),
            _ => self.clone(),
        }
    }

    /// Returns the position for views, which is never in the midst of a decision.
    fn shown(&self) -> P {
        if self.is_in_midst() {
            self.last.settled()
        } else {
            self.position
        }
    }

    /// Tells whether chance has to continue a decision.
    fn is_in_midst(&self) -> bool {
        self.position.is_chance() && !self.last.inputs.is_empty()
    }

    pub(crate) fn position(&self) -> P {
        self.position
    }

    /// Returns the positions that can be repeated, the present one last.
    pub(crate) fn repeatable(&self) -> &[P] {
        &self.history
    }

    /// Tells whether the players ended the game, and not the board or its history.
    pub(crate) fn is_concluded(&self) -> bool {
        let repetition = Outcome::Drawn {
            reason: DrawReason::Repetition,
        };
        self.outcome.is_some_and(|outcome| {
            outcome != repetition && Some(outcome) != self.position.outcome()
        })
    }

    /// Tells whether the viewer has exactly this view. It compares the cheap parts first.
    pub(crate) fn shows(&self, n_inputs: usize, viewer: Viewer, view: &View) -> bool {
        let is_over = self.outcome.is_some();
        is_over == matches!(view.status, Status::Over(_))
            && (is_over || self.shown().cells(viewer) == view.cells)
            && self.view(n_inputs, viewer) == *view
    }

    /// Returns the chance outcomes after which a viewer can have this view, by the glyph on each square.
    pub(crate) fn outcomes_before(&self, viewer: Viewer, view: &View) -> Vec<ChanceOutcome> {
        let is_over = matches!(view.status, Status::Over(_));
        let mut found = Vec::new();
        let _ = self.position.resolutions(|outcome, _, next| {
            let is_in_midst = next.is_chance() && !self.last.inputs.is_empty();
            if is_over || is_in_midst || next.cells(viewer) == view.cells {
                found.push(outcome);
            }
            ControlFlow::<()>::Continue(())
        });
        found
    }

    pub(crate) fn view(&self, n_inputs: usize, viewer: Viewer) -> View {
        // After the end everything is public (chakart H11, H22).
        let viewer = match self.outcome {
            Some(_) => Viewer::Truth,
            None => viewer,
        };
        let n_shown = if self.is_in_midst() {
            self.last.n_settled
        } else {
            self.last.inputs.len()
        };
        let turn = self.last.turn_for(n_shown, viewer);
        let facts = turn.as_ref().map_or(&[][..], |turn| &turn.facts);
        let shown = self.shown();
        let marks = Marks {
            last: P::squares_of(self.last.steps(n_shown).last(), facts),
            ..shown.marks(viewer)
        };
        View {
            variant: P::VARIANT,
            n_inputs,
            cells: shown.cells(viewer),
            marks,
            powers: shown.powers(),
            reserves: shown.reserves(),
            status: match self.outcome {
                Some(outcome) => Status::Over(outcome),
                None if self.position.is_chance() => Status::ToRoll,
                None => Status::ToDecide(shown.side_to_move()),
            },
            pending: self.pending(),
            turn,
            turns: shown.turns(),
            position: shown.text_for(viewer),
        }
    }
}

impl<P: Referee> LastTurn<P> {
    fn beginning(before: P) -> LastTurn<P> {
        LastTurn {
            before,
            inputs: Vec::new(),
            n_settled: 0,
        }
    }

    fn begin(&mut self, before: P) {
        self.before = before;
        self.inputs.clear();
        self.n_settled = 0;
    }

    /// Returns the first inputs of the turn, each with the position before it.
    fn steps(&self, n: usize) -> impl Iterator<Item = (P, GameInput)> {
        let mut position = self.before;
        self.inputs[..n].iter().map(move |&input| {
            let before = position;
            position = after(&before, input);
            (before, input)
        })
    }

    /// Returns the position before its last decision.
    fn settled(&self) -> P {
        let last = self.steps(self.n_settled).last();
        last.map_or(self.before, |(before, input)| after(&before, input))
    }

    /// Returns the first inputs of the turn, as far as a viewer may know them; `None` if there are none.
    fn turn_for(&self, n: usize, viewer: Viewer) -> Option<Turn> {
        let mut caption = String::new();
        let mut facts = Vec::new();
        for (before, input) in self.steps(n) {
            match input {
                GameInput::Action(action) => {
                    if !caption.is_empty() {
                        caption.push(' ');
                    }
                    caption += &before.caption(action, viewer);
                }
                GameInput::Outcome(ChanceOutcome::Egg(effect)) => {
                    caption.extend(['*', effect.letter()]);
                }
                GameInput::Outcome(_) | GameInput::Conclusion(_) | GameInput::Takeback(_) => {}
            }
            before.add_facts(input, viewer, &mut facts);
        }
        (n > 0).then(|| Turn {
            color: self.before.side_to_move(),
            number: self.before.number(),
            caption,
            facts,
        })
    }
}

/// Plays an input, which must be possible.
fn after<P: Position>(before: &P, input: GameInput) -> P {
    match input {
        GameInput::Action(action) => before.play_unchecked(action),
        GameInput::Outcome(outcome) => before.resolve(outcome),
        GameInput::Conclusion(_) | GameInput::Takeback(_) => *before,
    }
}
