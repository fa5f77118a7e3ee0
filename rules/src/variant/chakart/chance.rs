//! Chance outcomes, and how they are carried out (chakart C9, C28, C35 to C42, C56).

use core::ops::ControlFlow;

use super::{
    play::FactSink,
    position::{Chain, ChanceEvent, DueDecision, Phase, Position, Side, Trap, UndrawnRows},
};
use crate::{
    ChanceOutcome, Color, Effect, Fact, Role, Square, attacks,
    bitboard::Bitboard,
    board::{CHESS_ROW, Piece},
    start_arrays::start_arrays,
};

/// The roles that Toadette brings (chakart C38).
const ROLES_OF_TOADETTE: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::King,
];
/// The number of orders of a back row (chakart C9).
pub(super) const N_ROWS: u16 = 2880;

impl Position {
    /// Returns the squares among which chance chooses.
    pub(super) fn candidates(&self, event: ChanceEvent, chain: Chain) -> Bitboard {
        let at = chain.at;
        match event {
            ChanceEvent::Push(trap) => neighbors(at, trap == Trap::Banana),
            ChanceEvent::Recolor(side) => self.recolorable(side),
            ChanceEvent::Trail(trap, _) => self.trail_squares(trap, chain),
            ChanceEvent::Effect | ChanceEvent::Toadette => Bitboard::EMPTY,
        }
    }

    /// Returns the squares for a trail by chakart C28: without a piece, and not the origin of the last hop. With hidden
    /// objects, they are also without an object that would visibly vanish (H13).
    fn trail_squares(&self, trap: Trap, chain: Chain) -> Bitboard {
        let vacated = chain.last.map_or(Bitboard::EMPTY, Bitboard::from);
        let public = if self.beliefs.is_some() {
            self.objects.mushrooms | self.objects.eggs
        } else {
            Bitboard::EMPTY
        };
        neighbors(chain.at, trap == Trap::Bomb) & !self.board.occupied() & !vacated & !public
    }

    /// Returns the pieces that can be recolored by chakart C42: no kings, and no pawns that would stand on their last rank.
    fn recolorable(&self, side: Side) -> Bitboard {
        let color = match side {
            Side::Theirs => !self.turn,
            Side::Ours => self.turn,
        };
        let at_home = self.board.role(Role::Pawn) & Bitboard::rank(color.home_rank());
        self.board.color(color) & !self.board.role(Role::King) & !at_home
    }

    /// Plays a chance outcome, which must be possible.
    pub(super) fn take(&mut self, outcome: ChanceOutcome, sink: &mut impl FactSink) {
        match (self.phase, outcome) {
            (Phase::Draw(draw), ChanceOutcome::Start(index)) => self.draw(draw, index),
            (Phase::Roll(_, chain), ChanceOutcome::To(to)) => {
                if let Some((chain, met)) = self.forced_hop(chain, to, sink) {
                    self.follow(chain, met, sink);
                }
            }
            (Phase::Roll(_, chain), ChanceOutcome::Egg(effect)) => {
                sink.report(|| Fact::Drew(effect));
                self.take_effect(effect, chain, sink);
            }
            (Phase::Roll(_, chain), ChanceOutcome::Luigi(at) | ChanceOutcome::Waluigi(at)) => {
                self.recolor(at, sink);
                self.finish(chain, None, sink);
            }
            (Phase::Roll(_, chain), ChanceOutcome::Toadette(role)) => {
                sink.report(|| Fact::Brought(role));
                self.finish(chain, Some(DueDecision::Drop(role)), sink);
            }
            (
                Phase::Roll(ChanceEvent::Trail(trap, bonus), _),
                ChanceOutcome::Banana(at) | ChanceOutcome::Bomb(at),
            ) => {
                self.leave_trap(trap, at, sink);
                self.end(bonus, sink);
            }
            _ => {}
        }
    }

    fn take_effect(&mut self, effect: Effect, chain: Chain, sink: &mut impl FactSink) {
        match effect {
            Effect::KingBoo => self.finish(chain, Some(DueDecision::Swap), sink),
            Effect::Daisy => self.finish(chain, Some(DueDecision::Again), sink),
            Effect::Toadette => self.phase = Phase::Roll(ChanceEvent::Toadette, chain),
            Effect::Koopa => self.send_back(chain, sink),
            Effect::Chomp => self.take_off(chain, sink),
            Effect::Bowser => {
                sink.report(|| Fact::Froze {
                    glyph: chain.role.glyph(self.turn),
                    at: chain.at,
                });
                self.frozen |= Bitboard::from(chain.at);
                self.finish(chain, None, sink);
            }
            Effect::Luigi => self.draw_recolor(Side::Theirs, chain, sink),
            Effect::Waluigi => self.draw_recolor(Side::Ours, chain, sink),
        }
    }

    /// Plays Koopa (chakart C37): moves the piece back to its origin and clears the object left there. A dropped piece has
    /// no origin.
    fn send_back(&mut self, chain: Chain, sink: &mut impl FactSink) {
        let Chain {
            role, at, origin, ..
        } = chain;
        let Some(origin) = origin else {
            return self.take_off(chain, sink);
        };
        let us = self.turn;
        self.board.lift(us, role, at);
        self.objects.clear(origin);
        self.board.place(us, role, origin);
        sink.report(|| Fact::Returned {
            glyph: role.glyph(us),
            from: at,
            to: origin,
        });
        self.end(None, sink);
    }

    fn take_off(&mut self, chain: Chain, sink: &mut impl FactSink) {
        let Chain { role, at, .. } = chain;
        sink.report(|| Fact::Vanished {
            glyph: role.glyph(self.turn),
            at,
        });
        self.remove(self.turn, role, at);
        self.end(None, sink);
    }

    fn draw_recolor(&mut self, side: Side, chain: Chain, sink: &mut impl FactSink) {
        let squares = self.recolorable(side);
        if squares.is_several() {
            self.phase = Phase::Roll(ChanceEvent::Recolor(side), chain);
            return;
        }
        for square in squares {
            self.recolor(square, sink);
        }
        self.finish(chain, None, sink);
    }

    fn recolor(&mut self, at: Square, sink: &mut impl FactSink) {
        if let Some(Piece { color, role }) = self.board.get(at) {
            self.board.lift(color, role, at);
            self.board.place(!color, role, at);
            sink.report(|| Fact::Recolored {
                glyph: role.glyph(!color),
                at,
            });
        }
    }

    fn draw(&mut self, draw: UndrawnRows, index: u16) {
        let row = start_arrays(CHESS_ROW, Role::Bishop).nth(usize::from(index));
        self.take_row(draw, row.expect("a possible outcome is the index of a row"));
    }

    /// Visits the position after every row that can be drawn.
    pub(super) fn each_drawn<B>(
        &self,
        draw: UndrawnRows,
        mut visit: impl FnMut(ChanceOutcome, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, row) in (0..N_ROWS).zip(start_arrays(CHESS_ROW, Role::Bishop)) {
            let mut next = *self;
            next.take_row(draw, row);
            visit(ChanceOutcome::Start(index), next)?;
        }
        ControlFlow::Continue(())
    }

    fn take_row(&mut self, draw: UndrawnRows, row: [Role; 8]) {
        let next = match draw {
            UndrawnRows::Both => {
                self.board.line_up(Color::White, row);
                self.board.line_up(Color::Black, row);
                Phase::Decide(DueDecision::Move)
            }
            UndrawnRows::One(Color::White) => {
                self.board.line_up(Color::White, row);
                Phase::Draw(UndrawnRows::One(Color::Black))
            }
            UndrawnRows::One(Color::Black) => {
                self.board.line_up(Color::Black, row);
                Phase::Decide(DueDecision::Move)
            }
        };
        self.phase = next;
    }

    /// Visits every possible chance outcome, in a fixed order; all are equally likely (chakart C56).
    #[inline(always)]
    pub(super) fn each_outcome<B>(
        &self,
        mut visit: impl FnMut(ChanceOutcome) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.phase {
            Phase::Decide(_) => ControlFlow::Continue(()),
            Phase::Draw(_) => (0..N_ROWS).map(ChanceOutcome::Start).try_for_each(visit),
            Phase::Roll(event, chain) => match event {
                ChanceEvent::Effect => Effect::ALL
                    .map(ChanceOutcome::Egg)
                    .into_iter()
                    .try_for_each(visit),
                ChanceEvent::Toadette => ROLES_OF_TOADETTE
                    .map(ChanceOutcome::Toadette)
                    .into_iter()
                    .try_for_each(visit),
                ChanceEvent::Push(_) => self
                    .candidates(event, chain)
                    .try_for_each(|at| visit(ChanceOutcome::To(at))),
                ChanceEvent::Recolor(side) => self
                    .recolorable(side)
                    .try_for_each(|at| visit(side.outcome(at))),
                ChanceEvent::Trail(trap, _) => self
                    .trail_squares(trap, chain)
                    .try_for_each(|at| visit(trap.outcome(at))),
            },
        }
    }
}

/// Returns the adjacent squares: in a rook's directions or in a bishop's.
#[inline(always)]
fn neighbors(square: Square, is_straight: bool) -> Bitboard {
    let rays = if is_straight {
        attacks::rook_rays(square)
    } else {
        attacks::bishop_rays(square)
    };
    attacks::king(square) & rays
}

impl Side {
    fn outcome(self, at: Square) -> ChanceOutcome {
        match self {
            Side::Theirs => ChanceOutcome::Luigi(at),
            Side::Ours => ChanceOutcome::Waluigi(at),
        }
    }
}

impl Trap {
    fn outcome(self, at: Square) -> ChanceOutcome {
        match self {
            Trap::Banana => ChanceOutcome::Banana(at),
            Trap::Bomb => ChanceOutcome::Bomb(at),
        }
    }
}
