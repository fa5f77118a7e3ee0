//! Baroque: pieces that look like those of chess and capture each in a way of its own. The law is `law/baroque.md`.
//!
//! - `board`: the pieces;
//! - `position`: who is frozen, what a move captures, who gives check;
//! - `generate`: all legal moves;
//! - `perft`: counting sequences of moves;
//! - `start`: the options and the drawing of the first rows;
//! - `text`: position text;
//! - `notation`: what people write for a move, in and out;
//! - `explain`: why a move is illegal;
//! - `show`: what people see.

mod board;
mod explain;
mod generate;
mod notation;
mod perft;
mod position;
mod show;
mod start;
mod text;

use alloc::{string::String, string::ToString, vec::Vec};

pub(crate) use self::{
    position::Position,
    start::{OPTIONS, Start},
};
use self::{position::Step, start::Draw};
use crate::{
    Action, Actions, Chance, ChanceOutcome, Conclusion, DrawReason, IllegalAction,
    ImpossibleOutcome, Next, Outcome, PendingDecision, ReadActionError, View, WhyNot, WinReason,
    variant::{LastPly, Rules, Viewer},
};

/// A game of Baroque.
#[derive(Clone)]
pub(crate) struct Baroque {
    /// What is still to be drawn. Until it is, the position has no kings and nobody looks for its moves.
    draw: Option<Draw>,
    position: Position,
    outcome: Option<Outcome>,
    /// Positions that may come again, the present one last: all since the last capture. They are compared themselves, so
    /// nothing depends on a hash.
    history: Vec<Position>,
    last: Option<LastMove>,
}

/// The last move; what happened in it is told only when somebody looks.
#[derive(Clone, Copy)]
struct LastMove {
    before: Position,
    step: Step,
}

impl Baroque {
    pub(crate) fn new(start: Start) -> Baroque {
        let (draw, position) = match start {
            Start::At(position) => (None, position),
            Start::Drawn(draw) => (Some(draw), draw.board()),
        };
        let mut game = Baroque {
            draw,
            position,
            outcome: None,
            history: Vec::new(),
            last: None,
        };
        if draw.is_none() {
            game.enter(position);
        }
        game
    }

    fn enter(&mut self, position: Position) {
        // Only captures cannot be undone (baroque Q36).
        if position.board.occupied().len() != self.position.board.occupied().len() {
            self.history.clear();
        }
        let is_same =
            |earlier: &&Position| earlier.board == position.board && earlier.turn == position.turn;
        let n_earlier = self.history.iter().filter(is_same).count();
        self.history.push(position);
        self.position = position;
        self.outcome = end_of_moves(&position).or_else(|| repetition(n_earlier));
    }

    /// The move that an action is, if it is a legal one, with the kind of piece that makes it.
    fn legal_move(&self, action: Action) -> Option<(board::Kind, Step)> {
        let step = plain_step(action)?;
        if self.draw.is_some() || self.outcome.is_some() {
            return None;
        }
        generate::legal_mover(&self.position, step).map(|kind| (kind, step))
    }
}

/// A move from square to square; pieces of Baroque never become others (baroque Q5).
fn plain_step(action: Action) -> Option<Step> {
    match action.as_move()? {
        (from, to, None) => Some(Step { from, to }),
        _ => None,
    }
}

/// Mate and stalemate (baroque Q35).
fn end_of_moves(position: &Position) -> Option<Outcome> {
    if generate::is_any(position) {
        return None;
    }
    Some(if position.checkers(position.turn).is_empty() {
        Outcome::Drawn {
            reason: DrawReason::Stalemate,
        }
    } else {
        Outcome::Won {
            winner: !position.turn,
            reason: WinReason::Checkmate,
        }
    })
}

/// The third time is a draw (baroque Q36).
fn repetition(n_earlier: usize) -> Option<Outcome> {
    (n_earlier >= 2).then_some(Outcome::Drawn {
        reason: DrawReason::Repetition,
    })
}

impl Rules for Baroque {
    fn next(&self) -> Next {
        match (self.outcome, self.draw) {
            (Some(outcome), _) => Next::Over(outcome),
            (None, Some(draw)) => Next::Chance(Chance {
                outcomes: draw.outcomes().collect(),
            }),
            (None, None) => Next::Decision(self.position.turn),
        }
    }

    fn turns(&self) -> u32 {
        self.position.moves
    }

    fn pending(&self) -> PendingDecision {
        PendingDecision::Move
    }

    fn actions(&self, out: &mut Actions) {
        out.clear();
        if self.outcome.is_none() && self.draw.is_none() {
            generate::list(&self.position, out);
        }
    }

    fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        let (kind, step) = self.legal_move(action).ok_or(IllegalAction)?;
        self.last = Some(LastMove {
            before: self.position,
            step,
        });
        self.enter(self.position.moved(kind, step));
        Ok(())
    }

    fn roll(&mut self, outcome: ChanceOutcome) -> Result<(), ImpossibleOutcome> {
        let draw = self
            .draw
            .filter(|_| self.outcome.is_none())
            .ok_or(ImpossibleOutcome)?;
        let start = match outcome {
            ChanceOutcome::Start(index) => draw.drawn(index),
            _ => None,
        };
        *self = Baroque::new(start.ok_or(ImpossibleOutcome)?);
        Ok(())
    }

    fn conclude(&mut self, conclusion: Conclusion) {
        self.outcome = Some(conclusion.outcome());
    }

    fn why_not(&self, action: Action) -> Option<WhyNot> {
        match (self.outcome, self.draw) {
            (Some(outcome), _) => Some(explain::game_over(outcome)),
            (None, Some(_)) => Some(explain::undrawn()),
            (None, None) => explain::why_not(&self.position, action),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, ReadActionError> {
        let mut legal = Vec::new();
        self.actions(&mut legal);
        notation::read(&self.position, &legal, text)
    }

    fn caption(&self, action: Action) -> String {
        match self.draw {
            Some(_) => action.to_string(),
            None => notation::caption(&self.position, action),
        }
    }

    fn view(&self, ply: usize, _: Viewer) -> View {
        show::view(self, ply)
    }

    fn perft(&self, depth: u32, last: LastPly) -> u64 {
        let count = match last {
            LastPly::Counted => perft::perft,
            LastPly::Played => perft::perft_plain,
        };
        match self.draw.filter(|_| depth > 0) {
            None => count(&self.position, depth),
            Some(draw) => {
                let mut nodes = 0;
                draw.each(&mut |start| nodes += count(start, depth));
                nodes
            }
        }
    }

    fn divide(&self, depth: u32) -> Vec<(Action, u64)> {
        let mut parts: Vec<(Action, u64)> = Vec::new();
        let mut divide = |position: &Position| {
            let mut actions = Vec::new();
            generate::list(position, &mut actions);
            for action in actions {
                let step = plain_step(action).expect("only plain moves are listed");
                let kind = position.board.kind_at(step.from).expect("a piece is moved");
                let nodes = perft::perft(&position.moved(kind, step), depth.saturating_sub(1));
                match parts.iter_mut().find(|(other, _)| *other == action) {
                    Some((_, sum)) => *sum += nodes,
                    None => parts.push((action, nodes)),
                }
            }
        };
        match self.draw {
            Some(draw) => draw.each(&mut divide),
            None => divide(&self.position),
        }
        parts
    }
}

#[cfg(test)]
mod tests;
