//! Berolina chess: pawns move diagonally and capture straight ahead. The law is `law/berolina.md`.
//!
//! - `position`: the state of the board and how each kind of move changes it;
//! - `generate`: all legal moves; whatever lists, counts, checks or plays moves is a sink of the one generator;
//! - `perft`: counting sequences of moves;
//! - `fen`: position text.
//! - `notation`: what people write for a move, in and out;
//! - `explain`: why a move is illegal;
//! - `show`: what people see.

mod explain;
mod fen;
mod generate;
mod notation;
mod perft;
mod position;
mod show;
#[cfg(test)]
mod tests;

use alloc::{string::String, vec::Vec};

pub(crate) use self::position::Position;
use crate::{
    Action, Actions, ChanceOutcome, Conclusion, DrawReason, IllegalAction, ImpossibleOutcome, Next,
    Outcome, PendingDecision, ReadActionError, Role, View, WhyNot, WinReason,
    variant::{LastPly, Rules, Viewer},
};

/// A game of Berolina.
#[derive(Clone)]
pub(crate) struct Berolina {
    position: Position,
    outcome: Option<Outcome>,
    /// Positions that may come again, the present one last: all since the last capture or pawn move. They are compared
    /// themselves, so nothing depends on a hash.
    history: Vec<Position>,
    last: Option<LastMove>,
}

/// The last move; what happened in it is told only when somebody looks.
#[derive(Clone, Copy)]
struct LastMove {
    before: Position,
    action: Action,
}

impl Berolina {
    pub(crate) fn new(start: Position) -> Berolina {
        let mut game = Berolina {
            position: start,
            outcome: None,
            history: Vec::new(),
            last: None,
        };
        game.enter(start);
        game
    }

    pub(crate) fn is_castling(&self, action: Action) -> bool {
        notation::castling_of(&self.position, action).is_some()
    }

    fn enter(&mut self, position: Position) {
        self.position = position;
        if position.quiet == 0 {
            self.history.clear();
        }
        let same_side = self.history.iter().rev().skip(1).step_by(2);
        let n_earlier = same_side
            .filter(|earlier| earlier.repeats(&position))
            .count();
        self.history.push(position);
        self.outcome = end_of_moves(&position).or_else(|| draw_on_board(&position, n_earlier));
    }
}

/// Mate and stalemate (berolina O19).
fn end_of_moves(position: &Position) -> Option<Outcome> {
    if generate::has_move(position) {
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

/// Draws that come at once, whatever moves there are (berolina O20).
fn draw_on_board(position: &Position, n_earlier: usize) -> Option<Outcome> {
    let reason = if is_dead(position) {
        DrawReason::DeadPosition
    } else if position.quiet >= fen::MAX_QUIET {
        DrawReason::FiftyMoves
    } else if n_earlier >= 2 {
        DrawReason::Repetition
    } else {
        return None;
    };
    Some(Outcome::Drawn { reason })
}

/// King against king with at most one bishop or knight on the board.
fn is_dead(position: &Position) -> bool {
    let board = &position.board;
    let minor = board.role(Role::Bishop) | board.role(Role::Knight);
    let rest = board.occupied() & !board.role(Role::King) & !minor;
    rest.is_empty() && !minor.is_several()
}

impl Rules for Berolina {
    fn next(&self) -> Next {
        match self.outcome {
            Some(outcome) => Next::Over(outcome),
            None => Next::Decision(self.position.turn),
        }
    }

    fn turns(&self) -> u32 {
        (u32::from(self.position.number) - 1) * 2 + self.position.turn as u32
    }

    fn pending(&self) -> PendingDecision {
        PendingDecision::Move
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
        self.last = Some(LastMove {
            before: self.position,
            action,
        });
        self.enter(self.position.play(action));
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
