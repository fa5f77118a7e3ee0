//! Chakart: chess with mushrooms, eggs, bananas and bombs. The law is `law/chakart.md`.
//!
//! - `position`: the state, and what each seat sees of it;
//! - `generate`: all legal decisions, from what the side to decide believes;
//! - `play`: carrying decisions out, step by step with chance;
//! - `perft`: counting sequences of decisions;
//! - `text`: position text, whole or as somebody is told it;
//! - `notation`: what people write for a decision, in and out;
//! - `explain`: why a decision is illegal;
//! - `show`: what people see.
//!
//! Only `play` looks at the truth of what is hidden; whatever is listed, refused, read or written for a seat goes through
//! a [`position::Lens`].

mod explain;
mod generate;
mod notation;
mod perft;
mod play;
mod position;
mod show;
mod text;

use alloc::{string::String, vec::Vec};

pub(crate) use self::position::Position;
use self::{
    generate::Sight,
    play::Tale,
    position::{Draw, Pending, Stage, Traps},
};
use crate::{
    Action, Actions, ByColor, ChakartFlaw, Chance, ChanceOutcome, Color, Conclusion, Flaw,
    IllegalAction, ImpossibleOutcome, Input, Next, OptionSpec, OptionValue, Outcome,
    ReadActionError, Square, View, WhyNot, WinReason,
    options::Options,
    variant::{LastPly, Rules, Viewer},
};

const OBJECTS: &str = "objects";
const OPEN: &str = "open";
const SETUP: &str = "setup";

/// What may be chosen (chakart C8 and section 12).
pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: OBJECTS,
        help: "bananas and bombs",
        values: &[
            OptionValue {
                name: "hidden",
                help: "known only to the side that left them, until they act",
                law: "chakart H1",
            },
            OptionValue {
                name: OPEN,
                help: "known to everybody",
                law: "chakart H1",
            },
        ],
    },
    OptionSpec {
        name: SETUP,
        help: "start array",
        values: &[
            OptionValue {
                name: "asymmetric",
                help: "a drawn back row for each side",
                law: "chakart C9",
            },
            OptionValue {
                name: "symmetric",
                help: "one drawn back row, the same for both sides",
                law: "chakart C9",
            },
            OptionValue {
                name: "standard",
                help: "as in chess",
                law: "chakart C7",
            },
        ],
    },
];

/// The usual start under these options.
pub(crate) fn usual_start(options: &Options) -> Position {
    let draw = match options.value(SETUP) {
        Some("standard") => None,
        Some("symmetric") => Some(Draw::Both),
        _ => Some(Draw::One(Color::White)),
    };
    let is_open = options.value(OBJECTS) == Some(OPEN);
    Position::start(draw, (!is_open).then(ByColor::<Traps>::default))
}

/// Reads a position text. Whether objects are hidden is told by the text itself, so the options follow it (chakart H12).
pub(crate) fn read_start(options: &mut Options, text: &str) -> Result<Position, Vec<Flaw>> {
    let position = Position::read(text)?;
    match position.beliefs {
        None => options.choose(OBJECTS, OPEN),
        Some(_) if options.value(OBJECTS) == Some(OPEN) => {
            return Err(alloc::vec![Flaw::Chakart(ChakartFlaw::OpenObjects)]);
        }
        Some(_) => {}
    }
    Ok(position)
}

/// A game of Chakart.
#[derive(Clone)]
pub(crate) struct Chakart {
    position: Position,
    outcome: Option<Outcome>,
    last: LastTurn,
}

/// The turn that was played last or is being played; what happened in it is told only when somebody looks.
#[derive(Clone)]
struct LastTurn {
    /// Where it began.
    before: Position,
    inputs: Vec<Input>,
    /// How many inputs led to its last decision. That is what people see while chance is to bring something: nothing is
    /// told by halves, trails least of all (chakart H9).
    n_settled: usize,
}

impl Position {
    /// Goes on with an input that is possible.
    fn follow_input(&mut self, input: Input, tale: &mut impl Tale) {
        match input {
            Input::Action(action) => self.play(action, tale),
            Input::Outcome(outcome) => self.take(outcome, tale),
            Input::Conclusion(_) => {}
        }
    }

    /// How the game ended, if it did (chakart C51, C52, H19).
    fn outcome(&self) -> Option<Outcome> {
        let Stage::Decide(_) = self.stage else {
            return None;
        };
        let lost = Color::ALL
            .into_iter()
            .find(|&color| self.has_lost_kings(color));
        let (loser, reason) = match lost {
            Some(loser) => (loser, WinReason::KingsCaptured),
            None if generate::can_decide(self) => return None,
            None => (self.turn, WinReason::NoDecision),
        };
        Some(Outcome::Won {
            winner: !loser,
            reason,
        })
    }
}

impl Chakart {
    pub(crate) fn new(start: Position) -> Chakart {
        Chakart {
            position: start,
            outcome: start.outcome(),
            last: LastTurn {
                before: start,
                inputs: Vec::new(),
                n_settled: 0,
            },
        }
    }

    /// A game that begins where a seat believes this one to be.
    pub(crate) fn as_believed_by(&self, seat: Color) -> Chakart {
        if self.outcome.is_some() {
            return self.clone();
        }
        Chakart::new(self.shown().as_believed_by(seat))
    }

    /// The kings of a side that the other one could take if it were to decide, as far as the side knows.
    pub(crate) fn threatened(&self, seat: Color) -> Vec<Square> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        generate::threatened(&self.shown(), seat).collect()
    }

    /// The position that people see: not in the midst of a decision.
    fn shown(&self) -> Position {
        match self.position.stage {
            Stage::Roll(..) => self.last.settled(),
            Stage::Decide(_) | Stage::Draw(_) => self.position,
        }
    }
}

impl LastTurn {
    /// Where its last decision began.
    fn settled(&self) -> Position {
        let mut position = self.before;
        for &input in &self.inputs[..self.n_settled] {
            position.follow_input(input, &mut ());
        }
        position
    }
}

impl Rules for Chakart {
    fn next(&self) -> Next {
        if let Some(outcome) = self.outcome {
            return Next::Over(outcome);
        }
        if let Stage::Decide(_) = self.position.stage {
            return Next::Decision(self.position.turn);
        }
        let mut outcomes = Vec::new();
        self.position.each_outcome(|outcome| outcomes.push(outcome));
        Next::Chance(Chance { outcomes })
    }

    fn turns(&self) -> u32 {
        self.position.n_turns
    }

    fn pending(&self) -> crate::PendingDecision {
        match self.position.stage {
            _ if self.outcome.is_some() => crate::PendingDecision::Move,
            Stage::Decide(Pending::Again) => crate::PendingDecision::MoveAgain,
            Stage::Decide(Pending::Swap) => crate::PendingDecision::Swap,
            Stage::Decide(Pending::Drop(role)) => crate::PendingDecision::DropPlace(role),
            Stage::Decide(Pending::Promote { from, to, .. }) => {
                crate::PendingDecision::Promotion { from, to }
            }
            Stage::Decide(Pending::Move) | Stage::Roll(..) | Stage::Draw(_) => {
                crate::PendingDecision::Move
            }
        }
    }

    fn actions(&self, out: &mut Actions) {
        out.clear();
        if self.outcome.is_none() {
            generate::list(&self.position, &Sight::of_decider(&self.position), out);
        }
    }

    fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        if self.outcome.is_some() || !generate::is_legal(&self.position, action) {
            return Err(IllegalAction);
        }
        let last = &mut self.last;
        if self.position.stage == Stage::Decide(Pending::Move) {
            last.before = self.position;
            last.inputs.clear();
        }
        last.n_settled = last.inputs.len();
        last.inputs.push(Input::Action(action));
        self.position.play(action, &mut ());
        self.outcome = self.position.outcome();
        Ok(())
    }

    fn roll(&mut self, outcome: ChanceOutcome) -> Result<(), ImpossibleOutcome> {
        if self.outcome.is_some() || !self.position.is_possible(outcome) {
            return Err(ImpossibleOutcome);
        }
        if let Stage::Roll(..) = self.position.stage {
            self.last.inputs.push(Input::Outcome(outcome));
        }
        self.position.take(outcome, &mut ());
        self.outcome = self.position.outcome();
        Ok(())
    }

    fn conclude(&mut self, conclusion: Conclusion) {
        self.outcome = Some(conclusion.outcome());
    }

    fn why_not(&self, action: Action) -> Option<WhyNot> {
        match self.outcome {
            Some(outcome) => Some(explain::game_over(outcome)),
            None => explain::why_not(&self.position, action),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, ReadActionError> {
        let mut legal = Vec::new();
        self.actions(&mut legal);
        notation::read(&self.position, &legal, text)
    }

    fn caption(&self, action: Action) -> String {
        notation::caption(&self.position, action)
    }

    fn view(&self, ply: usize, viewer: Viewer) -> View {
        show::view(self, ply, viewer)
    }

    fn perft(&self, depth: u32, _: LastPly) -> u64 {
        perft::perft(&self.position, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(Action, u64)> {
        let count = |action| perft::after(&self.position, action, depth.saturating_sub(1));
        let actions = perft::decisions(&self.position).into_iter();
        actions.map(|action| (action, count(action))).collect()
    }
}

#[cfg(test)]
mod tests;
