//! Bario: pieces that are nothing in particular until they move. The law is `law/bario.md`.
//!
//! - `position`: the state of the board and how each kind of action changes it;
//! - `generate`: all legal actions; whatever lists, counts or checks them is fed by the one generator;
//! - `perft`: counting sequences of actions;
//! - `text`: position text;
//! - `notation`: what people write for an action, in and out;
//! - `explain`: why an action is illegal;
//! - `show`: what people see.

mod explain;
mod generate;
mod notation;
mod perft;
mod position;
mod show;
mod text;

use alloc::{string::String, vec::Vec};

pub(crate) use self::position::Position;
use self::position::RuleSet;
use crate::{
    Action, Actions, ChanceOutcome, Conclusion, DrawReason, Flaw, IllegalAction, ImpossibleOutcome,
    Next, OptionSpec, OptionValue, Outcome, PendingDecision, ReadActionError, Role, View, WhyNot,
    WinReason,
    options::Options,
    variant::{LastPly, Rules, Viewer},
};

const RULES: &str = "rules";
const CLASSIC: &str = "classic";

/// What may be chosen.
pub(crate) const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: RULES,
    help: "rule set",
    values: &[
        OptionValue {
            name: "modern",
            help: "kings are placed first, and nobody castles",
            law: "bario B6",
        },
        OptionValue {
            name: CLASSIC,
            help: "kings begin on e1 and e8 and may castle; recycling into check loses",
            law: "bario K1",
        },
    ],
}];

fn rule_set(options: &Options) -> RuleSet {
    match options.value(RULES) {
        Some(CLASSIC) => RuleSet::Classic,
        _ => RuleSet::Modern,
    }
}

/// The usual start under these options.
pub(crate) fn usual_start(options: &Options) -> Position {
    Position::start(rule_set(options))
}

/// Reads a position text of the rule set chosen.
pub(crate) fn read_start(options: &Options, text: &str) -> Result<Position, Vec<Flaw>> {
    Position::read(rule_set(options), text)
}

/// A game of Bario.
#[derive(Clone)]
pub(crate) struct Bario {
    position: Position,
    outcome: Option<Outcome>,
    last: Option<LastTurn>,
}

/// The turn that was played last or is being played; what happened in it is told only when somebody looks.
#[derive(Clone, Copy)]
struct LastTurn {
    /// Where it began.
    before: Position,
    /// The piece that was chosen as lost before anything else (bario B20).
    lost: Option<Role>,
    /// What was played then.
    action: Option<Action>,
}

impl LastTurn {
    /// The actions of the turn, each with the position before it.
    fn steps(&self) -> impl Iterator<Item = (Position, Action)> {
        let choice = self.lost.map(|role| Action::Lose { role });
        let between = choice.map_or(self.before, |choice| self.before.play(choice));
        let first = choice.map(|choice| (self.before, choice));
        first
            .into_iter()
            .chain(self.action.map(|action| (between, action)))
    }

    /// The last turn after one more action.
    fn with(last: Option<LastTurn>, before: Position, action: Action) -> LastTurn {
        match (action, last) {
            (Action::Lose { role }, _) => LastTurn {
                before,
                lost: Some(role),
                action: None,
            },
            // The turn goes on after a choice.
            (_, Some(last)) if last.action.is_none() => LastTurn {
                action: Some(action),
                ..last
            },
            _ => LastTurn {
                before,
                lost: None,
                action: Some(action),
            },
        }
    }
}

impl Position {
    /// How the game ended, if it did: who recycled into check lost, whatever else there is (bario K9); else mate or
    /// stalemate (bario B17). While a choice is owed there is always one to make, so nothing ends (bario B22).
    fn outcome(&self) -> Option<Outcome> {
        let won = |winner, reason| Some(Outcome::Won { winner, reason });
        if self.is_recycled_into_check() {
            won(self.turn, WinReason::RecycledIntoCheck)
        } else if generate::is_any(self) {
            None
        } else if self.checkers(self.turn).is_empty() {
            Some(Outcome::Drawn {
                reason: DrawReason::Stalemate,
            })
        } else {
            won(!self.turn, WinReason::Checkmate)
        }
    }
}

impl Bario {
    pub(crate) fn new(start: Position) -> Bario {
        Bario {
            position: start,
            outcome: start.outcome(),
            last: None,
        }
    }

    pub(crate) fn is_castling(&self, action: Action) -> bool {
        self.position.castling_of(action).is_some()
    }

    pub(crate) fn recycles_into_check(&self, action: Action) -> bool {
        generate::is_legal(&self.position, action)
            && self.position.play(action).is_recycled_into_check()
    }
}

impl Rules for Bario {
    fn next(&self) -> Next {
        match self.outcome {
            Some(outcome) => Next::Over(outcome),
            None => Next::Decision(self.position.turn),
        }
    }

    fn turns(&self) -> u32 {
        self.position.n_turns
    }

    fn pending(&self) -> PendingDecision {
        let position = &self.position;
        match position.lost {
            _ if self.outcome.is_some() => PendingDecision::Move,
            Some(at) => PendingDecision::LostPiece(at),
            None if position.king(position.turn).is_none() => PendingDecision::KingPlace,
            None => PendingDecision::Move,
        }
    }

    fn actions(&self, out: &mut Actions) {
        out.clear();
        if self.outcome.is_none() {
            generate::list(&self.position, out);
        }
    }

    fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        if self.outcome.is_some() || !generate::is_legal(&self.position, action) {
            return Err(IllegalAction);
        }
        self.last = Some(LastTurn::with(self.last, self.position, action));
        self.position = self.position.play(action);
        self.outcome = self.position.outcome();
        Ok(())
    }

    fn roll(&mut self, _: ChanceOutcome) -> Result<(), ImpossibleOutcome> {
        Err(ImpossibleOutcome)
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

    fn view(&self, ply: usize, _: Viewer) -> View {
        show::view(self, ply)
    }

    fn perft(&self, depth: u32, last: LastPly) -> u64 {
        match last {
            LastPly::Counted => perft::perft(&self.position, depth),
            LastPly::Played => perft::perft_plain(&self.position, depth),
        }
    }

    fn divide(&self, depth: u32) -> Vec<(Action, u64)> {
        let mut actions = Vec::new();
        generate::list(&self.position, &mut actions);
        let count = |action| perft::perft(&self.position.play(action), depth.saturating_sub(1));
        actions
            .into_iter()
            .map(|action| (action, count(action)))
            .collect()
    }
}

#[cfg(test)]
mod tests;
