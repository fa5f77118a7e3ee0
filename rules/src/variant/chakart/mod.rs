//! Chakart: chess with mushrooms, eggs, bananas and bombs. The law is `law/chakart.md`.
//!
//! - `position`: the state, and the view of each seat;
//! - `moves`: all legal actions, from the beliefs of the side to decide;
//! - `chance`: the possible chance outcomes, and how they are carried out;
//! - `play`: how actions are carried out, step by step with chance;
//! - `start`: the names, the options, and the starts of games;
//! - `cell`: the letters of position text;
//! - `text`: position text, whole or for a viewer;
//! - `notation`: the peculiarities of its notation;
//! - `explain`: the reasons why an action is illegal;
//! - `guess`: possible truths for a reader who sees a position but no earlier moves;
//! - `show`: the views of a game.
//!
//! Only `play` reads the truth of hidden things. All lists, refusals and texts for a seat use a [`position::ViewerKnowledge`].

mod cell;
mod chance;
mod explain;
mod guess;
mod moves;
mod notation;
mod play;
mod position;
mod show;
mod start;
mod text;

use core::ops::ControlFlow;

pub use self::position::Position;
use self::position::{DueDecision, Phase};
use crate::{
    Action, Bitboard, ChanceOutcome, Color, Glyph, Outcome, PendingDecision, Square, Variant,
    VariantPosition, WinReason,
    batch::{Each, actions_in_batches},
    board::Piece,
    view::Viewer,
    zobrist,
};

impl VariantPosition for Position {
    const VARIANT: Variant = Variant::Chakart;

    fn turns(&self) -> u32 {
        self.n_turns
    }

    fn mistaken_by(&self, seat: Color, words: &mut dyn FnMut() -> u64) -> Option<Position> {
        let unseen = self.lens(Viewer::Seat(seat)).unseen;
        let sees_all = unseen.is_empty() && self.objects.traps.all() == self.known_traps(seat);
        let is_settled = matches!(self.phase, Phase::Decide(_));
        (is_settled && !sees_all).then(|| guess::guessed(&self.believed_by(seat), seat, words))
    }
}

impl crate::Position for Position {
    actions_in_batches!();

    // Eggs cause chance outcomes, and knights leave them (chakart C35).
    const HAS_CHANCE: bool = true;

    fn side_to_move(&self) -> Color {
        self.turn
    }

    fn pending(&self) -> PendingDecision {
        match self.phase {
            Phase::Decide(DueDecision::Again) => PendingDecision::MoveAgain,
            Phase::Decide(DueDecision::Swap) => PendingDecision::Swap,
            Phase::Decide(DueDecision::Drop(role)) => PendingDecision::DropPlace(role),
            Phase::Decide(DueDecision::Promote { from, to, .. }) => {
                PendingDecision::Promotion { from, to }
            }
            Phase::Decide(DueDecision::Move) | Phase::Roll(..) | Phase::Draw(_) => {
                PendingDecision::Move
            }
        }
    }

    #[inline(always)]
    fn is_chance(&self) -> bool {
        !matches!(self.phase, Phase::Decide(_))
    }

    /// Returns the outcome, if the game is over (chakart C51, C52, H19). After the end everything is public (H11, H22).
    fn outcome(&self) -> Option<Outcome> {
        let Phase::Decide(_) = self.phase else {
            return None;
        };
        let lost = Color::ALL
            .into_iter()
            .find(|&color| self.has_lost_kings(color));
        let (loser, reason) = match lost {
            Some(loser) => (loser, WinReason::KingsCaptured),
            None if moves::can_decide(self) => return None,
            None => (self.turn, WinReason::NoDecision),
        };
        Some(Outcome::Won {
            winner: !loser,
            reason,
        })
    }

    fn noisy_actions<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        moves::generate_noisy(self, &mut Each::action_of::<Position>(visit))
    }

    fn chance_outcomes<B>(
        &self,
        mut visit: impl FnMut(ChanceOutcome, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.each_outcome(|outcome| visit(outcome, 1))
    }

    fn resolve(&self, outcome: ChanceOutcome) -> Position {
        let mut next = *self;
        next.take(outcome, &mut ());
        next
    }

    fn resolutions<B>(
        &self,
        mut visit: impl FnMut(ChanceOutcome, u32, &Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let Phase::Draw(draw) = self.phase {
            return self.each_drawn(draw, |outcome, next| visit(outcome, 1, &next));
        }
        let mut next = *self;
        self.each_outcome(|outcome| {
            next = *self;
            next.take(outcome, &mut ());
            visit(outcome, 1, &next)
        })
    }

    fn pass(&self) -> Option<Position> {
        let is_plain = self.phase == Phase::Decide(DueDecision::Move);
        is_plain.then(|| {
            let mut next = *self;
            next.pass_turn();
            next
        })
    }

    fn key(&self) -> u64 {
        let traps = |name: u64, traps: &position::Traps| {
            zobrist::word(name, traps.bananas.0) ^ zobrist::word(name + 1, traps.bombs.0)
        };
        let beliefs = self.beliefs.map_or(0, |beliefs| {
            zobrist::word(7, 1) ^ traps(8, &beliefs.white) ^ traps(10, &beliefs.black)
        });
        self.board.key()
            ^ zobrist::turn(self.turn)
            ^ zobrist::word(1, self.frozen.0)
            ^ zobrist::word(2, self.stealthy.0)
            ^ zobrist::word(3, self.objects.mushrooms.0)
            ^ zobrist::word(4, self.objects.eggs.0)
            ^ traps(5, &self.objects.traps)
            ^ beliefs
            ^ zobrist::word(12, self.powers.word())
            ^ zobrist::word(13, self.phase.word())
    }

    fn pieces(&self, color: Color) -> Bitboard {
        self.board.color(color)
    }

    fn squares(&self, glyph: Glyph) -> Bitboard {
        match (glyph, glyph.color(), glyph.role()) {
            (Glyph::Mushroom, ..) => self.objects.mushrooms,
            (Glyph::Egg, ..) => self.objects.eggs,
            (Glyph::Banana, ..) => self.objects.traps.bananas,
            (Glyph::Bomb, ..) => self.objects.traps.bombs,
            (Glyph::BerolinaPawn(_), ..) => Bitboard::EMPTY,
            (_, Some(color), Some(role)) => self.board.pieces(color, role),
            _ => Bitboard::EMPTY,
        }
    }

    fn piece_at(&self, square: Square) -> Option<Glyph> {
        let object = || self.objects.get(square).map(|object| object.glyph());
        self.board.get(square).map(Piece::glyph).or_else(object)
    }

    /// Returns no piece: Chakart has no check.
    fn checkers_of(&self, _: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Returns the attackers that are not frozen, as their side sees the board: bananas and bombs that it knows block. A
    /// shell does not count.
    fn attackers_given(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        moves::attackers(self, square, by, occupied)
    }

    fn captured(&self, action: Action) -> Bitboard {
        let at = match self.made(action) {
            Action::Move { to, .. } | Action::Drop { to, .. } | Action::Shell { to, .. } => {
                to.into()
            }
            Action::Stealth { to, .. } => to.into(),
            _ => Bitboard::EMPTY,
        };
        at & self.board.occupied()
    }
}

#[cfg(test)]
mod tests;
